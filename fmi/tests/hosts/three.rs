//! FMI 3.0 as hosts of FMI 2.0 would call it: each function of 2.0, in terms of those of 3.0.
//!
//! So one suite breaks the rules of both. Functions that 3.0 does not have are never called.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]
#![allow(
    clippy::missing_safety_doc,
    clippy::undocumented_unsafe_blocks,
    reason = "arguments go through as they came, so that what their caller promised is passed on"
)]

use super::functions::Functions;
use super::source::is_choice;
use crate::common::Log;
use model_description::Row;
use spiel::model::ModelKind;
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi3::types::*;
use spiel_fmi::fmi3::*;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_int};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex};

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if sources that are made now are those of FMI 3.0.
pub fn is_on() -> bool {
    IS_ON.get()
}

/// Runs a test with sources of FMI 3.0.
pub fn with_three<T>(test: impl FnOnce() -> T) -> T {
    IS_ON.set(true);
    let result = test();
    IS_ON.set(false);
    result
}

/// A host's record of an instance: which of its whole numbers are items of enumerations, and the start of
/// the experiment, which FMI 3.0 takes later.
#[derive(Clone)]
struct Record {
    choices: Arc<[bool]>,
    start: f64,
}

static RECORDS: Mutex<Option<HashMap<usize, Record>>> = Mutex::new(None);

fn with_records<T>(change: impl FnOnce(&mut HashMap<usize, Record>) -> T) -> T {
    change(RECORDS.lock().unwrap().get_or_insert_default())
}

/// Makes an instance whose lines go to the log of `callbacks`.
pub fn make(
    model: &ModelKind,
    kind: fmi2Type,
    rows: &[Row],
    token: &CStr,
    resources: Option<&CStr>,
    callbacks: &fmi2CallbackFunctions,
) -> fmi3Instance {
    let kind =
        if kind == FMI2_MODEL_EXCHANGE { Kind::ModelExchange } else { Kind::CoSimulation(0) };
    // FMI 3.0: a path with a separator at its end.
    let folder = resources.map(|address| {
        let path = address.to_str().unwrap().trim_start_matches("file://");
        CString::new(format!("{path}/")).unwrap()
    });
    let folder = folder.as_ref().map_or(std::ptr::null(), |folder| folder.as_ptr());
    let strings = Strings { name: c"guest".as_ptr(), token: token.as_ptr(), resources: folder };
    let environment = callbacks.component_environment;
    // SAFETY: strings end with a null byte, the log outlives the instance.
    let instance = unsafe { instantiate(model, kind, strings, 0, environment, Some(keep)) };
    let choices: Vec<bool> = rows.iter().map(|row| is_choice(&row.kind)).collect();
    let record = Record { choices: choices.into(), start: 0.0 };
    with_records(|records| records.insert(instance.addr(), record));
    instance
}

/// Keeps a line in the log that the environment is.
pub unsafe extern "C-unwind" fn keep(
    environment: fmi3InstanceEnvironment,
    status: fmi3Status,
    category: fmi3String,
    message: fmi3String,
) {
    assert!(!category.is_null());
    // SAFETY: the environment is the log of the instance that is being called.
    let (log, text) = unsafe { (&*environment.cast::<Log>(), CStr::from_ptr(message)) };
    let text = text.to_str().unwrap();
    assert!(!text.replace("##", "").contains('#'), "{text} names a variable by its number");
    log.lock().unwrap().push((status as i32, text.replace("##", "#")));
}

/// The states in which a version's function may be called; nothing if FMI 3.0 has no such function.
pub fn phases(function: Function) -> Option<&'static [Phase]> {
    use Function as F;
    use spiel_fmi::fmi3::Function as G;
    const ANY: &[Phase] = G::Reset.phases();
    Some(match function {
        F::SetDebugLogging => G::SetDebugLogging.phases(),
        F::EnterInitializationMode => G::EnterInitializationMode.phases(),
        F::ExitInitializationMode => G::ExitInitializationMode.phases(),
        F::Terminate => G::Terminate.phases(),
        F::Reset => G::Reset.phases(),
        F::GetReal => G::GetFloat64.phases(),
        F::GetInteger => G::GetInt64.phases(),
        F::GetBoolean => G::GetBoolean.phases(),
        F::SetReal => G::SetFloat64.phases(),
        F::SetInteger => G::SetInt64.phases(),
        F::SetBoolean => G::SetBoolean.phases(),
        F::GetState => G::GetState.phases(),
        F::SetState => G::SetState.phases(),
        F::FreeState => G::FreeState.phases(),
        F::SerializedStateSize => G::SerializedStateSize.phases(),
        F::SerializeState => G::SerializeState.phases(),
        F::DeserializeState => G::DeserializeState.phases(),
        F::GetDirectionalDerivative => G::GetDirectionalDerivative.phases(),
        F::DoStep => G::DoStep.phases(),
        F::EnterEventMode => G::EnterEventMode.phases(),
        F::NewDiscreteStates => G::UpdateDiscreteStates.phases(),
        F::EnterContinuousTimeMode => G::EnterContinuousTimeMode.phases(),
        F::CompletedIntegratorStep => G::CompletedIntegratorStep.phases(),
        F::SetTime => G::SetTime.phases(),
        F::SetContinuousStates => G::SetContinuousStates.phases(),
        F::GetDerivatives => G::GetContinuousStateDerivatives.phases(),
        F::GetEventIndicators => G::GetEventIndicators.phases(),
        F::GetContinuousStates => G::GetContinuousStates.phases(),
        F::GetNominals => G::GetNominals.phases(),
        // Refused whatever the state is.
        F::GetString | F::SetString | F::GetRealOutputDerivatives => ANY,
        F::SetupExperiment
        | F::SetRealInputDerivatives
        | F::CancelStep
        | F::GetStatus
        | F::GetRealStatus
        | F::GetIntegerStatus
        | F::GetBooleanStatus
        | F::GetStringStatus => return None,
    })
}

