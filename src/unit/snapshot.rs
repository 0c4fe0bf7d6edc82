//! A unit as it was at some time, in memory and as bytes.

use super::of::{Moment, Running, UnitOf};
use crate::Fault;
use crate::joints::Options;
use crate::model::{Model, Prepared};
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
    rates: Option<M::Inputs>,
    loads: M::Loads,
    report: M::Report,
    running: Option<SavedRun<M>>,
}

struct SavedRun<M: Model> {
    parameters: M::Parameters,
    moment: Moment,
    state: <M::Prepared as Prepared>::State,
}

/// The same as plain values.
#[derive(Serialize, Deserialize)]
struct Packed<S> {
    parameters: Vec<Value>,
    inputs: Vec<Value>,
    rates: Option<Vec<Value>>,
    loads: Vec<Value>,
    report: Vec<Value>,
    running: Option<PackedRun<S>>,
}

#[derive(Serialize, Deserialize)]
struct PackedRun<S> {
    parameters: Vec<Value>,
    moment: Moment,
    state: S,
}

impl<M: Model> SavedRun<M> {
    fn of(running: &Running<M>) -> Self {
        let Running { parameters, moment, state, .. } = running;
        Self { parameters: *parameters, moment: *moment, state: state.clone() }
    }
}

impl<M: Model> Saved<M> {
    /// The unit as it is.
    pub fn of(unit: &UnitOf<M>) -> Self {
        Self {
            parameters: unit.parameters,
            inputs: unit.inputs,
            rates: unit.rates,
            loads: unit.loads,
            report: unit.report.clone(),
            running: unit.running.as_ref().map(SavedRun::of),
        }
    }

    /// The unit as it is, in the place of what was saved here; takes no memory where a state stands
    /// in the place of a state.
    pub fn take(&mut self, unit: &UnitOf<M>) {
        (self.parameters, self.inputs) = (unit.parameters, unit.inputs);
        (self.rates, self.loads) = (unit.rates, unit.loads);
        self.report.clone_from(&unit.report);
        match (&mut self.running, &unit.running) {
            (Some(saved), Some(running)) => {
                (saved.parameters, saved.moment) = (running.parameters, running.moment);
                saved.state.clone_from(&running.state);
            }
            (saved, running) => *saved = running.as_ref().map(SavedRun::of),
        }
    }

    /// Makes the unit what was saved; after a fault it is as before.
    pub fn put_back(&self, unit: &mut UnitOf<M>) -> Result<(), Fault> {
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
                let (parameters, moment) = (*parameters, *moment);
                let new = Running::new(model, parameters, moment, state.clone(), &unit.options);
                *running = Some(new?);
            }
        }
        (unit.parameters, unit.inputs) = (self.parameters, self.inputs);
        (unit.rates, unit.loads) = (self.rates, self.loads);
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
        let packed = Packed {
            parameters: values(&self.parameters),
            inputs: values(&self.inputs),
            rates: self.rates.as_ref().map(values),
            loads: values(&self.loads),
            report: values(&self.report),
            running: self.running.as_ref().map(run),
        };
        postcard::to_allocvec(&packed).expect("numbers always have a binary form")
    }

    /// From bytes that [`Saved::pack`] has made of a unit with the same options.
    pub fn unpack(bytes: &[u8], options: &Options) -> Result<Self, Unreadable> {
        let packed: Packed<<M::Prepared as Prepared>::State> =
            postcard::from_bytes(bytes).map_err(|_| Unreadable)?;
        let run = |run: PackedRun<_>| {
            let parameters = filled(M::Parameters::default(), &run.parameters)?;
            Ok(SavedRun { parameters, moment: run.moment, state: run.state })
        };
        let inputs = |values: &Vec<Value>| filled(M::Inputs::default(), values);
        let report = M::report(options).map_err(|_| Unreadable)?;
        Ok(Self {
            parameters: filled(M::Parameters::default(), &packed.parameters)?,
            inputs: inputs(&packed.inputs)?,
            rates: packed.rates.as_ref().map(inputs).transpose()?,
            loads: filled(M::Loads::default(), &packed.loads)?,
            report: filled(report, &packed.report)?,
            running: packed.running.map(run).transpose()?,
        })
    }
}

fn values(held: &impl Quantities) -> Vec<Value> {
    (0..held.count()).filter_map(|index| held.value(index)).collect()
}

fn filled<Q: Quantities>(mut into: Q, values: &[Value]) -> Result<Q, Unreadable> {
    if values.len() != into.count() {
        return Err(Unreadable);
    }
    for (index, value) in values.iter().enumerate() {
        into.assign(index, *value).map_err(|_| Unreadable)?;
    }
    Ok(into)
}
