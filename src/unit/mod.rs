//! A model with numbered variables, ready to be driven step by step.
//!
//! [`Unit`] is what a host or an exported library sees of any joint or plant. It holds the one rule
//! for what a load means: after a step, the load of that step; after new inputs, the load of the
//! coming step, computed without a trace and committed by the step if that turns out to be the same.

mod flow;
mod of;
mod rates;
mod running;
mod snapshot;

use crate::Fault;
use crate::coupling::Step;
use model_description::{Refused, Row, Value};
use std::any::Any;
use std::borrow::Cow;
use std::ops::Range;

pub use of::UnitOf;
use snapshot::Saved;
pub use snapshot::Unreadable;

/// A model that can be driven by anyone who knows its rows.
///
/// Variables are numbered inputs first, then loads, report, parameters.
pub trait Unit: Send {
    /// The rows of all variables, in the order of their numbers.
    fn rows(&self) -> Vec<Row>;
    /// Which numbers are what.
    fn layout(&self) -> Layout;
    /// Brings a variable up to what has been set since; loads as the module's documentation says.
    fn refresh(&mut self, index: usize) -> Result<(), Fault>;
    /// The value of a variable as last brought up to date; always a finite one.
    fn held(&self, index: usize) -> Option<Value>;
    /// The value of a variable, brought up to date.
    fn value(&mut self, index: usize) -> Result<Value, Refusal> {
        self.refresh(index).map_err(Refusal::Fault)?;
        self.held(index).ok_or(Refusal::Row(Refused::Unknown))
    }
    /// Whether an input or a parameter would take a value now.
    fn admits(&self, index: usize, value: Value) -> Result<(), Refusal>;
    /// Sets an input or a parameter to a value that it admits.
    fn put(&mut self, index: usize, value: Value);
    /// Takes over tunable parameters that have been put since steps may follow. If they do not fit
    /// the others, all parameters are as they were before.
    fn settle(&mut self) -> Result<(), Fault>;
    /// Sets an input or a parameter, or keeps its old value.
    fn assign(&mut self, index: usize, value: Value) -> Result<(), Refusal> {
        self.admits(index, value)?;
        self.put(index, value);
        self.settle().map_err(Refusal::Fault)
    }
    /// Says how fast an input changes over the coming step, per second; forgotten after it.
    fn put_rate(&mut self, index: usize, rate: f64) -> Result<(), Refusal>;
    /// Whether given rates of positions contradict the velocities: which input, its rate, and the
    /// velocity that counts.
    fn contradiction(&self) -> Option<Contradiction>;
    /// Communication step that the parameters bear as they are [s].
    fn safe_step(&self) -> f64;
    /// From here on there is a state, at `time` [s]; it still follows parameters and inputs. Loads
    /// asked for before the first step are those of a step of `step_hint` [s].
    fn initialize(&mut self, time: f64, step_hint: f64) -> Result<(), Fault>;
    /// Fixes the parameters: steps may follow.
    fn begin(&mut self) -> Result<(), Fault>;
    /// What the user should know of the parameters as they have been fixed.
    fn warning(&self) -> Option<Cow<'static, str>>;
    /// Makes a step, which starts where the last one ended, and commits it.
    fn advance(&mut self, step: Step) -> Result<(), Fault>;
    /// Whether contact is told to be, and its last start (instant, approach speed), as the report has
    /// it now; nothing for a model without contacts.
    fn told_contact(&mut self) -> Option<(bool, (f64, f64))>;
    /// Work mismatch of the coupling, of a model that foresees its contacts; see
    /// [`CouplingReport`](crate::coupling::CouplingReport).
    fn work_mismatch(&self) -> Option<f64>;
    /// What the last step has brought that somebody may want to read of.
    fn news(&self) -> Option<News>;
    /// Finds how the loads of the coming step change with its inputs, in the direction of the seeds
    /// (number of an input, change of it).
    fn differentiate(
        &mut self,
        seeds: &mut dyn Iterator<Item = (usize, f64)>,
    ) -> Result<(), Refusal>;
    /// The change of an output in the direction last asked for. Reports do not follow inputs: theirs
    /// is 0.
    fn derivative(&self, index: usize) -> Option<f64>;
    /// Back to a unit that nobody has set anything of.
    fn reset(&mut self);
    /// Makes this a unit of continuous time, with as many states as its parameters ask for now; they
    /// may not ask for another number later. Refused for a model that is no such equations.
    fn make_continuous(&mut self) -> Result<(), Fault>;
    /// The continuous states of a unit of continuous time.
    fn continuous(&self) -> &[Continuous];
    /// How many event indicators it has.
    fn indicator_count(&self) -> usize;
    /// [`Unit::initialize`] in continuous time.
    fn start_flow(&mut self, time: f64) -> Result<(), Fault>;
    /// The solver's time [s].
    fn set_time(&mut self, time: f64);
    /// The continuous states.
    fn states(&mut self) -> Result<&[f64], Fault>;
    /// The solver's continuous states; as many as there are.
    fn set_states(&mut self, states: &[f64]);
    /// The rates of the continuous states.
    fn rates(&mut self) -> Result<&[f64], Fault>;
    /// The event indicators; as many as there are.
    fn indicate(&mut self, indicators: &mut [f64]) -> Result<(), Fault>;
    /// An event: brings the discrete states up to inputs and states. Says whether a continuous state
    /// has jumped.
    fn event(&mut self) -> Result<bool, Fault>;
    /// All that the unit is now.
    fn save(&self) -> Box<dyn Any + Send>;
    /// The same into what was saved before, without taking memory; false if that is another model's.
    fn save_into(&self, saved: &mut (dyn Any + Send)) -> bool;
    /// Back to what was saved of this model with these options; after a fault nothing has changed.
    fn restore(&mut self, saved: &(dyn Any + Send)) -> Result<(), Fault>;
    /// What was saved as bytes, or nothing if it is another model's.
    fn pack(&self, saved: &(dyn Any + Send)) -> Option<Vec<u8>>;
    /// What was packed, if it is of this model with these options.
    fn unpack(&self, bytes: &[u8]) -> Result<Box<dyn Any + Send>, Unreadable>;
}

