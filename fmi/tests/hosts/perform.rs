//! Turns one call as data into a call of a C function, with the promise about its answer.

use super::guest::{Guest, NO_EVENT, Source};
use super::sequence::{Announced, Solve, Type, Values, What};
use model_description::{ANY, Limits};
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;
use std::ptr::{null, null_mut};

/// The promise about a call in a state that allows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Promise {
    /// Its arguments decide.
    Open,
    /// fmi2OK, if the function exists.
    Taken,
    /// fmi2Error.
    Refused,
}

/// The instance that is called, and its host's record of it.
pub struct Caller<'a> {
    pub source: &'a Source,
    pub guest: Option<&'a Guest<'a>>,
    pub component: fmi2Component,
    /// Its running number; 0 for no instance.
    pub number: usize,
    pub phase: Phase,
    pub time: f64,
}

/// A function, the promise about its answer, and its answer.
pub type Answer = (Function, Promise, fmi2Status);

/// Start and size of the step that `what` asks for.
pub fn step_of(what: &What, time: f64, fair: f64) -> (f64, f64) {
    match what {
        What::Step(size, start) => (start.map_or(time, |start| start.value()), size.value()),
        What::FairStep(times) => (time, fair * f64::from(1 + times % 4)),
        _ => (time, fair),
    }
}

/// Makes a call on an instance; returns nothing for other calls and for those on snapshots.
pub fn perform(caller: &Caller, what: &What) -> Option<Answer> {
    use Function as F;
    use Promise::*;
    let Caller { source, component, time, .. } = *caller;
    let f = &source.functions;
    let absent = matches!(what, What::Setup(..) | What::InputDerivative(..))
        || matches!(what, What::Unsupported(which) if which % 7 < 6);
    if source.three && absent {
        return None;
    }
    // SAFETY: arrays hold as many elements as announced, or are announced beyond belief.
    Some(unsafe {
        match what {
            What::Setup(start, stop) => {
                let (start, defined) = (start.value(), i32::from(stop.is_some()));
                let stop = stop.map_or(0.0, |stop| stop.value());
                let status = (f.fmi2SetupExperiment)(component, 1, start, start, defined, stop);
                (F::SetupExperiment, if start.is_finite() { Open } else { Refused }, status)
            }
            // Parameters may not fit each other.
            What::Enter => {
                (F::EnterInitializationMode, Open, (f.fmi2EnterInitializationMode)(component))
            }
            What::Exit => {
                (F::ExitInitializationMode, Open, (f.fmi2ExitInitializationMode)(component))
            }
            What::Terminate => (F::Terminate, Taken, (f.fmi2Terminate)(component)),
            What::Reset => (F::Reset, Taken, (f.fmi2Reset)(component)),
            What::Step(..) | What::FairStep(_) => {
                let (start, size) = step_of(what, time, source.step);
                let status = (f.fmi2DoStep)(component, start, size, 1);
                let fair = start.is_finite() && size.is_finite() && size > 0.0;
                (F::DoStep, if fair { Open } else { Refused }, status)
            }
            What::Get(kind, values) => get(caller, *kind, values),
            What::Set(kind, values) => set(caller, *kind, values),
            What::SetInput(index, number) => {
                let reference = u32::from(*index) % source.layout.inputs.len() as u32;
                let value = number.value();
                let status = (f.fmi2SetReal)(component, &raw const reference, 1, &raw const value);
                // Oil may not be of every temperature.
                let any = source.rows[reference as usize].limits() == Limits::of(ANY);
                let finite = if any { Taken } else { Open };
                (F::SetReal, if value.is_finite() { finite } else { Refused }, status)
            }
            What::DebugLogging(on, announced) => {
                let categories = [source.category().as_ptr()];
                let (n, there) = announced.count(1);
                let place = if there { categories.as_ptr() } else { null() };
                let status = (f.fmi2SetDebugLogging)(component, i32::from(*on), n, place);
                (F::SetDebugLogging, if n == 0 { Taken } else { Open }, status)
            }
            What::DirectionalDerivative(references, seed, announced) => {
                derive(caller, *references, seed.value(), *announced)
            }
            What::InputDerivative(index, order, number, announced) => {
                let reference = u32::from(*index) % source.layout.inputs.len() as u32;
                let (order, value) = (i32::from(*order), number.value());
                let (n, there) = announced.count(1);
                let (mut place, mut orders, mut values) = (null(), null(), null());
                if there {
                    (place, orders, values) =
                        (&raw const reference, &raw const order, &raw const value);
                }
                let status = (f.fmi2SetRealInputDerivatives)(component, place, n, orders, values);
                let fair = order == 1 && value.is_finite();
                (F::SetRealInputDerivatives, promised(*announced, fair), status)
            }
            What::Unsupported(which) => unsupported(caller, *which),
            What::Solve(what) => solve(caller, *what),
            _ => return None,
        }
    })
}

