//! A joint as continuous-time equations, for a host whose own solver integrates through the contact.
//!
//! A joint remembers two kinds of states: continuous ones, which the solver integrates, and discrete
//! ones, which change in events only. Loads and rates are functions of b's motion and the states, of
//! nothing else. An event is where an indicator changes its sign; those of contacts have hysteresis,
//! so that a solver that goes on from the very surface neither misses the event nor meets it again.

use crate::base::Fault;
use crate::ports::{JointPorts, Ports};
use num_dual::Dual64;

/// One continuous state, as a solver must know it.
#[derive(Debug, Clone, PartialEq)]
pub struct ContinuousState {
    /// Its name among the rows of the report; its rate is the row `…_rate`.
    pub name: String,
    /// Its size in ordinary use, > 0, in its own unit.
    pub nominal: f64,
    /// True if events set it to another value.
    pub jumps: bool,
    /// The outputs that follow it, beside itself.
    pub feeds: Feeds,
}

/// The outputs that depend on a continuous state, beside the state itself; other states never do.
#[derive(Debug, Clone, PartialEq)]
pub enum Feeds {
    /// None: the state is a running sum.
    Nothing,
    /// Outputs of its own part, and those that belong to no part: loads, sums.
    Part {
        /// The beginning of the names of the part's outputs.
        own: String,
        /// The beginnings of the names of parts that have no such state.
        others: &'static [&'static str],
    },
    /// All of them.
    All,
}

impl ContinuousState {
    /// The deflection of friction's bristles \[m\], `….bristle`: they yield after some tenths of a
    /// micrometre.
    pub fn bristle(name: &str) -> Self {
        let own = name.trim_end_matches("bristle").to_owned();
        let feeds = Feeds::Part { own, others: &[] };
        Self { name: name.to_owned(), nominal: 1e-7, jumps: true, feeds }
    }

    /// A sum of lost energy \[J\].
    pub fn energy(name: &str) -> Self {
        Self { name: name.to_owned(), nominal: 1e-2, jumps: false, feeds: Feeds::Nothing }
    }

    /// Returns true if the output `row`, which is none of `all` the states, follows this one.
    pub(crate) fn feeds(&self, row: &str, all: &[Self]) -> bool {
        let inside = |state: &Self| match &state.feeds {
            Feeds::Part { own, .. } => row.starts_with(own.as_str()),
            _ => false,
        };
        match &self.feeds {
            Feeds::Nothing => false,
            Feeds::Part { others, .. } => {
                let of_another = || others.iter().any(|other| row.starts_with(other));
                inside(self) || !(of_another() || all.iter().any(inside))
            }
            Feeds::All => true,
        }
    }
}

/// A joint as continuous-time equations.
///
/// Motions are those of b in the frame of a, of which only the start counts; loads are in the axes of a.
/// The results of a function depend on its arguments only. Only `states` allocates memory.
pub trait Equations<C: JointPorts = Ports> {
    /// The continuous states, always as many for the same choices at build time.
    fn states(&self) -> Vec<ContinuousState>;
    /// Returns the number of discrete states.
    fn discrete_count(&self) -> usize {
        0
    }
    /// Returns the number of event indicators; a joint without any has no events.
    fn indicator_count(&self) -> usize {
        0
    }
    /// Writes the states at `time` \[s\] for the first motion: zeros, and what an event makes of them, unless
    /// a joint begins otherwise.
    fn begin(
        &mut self,
        motion: &C::Pair<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        states.fill(0.0);
        discrete.fill(0.0);
        self.event(motion, time, states, discrete).map(|_| ())
    }
    /// Gives the load; writes the rates of the continuous states and the report.
    fn flow(
        &mut self,
        motion: &C::Pair<f64>,
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<C::Load<f64>, Fault>;
    /// Load and rates with their derivatives.
    fn flow_with_derivatives(
        &mut self,
        motion: &C::Pair<Dual64>,
        states: &[Dual64],
        discrete: &[f64],
        rates: &mut [Dual64],
    ) -> Result<C::Load<Dual64>, Fault>;
    /// Writes the event indicators.
    fn indicate(
        &mut self,
        _motion: &C::Pair<f64>,
        _states: &[f64],
        _discrete: &[f64],
        _indicators: &mut [f64],
    ) -> Result<(), Fault> {
        Ok(())
    }
    /// Changes discrete states, and continuous ones that jump, to those of the motion in an event at `time` \[s\]. Returns
    /// true if a continuous state has jumped.
    fn event(
        &mut self,
        _motion: &C::Pair<f64>,
        _time: f64,
        _states: &mut [f64],
        _discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        Ok(false)
    }
}

/// A model as continuous-time equations: flat arrays of numbers in and out.
pub trait Continuous {
    /// See [`Equations::states`].
    fn states(&mut self) -> Result<Vec<ContinuousState>, Fault>;
    /// Returns the numbers of discrete states and of event indicators.
    fn counts(&mut self) -> Result<[usize; 2], Fault>;
    /// See [`Equations::begin`].
    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault>;
    /// See [`Equations::flow`]; writes loads and report one after the other into `outputs`.
    fn flow(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        outputs: (&mut [f64], &mut [f64]),
    ) -> Result<(), Fault>;
    /// Writes the change of loads and rates with inputs and continuous states in the direction of the seeds; the
    /// change of the rates is written in the place of the states' seed.
    fn flow_derivative(
        &mut self,
        inputs_and_change: (&[f64], &[f64]),
        states: &[f64],
        discrete: &[f64],
        seed: &mut [f64],
        loads: &mut [f64],
    ) -> Result<(), Fault>;
    /// See [`Equations::indicate`].
    fn indicate(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault>;
    /// See [`Equations::event`].
    fn event(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault>;
}
