//! Each function with each kind of arguments, as an importer would call it.

use super::expected::Arguments;
use super::guest::{Guest, NO_EVENT};
use model_description::{Row, Value};
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// The start value of a whole number or a truth value.
fn start_of(row: &Row) -> i32 {
    match row.start {
        Value::Integer(number) => number,
        Value::Boolean(truth) => i32::from(truth),
        Value::Real(_) => 0,
    }
}

/// A snapshot in bytes; sixty-four zeros if it cannot be had.
fn serialised(guest: &Guest, snapshot: fmi2FMUstate) -> Vec<fmi2Byte> {
    let (call, component) = (guest.call, guest.component);
    let mut size = 0;
    // SAFETY: `size` is a place for one number; the array is as long as announced.
    unsafe {
        if (call.fmi2SerializedFMUstateSize)(component, snapshot, &raw mut size)
            != fmi2Status::fmi2OK
        {
            return vec![0; 64];
        }
        let mut bytes = vec![0; size];
        (call.fmi2SerializeFMUstate)(component, snapshot, bytes.as_mut_ptr(), size);
        bytes
    }
}

/// A call that is about to be made.
struct Prepared<'g> {
    guest: &'g Guest<'g>,
    /// The instance that is called, which may be another than the guest's, or null.
    component: fmi2Component,
    function: Function,
    arguments: Arguments,
    /// The announced number of values.
    n: usize,
    /// The variable that values belong to.
    reference: fmi2ValueReference,
}

/// Makes the call on `component`, with arguments that fit `guest`, which may be another instance;
/// nothing if its joint has no variable for it.
pub fn make(
    guest: &Guest,
    component: fmi2Component,
    function: Function,
    arguments: Arguments,
) -> Option<fmi2Status> {
    let known = guest.source.variable_for(function)?;
    let n = match arguments {
        Arguments::Empty => 0,
        Arguments::Huge => usize::MAX,
        _ => 1,
    };
    let reference = if arguments == Arguments::Unknown { u32::MAX } else { known };
    let call = Prepared { guest, component, function, arguments, n, reference };
    // SAFETY: arrays hold one element; if more are announced, the FMU must refuse them.
    unsafe {
        call.life()
            .or_else(|| call.values(known))
            .or_else(|| call.snapshots())
            .or_else(|| call.derivatives_and_statuses())
            .or_else(|| call.solving())
    }
}

