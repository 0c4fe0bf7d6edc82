//! The functions of an FMI 2.0 library, found by name.

use super::symbols::{Status, symbols};
use crate::Error;
use libloading::Library;
use spiel_fmi::fmi2::types::*;
use std::ffi::c_char;
use std::path::Path;

type OnComponent = unsafe extern "C" fn(fmi2Component) -> Status;
type Read<T> =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *mut T) -> Status;
type Write<T> =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *const T) -> Status;
/// The function of FMI 2.0 that makes instances of all kinds.
pub(super) type MakeTwo = unsafe extern "C" fn(
    fmi2String,
    fmi2Type,
    fmi2String,
    fmi2String,
    *const fmi2CallbackFunctions,
    fmi2Boolean,
    fmi2Boolean,
) -> fmi2Component;
type ReadAll = unsafe extern "C" fn(fmi2Component, *mut fmi2Real, usize) -> Status;

symbols! {
    /// Functions of both kinds; those after `also` are not called here.
    struct Shared {
        version: unsafe extern "C" fn() -> *const c_char = "fmi2GetVersion",
        types: unsafe extern "C" fn() -> *const c_char = "fmi2GetTypesPlatform",
        instantiate: MakeTwo = "fmi2Instantiate",
        free: unsafe extern "C" fn(fmi2Component) = "fmi2FreeInstance",
        setup: unsafe extern "C" fn(
            fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real,
        ) -> Status = "fmi2SetupExperiment",
        enter: OnComponent = "fmi2EnterInitializationMode",
        exit: OnComponent = "fmi2ExitInitializationMode",
        terminate: OnComponent = "fmi2Terminate",
        reset: OnComponent = "fmi2Reset",
        get_real: Read<fmi2Real> = "fmi2GetReal",
        get_integer: Read<fmi2Integer> = "fmi2GetInteger",
        get_boolean: Read<fmi2Boolean> = "fmi2GetBoolean",
        set_real: Write<fmi2Real> = "fmi2SetReal",
        set_integer: Write<fmi2Integer> = "fmi2SetInteger",
        set_boolean: Write<fmi2Boolean> = "fmi2SetBoolean",
        get_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> Status = "fmi2GetFMUstate",
        set_state: unsafe extern "C" fn(fmi2Component, fmi2FMUstate) -> Status = "fmi2SetFMUstate",
        free_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> Status = "fmi2FreeFMUstate",
        derivative: unsafe extern "C" fn(
            fmi2Component, *const fmi2ValueReference, usize, *const fmi2ValueReference, usize, *const fmi2Real, *mut fmi2Real,
        ) -> Status = "fmi2GetDirectionalDerivative",
    }
    also &[
        "fmi2SetDebugLogging",
        "fmi2GetString",
        "fmi2SetString",
        "fmi2SerializedFMUstateSize",
        "fmi2SerializeFMUstate",
        "fmi2DeSerializeFMUstate",
    ]
}

symbols! {
    /// Further functions of co-simulation.
    struct Stepping {
        step: unsafe extern "C" fn(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean) -> Status = "fmi2DoStep",
        set_derivatives: unsafe extern "C" fn(
            fmi2Component, *const fmi2ValueReference, usize, *const fmi2Integer, *const fmi2Real,
        ) -> Status = "fmi2SetRealInputDerivatives",
    }
    also &[
        "fmi2GetRealOutputDerivatives",
        "fmi2CancelStep",
        "fmi2GetStatus",
        "fmi2GetRealStatus",
        "fmi2GetIntegerStatus",
        "fmi2GetBooleanStatus",
        "fmi2GetStringStatus",
    ]
}

symbols! {
    /// Further functions of model exchange.
    struct Solving {
        enter_event_mode: OnComponent = "fmi2EnterEventMode",
        new_discrete_states: unsafe extern "C" fn(fmi2Component, *mut fmi2EventInfo) -> Status = "fmi2NewDiscreteStates",
        enter_continuous_mode: OnComponent = "fmi2EnterContinuousTimeMode",
        completed_step: unsafe extern "C" fn(
            fmi2Component, fmi2Boolean, *mut fmi2Boolean, *mut fmi2Boolean,
        ) -> Status = "fmi2CompletedIntegratorStep",
        set_time: unsafe extern "C" fn(fmi2Component, fmi2Real) -> Status = "fmi2SetTime",
        set_states: unsafe extern "C" fn(fmi2Component, *const fmi2Real, usize) -> Status = "fmi2SetContinuousStates",
        states: ReadAll = "fmi2GetContinuousStates",
        rates: ReadAll = "fmi2GetDerivatives",
        indicators: ReadAll = "fmi2GetEventIndicators",
        nominals: ReadAll = "fmi2GetNominalsOfContinuousStates",
    }
    also &[]
}
