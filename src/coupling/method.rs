//! The methods that compute the load of a communication step.

use model_description::choices;

choices! {
    /// How the load of a communication step is computed.
    pub enum Coupling {
        /// Load at the received state; needs the smallest steps.
        EndPoint: "end_point" = 1,
        /// Mean load over the step, with the received motion extrapolated.
        StepMean: "step_mean" = 2,
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
    /// Returns true if a joint measures its host, whose mobility is `given` or not.
    pub(crate) fn measures(self, given: bool) -> bool {
        match self {
            Self::Off => false,
            Self::Start | Self::On => true,
            Self::Auto => !given,
        }
    }

    /// Returns true if the measurement goes on once the host is found: a mobility may change with the pose.
    pub(crate) fn tracks(self) -> bool {
        matches!(self, Self::On | Self::Auto)
    }
}

/// Communication step that predicted contacts of steel tolerate \[s\]: half of an impact.
const PREDICTED_STEP: f64 = 1e-4;

impl Method {
    /// The method for a joint that predicts nothing.
    pub(crate) fn plain(self) -> Coupling {
        match self {
            Self::EndPoint => Coupling::EndPoint,
            Self::StepMean | Self::Predicted => Coupling::StepMean,
        }
    }

    /// Communication step \[s\] that a joint tolerates with this method; `plain` is the one without prediction.
    pub(crate) fn safe_step(self, plain: f64) -> f64 {
        match self {
            Self::EndPoint | Self::StepMean => plain,
            Self::Predicted => PREDICTED_STEP.max(plain),
        }
    }
}