/// Lends values of a host in the type that FMI 3.0 has for them, and gives them back.
unsafe fn converted<A: Copy, B: Copy + Default>(
    values: *mut A,
    n: usize,
    there: impl Fn(A) -> B,
    back: Option<&dyn Fn(B) -> A>,
    call: impl FnOnce(*mut B) -> fmi3Status,
) -> fmi2Status {
    // More than a few are announced by a host that has none.
    if values.is_null() || n > 64 {
        return two(call(values.cast()));
    }
    // SAFETY: the caller of the function announces n values.
    let given = unsafe { std::slice::from_raw_parts_mut(values, n) };
    let mut lent: Vec<B> = given.iter().map(|value| there(*value)).collect();
    let status = call(if n == 0 { null_mut() } else { lent.as_mut_ptr() });
    if let Some(back) = back {
        given.iter_mut().zip(lent).for_each(|(value, lent)| *value = back(lent));
    }
    two(status)
}

/// The status of FMI 2.0 of the same number.
fn two(status: fmi3Status) -> fmi2Status {
    match status {
        fmi3Status::fmi3OK => fmi2Status::fmi2OK,
        fmi3Status::fmi3Warning => fmi2Status::fmi2Warning,
        fmi3Status::fmi3Discard => fmi2Status::fmi2Discard,
        fmi3Status::fmi3Error => fmi2Status::fmi2Error,
        fmi3Status::fmi3Fatal => fmi2Status::fmi2Fatal,
    }
}

type C = fmi2Component;
type References = *const fmi2ValueReference;

/// Returns true if all whole numbers of a call are items of enumerations.
unsafe fn are_choices(c: C, references: References, n: usize) -> bool {
    if references.is_null() || n > 64 {
        return true;
    }
    // SAFETY: the caller of the function announces n references.
    let references = unsafe { std::slice::from_raw_parts(references, n) };
    let record = with_records(|records| records.get(&c.addr()).cloned());
    let Some(Record { choices, .. }) = record else { return true };
    references.iter().all(|reference| choices.get(*reference as usize).copied().unwrap_or(true))
}

macro_rules! one_to_one {
    ($( $two:ident = $three:ident ( $($argument:ident : $Type:ty),* ) );+ $(;)?) => {
        $( unsafe extern "C-unwind" fn $two(c: C, $($argument: $Type),*) -> fmi2Status {
            two(unsafe { $three(c, $($argument),*) })
        } )+
    };
}

one_to_one! {
    exit = fmi3ExitInitializationMode();
    terminate = fmi3Terminate();
    reset = fmi3Reset();
    get_state = fmi3GetFMUState(state: *mut fmi2FMUstate);
    set_state = fmi3SetFMUState(state: fmi2FMUstate);
    free_state = fmi3FreeFMUState(state: *mut fmi2FMUstate);
    packed_size = fmi3SerializedFMUStateSize(state: fmi2FMUstate, size: *mut usize);
    enter_event = fmi3EnterEventMode();
    solve = fmi3EnterContinuousTimeMode();
    set_time = fmi3SetTime(time: f64);
    set_states = fmi3SetContinuousStates(states: *const f64, n: usize);
    rates = fmi3GetContinuousStateDerivatives(rates: *mut f64, n: usize);
    indicators = fmi3GetEventIndicators(indicators: *mut f64, n: usize);
    states = fmi3GetContinuousStates(states: *mut f64, n: usize);
    nominals = fmi3GetNominalsOfContinuousStates(nominals: *mut f64, n: usize);
}

unsafe extern "C-unwind" fn free(c: C) {
    with_records(|records| records.remove(&c.addr()));
    unsafe { fmi3FreeInstance(c) }
}