impl Prepared<'_> {
    /// Returns true if all pointers shall be null.
    fn nothing(&self) -> bool {
        matches!(self.arguments, Arguments::Null | Arguments::Empty)
    }

    /// Returns true if numbers shall not be numbers.
    fn wrong(&self) -> bool {
        self.arguments == Arguments::NotANumber
    }

    /// A pointer to a value to read.
    fn from<T>(&self, value: &T) -> *const T {
        if self.nothing() { null() } else { value }
    }

    /// A pointer to the value of the last argument.
    fn last<T>(&self, value: &mut T) -> *mut T {
        if self.nothing() || self.arguments == Arguments::HalfNull { null_mut() } else { value }
    }

    /// Functions of an instance's life.
    unsafe fn life(&self) -> Option<fmi2Status> {
        use Function as F;
        let (call, component) = (&self.guest.call, self.component);
        self.guest.log();
        // SAFETY: by the caller.
        Some(unsafe {
            match self.function {
                F::SetDebugLogging => {
                    let known = self.arguments != Arguments::Unknown;
                    let own = self.guest.source.category();
                    let category = if known { own } else { c"gossip" }.as_ptr();
                    (call.fmi2SetDebugLogging)(component, 0, self.n, self.from(&category))
                }
                F::SetupExperiment => {
                    let start = if self.wrong() { f64::NAN } else { 0.0 };
                    (call.fmi2SetupExperiment)(component, 0, 0.0, start, 0, 0.0)
                }
                F::EnterInitializationMode => (call.fmi2EnterInitializationMode)(component),
                F::ExitInitializationMode => (call.fmi2ExitInitializationMode)(component),
                F::Terminate => (call.fmi2Terminate)(component),
                F::Reset => (call.fmi2Reset)(component),
                F::DoStep => {
                    // In a state that allows a step, one has been made from time 0.
                    let step = self.guest.source.step;
                    (call.fmi2DoStep)(
                        component,
                        step,
                        if self.wrong() { f64::NAN } else { step },
                        1,
                    )
                }
                F::CancelStep => (call.fmi2CancelStep)(component),
                _ => return None,
            }
        })
    }

    /// Functions that read and set variables, `known` among them.
    unsafe fn values(&self, known: fmi2ValueReference) -> Option<fmi2Status> {
        use Function as F;
        let (call, component, n) = (&self.guest.call, self.component, self.n);
        let references = self.from(&self.reference);
        let mut start = start_of(&self.guest.source.rows[known as usize]);
        let mut real = if self.wrong() { f64::NAN } else { 0.0 };
        let mut string = null();
        // SAFETY: by the caller.
        Some(unsafe {
            match self.function {
                F::GetReal => (call.fmi2GetReal)(component, references, n, self.last(&mut real)),
                F::GetInteger => {
                    (call.fmi2GetInteger)(component, references, n, self.last(&mut start))
                }
                F::GetBoolean => {
                    (call.fmi2GetBoolean)(component, references, n, self.last(&mut start))
                }
                F::GetString => {
                    (call.fmi2GetString)(component, references, n, self.last(&mut string))
                }
                F::SetReal => (call.fmi2SetReal)(component, references, n, self.last(&mut real)),
                F::SetInteger => {
                    (call.fmi2SetInteger)(component, references, n, self.last(&mut start))
                }
                F::SetBoolean => {
                    (call.fmi2SetBoolean)(component, references, n, self.last(&mut start))
                }
                F::SetString => {
                    (call.fmi2SetString)(component, references, n, self.last(&mut string))
                }
                _ => return None,
            }
        })
    }

    /// The snapshot that the call is about.
    fn snapshot(&self) -> fmi2FMUstate {
        use Arguments::*;
        use Function as F;
        match (self.function, self.arguments) {
            (F::SetState | F::FreeState | F::SerializedStateSize | F::SerializeState, Unknown)
            | (F::GetState, Unknown) => 0x5_0000 as *mut c_void,
            (F::SetState | F::FreeState | F::SerializedStateSize, Valid | HalfNull)
            | (F::SerializeState, Valid | HalfNull | Huge)
            | (F::DeserializeState, _) => self.guest.snapshot().unwrap_or(null_mut()),
            _ => null_mut(),
        }
    }

    /// Functions on snapshots.
    unsafe fn snapshots(&self) -> Option<fmi2Status> {
        use Function as F;
        let (call, component) = (&self.guest.call, self.component);
        let mut snapshot = self.snapshot();
        let mut bytes = match self.function {
            F::SerializeState | F::DeserializeState => serialised(self.guest, snapshot),
            _ => Vec::new(),
        };
        let mut size = if self.n == 1 { bytes.len() } else { self.n };
        self.guest.log();
        // SAFETY: by the caller.
        Some(unsafe {
            match self.function {
                F::GetState => (call.fmi2GetFMUstate)(component, self.last(&mut snapshot)),
                F::SetState => (call.fmi2SetFMUstate)(component, snapshot),
                F::FreeState => {
                    let there = self.arguments != Arguments::Null;
                    let place = if there { &raw mut snapshot } else { null_mut() };
                    let status = (call.fmi2FreeFMUstate)(component, place);
                    if status == fmi2Status::fmi2OK {
                        assert!(snapshot.is_null(), "a freed snapshot leaves a null handle");
                    }
                    status
                }
                F::SerializedStateSize => {
                    (call.fmi2SerializedFMUstateSize)(component, snapshot, self.last(&mut size))
                }
                F::SerializeState => {
                    let there = !self.last(&mut size).is_null();
                    let into = if there { bytes.as_mut_ptr() } else { null_mut() };
                    (call.fmi2SerializeFMUstate)(component, snapshot, into, size)
                }
                F::DeserializeState => {
                    if self.arguments == Arguments::Unknown
                        && let Some(byte) = bytes.last_mut()
                    {
                        *byte ^= 1;
                    }
                    let from = if self.nothing() { null() } else { bytes.as_ptr() };
                    snapshot = null_mut();
                    let place = self.last(&mut snapshot);
                    (call.fmi2DeSerializeFMUstate)(component, from, size, place)
                }
                _ => return None,
            }
        })
    }

    /// Functions on derivatives of inputs and outputs, and on the status of a step.
    unsafe fn derivatives_and_statuses(&self) -> Option<fmi2Status> {
        use Function as F;
        let (call, component, n) = (&self.guest.call, self.component, self.n);
        let references = self.from(&self.reference);
        let (input, order, seed) = (0, 1, if self.wrong() { f64::NAN } else { 1.0 });
        let (mut real, mut integer, mut string) = (0.0, 0, null());
        let mut status = fmi2Status::fmi2OK;
        // SAFETY: by the caller.
        Some(unsafe {
            match self.function {
                F::GetDirectionalDerivative => {
                    let (inputs, seed) = (self.from(&input), self.from(&seed));
                    let into = self.last(&mut real);
                    let derivative = call.fmi2GetDirectionalDerivative;
                    derivative(component, references, n, inputs, n, seed, into)
                }
                F::SetRealInputDerivatives => {
                    let orders = self.from(&order);
                    real = if self.wrong() { f64::NAN } else { 0.0 };
                    let rates = self.last(&mut real);
                    (call.fmi2SetRealInputDerivatives)(component, references, n, orders, rates)
                }
                F::GetRealOutputDerivatives => {
                    let orders = self.from(&order);
                    let rates = self.last(&mut real);
                    (call.fmi2GetRealOutputDerivatives)(component, references, n, orders, rates)
                }
                F::GetStatus => (call.fmi2GetStatus)(component, 0, self.last(&mut status)),
                F::GetRealStatus => (call.fmi2GetRealStatus)(component, 2, self.last(&mut real)),
                F::GetIntegerStatus => {
                    (call.fmi2GetIntegerStatus)(component, 2, self.last(&mut integer))
                }
                F::GetBooleanStatus => {
                    (call.fmi2GetBooleanStatus)(component, 3, self.last(&mut integer))
                }
                F::GetStringStatus => {
                    (call.fmi2GetStringStatus)(component, 1, self.last(&mut string))
                }
                _ => return None,
            }
        })
    }

    /// The announced number of continuous states or event indicators.
    fn count(&self) -> usize {
        let [states, indicators] = self.guest.source.counts;
        let count = if self.function == Function::GetEventIndicators { indicators } else { states };
        match self.arguments {
            Arguments::Empty => 0,
            Arguments::Huge => usize::MAX,
            Arguments::Unknown => count + 1,
            _ => count,
        }
    }

    /// Functions of hosts with a solver.
    unsafe fn solving(&self) -> Option<fmi2Status> {
        use Function as F;
        let (call, component, count) = (&self.guest.call, self.component, self.count());
        let mut flow = [0.0; 16];
        if self.function == F::SetContinuousStates {
            // Its own states, so that it stays as it is.
            let n = self.guest.source.counts[0];
            let get = call.fmi2GetContinuousStates;
            // SAFETY: the array is longer than any joint has states.
            unsafe { get(self.guest.component, flow.as_mut_ptr(), n) };
            if self.wrong() {
                flow.fill(f64::NAN);
            }
        }
        let (mut info, mut asks, mut ends) = (NO_EVENT, 0, 0);
        let time = if self.wrong() { f64::NAN } else { self.guest.source.step };
        let array = if self.nothing() { null_mut() } else { flow.as_mut_ptr() };
        self.guest.log();
        // SAFETY: by the caller.
        Some(unsafe {
            match self.function {
                F::EnterEventMode => (call.fmi2EnterEventMode)(component),
                F::NewDiscreteStates => {
                    (call.fmi2NewDiscreteStates)(component, self.last(&mut info))
                }
                F::EnterContinuousTimeMode => (call.fmi2EnterContinuousTimeMode)(component),
                F::CompletedIntegratorStep => {
                    let asks = if self.nothing() { null_mut() } else { &raw mut asks };
                    (call.fmi2CompletedIntegratorStep)(component, 1, asks, self.last(&mut ends))
                }
                F::SetTime => (call.fmi2SetTime)(component, time),
                F::SetContinuousStates => (call.fmi2SetContinuousStates)(component, array, count),
                F::GetDerivatives => (call.fmi2GetDerivatives)(component, array, count),
                F::GetEventIndicators => (call.fmi2GetEventIndicators)(component, array, count),
                F::GetContinuousStates => (call.fmi2GetContinuousStates)(component, array, count),
                F::GetNominals => (call.fmi2GetNominalsOfContinuousStates)(component, array, count),
                _ => return None,
            }
        })
    }
}
