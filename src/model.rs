//! What a unit is made of: variables as structs of quantities, behaviour as functions.

use crate::Fault;
use crate::coupling::Step;
use crate::joints::Options;
use crate::unit::News;
use model_description::Quantities;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// Something with inputs and outputs that is carried from step to step: a joint with its ports, or a
/// plant.
pub trait Model {
    /// Public identifier.
    const NAME: &'static str;
    /// What it is, in one sentence.
    const ABOUT: &'static str;
    /// Communication step that the default parameters bear [s].
    const SAFE_STEP: f64;
    /// What is fixed before the first step, or changes between steps where its rows say so.
    type Parameters: Quantities + Clone + PartialEq + Send;
    /// What the host gives at a communication point.
    type Inputs: Quantities + Clone + PartialEq + Send;
    /// The loads, which follow the inputs.
    type Loads: Quantities + Clone + Send;
    /// What is told of the end of the last committed step.
    type Report: Quantities + Clone + Send;
    /// The model with everything computed that the parameters decide.
    type Prepared: Prepared<
            Parameters = Self::Parameters,
            Inputs = Self::Inputs,
            Loads = Self::Loads,
            Report = Self::Report,
        > + Send;
    /// The variables of a model that nobody has set anything of, as many as the options ask for;
    /// refuses options that the model does not have.
    fn variables(options: &Options) -> Result<Variables<Self>, Fault>;
    /// Checks the parameters against each other and computes what they decide.
    fn prepare(parameters: &Self::Parameters, options: &Options) -> Result<Self::Prepared, Fault>;
    /// Communication step that the parameters bear [s].
    fn safe_step(_parameters: &Self::Parameters) -> f64 {
        Self::SAFE_STEP
    }
    /// The number of the input that is the velocity of this one, of an input that is a position.
    fn velocity_of(_inputs: &Self::Inputs, _input: usize) -> Option<usize> {
        None
    }
    /// Whether contact is told to be, and its last start: instant [s], approach speed [m/s].
    fn told_contact(_report: &Self::Report) -> Option<(bool, (f64, f64))> {
        None
    }
    /// Work mismatch of the coupling, of a model that tells it.
    fn work_mismatch(_report: &Self::Report) -> Option<f64> {
        None
    }
    /// What a step has brought, from the reports before and after it.
    fn news(before: &Self::Report, after: &Self::Report) -> Option<News> {
        News::of_contact(Self::told_contact(before)?, Self::told_contact(after)?)
    }
}

/// All variables of a model.
///
/// Copies of them are made once: steps use `clone_from`, which takes no memory of them.
pub struct Variables<M: Model + ?Sized> {
    /// See [`Model::Parameters`].
    pub parameters: M::Parameters,
    /// See [`Model::Inputs`].
    pub inputs: M::Inputs,
    /// See [`Model::Loads`].
    pub loads: M::Loads,
    /// See [`Model::Report`].
    pub report: M::Report,
}

impl<M: Model + ?Sized> Variables<M>
where
    M::Parameters: Default,
    M::Inputs: Default,
    M::Loads: Default,
{
    /// Those of a model whose options decide over the report only.
    pub fn telling(report: M::Report) -> Self {
        let (parameters, inputs, loads) = Default::default();
        Self { parameters, inputs, loads, report }
    }
}

/// What the host gives for a step.
#[derive(Debug, PartialEq)]
pub struct Course<'a, I> {
    /// The inputs at the step's start.
    pub inputs: &'a I,
    /// How fast each of them changes, per second, if the host has said so of any.
    pub rates: Option<&'a I>,
}

impl<I> Clone for Course<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Course<'_, I> {}

impl<'a, I> Course<'a, I> {
    /// Inputs whose rates nobody knows.
    pub fn of(inputs: &'a I) -> Self {
        Self { inputs, rates: None }
    }
}