unsafe extern "C-unwind" fn listen(
    c: C,
    on: i32,
    n: usize,
    names: *const fmi2String,
) -> fmi2Status {
    two(unsafe { fmi3SetDebugLogging(c, u8::from(on != 0), n, names) })
}

unsafe extern "C-unwind" fn setup(c: C, _: i32, _: f64, start: f64, _: i32, _: f64) -> fmi2Status {
    with_records(|records| records.get_mut(&c.addr()).into_iter().for_each(|of| of.start = start));
    fmi2Status::fmi2OK
}

unsafe extern "C-unwind" fn enter(c: C) -> fmi2Status {
    let start = with_records(|records| records.get(&c.addr()).map_or(0.0, |of| of.start));
    two(unsafe { fmi3EnterInitializationMode(c, 0, 0.0, start, 0, 0.0) })
}

unsafe extern "C-unwind" fn get_real(c: C, r: References, n: usize, v: *mut f64) -> fmi2Status {
    two(unsafe { fmi3GetFloat64(c, r, n, v, n) })
}

unsafe extern "C-unwind" fn set_real(c: C, r: References, n: usize, v: *const f64) -> fmi2Status {
    two(unsafe { fmi3SetFloat64(c, r, n, v, n) })
}

unsafe extern "C-unwind" fn get_integer(c: C, r: References, n: usize, v: *mut i32) -> fmi2Status {
    if !unsafe { are_choices(c, r, n) } {
        return two(unsafe { fmi3GetInt32(c, r, n, v, n) });
    }
    let back: &dyn Fn(i64) -> i32 = &|value| value as i32;
    unsafe { converted(v, n, i64::from, Some(back), |v| fmi3GetInt64(c, r, n, v, n)) }
}

unsafe extern "C-unwind" fn set_integer(
    c: C,
    r: References,
    n: usize,
    v: *const i32,
) -> fmi2Status {
    if !unsafe { are_choices(c, r, n) } {
        return two(unsafe { fmi3SetInt32(c, r, n, v, n) });
    }
    unsafe { converted(v.cast_mut(), n, i64::from, None, |v| fmi3SetInt64(c, r, n, v, n)) }
}

unsafe extern "C-unwind" fn get_boolean(c: C, r: References, n: usize, v: *mut i32) -> fmi2Status {
    let back: &dyn Fn(u8) -> i32 = &|value| i32::from(value);
    unsafe { converted(v, n, |value| value as u8, Some(back), |v| fmi3GetBoolean(c, r, n, v, n)) }
}

unsafe extern "C-unwind" fn set_boolean(
    c: C,
    r: References,
    n: usize,
    v: *const i32,
) -> fmi2Status {
    // Any byte but 0 is true.
    let there = |value| if value == 0 { 0 } else { (value as u8).max(2) };
    unsafe { converted(v.cast_mut(), n, there, None, |v| fmi3SetBoolean(c, r, n, v, n)) }
}

unsafe extern "C-unwind" fn get_string(
    c: C,
    r: References,
    n: usize,
    v: *mut fmi2String,
) -> fmi2Status {
    two(unsafe { fmi3GetString(c, r, n, v, n) })
}

unsafe extern "C-unwind" fn set_string(
    c: C,
    r: References,
    n: usize,
    v: *const fmi2String,
) -> fmi2Status {
    two(unsafe { fmi3SetString(c, r, n, v, n) })
}

unsafe extern "C-unwind" fn pack(c: C, s: fmi2FMUstate, v: *mut fmi2Byte, n: usize) -> fmi2Status {
    two(unsafe { fmi3SerializeFMUState(c, s, v.cast(), n) })
}

unsafe extern "C-unwind" fn unpack(
    c: C,
    v: *const fmi2Byte,
    n: usize,
    s: *mut fmi2FMUstate,
) -> fmi2Status {
    two(unsafe { fmi3DeserializeFMUState(c, v.cast(), n, s) })
}

unsafe extern "C-unwind" fn derive(
    c: C,
    unknowns: References,
    n: usize,
    knowns: References,
    k: usize,
    seed: *const f64,
    change: *mut f64,
) -> fmi2Status {
    two(unsafe { fmi3GetDirectionalDerivative(c, unknowns, n, knowns, k, seed, k, change, n) })
}

unsafe extern "C-unwind" fn output_rates(
    c: C,
    r: References,
    n: usize,
    orders: *const i32,
    v: *mut f64,
) -> fmi2Status {
    two(unsafe { fmi3GetOutputDerivatives(c, r, n, orders, v, n) })
}

