//! A model that panics, for tests of the state after a caught panic.

use model_description::{Quantities, quantities};
use spiel::Fault;
use spiel::coupling::{InputSample, Step};
use spiel::model::{Continuous, Model, ModelKind, State, Variables};
use std::cell::Cell;

quantities! {
    /// An input whose sign decides.
    pub struct Trigger {
        /// Panics the model if negative.
        trigger: "1" = 0.0,
    }
}

quantities! {
    /// A parameter without effect.
    pub struct Idle {
        /// It has no effect.
        idle: "1" = 0.0,
    }
}

quantities! {
    /// An output.
    pub struct Output {
        /// A constant.
        output: "1",
    }
}

quantities! {
    /// A reported variable.
    pub struct Told {
        /// A constant.
        told: "1",
    }
}

thread_local! {
    /// A step calls this before anything else.
    pub static MEANWHILE: Cell<fn()> = const { Cell::new(|| ()) };
}

/// A model whose evaluation panics when its input is negative.
pub const EXPLOSIVE: ModelKind = ModelKind {
    name: "explosive",
    about: "A model with a mistake in it.",
    variables: |_| {
        Ok(Variables {
            inputs: Trigger::default().rows(),
            loads: Output::default().rows(),
            report: Told::default().rows(),
            parameters: Idle::default().rows(),
            velocities: Vec::new(),
        })
    },
    prepare: |_, _| Ok(Box::new(Explosive { state: () })),
};

struct Explosive {
    state: (),
}

impl Model for Explosive {
    fn safe_step(&self) -> f64 {
        1.0
    }
    fn tune(&mut self, _: &[f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn begin(&mut self, _: &[f64], _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn step(&mut self, inputs: InputSample, _: Step, outputs: &mut [f64]) -> Result<(), Fault> {
        MEANWHILE.get()();
        assert!(inputs.values[0] >= 0.0, "100 % wrong");
        outputs.fill(0.0);
        Ok(())
    }
    fn commit(&mut self) {}
    fn derivative(
        &mut self,
        _: InputSample,
        _: &[f64],
        _: Step,
        _: &mut [f64],
    ) -> Result<(), Fault> {
        Ok(())
    }
    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(Fault::NoEquations)
    }
    fn state(&self) -> Option<&dyn State> {
        Some(&self.state)
    }
    fn set_state(&mut self, _: &dyn State) -> Result<(), Fault> {
        Ok(())
    }
    fn read_state(&self, _: &[u8]) -> Option<Box<dyn State>> {
        Some(Box::new(()))
    }
}
