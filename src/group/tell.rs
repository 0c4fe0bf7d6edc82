//! What a group says of a step.

use super::report::{GroupReport, JointReport};
use crate::contact::Since;
use crate::coupling::predicted::{Mechanism, Memory, Outcome, Predictor};
use crate::coupling::{CouplingReport, Snapshot};

/// The joints and the energies, with every slot as `now` has it.
pub(super) fn tell<'a>(
    mechanism: &impl Mechanism,
    predictor: &Predictor,
    memory: &Memory,
    now: impl Fn(usize) -> Snapshot,
    joints: impl Iterator<Item = &'a mut JointReport>,
    group: &mut GroupReport,
) {
    let mut slots = memory.slots.iter().enumerate().peekable();
    let energy = &mut group.energy;
    (energy.stored, energy.dissipated) = (0.0, 0.0);
    // The slots of a joint stand together, and in the order of the joints.
    for (number, joint) in joints.enumerate() {
        *joint = JointReport { penetration: f64::NEG_INFINITY, ..JointReport::default() };
        while let Some((index, slot)) =
            slots.next_if(|(index, _)| mechanism.joint(*index) == number)
        {
            let now = now(index);
            joint.penetration = joint.penetration.max(now.penetration);
            joint.normal_force += now.normal_force;
            joint.active |= now.penetration > 0.0;
            joint.work += slot.point.dissipated;
            joint.peak_normal_force = joint.peak_normal_force.max(predictor.normal(index).0);
            let Since { time, impact_speed } = slot.point.last_start;
            if time > joint.start_time || joint.impact_speed == 0.0 {
                (joint.start_time, joint.impact_speed) = (time, impact_speed);
            }
            energy.stored += now.stored;
        }
        energy.dissipated += joint.work;
    }
}

/// How the group and its host get on.
pub(super) fn told_coupling(
    mechanism: &impl Mechanism,
    predictor: &Predictor,
    outcome: &Outcome,
) -> CouplingReport {
    let impulse = (0..mechanism.slots()).map(|slot| predictor.normal(slot).1).sum();
    CouplingReport::of(outcome, impulse)
}

/// Whether any joint touches, and the last start of a contact.
pub(super) fn told_contact<'a>(
    joints: impl Iterator<Item = &'a JointReport>,
) -> Option<(bool, (f64, f64))> {
    joints.map(|joint| (joint.active, (joint.start_time, joint.impact_speed))).reduce(
        |(touch, last), (active, start)| {
            (touch | active, if start.0 >= last.0 { start } else { last })
        },
    )
}
