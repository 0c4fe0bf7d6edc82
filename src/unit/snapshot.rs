//! A unit as it was at some time, in memory and as bytes.

use super::flow::Flowing;
use super::of::UnitOf;
use super::running::{Moment, Running};
use crate::Fault;
use crate::model::{Model, Prepared, Variables};
use model_description::{Quantities, Value};
use serde::{Deserialize, Serialize};

/// What the bytes of a saved state hold is not this model's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it does not hold what this model remembers")]
pub struct Unreadable;

/// All that a unit is, but for what its parameters decide.
pub(super) struct Saved<M: Model> {
    parameters: M::Parameters,
    inputs: M::Inputs,
    rates: M::Inputs,
    rated: bool,
    loads: M::Loads,
    report: M::Report,
    running: Option<SavedRun<M>>,
    flowing: Option<SavedFlow<M>>,
}

struct SavedFlow<M: Model> {
    parameters: M::Parameters,
    time: f64,
    begun: bool,
    states: Vec<f64>,
    discrete: <M::Prepared as Prepared>::Discrete,
}

#[derive(Serialize, Deserialize)]
struct PackedFlow<D> {
    parameters: Vec<Value>,
    time: f64,
    begun: bool,
    states: Vec<f64>,
    discrete: D,
}

struct SavedRun<M: Model> {
    parameters: M::Parameters,
    moment: Moment,
    state: <M::Prepared as Prepared>::State,
}

/// The same as plain values.
#[derive(Serialize, Deserialize)]
struct Packed<S, D> {
    parameters: Vec<Value>,
    inputs: Vec<Value>,
    rates: Option<Vec<Value>>,
    loads: Vec<Value>,
    report: Vec<Value>,
    running: Option<PackedRun<S>>,
    flowing: Option<PackedFlow<D>>,
}

#[derive(Serialize, Deserialize)]
struct PackedRun<S> {
    parameters: Vec<Value>,
    moment: Moment,
    state: S,
}

impl<M: Model> SavedFlow<M> {
    fn of(flowing: &Flowing<M>) -> Self {
        let Flowing { parameters, time, begun, states, discrete, .. } = flowing;
        let (parameters, time, begun) = (parameters.clone(), *time, *begun);
        Self { parameters, time, begun, states: states.clone(), discrete: discrete.clone() }
    }

    /// The same at work again, if it is of a model with as many states.
    fn at_work(&self, unit: &UnitOf<M>) -> Result<Flowing<M>, Fault> {
        let model = M::prepare(&self.parameters, &unit.options)?;
        if model.continuous_states()?.len() != self.states.len() {
            return Err(Fault::ForeignState);
        }
        let (states, discrete) = (self.states.clone(), self.discrete.clone());
        let parameters = self.parameters.clone();
        let mut flowing = Flowing::new(model, parameters, self.time, states, discrete);
        flowing.begun = self.begun;
        Ok(flowing)
    }
}

impl<M: Model> SavedRun<M> {
    fn of(running: &Running<M>) -> Self {
        let Running { parameters, moment, state, .. } = running;
        Self { parameters: parameters.clone(), moment: *moment, state: state.clone() }
    }
}

impl<M: Model> Saved<M> {
    /// The unit as it is.
    pub fn of(unit: &UnitOf<M>) -> Self {
        Self {
            parameters: unit.parameters.clone(),
            inputs: unit.inputs.clone(),
            rates: unit.rates.clone(),
            rated: unit.rated,
            loads: unit.loads.clone(),
            report: unit.report.clone(),
            running: unit.running.as_ref().map(SavedRun::of),
            flowing: unit.flowing.as_ref().map(SavedFlow::of),
        }
    }

    /// The unit as it is, in the place of what was saved here; takes no memory where a state stands
    /// in the place of a state.
    pub fn take(&mut self, unit: &UnitOf<M>) {
        self.parameters.clone_from(&unit.parameters);
        self.inputs.clone_from(&unit.inputs);
        self.rates.clone_from(&unit.rates);
        self.rated = unit.rated;
        self.loads.clone_from(&unit.loads);
        self.report.clone_from(&unit.report);
        match (&mut self.running, &unit.running) {
            (Some(saved), Some(running)) => {
                saved.parameters.clone_from(&running.parameters);
                saved.moment = running.moment;
                saved.state.clone_from(&running.state);
            }
            (saved, running) => *saved = running.as_ref().map(SavedRun::of),
        }
        match (&mut self.flowing, &unit.flowing) {
            (Some(saved), Some(flowing)) if saved.states.len() == flowing.states.len() => {
                saved.parameters.clone_from(&flowing.parameters);
                (saved.time, saved.begun) = (flowing.time, flowing.begun);
                saved.states.copy_from_slice(&flowing.states);
                saved.discrete.clone_from(&flowing.discrete);
            }
            (saved, flowing) => *saved = flowing.as_ref().map(SavedFlow::of),
        }
    }

