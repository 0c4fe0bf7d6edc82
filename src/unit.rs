//! A joint with numbered variables, ready to be driven step by step.
//!
//! [`Unit`] is what a host or an exported library sees of any joint. It holds the one rule for what
//! a load means: after a step, the load of that step; after new inputs, the load of the coming step,
//! computed without a trace and committed by the step if that turns out to be the same.

use crate::Fault;
use crate::coupling::Step;
use crate::joints::{Joint, Options, Prepared};
use model_description::{Quantities, Refused, Row, Value};
use std::ops::Range;

/// A joint that can be driven by anyone who knows its rows.
///
/// Variables are numbered inputs first, then loads, report, parameters.
pub trait Unit: Send {
    /// The rows of all variables, in the order of their numbers.
    fn rows(&self) -> Vec<Row>;
    /// Which numbers are what.
    fn layout(&self) -> Layout;
    /// Brings a variable up to what has been set since; loads as the module's documentation says.
    fn refresh(&mut self, index: usize) -> Result<(), Fault>;
    /// The value of a variable as last brought up to date; always a finite one.
    fn held(&self, index: usize) -> Option<Value>;
    /// The value of a variable, brought up to date.
    fn value(&mut self, index: usize) -> Result<Value, Refusal> {
        self.refresh(index).map_err(Refusal::Fault)?;
        self.held(index).ok_or(Refusal::Row(Refused::Unknown))
    }
    /// Whether an input or a parameter would take a value now.
    fn admits(&self, index: usize, value: Value) -> Result<(), Refusal>;
    /// Sets an input or a parameter to a value that it admits.
    fn put(&mut self, index: usize, value: Value);
    /// Sets an input or a parameter, or keeps its old value.
    fn assign(&mut self, index: usize, value: Value) -> Result<(), Refusal> {
        self.admits(index, value)?;
        self.put(index, value);
        Ok(())
    }
    /// From here on there is a state, at `time` [s]; it still follows parameters and inputs. Loads
    /// asked for before the first step are those of a step of `step_hint` [s].
    fn initialize(&mut self, time: f64, step_hint: f64) -> Result<(), Fault>;
    /// Fixes the parameters: steps may follow.
    fn begin(&mut self) -> Result<(), Fault>;
    /// What the user should know of the parameters as they have been fixed.
    fn warning(&self) -> Option<&'static str>;
    /// Makes a step, which starts where the last one ended, and commits it.
    fn advance(&mut self, step: Step) -> Result<(), Fault>;
    /// Back to a unit that nobody has set anything of.
    fn reset(&mut self);
}

/// The numbers of a unit's variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What the host gives at each communication point.
    pub inputs: Range<usize>,
    /// What follows the inputs.
    pub loads: Range<usize>,
    /// What is told of the last committed step.
    pub report: Range<usize>,
    /// What is fixed before the first step.
    pub parameters: Range<usize>,
}

/// Why a value was not read or taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Refusal {
    /// The variable's own row refuses it.
    Row(Refused),
    /// The variable is one that the joint sets.
    Output,
    /// The variable is a parameter, fixed since the first step could be made.
    Fixed,
    /// The evaluation that the value needs has failed.
    Fault(Fault),
}

/// The unit of a joint.
pub struct UnitOf<J: Joint> {
    options: Options,
    layout: Layout,
    parameters: J::Parameters,
    inputs: J::Inputs,
    loads: J::Loads,
    report: J::Report,
    running: Option<Running<J>>,
}

/// What exists once the parameters are fixed.
struct Running<J: Joint> {
    joint: J::Prepared,
    time: f64,
    /// Size of the last step, or of the first one to be expected [s].
    step: f64,
    state: <J::Prepared as Prepared>::State,
    /// The coming step for the inputs as they are, if it has been evaluated.
    trial: Option<Trial<J>>,
    trial_state: <J::Prepared as Prepared>::State,
    trial_report: J::Report,
    /// Whether inputs have been set since the last commit.
    asked: bool,
    /// Whether steps may follow, so parameters are fixed.
    begun: bool,
    /// Whether, before that, something was set that the state does not know yet.
    stale: bool,
}

struct Trial<J: Joint> {
    step: f64,
    loads: J::Loads,
}

impl<J: Joint> UnitOf<J> {
    /// A unit with default parameters.
    pub fn new(options: &Options) -> Result<Self, Fault> {
        let report = J::report(options)?;
        let (parameters, inputs) = (J::Parameters::default(), J::Inputs::default());
        let loads = J::Loads::default();
        let mut end = 0;
        let mut next = |count: usize| {
            end += count;
            end - count..end
        };
        let layout = Layout {
            inputs: next(inputs.count()),
            loads: next(loads.count()),
            report: next(report.count()),
            parameters: next(parameters.count()),
        };
        let options = options.clone();
        Ok(Self { options, layout, parameters, inputs, loads, report, running: None })
    }
}

