//! The report of a joint's coupling with its host.

use super::identify::{Host, Measured, Status};
use super::mobility::{Mobility, Role};
use super::parameters::reword;
use super::predicted::Outcome;
use model_description::{Quantities, Row, quantities};
use nalgebra::SMatrix;

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
    /// Progress of the measurement of the host.
    pub struct ProgressReport {
        /// Progress of coupling.identify.
        identified: Status,
    }
}

quantities! {
    /// The measured host besides its mobility.
    pub struct SchemeReport {
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

/// A joint with D directions and its host, up to the end of the last committed step, and the measured host.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct IdentifiedCoupling<const D: usize = 3> {
    /// The joint and its host.
    pub step: CouplingReport,
    /// Progress of the measurement.
    pub progress: ProgressReport,
    /// The measured mobility; zeros until it is accurate enough for prediction.
    pub mobility: Mobility<D>,
    /// The measured host besides.
    pub scheme: SchemeReport,
}

/// The report of a joint in space.
pub(crate) type SpatialReport = IdentifiedCoupling<6>;

/// The report of a joint with one coordinate.
pub(crate) type LineReport = IdentifiedCoupling<1>;

/// Texts of a joint with one coordinate, where they differ.
const LINE_TEXTS: [(&str, &str); 2] = [
    ("measured_uncertainty", "Relative standard deviation of the measured mobility."),
    ("probe_force", "Probe load included in the last loads."),
];

impl<const D: usize> Quantities for IdentifiedCoupling<D> {
    const COUNT: usize = Self::SCHEME + SchemeReport::COUNT;

    fn rows(&self) -> Vec<Row> {
        let mut scheme = self.scheme.rows();
        if D == 1 {
            reword(&mut scheme, &LINE_TEXTS);
        }
        let mobility = self.mobility.rows_of(Role::Measured);
        [self.step.rows(), self.progress.rows(), mobility, scheme].concat()
    }

    fn read(values: &[f64]) -> Self {
        Self {
            step: CouplingReport::read(values),
            progress: ProgressReport::read(&values[Self::PROGRESS..]),
            mobility: Mobility::read(&values[Self::MOBILITY..]),
            scheme: SchemeReport::read(&values[Self::SCHEME..]),
        }
    }

    fn write(&self, values: &mut [f64]) {
        self.step.write(values);
        self.progress.write(&mut values[Self::PROGRESS..]);
        self.mobility.write(&mut values[Self::MOBILITY..]);
        self.scheme.write(&mut values[Self::SCHEME..]);
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

impl<const D: usize> IdentifiedCoupling<D> {
    // Places of the parts.
    const PROGRESS: usize = CouplingReport::COUNT;
    const MOBILITY: usize = Self::PROGRESS + ProgressReport::COUNT;
    const SCHEME: usize = Self::MOBILITY + Mobility::<D>::COUNT;

    /// The report of a step whose host is not measured.
    pub(crate) fn unmeasured(step: CouplingReport) -> Self {
        Self { step, ..Self::default() }
    }

    /// The report of a step, with the host as it has been measured in D directions or more.
    pub(crate) fn of<const M: usize>(
        step: CouplingReport,
        measured: &Measured<M>,
        probe_force: f64,
    ) -> Self {
        let Measured { status, host, delay, rule, uncertainty } = *measured;
        let own =
            |host: Host<M>| Mobility(SMatrix::from_fn(|row, column| host.mobility[(row, column)]));
        Self {
            step,
            progress: ProgressReport { identified: status },
            mobility: host.map(own).unwrap_or_default(),
            scheme: SchemeReport {
                measured_delay: delay,
                measured_semi_implicit: rule,
                measured_uncertainty: uncertainty,
                probe_force,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const D: usize>(end: &str) {
        let mut report = IdentifiedCoupling::<D>::default();
        report.step.step_too_long = true;
        report.progress.identified = Status::Found;
        report.mobility.0[(D - 1, D - 1)] = 2.0;
        report.scheme.probe_force = 3.0;
        let mut values = vec![0.0; IdentifiedCoupling::<D>::COUNT];
        report.write(&mut values);
        assert_eq!(IdentifiedCoupling::read(&values), report);
        let rows = report.rows();
        let last = rows.iter().position(|row| row.name == format!("measured{end}")).unwrap();
        assert_eq!((rows.len(), values[last]), (values.len(), 2.0));
    }

    #[test]
    fn a_report_is_written_and_read_in_the_order_of_its_rows() {
        check::<1>("");
        check::<3>("_phiphi");
        check::<6>("_rzrz");
    }
}
