//! How the loads of a group change with its inputs: those of the plain law.

use super::bodies::Fixed;
use super::model::{Group, Inputs, Loads};
use crate::coupling::Step;
use crate::coupling::predicted::Memory;
use crate::model::Course;
use crate::planar::{Acceleration, Axes, Load, Motion, Path, Wrench};
use nalgebra::Vector2;
use num_dual::Dual64;

impl Group {
    /// Takes up the motions of all bodies with their derivatives along `seed`.
    pub(super) fn lift(&mut self, course: Course<Inputs>, seed: &Inputs) {
        let frames = course.inputs.iter().zip(seed.iter()).zip(&self.markers);
        for (body, ((frame, seed), marker)) in self.lifted.iter_mut().zip(frames) {
            let frame = Motion {
                position: Vector2::new(Dual64::new(frame.x, seed.x), Dual64::new(frame.y, seed.y)),
                angle: Dual64::new(frame.phi, seed.phi),
                velocity: Vector2::new(
                    Dual64::new(frame.vx, seed.vx),
                    Dual64::new(frame.vy, seed.vy),
                ),
                spin: Dual64::new(frame.w, seed.w),
            };
            *body = marker.centre(&frame);
        }
    }

    /// Writes the derivatives of the loads on contact points that remember `memory`, of bodies that
    /// keep their velocities.
    pub(super) fn differentiate(&mut self, memory: &Memory, step: Step, change: &mut Loads) {
        change.fill(Load::default());
        for joint in &self.linked.joints {
            let [a, b] = [0, 1].map(|side| {
                let body = joint.bodies[side];
                joint.frames[side].on(&self.lifted[body])
            });
            let axes = Axes::turned(a.angle);
            let path = Path { start: a.sees_along(&axes, &b), bend: Acceleration::zero() };
            let points = memory.slots[joint.slots.clone()].iter().map(|slot| &slot.point);
            let load = joint.link.lifted_load(&path, points, step);
            for (body, frame, load) in [(joint.bodies[0], a, load.a), (joint.bodies[1], b, load.b)]
            {
                // The ground has no marker.
                let Some(sum) = change.get_mut(body) else { continue };
                let marker: &Fixed = &self.markers[body];
                let from = frame.position - marker.on(&self.lifted[body]).position;
                let load = Wrench { force: axes.outward(load.force), moment: load.moment };
                let about = Wrench::at(from, load.force).moment + load.moment;
                sum.fx += load.force.x.eps;
                sum.fy += load.force.y.eps;
                sum.t += about.eps;
            }
        }
    }
}
