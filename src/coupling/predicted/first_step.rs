//! The first step of an oiled joint, made good once it is known what pushed from outside in it.

use super::JointLoad;
use super::memory::{Coordinate, Memory};
use super::oiled::{Laws, motion};
use super::one_joint::coordinates;
use crate::contact::{ContactPoint, TouchGeometry};
use crate::coupling::Step;
use crate::planar::Motion;
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
    if size == 0.0 {
        return;
    }
    let (places, speeds) = coordinates(b);
    let of = |part: fn(&Coordinate) -> f64| {
        Vector3::from_fn(|index, _| part(&memory.coordinates[index]))
    };
    let (speed, now) = (of(|known| known.velocity), Vector3::from(speeds));
    let held = of(|known| known.held[0].generalised);
    laws.external = (now - speed) / size - of(|known| known.held[0].acceleration);
    let place = Vector3::from(places) - (speed + now) * (0.5 * size);
    let start = time - size;
    let mut point = ContactPoint::default();
    point.receive(start, &laws.geometry.touch(0, &motion(place, speed)));
    let (_, _, sums) = laws.follow(&mut point, (place, speed), Step { start, size });
    if sums.coarse {
        return;
    }
    let beyond = |load: Vector3<f64>| JointLoad::new(load.x, load.y, load.z, 0.0);
    let given = &mut memory.joints[0];
    given.excess_travel = beyond(held * (0.5 * size * size) - sums.travel);
    given.correction_impulse[0] = beyond(held * size - sums.impulse);
    memory.balance.given[0] = sums.work;
    memory.slots[0].point = point;
}
