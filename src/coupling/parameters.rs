//! The user's choices for the coupling of a joint and its host.

use super::identify::Identifier;
use super::method::{Coupling, Identify, Method};
use super::mobility::Mobility;
use super::predicted::{Accuracy, Delay, Settings};
use crate::base::Fault;
use crate::base::fault::Name;
use model_description::{ANY, Interval, NOT_NEGATIVE, POSITIVE, quantities};

quantities! {
    /// Coupling of joint and host.
    pub struct CouplingParameters {
        /// How the load of a communication step is computed.
        method: Coupling with { Coupling::StepMean },
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
    /// The predictor's settings.
    pub(crate) fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, .. } = *self;
        Settings { delay, semi_implicit, filter, accuracy: Accuracy::default() }
    }

    /// Settings of the measurement of the host by a joint with a `backlash` \[m\], if it measures.
    pub(crate) fn identifier(&self, backlash: f64) -> Option<Identifier> {
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

    /// The mobility \[1/kg\] for predicted contacts, 0 where it is to be measured; `None` without prediction.
    /// Refuses a mobility that is neither set nor measured.
    pub(crate) fn mobility(&self) -> Result<Option<f64>, Fault> {
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

impl PredictableCoupling {
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
            directions: 3,
        })
    }

    /// Communication step \[s\] that a joint tolerates with this coupling; `plain` is the one without prediction.
    pub(crate) fn safe_step(&self, plain: f64) -> f64 {
        self.method.safe_step(plain)
    }

    /// The predictor's settings.
    pub(crate) fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, .. } = *self;
        Settings { delay, semi_implicit, filter, accuracy: Accuracy::default() }
    }

    /// The mobility as the user set it; zeros if not set.
    pub(crate) fn mobility(&self) -> Mobility {
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
