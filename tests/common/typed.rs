//! A joint as the model that a block steps, with its variables as structs.

#![allow(dead_code, reason = "no test uses all of it")]

use spiel::Fault;
use spiel::Quantities;
use spiel::coupling::{InputSample, Step};
use spiel::joints::{Joint, kind};
use spiel::model::{Build, Model};
use spiel::ports::JointPorts;
use spiel::ports::{WorldInputs, WorldLoads};
use std::marker::PhantomData;

/// A struct of variables as a flat array.
pub fn flat(quantities: &impl Quantities) -> Vec<f64> {
    fn sized<Q: Quantities>(_: &Q) -> usize {
        Q::COUNT
    }
    let mut values = vec![0.0; sized(quantities)];
    quantities.write(&mut values);
    values
}

/// A joint's model: inputs `I` and loads `L` of its ports, report `R`.
pub struct Typed<R, I = WorldInputs, L = WorldLoads> {
    pub model: Box<dyn Model>,
    pub inputs: Vec<f64>,
    /// Loads, then the report.
    pub outputs: Vec<f64>,
    types: PhantomData<(R, I, L)>,
}

impl<R: Quantities, I: Quantities, L: Quantities> Typed<R, I, L> {
    /// The model of joint `J`; the parameters choose its ports, which must be those of `I` and `L`.
    pub fn new<J: Joint>(parameters: &J::Parameters) -> Result<Self, Fault> {
        let model = ((kind::<J>().open)(&Build::default())?.prepare)(&flat(parameters))?;
        assert_eq!(J::ports(parameters).input_rows().len(), I::COUNT);
        assert_eq!(J::ports(parameters).load_rows().len(), L::COUNT);
        let outputs = vec![0.0; L::COUNT + J::report_rows(parameters).len()];
        Ok(Self { model, inputs: vec![0.0; I::COUNT], outputs, types: PhantomData })
    }

    /// Begins at time 0 from these inputs.
    pub fn begin(&mut self, inputs: &I) -> Result<(), Fault> {
        inputs.write(&mut self.inputs);
        self.model.begin(&self.inputs, 0.0, &mut self.outputs[L::COUNT..])
    }

    /// The report of the last step.
    pub fn report(&self) -> R {
        R::read(&self.outputs[L::COUNT..])
    }

    /// Makes a step and commits it.
    pub fn advance(&mut self, inputs: &I, step: Step) -> Result<L, Fault> {
        inputs.write(&mut self.inputs);
        let (loads, report) = self.outputs.split_at_mut(L::COUNT);
        self.model.step(InputSample::of(&self.inputs), step, loads)?;
        self.model.commit();
        self.model.report(report);
        Ok(L::read(&self.outputs))
    }

    /// The committed state as bytes.
    pub fn state(&self) -> Vec<u8> {
        self.model.state().unwrap().bytes()
    }
}