/// A continuous state among the unit's variables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Continuous {
    /// Number of the state.
    pub index: usize,
    /// Number of its rate.
    pub rate: usize,
    /// Its size in ordinary use, > 0.
    pub nominal: f64,
    /// Whether events set it to another value.
    pub jumps: bool,
}

/// What a step may bring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum News {
    /// Surfaces met, at an instant [s] and an approach speed [m/s] where the model knows them.
    ContactBegan(Option<(f64, f64)>),
    /// The last surfaces that touched have parted.
    ContactEnded,
}

impl News {
    /// What became of a contact: whether it touches, and its last start (instant, approach speed),
    /// before a step and after it.
    pub fn of_contact(before: (bool, (f64, f64)), after: (bool, (f64, f64))) -> Option<Self> {
        let ((touched, last), (touches, start)) = (before, after);
        if start != last {
            Some(Self::ContactBegan(Some(start)))
        } else {
            (touched && !touches).then_some(Self::ContactEnded)
        }
    }
}

/// A rate that was given of a position and is not its velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contradiction {
    /// Number of the position among the unit's variables.
    pub index: usize,
    /// What was given [1/s].
    pub rate: f64,
    /// The velocity that counts.
    pub velocity: f64,
}

/// The numbers of a unit's variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What the host gives at each communication point.
    pub inputs: Range<usize>,
    /// What follows the inputs.
    pub loads: Range<usize>,
    /// What is told of the last committed step.
    pub report: Range<usize>,
    /// What is fixed before the first step.
    pub parameters: Range<usize>,
}

/// Why a value was not read or taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Refusal {
    /// The variable's own row refuses it.
    Row(Refused),
    /// The variable is one that the joint sets.
    Output,
    /// The variable is a parameter, fixed since the first step could be made.
    Fixed,
    /// Only real inputs have rates and derivatives.
    NoInput,
    /// The evaluation that the value needs has failed.
    Fault(Fault),
}
