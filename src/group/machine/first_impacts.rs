//! Start velocities that are inconsistent with the joints, so that the machine begins with impacts.

use super::island::MachineIsland;
use super::state::MachineState;
use crate::group::mechanics::mechanism::BodyMechanism;

/// Approach speed that counts as rounding, relative to the faster speed of the two frames at the
/// joint \[1\].
const FITS: f64 = 0.02;
/// Approach speed that counts as rounding at any speed of the frames \[m/s\].
const SLOW: f64 = 1e-3;

/// Returns a sentence with the approach speeds of the impacts at the start, in joints without oil; `None` without
/// impacts.
pub(crate) fn impacts(islands: &mut [MachineIsland], states: &[MachineState]) -> Option<String> {
    let mut found: Vec<(f64, String)> = Vec::new();
    for (machine, state) in islands.iter_mut().zip(states) {
        machine.place(state);
        let BodyMechanism { bodies, joints, .. } = &machine.island.mechanism;
        for joint in joints.iter().filter(|joint| joint.model.laws.film().is_none()) {
            let ends = [0, 1].map(|side| {
                bodies.frame(joint.bodies[side], &joint.frames[side]).1.velocity.norm()
            });
            let speed = joint.model.laws.approach_speed(&joint.motion);
            if speed > SLOW.max(FITS * ends[0].max(ends[1])) {
                found.push((speed, joint.model.name().to_owned()));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let each: Vec<_> = found
        .iter()
        .map(|(speed, joint)| {
            // Three digits.
            let speed: f64 = format!("{speed:.2e}").parse().unwrap_or(*speed);
            format!("{speed} m/s in {joint}")
        })
        .collect();
    (!each.is_empty()).then(|| {
        format!(
            "the machine begins with an impact of {}: the velocities of its start do not fit the joints",
            each.join(", ")
        )
    })
}
