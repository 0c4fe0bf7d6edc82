//! Models: things that a block steps, with flat arrays of numbers in and out.
//!
//! A [`ModelKind`] in the [catalogue](crate::catalogue) reads a [`Build`] once, into a [`Blueprint`]: the
//! rows of the model's variables, and the way to make the [`Model`] for a set of parameters. A
//! [`Block`](crate::block::Block) holds the numbers.
//!
//! ```
//! use spiel::catalogue;
//! use spiel::model::Build;
//! let kind = catalogue::named("revolute_clearance").unwrap();
//! let build = Build::default().with("build.ports", "relative");
//! let blueprint = (kind.open)(&build)?;
//! assert_eq!(blueprint.variables.inputs[0].name, "r_rel.x");
//! let parameters = blueprint.variables.parameters.iter();
//! let starts: Vec<f64> = parameters.map(|row| row.start.number()).collect();
//! assert!((blueprint.prepare)(&starts)?.safe_step() > 0.0);
//! # Ok::<(), spiel::Fault>(())
//! ```

mod build;
mod continuous;
mod state;

pub use build::{Build, Files, with_constants};
pub use continuous::{Continuous, ContinuousState, Equations, Feeds};
pub use state::{Dynamics, State, WithState};

use crate::base::Fault;
use crate::coupling::{ContactPlaces, InputSample, Notices, Step, of_coupling};
use model_description::Row;
use std::borrow::Cow;

/// Makes a model with these parameters, in the order of their rows; refuses parameters that do not fit
/// each other.
pub type Prepare = Box<dyn Fn(&[f64]) -> Result<Box<dyn Model>, Fault> + Send + Sync>;

/// A kind of model.
#[derive(Clone, Copy)]
pub struct ModelKind {
    /// Public identifier, `revolute_clearance`.
    pub name: &'static str,
    /// Its description in one sentence.
    pub about: &'static str,
    /// Reads a build, once; refuses one that the model cannot have.
    pub open: fn(&Build) -> Result<Blueprint, Fault>,
}

/// A model as a build asks for it, before its parameters are fixed.
pub struct Blueprint {
    /// The rows of its variables.
    pub variables: Variables,
    /// Indices of the outputs that describe each contact.
    pub contacts: Box<[ContactPlaces]>,
    /// Its notices about committed steps.
    pub notices: Vec<Box<dyn Notices>>,
    /// Says of parameters, in the order of their rows, which combinations are allowed and hardly meant.
    pub doubts: fn(&[f64]) -> Vec<String>,
    /// Makes a model.
    pub prepare: Prepare,
}

impl Blueprint {
    /// A model with these variables; contacts are found among them, and it has no notices or doubts.
    pub fn new(
        variables: Variables,
        prepare: impl Fn(&[f64]) -> Result<Box<dyn Model>, Fault> + Send + Sync + 'static,
    ) -> Self {
        let contacts = ContactPlaces::among(&variables.outputs());
        let (notices, prepare) = (Vec::new(), Box::new(prepare));
        Self { variables, contacts, notices, doubts: |_| Vec::new(), prepare }
    }
}

/// The rows of a model's variables, in the order of their numbers.
#[derive(Debug, Clone, Default)]
pub struct Variables {
    /// Inputs: set by the host at a communication point.
    pub inputs: Vec<Row>,
    /// The outputs that follow the inputs: loads, as a rule.
    pub loads: Vec<Row>,
    /// The outputs that describe the end of the last committed step.
    pub report: Vec<Row>,
    /// Parameters: chosen at the build, fixed before the first step, or tunable between steps.
    pub parameters: Vec<Row>,
    /// Inputs that are positions, each with the input that is its velocity.
    pub velocities: Vec<(usize, usize)>,
}

impl Variables {
    /// The outputs: loads, then the report.
    pub fn outputs(&self) -> Vec<&Row> {
        self.loads.iter().chain(&self.report).collect()
    }

    /// The notices of a coupling that is among the rows.
    pub(crate) fn coupling_notices(&self) -> Vec<Box<dyn Notices>> {
        of_coupling(&self.inputs, &self.outputs(), &self.parameters)
    }
}

/// A model whose parameters are fixed, behind flat arrays; [`WithState`] makes one of any [`Dynamics`].
///
/// Inputs, loads, the report and parameters are in the order of their rows. `step`
/// leaves its result as a trial: it becomes the state by `commit`, and until then every step begins
/// where the last committed one ended. Only `begin`, `set_state` and `read_state` allocate memory.
pub trait Model: Send {
    /// See [`Dynamics::safe_step`].
    fn safe_step(&self) -> f64;
    /// See [`Dynamics::warning`].
    fn warning(&self) -> Option<Cow<'static, str>>;
    /// See [`Dynamics::wall_force`].
    fn wall_force(&mut self, penetration: f64) -> Option<f64>;
    /// See [`Dynamics::tune`].
    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault>;
    /// See [`Dynamics::admit`].
    fn admit(&self, input: &str, number: f64) -> Result<(), Fault>;
    /// Sets the state at `time` \[s\] for the first inputs and writes its report.
    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<(), Fault>;
    /// Makes a step from the committed state and writes the loads; after a fault these mean nothing.
    fn step(&mut self, inputs: InputSample, step: Step, loads: &mut [f64]) -> Result<(), Fault>;
    /// The last step becomes the state.
    fn commit(&mut self);
    /// Returns false if the step that was committed last can cause no notice.
    fn is_notable(&self) -> bool;
    /// Takes the last commit back: its step is a trial again.
    fn revert(&mut self);
    /// Writes the report of the step that was committed last, with the parameters of that step.
    fn report(&mut self, report: &mut [f64]);
    /// See [`Dynamics::derivative`].
    fn derivative(
        &mut self,
        inputs: InputSample,
        seed: &[f64],
        step: Step,
        change: &mut [f64],
    ) -> Result<(), Fault>;
    /// See [`Dynamics::continuous`].
    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault>;
    /// Returns the committed state; none before `begin`.
    fn state(&self) -> Option<&dyn State>;
    /// Replaces the committed state by a saved one; refuses that of another model.
    fn set_state(&mut self, state: &dyn State) -> Result<(), Fault>;
    /// Reads a saved state from its bytes, if they hold one of this model.
    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn State>>;
}
