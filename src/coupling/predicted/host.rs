//! The host of a prediction: its numerical scheme, the state that it gives, and the report to it.

use model_description::{Interval, choices};

choices! {
    /// When the load of a communication point acts in the host.
    pub enum Delay {
        /// In the step that begins there.
        Without: "none" = 1,
        /// Half in the step that begins there, half in the next one.
        Half: "half" = 2,
        /// In the next step.
        One: "one" = 3,
    }
}

impl Delay {
    /// Returns the mean delay \[steps\].
    pub fn steps(self) -> f64 {
        match self {
            Self::Without => 0.0,
            Self::Half => 0.5,
            Self::One => 1.0,
        }
    }
}

/// The tolerances that a motion may have: the engine follows them within a factor of three.
pub const TOLERANCES: Interval = Interval::closed(1e-8, 1e-2);

/// The host's scheme and the accuracy of a prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Delay with which the host uses the loads.
    pub delay: Delay,
    /// True if the host moves positions with the velocity of the step's end (semi-implicit Euler): positions
    /// are half a step ahead of the velocities then. Needs steps of constant length.
    pub semi_implicit: bool,
    /// g_a: weight of a new estimate of the external acceleration, in (0, 1].
    pub filter: f64,
    /// Tolerance of the error of the motion inside a step, relative to the speed of each impact \[1\].
    pub tolerance: f64,
}

impl Settings {
    /// Returns true if loads act in the step that they are given for and positions move with mean velocities.
    pub(super) fn is_plain(&self) -> bool {
        self.delay == Delay::Without && !self.semi_implicit
    }
}

impl Default for Settings {
    /// For a joint that shares its bodies with others.
    fn default() -> Self {
        Self { delay: Delay::Without, semi_implicit: false, filter: 0.3, tolerance: 1e-4 }
    }
}

/// State of the bodies as the host gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HostState<'a> {
    /// q.
    pub coordinates: &'a [f64],
    /// v.
    pub velocities: &'a [f64],
}

/// Report of a step besides loads and slots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// |W_host − W_unit| over the work turned over, since the beginning \[1\].
    pub work_mismatch: f64,
    /// Step \[s\] that the last contact tolerates: its estimated duration; `None` before the first contact.
    pub suggested_step: Option<f64>,
    /// True if the step was longer than that, or needed more pieces than it may have.
    pub step_too_long: bool,
}

impl Outcome {
    /// Joins the outcomes of two mechanisms that are stepped together; the work mismatch stays that of `self`.
    pub(crate) fn and(self, other: Option<Self>) -> Self {
        let Some(other) = other else { return self };
        let steps = [self.suggested_step, other.suggested_step].into_iter().flatten();
        Self {
            suggested_step: steps.reduce(f64::min),
            step_too_long: self.step_too_long || other.step_too_long,
            ..self
        }
    }
}
