//! A unit at work, from step to step.

use crate::Fault;
use crate::coupling::Step;
use crate::model::{Course, Model, Prepared, Variables};
use model_description::Quantities;

/// What exists once there is a state.
pub(super) struct Running<M: Model> {
    pub model: M::Prepared,
    /// What the model was prepared or tuned with.
    pub parameters: M::Parameters,
    pub moment: Moment,
    pub state: <M::Prepared as Prepared>::State,
    /// The loads of the coming step, and whether they have been evaluated.
    trial: M::Loads,
    tried: bool,
    pub trial_state: <M::Prepared as Prepared>::State,
    pub trial_report: M::Report,
}

/// Where a unit stands between its steps.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Moment {
    /// Time [s].
    pub time: f64,
    /// Size of the last step, or of the first one to be expected [s].
    pub step: f64,
    /// Size of the coming step that has been looked at with the inputs as they are [s].
    pub looked: Option<f64>,
    /// Whether inputs have been set since the last commit.
    pub asked: bool,
    /// Whether steps may follow, so parameters are fixed.
    pub begun: bool,
    /// Whether something was set that the state does not know yet.
    pub stale: bool,
}

impl<M: Model> Running<M> {
    /// A model at work in a state.
    pub fn new(
        model: M::Prepared,
        parameters: M::Parameters,
        moment: Moment,
        state: <M::Prepared as Prepared>::State,
        blank: &Variables<M>,
    ) -> Self {
        let (trial_state, trial_report) = (state.clone(), blank.report.clone());
        let (trial, tried) = (blank.loads.clone(), false);
        Self { model, parameters, moment, state, trial, tried, trial_state, trial_report }
    }

    /// Forgets what has been looked at.
    pub fn forget(&mut self) {
        (self.tried, self.moment.looked) = (false, None);
    }

    /// The state and the moment of another time; gives back what they replace.
    pub fn recall(&mut self, moment: Moment, state: &<M::Prepared as Prepared>::State) {
        self.state.clone_from(state);
        (self.moment, self.tried) = (moment, false);
    }

    /// Evaluates the coming step of about `size`, unless that has been done. A step that was looked
    /// at stays as it was then: its size is not taken from rounding of the host's.
    pub fn evaluate(&mut self, course: Course<M::Inputs>, size: f64) -> Result<&M::Loads, Fault> {
        let same = |looked: &f64| (looked - size).abs() <= 1e-9 * size;
        let looked = self.moment.looked.filter(same);
        if !self.tried || looked.is_none() {
            let size = looked.unwrap_or(size);
            self.forget();
            self.trial_state.clone_from(&self.state);
            let step = Step { start: self.moment.time, size };
            let (state, report) = (&mut self.trial_state, &mut self.trial_report);
            self.model.carry(course, state, step, report, &mut self.trial)?;
            if !self.trial.is_finite() || !report.is_finite() {
                return Err(Fault::NoFiniteSolution { time: self.moment.time });
            }
            (self.tried, self.moment.looked) = (true, Some(size));
        }
        Ok(&self.trial)
    }
}