/// A model whose parameters are fixed.
///
/// `&mut self` is for memory to work in: what a function gives depends on its arguments only.
pub trait Prepared {
    /// See [`Model::Parameters`].
    type Parameters;
    /// See [`Model::Inputs`].
    type Inputs;
    /// See [`Model::Loads`].
    type Loads;
    /// See [`Model::Report`].
    type Report;
    /// All that the model remembers; a copy of it is a complete snapshot. Its `clone_from` takes no
    /// memory.
    type State: State;
    /// What the user should know although it is no error; told once, before the first step.
    fn warning(&self) -> Option<Cow<'static, str>> {
        None
    }
    /// Takes over those parameters that may change between steps; after a fault the model must be
    /// tuned again before it is used. Takes no memory.
    fn tune(&mut self, parameters: &Self::Parameters) -> Result<(), Fault>;
    /// Whether `state` is as large as one of this model's.
    fn fits(&self, _state: &Self::State) -> bool {
        true
    }
    /// The state at `time` [s] for the first inputs, and what there is to tell of it.
    fn initial(
        &mut self,
        inputs: &Self::Inputs,
        time: f64,
    ) -> Result<(Self::State, Self::Report), Fault>;
    /// Carries `state` over `step` along `course` and writes the report of its end and the loads to
    /// be held. After a fault these mean nothing. Takes no memory.
    fn carry(
        &mut self,
        course: Course<Self::Inputs>,
        state: &mut Self::State,
        step: Step,
        report: &mut Self::Report,
        loads: &mut Self::Loads,
    ) -> Result<(), Fault>;
    /// Writes how the loads of a step change with its inputs in the direction of `seed`, per unit of
    /// it. Takes no memory.
    fn derivative(
        &mut self,
        course: Course<Self::Inputs>,
        seed: &Self::Inputs,
        state: &Self::State,
        step: Step,
        change: &mut Self::Loads,
    ) -> Result<(), Fault>;
    /// What changes in events only, in continuous time.
    type Discrete: State;
    /// The continuous states of the model as equations of continuous time, or why it is none.
    fn continuous_states(&self) -> Result<Vec<ContinuousState>, Fault> {
        Err(Fault::NoEquations)
    }
    /// How many event indicators it has then.
    fn indicators(&self) -> usize {
        0
    }
    /// The states at `time` [s] for the first inputs; the continuous ones are written to `states`.
    fn begin(
        &mut self,
        _inputs: &Self::Inputs,
        _time: f64,
        _states: &mut [f64],
    ) -> Result<Self::Discrete, Fault> {
        Err(Fault::NoEquations)
    }
    /// The loads and the rates of the continuous states at an instant, and what there is to tell.
    fn flow(
        &mut self,
        _inputs: &Self::Inputs,
        _states: &[f64],
        _discrete: &Self::Discrete,
        _rates: &mut [f64],
        _report: &mut Self::Report,
    ) -> Result<Self::Loads, Fault> {
        Err(Fault::NoEquations)
    }
    /// How loads and rates change with inputs and continuous states in the direction of the seeds;
    /// the change of the rates is written in the place of the states' seed.
    fn flow_derivative(
        &mut self,
        _inputs: (&Self::Inputs, &Self::Inputs),
        _states: &[f64],
        _discrete: &Self::Discrete,
        _seed: &mut [f64],
    ) -> Result<Self::Loads, Fault> {
        Err(Fault::NoEquations)
    }
    /// The event indicators.
    fn indicate(
        &mut self,
        _inputs: &Self::Inputs,
        _states: &[f64],
        _discrete: &Self::Discrete,
        _indicators: &mut [f64],
    ) -> Result<(), Fault> {
        Err(Fault::NoEquations)
    }
    /// An event at `time` [s]; says whether a continuous state has jumped.
    fn event(
        &mut self,
        _inputs: &Self::Inputs,
        _time: f64,
        _states: &mut [f64],
        _discrete: &mut Self::Discrete,
    ) -> Result<bool, Fault> {
        Err(Fault::NoEquations)
    }
    /// [`Prepared::carry`] for inputs whose rates nobody knows and loads of a fixed size.
    fn advance(
        &mut self,
        inputs: &Self::Inputs,
        state: &mut Self::State,
        step: Step,
        report: &mut Self::Report,
    ) -> Result<Self::Loads, Fault>
    where
        Self::Loads: Default,
    {
        let mut loads = Self::Loads::default();
        self.carry(Course::of(inputs), state, step, report, &mut loads)?;
        Ok(loads)
    }
}

/// What a solver must know of one continuous state.
#[derive(Debug, Clone, PartialEq)]
pub struct ContinuousState {
    /// Its name among the rows of the report; its rate is the row `…_rate`.
    pub name: String,
    /// Its size in ordinary use, > 0, in its own unit.
    pub nominal: f64,
    /// Whether events set it to another value.
    pub jumps: bool,
}

impl ContinuousState {
    /// The deflection of friction's bristles [m]: they yield after some tenths of a micrometre.
    pub fn bristle(name: &str) -> Self {
        Self { name: name.to_owned(), nominal: 1e-7, jumps: true }
    }

    /// The energy lost since the beginning [J].
    pub fn dissipated() -> Self {
        Self { name: "energy.dissipated".to_owned(), nominal: 1e-2, jumps: false }
    }
}

/// What a model remembers.
pub trait State: Clone + Send + Serialize + DeserializeOwned + 'static {}

impl<S: Clone + Send + Serialize + DeserializeOwned + 'static> State for S {}
