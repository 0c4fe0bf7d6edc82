//! The report of a joint's coupling with its host.

use super::identify::{Measured, Status};
use super::mobility::Mobility;
use super::predicted::Outcome;
use model_description::quantities;

quantities! {
    /// The joint and its host, up to the end of the last committed step.
    pub struct CouplingReport {
        /// Difference between the loads' work along the host's motion and inside the joint, and energy error inside the step, relative to the work exchanged; above 0.01 the mobility, delay or step is wrong.
        work_mismatch: "1",
        /// Longest step that the last contact tolerates: its estimated duration; 0 before the first contact.
        suggested_step: "s",
        /// Normal impulse of all contacts inside the last step.
        impulse: "N.s",
        /// Whether the last step was longer than the suggested one, or held too many events to resolve.
        step_too_long: bool,
    }
}

quantities! {
    /// The joint and its host, up to the end of the last committed step, and the measured host.
    pub struct IdentifiedCoupling {
        /// Difference between the loads' work along the host's motion and inside the joint, and energy error inside the step, relative to the work exchanged; above 0.01 the mobility, delay or step is wrong.
        work_mismatch: "1",
        /// Longest step that the last contact tolerates: its estimated duration; 0 before the first contact.
        suggested_step: "s",
        /// Normal impulse of all contacts inside the last step.
        impulse: "N.s",
        /// Whether the last step was longer than the suggested one, or held too many events to resolve.
        step_too_long: bool,
        /// Progress of coupling.identify.
        identified: Status,
        /// Measured mobility, as coupling.mobility_xx; 0 until it is accurate enough for prediction.
        measured_xx: "1/kg",
        /// Measured mobility, as coupling.mobility_xy.
        measured_xy: "1/kg",
        /// Measured mobility, as coupling.mobility_yy.
        measured_yy: "1/kg",
        /// Measured mobility, as coupling.mobility_xphi.
        measured_xphi: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_yphi.
        measured_yphi: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_phiphi.
        measured_phiphi: "1/(kg.m2)",
        /// Measured mean delay of the loads, in steps: 0 is coupling.delay = none, 0.5 half, 1 one.
        measured_delay: "1",
        /// Measured update rule: 0 exact positions, 1 as coupling.semi_implicit, -1 positions updated with old velocities (explicit Euler).
        measured_semi_implicit: "1",
        /// Standard deviation of the measured mobility, relative to its largest entry.
        measured_uncertainty: "1",
        /// Probe load included in the last loads: its force, or its moment divided by a length of the joint.
        probe_force: "N",
    }
}

quantities! {
    /// A joint with one coordinate and its host, up to the end of the last committed step, and the
    /// measured host.
    pub struct LineReport {
        /// Difference between the loads' work along the host's motion and inside the joint, and energy error inside the step, relative to the work exchanged; above 0.01 the mobility, delay or step is wrong.
        work_mismatch: "1",
        /// Longest step that the last contact tolerates: its estimated duration; 0 before the first contact.
        suggested_step: "s",
        /// Normal impulse of all contacts inside the last step.
        impulse: "N.s",
        /// Whether the last step was longer than the suggested one, or held too many events to resolve.
        step_too_long: bool,
        /// Progress of coupling.identify.
        identified: Status,
        /// Measured mobility, as coupling.mobility; 0 until it is accurate enough for prediction.
        measured: "1/kg",
        /// Measured mean delay of the loads, in steps: 0 is coupling.delay = none, 0.5 half, 1 one.
        measured_delay: "1",
        /// Measured update rule: 0 exact positions, 1 as coupling.semi_implicit, -1 positions updated with old velocities (explicit Euler).
        measured_semi_implicit: "1",
        /// Relative standard deviation of the measured mobility.
        measured_uncertainty: "1",
        /// Probe load included in the last loads.
        probe_force: "N",
    }
}

impl LineReport {
    /// The report of a step, with the host as it has been measured.
    pub(crate) fn of(
        report: CouplingReport,
        measured: Option<&Measured>,
        probe_force: f64,
    ) -> Self {
        let CouplingReport { work_mismatch, suggested_step, impulse, step_too_long } = report;
        let plain =
            Self { work_mismatch, suggested_step, impulse, step_too_long, ..Self::default() };
        let Some(measured) = measured else { return plain };
        let Measured { status, host, delay, rule, uncertainty } = *measured;
        Self {
            identified: status,
            measured: host.map_or(0.0, |host| host.mobility.m11),
            measured_delay: delay,
            measured_semi_implicit: rule,
            measured_uncertainty: uncertainty,
            probe_force,
            ..plain
        }
    }
}

impl CouplingReport {
    /// The report of a step with this normal impulse of all contacts \[N s\].
    pub(crate) fn of(outcome: &Outcome, impulse: f64) -> Self {
        let Outcome { work_mismatch, suggested_step, step_too_long } = *outcome;
        let suggested_step = suggested_step.unwrap_or(0.0);
        Self { work_mismatch, suggested_step, impulse, step_too_long }
    }
}

impl IdentifiedCoupling {
    /// The report of a step, with the host as it has been measured.
    pub(crate) fn of(
        report: CouplingReport,
        measured: Option<&Measured>,
        probe_force: f64,
    ) -> Self {
        let CouplingReport { work_mismatch, suggested_step, impulse, step_too_long } = report;
        let plain =
            Self { work_mismatch, suggested_step, impulse, step_too_long, ..Self::default() };
        let Some(measured) = measured else { return plain };
        let Measured { status, host, delay, rule, uncertainty } = *measured;
        let [xx, xy, yy, xphi, yphi, phiphi] =
            host.map_or([0.0; 6], |host| Mobility(host.mobility).numbers());
        Self {
            identified: status,
            measured_xx: xx,
            measured_xy: xy,
            measured_yy: yy,
            measured_xphi: xphi,
            measured_yphi: yphi,
            measured_phiphi: phiphi,
            measured_delay: delay,
            measured_semi_implicit: rule,
            measured_uncertainty: uncertainty,
            probe_force,
            ..plain
        }
    }
}
