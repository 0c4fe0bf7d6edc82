//! Loads from outside on the bodies of a group.

use super::attachment::Attachment;
use super::bodies::Bodies;
use crate::kinematics::planar::{Axes, Motion, Wrench};
use nalgebra::Vector2;

/// A load at a point of a body, in the axes of the world.
#[derive(Debug, Clone)]
pub(crate) struct Applied {
    pub body: usize,
    /// The point.
    pub there: Attachment,
    /// Forces and moment about the point at the step's start \[N, N m\].
    pub load: [f64; 3],
    /// Their rates \[N/s, N m/s\].
    pub rate: [f64; 3],
}

impl Applied {
    /// Returns the load at `since` after the step's start \[s\].
    fn at_time(&self, since: f64) -> [f64; 3] {
        [0, 1, 2].map(|part| self.load[part] + since * self.rate[part])
    }

    /// Adds its generalised forces to `forces` where the bodies are placed, at `since` after the step's start \[s\].
    pub fn exert(&self, bodies: &Bodies, since: f64, forces: &mut [f64]) {
        let [fx, fy, t] = self.at_time(since);
        let (arm, _) = bodies.frame(self.body, &self.there);
        let moment = t + Wrench::at(arm, Vector2::new(fx, fy)).moment;
        bodies.exert(self.body, &self.there, arm, [fx, fy, moment], forces);
    }

    /// Returns its work between two poses of the bodies \[J\], with the load at `since` after the step's start \[s\].
    pub fn work(&self, from: &[f64], to: &[f64], since: f64) -> f64 {
        let place = |q: &[f64]| {
            let own = &q[3 * self.body..3 * self.body + 3];
            let body =
                Motion { position: Vector2::new(own[0], own[1]), angle: own[2], ..Motion::rest() };
            self.there.on(&body, &Axes::rotated(own[2]), [q, &[]]).1
        };
        let ([from, to], [fx, fy, t]) = ([from, to].map(place), self.at_time(since));
        let way = to.position - from.position;
        fx * way.x + fy * way.y + t * (to.angle - from.angle)
    }
}
