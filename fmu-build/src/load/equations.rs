//! An instance in model exchange: the caller's solver integrates its continuous states.

use super::component::Component;
use super::linked::SolvingApi;
use super::opened::Opened;
use super::symbols::either;
use super::three;
use super::two::Solving;
use crate::Error;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi3::types::{FMI3_FALSE, FMI3_TRUE};
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
    functions: SolvingApi,
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
    /// True if another update of the discrete states is needed.
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
        let component = Component::new(opened.clone(), shared, linked.maker(), (name, guid))?;
        let mut equations = Self { component, functions, state_count, indicator_count };
        if let SolvingApi::Three(of) = functions {
            equations.ask_for_counts(of)?;
        }
        Ok(equations)
    }

    /// Asks for the numbers of states and indicators: in FMI 3.0 an array counts once in the description.
    fn ask_for_counts(&mut self, of: three::Solving) -> Result<(), Error> {
        let (handle, mut states, mut indicators) = (self.handle, 0, 0);
        // SAFETY: each number has its place.
        let statuses = unsafe {
            [
                (of.state_count)(handle, &raw mut states),
                (of.indicator_count)(handle, &raw mut indicators),
            ]
        };
        self.done("fmi3GetNumberOfContinuousStates", statuses[0])?;
        self.done("fmi3GetNumberOfEventIndicators", statuses[1])?;
        (self.state_count, self.indicator_count) = (states, indicators);
        Ok(())
    }

    /// The number of continuous states.
    pub fn state_count(&self) -> usize {
        self.state_count
    }

    /// The number of event indicators.
    pub fn indicator_count(&self) -> usize {
        self.indicator_count
    }

    /// Enters event mode.
    pub fn enter_event_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, enter_event_mode(self.handle),
                "fmi2EnterEventMode", "fmi3EnterEventMode")
        };
        self.done(name, status)
    }

    /// Updates the discrete states once.
    pub fn new_discrete_states(&mut self) -> Result<Event, Error> {
        match self.functions {
            SolvingApi::Two(of) => self.new_discrete_states_two(of),
            SolvingApi::Three(of) => self.new_discrete_states_three(of),
        }
    }

    fn new_discrete_states_two(&mut self, of: Solving) -> Result<Event, Error> {
        let mut info = fmi2EventInfo {
            new_discrete_states_needed: FMI2_FALSE,
            terminate_simulation: FMI2_FALSE,
            nominals_changed: FMI2_FALSE,
            states_changed: FMI2_FALSE,
            next_event_time_defined: FMI2_FALSE,
            next_event_time: 0.0,
        };
        // SAFETY: `info` is a place for what the function tells.
        let status = unsafe { (of.new_discrete_states)(self.handle, &mut info) };
        self.done("fmi2NewDiscreteStates", status)?;
        Ok(Event {
            again: info.new_discrete_states_needed != FMI2_FALSE,
            states_jumped: info.states_changed != FMI2_FALSE,
            nominals_changed: info.nominals_changed != FMI2_FALSE,
            terminate: info.terminate_simulation != FMI2_FALSE,
            next: (info.next_event_time_defined != FMI2_FALSE).then_some(info.next_event_time),
        })
    }

    fn new_discrete_states_three(&mut self, of: three::Solving) -> Result<Event, Error> {
        let (mut flags, mut next) = ([FMI3_FALSE; 5], 0.0);
        let [again, end, nominals, states, defined] = flags.each_mut().map(std::ptr::from_mut);
        // SAFETY: each result has its place.
        let status = unsafe {
            (of.update)(self.handle, again, end, nominals, states, defined, &raw mut next)
        };
        self.done("fmi3UpdateDiscreteStates", status)?;
        let [again, terminate, nominals_changed, states_jumped, defined] =
            flags.map(|flag| flag != FMI3_FALSE);
        let next = defined.then_some(next);
        Ok(Event { again, states_jumped, nominals_changed, terminate, next })
    }

    /// Updates the discrete states until nothing is new; returns the outcome of all rounds together.
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
        let function = match self.functions {
            SolvingApi::Two(_) => "fmi2NewDiscreteStates",
            SolvingApi::Three(_) => "fmi3UpdateDiscreteStates",
        };
        Err(Error::Call { function, log })
    }

    /// Enters continuous time.
    pub fn enter_continuous_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, enter_continuous_mode(self.handle),
                "fmi2EnterContinuousTimeMode", "fmi3EnterContinuousTimeMode")
        };
        self.done(name, status)
    }

    /// Completes a step of the integrator, which will not go back behind this point.
    pub fn completed_step(&mut self) -> Result<Completed, Error> {
        let handle = self.handle;
        // SAFETY: each flag has its place.
        let (name, status, [enter_event_mode, terminate]) = unsafe {
            match self.functions {
                SolvingApi::Two(of) => {
                    let mut flags = [FMI2_FALSE; 2];
                    let [enter, end] = flags.each_mut().map(std::ptr::from_mut);
                    let status = (of.completed_step)(handle, FMI2_TRUE, enter, end);
                    ("fmi2CompletedIntegratorStep", status, flags.map(|flag| flag != FMI2_FALSE))
                }
                SolvingApi::Three(of) => {
                    let mut flags = [FMI3_FALSE; 2];
                    let [enter, end] = flags.each_mut().map(std::ptr::from_mut);
                    let status = (of.completed_step)(handle, FMI3_TRUE, enter, end);
                    ("fmi3CompletedIntegratorStep", status, flags.map(|flag| flag != FMI3_FALSE))
                }
            }
        };
        self.done(name, status)?;
        Ok(Completed { enter_event_mode, terminate })
    }

    /// Sets the solver's time \[s\].
    pub fn set_time(&mut self, time: f64) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, set_time(self.handle, time),
                "fmi2SetTime", "fmi3SetTime")
        };
        self.done(name, status)
    }

    /// Sets the continuous states; exactly as many as there are.
    pub fn set_states(&mut self, states: &[f64]) -> Result<(), Error> {
        counted("continuous states", states.len(), self.state_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, set_states(self.handle, states.as_ptr(), states.len()),
                "fmi2SetContinuousStates", "fmi3SetContinuousStates")
        };
        self.done(name, status)
    }

    /// Reads the continuous states; exactly as many as there are.
    pub fn states(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("continuous states", into.len(), self.state_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, states(self.handle, into.as_mut_ptr(), into.len()),
                "fmi2GetContinuousStates", "fmi3GetContinuousStates")
        };
        self.done(name, status)
    }

    /// Reads the rates of the continuous states, in their order.
    pub fn rates(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("rates", into.len(), self.state_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, rates(self.handle, into.as_mut_ptr(), into.len()),
                "fmi2GetDerivatives", "fmi3GetContinuousStateDerivatives")
        };
        self.done(name, status)
    }

    /// Reads the event indicators; exactly as many as there are.
    pub fn indicators(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("event indicators", into.len(), self.indicator_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, indicators(self.handle, into.as_mut_ptr(), into.len()),
                "fmi2GetEventIndicators", "fmi3GetEventIndicators")
        };
        self.done(name, status)
    }

    /// Reads the size of each continuous state in ordinary use.
    pub fn nominals(&mut self, into: &mut [f64]) -> Result<(), Error> {
        counted("nominals", into.len(), self.state_count)?;
        // SAFETY: the array holds as many elements as announced, which is what the FMU expects.
        let (name, status) = unsafe {
            either!(SolvingApi of self.functions, nominals(self.handle, into.as_mut_ptr(), into.len()),
                "fmi2GetNominalsOfContinuousStates", "fmi3GetNominalsOfContinuousStates")
        };
        self.done(name, status)
    }
}

/// An FMU may count on as many elements as its description names.
fn counted(what: &str, given: usize, described: usize) -> Result<(), Error> {
    if given == described {
        return Ok(());
    }
    Err(Error::Input(format!("{given} {what} are not {described}, as many as the FMU describes")))
}
