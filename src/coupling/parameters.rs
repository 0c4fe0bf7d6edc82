//! How a joint meets its host, as a user chooses it, and what is reported of that.

use super::mobility::Mobility;
use super::predicted::{Accuracy, Delay, Outcome, Settings};
use crate::Fault;
use crate::fault::Name;
use model_description::{ANY, Interval, NOT_NEGATIVE, choices, quantities};

choices! {
    /// What the load of a communication step is.
    pub enum Coupling {
        /// The load at the received state; needs the smallest steps.
        EndPoint: "end_point" = 1,
        /// The mean load along the received motion, carried on over the step.
        StepMean: "step_mean" = 2,
    }
}

quantities! {
    /// How the joint meets its host.
    pub struct CouplingParameters {
        /// What the load of a communication step is.
        method: Coupling with { Coupling::StepMean },
    }
}

choices! {
    /// What the load of a communication step is, in a joint that can predict its contacts.
    pub enum Method {
        /// The load at the received state; needs the smallest steps.
        EndPoint: "end_point" = 1,
        /// The mean load along the received motion, carried on over the step.
        StepMean: "step_mean" = 2,
        /// The mean load along the motion that the contact itself causes; tolerates the largest steps and must know the mobility.
        Predicted: "predicted" = 3,
    }
}

quantities! {
    /// How the joint meets its host, and what it must know to predict its contacts.
    pub struct PredictableCoupling {
        /// What the load of a communication step is.
        method: Method with { Method::StepMean },
        /// In which step the host uses a load; a wrong choice shows in `coupling.work_mismatch`.
        /// Used by coupling.method = predicted.
        delay: Delay with { Delay::Without },
        /// Whether the host moves positions with the velocity of the step's end (semi-implicit Euler).
        /// Used by coupling.method = predicted.
        semi_implicit: bool = false,
        /// Mobility: acceleration of b against a along x per unit force on b along x and its reaction on a. World axes; axes of a with relative ports.
        /// Used by coupling.method = predicted.
        mobility_xx: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Mobility: acceleration along x per unit force along y, and the other way round.
        /// Used by coupling.method = predicted.
        mobility_xy: "1/kg" = 0.0 in ANY,
        /// Mobility: acceleration along y per unit force along y.
        /// Used by coupling.method = predicted.
        mobility_yy: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Mobility: acceleration along x per unit moment, angular acceleration per unit force along x. With all three terms of rotation 0 the loads do not turn the bodies.
        /// Used by coupling.method = predicted.
        mobility_xphi: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: acceleration along y per unit moment, angular acceleration per unit force along y.
        /// Used by coupling.method = predicted.
        mobility_yphi: "1/(kg.m)" = 0.0 in ANY,
        /// Mobility: angular acceleration of b against a per unit moment on b and its reaction on a.
        /// Used by coupling.method = predicted.
        mobility_phiphi: "1/(kg.m2)" = 0.0 in NOT_NEGATIVE,
        /// How much of a new estimate is taken of what accelerates the bodies besides this joint; less with noisy inputs, 1 if no other stiff joint shares a body.
        /// Used by coupling.method = predicted.
        filter: "1" = 0.3 in Interval::above(0.0).up_to(1.0),
    }
}

quantities! {
    /// How a joint with one coordinate meets its host, and what it must know to predict its contacts.
    pub struct LineCoupling {
        /// What the load of a communication step is.
        method: Method with { Method::StepMean },
        /// In which step the host uses a load; a wrong choice shows in `coupling.work_mismatch`.
        /// Used by coupling.method = predicted.
        delay: Delay with { Delay::Without },
        /// Whether the host moves positions with the velocity of the step's end (semi-implicit Euler).
        /// Used by coupling.method = predicted.
        semi_implicit: bool = false,
        /// How much of a new estimate is taken of what accelerates the bodies besides this joint; 1 where it is the one stiff joint of its bodies, 0.3 where there are several.
        /// Used by coupling.method = predicted.
        filter: "1" = 1.0 in Interval::above(0.0).up_to(1.0),
        /// Mobility along the gap: acceleration of the gap coordinate per unit load, as seen over a contact; what is coupled by shafts softer than the flanks does not count. The command mobility --line computes it. 0 is not set.
        /// Used by coupling.method = predicted.
        mobility: "1/kg" = 0.0 in NOT_NEGATIVE,
    }
}

impl LineCoupling {
    /// How the predictor meets the host.
    pub fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, .. } = *self;
        Settings { delay, semi_implicit, filter, accuracy: Accuracy::default() }
    }

    /// The mobility for predicted contacts; none where nothing is predicted. Refuses one that is not set.
    pub fn mobility(&self) -> Result<Option<f64>, Fault> {
        match self.method {
            Method::EndPoint | Method::StepMean => Ok(None),
            Method::Predicted if self.mobility > 0.0 => Ok(Some(self.mobility)),
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
        /// Difference between the work of the loads along the host's motion and inside the joint, and error of the energy inside the step, over the work turned over: above 0.01 mobility, delay or step are wrong.
        work_mismatch: "1",
        /// Longest step that the last contact tolerates: its estimated duration; 0 before the first.
        suggested_step: "s",
        /// Normal impulse of all contacts inside the last step.
        impulse: "N.s",
        /// Whether the last step was longer than the suggested one, or too rich to be followed in full.
        step_too_long: bool,
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

impl PredictableCoupling {
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
