//! Models: what a block steps, with flat arrays of numbers in and out.
//!
//! A [`ModelKind`] in the [catalogue](crate::catalogue) gives the rows of a model's variables and makes
//! the [`Model`] for a set of parameters. A [`Block`](crate::block::Block) holds the numbers.
//!
//! ```
//! use spiel::catalogue;
//! use spiel::model::Build;
//! let kind = catalogue::named("revolute_clearance").unwrap();
//! let build = Build::default().with("build.ports", "relative");
//! let variables = (kind.variables)(&build)?;
//! assert_eq!(variables.inputs[0].name, "r_rel.x");
//! let starts: Vec<f64> = variables.parameters.iter().map(|row| row.start.number()).collect();
//! assert!((kind.prepare)(&starts, &build)?.safe_step() > 0.0);
//! # Ok::<(), spiel::Fault>(())
//! ```

mod build;
mod continuous;
mod state;

pub use build::{Build, Files, with_constants};
pub use continuous::{Continuous, ContinuousState, Equations, Feeds};
pub use state::{State, Stepped};

use crate::base::Fault;
use crate::coupling::{InputSample, Step};
use model_description::Row;
use std::borrow::Cow;

/// Makes a model with these parameters, in the order of their rows.
pub type Prepare = fn(&[f64], &Build) -> Result<Box<dyn Model>, Fault>;

/// A kind of model: its name, its variables, and how it is made.
#[derive(Clone, Copy)]
pub struct ModelKind {
    /// Public identifier, `revolute_clearance`.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The rows of its variables, as many as the build asks for; refuses a build it cannot have.
    pub variables: fn(&Build) -> Result<Variables, Fault>,
    /// A model with these parameters, in the order of their rows; refuses parameters that do not fit
    /// each other.
    pub prepare: Prepare,
}

/// The rows of a model's variables, in the order of their numbers.
#[derive(Debug, Clone, Default)]
pub struct Variables {
    /// What the host gives at a communication point.
    pub inputs: Vec<Row>,
    /// The outputs that follow the inputs: loads, as a rule.
    pub loads: Vec<Row>,
    /// The outputs that describe the end of the last committed step.
    pub report: Vec<Row>,
    /// What is chosen at the build, fixed before the first step, or tunable between steps.
    pub parameters: Vec<Row>,
    /// Inputs that are positions, each with the input that is its velocity.
    pub velocities: Vec<(usize, usize)>,
}

/// A model whose parameters are fixed.
///
/// Inputs, outputs (loads, then the report) and parameters are flat, in the order of their rows. `step`
/// leaves its result as a trial: it becomes the state by `commit`, and until then every step begins
/// where the last committed one ended. Nothing but `begin`, `set_state` and `read_state` takes memory.
pub trait Model: Send {
    /// Communication step that the parameters tolerate \[s\].
    fn safe_step(&self) -> f64;
    /// What the user should know although it is no error; logged once, before the first step.
    fn warning(&self) -> Option<Cow<'static, str>> {
        None
    }
    /// Takes over those parameters that may change between steps; after a fault the model must be
    /// tuned again before it is used.
    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault>;
    /// Refuses a number that an input of it cannot be with these parameters, although its row takes it; not
    /// asked where that takes every finite number.
    fn admit(&self, _input: &str, _number: f64) -> Result<(), Fault> {
        Ok(())
    }
    /// Takes up the state at `time` \[s\] for the first inputs and writes its report.
    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<(), Fault>;
    /// Makes a step from the committed state and writes the outputs; after a fault these mean nothing.
    fn step(&mut self, inputs: InputSample, step: Step, outputs: &mut [f64]) -> Result<(), Fault>;
    /// The last step becomes the state.
    fn commit(&mut self);
    /// Writes how the loads of a step change with its inputs in the direction of `seed`, per unit of it;
    /// refused where loads are predicted.
    fn derivative(
        &mut self,
        _inputs: InputSample,
        _seed: &[f64],
        _step: Step,
        _change: &mut [f64],
    ) -> Result<(), Fault> {
        Err(Fault::NoDerivatives)
    }
    /// The model as equations of continuous time, or why it cannot be written so.
    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault>;
    /// The committed state; none before `begin`.
    fn state(&self) -> Option<&dyn State>;
    /// Takes up a saved state; refuses that of another model.
    fn set_state(&mut self, state: &dyn State) -> Result<(), Fault>;
    /// A saved state from its bytes, if they hold one of this model.
    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn State>>;
}