/// Returns the promise about arrays that are announced so: an empty one is taken, an impossible one refused.
fn promised(announced: Announced, fair: bool) -> Promise {
    match announced {
        Announced::Honest(_) if fair => Promise::Open,
        Announced::Nothing => Promise::Taken,
        _ => Promise::Refused,
    }
}

/// Asks for a derivative of one variable in the direction of another.
unsafe fn derive(caller: &Caller, references: [u16; 2], seed: f64, announced: Announced) -> Answer {
    let Caller { source, component, .. } = *caller;
    let [unknown, known] = references.map(|r| u32::from(r) % (source.references as u32 + 2));
    let mut sensitivity = 0.5;
    let (n, there) = announced.count(1);
    let (mut places, mut from, mut into) = ([null(); 2], null(), null_mut());
    if there {
        places = [&raw const unknown, &raw const known];
        (from, into) = (&raw const seed, &raw mut sensitivity);
    }
    let derivative = source.functions.fmi2GetDirectionalDerivative;
    // SAFETY: by the caller: one element is there, or an incredible number is announced.
    let status = unsafe { derivative(component, places[0], n, places[1], n, from, into) };
    assert!(sensitivity.is_finite(), "{references:?}, {seed}: {sensitivity}");
    (Function::GetDirectionalDerivative, promised(announced, seed.is_finite()), status)
}

unsafe fn get(caller: &Caller, kind: Type, values: &Values) -> Answer {
    let Caller { source, component, .. } = *caller;
    let references = values.references.map(|reference| reference.value(source.references));
    let (n, there) = values.announced.count(4);
    let known = references.iter().take(n).all(|number| (*number as usize) < source.references);
    let promise = promised(values.announced, known);
    let from = if there { references.as_ptr() } else { null() };
    let (mut reals, mut integers, mut strings) = ([0.5; 4], [0; 4], [null(); 4]);
    macro_rules! into {
        ($array:ident) => {
            if there { $array.as_mut_ptr() } else { null_mut() }
        };
    }
    let f = &source.functions;
    // SAFETY: by the caller: n elements are there, or an incredible number is announced.
    unsafe {
        match kind {
            Type::Real => {
                let status = (f.fmi2GetReal)(component, from, n, into!(reals));
                assert!(reals.iter().all(|real| real.is_finite()), "{references:?}: {reals:?}");
                (Function::GetReal, promise, status)
            }
            Type::Integer => {
                let status = (f.fmi2GetInteger)(component, from, n, into!(integers));
                (Function::GetInteger, promise, status)
            }
            Type::Boolean => {
                let status = (f.fmi2GetBoolean)(component, from, n, into!(integers));
                assert!(integers.iter().all(|truth| matches!(truth, 0 | 1)), "{integers:?}");
                (Function::GetBoolean, promise, status)
            }
            Type::String => {
                let status = (f.fmi2GetString)(component, from, n, into!(strings));
                (Function::GetString, promised(values.announced, false), status)
            }
        }
    }
}

unsafe fn set(caller: &Caller, kind: Type, values: &Values) -> Answer {
    let Caller { source, component, .. } = *caller;
    let references = values.references.map(|reference| reference.value(source.references));
    let reals = values.numbers.map(|number| number.value());
    let integers = reals.map(|number| (number * 16.0) as i32);
    let strings = [c"text".as_ptr(); 4];
    let (n, there) = values.announced.count(4);
    let known = references.iter().take(n).all(|number| (*number as usize) < source.references);
    let finite = reals.iter().take(n).all(|number| number.is_finite());
    let promise = promised(values.announced, known);
    let from = if there { references.as_ptr() } else { null() };
    macro_rules! of {
        ($array:ident) => {
            if there { $array.as_ptr() } else { null() }
        };
    }
    let f = &source.functions;
    // SAFETY: by the caller: n elements are there, or an incredible number is announced.
    unsafe {
        match kind {
            Type::Real => {
                let status = (f.fmi2SetReal)(component, from, n, of!(reals));
                (Function::SetReal, promised(values.announced, known && finite), status)
            }
            Type::Integer => (
                Function::SetInteger,
                promise,
                (f.fmi2SetInteger)(component, from, n, of!(integers)),
            ),
            Type::Boolean => (
                Function::SetBoolean,
                promise,
                (f.fmi2SetBoolean)(component, from, n, of!(integers)),
            ),
            Type::String => {
                let status = (f.fmi2SetString)(component, from, n, of!(strings));
                (Function::SetString, promised(values.announced, false), status)
            }
        }
    }
}

