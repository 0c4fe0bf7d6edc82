//! How a joint meets its host, as a user chooses it, and what is reported of that.

use super::identify::{Identifier, Measured, Status};
use super::mobility::Mobility;
use super::predicted::{Accuracy, Delay, Outcome, Settings};
use crate::base::Fault;
use crate::base::fault::Name;
use model_description::{ANY, Interval, NOT_NEGATIVE, POSITIVE, choices, quantities};

choices! {
    /// How the load of a communication step is computed.
    pub enum Coupling {
        /// Load at the received state; needs the smallest steps.
        EndPoint: "end_point" = 1,
        /// Mean load over the step, with the received motion extrapolated.
        StepMean: "step_mean" = 2,
    }
}

quantities! {
    /// Coupling of joint and host.
    pub struct CouplingParameters {
        /// How the load of a communication step is computed.
        method: Coupling with { Coupling::StepMean },
    }
}

choices! {
    /// How the load of a communication step is computed, in a joint that can predict its contacts.
    pub enum Method {
        /// Load at the received state; needs the smallest steps.
        EndPoint: "end_point" = 1,
        /// Mean load over the step, with the received motion extrapolated.
        StepMean: "step_mean" = 2,
        /// Mean load over the step, along the motion that the contact itself causes; tolerates the largest steps, needs the mobility.
        Predicted: "predicted" = 3,
    }
}

choices! {
    /// Whether a joint measures its host with small probe loads.
    pub enum Identify {
        /// No measurement.
        Off: "off" = 1,
        /// Measure until mobility, delay and update rule are found.
        Start: "at_start" was "start" = 2,
        /// Measure all the time, to follow a mobility that changes with the pose.
        On: "on" = 3,
        /// As on if no mobility is given, else off.
        Auto: "auto" = 4,
    }
}

impl Identify {
    /// Whether a joint measures its host, whose mobility is `given` or not.
    pub(crate) fn measures(self, given: bool) -> bool {
        match self {
            Self::Off => false,
            Self::Start | Self::On => true,
            Self::Auto => !given,
        }
    }

    /// Whether one that measures goes on once the host is found: a mobility may change with the pose.
    pub(crate) fn tracks(self) -> bool {
        matches!(self, Self::On | Self::Auto)
    }
}

