//! The user's choices for the coupling of a joint in space and its host, and the report of it.

use super::space::{NUMBERS, SpatialMobility};
use crate::coupling::identify::{Identifier, Measured, Status};
use crate::coupling::predicted::{Accuracy, Delay, Settings};
use crate::coupling::{CouplingReport, Identify, Method};
use model_description::Interval;
use model_description::{ANY, NOT_NEGATIVE, POSITIVE, quantities};

quantities! {
    /// Coupling of a joint in space and its host, and the data for prediction.
    pub struct SpatialCoupling {
        /// How the load of a communication step is computed.
        method: Method with { Method::StepMean },
        /// Step in which the host applies a load; a wrong choice raises `coupling.work_mismatch`.
        /// Used by coupling.method = predicted.
        delay: Delay with { Delay::Without },
        /// Whether the host updates positions with the velocity at the end of the step (semi-implicit Euler).
        /// Used by coupling.method = predicted.
        semi_implicit: bool = false,
        /// Mobility: acceleration of b relative to a along x per unit force on b along x, with its reaction on a. World axes; axes of a with relative ports.
        /// Used by coupling.method = predicted.
        mobility_xx: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Mobility: acceleration along x per unit force along y, and vice versa.
        /// Used by coupling.method = predicted.
        mobility_xy: "1/kg" = 0.0 in ANY,
        /// Mobility: acceleration along x per unit force along z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_xz: "1/kg" = 0.0 in ANY,
        /// Mobility: acceleration along x per unit moment about x, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_xrx: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along x per unit moment about y, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_xry: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along x per unit moment about z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_xrz: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration of b against a along y per unit force on b along y and its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_yy: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Mobility: acceleration along y per unit force along z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_yz: "1/kg" = 0.0 in ANY,
        /// Mobility: acceleration along y per unit moment about x, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_yrx: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along y per unit moment about y, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_yry: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along y per unit moment about z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_yrz: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration of b against a along z per unit force on b along z and its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_zz: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Mobility: acceleration along z per unit moment about x, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_zrx: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along z per unit moment about y, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_zry: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along z per unit moment about z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_zrz: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: angular acceleration of b against a about x per unit moment on b about x and its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_rxrx: "1/(kg.m2)" = 0.0 in NOT_NEGATIVE,
        /// Mobility: angular acceleration about x per unit moment about y, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_rxry: "1/(kg.m2)" = 0.0 in ANY,
        /// Mobility: angular acceleration about x per unit moment about z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_rxrz: "1/(kg.m2)" = 0.0 in ANY,
        /// Mobility: angular acceleration of b against a about y per unit moment on b about y and its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_ryry: "1/(kg.m2)" = 0.0 in NOT_NEGATIVE,
        /// Mobility: angular acceleration about y per unit moment about z, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_ryrz: "1/(kg.m2)" = 0.0 in ANY,
        /// Mobility: angular acceleration of b against a about z per unit moment on b about z and its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_rzrz: "1/(kg.m2)" = 0.0 in NOT_NEGATIVE,
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
    }
}

