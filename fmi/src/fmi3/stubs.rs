//! The functions of FMI 3.0 for features that no joint has: importers insist on finding all names.

#![allow(non_snake_case, reason = "the names are those of the FMI 3.0 headers")]

use super::types::*;
use crate::c::{Manner, Rule, call, missing};
use crate::slave::Phase;
use std::ffi::c_int;

/// Refuses a call about `n` things that the model has none of; for none of them it is taken.
///
/// # Safety
/// As [`call`].
#[inline(never)]
unsafe fn refused(
    instance: fmi3Instance,
    rule: &'static Rule,
    what: &'static str,
    n: usize,
) -> fmi3Status {
    let body = |_: &mut _| if n == 0 { Ok(()) } else { missing(what) };
    // SAFETY: by this function's own condition.
    unsafe { call(instance, rule, body) }
}

type References = *const fmi3ValueReference;

/// Declares functions about a thing that no model has; a name after `of` is that of the argument that
/// counts such things.
macro_rules! refused {
    ($( $what:literal: $( $name:ident ( $($argument:ident : $Type:ty),* ) $(of $n:ident)? ;)+ )+) => {
        $( $(
            #[doc = concat!("Refused: ", $what, " are not supported.")]
            ///
            /// # Safety
            /// `instance` is null or alive, and no other thread uses it.
            // SAFETY: FMI 3.0 gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $name(
                instance: fmi3Instance,
                $($argument: $Type),*
            ) -> fmi3Status {
                $( let _ = $argument; )*
                #[allow(unused_variables, reason = "the last one counts")]
                let count = 1;
                $( let count = $n; )?
                // In every state: not for the order of calls.
                let rule = const { &Rule::new(stringify!($name), &Phase::ALIVE, Manner::Seldom) };
                // SAFETY: by this function's own condition.
                unsafe { refused(instance, rule, $what, count) }
            }
        )+ )+

        /// Their names.
        pub const REFUSED: &[&str] = &[$( $( stringify!($name) ),+ ),+];
    };
}

refused! {
    "variables of this type":
    fmi3GetFloat32(references: References, n: usize, values: *mut fmi3Float32, n_values: usize) of n;
    fmi3GetInt8(references: References, n: usize, values: *mut fmi3Int8, n_values: usize) of n;
    fmi3GetUInt8(references: References, n: usize, values: *mut fmi3UInt8, n_values: usize) of n;
    fmi3GetInt16(references: References, n: usize, values: *mut fmi3Int16, n_values: usize) of n;
    fmi3GetUInt16(references: References, n: usize, values: *mut fmi3UInt16, n_values: usize) of n;
    fmi3GetUInt32(references: References, n: usize, values: *mut fmi3UInt32, n_values: usize) of n;
    fmi3GetUInt64(references: References, n: usize, values: *mut fmi3UInt64, n_values: usize) of n;
    fmi3GetString(references: References, n: usize, values: *mut fmi3String, n_values: usize) of n;
    fmi3GetBinary(references: References, n: usize, sizes: *mut usize, values: *mut fmi3Binary, n_values: usize) of n;
    fmi3SetFloat32(references: References, n: usize, values: *const fmi3Float32, n_values: usize) of n;
    fmi3SetInt8(references: References, n: usize, values: *const fmi3Int8, n_values: usize) of n;
    fmi3SetUInt8(references: References, n: usize, values: *const fmi3UInt8, n_values: usize) of n;
    fmi3SetInt16(references: References, n: usize, values: *const fmi3Int16, n_values: usize) of n;
    fmi3SetUInt16(references: References, n: usize, values: *const fmi3UInt16, n_values: usize) of n;
    fmi3SetUInt32(references: References, n: usize, values: *const fmi3UInt32, n_values: usize) of n;
    fmi3SetUInt64(references: References, n: usize, values: *const fmi3UInt64, n_values: usize) of n;
    fmi3SetString(references: References, n: usize, values: *const fmi3String, n_values: usize) of n;
    fmi3SetBinary(references: References, n: usize, sizes: *const usize, values: *const fmi3Binary, n_values: usize) of n;

    "clocks":
    fmi3GetClock(references: References, n: usize, values: *mut fmi3Clock) of n;
    fmi3SetClock(references: References, n: usize, values: *const fmi3Clock) of n;
    fmi3GetIntervalDecimal(references: References, n: usize, intervals: *mut fmi3Float64, qualifiers: *mut fmi3IntervalQualifier) of n;
    fmi3GetIntervalFraction(references: References, n: usize, counters: *mut fmi3UInt64, resolutions: *mut fmi3UInt64, qualifiers: *mut fmi3IntervalQualifier) of n;
    fmi3GetShiftDecimal(references: References, n: usize, shifts: *mut fmi3Float64) of n;
    fmi3GetShiftFraction(references: References, n: usize, counters: *mut fmi3UInt64, resolutions: *mut fmi3UInt64) of n;
    fmi3SetIntervalDecimal(references: References, n: usize, intervals: *const fmi3Float64) of n;
    fmi3SetIntervalFraction(references: References, n: usize, counters: *const fmi3UInt64, resolutions: *const fmi3UInt64) of n;
    fmi3SetShiftDecimal(references: References, n: usize, shifts: *const fmi3Float64) of n;
    fmi3SetShiftFraction(references: References, n: usize, counters: *const fmi3UInt64, resolutions: *const fmi3UInt64) of n;
    fmi3ActivateModelPartition(clock: fmi3ValueReference, time: fmi3Float64);

    "structural parameters":
    fmi3EnterConfigurationMode();
    fmi3ExitConfigurationMode();

    "events in co-simulation":
    fmi3EnterStepMode();

    "separate evaluations of discrete states":
    fmi3EvaluateDiscreteStates();

    "dependencies beyond those of modelDescription.xml":
    fmi3GetNumberOfVariableDependencies(reference: fmi3ValueReference, n: *mut usize);
    fmi3GetVariableDependencies(
        dependent: fmi3ValueReference, elements: *mut usize, independents: *mut fmi3ValueReference,
        independent_elements: *mut usize, kinds: *mut fmi3DependencyKind, n: usize
    );

    "output derivatives":
    fmi3GetOutputDerivatives(references: References, n: usize, orders: *const c_int, values: *mut fmi3Float64, n_values: usize) of n;
}
