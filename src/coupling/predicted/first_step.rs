//! The correction of the first step of joints with films, once the external loads in it are known.

use super::film_integrator::{FilmIntegrator, motion};
use super::memory::{Coordinate, Memory, Slot};
use super::one_joint::coordinates;
use super::{HostState, Mechanism, Predictor};
use crate::coupling::Step;
use crate::kinematics::planar::Motion;
use crate::laws::contact::{ContactPoint, TouchGeometry};
use nalgebra::Vector3;

/// Integrates the first step again at its end, `time` \[s\], at which b has this motion.
///
/// The external loads of a first step are not known, so its load is that on a free journal. The host
/// then moves by half the external acceleration times the step's square, although the film would have
/// let it creep only, and a film does not return a body to its former position. So the excess of the
/// load given over the right one becomes a position correction, which the loads to come take back.
/// Without external loads the load was right, and nothing changes. It would be wrong to assume an
/// external load that balances the film's at the start: that would push a journal that comes to rest
/// in its film.
pub(super) fn correct_first_step<G: TouchGeometry>(
    integrator: &mut FilmIntegrator<G>,
    b: &Motion<f64>,
    memory: &mut Memory,
    time: f64,
) {
    let size = memory.size;
    let (places, speeds) = coordinates(b);
    let of = |part: fn(&Coordinate) -> f64| {
        Vector3::from_fn(|index, _| part(&memory.coordinates[index]))
    };
    let (speed, now) = (of(|known| known.velocity), Vector3::from(speeds));
    let pushed = (now - speed) / size - of(|known| known.held[0].acceleration);
    let place = Vector3::from(places) - (speed + now) * (0.5 * size);
    let start = time - size;
    let mut met = ContactPoint::default();
    met.receive(start, &integrator.geometry.touch(0, &motion(place, speed)));
    let mut follow = |external: Vector3<f64>| {
        integrator.external = external;
        let mut point = met.clone();
        let (_, _, sums) = integrator.follow(&mut point, (place, speed), Step { start, size });
        (sums, point)
    };
    let ((given, _), (right, point)) = (follow(Vector3::zeros()), follow(pushed));
    if right.coarse {
        return;
    }
    let joint = &mut memory.joints[0];
    joint.excess_travel += given.travel - right.travel;
    joint.correction_impulse[0] += given.impulse - right.impulse;
    memory.balance.given[0] = right.work;
    memory.slots[0].point = point;
}

impl Predictor {
    /// Corrects the first step of a mechanism whose host is in this `state` at its end, `time` \[s\]: integrates it
    /// twice, without and with the external loads. Returns `None` if the motion is not finite.
    pub(super) fn correct_first_step<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory,
        time: f64,
    ) -> Option<()> {
        let (size, hosted) = (memory.size, memory.coordinates.len());
        let accuracy = self.exchange.settings.accuracy;
        let step = Step { start: time - size, size };
        let motion = &mut self.motion;
        self.external.fill(0.0);
        for sign in [1.0, -1.0] {
            for (index, known) in memory.coordinates.iter().enumerate() {
                let (before, now) = (known.velocity, state.velocities[index]);
                motion.coordinates[index] =
                    state.coordinates[index] - (before + now) * (0.5 * size);
                motion.velocities[index] = before;
                if sign < 0.0 {
                    self.external[index] = (now - before) / size - known.held[0].acceleration;
                }
            }
            motion.coordinates[hosted..].fill(0.0);
            motion.velocities[hosted..].fill(0.0);
            mechanism.place(&motion.coordinates, &motion.velocities);
            for (index, slot) in memory.slots.iter_mut().enumerate() {
                *slot = Slot::default();
                slot.point.receive(step.start, &mechanism.touch(index));
            }
            motion.clear(true, size);
            motion.growth.fill(0.0);
            motion.follow(mechanism, &mut memory.slots, &self.external, step, 0.0, accuracy)?;
            for (index, given) in memory.joints.iter_mut().enumerate() {
                given.excess_travel += motion.travel[index] * sign;
                given.correction_impulse[0] += motion.impulse[index] * sign;
            }
        }
        let bent = motion.coordinates[hosted..].iter().zip(&motion.velocities[hosted..]);
        memory.bent.iter_mut().zip(bent).for_each(|(to, (q, v))| *to = [*q, *v]);
        memory.bent_damped = motion.bent_damped;
        memory.balance.given[0] = motion.work;
        Some(())
    }
}