    /// Makes the unit what was saved; after a fault it is as before.
    pub fn put_back(&self, unit: &mut UnitOf<M>) -> Result<(), Fault> {
        let flowing = self.flowing.as_ref().map(|saved| saved.at_work(unit)).transpose()?;
        match (&self.running, &mut unit.running) {
            (None, running) => *running = None,
            (Some(saved), Some(running)) if running.parameters == saved.parameters => {
                if !running.model.fits(&saved.state) {
                    return Err(Fault::ForeignState);
                }
                running.recall(saved.moment, &saved.state);
            }
            (Some(saved), running) => {
                let model = M::prepare(&saved.parameters, &unit.options)?;
                if !model.fits(&saved.state) {
                    return Err(Fault::ForeignState);
                }
                let SavedRun { parameters, moment, state } = saved;
                let (parameters, state) = (parameters.clone(), state.clone());
                *running = Some(Running::new(model, parameters, *moment, state, &unit.blank));
            }
        }
        unit.flowing = flowing;
        unit.parameters.clone_from(&self.parameters);
        unit.inputs.clone_from(&self.inputs);
        unit.rates.clone_from(&self.rates);
        unit.rated = self.rated;
        unit.loads.clone_from(&self.loads);
        unit.report.clone_from(&self.report);
        Ok(())
    }

    /// As bytes.
    pub fn pack(&self) -> Vec<u8> {
        let run = |run: &SavedRun<M>| PackedRun {
            parameters: values(&run.parameters),
            moment: run.moment,
            state: run.state.clone(),
        };
        let flow = |flow: &SavedFlow<M>| PackedFlow {
            parameters: values(&flow.parameters),
            time: flow.time,
            begun: flow.begun,
            states: flow.states.clone(),
            discrete: flow.discrete.clone(),
        };
        let packed = Packed {
            parameters: values(&self.parameters),
            inputs: values(&self.inputs),
            rates: self.rated.then(|| values(&self.rates)),
            loads: values(&self.loads),
            report: values(&self.report),
            running: self.running.as_ref().map(run),
            flowing: self.flowing.as_ref().map(flow),
        };
        postcard::to_allocvec(&packed).expect("numbers always have a binary form")
    }

    /// From bytes that [`Saved::pack`] has made of a unit with the same variables as `blank`.
    pub fn unpack(bytes: &[u8], blank: &Variables<M>) -> Result<Self, Unreadable> {
        let packed: Packed<<M::Prepared as Prepared>::State, <M::Prepared as Prepared>::Discrete> =
            postcard::from_bytes(bytes).map_err(|_| Unreadable)?;
        let parameters = |values: &Vec<Value>| filled(&blank.parameters, values);
        let run = |run: PackedRun<_>| {
            let parameters = parameters(&run.parameters)?;
            Ok(SavedRun { parameters, moment: run.moment, state: run.state })
        };
        let flow = |flow: PackedFlow<_>| {
            let PackedFlow { time, begun, states, discrete, .. } = flow;
            let parameters = parameters(&flow.parameters)?;
            Ok(SavedFlow { parameters, time, begun, states, discrete })
        };
        let inputs = |values: &Vec<Value>| filled(&blank.inputs, values);
        let rates = packed.rates.as_ref().map(inputs).transpose()?;
        Ok(Self {
            parameters: parameters(&packed.parameters)?,
            inputs: inputs(&packed.inputs)?,
            rated: rates.is_some(),
            rates: rates.unwrap_or_else(|| blank.inputs.clone()),
            loads: filled(&blank.loads, &packed.loads)?,
            report: filled(&blank.report, &packed.report)?,
            running: packed.running.map(run).transpose()?,
            flowing: packed.flowing.map(flow).transpose()?,
        })
    }
}

fn values(held: &impl Quantities) -> Vec<Value> {
    (0..held.count()).filter_map(|index| held.value(index)).collect()
}

fn filled<Q: Quantities + Clone>(blank: &Q, values: &[Value]) -> Result<Q, Unreadable> {
    let mut into = blank.clone();
    if values.len() != into.count() {
        return Err(Unreadable);
    }
    for (index, value) in values.iter().enumerate() {
        into.assign(index, *value).map_err(|_| Unreadable)?;
    }
    Ok(into)
}
