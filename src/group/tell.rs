//! What a group says of a step.

use super::model::Group;
use super::report::{JointReport, PeakAcceleration, Report};
use crate::contact::Since;
use crate::coupling::predicted::{Mechanism, Memory, Outcome};
use crate::coupling::{CouplingReport, Snapshot};

impl Group {
    /// The joints and the energies, with every slot as `now` has it.
    pub(super) fn tell(
        &self,
        memory: &Memory,
        report: &mut Report,
        now: impl Fn(usize) -> Snapshot,
    ) {
        let joints = &mut report.first;
        for joint in joints.iter_mut() {
            *joint = JointReport { penetration: f64::NEG_INFINITY, ..JointReport::default() };
        }
        let energy = &mut report.second.second.energy;
        energy.stored = 0.0;
        for (index, slot) in memory.slots.iter().enumerate() {
            let now = now(index);
            let joint = &mut joints[self.linked.joint(index)];
            joint.penetration = joint.penetration.max(now.penetration);
            joint.normal_force += now.normal_force;
            joint.active |= now.penetration > 0.0;
            joint.work += slot.point.dissipated;
            joint.peak_normal_force = joint.peak_normal_force.max(self.predictor.normal(index).0);
            let Since { time, impact_speed } = slot.point.last_start;
            if time > joint.start_time || joint.impact_speed == 0.0 {
                (joint.start_time, joint.impact_speed) = (time, impact_speed);
            }
            energy.stored += now.stored;
        }
        energy.dissipated = joints.iter().map(|joint| joint.work).sum();
    }

    /// Accelerations inside the step, and how the group and its host get on.
    pub(super) fn tell_step(&self, outcome: &Outcome, report: &mut Report) {
        let peaks = self.predictor.peak_accelerations().chunks_exact(3);
        let free = peaks.zip(&self.linked.bodies.inverse).filter(|(_, moved)| moved[0] > 0.0);
        for ((peak, _), told) in free.zip(report.second.first.iter_mut()) {
            told.peak_acceleration = PeakAcceleration { x: peak[0], y: peak[1], phi: peak[2] };
        }
        let slots = 0..self.linked.slots();
        let impulse = slots.map(|slot| self.predictor.normal(slot).1).sum();
        report.second.second.coupling = CouplingReport::of(outcome, impulse);
    }
}