/// A call of a host with a solver.
fn solve(caller: &Caller, what: Solve) -> Answer {
    use Function as F;
    let Caller { source, component, .. } = *caller;
    let f = &source.functions;
    let [states, indicators] = source.counts;
    let mut numbers = vec![0.5; states.max(indicators)];
    // A refused call leaves an array without meaning.
    let finite = |numbers: &[f64], status| {
        assert!(status != fmi2Status::fmi2OK || numbers.iter().all(|number| number.is_finite()));
        status
    };
    let taken = |number: f64| if number.is_finite() { Promise::Open } else { Promise::Refused };
    // SAFETY: there are as many numbers as announced, and a place for each result.
    unsafe {
        match what {
            Solve::EnterEventMode => {
                (F::EnterEventMode, Promise::Taken, (f.fmi2EnterEventMode)(component))
            }
            Solve::NewDiscreteStates => {
                let mut info = NO_EVENT;
                let status = (f.fmi2NewDiscreteStates)(component, &raw mut info);
                (F::NewDiscreteStates, Promise::Open, status)
            }
            Solve::EnterContinuousTimeMode => {
                let status = (f.fmi2EnterContinuousTimeMode)(component);
                (F::EnterContinuousTimeMode, Promise::Taken, status)
            }
            Solve::CompletedIntegratorStep => {
                let (mut enter, mut end) = (0, 0);
                let completed = f.fmi2CompletedIntegratorStep;
                let status = completed(component, 1, &raw mut enter, &raw mut end);
                (F::CompletedIntegratorStep, Promise::Taken, status)
            }
            Solve::Time(time) => {
                let status = (f.fmi2SetTime)(component, time.value());
                (F::SetTime, taken(time.value()), status)
            }
            Solve::States(number) => {
                numbers.fill(number.value());
                let status = (f.fmi2SetContinuousStates)(component, numbers.as_ptr(), states);
                let promise = if states == 0 { Promise::Open } else { taken(number.value()) };
                (F::SetContinuousStates, promise, status)
            }
            Solve::Derivatives => {
                let status = (f.fmi2GetDerivatives)(component, numbers.as_mut_ptr(), states);
                (F::GetDerivatives, Promise::Open, finite(&numbers, status))
            }
            Solve::Indicators => {
                let status =
                    (f.fmi2GetEventIndicators)(component, numbers.as_mut_ptr(), indicators);
                (F::GetEventIndicators, Promise::Open, finite(&numbers, status))
            }
            Solve::ReadStates => {
                let status = (f.fmi2GetContinuousStates)(component, numbers.as_mut_ptr(), states);
                (F::GetContinuousStates, Promise::Open, finite(&numbers, status))
            }
            Solve::Nominals => {
                let nominals = f.fmi2GetNominalsOfContinuousStates;
                let status = nominals(component, numbers.as_mut_ptr(), states);
                (F::GetNominals, Promise::Open, finite(&numbers, status))
            }
        }
    }
}

/// Functions that no joint supports.
unsafe fn unsupported(caller: &Caller, which: u8) -> Answer {
    use Function as F;
    let Caller { source, component, .. } = *caller;
    let f = &source.functions;
    let (mut status, mut real, mut integer, mut string) = (fmi2Status::fmi2OK, 0.5, 0, null());
    let (load, order) = (source.layout.loads.start as u32, 1);
    // SAFETY: each place holds one value.
    let (function, status) = unsafe {
        match which % 7 {
            0 => (F::CancelStep, (f.fmi2CancelStep)(component)),
            1 => (F::GetStatus, (f.fmi2GetStatus)(component, 0, &raw mut status)),
            2 => (F::GetRealStatus, (f.fmi2GetRealStatus)(component, 2, &raw mut real)),
            3 => (F::GetIntegerStatus, (f.fmi2GetIntegerStatus)(component, 2, &raw mut integer)),
            4 => (F::GetBooleanStatus, (f.fmi2GetBooleanStatus)(component, 3, &raw mut integer)),
            5 => (F::GetStringStatus, (f.fmi2GetStringStatus)(component, 1, &raw mut string)),
            _ => {
                let derivatives = f.fmi2GetRealOutputDerivatives;
                let (load, order) = (&raw const load, &raw const order);
                (F::GetRealOutputDerivatives, derivatives(component, load, 1, order, &raw mut real))
            }
        }
    };
    (function, Promise::Refused, status)
}
