//! Each function with each kind of arguments, as an importer would call it.

use super::expected::Arguments;
use super::guest::{Guest, NO_EVENT};
use super::source::{is_boolean, is_integer};
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

/// Makes the call on `component`, with arguments that fit `guest`, which may be another instance;
/// nothing if its joint has no variable for it.
pub fn make(
    guest: &Guest,
    component: fmi2Component,
    function: Function,
    arguments: Arguments,
) -> Option<fmi2Status> {
    use Arguments::*;
    use Function as F;
    let (source, call) = (guest.source, guest.call);
    let n = match arguments {
        Empty => 0,
        Huge => usize::MAX,
        _ => 1,
    };
    let nothing = matches!(arguments, Null | Empty);
    let last_missing = nothing || arguments == HalfNull;
    let all = 0..source.rows.len();
    let settable = |kind| {
        let found = source.first(source.layout.inputs.clone(), kind);
        found.or_else(|| source.first(source.layout.parameters.clone(), kind))
    };
    let known = match function {
        F::GetInteger => source.first(all, is_integer)?,
        F::GetBoolean => source.first(all, is_boolean)?,
        F::SetInteger => settable(is_integer)?,
        F::SetBoolean => settable(is_boolean)?,
        F::SetRealInputDerivatives => {
            source.rows.iter().position(|row| row.name == "frame_b.vx")? as u32
        }
        F::GetDirectionalDerivative | F::GetRealOutputDerivatives => {
            source.layout.loads.start as u32
        }
        _ => 0,
    };
    let reference = if arguments == Unknown { u32::MAX } else { known };
    let references = if nothing { null() } else { &raw const reference };
    let mut snapshot = match (function, arguments) {
        (F::SetState | F::FreeState | F::SerializedStateSize | F::SerializeState, Unknown)
        | (F::GetState, Unknown) => 0x5_0000 as *mut c_void,
        (F::SetState | F::FreeState | F::SerializedStateSize, Valid | HalfNull)
        | (F::SerializeState, Valid | HalfNull | Huge)
        | (F::DeserializeState, _) => guest.snapshot().unwrap_or(null_mut()),
        _ => null_mut(),
    };
    let mut bytes = match function {
        F::SerializeState | F::DeserializeState => serialised(guest, snapshot),
        _ => Vec::new(),
    };
    let size = if n == 1 { bytes.len() } else { n };
    let (mut real, mut integer, mut truth, mut string) = (0.0, 0, 0, null());
    let mut status = fmi2Status::fmi2OK;
    match function {
        F::SetReal if arguments == NotANumber => real = f64::NAN,
        F::SetInteger => integer = start_of(&source.rows[known as usize]),
        F::SetBoolean => truth = start_of(&source.rows[known as usize]),
        _ => {}
    }
    let (order, seed) = (1, if arguments == NotANumber { f64::NAN } else { 1.0 });
    let category = if arguments == Unknown { c"gossip" } else { c"errors" }.as_ptr();
    let count = match function {
        F::GetEventIndicators => source.counts[1],
        _ => source.counts[0],
    };
    let count = match arguments {
        Empty => 0,
        Huge => usize::MAX,
        Unknown => count + 1,
        _ => count,
    };
    let mut flow = [0.0; 16];
    if function == F::SetContinuousStates {
        // Its own states, so that it stays as it is.
        let n = source.counts[0];
        // SAFETY: the array is longer than any joint has states.
        unsafe { (call.fmi2GetContinuousStates)(guest.component, flow.as_mut_ptr(), n) };
    }
    let (mut info, mut asks, mut ends) = (NO_EVENT, 0, 0);
    guest.log();
    macro_rules! last {
        ($value:ident) => {
            if last_missing { null_mut() } else { &raw mut $value }
        };
    }
    macro_rules! all {
        ($array:ident) => {
            if nothing { null_mut() } else { $array.as_mut_ptr() }
        };
    }
    let wrong = arguments == NotANumber;
    // SAFETY: arrays hold one element; if more are announced, the FMU must refuse them.
    Some(unsafe {
        match function {
            F::SetDebugLogging => {
                let categories = if nothing { null() } else { &raw const category };
                (call.fmi2SetDebugLogging)(component, 0, n, categories)
            }
            F::SetupExperiment => {
                let start = if wrong { f64::NAN } else { 0.0 };
                (call.fmi2SetupExperiment)(component, 0, 0.0, start, 0, 0.0)
            }
            F::EnterInitializationMode => (call.fmi2EnterInitializationMode)(component),
            F::ExitInitializationMode => (call.fmi2ExitInitializationMode)(component),
            F::Terminate => (call.fmi2Terminate)(component),
            F::Reset => (call.fmi2Reset)(component),
            F::GetReal => (call.fmi2GetReal)(component, references, n, last!(real)),
            F::GetInteger => (call.fmi2GetInteger)(component, references, n, last!(integer)),
            F::GetBoolean => (call.fmi2GetBoolean)(component, references, n, last!(truth)),
            F::GetString => (call.fmi2GetString)(component, references, n, last!(string)),
            F::SetReal => (call.fmi2SetReal)(component, references, n, last!(real)),
            F::SetInteger => (call.fmi2SetInteger)(component, references, n, last!(integer)),
            F::SetBoolean => (call.fmi2SetBoolean)(component, references, n, last!(truth)),
            F::SetString => (call.fmi2SetString)(component, references, n, last!(string)),
            F::GetState => (call.fmi2GetFMUstate)(component, last!(snapshot)),
            F::SetState => (call.fmi2SetFMUstate)(component, snapshot),
            F::FreeState => {
                let place = if arguments == Null { null_mut() } else { &raw mut snapshot };
                let status = (call.fmi2FreeFMUstate)(component, place);
                if status == fmi2Status::fmi2OK {
                    assert!(snapshot.is_null(), "a freed snapshot leaves a null handle");
                }
                status
            }
            F::SerializedStateSize => {
                let mut size = 0;
                (call.fmi2SerializedFMUstateSize)(component, snapshot, last!(size))
            }
            F::SerializeState => {
                let into = if last_missing { null_mut() } else { bytes.as_mut_ptr() };
                (call.fmi2SerializeFMUstate)(component, snapshot, into, size)
            }
            F::DeserializeState => {
                let from = if nothing { null() } else { bytes.as_ptr() };
                if arguments == Unknown
                    && let Some(byte) = bytes.last_mut()
                {
                    *byte ^= 1;
                }
                snapshot = null_mut();
                (call.fmi2DeSerializeFMUstate)(component, from, size, last!(snapshot))
            }
            F::GetDirectionalDerivative => {
                let input = 0;
                let inputs = if nothing { null() } else { &raw const input };
                let seed = if nothing { null() } else { &raw const seed };
                let derivative = call.fmi2GetDirectionalDerivative;
                derivative(component, references, n, inputs, n, seed, last!(real))
            }
            F::SetRealInputDerivatives => {
                let orders = if nothing { null() } else { &raw const order };
                real = if wrong { f64::NAN } else { 0.0 };
                (call.fmi2SetRealInputDerivatives)(component, references, n, orders, last!(real))
            }
            F::GetRealOutputDerivatives => {
                let orders = if nothing { null() } else { &raw const order };
                (call.fmi2GetRealOutputDerivatives)(component, references, n, orders, last!(real))
            }
            F::DoStep => {
                // In a state that allows a step, one has been made from time 0.
                let size = if wrong { f64::NAN } else { source.step };
                (call.fmi2DoStep)(component, source.step, size, 1)
            }
            F::CancelStep => (call.fmi2CancelStep)(component),
            F::GetStatus => (call.fmi2GetStatus)(component, 0, last!(status)),
            F::GetRealStatus => (call.fmi2GetRealStatus)(component, 2, last!(real)),
            F::GetIntegerStatus => (call.fmi2GetIntegerStatus)(component, 2, last!(integer)),
            F::GetBooleanStatus => (call.fmi2GetBooleanStatus)(component, 3, last!(truth)),
            F::GetStringStatus => (call.fmi2GetStringStatus)(component, 1, last!(string)),
            F::EnterEventMode => (call.fmi2EnterEventMode)(component),
            F::NewDiscreteStates => (call.fmi2NewDiscreteStates)(component, last!(info)),
            F::EnterContinuousTimeMode => (call.fmi2EnterContinuousTimeMode)(component),
            F::CompletedIntegratorStep => {
                let asks = if nothing { null_mut() } else { &raw mut asks };
                (call.fmi2CompletedIntegratorStep)(component, 1, asks, last!(ends))
            }
            F::SetTime => (call.fmi2SetTime)(component, if wrong { f64::NAN } else { source.step }),
            F::SetContinuousStates => {
                if wrong {
                    flow.fill(f64::NAN);
                }
                let from = if nothing { null() } else { flow.as_ptr() };
                (call.fmi2SetContinuousStates)(component, from, count)
            }
            F::GetDerivatives => (call.fmi2GetDerivatives)(component, all!(flow), count),
            F::GetEventIndicators => (call.fmi2GetEventIndicators)(component, all!(flow), count),
            F::GetContinuousStates => (call.fmi2GetContinuousStates)(component, all!(flow), count),
            F::GetNominals => {
                (call.fmi2GetNominalsOfContinuousStates)(component, all!(flow), count)
            }
        }
    })
}
