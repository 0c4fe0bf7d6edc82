//! The C types of FMI 2.0, by their own names.

#![allow(non_camel_case_types, missing_docs, reason = "the names are those of the FMI 2.0 headers")]

use std::ffi::{c_char, c_int, c_uint, c_void};

pub type fmi2Component = *mut c_void;
pub type fmi2ComponentEnvironment = *mut c_void;
pub type fmi2FMUstate = *mut c_void;
pub type fmi2ValueReference = c_uint;
pub type fmi2Real = f64;
pub type fmi2Integer = c_int;
pub type fmi2Boolean = c_int;
pub type fmi2Char = c_char;
pub type fmi2String = *const c_char;
pub type fmi2Byte = c_char;
pub type fmi2Type = c_int;
pub type fmi2StatusKind = c_int;

pub const FMI2_TRUE: fmi2Boolean = 1;
pub const FMI2_FALSE: fmi2Boolean = 0;
pub const FMI2_MODEL_EXCHANGE: fmi2Type = 0;
pub const FMI2_CO_SIMULATION: fmi2Type = 1;

/// The result of a call. A joint never returns `Discard`, `Warning` and `Pending`: masters take them for
/// failures, or ignore them.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum fmi2Status {
    fmi2OK = 0,
    fmi2Warning = 1,
    fmi2Discard = 2,
    fmi2Error = 3,
    fmi2Fatal = 4,
    fmi2Pending = 5,
}

#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct fmi2EventInfo {
    pub new_discrete_states_needed: fmi2Boolean,
    pub terminate_simulation: fmi2Boolean,
    pub nominals_changed: fmi2Boolean,
    pub states_changed: fmi2Boolean,
    pub next_event_time_defined: fmi2Boolean,
    pub next_event_time: fmi2Real,
}

/// A host's logger; one in C++ may throw.
pub type fmi2CallbackLogger = unsafe extern "C-unwind" fn(
    fmi2ComponentEnvironment,
    fmi2String,
    fmi2Status,
    fmi2String,
    fmi2String,
    ...
);

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct fmi2CallbackFunctions {
    pub logger: Option<fmi2CallbackLogger>,
    pub allocate_memory: Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>,
    pub free_memory: Option<unsafe extern "C" fn(*mut c_void)>,
    pub step_finished: Option<unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2Status)>,
    pub component_environment: fmi2ComponentEnvironment,
}
