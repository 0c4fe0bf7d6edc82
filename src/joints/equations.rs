//! A joint as continuous-time equations, for a host whose own solver integrates through the contact.
//!
//! What a joint remembers falls in two: continuous states, which the solver integrates, and discrete
//! ones, which change in events only. Loads and rates are functions of b's motion and the states, of
//! nothing else. An event is where an indicator changes its sign; those of contacts have hysteresis,
//! so that a solver that goes on from the very surface neither misses the event nor meets it again.

use super::Mechanics;
use crate::Fault;
use crate::model::{ContinuousState, State};
use crate::planar::{Motion, PairLoad};
use num_dual::Dual64;

/// How far surfaces part before a contact is over [m].
pub const HYSTERESIS: f64 = 1e-12;

/// A joint as continuous-time equations.
///
/// Motions are those of b in the frame of a; loads are in the axes of a. What a function gives depends
/// on its arguments only. None takes memory but `states` and `begin`.
pub trait Equations: Mechanics {
    /// What changes in events only.
    type Discrete: State;
    /// Refuses choices that are no such equations, and names the alternative.
    fn check(&self) -> Result<(), Fault>;
    /// The continuous states, always as many for the same choices at build time.
    fn states(&self) -> Vec<ContinuousState>;
    /// How many event indicators there are.
    fn indicators(&self) -> usize;
    /// The states at `time` [s] for the first motion; the continuous ones are written to `states`.
    fn begin(
        &mut self,
        b: &Motion<f64>,
        time: f64,
        states: &mut [f64],
    ) -> Result<Self::Discrete, Fault>;
    /// The loads and the rates of the continuous states, and what there is to tell.
    fn flow(
        &mut self,
        b: &Motion<f64>,
        states: &[f64],
        discrete: &Self::Discrete,
        rates: &mut [f64],
        report: &mut Self::Report,
    ) -> Result<PairLoad<f64>, Fault>;
    /// Loads and rates with their derivatives.
    fn flow_lifted(
        &mut self,
        b: &Motion<Dual64>,
        states: &[Dual64],
        discrete: &Self::Discrete,
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault>;
    /// The event indicators.
    fn indicate(
        &mut self,
        b: &Motion<f64>,
        states: &[f64],
        discrete: &Self::Discrete,
        indicators: &mut [f64],
    ) -> Result<(), Fault>;
    /// An event at `time` [s]: takes discrete states, and continuous ones that jump, to what the
    /// motion asks for. Says whether a continuous state has jumped.
    fn event(
        &mut self,
        b: &Motion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut Self::Discrete,
    ) -> Result<bool, Fault>;
}
