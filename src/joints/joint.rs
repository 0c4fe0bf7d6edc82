//! What every joint is: data and pure functions.

use super::Options;
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
    type Report: Quantities + Default + Send;
    /// The joint with everything computed that the parameters decide.
    type Prepared: Prepared<Inputs = Self::Inputs, Loads = Self::Loads, Report = Self::Report>
        + Send;
    /// The report of a joint that has nothing to tell yet, with as many variables as the options
    /// ask for; refuses options that the joint does not have.
    fn report(options: &Options) -> Result<Self::Report, Fault> {
        options.refuse(Self::NAME).map(|()| Self::Report::default())
    }
    /// Checks the parameters against each other and computes what they decide.
    fn prepare(parameters: &Self::Parameters, options: &Options) -> Result<Self::Prepared, Fault>;
}

/// A joint whose parameters are fixed.
///
/// `&mut self` is for memory to work in: what a function gives depends on its arguments only.
pub trait Prepared {
    /// See [`Joint::Inputs`].
    type Inputs;
    /// See [`Joint::Loads`].
    type Loads;
    /// See [`Joint::Report`].
    type Report;
    /// All that the joint remembers; a copy of it is a complete snapshot. Its `clone_from` takes no
    /// memory.
    type State: Clone + Send;
    /// What the user should know although it is no error; told once, before the first step.
    fn warning(&self) -> Option<&'static str> {
        None
    }
    /// The state at `time` [s] for the first inputs, and what there is to tell of it.
    fn initial(
        &mut self,
        inputs: &Self::Inputs,
        time: f64,
    ) -> Result<(Self::State, Self::Report), Fault>;
    /// Carries `state` over `step` with the inputs of its start and writes the report of its end;
    /// gives the load to be held. After a fault, state and report mean nothing. Takes no memory.
    fn advance(
        &mut self,
        inputs: &Self::Inputs,
        state: &mut Self::State,
        step: Step,
        report: &mut Self::Report,
    ) -> Result<Self::Loads, Fault>;
}
