//! What every joint is: data and pure functions.

use crate::Fault;
use crate::coupling::Step;
use model_description::Quantities;

/// A joint: its variables as structs of quantities, its behaviour as functions without side effects.
pub trait Joint {
    /// Public identifier.
    const NAME: &'static str;
    /// What it is, in one sentence.
    const ABOUT: &'static str;
    /// Communication step that the default parameters bear [s].
    const SAFE_STEP: f64;
    /// What is fixed before the first step.
    type Parameters: Quantities + Copy + Default + Send;
    /// What the host gives at a communication point.
    type Inputs: Quantities + Copy + Default + PartialEq + Send;
    /// The loads, which follow the inputs.
    type Loads: Quantities + Copy + Default + Send;
    /// What is told of the end of the last committed step.
    type Report: Quantities + Copy + Default + Send;
    /// The joint with everything computed that the parameters decide.
    type Prepared: Prepared<Inputs = Self::Inputs, Loads = Self::Loads, Report = Self::Report>
        + Send;
    /// Checks the parameters against each other and computes what they decide.
    fn prepare(parameters: &Self::Parameters) -> Result<Self::Prepared, Fault>;
}

/// A joint whose parameters are fixed.
pub trait Prepared {
    /// See [`Joint::Inputs`].
    type Inputs;
    /// See [`Joint::Loads`].
    type Loads;
    /// See [`Joint::Report`].
    type Report;
    /// All that the joint remembers; a copy of it is a complete snapshot.
    type State: Clone + Send;
    /// What the user should know although it is no error; told once, before the first step.
    fn warning(&self) -> Option<&'static str> {
        None
    }
    /// The state at `time` [s] for the first inputs, and what there is to tell of it.
    fn initial(&self, inputs: &Self::Inputs, time: f64) -> (Self::State, Self::Report);
    /// Carries `state` over `step` with the inputs of its start: the load to be held and the report
    /// of its end.
    fn advance(
        &self,
        inputs: &Self::Inputs,
        state: &mut Self::State,
        step: Step,
    ) -> (Self::Loads, Self::Report);
}
