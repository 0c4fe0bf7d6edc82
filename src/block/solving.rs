//! A block in continuous time, integrated by the host's solver.

use super::{Block, Mode};
use crate::base::{Fault, all_finite};
use crate::model::ContinuousState;

/// A continuous state among the block's variables.
#[derive(Debug, Clone, PartialEq)]
pub struct ContinuousVariable {
    /// Number of the state.
    pub index: usize,
    /// Number of its rate.
    pub rate: usize,
    /// Its size in ordinary use, > 0.
    pub nominal: f64,
    /// True if events set it to another value.
    pub jumps: bool,
    /// Numbers of the outputs that follow it, itself among them, ascending.
    pub outputs: Vec<usize>,
}

/// The state of a block in continuous time.
#[derive(Debug, Clone)]
pub(super) struct Solving {
    pub time: f64,
    pub states: Vec<f64>,
    /// States that change in events only.
    pub discrete: Vec<f64>,
    /// True if initialization is over: parameters are fixed.
    pub begun: bool,
    /// True if loads, report and rates are those of the present inputs and states.
    pub fresh: bool,
    pub rates: Vec<f64>,
    /// Direction of a derivative before the call, change of the rates after it.
    seed: Vec<f64>,
}

impl Solving {
    /// A state at `time` \[s\].
    pub fn new(time: f64, states: Vec<f64>, discrete: Vec<f64>) -> Self {
        let (rates, seed) = (vec![0.0; states.len()], vec![0.0; states.len()]);
        Self { time, states, discrete, begun: false, fresh: false, rates, seed }
    }
}

impl Block {
    /// Makes this a block of continuous time, with as many states as its parameters ask for now; they
    /// may not ask for another number later. Refuses a model without equations.
    pub fn make_continuous(&mut self) -> Result<(), Fault> {
        let mut model = self.prepared()?;
        let equations = model.continuous()?;
        let number = |name: &str| self.rows.iter().position(|row| row.name == name);
        let states = equations.states()?;
        let is_state = |row: &str| states.iter().any(|state| state.name == row);
        let others = self.layout.outputs().filter(|row| !is_state(&self.rows[*row].name));
        let others: Vec<usize> = others.collect();
        let variable = |state: &ContinuousState| {
            let rate = number(&format!("{}_rate", state.name));
            let (Some(index), Some(rate)) = (number(&state.name), rate) else {
                unreachable!("{} and its rate are rows of the report", state.name)
            };
            let fed = |row: &usize| state.feeds(&self.rows[*row].name, &states);
            let mut outputs: Vec<usize> = others.iter().copied().filter(fed).collect();
            outputs.insert(outputs.partition_point(|row| *row < index), index);
            let ContinuousState { nominal, jumps, .. } = *state;
            ContinuousVariable { index, rate, nominal, jumps, outputs }
        };
        self.continuous = states.iter().map(variable).collect();
        [self.discrete, self.indicators] = equations.counts()?;
        Ok(())
    }

    /// The continuous states of a block of continuous time.
    pub fn continuous(&self) -> &[ContinuousVariable] {
        &self.continuous
    }

    /// Returns the number of event indicators.
    pub fn indicator_count(&self) -> usize {
        self.indicators
    }

    /// [`Block::initialize`] in continuous time.
    pub fn start_solving(&mut self, time: f64) -> Result<(), Fault> {
        let mut model = self.prepared()?;
        let continuous = model.continuous()?;
        if continuous.states()?.len() != self.continuous.len() {
            return Err(Fault::StatesChanged { model: self.name });
        }
        let mut solving =
            Solving::new(time, vec![0.0; self.continuous.len()], vec![0.0; self.discrete]);
        let inputs = &self.values[self.layout.inputs.clone()];
        continuous.begin(inputs, time, &mut solving.states, &mut solving.discrete)?;
        self.accepted.copy_from_slice(&self.values[self.layout.parameters.clone()]);
        (self.model, self.mode) = (Some(model), Mode::Solving(Box::new(solving)));
        self.evaluate_as_it_is()
    }

    /// Sets the solver's time \[s\].
    pub fn set_time(&mut self, time: f64) {
        if let Mode::Solving(solving) = &mut self.mode {
            (solving.time, solving.fresh) = (time, false);
        }
    }

