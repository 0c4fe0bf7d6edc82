//! An instance in model exchange: the caller's solver integrates its continuous states.

use super::component::Component;
use super::opened::Opened;
use super::symbols::Solving;
use crate::Error;
use spiel_fmi::fmi2::types::*;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// An instance in model exchange, freed when dropped.
///
/// After initialization it is in event mode: [`update`](Self::update), then
/// [`enter_continuous_mode`](Self::enter_continuous_mode). An integrator sets time, states and inputs
/// and reads rates and indicators; where an indicator changes its sign it goes back to that instant,
/// enters event mode, updates, and starts again from [`states`](Self::states).
pub struct Equations {
    component: Component,
    functions: Solving,
    state_count: usize,
    indicator_count: usize,
}

impl Deref for Equations {
    type Target = Component;
    fn deref(&self) -> &Component {
        &self.component
    }
}

impl DerefMut for Equations {
    fn deref_mut(&mut self) -> &mut Component {
        &mut self.component
    }
}

/// The outcome of an event.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Event {
    /// True if another call of fmi2NewDiscreteStates is needed.
    pub again: bool,
    /// True if continuous states have jumped.
    pub states_jumped: bool,
    /// True if the states' nominal values have changed.
    pub nominals_changed: bool,
    /// True if the FMU asks for the simulation's end.
    pub terminate: bool,
    /// When the next event comes in any case \[s\], if there is one.
    pub next: Option<f64>,
}

/// The outcome of an integrator's completed step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Completed {
    /// True if the FMU asks for event mode.
    pub enter_event_mode: bool,
    /// True if the FMU asks for the simulation's end.
    pub terminate: bool,
}

/// Rounds after which an event is taken to have no end.
const MOST_ROUNDS: usize = 100;

impl Equations {
    pub(super) fn new(
        opened: &Arc<Opened>,
        name: &str,
        guid: &str,
        (state_count, indicator_count): (usize, usize),
    ) -> Result<Self, Error> {
        let linked = opened.model_exchange()?;
        let (shared, functions) = (linked.shared, linked.kind);
        let component = Component::new(opened.clone(), shared, FMI2_MODEL_EXCHANGE, (name, guid))?;
        Ok(Self { component, functions, state_count, indicator_count })
    }

    /// The number of continuous states.
    pub fn state_count(&self) -> usize {
        self.state_count
    }

    /// The number of event indicators.
    pub fn indicator_count(&self) -> usize {
        self.indicator_count
    }

    /// fmi2EnterEventMode.
    pub fn enter_event_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.enter_event_mode)(self.handle) };
        self.done("fmi2EnterEventMode", status)
    }

    /// fmi2NewDiscreteStates, once.
    pub fn new_discrete_states(&mut self) -> Result<Event, Error> {
        let mut info = fmi2EventInfo {
            new_discrete_states_needed: FMI2_FALSE,
            terminate_simulation: FMI2_FALSE,
            nominals_changed: FMI2_FALSE,
            states_changed: FMI2_FALSE,
            next_event_time_defined: FMI2_FALSE,
            next_event_time: 0.0,
        };
        // SAFETY: `info` is a place for what the function tells.
        let status = unsafe { (self.functions.new_discrete_states)(self.handle, &mut info) };
        self.done("fmi2NewDiscreteStates", status)?;
        Ok(Event {
            again: info.new_discrete_states_needed != FMI2_FALSE,
            states_jumped: info.states_changed != FMI2_FALSE,
            nominals_changed: info.nominals_changed != FMI2_FALSE,
            terminate: info.terminate_simulation != FMI2_FALSE,
            next: (info.next_event_time_defined != FMI2_FALSE).then_some(info.next_event_time),
        })
    }

    /// fmi2NewDiscreteStates until nothing is new; returns the outcome of all rounds together.
    pub fn update(&mut self) -> Result<Event, Error> {
        let mut sum = Event::default();
        for _ in 0..MOST_ROUNDS {
            let event = self.new_discrete_states()?;
            sum = Event {
                states_jumped: sum.states_jumped || event.states_jumped,
                nominals_changed: sum.nominals_changed || event.nominals_changed,
                terminate: sum.terminate || event.terminate,
                ..event
            };
            if !event.again || event.terminate {
                return Ok(sum);
            }
        }
        let log = vec![format!("discrete states are new even after {MOST_ROUNDS} rounds")];
        Err(Error::Call { function: "fmi2NewDiscreteStates", log })
    }

    /// fmi2EnterContinuousTimeMode.
    pub fn enter_continuous_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.enter_continuous_mode)(self.handle) };
        self.done("fmi2EnterContinuousTimeMode", status)
    }

    /// fmi2CompletedIntegratorStep; the integrator will not go back behind this point.
    pub fn completed_step(&mut self) -> Result<Completed, Error> {
        let (mut enter, mut terminate) = (FMI2_FALSE, FMI2_FALSE);
        let completed = self.functions.completed_step;
        // SAFETY: both are places for one value.
        let status = unsafe { completed(self.handle, FMI2_TRUE, &mut enter, &mut terminate) };
        self.done("fmi2CompletedIntegratorStep", status)?;
        Ok(Completed { enter_event_mode: enter != FMI2_FALSE, terminate: terminate != FMI2_FALSE })
    }

    /// fmi2SetTime \[s\].
    pub fn set_time(&mut self, time: f64) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.set_time)(self.handle, time) };
        self.done("fmi2SetTime", status)
    }

    /// fmi2SetContinuousStates; exactly as many as there are.
    pub fn set_states(&mut self, states: &[f64]) -> Result<(), Error> {
        counted("continuous states", states.len(), self.state_count)?;
        let set = self.functions.set_states;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let status = unsafe { set(self.handle, states.as_ptr(), states.len()) };
        self.done("fmi2SetContinuousStates", status)
    }

    /// fmi2GetContinuousStates; exactly as many as there are.
    pub fn states(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("continuous states", into.len(), self.state_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let status = unsafe { (self.functions.states)(self.handle, into.as_mut_ptr(), into.len()) };
        self.done("fmi2GetContinuousStates", status)
    }

    /// fmi2GetDerivatives: the rates of the continuous states, in their order.
    pub fn rates(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("rates", into.len(), self.state_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let status = unsafe { (self.functions.rates)(self.handle, into.as_mut_ptr(), into.len()) };
        self.done("fmi2GetDerivatives", status)
    }

    /// fmi2GetEventIndicators; exactly as many as there are.
    pub fn indicators(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("event indicators", into.len(), self.indicator_count)?;
        let get = self.functions.indicators;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let status = unsafe { get(self.handle, into.as_mut_ptr(), into.len()) };
        self.done("fmi2GetEventIndicators", status)
    }

    /// fmi2GetNominalsOfContinuousStates: the size of each state in ordinary use.
    pub fn nominals(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("nominals", into.len(), self.state_count)?;
        let get = self.functions.nominals;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let status = unsafe { get(self.handle, into.as_mut_ptr(), into.len()) };
        self.done("fmi2GetNominalsOfContinuousStates", status)
    }
}

/// An FMU may count on as many elements as its description names.
fn counted(what: &str, given: usize, described: usize) -> Result<(), Error> {
    if given == described {
        return Ok(());
    }
    Err(Error::Input(format!("{given} {what} are not {described}, as many as the FMU describes")))
}
