//! What every joint between two bodies is, seen from the first of them.

use super::{Equations, Options, Passage};
use crate::Fault;
use crate::coupling::Step;
use crate::model::State;
use crate::planar::{Motion, PairLoad};
use model_description::Quantities;
use num_dual::Dual64;

/// A joint between bodies a and b: its variables as structs of quantities, its behaviour as functions
/// of b's motion in the frame of a.
///
/// Nothing else can matter: a law that told apart two motions of the pair which look the same from a
/// would have to work on a pair that turns as one. [`ports`](super::ports) say how a host gives that
/// motion.
pub trait Joint {
    /// Public identifier.
    const NAME: &'static str;
    /// What it is, in one sentence.
    const ABOUT: &'static str;
    /// Communication step that the default parameters bear [s].
    const SAFE_STEP: f64;
    /// What is fixed before the first step, or changes between steps where its rows say so.
    type Parameters: Quantities + Copy + Default + PartialEq + Send;
    /// What is told of the end of the last committed step.
    type Report: Quantities + Clone + Default + Send;
    /// The joint with everything computed that the parameters decide.
    type Mechanics: Equations<Parameters = Self::Parameters, Report = Self::Report> + Send;
    /// The report of a joint that has nothing to tell yet, with as many variables as the options
    /// ask for; refuses options that the joint does not have.
    fn report(options: &Options) -> Result<Self::Report, Fault> {
        options.only(&["ports"], Self::NAME).map(|()| Self::Report::default())
    }
    /// Communication step that the parameters bear [s].
    fn safe_step(_parameters: &Self::Parameters) -> f64 {
        Self::SAFE_STEP
    }
    /// Checks the parameters against each other and computes what they decide.
    fn prepare(parameters: &Self::Parameters, options: &Options) -> Result<Self::Mechanics, Fault>;
    /// See [`Model::work_mismatch`](crate::model::Model::work_mismatch).
    fn work_mismatch(_report: &Self::Report) -> Option<f64> {
        None
    }
    /// See [`Model::told_contact`](crate::model::Model::told_contact).
    fn told_contact(_report: &Self::Report) -> Option<(bool, (f64, f64))> {
        None
    }
}

/// A joint whose parameters are fixed.
///
/// Motions are those of b in the frame of a; loads are in the axes of a. `&mut self` is for memory to
/// work in: what a function gives depends on its arguments only.
pub trait Mechanics {
    /// See [`Joint::Parameters`].
    type Parameters;
    /// See [`Joint::Report`].
    type Report;
    /// All that the joint remembers; see [`Prepared::State`](crate::model::Prepared::State).
    type State: State;
    /// What the user should know although it is no error; told once, before the first step.
    fn warning(&self) -> Option<&'static str> {
        None
    }
    /// See [`Prepared::tune`](crate::model::Prepared::tune).
    fn tune(&mut self, parameters: &Self::Parameters) -> Result<(), Fault>;
    /// See [`Prepared::fits`](crate::model::Prepared::fits).
    fn fits(&self, _state: &Self::State) -> bool {
        true
    }
    /// The state at `time` [s], and what there is to tell of it.
    fn initial(&mut self, b: &Motion<f64>, time: f64)
    -> Result<(Self::State, Self::Report), Fault>;
    /// Carries `state` over `step` as `passage` says and writes the report of its end; gives the load to
    /// be held. After a fault, state and report mean nothing. Takes no memory.
    fn carry(
        &mut self,
        passage: &Passage<f64>,
        state: &mut Self::State,
        step: Step,
        report: &mut Self::Report,
    ) -> Result<PairLoad<f64>, Fault>;
    /// The same load with its derivatives, from a passage that carries its own.
    fn differentiate(
        &mut self,
        passage: &Passage<Dual64>,
        state: &Self::State,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault>;
}
