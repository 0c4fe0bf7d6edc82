//! Springs with dampers between the bodies of a group.

use super::attachment::Attachment;
use super::bodies::Bodies;
use crate::group::plan::SpringKind;
use crate::kinematics::planar::{Motion, Wrench};
use nalgebra::Vector2;

/// A spring with a damper.
#[derive(Debug, Clone)]
pub(crate) struct Spring {
    pub kind: SpringKind,
    pub bodies: [usize; 2],
    /// Its ends on the bodies.
    pub ends: [Attachment; 2],
    /// Stiffness \[N/m, N m/rad\].
    pub stiffness: f64,
    /// Damping \[N s/m, N m s/rad\].
    pub damping: f64,
    /// Length \[m\] or angle \[rad\] without load.
    pub rest: f64,
}

impl Spring {
    /// Adds the generalised forces of its load where the bodies are placed to `forces`, and those of its damper alone to
    /// `viscous`, too; returns the energy stored \[J\].
    pub fn exert(&self, bodies: &Bodies, [forces, viscous]: [&mut [f64]; 2]) -> f64 {
        let (stretch, rate) = (self.stretch(bodies), self.rate(bodies));
        let Self { stiffness, damping, .. } = *self;
        self.pull(bodies, stretch * stiffness + rate * damping, forces);
        if damping > 0.0 {
            self.pull(bodies, rate * damping, viscous);
        }
        0.5 * stiffness * stretch.norm_squared()
    }

    /// Returns the number of components of its stretch: two for a line of zero length, which pulls its ends together from
    /// any side, else one.
    pub fn components(&self) -> usize {
        if self.is_from_any_side() { 2 } else { 1 }
    }

    fn is_from_any_side(&self) -> bool {
        self.kind == SpringKind::Line && self.rest == 0.0
    }

    /// Returns arms and motions of its ends.
    fn sides(&self, bodies: &Bodies) -> [(Vector2<f64>, Motion<f64>); 2] {
        [0, 1].map(|side| bodies.frame(self.bodies[side], &self.ends[side]))
    }

    /// Returns the direction from a to b; zero where the ends coincide.
    fn along(apart: Vector2<f64>) -> Vector2<f64> {
        apart.try_normalize(0.0).unwrap_or_default()
    }

    /// Returns the components of its stretch \[m\] or its twist \[rad\] where the bodies are placed.
    pub fn stretch(&self, bodies: &Bodies) -> Vector2<f64> {
        let [(_, a), (_, b)] = self.sides(bodies);
        let apart = b.position - a.position;
        match self.kind {
            SpringKind::Turn => Vector2::new(b.angle - a.angle - self.rest, 0.0),
            SpringKind::Line if self.is_from_any_side() => apart,
            SpringKind::Line => Vector2::new(apart.norm() - self.rest, 0.0),
        }
    }

    /// Returns the rates of these components \[m/s, rad/s\].
    fn rate(&self, bodies: &Bodies) -> Vector2<f64> {
        let [(_, a), (_, b)] = self.sides(bodies);
        let speed = b.velocity - a.velocity;
        match self.kind {
            SpringKind::Turn => Vector2::new(b.spin - a.spin, 0.0),
            SpringKind::Line if self.is_from_any_side() => speed,
            SpringKind::Line => Vector2::new(Self::along(b.position - a.position).dot(&speed), 0.0),
        }
    }

    /// Adds the generalised forces of a pull \[N, N m\] along each component of its stretch to `forces`.
    pub fn pull(&self, bodies: &Bodies, load: Vector2<f64>, forces: &mut [f64]) {
        let [(arm_a, a), (arm_b, b)] = self.sides(bodies);
        let force = match self.kind {
            SpringKind::Turn => Vector2::zeros(),
            SpringKind::Line if self.is_from_any_side() => load,
            SpringKind::Line => Self::along(b.position - a.position) * load.x,
        };
        for (side, sign, arm) in [(0, 1.0, arm_a), (1, -1.0, arm_b)] {
            let mut wrench = Wrench::at(arm, force);
            if self.kind == SpringKind::Turn {
                wrench.moment = load.x;
            }
            let parts = [wrench.force.x, wrench.force.y, wrench.moment].map(|part| sign * part);
            bodies.exert(self.bodies[side], &self.ends[side], arm, parts, forces);
        }
    }

    /// Returns for each of its bodies the square of the angular frequency on this spring \[1/s²\] and the decay rate by
    /// this damper \[1/s\].
    pub fn rates(&self, inverse: &[[f64; 2]]) -> [[f64; 2]; 2] {
        [0, 1].map(|side| {
            let [mass, inertia] = inverse[self.bodies[side]];
            let inverse = match self.kind {
                SpringKind::Turn => inertia,
                SpringKind::Line => mass + inertia * self.ends[side].frame.at.norm_squared(),
            };
            [2.0 * self.stiffness * inverse, 2.0 * self.damping * inverse]
        })
    }
}