    /// Returns the continuous states.
    pub fn states(&mut self) -> Result<&[f64], Fault> {
        self.follow_settings()?;
        match &self.mode {
            Mode::Solving(solving) => Ok(&solving.states),
            _ => Err(Fault::NotBegun),
        }
    }

    /// Sets the continuous states; ignores a slice of another length.
    pub fn set_states(&mut self, states: &[f64]) {
        if let Mode::Solving(solving) = &mut self.mode
            && solving.states.len() == states.len()
        {
            solving.states.copy_from_slice(states);
            solving.fresh = false;
        }
    }

    /// Updates loads, report and rates to the present inputs and states.
    pub(super) fn evaluate_flow(&mut self) -> Result<(), Fault> {
        self.follow_settings()?;
        self.evaluate_as_it_is()
    }

    fn evaluate_as_it_is(&mut self) -> Result<(), Fault> {
        let (Mode::Solving(solving), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Ok(());
        };
        if solving.fresh {
            return Ok(());
        }
        let Solving { time, states, discrete, rates, .. } = &mut **solving;
        let inputs = &self.values[self.layout.inputs.clone()];
        let outputs = self.trial.split_at_mut(self.layout.loads.len());
        model.continuous()?.flow(inputs, states, discrete, rates, outputs)?;
        if !all_finite(&self.trial) || !all_finite(rates) {
            return Err(Fault::NoFiniteSolution { time: *time });
        }
        solving.fresh = true;
        std::mem::swap(&mut self.outputs, &mut self.trial);
        Ok(())
    }

    /// Returns the rates of the continuous states.
    pub fn state_rates(&mut self) -> Result<&[f64], Fault> {
        self.evaluate_flow()?;
        match &self.mode {
            Mode::Solving(solving) => Ok(&solving.rates),
            _ => Err(Fault::NotBegun),
        }
    }

    /// Writes all event indicators.
    pub fn indicate(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        self.follow_settings()?;
        let (Mode::Solving(solving), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        let Solving { time, states, discrete, .. } = &mut **solving;
        let inputs = &self.values[self.layout.inputs.clone()];
        model.continuous()?.indicate(inputs, states, discrete, indicators)?;
        if all_finite(indicators) { Ok(()) } else { Err(Fault::NoFiniteSolution { time: *time }) }
    }

    /// Updates the discrete states in an event. Returns true if a continuous state has jumped.
    pub fn event(&mut self) -> Result<bool, Fault> {
        self.follow_settings()?;
        let (Mode::Solving(solving), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        let Solving { time, states, discrete, fresh, .. } = &mut **solving;
        *fresh = false;
        let inputs = &self.values[self.layout.inputs.clone()];
        model.continuous()?.event(inputs, *time, states, discrete)
    }

    /// Computes the change of loads, states and rates in the direction of the seeds: inputs, or states.
    pub(super) fn differentiate_flow(
        &mut self,
        seeds: &mut dyn Iterator<Item = (usize, f64)>,
    ) -> Result<(), Fault> {
        self.follow_settings()?;
        self.seed.fill(0.0);
        let (Mode::Solving(solving), Some(model)) = (&mut self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        solving.seed.fill(0.0);
        for (index, change) in seeds {
            if let Some(seed) = self.seed.get_mut(index) {
                *seed = change;
            } else if let Some(state) = self.continuous.iter().position(|c| c.index == index) {
                solving.seed[state] = change;
            } else {
                return Err(self.no_real_input(index));
            }
        }
        let Solving { states, discrete, seed, time, .. } = &mut **solving;
        let inputs = (&self.values[self.layout.inputs.clone()], &*self.seed);
        model.continuous()?.flow_derivative(inputs, states, discrete, seed, &mut self.change)?;
        if !all_finite(&self.change) || !all_finite(seed) {
            return Err(Fault::NoFiniteSolution { time: *time });
        }
        Ok(())
    }

    /// Returns the change of a rate in the last direction.
    pub(super) fn derivative_of_rate(&self, index: usize) -> Option<f64> {
        let Mode::Solving(solving) = &self.mode else { return None };
        let state = self.continuous.iter().position(|c| c.rate == index)?;
        solving.seed.get(state).copied()
    }
}
