//! Springs with dampers between the bodies of a group.

use super::bodies::Bodies;
use super::carried_plan::SpringKind;
use crate::planar::{Wrench, quarter_turn};
use nalgebra::Vector2;

/// A spring with a damper.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spring {
    pub kind: SpringKind,
    pub bodies: [usize; 2],
    /// Its ends, from the centres of mass in the bodies' axes \[m\].
    pub ends: [Vector2<f64>; 2],
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
        let Self { kind, bodies: pair, ends, stiffness, damping, rest } = *self;
        let [a, b] = pair.map(|body| &bodies.places[body]);
        let mut add = |body: usize, sign: f64, load: Wrench<f64>| {
            let Some(own) = efforts.get_mut(3 * body..3 * body + 3) else { return };
            let parts = [load.force.x, load.force.y, load.moment];
            own.iter_mut().zip(parts).for_each(|(sum, part)| *sum += sign * part);
        };
        let (stretch, rate) = match kind {
            SpringKind::Turn => {
                let (turn, rate) = (b.angle - a.angle - rest, b.spin - a.spin);
                let moment = stiffness * turn + damping * rate;
                let load = Wrench { force: Vector2::zeros(), moment };
                add(pair[0], 1.0, load);
                add(pair[1], -1.0, load);
                (turn, rate)
            }
            SpringKind::Line => {
                let arms = [0, 1].map(|side| bodies.axes[pair[side]].outward(ends[side]));
                let apart = b.position + arms[1] - a.position - arms[0];
                let speed = b.velocity + quarter_turn(arms[1]) * b.spin
                    - a.velocity
                    - quarter_turn(arms[0]) * a.spin;
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
                add(pair[0], 1.0, Wrench::at(arms[0], force));
                add(pair[1], -1.0, Wrench::at(arms[1], force));
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
                SpringKind::Line => mass + inertia * self.ends[side].norm_squared(),
            };
            [2.0 * self.stiffness * gives, 2.0 * self.damping * gives]
        })
    }
}
