//! A block that is stepped.

use super::{Block, Mode};
use crate::base::{Fault, MODERATE, all_finite, none_is_large};
use crate::coupling::{InputSample, Step};
use serde::{Deserialize, Serialize};

/// The state of a block between its steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Stepping {
    /// Time \[s\].
    pub time: f64,
    /// Size of the last step, or of the first one to be expected \[s\].
    pub size: f64,
    /// Size of the trial step with the present inputs \[s\].
    pub trial_size: Option<f64>,
    /// True if the model holds the result of that trial step.
    #[serde(skip)]
    pub trial_valid: bool,
    /// True if inputs have been set since the last commit.
    pub inputs_changed: bool,
    /// True if steps may follow: parameters are fixed.
    pub begun: bool,
    /// True if a parameter or an input has been set that the state does not reflect yet.
    pub state_outdated: bool,
    /// True if the outputs have no report of the last step yet.
    #[serde(skip)]
    pub report_due: bool,
}

impl Stepping {
    /// Returns true if time and sizes are possible.
    pub fn is_sound(&self) -> bool {
        let is_size = |size: f64| size.is_finite() && size > 0.0;
        self.time.is_finite() && is_size(self.size) && self.trial_size.is_none_or(is_size)
    }

    /// Forgets the trial; `inputs_changed` if inputs have been set.
    #[inline]
    pub fn forget(&mut self, inputs_changed: bool) {
        (self.trial_valid, self.trial_size) = (false, None);
        (self.inputs_changed, self.state_outdated) = (inputs_changed, inputs_changed);
    }
}

impl Block {
    /// Makes the state at `time` \[s\]; it still follows parameters and inputs. Loads that are read before
    /// the first step are those of the step that the parameters tolerate.
    pub fn initialize(&mut self, time: f64) -> Result<(), Fault> {
        self.initialize_with(time, None)
    }

    pub(super) fn initialize_with(&mut self, time: f64, size: Option<f64>) -> Result<(), Fault> {
        let mut model = self.prepared()?;
        let report = &mut self.trial[self.layout.loads.len()..];
        report.fill(0.0);
        model.begin(&self.values[self.layout.inputs.clone()], time, report)?;
        if !all_finite(report) {
            return Err(Fault::NoFiniteSolution { time });
        }
        self.outputs[self.layout.loads.len()..].copy_from_slice(report);
        let size = size.unwrap_or_else(|| model.safe_step());
        self.mode = Mode::Stepping(Stepping {
            time,
            size,
            trial_size: None,
            trial_valid: false,
            inputs_changed: true,
            begun: false,
            state_outdated: false,
            report_due: false,
        });
        self.accepted.copy_from_slice(&self.values[self.layout.parameters.clone()]);
        self.model = Some(model);
        Ok(())
    }

    /// [`Block::refresh`] of an output of a block that is stepped.
    pub(super) fn refresh_step(&mut self, index: usize) -> Result<(), Fault> {
        if self.layout.report.contains(&index) {
            self.find_report()?;
        }
        self.follow_settings()?;
        let Mode::Stepping(Stepping { inputs_changed, size, .. }) = self.mode else {
            return Ok(());
        };
        if inputs_changed && self.layout.loads.contains(&index) {
            self.evaluate(size)?;
            let loads = self.layout.loads.len();
            self.outputs[..loads].copy_from_slice(&self.trial[..loads]);
        }
        Ok(())
    }

    /// Writes the report of the last step into the outputs, unless it is there. It is called before anything else changes what
    /// the report depends on; most hosts never read one.
    pub fn find_report(&mut self) -> Result<(), Fault> {
        let (Mode::Stepping(stepping), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Ok(());
        };
        if !stepping.report_due {
            return Ok(());
        }
        let loads = self.layout.loads.len();
        let report = &mut self.trial[loads..];
        model.report(report);
        if !all_finite(report) {
            return Err(Fault::NoFiniteSolution { time: stepping.time });
        }
        self.outputs[loads..].copy_from_slice(report);
        stepping.report_due = false;
        Ok(())
    }

    /// Evaluates the coming step of about `size`, unless that is the trial already. A trial keeps its size,
    /// whatever the host's rounding of it.
    #[inline(always)]
    fn evaluate(&mut self, size: f64) -> Result<(), Fault> {
        let (Mode::Stepping(stepping), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        let mut size = size;
        if let Some(trial_size) = stepping.trial_size
            && (trial_size - size).abs() <= 1e-9 * size
        {
            if stepping.trial_valid {
                return Ok(());
            }
            size = trial_size;
        }
        (stepping.trial_valid, stepping.trial_size) = (false, None);
        let rates = self.has_rates.then_some(&*self.rates);
        let inputs = InputSample { values: &self.values[self.layout.inputs.clone()], rates };
        let step = Step { start: stepping.time, size };
        let loads = &mut self.trial[..self.layout.loads.len()];
        model.step(inputs, step, loads)?;
        if !none_is_large(loads) {
            self.moderate = false;
            if !all_finite(loads) {
                return Err(Fault::NoFiniteSolution { time: stepping.time });
            }
        }
        (stepping.trial_valid, stepping.trial_size) = (true, Some(size));
        Ok(())
    }

    /// Returns true if all numbers that the report of the tried step is made from are moderate, so that it is finite;
    /// inputs and loads are looked at as they come.
    #[inline]
    fn is_moderate(&self, step: Step) -> bool {
        let size = (1.0 / MODERATE..MODERATE).contains(&step.size);
        self.moderate && size && step.start.abs() < MODERATE
    }

    /// Refuses the tried step if its report is not finite.
    #[cold]
    fn check_report(&mut self, step: Step) -> Result<(), Fault> {
        // The report of the step before is that of the state that is committed now.
        self.find_report()?;
        let Some(model) = &mut self.model else { return Err(Fault::NotBegun) };
        let report = &mut self.trial[self.layout.loads.len()..];
        model.commit();
        model.report(report);
        model.revert();
        if all_finite(report) { Ok(()) } else { Err(Fault::NoFiniteSolution { time: step.start }) }
    }

    /// Makes a step, which starts where the last one ended, and commits it.
    pub fn advance(&mut self, step: Step) -> Result<(), Fault> {
        let Mode::Stepping(Stepping { begun: true, .. }) = self.mode else {
            return Err(Fault::NotBegun);
        };
        self.evaluate(step.size)?;
        let loads = self.layout.loads.len();
        if !self.is_moderate(step) {
            // The state may be immoderate from here on.
            self.moderate = false;
            self.check_report(step)?;
        }
        self.outputs[..loads].copy_from_slice(&self.trial[..loads]);
        let (Mode::Stepping(stepping), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        model.commit();
        stepping.forget(false);
        stepping.report_due = true;
        // The host's numbers, so that rounding does not accumulate.
        (stepping.time, stepping.size) = (step.start + step.size, step.size);
        self.has_rates = false;
        Ok(())
    }
}
