//! The functions of an FMI 3.0 library, found by name.

use super::symbols::{Status, symbols};
use crate::Error;
use libloading::Library;
use spiel_fmi::fmi3::types::*;
use spiel_fmi::fmi3::{Function, REFUSED};
use std::path::Path;

type OnInstance = unsafe extern "C" fn(fmi3Instance) -> Status;
type References = *const fmi3ValueReference;
type Read<T> = unsafe extern "C" fn(fmi3Instance, References, usize, *mut T, usize) -> Status;
type Write<T> = unsafe extern "C" fn(fmi3Instance, References, usize, *const T, usize) -> Status;
type ReadAll = unsafe extern "C" fn(fmi3Instance, *mut fmi3Float64, usize) -> Status;

/// A logger that gets the status as a number: the library is not trusted.
pub(super) type LogMessage =
    unsafe extern "C" fn(fmi3InstanceEnvironment, Status, fmi3String, fmi3String);

/// Functions on no instance, and those that make and end one.
const OTHERS: [&str; 5] = [
    "fmi3GetVersion",
    "fmi3InstantiateModelExchange",
    "fmi3InstantiateCoSimulation",
    "fmi3InstantiateScheduledExecution",
    "fmi3FreeInstance",
];

/// The names of all functions of FMI 3.0, every one of which a library must have.
pub(super) fn names() -> Vec<&'static str> {
    let known = Function::ALL.iter().map(|function| function.name());
    known.chain(REFUSED.iter().copied()).chain(OTHERS).collect()
}

/// The function that makes instances for model exchange.
pub(super) type MakeSolving = unsafe extern "C" fn(
    fmi3String,
    fmi3String,
    fmi3String,
    fmi3Boolean,
    fmi3Boolean,
    fmi3InstanceEnvironment,
    Option<LogMessage>,
) -> fmi3Instance;

/// The function that makes instances for co-simulation.
pub(super) type MakeStepping = unsafe extern "C" fn(
    fmi3String,
    fmi3String,
    fmi3String,
    fmi3Boolean,
    fmi3Boolean,
    fmi3Boolean,
    fmi3Boolean,
    References,
    usize,
    fmi3InstanceEnvironment,
    Option<LogMessage>,
    Option<fmi3IntermediateUpdateCallback>,
) -> fmi3Instance;

symbols! {
    /// Functions of both kinds.
    struct Shared {
        version: unsafe extern "C" fn() -> fmi3String = "fmi3GetVersion",
        free: unsafe extern "C" fn(fmi3Instance) = "fmi3FreeInstance",
        enter: unsafe extern "C" fn(
            fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Float64,
        ) -> Status = "fmi3EnterInitializationMode",
        exit: OnInstance = "fmi3ExitInitializationMode",
        terminate: OnInstance = "fmi3Terminate",
        reset: OnInstance = "fmi3Reset",
        get_real: Read<fmi3Float64> = "fmi3GetFloat64",
        get_integer: Read<fmi3Int32> = "fmi3GetInt32",
        get_item: Read<fmi3Int64> = "fmi3GetInt64",
        get_boolean: Read<fmi3Boolean> = "fmi3GetBoolean",
        set_real: Write<fmi3Float64> = "fmi3SetFloat64",
        set_integer: Write<fmi3Int32> = "fmi3SetInt32",
        set_item: Write<fmi3Int64> = "fmi3SetInt64",
        set_boolean: Write<fmi3Boolean> = "fmi3SetBoolean",
        get_state: unsafe extern "C" fn(fmi3Instance, *mut fmi3FMUState) -> Status = "fmi3GetFMUState",
        set_state: unsafe extern "C" fn(fmi3Instance, fmi3FMUState) -> Status = "fmi3SetFMUState",
        free_state: unsafe extern "C" fn(fmi3Instance, *mut fmi3FMUState) -> Status = "fmi3FreeFMUState",
        derivative: unsafe extern "C" fn(
            fmi3Instance, References, usize, References, usize, *const fmi3Float64, usize, *mut fmi3Float64, usize,
        ) -> Status = "fmi3GetDirectionalDerivative",
    }
    also &[]
}

symbols! {
    /// Further functions of co-simulation.
    struct Stepping {
        make: MakeStepping = "fmi3InstantiateCoSimulation",
        step: unsafe extern "C" fn(
            fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, *mut fmi3Boolean, *mut fmi3Boolean, *mut fmi3Boolean,
            *mut fmi3Float64,
        ) -> Status = "fmi3DoStep",
    }
    also &[]
}

symbols! {
    /// Further functions of model exchange.
    struct Solving {
        make: MakeSolving = "fmi3InstantiateModelExchange",
        state_count: unsafe extern "C" fn(fmi3Instance, *mut usize) -> Status = "fmi3GetNumberOfContinuousStates",
        indicator_count: unsafe extern "C" fn(fmi3Instance, *mut usize) -> Status = "fmi3GetNumberOfEventIndicators",
        enter_event_mode: OnInstance = "fmi3EnterEventMode",
        update: unsafe extern "C" fn(
            fmi3Instance, *mut fmi3Boolean, *mut fmi3Boolean, *mut fmi3Boolean, *mut fmi3Boolean, *mut fmi3Boolean,
            *mut fmi3Float64,
        ) -> Status = "fmi3UpdateDiscreteStates",
        enter_continuous_mode: OnInstance = "fmi3EnterContinuousTimeMode",
        completed_step: unsafe extern "C" fn(
            fmi3Instance, fmi3Boolean, *mut fmi3Boolean, *mut fmi3Boolean,
        ) -> Status = "fmi3CompletedIntegratorStep",
        set_time: unsafe extern "C" fn(fmi3Instance, fmi3Float64) -> Status = "fmi3SetTime",
        set_states: unsafe extern "C" fn(fmi3Instance, *const fmi3Float64, usize) -> Status = "fmi3SetContinuousStates",
        states: ReadAll = "fmi3GetContinuousStates",
        rates: ReadAll = "fmi3GetContinuousStateDerivatives",
        indicators: ReadAll = "fmi3GetEventIndicators",
        nominals: ReadAll = "fmi3GetNominalsOfContinuousStates",
    }
    also &[]
}
