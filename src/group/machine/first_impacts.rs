//! Velocities at the start that do not fit the joints: the machine begins with impacts.

use super::island::CarriedIsland;
use super::state::Carried;
use crate::group::mechanics::mechanism::BodyMechanism;

/// Velocities fit if they differ by no more than this share of the faster one at the joint: figures that are rounded
/// are no impact,
const FITS: f64 = 0.02;
/// or by no more than this \[m/s\].
const SLOW: f64 = 1e-3;

/// The impacts that a machine begins with, in a sentence, if there are any: in every joint without oil, how fast b
/// moves against a in the directions in which the joint holds it in the end.
pub(crate) fn impacts(islands: &mut [CarriedIsland], states: &[Carried]) -> Option<String> {
    let mut found: Vec<(f64, String)> = Vec::new();
    for (carried, state) in islands.iter_mut().zip(states) {
        carried.place(state);
        let BodyMechanism { bodies, joints, .. } = &carried.island.mechanism;
        for joint in joints.iter().filter(|joint| joint.link.film().is_none()) {
            let ends = [0, 1].map(|side| {
                bodies.frame(joint.bodies[side], &joint.frames[side]).1.velocity.norm()
            });
            let speed = joint.link.speed_across(&joint.motion);
            if speed > SLOW.max(FITS * ends[0].max(ends[1])) {
                found.push((speed, joint.link.name().to_owned()));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let each: Vec<_> =
        found.iter().map(|(speed, joint)| format!("{speed:.2e} m/s in {joint}")).collect();
    (!each.is_empty()).then(|| {
        format!(
            "the machine begins with an impact of {}: the velocities of its start do not fit the joints",
            each.join(", ")
        )
    })
}