quantities! {
    /// Coupling of joint and host, and the data for prediction.
    pub struct PredictableCoupling {
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
        /// Mobility: acceleration along y per unit force along y.
        /// Used by coupling.method = predicted.
        mobility_yy: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Mobility: acceleration along x per unit moment; also angular acceleration per unit force along x. If all three rotational terms are 0, the loads do not rotate the bodies.
        /// Used by coupling.method = predicted.
        mobility_xphi: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along y per unit moment; also angular acceleration per unit force along y.
        /// Used by coupling.method = predicted.
        mobility_yphi: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: angular acceleration of b relative to a per unit moment on b, with its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_phiphi: "1/(kg.m2)" = 0.0 in NOT_NEGATIVE,
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
    /// Coupling of a joint with one coordinate and its host, and the data for prediction.
    pub struct LineCoupling {
        /// How the load of a communication step is computed.
        method: Method with { Method::StepMean },
        /// Step in which the host applies a load; a wrong choice raises `coupling.work_mismatch`.
        /// Used by coupling.method = predicted.
        delay: Delay with { Delay::Without },
        /// Whether the host updates positions with the velocity at the end of the step (semi-implicit Euler).
        /// Used by coupling.method = predicted.
        semi_implicit: bool = false,
        /// Weight of each new estimate of the acceleration that other loads cause; 1 if this is the only stiff joint of its bodies, 0.3 if there are several.
        /// Used by coupling.method = predicted.
        filter: "1" = 1.0 in Interval::above(0.0).up_to(1.0),
        /// Mobility along the gap: acceleration of the gap coordinate per unit load, over the duration of a contact; inertia behind shafts softer than the flanks does not count. The command mobility --line computes it. 0: not set.
        /// Used by coupling.method = predicted.
        mobility: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Whether mobility, delay and update rule are measured with probe loads, which leave velocity and position unchanged; given values count until the measured ones are found. auto measures if no mobility is given.
        /// Used by coupling.method = predicted.
        identify: Identify with { Identify::Auto },
        /// Relative standard deviation of the mobility at which it counts as found.
        /// Used by coupling.identify = at_start or on.
        identify_tolerance: "1" = 3e-3 in Interval::above(0.0).up_to(0.1),
        /// Largest velocity change by a probe; a tenth of it in contact.
        /// Used by coupling.identify = at_start or on.
        identify_speed: "m/s" = 1e-3 in POSITIVE,
        /// Largest displacement by a probe in a step, as a fraction of the backlash.
        /// Used by coupling.identify = at_start or on.
        identify_travel: "1" = 1e-3 in POSITIVE,
        /// Largest probe load.
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

impl LineCoupling {
    /// How the predictor meets the host.
    pub fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, .. } = *self;
        Settings { delay, semi_implicit, filter, accuracy: Accuracy::default() }
    }

    /// How the joint measures its host over a `backlash` \[m\], if it does.
    pub fn identifier(&self, backlash: f64) -> Option<Identifier> {
        let measures = self.identify.measures(self.mobility > 0.0);
        (self.method == Method::Predicted && measures).then(|| Identifier {
            tracks: self.identify.tracks(),
            tolerance: self.identify_tolerance,
            speed: self.identify_speed,
            displacement: self.identify_travel * backlash,
            force: self.identify_force,
            slot: self.identify_slot.unsigned_abs(),
            slots: self.identify_slots.unsigned_abs(),
            length: 1.0,
            directions: 1,
        })
    }

    /// The mobility for predicted contacts, 0 where it is to be measured; none where nothing is predicted.
    /// Refuses one that is neither set nor measured.
    pub fn mobility(&self) -> Result<Option<f64>, Fault> {
        let given = self.mobility > 0.0;
        let known = given || self.identify.measures(given);
        match self.method {
            Method::EndPoint | Method::StepMean => Ok(None),
            Method::Predicted if known => Ok(Some(self.mobility)),
            Method::Predicted => Err(Fault::OutOfRange {
                name: Name::of("coupling.mobility"),
                value: self.mobility,
                allowed: Interval::above(0.0),
                meaning: "coupling.method = predicted must know the mobility along the gap; the \
                          command mobility --line computes it",
            }),
        }
    }
}

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
    /// The joint and its host, up to the end of the last committed step, and what it has measured of it.
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
    /// A joint with one coordinate and its host, up to the end of the last committed step, and what it has
    /// measured of it.
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
    /// The report with what has been measured.
    pub fn of(report: CouplingReport, measured: Option<&Measured>, probe_force: f64) -> Self {
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

/// Communication step that predicted contacts of steel tolerate \[s\]: half of an impact.
const PREDICTED_STEP: f64 = 1e-4;

impl Method {
    /// What takes its place where nothing is predicted.
    pub fn plain(self) -> Coupling {
        match self {
            Self::EndPoint => Coupling::EndPoint,
            Self::StepMean | Self::Predicted => Coupling::StepMean,
        }
    }

    /// Communication step that a joint tolerates with this coupling \[s\], if it tolerates `plain` without
    /// prediction.
    pub fn safe_step(self, plain: f64) -> f64 {
        match self {
            Self::EndPoint | Self::StepMean => plain,
            Self::Predicted => PREDICTED_STEP.max(plain),
        }
    }
}

impl CouplingReport {
    /// The report of a step with this normal impulse of all contacts \[N s\].
    pub fn of(outcome: &Outcome, impulse: f64) -> Self {
        let Outcome { work_mismatch, suggested_step, step_too_long } = *outcome;
        let suggested_step = suggested_step.unwrap_or(0.0);
        Self { work_mismatch, suggested_step, impulse, step_too_long }
    }
}

impl IdentifiedCoupling {
    /// The report with what has been measured.
    pub fn of(report: CouplingReport, measured: Option<&Measured>, probe_force: f64) -> Self {
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

impl PredictableCoupling {
    /// How the joint measures its host, if it does, whose mobility is `given` or not; `length` \[m\] turns
    /// angles into displacements.
    pub fn identifier(&self, length: f64, clearance: f64, given: bool) -> Option<Identifier> {
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
            directions: 3,
        })
    }

    /// Communication step that a joint tolerates with this coupling \[s\], if it tolerates `plain` without
    /// prediction.
    pub fn safe_step(&self, plain: f64) -> f64 {
        self.method.safe_step(plain)
    }

    /// How the predictor meets the host.
    pub fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, .. } = *self;
        Settings { delay, semi_implicit, filter, accuracy: Accuracy::default() }
    }

    /// The mobility as it was set, perhaps not at all.
    pub fn mobility(&self) -> Mobility {
        Mobility::of([
            self.mobility_xx,
            self.mobility_xy,
            self.mobility_yy,
            self.mobility_xphi,
            self.mobility_yphi,
            self.mobility_phiphi,
        ])
    }
}
