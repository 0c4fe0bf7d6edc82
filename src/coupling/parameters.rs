//! The user's choices for the coupling of a joint and its host.

use super::identify::Identifier;
use super::method::{Coupling, Identify, Method};
use super::mobility::{Mobility, Role};
use super::predicted::{Delay, Settings, TOLERANCES};
use crate::base::Fault;
use crate::base::fault::Name;
use model_description::{Interval, POSITIVE, Quantities, Row, quantities};

quantities! {
    /// Coupling of a joint without prediction and its host.
    pub struct PlainCoupling {
        /// How the load of a communication step is computed.
        method: Coupling with { Coupling::StepMean },
    }
}

quantities! {
    /// Coupling of joint and host, and the data for prediction besides the mobility.
    pub struct SharedCoupling {
        /// How the load of a communication step is computed.
        method: Method with { Method::StepMean },
        /// Step in which the host applies a load; a wrong choice raises `coupling.work_mismatch`.
        /// Used by coupling.method = predicted.
        delay: Delay with { Delay::Without },
        /// Whether the host updates positions with the velocity at the end of the step (semi-implicit Euler).
        /// Used by coupling.method = predicted.
        semi_implicit: bool = false,
        /// Weight of each new estimate of the acceleration that other loads cause; lower with noisy inputs, 1 if no other stiff joint shares a body.
        /// Used by coupling.method = predicted.
        filter: "1" = 0.3 in Interval::above(0.0).up_to(1.0),
        /// Whether mobility, delay and update rule are measured with probe loads, which leave velocity and position unchanged; given values count until the measured ones are found. auto measures if no mobility is given.
        /// Used by coupling.method = predicted.
        identify: Identify with { Identify::Auto },
        /// Standard deviation of the mobility, relative to its largest entry, at which it counts as found.
        /// Used by coupling.identify = at_start or on.
        identify_tolerance: "1" = 3e-3 in Interval::above(0.0).up_to(0.1),
        /// Largest velocity change by a probe; a tenth of it in contact.
        /// Used by coupling.identify = at_start or on.
        identify_speed: "m/s" = 1e-3 in POSITIVE,
        /// Largest displacement by a probe in a step, as a fraction of the clearance.
        /// Used by coupling.identify = at_start or on.
        identify_travel: "1" = 1e-3 in POSITIVE,
        /// Largest probe force.
        /// Used by coupling.identify = at_start or on.
        identify_force: "N" = 100.0 in POSITIVE,
        /// Turn of this joint to probe among joints that share bodies: each needs its own number, from 0.
        /// Used by coupling.identify = at_start or on.
        identify_slot: i32 = 0 in Interval::closed(0.0, 99.0),
        /// Number of joints that share bodies and take turns to probe.
        /// Used by coupling.identify = at_start or on.
        identify_slots: i32 = 1 in Interval::closed(1.0, 100.0),
        /// Largest error of the motion inside a step, relative to the speed of each impact or, of films, to the clearance.
        /// Used by coupling.method = predicted.
        tolerance: "1" = 1e-4 in TOLERANCES,
    }
}

/// Name of the parameter that takes a tool's tolerance.
pub const TOLERANCE: &str = "coupling.tolerance";

/// Coupling of a joint with D directions and its host, and the data for prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CouplingParameters<const D: usize = 3> {
    /// The parameters of any number of directions.
    pub shared: SharedCoupling,
    /// The mobility; zeros if it is not set.
    pub mobility: Mobility<D>,
}

/// Coupling of a joint in space.
pub(crate) type SpatialCoupling = CouplingParameters<6>;

/// Coupling of a joint with one coordinate.
pub(crate) type LineCoupling = CouplingParameters<1>;

/// Texts of a joint with one coordinate, where they differ.
const LINE_TEXTS: [(&str, &str); 4] = [
    (
        "filter",
        "Weight of each new estimate of the acceleration that other loads cause; 1 if this is the only stiff joint of \
         its bodies, 0.3 if there are several. Used by coupling.method = predicted.",
    ),
    (
        "identify_tolerance",
        "Relative standard deviation of the mobility at which it counts as found. Used by coupling.identify = \
         at_start or on.",
    ),
    (
        "identify_travel",
        "Largest displacement by a probe in a step, as a fraction of the backlash. Used by coupling.identify = \
         at_start or on.",
    ),
    ("identify_force", "Largest probe load. Used by coupling.identify = at_start or on."),
];

impl<const D: usize> Default for CouplingParameters<D> {
    fn default() -> Self {
        let mut shared = SharedCoupling::default();
        if D == 1 {
            shared.filter = 1.0;
        }
        Self { shared, mobility: Mobility::default() }
    }
}

