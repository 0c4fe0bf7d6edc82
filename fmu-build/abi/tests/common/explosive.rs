//! A joint with a mistake in it, for what a caught panic leaves.

use model_description::quantities;
use spiel::Fault;
use spiel::coupling::Step;
use spiel::joints::Options;
use spiel::model::{Course, Model, Prepared, Variables};

quantities! {
    /// An input whose sign decides.
    pub struct Trigger {
        /// Panics the model if negative.
        trigger: "1" = 0.0,
    }
}

quantities! {
    /// An output.
    pub struct Output {
        /// Always the same.
        output: "1",
    }
}

/// A joint whose evaluation panics when its input is negative.
pub struct Explosive;

impl Model for Explosive {
    const NAME: &'static str = "explosive";
    const ABOUT: &'static str = "A model with a mistake in it.";
    const SAFE_STEP: f64 = 1.0;
    type Parameters = Trigger;
    type Inputs = Trigger;
    type Loads = Output;
    type Report = Output;
    type Prepared = Self;
    fn variables(_: &Options) -> Result<Variables<Self>, Fault> {
        Ok(Variables::telling(Output::default()))
    }
    fn prepare(_: &Trigger, _: &Options) -> Result<Self, Fault> {
        Ok(Self)
    }
}

impl Prepared for Explosive {
    type Parameters = Trigger;
    type Inputs = Trigger;
    type Loads = Output;
    type Report = Output;
    type State = ();
    type Discrete = ();
    fn tune(&mut self, _: &Trigger) -> Result<(), Fault> {
        Ok(())
    }
    fn initial(&mut self, _: &Trigger, _: f64) -> Result<((), Output), Fault> {
        Ok(((), Output::default()))
    }
    fn derivative(
        &mut self,
        _: Course<Trigger>,
        _: &Trigger,
        (): &(),
        _: Step,
        _: &mut Output,
    ) -> Result<(), Fault> {
        Ok(())
    }
    fn carry(
        &mut self,
        course: Course<Trigger>,
        (): &mut (),
        _: Step,
        _: &mut Output,
        _: &mut Output,
    ) -> Result<(), Fault> {
        assert!(course.inputs.trigger >= 0.0, "100 % wrong");
        Ok(())
    }
}