quantities! {
    /// A joint in space and its host, up to the end of the last committed step, and the measured host.
    pub struct SpatialReport {
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
        /// Measured mobility, as coupling.mobility_xz.
        measured_xz: "1/kg",
        /// Measured mobility, as coupling.mobility_xrx.
        measured_xrx: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_xry.
        measured_xry: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_xrz.
        measured_xrz: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_yy.
        measured_yy: "1/kg",
        /// Measured mobility, as coupling.mobility_yz.
        measured_yz: "1/kg",
        /// Measured mobility, as coupling.mobility_yrx.
        measured_yrx: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_yry.
        measured_yry: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_yrz.
        measured_yrz: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_zz.
        measured_zz: "1/kg",
        /// Measured mobility, as coupling.mobility_zrx.
        measured_zrx: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_zry.
        measured_zry: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_zrz.
        measured_zrz: "1/(kg.m)",
        /// Measured mobility, as coupling.mobility_rxrx.
        measured_rxrx: "1/(kg.m2)",
        /// Measured mobility, as coupling.mobility_rxry.
        measured_rxry: "1/(kg.m2)",
        /// Measured mobility, as coupling.mobility_rxrz.
        measured_rxrz: "1/(kg.m2)",
        /// Measured mobility, as coupling.mobility_ryry.
        measured_ryry: "1/(kg.m2)",
        /// Measured mobility, as coupling.mobility_ryrz.
        measured_ryrz: "1/(kg.m2)",
        /// Measured mobility, as coupling.mobility_rzrz.
        measured_rzrz: "1/(kg.m2)",
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

impl SpatialReport {
    /// The report of a step, with the host as it has been measured.
    pub(crate) fn of(
        report: CouplingReport,
        measured: Option<&Measured<6>>,
        probe_force: f64,
    ) -> Self {
        let CouplingReport { work_mismatch, suggested_step, impulse, step_too_long } = report;
        let plain =
            Self { work_mismatch, suggested_step, impulse, step_too_long, ..Self::default() };
        let Some(measured) = measured else { return plain };
        let Measured { status, host, delay, rule, uncertainty } = *measured;
        let numbers = host.map_or([0.0; NUMBERS], |host| SpatialMobility(host.mobility).numbers());
        Self {
            identified: status,
            measured_xx: numbers[0],
            measured_xy: numbers[1],
            measured_xz: numbers[2],
            measured_xrx: numbers[3],
            measured_xry: numbers[4],
            measured_xrz: numbers[5],
            measured_yy: numbers[6],
            measured_yz: numbers[7],
            measured_yrx: numbers[8],
            measured_yry: numbers[9],
            measured_yrz: numbers[10],
            measured_zz: numbers[11],
            measured_zrx: numbers[12],
            measured_zry: numbers[13],
            measured_zrz: numbers[14],
            measured_rxrx: numbers[15],
            measured_rxry: numbers[16],
            measured_rxrz: numbers[17],
            measured_ryry: numbers[18],
            measured_ryrz: numbers[19],
            measured_rzrz: numbers[20],
            measured_delay: delay,
            measured_semi_implicit: rule,
            measured_uncertainty: uncertainty,
            probe_force,
            ..plain
        }
    }
}

impl SpatialCoupling {
    /// Settings of the measurement of the host, whose mobility is `given` or not, if the joint measures;
    /// `length` \[m\] turns angles into displacements, `clearance` is in \[m\].
    pub(crate) fn identifier(
        &self,
        length: f64,
        clearance: f64,
        given: bool,
    ) -> Option<Identifier> {
        let measures = self.identify.measures(given);
        (self.method == Method::Predicted && measures).then(|| Identifier {
            tracks: self.identify.tracks(),
            tolerance: self.identify_tolerance,
            speed: self.identify_speed,
            displacement: self.identify_travel * clearance,
            force: self.identify_force,
            slot: self.identify_slot.unsigned_abs(),
            slots: self.identify_slots.unsigned_abs(),
            length,
            directions: 6,
        })
    }

    /// The predictor's settings.
    pub(crate) fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, .. } = *self;
        Settings { delay, semi_implicit, filter, accuracy: Accuracy::default() }
    }

    /// The mobility as the user set it; zeros if not set.
    pub(crate) fn mobility(&self) -> SpatialMobility {
        SpatialMobility::of([
            self.mobility_xx,
            self.mobility_xy,
            self.mobility_xz,
            self.mobility_xrx,
            self.mobility_xry,
            self.mobility_xrz,
            self.mobility_yy,
            self.mobility_yz,
            self.mobility_yrx,
            self.mobility_yry,
            self.mobility_yrz,
            self.mobility_zz,
            self.mobility_zrx,
            self.mobility_zry,
            self.mobility_zrz,
            self.mobility_rxrx,
            self.mobility_rxry,
            self.mobility_rxrz,
            self.mobility_ryry,
            self.mobility_ryrz,
            self.mobility_rzrz,
        ])
    }
}
