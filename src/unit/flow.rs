//! A unit in continuous time, integrated by the host's solver.

use super::of::UnitOf;
use super::{Continuous, Refusal};
use crate::Fault;
use crate::model::{Model, Prepared};
use model_description::{Quantities, Value};

/// What exists of a unit in continuous time once there is a state.
pub(super) struct Flowing<M: Model> {
    pub model: M::Prepared,
    /// What the model was prepared or tuned with.
    pub parameters: M::Parameters,
    pub time: f64,
    pub states: Vec<f64>,
    pub discrete: <M::Prepared as Prepared>::Discrete,
    /// Whether initialization is over, so parameters are fixed.
    pub begun: bool,
    /// Whether loads, report and rates are those of the inputs and states as they are.
    pub fresh: bool,
    rates: Vec<f64>,
    /// Direction of a derivative on the way in, change of the rates on the way out.
    seed: Vec<f64>,
}

impl<M: Model> Flowing<M> {
    /// A model at work in a state.
    pub fn new(
        model: M::Prepared,
        parameters: M::Parameters,
        time: f64,
        states: Vec<f64>,
        discrete: <M::Prepared as Prepared>::Discrete,
    ) -> Self {
        let (rates, seed) = (vec![0.0; states.len()], vec![0.0; states.len()]);
        let (begun, fresh) = (false, false);
        Self { model, parameters, time, states, discrete, begun, fresh, rates, seed }
    }
}

impl<M: Model + 'static> UnitOf<M> {
    /// The states of the model for its parameters as they are.
    pub(super) fn find_continuous(&self) -> Result<Vec<Continuous>, Fault> {
        let model = M::prepare(&self.parameters, &self.options)?;
        let rows = self.report.rows();
        let first = self.layout.report.start;
        let number = |name: &str| rows.iter().position(|row| row.name == name).map(|n| first + n);
        let continuous = model.continuous_states()?.into_iter().map(|state| {
            let rate = number(&format!("{}_rate", state.name));
            let (Some(index), Some(rate)) = (number(&state.name), rate) else {
                unreachable!("{} and its rate are rows of the report", state.name)
            };
            Continuous { index, rate, nominal: state.nominal, jumps: state.jumps }
        });
        Ok(continuous.collect())
    }

    pub(super) fn begin_flow(&mut self, time: f64) -> Result<(), Fault> {
        let mut model = M::prepare(&self.parameters, &self.options)?;
        let mut states = vec![0.0; model.continuous_states()?.len()];
        let discrete = model.begin(&self.inputs, time, &mut states)?;
        let parameters = self.parameters.clone();
        self.flowing = Some(Flowing::new(model, parameters, time, states, discrete));
        self.evaluate_as_it_is()
    }

    /// Before steps may come, brings the states up to what has been set.
    pub(super) fn follow_flow(&mut self) -> Result<(), Fault> {
        match &self.flowing {
            Some(Flowing { begun: false, fresh: false, time, .. }) => self.begin_flow(*time),
            _ => Ok(()),
        }
    }

    /// Brings loads, report and rates up to inputs and states as they are.
    pub(super) fn evaluate_flow(&mut self) -> Result<(), Fault> {
        self.follow_flow()?;
        self.evaluate_as_it_is()
    }

    fn evaluate_as_it_is(&mut self) -> Result<(), Fault> {
        let Some(flowing) = self.flowing.as_mut().filter(|flowing| !flowing.fresh) else {
            return Ok(());
        };
        let Flowing { model, time, states, discrete, rates, .. } = flowing;
        let loads = model.flow(&self.inputs, states, discrete, rates, &mut self.trial_report)?;
        let finite = loads.is_finite() && rates.iter().all(|rate| rate.is_finite());
        if !finite || !self.trial_report.is_finite() {
            return Err(Fault::NoFiniteSolution { time: *time });
        }
        flowing.fresh = true;
        self.loads = loads;
        std::mem::swap(&mut self.report, &mut self.trial_report);
        Ok(())
    }

    pub(super) fn flow_rates(&mut self) -> Result<&[f64], Fault> {
        self.evaluate_flow()?;
        self.flowing.as_ref().map(|flowing| &*flowing.rates).ok_or(Fault::NotBegun)
    }

    pub(super) fn flow_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        self.follow_flow()?;
        let Flowing { model, states, discrete, time, .. } =
            self.flowing.as_mut().ok_or(Fault::NotBegun)?;
        model.indicate(&self.inputs, states, discrete, indicators)?;
        let finite = indicators.iter().all(|indicator| indicator.is_finite());
        if finite { Ok(()) } else { Err(Fault::NoFiniteSolution { time: *time }) }
    }

    pub(super) fn flow_event(&mut self) -> Result<bool, Fault> {
        self.follow_flow()?;
        let flowing = self.flowing.as_mut().ok_or(Fault::NotBegun)?;
        let Flowing { model, states, discrete, time, fresh, .. } = flowing;
        *fresh = false;
        model.event(&self.inputs, *time, states, discrete)
    }

    /// How loads, states and rates change in the direction of the seeds: inputs, or states.
    pub(super) fn differentiate_flow(
        &mut self,
        seeds: &mut dyn Iterator<Item = (usize, f64)>,
    ) -> Result<(), Refusal> {
        self.follow_flow().map_err(Refusal::Fault)?;
        self.seed.clone_from(&self.zero);
        let flowing = self.flowing.as_mut().ok_or(Refusal::Fault(Fault::NotBegun))?;
        flowing.seed.fill(0.0);
        for (index, seed) in seeds {
            if self.layout.inputs.contains(&index) {
                self.seed.put(index, Value::Real(seed));
            } else if let Some(state) = self.continuous.iter().position(|c| c.index == index) {
                flowing.seed[state] = seed;
            } else {
                return Err(Refusal::NoInput);
            }
        }
        let Flowing { model, states, discrete, seed, time, .. } = flowing;
        let inputs = (&self.inputs, &self.seed);
        let loads =
            model.flow_derivative(inputs, states, discrete, seed).map_err(Refusal::Fault)?;
        if !loads.is_finite() || !seed.iter().all(|change| change.is_finite()) {
            return Err(Refusal::Fault(Fault::NoFiniteSolution { time: *time }));
        }
        self.derivative = loads;
        Ok(())
    }

    /// The change of a rate in the direction last asked for.
    pub(super) fn rate_derivative(&self, index: usize) -> Option<f64> {
        let flowing = self.flowing.as_ref()?;
        let state = self.continuous.iter().position(|c| c.rate == index)?;
        flowing.seed.get(state).copied()
    }
}
