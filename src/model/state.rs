//! The state of any model: committed, on trial, saved.

use super::{Continuous, Model};
use crate::base::{Fault, all_finite};
use crate::coupling::{InputSample, Step};
use serde::{Serialize, de::DeserializeOwned};
use std::any::Any;
use std::borrow::Cow;

/// All that a model remembers; a copy of it is a complete snapshot.
pub trait State: Any + Send {
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn State>;
    /// Copies this state over `other` without allocating; returns false if that is of another type.
    fn copy_to(&self, other: &mut dyn State) -> bool;
    /// Returns the state as bytes.
    fn bytes(&self) -> Vec<u8>;
}

impl<S: Clone + Send + Serialize + 'static> State for S {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn copy_to(&self, other: &mut dyn State) -> bool {
        (other as &mut dyn Any).downcast_mut::<S>().map(|other| other.clone_from(self)).is_some()
    }

    fn bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("numbers always have a binary form")
    }
}

/// A model whose parameters are fixed, as functions of its state.
///
/// Inputs, outputs (loads, then the report) and parameters are flat, in the order of their rows. Only
/// `begin` allocates memory.
pub trait Dynamics: Send {
    /// All that is remembered from step to step. Its `clone_from` allocates nothing.
    type State: Clone + Send + Serialize + DeserializeOwned + 'static;
    /// The values that the report of a step needs besides the state at its end.
    type End: Clone + Send + 'static;

    /// Returns the communication step that the parameters tolerate \[s\].
    fn safe_step(&self) -> f64;
    /// Returns a notice that is no error; it is logged once, before the first step.
    fn warning(&self) -> Option<Cow<'static, str>> {
        None
    }
    /// Returns the normal force \[N\] of bodies at rest, pressed straight into each other by a
    /// `penetration` \[m\]; none for a model without walls, or with several.
    fn wall_force(&mut self, _penetration: f64) -> Option<f64> {
        None
    }
    /// Sets those parameters that may change between steps; after a fault the model must be tuned again
    /// before it is used.
    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault>;
    /// Refuses a number that an input cannot be with these parameters, although its row takes it; not
    /// asked where that takes every finite number.
    fn admit(&self, _input: &str, _number: f64) -> Result<(), Fault> {
        Ok(())
    }
    /// Returns the state at `time` \[s\] for the first inputs; writes its report.
    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        report: &mut [f64],
    ) -> Result<Self::State, Fault>;
    /// Advances a state by a step and writes the loads; after a fault all of these mean nothing.
    fn step(
        &mut self,
        held: (&mut Self::State, &mut Self::End),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault>;
    /// Returns the report of a step that has made it at once.
    fn made(_end: &Self::End) -> Option<&[f64]> {
        None
    }
    /// Makes room for what [`report`](Self::report), of this number of values, needs of a step.
    fn end(&self, values: usize) -> Self::End;
    /// Returns false if the step that led to this state can cause no notice, so that its report need not be made.
    fn is_notable(&self, _held: (&Self::State, &Self::End)) -> bool {
        true
    }
    /// Writes the report of the step that led to this state: the same numbers whenever that is asked.
    fn report(&mut self, held: (&Self::State, &Self::End), report: &mut [f64]);
    /// Writes the change of a step's loads with its inputs in the direction of `seed`, per unit of it;
    /// refused where loads are predicted.
    fn derivative(
        &mut self,
        _state: &Self::State,
        _inputs: InputSample,
        _seed: &[f64],
        _step: Step,
        _change: &mut [f64],
    ) -> Result<(), Fault> {
        Err(Fault::NoDerivatives)
    }
    /// Returns the model as equations of continuous time, or the reason why it has none.
    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault>;
    /// Returns true if `state` has the size of one of this model.
    fn fits(&self, state: &Self::State) -> bool;
}

/// The end of a step: the state there, and what its report needs besides.
type Held<D> = (<D as Dynamics>::State, <D as Dynamics>::End);

/// A model with its state, as a block steps it.
///
/// The committed state and the trial of the next step stay where they are: states may be large and
/// stacks small.
pub struct WithState<D: Dynamics> {
    dynamics: D,
    /// Number of values of the report.
    values: usize,
    states: Option<[Box<Held<D>>; 2]>,
    committed: usize,
}

impl<D: Dynamics> WithState<D> {
    /// The model before its first state; its report has this number of values.
    pub fn new(dynamics: D, values: usize) -> Self {
        Self { dynamics, values, states: None, committed: 0 }
    }

    fn start(&mut self, state: D::State) {
        let held = Box::new((state, self.dynamics.end(self.values)));
        (self.states, self.committed) = (Some([held.clone(), held]), 0);
    }

    fn committed(&self) -> Option<&D::State> {
        self.states.as_ref().map(|states| &states[self.committed].0)
    }
}

impl<D: Dynamics> Model for WithState<D> {
    fn safe_step(&self) -> f64 {
        self.dynamics.safe_step()
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        self.dynamics.warning()
    }

    fn wall_force(&mut self, penetration: f64) -> Option<f64> {
        self.dynamics.wall_force(penetration)
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        self.dynamics.tune(parameters)
    }

    fn admit(&self, input: &str, number: f64) -> Result<(), Fault> {
        self.dynamics.admit(input, number)
    }

    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<(), Fault> {
        let state = self.dynamics.begin(inputs, time, report)?;
        self.start(state);
        Ok(())
    }

    fn step(&mut self, inputs: InputSample, step: Step, loads: &mut [f64]) -> Result<(), Fault> {
        let [first, second] = self.states.as_mut().ok_or(Fault::NotBegun)?;
        let (committed, trial) =
            if self.committed == 0 { (first, second) } else { (second, first) };
        let (state, end) = &mut **trial;
        state.clone_from(&committed.0);
        self.dynamics.step((state, end), inputs, step, loads)?;
        match D::made(end) {
            Some(report) if !all_finite(report) => {
                Err(Fault::NoFiniteSolution { time: step.start })
            }
            _ => Ok(()),
        }
    }

    fn is_notable(&self) -> bool {
        self.states.as_ref().is_some_and(|states| {
            let (state, end) = &*states[self.committed];
            self.dynamics.is_notable((state, end))
        })
    }

    fn report(&mut self, report: &mut [f64]) {
        if let Some(states) = &self.states {
            let (state, end) = &*states[self.committed];
            self.dynamics.report((state, end), report);
        }
    }

    #[inline]
    fn commit(&mut self) {
        self.committed = 1 - self.committed;
    }

    fn revert(&mut self) {
        self.commit();
    }

    fn derivative(
        &mut self,
        inputs: InputSample,
        seed: &[f64],
        step: Step,
        change: &mut [f64],
    ) -> Result<(), Fault> {
        let states = self.states.as_ref().ok_or(Fault::NotBegun)?;
        self.dynamics.derivative(&states[self.committed].0, inputs, seed, step, change)
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        self.dynamics.continuous()
    }

    fn state(&self) -> Option<&dyn State> {
        self.committed().map(|state| state as &dyn State)
    }

    fn set_state(&mut self, state: &dyn State) -> Result<(), Fault> {
        let saved = (state as &dyn Any).downcast_ref::<D::State>();
        let saved = saved.filter(|saved| self.dynamics.fits(saved)).ok_or(Fault::ForeignState)?;
        match &mut self.states {
            Some(states) => states[self.committed].0.clone_from(saved),
            None => self.start(saved.clone()),
        }
        Ok(())
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn State>> {
        let saved: D::State = postcard::from_bytes(bytes).ok()?;
        self.dynamics.fits(&saved).then(|| Box::new(saved) as Box<dyn State>)
    }
}
