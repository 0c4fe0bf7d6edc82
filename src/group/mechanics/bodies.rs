//! Bodies in the plane by their centres of mass, and frames that move with them.

use super::bending::{Bending, Mode};
use crate::kinematics::planar::{Axes, Motion, quarter_turn};
use nalgebra::Vector2;

/// A frame that moves with a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fixed {
    /// From the body's centre of mass to its origin, in the body's axes \[m\].
    pub at: Vector2<f64>,
    /// Its angle against the body's axes \[rad\].
    pub angle: f64,
}

/// The bodies of a group, and the ground behind the last of them.
#[derive(Debug, Clone)]
pub(crate) struct Bodies {
    /// 1/m and 1/J of every body \[1/kg, 1/(kg m²)\]; zeros where loads do not move it.
    pub inverse: Box<[[f64; 2]]>,
    /// The centres of mass where the bodies are placed.
    pub places: Box<[Motion<f64>]>,
    /// The axes of the bodies.
    pub axes: Box<[Axes<f64>]>,
    /// The angles at which the step began, and the axes there: turning on from near by is cheap.
    near: Box<[(f64, Axes<f64>)]>,
    /// How they bend.
    pub bending: Bending,
    /// Coordinates and velocities where the bodies are placed, if they bend: the modes stand behind the three
    /// of the ground, which stay 0.
    pub bent_places: [Box<[f64]>; 2],
}

impl Bodies {
    /// Bodies by their 1/m and 1/J; the ground comes by itself.
    pub fn new(moved: impl Iterator<Item = [f64; 2]>) -> Self {
        let inverse: Box<[_]> = moved.chain([[0.0; 2]]).collect();
        let places = inverse.iter().map(|_| Motion::rest()).collect();
        let axes = inverse.iter().map(|_| Axes::same()).collect();
        let near = inverse.iter().map(|_| (0.0, Axes::same())).collect();
        let (bending, bent_places) = Default::default();
        Self { inverse, places, axes, near, bending, bent_places }
    }

    /// The same where bodies bend in these modes.
    pub fn bending(self, modes: Vec<Mode>) -> Self {
        if modes.is_empty() {
            return self;
        }
        let first = self.first_mode();
        let numbers = || vec![0.0; first + modes.len()].into_boxed_slice();
        Self { bent_places: [numbers(), numbers()], bending: Bending::new(modes, first), ..self }
    }

    /// Where the modes begin among the coordinates.
    pub fn first_mode(&self) -> usize {
        3 * self.inverse.len()
    }

    /// Three for every body but the ground.
    pub fn rigid_coordinates(&self) -> usize {
        3 * (self.inverse.len() - 1)
    }

    /// The same, and where bodies bend three of the ground, and one for every mode.
    pub fn coordinates(&self) -> usize {
        match self.bending.len() {
            0 => self.rigid_coordinates(),
            modes => self.first_mode() + modes,
        }
    }

    /// Turns on from these places until the next ones.
    pub fn begin_at(&mut self, coordinates: &[f64]) {
        for (near, q) in self.near.iter_mut().zip(coordinates.chunks_exact(3)) {
            *near = (q[2], Axes::rotated(q[2]));
        }
    }

    /// Takes up x, y, angle of every centre of mass and their rates, and those of the modes; these are at rest
    /// where they are not among them.
    pub fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for (own, given) in self.bent_places.iter_mut().zip([coordinates, velocities]) {
            if given.len() == own.len() {
                own.copy_from_slice(given);
            } else {
                own.fill(0.0);
            }
        }
        let states = coordinates.chunks_exact(3).zip(velocities.chunks_exact(3));
        let places = self.places.iter_mut().zip(&mut self.axes).zip(&self.near);
        for (((place, axes), (angle, near)), (q, v)) in places.zip(states) {
            let (position, velocity) = (Vector2::new(q[0], q[1]), Vector2::new(v[0], v[1]));
            *place = Motion { position, angle: q[2], velocity, spin: v[2] };
            *axes = near.then(&Axes::rotated(q[2] - angle));
        }
    }

    /// What a generalised impulse does to free bodies, in the piece at hand.
    pub fn mobilise(&self, generalised: &[f64], velocities: &mut [f64]) {
        self.bending.mobilise(generalised, velocities);
        let parts = generalised.chunks_exact(3).zip(velocities.chunks_exact_mut(3));
        for ([mass, inertia], (impulse, velocity)) in self.inverse.iter().zip(parts) {
            velocity[0] = mass * impulse[0];
            velocity[1] = mass * impulse[1];
            velocity[2] = inertia * impulse[2];
        }
    }
}

/// The motion of a frame `arm` \[m\] from the origin of `body`, in outer axes, turned by `angle` \[rad\]
/// against it.
#[inline]
pub(crate) fn carried(body: &Motion<f64>, arm: &Vector2<f64>, angle: f64) -> Motion<f64> {
    Motion {
        position: body.position + arm,
        angle: body.angle + angle,
        velocity: body.velocity + quarter_turn(*arm) * body.spin,
        spin: body.spin,
    }
}

impl Fixed {
    /// Where the frame is, of a body whose centre of mass moves as `body`.
    #[inline]
    pub fn on(&self, body: &Motion<f64>) -> Motion<f64> {
        let arm = Axes::rotated(body.angle).outward(self.at);
        carried(body, &arm, self.angle)
    }

    /// The centre of mass of a body on which the frame moves as `frame`.
    #[inline]
    pub fn centre(&self, frame: &Motion<f64>) -> Motion<f64> {
        let axes = Axes::rotated(frame.angle - self.angle);
        carried(frame, &axes.outward(-self.at), -self.angle)
    }
}
