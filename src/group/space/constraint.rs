//! One ideal constraint in space: its rows of the constraint Jacobian G, their residuals, and the rates that they keep.

use super::bodies::{Bodies, Frame, InverseMass, PlacedFrame, own};
use crate::kinematics::spatial::joined;
use nalgebra::{Vector3, Vector6};

/// A row of G: entries for velocity and spin of two bodies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub bodies: [usize; 2],
    pub entries: [Vector6<f64>; 2],
}

impl Row {
    /// Returns the rate G v.
    pub fn rate(&self, velocities: &[f64]) -> f64 {
        let part = |(body, entries): (&usize, &Vector6<f64>)| {
            let own = velocities.get(own(*body));
            own.map_or(0.0, |own| entries.iter().zip(own).map(|(entry, v)| entry * v).sum::<f64>())
        };
        self.bodies.iter().zip(&self.entries).map(part).sum()
    }

    /// Returns M⁻¹ Gᵀ for each of its bodies.
    pub fn response(&self, inverse: &[InverseMass]) -> [Vector6<f64>; 2] {
        [0, 1].map(|side| inverse[self.bodies[side]].times(&self.entries[side]))
    }
}

/// A quantity that a constraint keeps, of its frames a and b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kept {
    /// The place of b's origin along an axis of a, 0.
    Place(usize),
    /// A right angle between an axis of a and one of b.
    RightAngle(usize, usize),
    /// The distance of both origins \[m\].
    Distance(f64),
    /// The angular velocity of b relative to a about the z axis of a \[rad/s\].
    Spin(f64),
}

/// A row with what it keeps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeptRow {
    pub row: Row,
    /// Residual of the constraint \[m, 1\]; 0 of a drive.
    pub residual: f64,
    /// The rate G v that velocities have: the speed of a drive, else 0.
    pub rate: f64,
    /// γ = −Ġ v, the value of G v̇.
    pub acceleration: f64,
}

/// An ideal constraint between two bodies.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Constraint {
    /// Its kind and bodies, for texts.
    pub name: Box<str>,
    pub bodies: [usize; 2],
    /// Its frames on them.
    pub frames: [Frame; 2],
    pub kept: Box<[Kept]>,
    /// True if the start decides how b stands in a.
    pub from_start: bool,
    /// Its number among the drives that keep a speed, if it is one.
    pub drive: Option<usize>,
}

impl Constraint {
    /// Returns what it keeps where the bodies are placed, row by row.
    pub fn rows<'a>(&'a self, bodies: &Bodies) -> impl Iterator<Item = KeptRow> + use<'a> {
        let [a, b] = [0, 1].map(|side| bodies.frame(self.bodies[side], &self.frames[side]));
        self.kept.iter().map(move |kept| {
            let (entries, [residual, rate, acceleration]) = kept.row(&a, &b);
            KeptRow { row: Row { bodies: self.bodies, entries }, residual, rate, acceleration }
        })
    }

    /// Makes the frame on b that which coincides with a's where the bodies are placed.
    pub fn hold_start(&mut self, bodies: &Bodies) {
        let [a, b] = self.bodies.map(|body| &bodies.poses[body]);
        let there = self.frames[0].on(a);
        self.frames[1] = Frame {
            at: b.turn.inverse_transform_vector(&(there.position - b.position)),
            turn: b.turn.inverse() * there.turn,
        };
    }
}

impl Kept {
    /// Returns the entries for both bodies, then residual, rate and acceleration.
    fn row(&self, a: &PlacedFrame, b: &PlacedFrame) -> ([Vector6<f64>; 2], [f64; 3]) {
        let zero = Vector3::zeros();
        let apart = b.point - a.point;
        let round =
            |frame: &PlacedFrame, arm: &Vector3<f64>| frame.spin.cross(&frame.spin.cross(arm));
        match *self {
            Self::Place(axis) => {
                let e = a.axes.column(axis).into_owned();
                // The row acts at b's point on both bodies: axes turn with a.
                let reach = a.arm + apart;
                let entries = [joined([-e, -reach.cross(&e)]), joined([e, b.arm.cross(&e)])];
                let drift = b.velocity - a.velocity - a.spin.cross(&apart);
                let pull = round(b, &b.arm) - round(a, &reach) - a.spin.cross(&drift) * 2.0;
                (entries, [e.dot(&apart), 0.0, -e.dot(&pull)])
            }
            Self::RightAngle(of_a, of_b) => {
                let (p, s) = (a.axes.column(of_a).into_owned(), b.axes.column(of_b).into_owned());
                let lever = s.cross(&p);
                let turning = b.spin.cross(&s).cross(&p) + s.cross(&a.spin.cross(&p));
                let acceleration = -(b.spin - a.spin).dot(&turning);
                ([joined([zero, -lever]), joined([zero, lever])], [p.dot(&s), 0.0, acceleration])
            }
            Self::Distance(length) => {
                let e = apart / length;
                let entries = [joined([-e, -a.arm.cross(&e)]), joined([e, b.arm.cross(&e)])];
                let drift = b.velocity - a.velocity;
                let pull = round(b, &b.arm) - round(a, &a.arm);
                let acceleration = -drift.norm_squared() / length - e.dot(&pull);
                (entries, [0.5 * (apart.dot(&apart) / length - length), 0.0, acceleration])
            }
            Self::Spin(speed) => {
                let e = a.axes.column(2).into_owned();
                let acceleration = -(b.spin - a.spin).dot(&a.spin.cross(&e));
                ([joined([zero, -e]), joined([zero, e])], [0.0, speed, acceleration])
            }
        }
    }
}
