//! The report of a joint in space inside a group.

use super::plan::{ContactReport, JointReport};
use crate::coupling::MatingJoints;
use crate::coupling::predicted::{MatingContacts, Memory, Predictor};
use crate::group::report::{LossReport, Totals};
use crate::laws::contact::Onset;
use crate::laws::mating::CONTACTS;

/// Returns the report of a joint where the mechanism is placed, and adds it to `totals`.
pub(crate) fn joint_report(
    mechanism: &impl MatingContacts,
    predictor: &mut Predictor<9, MatingJoints>,
    memory: &Memory<9>,
    number: usize,
    totals: &mut Totals,
) -> JointReport {
    let (contact, mut stored) = predictor.contact(mechanism, memory, number);
    let journal = contact.gaps.iter().map(|gap| gap.0).fold(f64::NEG_INFINITY, f64::max);
    let mut report = ContactReport {
        penetration: journal,
        overlap: contact.overlap(),
        tilt: contact.tilt(),
        normal_force: contact.normal_force(),
        active: journal > 0.0,
        ..ContactReport::default()
    };
    let mut dissipated = 0.0;
    for slot in CONTACTS * number..CONTACTS * (number + 1) {
        let (peak, impulse) = predictor.normal(slot);
        report.peak_normal_force = report.peak_normal_force.max(peak);
        let point = &memory.slots[slot].point;
        dissipated += point.dissipated();
        stored += point.friction.held;
        totals.impulse += impulse;
        let Onset { time, impact_speed } = point.last_start;
        if time > report.start_time || report.impact_speed == 0.0 {
            (report.start_time, report.impact_speed) = (time, impact_speed);
        }
    }
    report.peak_normal_force = report.peak_normal_force.max(report.normal_force);
    let forces = [report.normal_force, report.peak_normal_force];
    totals.add_joint(report.active, report.penetration, forces, [stored, dissipated]);
    JointReport { contact: report, energy: LossReport { dissipated } }
}
