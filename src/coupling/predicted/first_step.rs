//! The first step of oiled joints, made good once it is known what pushed from outside in it.

use super::memory::{Coordinate, Memory, Slot};
use super::oiled::{Laws, motion};
use super::one_joint::coordinates;
use super::{HostState, Mechanism, Predictor};
use crate::coupling::Step;
use crate::kinematics::planar::Motion;
use crate::laws::contact::{ContactPoint, TouchGeometry};
use nalgebra::Vector3;

/// Follows the first step once more at its end, `time` \[s\], where b has this motion.
///
/// Nothing is known of the outer loads in a first step: its load is that of a free journal, and the host moves by half
/// the outer acceleration times the step's square, where a film would have let it creep. Films bring nothing back to
/// a place. So what the host has had beyond the right load becomes a correction, which the loads to come take back.
/// Without anything from outside the load was right, and nothing changes. To take the film's load at the start for
/// what it stands against would be no way: it would push a journal on that comes to rest in its film.
pub(super) fn make_good<G: TouchGeometry>(
    laws: &mut Laws<G>,
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
    met.receive(start, &laws.geometry.touch(0, &motion(place, speed)));
    let mut follow = |external: Vector3<f64>| {
        laws.external = external;
        let mut point = met.clone();
        let (_, _, sums) = laws.follow(&mut point, (place, speed), Step { start, size });
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
    /// The same for a mechanism, whose host is in this state at the end of its first step: followed twice, without and
    /// with what pushed. `None` if there is no finite motion.
    pub(super) fn make_good<M: Mechanism>(
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