impl<J: Joint> UnitOf<J> {
    /// Before the first step may come, brings the state up to what has been set.
    fn follow_settings(&mut self) -> Result<(), Fault> {
        match &self.running {
            Some(Running { begun: false, stale: true, time, step, .. }) => {
                self.initialize(*time, *step)
            }
            _ => Ok(()),
        }
    }
}

impl<J: Joint> Running<J> {
    /// Evaluates the coming step of `size` for `inputs`, unless that has been done.
    fn evaluate(&mut self, inputs: &J::Inputs, size: f64) -> Result<&Trial<J>, Fault> {
        let same = |trial: &Trial<J>| (trial.step - size).abs() <= 1e-9 * size;
        if !self.trial.as_ref().is_some_and(same) {
            self.trial_state.clone_from(&self.state);
            let step = Step { start: self.time, size };
            self.trial = None;
            let (state, report) = (&mut self.trial_state, &mut self.trial_report);
            let loads = self.joint.advance(inputs, state, step, report)?;
            if !loads.is_finite() || !report.is_finite() {
                return Err(Fault::NoFiniteSolution { time: self.time });
            }
            self.trial = Some(Trial { step: size, loads });
        }
        Ok(self.trial.as_ref().expect("evaluated above"))
    }
}

impl<J: Joint> Unit for UnitOf<J> {
    fn rows(&self) -> Vec<Row> {
        let mut rows = self.inputs.rows();
        rows.extend(self.loads.rows());
        rows.extend(self.report.rows());
        rows.extend(self.parameters.rows());
        rows
    }

    fn layout(&self) -> Layout {
        self.layout.clone()
    }

    fn refresh(&mut self, index: usize) -> Result<(), Fault> {
        if index < self.layout.inputs.end || index >= self.layout.report.end {
            return Ok(());
        }
        self.follow_settings()?;
        if self.layout.loads.contains(&index)
            && let Some(running) = self.running.as_mut().filter(|running| running.asked)
        {
            self.loads = running.evaluate(&self.inputs, running.step)?.loads;
        }
        Ok(())
    }

    fn held(&self, index: usize) -> Option<Value> {
        let Layout { inputs, loads, report, parameters } = &self.layout;
        if inputs.contains(&index) {
            self.inputs.value(index)
        } else if loads.contains(&index) {
            self.loads.value(index - loads.start)
        } else if report.contains(&index) {
            self.report.value(index - report.start)
        } else {
            self.parameters.value(index.checked_sub(parameters.start)?)
        }
    }

    fn admits(&self, index: usize, value: Value) -> Result<(), Refusal> {
        if self.layout.inputs.contains(&index) {
            self.inputs.admits(index, value).map_err(Refusal::Row)
        } else if index < self.layout.parameters.start {
            Err(Refusal::Output)
        } else if self.running.as_ref().is_some_and(|running| running.begun) {
            Err(Refusal::Fixed)
        } else {
            self.parameters
                .admits(index - self.layout.parameters.start, value)
                .map_err(Refusal::Row)
        }
    }

    fn put(&mut self, index: usize, value: Value) {
        let Layout { inputs, parameters, .. } = &self.layout;
        if inputs.contains(&index) {
            self.inputs.put(index, value);
        } else if parameters.contains(&index) {
            self.parameters.put(index - parameters.start, value);
        }
        if let Some(running) = &mut self.running {
            (running.trial, running.asked, running.stale) = (None, true, true);
        }
    }

    fn initialize(&mut self, time: f64, step_hint: f64) -> Result<(), Fault> {
        let mut joint = J::prepare(&self.parameters, &self.options)?;
        let (state, report) = joint.initial(&self.inputs, time)?;
        if !report.is_finite() {
            return Err(Fault::NoFiniteSolution { time });
        }
        self.report = report;
        self.running = Some(Running {
            joint,
            time,
            step: step_hint,
            trial_state: state.clone(),
            trial_report: J::report(&self.options)?,
            state,
            trial: None,
            asked: true,
            begun: false,
            stale: false,
        });
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.follow_settings()?;
        if let Some(running) = &mut self.running {
            running.begun = true;
        }
        Ok(())
    }

    fn warning(&self) -> Option<&'static str> {
        self.running.as_ref().and_then(|running| running.joint.warning())
    }

    fn advance(&mut self, step: Step) -> Result<(), Fault> {
        let running = self.running.as_mut().filter(|running| running.begun);
        let running = running.ok_or(Fault::NotBegun)?;
        running.asked = false;
        let trial = running.evaluate(&self.inputs, step.size)?;
        self.loads = trial.loads;
        std::mem::swap(&mut self.report, &mut running.trial_report);
        std::mem::swap(&mut running.state, &mut running.trial_state);
        running.trial = None;
        // Taken from the host, so that no rounding piles up.
        (running.time, running.step) = (step.start + step.size, step.size);
        Ok(())
    }

    fn reset(&mut self) {
        self.parameters = J::Parameters::default();
        (self.inputs, self.loads) = (J::Inputs::default(), J::Loads::default());
        // The options were accepted when the unit was made.
        self.report = J::report(&self.options).unwrap_or_default();
        self.running = None;
    }
}
