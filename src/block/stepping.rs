//! A block that is stepped.

use super::{Block, Mode, all_finite};
use crate::base::Fault;
use crate::coupling::{InputSample, Step};
use serde::{Deserialize, Serialize};

/// Where a block stands between its steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Stepping {
    /// Time \[s\].
    pub time: f64,
    /// Size of the last step, or of the first one to be expected \[s\].
    pub size: f64,
    /// Size of the coming step that has been evaluated with the inputs as they are \[s\].
    pub evaluated: Option<f64>,
    /// Whether the trial is that of this evaluation.
    #[serde(skip)]
    pub tried: bool,
    /// Whether inputs have been set since the last commit.
    pub asked: bool,
    /// Whether steps may follow, so parameters are fixed.
    pub begun: bool,
    /// Whether something was set that the state does not know yet.
    pub stale: bool,
}

impl Stepping {
    /// Returns true if time and sizes are ones that steps have.
    pub fn is_sound(&self) -> bool {
        let is_size = |size: f64| size.is_finite() && size > 0.0;
        self.time.is_finite() && is_size(self.size) && self.evaluated.is_none_or(is_size)
    }

    /// Forgets what has been evaluated; `asked` if inputs have been set.
    #[inline]
    pub fn forget(&mut self, asked: bool) {
        (self.tried, self.evaluated) = (false, None);
        (self.asked, self.stale) = (asked, asked);
    }
}

impl Block {
    /// From here on there is a state, at `time` \[s\]; it still follows parameters and inputs. Loads
    /// asked for before the first step are those of the step that the parameters tolerate.
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
        let (evaluated, tried, asked, begun, stale) = (None, false, true, false, false);
        self.mode = Mode::Stepping(Stepping { time, size, evaluated, tried, asked, begun, stale });
        self.accepted.copy_from_slice(&self.values[self.layout.parameters.clone()]);
        self.model = Some(model);
        Ok(())
    }

    /// [`Block::refresh`] of an output of a block that is stepped.
    pub(super) fn refresh_step(&mut self, index: usize) -> Result<(), Fault> {
        self.follow_settings()?;
        let Mode::Stepping(Stepping { asked, size, .. }) = self.mode else { return Ok(()) };
        if asked && self.layout.loads.contains(&index) {
            self.evaluate(size)?;
            let loads = self.layout.loads.len();
            self.outputs[..loads].copy_from_slice(&self.trial[..loads]);
        }
        Ok(())
    }

    /// Evaluates the coming step of about `size`, unless that has been done. A step that was evaluated
    /// stays as it was then: its size is not taken from rounding of the host's.
    #[inline(always)]
    fn evaluate(&mut self, size: f64) -> Result<(), Fault> {
        let (Mode::Stepping(stepping), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        let mut size = size;
        if let Some(evaluated) = stepping.evaluated
            && (evaluated - size).abs() <= 1e-9 * size
        {
            if stepping.tried {
                return Ok(());
            }
            size = evaluated;
        }
        (stepping.tried, stepping.evaluated) = (false, None);
        let rates = self.rated.then_some(&*self.rates);
        let inputs = InputSample { values: &self.values[self.layout.inputs.clone()], rates };
        let step = Step { start: stepping.time, size };
        model.step(inputs, step, &mut self.trial)?;
        if !all_finite(&self.trial) {
            return Err(Fault::NoFiniteSolution { time: stepping.time });
        }
        (stepping.tried, stepping.evaluated) = (true, Some(size));
        Ok(())
    }

    /// Makes a step, which starts where the last one ended, and commits it.
    pub fn advance(&mut self, step: Step) -> Result<(), Fault> {
        let Mode::Stepping(Stepping { begun: true, .. }) = self.mode else {
            return Err(Fault::NotBegun);
        };
        self.evaluate(step.size)?;
        std::mem::swap(&mut self.outputs, &mut self.trial);
        let (Mode::Stepping(stepping), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        model.commit();
        stepping.forget(false);
        // Taken from the host, so that no rounding piles up.
        (stepping.time, stepping.size) = (step.start + step.size, step.size);
        self.rated = false;
        Ok(())
    }
}