unsafe extern "C-unwind" fn step(c: C, start: f64, size: f64, _: i32) -> fmi2Status {
    let (mut flags, mut last) = ([7_u8; 3], f64::NAN);
    let [event, end, early] = flags.each_mut().map(|flag| flag as *mut u8);
    let status = two(unsafe { fmi3DoStep(c, start, size, 1, event, end, early, &raw mut last) });
    if status == fmi2Status::fmi2OK {
        assert_eq!((flags, last.to_bits()), ([0; 3], (start + size).to_bits()));
    }
    status
}

unsafe extern "C-unwind" fn update(c: C, info: *mut fmi2EventInfo) -> fmi2Status {
    let none = null_mut();
    if info.is_null() {
        return two(unsafe {
            fmi3UpdateDiscreteStates(c, none, none, none, none, none, null_mut())
        });
    }
    let (mut flags, mut next) = ([7_u8; 5], f64::NAN);
    let [more, end, nominals, values, defined] = flags.each_mut().map(|flag| flag as *mut u8);
    let status = two(unsafe {
        fmi3UpdateDiscreteStates(c, more, end, nominals, values, defined, &raw mut next)
    });
    if status == fmi2Status::fmi2OK {
        let [more, end, nominals, values, defined] = flags.map(i32::from);
        unsafe {
            *info = fmi2EventInfo {
                new_discrete_states_needed: more,
                terminate_simulation: end,
                nominals_changed: nominals,
                states_changed: values,
                next_event_time_defined: defined,
                next_event_time: next,
            };
        }
    }
    status
}

unsafe extern "C-unwind" fn completed(c: C, _: i32, enter: *mut i32, end: *mut i32) -> fmi2Status {
    let mut flags = [7_u8; 2];
    let [asks, ends] = flags.each_mut().map(|flag| flag as *mut u8);
    let there = |place: *mut i32, flag| if place.is_null() { null_mut() } else { flag };
    let call = fmi3CompletedIntegratorStep;
    let status = two(unsafe { call(c, 1, there(enter, asks), there(end, ends)) });
    for (place, flag) in [enter, end].into_iter().zip(flags) {
        if status == fmi2Status::fmi2OK && !place.is_null() {
            unsafe { *place = i32::from(flag) };
        }
    }
    status
}

/// A function that FMI 3.0 does not have.
macro_rules! absent {
    ($( $name:ident ( $($Type:ty),* ) );+ $(;)?) => {
        $( unsafe extern "C-unwind" fn $name(_: C, $(_: $Type),*) -> fmi2Status {
            panic!(concat!("FMI 3.0 has no ", stringify!($name)))
        } )+
    };
}

absent! {
    input_rates(References, usize, *const c_int, *const f64);
    cancel();
    get_status(c_int, *mut fmi2Status);
    real_status(c_int, *mut f64);
    integer_status(c_int, *mut c_int);
    boolean_status(c_int, *mut c_int);
    string_status(c_int, *mut fmi2String);
}

impl Functions {
    /// Those of FMI 3.0, linked into this program.
    pub fn three() -> Self {
        Self {
            fmi2FreeInstance: free,
            fmi2SetDebugLogging: listen,
            fmi2SetupExperiment: setup,
            fmi2EnterInitializationMode: enter,
            fmi2ExitInitializationMode: exit,
            fmi2Terminate: terminate,
            fmi2Reset: reset,
            fmi2GetReal: get_real,
            fmi2GetInteger: get_integer,
            fmi2GetBoolean: get_boolean,
            fmi2GetString: get_string,
            fmi2SetReal: set_real,
            fmi2SetInteger: set_integer,
            fmi2SetBoolean: set_boolean,
            fmi2SetString: set_string,
            fmi2GetFMUstate: get_state,
            fmi2SetFMUstate: set_state,
            fmi2FreeFMUstate: free_state,
            fmi2SerializedFMUstateSize: packed_size,
            fmi2SerializeFMUstate: pack,
            fmi2DeSerializeFMUstate: unpack,
            fmi2GetDirectionalDerivative: derive,
            fmi2SetRealInputDerivatives: input_rates,
            fmi2GetRealOutputDerivatives: output_rates,
            fmi2DoStep: step,
            fmi2CancelStep: cancel,
            fmi2GetStatus: get_status,
            fmi2GetRealStatus: real_status,
            fmi2GetIntegerStatus: integer_status,
            fmi2GetBooleanStatus: boolean_status,
            fmi2GetStringStatus: string_status,
            fmi2EnterEventMode: enter_event,
            fmi2NewDiscreteStates: update,
            fmi2EnterContinuousTimeMode: solve,
            fmi2CompletedIntegratorStep: completed,
            fmi2SetTime: set_time,
            fmi2SetContinuousStates: set_states,
            fmi2GetDerivatives: rates,
            fmi2GetEventIndicators: indicators,
            fmi2GetContinuousStates: states,
            fmi2GetNominalsOfContinuousStates: nominals,
        }
    }
}
