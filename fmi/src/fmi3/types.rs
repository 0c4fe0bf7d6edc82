//! The C types of FMI 3.0, by their own names.

#![allow(non_camel_case_types, missing_docs, reason = "the names are those of the FMI 3.0 headers")]

use std::ffi::{c_char, c_int, c_void};

pub type fmi3Instance = *mut c_void;
pub type fmi3InstanceEnvironment = *mut c_void;
pub type fmi3FMUState = *mut c_void;
pub type fmi3ValueReference = u32;
pub type fmi3Float32 = f32;
pub type fmi3Float64 = f64;
pub type fmi3Int8 = i8;
pub type fmi3UInt8 = u8;
pub type fmi3Int16 = i16;
pub type fmi3UInt16 = u16;
pub type fmi3Int32 = i32;
pub type fmi3UInt32 = u32;
pub type fmi3Int64 = i64;
pub type fmi3UInt64 = u64;
/// C's `bool`. A host may pass any byte, so it is no `bool` of Rust.
pub type fmi3Boolean = u8;
pub type fmi3String = *const c_char;
pub type fmi3Byte = u8;
pub type fmi3Binary = *const u8;
pub type fmi3Clock = u8;
pub type fmi3DependencyKind = c_int;
pub type fmi3IntervalQualifier = c_int;

pub const FMI3_TRUE: fmi3Boolean = 1;
pub const FMI3_FALSE: fmi3Boolean = 0;

/// The result of a call. A joint only returns `OK` and `Error`: masters take the others for failures or
/// ignore them, and `Fatal` would forbid calls to all other instances, too.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum fmi3Status {
    fmi3OK = 0,
    fmi3Warning = 1,
    fmi3Discard = 2,
    fmi3Error = 3,
    fmi3Fatal = 4,
}

/// A host's logger; one in C++ may throw.
pub type fmi3LogMessageCallback =
    unsafe extern "C-unwind" fn(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);

/// A host's function for values within a step; it is never called.
pub type fmi3IntermediateUpdateCallback = unsafe extern "C-unwind" fn(
    fmi3InstanceEnvironment,
    fmi3Float64,
    fmi3Boolean,
    fmi3Boolean,
    fmi3Boolean,
    fmi3Boolean,
    *mut fmi3Boolean,
    *mut fmi3Float64,
);

/// A host's function for a tick of a clock; it is never called.
pub type fmi3ClockUpdateCallback = unsafe extern "C-unwind" fn(fmi3InstanceEnvironment);
/// A host's function around a critical section; it is never called.
pub type fmi3LockPreemptionCallback = unsafe extern "C-unwind" fn();
