//! Springs with dampers between the bodies of a group.

use super::bending::Attachment;
use super::bodies::Bodies;
use super::carried_plan::SpringKind;
use crate::planar::Wrench;
use nalgebra::Vector2;

/// A spring with a damper.
#[derive(Debug, Clone)]
pub(super) struct Spring {
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

/// What a spring stores \[J\], and what its damper takes \[W\].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SpringEnergy {
    pub stored: f64,
    pub damped: f64,
}

impl Spring {
    /// Adds its loads on bodies as they are placed to `efforts`.
    pub fn exert(&self, bodies: &Bodies, efforts: &mut [f64]) -> SpringEnergy {
        let Self { kind, bodies: pair, ref ends, stiffness, damping, rest } = *self;
        let [(arm_a, a), (arm_b, b)] = [0, 1].map(|side| bodies.frame(pair[side], &ends[side]));
        let mut add = |side: usize, sign: f64, load: Wrench<f64>| {
            let parts = [load.force.x, load.force.y, load.moment].map(|part| sign * part);
            bodies.exert(pair[side], &ends[side], [arm_a, arm_b][side], parts, efforts);
        };
        let (stretch, rate) = match kind {
            SpringKind::Turn => {
                let (turn, rate) = (b.angle - a.angle - rest, b.spin - a.spin);
                let moment = stiffness * turn + damping * rate;
                let load = Wrench { force: Vector2::zeros(), moment };
                add(0, 1.0, load);
                add(1, -1.0, load);
                (turn, rate)
            }
            SpringKind::Line => {
                let (apart, speed) = (b.position - a.position, b.velocity - a.velocity);
                let length = apart.norm();
                // Without a length of its own it pulls its ends together from any side.
                let (force, stretch, rate) = if rest == 0.0 {
                    (apart * stiffness + speed * damping, length, speed.norm())
                } else {
                    // Ends on each other have no direction.
                    let along = if length > 0.0 { apart / length } else { Vector2::zeros() };
                    let (stretch, rate) = (length - rest, along.dot(&speed));
                    (along * (stiffness * stretch + damping * rate), stretch, rate)
                };
                add(0, 1.0, Wrench::at(arm_a, force));
                add(1, -1.0, Wrench::at(arm_b, force));
                (stretch, rate)
            }
        };
        SpringEnergy { stored: 0.5 * stiffness * stretch * stretch, damped: damping * rate * rate }
    }

    /// Square of the frequency that it gives each of its bodies \[1/s²\], and the rate at which its damper
    /// slows each of them \[1/s\].
    pub fn rates(&self, inverse: &[[f64; 2]]) -> [[f64; 2]; 2] {
        [0, 1].map(|side| {
            let [mass, inertia] = inverse[self.bodies[side]];
            let gives = match self.kind {
                SpringKind::Turn => inertia,
                SpringKind::Line => mass + inertia * self.ends[side].frame.at.norm_squared(),
            };
            [2.0 * self.stiffness * gives, 2.0 * self.damping * gives]
        })
    }
}
