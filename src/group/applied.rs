//! Loads from outside on the bodies of a group.

use super::bodies::Bodies;
use crate::planar::{Axes, Wrench};
use nalgebra::Vector2;

/// A load that acts at a place of a body, in the axes of the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Applied {
    pub body: usize,
    /// From the centre of mass, in the body's axes \[m\].
    pub at: Vector2<f64>,
    /// Forces and moment about the place at the step's start \[N, N m\], and how fast they change.
    pub load: [f64; 3],
    pub rate: [f64; 3],
}

impl Applied {
    /// The load `since` the step began \[s\].
    fn at_time(&self, since: f64) -> [f64; 3] {
        [0, 1, 2].map(|part| self.load[part] + since * self.rate[part])
    }

    /// Adds it to `efforts` on bodies as they are placed, `since` the step began \[s\].
    pub fn exert(&self, bodies: &Bodies, since: f64, efforts: &mut [f64]) {
        let [fx, fy, t] = self.at_time(since);
        let arm = bodies.axes[self.body].outward(self.at);
        let moment = t + Wrench::at(arm, Vector2::new(fx, fy)).moment;
        let own = &mut efforts[3 * self.body..3 * self.body + 3];
        own.iter_mut().zip([fx, fy, moment]).for_each(|(sum, part)| *sum += part);
    }

    /// What it does between two places of the bodies, as it is `since` the step began \[s\].
    pub fn work(&self, from: &[f64], to: &[f64], since: f64) -> f64 {
        let [from, to] = [from, to].map(|q| &q[3 * self.body..3 * self.body + 3]);
        let place = |q: &[f64]| Vector2::new(q[0], q[1]) + Axes::turned(q[2]).outward(self.at);
        let (way, [fx, fy, t]) = (place(to) - place(from), self.at_time(since));
        fx * way.x + fy * way.y + t * (to[2] - from[2])
    }
}
