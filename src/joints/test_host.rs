//! A joint behind ports in the world's axes, stepped by typed inputs.

use super::{Joint, kind};
use crate::base::Fault;
use crate::coupling::{InputSample, Step};
use crate::model::{Build, Model};
use crate::ports::{WorldInputs, WorldLoads};
use model_description::Quantities;
use std::any::Any;
use std::marker::PhantomData;

/// The model that the catalogue makes of a joint, with its outputs.
pub struct TestHost<J: Joint> {
    model: Box<dyn Model>,
    outputs: Vec<f64>,
    joint: PhantomData<J>,
}

fn flat(quantities: &impl Quantities) -> Vec<f64> {
    fn count<Q: Quantities>(_: &Q) -> usize {
        Q::COUNT
    }
    let mut values = vec![0.0; count(quantities)];
    quantities.write(&mut values);
    values
}

impl<J: Joint> TestHost<J> {
    /// The joint with these parameters.
    pub fn new(parameters: &J::Parameters) -> Result<Self, Fault> {
        let model = ((kind::<J>().open)(&Build::default())?.prepare)(&flat(parameters))?;
        let outputs = vec![0.0; WorldLoads::COUNT + J::report_rows(parameters).len()];
        Ok(Self { model, outputs, joint: PhantomData })
    }

    /// Begins at `time` \[s\].
    pub fn first(&mut self, inputs: &WorldInputs, time: f64) -> Result<(), Fault> {
        self.model.begin(&flat(inputs), time, &mut self.outputs[WorldLoads::COUNT..])
    }

    /// Makes a step and commits it.
    pub fn step(&mut self, inputs: &WorldInputs, step: Step) -> Result<WorldLoads, Fault> {
        let (loads, report) = self.outputs.split_at_mut(WorldLoads::COUNT);
        self.model.step(InputSample::of(&flat(inputs)), step, loads)?;
        self.model.commit();
        self.model.report(report);
        Ok(WorldLoads::read(&self.outputs))
    }

    /// The numbers of the report.
    pub fn values(&self) -> &[f64] {
        &self.outputs[WorldLoads::COUNT..]
    }

    /// The report as its struct.
    pub fn report<R: Quantities>(&self) -> R {
        R::read(self.values())
    }

    /// The state of the joint.
    pub fn state(&self) -> J::State {
        let state = self.model.state().expect("first() comes first") as &dyn Any;
        state.downcast_ref::<J::State>().expect("a joint's model keeps the joint's state").clone()
    }

    /// Restores a state.
    pub fn set_state(&mut self, state: &J::State) -> Result<(), Fault> {
        self.model.set_state(state)
    }
}