impl<const D: usize> Quantities for CouplingParameters<D> {
    const COUNT: usize = SharedCoupling::COUNT + Mobility::<D>::COUNT;

    fn rows(&self) -> Vec<Row> {
        let mut rows = self.shared.rows();
        if D == 1 {
            reword(&mut rows, &LINE_TEXTS);
        }
        rows.splice(Self::PLACE..Self::PLACE, self.mobility.rows_of(Role::Parameter));
        rows
    }

    fn read(values: &[f64]) -> Self {
        let (first, rest) = values[..Self::COUNT].split_at(Self::PLACE);
        let (mobility, last) = rest.split_at(Mobility::<D>::COUNT);
        let mut shared = [0.0; SharedCoupling::COUNT];
        shared[..Self::PLACE].copy_from_slice(first);
        shared[Self::PLACE..].copy_from_slice(last);
        Self { shared: SharedCoupling::read(&shared), mobility: Mobility::read(mobility) }
    }

    fn write(&self, values: &mut [f64]) {
        let (place, end) = (Self::PLACE, SharedCoupling::COUNT);
        self.shared.write(values);
        values.copy_within(place..end, place + Mobility::<D>::COUNT);
        self.mobility.write(&mut values[place..]);
    }
}

/// Replaces the texts of the rows with these names.
pub(super) fn reword(rows: &mut [Row], texts: &[(&str, &'static str)]) {
    for row in rows {
        if let Some((_, text)) = texts.iter().find(|(name, _)| row.name == *name) {
            row.text = text;
        }
    }
}

impl<const D: usize> CouplingParameters<D> {
    /// Place of the mobility among the other parameters: behind `semi_implicit`, with one coordinate behind `filter`.
    const PLACE: usize = if D == 1 { 4 } else { 3 };

    /// Communication step \[s\] that a joint tolerates with this coupling; `plain` is the one without prediction.
    pub(crate) fn safe_step(&self, plain: f64) -> f64 {
        self.shared.method.safe_step(plain)
    }

    /// The predictor's settings.
    pub(crate) fn settings(&self) -> Settings {
        let SharedCoupling { delay, semi_implicit, filter, tolerance, .. } = self.shared;
        Settings { delay, semi_implicit, filter, tolerance }
    }

    /// Settings of the measurement of the host, if a predicting joint measures it. `length` \[m\] turns angles into
    /// displacements, `clearance` is in \[m\] or \[rad\]; an `oiled` joint cannot measure.
    ///
    /// Refuses a measurement that is not possible, and a mobility that is neither set nor measured nor an input, or
    /// that no pair of bodies can have.
    pub(crate) fn identifier(
        &self,
        [length, clearance]: [f64; 2],
        takes_mobility: bool,
        oiled: bool,
    ) -> Result<Option<Identifier>, Fault> {
        let SharedCoupling { identify, identify_slot, identify_slots, .. } = self.shared;
        let set = self.mobility.is_given();
        // With a film nothing can be measured: there the mobility must be given.
        let measures = identify.measures(set || takes_mobility || oiled);
        if measures && oiled {
            return Err(Fault::Choice {
                name: Name::of("coupling.identify"),
                choice: "measurement of the host",
                allowed: "off",
                meaning: "with a film the mobility must be given: the command mobility computes it",
            });
        }
        let identifier = measures.then(|| Identifier {
            tracks: identify.tracks(),
            tolerance: self.shared.identify_tolerance,
            speed: self.shared.identify_speed,
            displacement: self.shared.identify_travel * clearance,
            force: self.shared.identify_force,
            slot: identify_slot.unsigned_abs(),
            slots: identify_slots.unsigned_abs(),
            length,
            directions: D,
        });
        identifier.iter().try_for_each(Identifier::check_slot)?;
        if set || !(measures || takes_mobility) {
            self.mobility.check_parameters()?;
        }
        Ok(identifier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const D: usize>(first: &str) {
        let mut parameters = CouplingParameters::<D>::default();
        parameters.mobility.0[(0, 0)] = 2.0;
        parameters.shared.identify_slots = 3;
        parameters.shared.tolerance = 1e-6;
        let mut values = vec![0.0; CouplingParameters::<D>::COUNT];
        parameters.write(&mut values);
        assert_eq!(CouplingParameters::read(&values), parameters);
        let rows = parameters.rows();
        let starts: Vec<_> = rows.iter().map(|row| row.start.number()).collect();
        assert_eq!(starts, values);
        assert!(rows.iter().any(|row| row.name == first && row.start.number() == 2.0));
    }

    #[test]
    fn parameters_are_written_and_read_in_the_order_of_their_rows() {
        check::<1>("mobility");
        check::<3>("mobility_xx");
        check::<6>("mobility_xx");
    }
}
