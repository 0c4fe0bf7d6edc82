//! A model that panics, for tests of the state after a caught panic.

use model_description::{Quantities, quantities};
use spiel::Fault;
use spiel::coupling::{InputSample, Step};
use spiel::model::{Blueprint, Continuous, Dynamics, ModelKind, Variables, WithState};
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
    open: |_| {
        let variables = Variables {
            inputs: Trigger::default().rows(),
            loads: Output::default().rows(),
            report: Told::default().rows(),
            parameters: Idle::default().rows(),
            velocities: Vec::new(),
        };
        let values = variables.report.len();
        Ok(Blueprint::new(variables, move |_| Ok(Box::new(WithState::new(Explosive, values)))))
    },
};

struct Explosive;

impl Dynamics for Explosive {
    type State = ();
    type End = ();

    fn safe_step(&self) -> f64 {
        1.0
    }
    fn tune(&mut self, _: &[f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn begin(&mut self, _: &[f64], _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn step(
        &mut self,
        ((), ()): (&mut (), &mut ()),
        inputs: InputSample,
        _: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        MEANWHILE.get()();
        assert!(inputs.values[0] >= 0.0, "100 % wrong");
        loads.fill(0.0);
        Ok(())
    }
    fn end(&self, _: usize) {}
    fn report(&mut self, _: (&(), &()), report: &mut [f64]) {
        report.fill(0.0);
    }
    fn derivative(
        &mut self,
        (): &(),
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
    fn fits(&self, (): &()) -> bool {
        true
    }
}
