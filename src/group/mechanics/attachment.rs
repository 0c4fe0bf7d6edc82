//! Points of bodies where joints, constraints, springs and loads attach, on flexible bodies by their mode shapes.

use super::frame::{BodyFrame, rigid_motion_at};
use crate::kinematics::planar::{Axes, Motion};
use nalgebra::Vector2;

/// The mode shapes of a body at one of its points; empty on a rigid body.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ModalShape {
    /// Index of the body's first mode among the coordinates.
    pub first: usize,
    /// By mode, in the body's axes: displacement along x and y \[1\], rotation counter-clockwise \[1/m\].
    pub shape: Box<[[f64; 3]]>,
}

impl ModalShape {
    /// Returns true on a rigid body.
    pub fn is_rigid(&self) -> bool {
        self.shape.is_empty()
    }

    /// Returns displacement \[m\] and rotation \[rad\] for all `coordinates`, or their rates for all velocities; zeros
    /// where these do not reach to the modes.
    pub fn deflection(&self, coordinates: &[f64]) -> (Vector2<f64>, f64) {
        let own = coordinates.get(self.first..self.first + self.shape.len()).unwrap_or_default();
        let sum = |part: usize| {
            own.iter().zip(&self.shape).map(|(place, shape)| place * shape[part]).sum::<f64>()
        };
        (Vector2::new(sum(0), sum(1)), sum(2))
    }

    /// Returns the shape of the mode with this index among the coordinates; zeros for modes of other bodies.
    pub fn of_mode(&self, coordinate: usize) -> [f64; 3] {
        let own = coordinate.checked_sub(self.first).and_then(|mode| self.shape.get(mode));
        own.copied().unwrap_or_default()
    }

    /// Returns the generalised forces \[N\] of a `force` \[N\], in the body's axes, and a `moment` \[N m\] about the
    /// point: one for each mode, with its index among the coordinates.
    pub fn generalised_forces(
        &self,
        force: Vector2<f64>,
        moment: f64,
    ) -> impl Iterator<Item = (usize, f64)> + '_ {
        (self.first..)
            .zip(&self.shape)
            .map(move |(at, [x, y, turn])| (at, x * force.x + y * force.y + turn * moment))
    }

    /// Returns the axes of the body there, turned from `axes`, those of its mean motion, by the deflection.
    #[inline]
    pub fn turn(&self, axes: Axes<f64>, coordinates: &[f64]) -> Axes<f64> {
        if self.is_rigid() {
            axes
        } else {
            axes.then(&Axes::rotated(self.deflection(coordinates).1))
        }
    }
}

/// A frame of a body, with the mode shapes at its origin.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Attachment {
    pub frame: BodyFrame,
    pub modal: ModalShape,
}

impl Attachment {
    /// Returns the arm from the centre of mass to the frame \[m\], in outer axes, and the frame's motion.
    ///
    /// The centre of mass moves as `body`, whose axes are `axes`; `states` are all coordinates and their rates.
    #[inline]
    pub fn on(
        &self,
        body: &Motion<f64>,
        axes: &Axes<f64>,
        states: [&[f64]; 2],
    ) -> (Vector2<f64>, Motion<f64>) {
        let Self { frame, modal } = self;
        if modal.is_rigid() {
            let arm = axes.outward(frame.at);
            return (arm, rigid_motion_at(body, &arm, frame.angle));
        }
        self.on_flexible(body, axes, states)
    }

    /// Does the work of [`on`](Self::on) for flexible bodies; not inlined, so that the common case stays short.
    #[inline(never)]
    fn on_flexible(
        &self,
        body: &Motion<f64>,
        axes: &Axes<f64>,
        states: [&[f64]; 2],
    ) -> (Vector2<f64>, Motion<f64>) {
        let Self { frame, modal } = self;
        let [(moved, turned), (speed, spin)] = states.map(|state| modal.deflection(state));
        let arm = axes.outward(frame.at + moved);
        let mut motion = rigid_motion_at(body, &arm, frame.angle + turned);
        motion.velocity += axes.outward(speed);
        motion.spin += spin;
        (arm, motion)
    }
}
