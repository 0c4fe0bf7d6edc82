//! How the loads of a group change with its inputs: those of the plain law.

use super::bodies::Fixed;
use super::body_group::BodyGroup;
use crate::coupling::Step;
use crate::coupling::predicted::Memory;
use crate::planar::{Acceleration, Axes, Frame, Load, Motion, Path, Wrench};
use model_description::Quantities;
use nalgebra::Vector2;
use num_dual::Dual64;

impl BodyGroup {
    /// Takes up the motions of all bodies with their derivatives along `seed`.
    pub(super) fn lift(&mut self, inputs: &[f64], seed: &[f64]) {
        let frames = inputs.chunks_exact(Frame::COUNT).zip(seed.chunks_exact(Frame::COUNT));
        for (body, ((frame, seed), marker)) in self.lifted.iter_mut().zip(frames.zip(&self.markers))
        {
            let scalar = |index: usize| Dual64::new(frame[index], seed[index]);
            let frame = Motion {
                position: Vector2::new(scalar(0), scalar(1)),
                angle: scalar(2),
                velocity: Vector2::new(scalar(3), scalar(4)),
                spin: scalar(5),
            };
            *body = marker.centre(&frame);
        }
    }

    /// Writes the derivatives of the loads on contact points that remember `memory`, of bodies that
    /// keep their velocities.
    pub(super) fn differentiate(&self, memory: &Memory, step: Step, change: &mut [f64]) {
        change.fill(0.0);
        for joint in &self.mechanism.joints {
            let [a, b] = [0, 1].map(|side| {
                let body = joint.bodies[side];
                joint.frames[side].on(&self.lifted[body])
            });
            let axes = Axes::turned(a.angle);
            let path = Path { start: a.relative_in(&axes, &b), bend: Acceleration::zero() };
            let points = memory.slots[joint.slots.clone()].iter().map(|slot| &slot.point);
            let load = joint.link.load_with_derivatives(&path, points, step);
            for (body, frame, load) in [(joint.bodies[0], a, load.a), (joint.bodies[1], b, load.b)]
            {
                // The ground has no marker.
                let Some(marker) = self.markers.get(body) else { continue };
                let marker: &Fixed = marker;
                let from = frame.position - marker.on(&self.lifted[body]).position;
                let load = Wrench { force: axes.outward(load.force), moment: load.moment };
                let about = Wrench::at(from, load.force).moment + load.moment;
                let sums = &mut change[Load::COUNT * body..][..Load::COUNT];
                let parts = [load.force.x.eps, load.force.y.eps, about.eps];
                sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
        }
    }
}
