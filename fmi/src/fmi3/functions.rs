//! The functions of FMI 3.0 on an instance that every kind of FMU has.

#![allow(non_snake_case, reason = "the names are those of the FMI 3.0 headers")]

use super::host::CATEGORIES;
use super::order::Function;
use super::types::*;
use crate::c::{
    In, Out, Place, Text, Truth, adjoint_counted, call, differentiate_counted, exported, forget,
    get_counted, listen, pack, packed_size, save, set_counted, unpack,
};
use crate::slave::{Item, Phase, Whole};

exported! { fmi3Instance -> fmi3Status;
    /// Chooses which lines are logged beside errors: some categories, or all of them.
    fn fmi3SetDebugLogging = SetDebugLogging(on: fmi3Boolean, n: usize, categories: *const fmi3String)
    lends { categories: In(categories.cast::<Text>(), n) }
    |instance| { listen(instance, on != FMI3_FALSE, categories, CATEGORIES) }
    /// Takes the start time and the tolerance; from here on there are outputs.
    fn fmi3EnterInitializationMode = EnterInitializationMode(
        tolerance_defined: fmi3Boolean,
        tolerance: fmi3Float64,
        start: fmi3Float64,
        stop_defined: fmi3Boolean,
        stop: fmi3Float64,
    )
    |instance| {
        let stop = (stop_defined != FMI3_FALSE).then_some(stop);
        instance.setup(start, stop, (tolerance_defined != FMI3_FALSE).then_some(tolerance))?;
        instance.enter_initialization()
    }
    /// From here on there are steps, or events, and fixed parameters stay.
    fn fmi3ExitInitializationMode = ExitInitializationMode()
    |instance| { instance.exit_initialization() }
    /// Ends the simulation; outputs can still be read.
    fn fmi3Terminate = Terminate()
    |instance| {
        instance.phase = Phase::Terminated;
        Ok(())
    }
    /// Returns to the state after the instance was made.
    fn fmi3Reset = Reset()
    |instance| { instance.reset() }
    /// Saves the state, in the place of one saved before if it is given.
    fn fmi3GetFMUState = GetState(state: *mut fmi3FMUState)
    lends { state: Place(state) }
    |instance| { save(instance, state) }
    /// Returns to a saved state.
    fn fmi3SetFMUState = SetState(state: fmi3FMUState)
    |instance| { instance.restore(state.addr()) }
    /// Frees a saved state and sets it to null; null is fine.
    fn fmi3FreeFMUState = FreeState(state: *mut fmi3FMUState)
    lends { state: Place(state) }
    |instance| { forget(instance, state) }
    /// Writes the number of bytes of a saved state.
    fn fmi3SerializedFMUStateSize = SerializedStateSize(state: fmi3FMUState, size: *mut usize)
    lends { size: Place(size) }
    |instance| { packed_size(instance, state, size) }
    /// Writes a saved state as bytes.
    fn fmi3SerializeFMUState = SerializeState(state: fmi3FMUState, bytes: *mut fmi3Byte, size: usize)
    lends { bytes: Out(bytes, size) }
    |instance| { pack(instance, state, bytes, size) }
    /// Reads a saved state from bytes; the instance stays as it is.
    fn fmi3DeserializeFMUState = DeserializeState(
        bytes: *const fmi3Byte,
        size: usize,
        state: *mut fmi3FMUState,
    )
    lends { bytes: In(bytes, size), state: Place(state) }
    |instance| { unpack(instance, bytes, state) }
    /// Writes the derivative of outputs in a direction of inputs.
    fn fmi3GetDirectionalDerivative = GetDirectionalDerivative(
        unknowns: *const fmi3ValueReference,
        unknown_count: usize,
        knowns: *const fmi3ValueReference,
        known_count: usize,
        seed: *const fmi3Float64,
        n_seed: usize,
        sensitivity: *mut fmi3Float64,
        n_sensitivity: usize,
    )
    lends {
        unknowns: In(unknowns, unknown_count),
        knowns: In(knowns, known_count),
        seed: In(seed, n_seed),
        sensitivity: Out(sensitivity, n_sensitivity),
    }
    |instance| { differentiate_counted(instance, unknowns, knowns, seed, sensitivity) }
    /// Writes the derivative, with respect to each input, of a sum of outputs that the seed weights.
    fn fmi3GetAdjointDerivative = GetAdjointDerivative(
        unknowns: *const fmi3ValueReference,
        unknown_count: usize,
        knowns: *const fmi3ValueReference,
        known_count: usize,
        seed: *const fmi3Float64,
        n_seed: usize,
        sensitivity: *mut fmi3Float64,
        n_sensitivity: usize,
    )
    lends {
        unknowns: In(unknowns, unknown_count),
        knowns: In(knowns, known_count),
        seed: In(seed, n_seed),
        sensitivity: Out(sensitivity, n_sensitivity),
    }
    |instance| { adjoint_counted(instance, unknowns, knowns, seed, sensitivity) }
}

/// Declares the functions that read and set the variables of a type, whose elements are laid out like those of another.
macro_rules! values {
    ($( $Type:ident as $Element:ty:
        $reads:literal $get:ident = $Get:ident;
        $sets:literal $set:ident = $Set:ident;
    )+) => {
        exported! { fmi3Instance -> fmi3Status; $(
            #[doc = $reads]
            fn $get = $Get(
                references: *const fmi3ValueReference,
                n: usize,
                values: *mut $Type,
                n_values: usize,
            )
            lends { references: In(references, n), values: Out(values.cast::<$Element>(), n_values) }
            |instance| { get_counted(instance, references, values) }
            #[doc = $sets]
            fn $set = $Set(
                references: *const fmi3ValueReference,
                n: usize,
                values: *const $Type,
                n_values: usize,
            )
            lends { references: In(references, n), values: In(values.cast::<$Element>(), n_values) }
            |instance| { set_counted(instance, references, values) }
        )+ }
    };
}

values! {
    fmi3Float64 as f64:
    "Reads real numbers, time and event indicators among them." fmi3GetFloat64 = GetFloat64;
    "Sets real numbers, all or none; continuous states, too, while the solver integrates."
    fmi3SetFloat64 = SetFloat64;

    fmi3Int32 as Whole:
    "Reads whole numbers." fmi3GetInt32 = GetInt32;
    "Sets whole numbers, all or none." fmi3SetInt32 = SetInt32;

    fmi3Int64 as Item:
    "Reads the numbers of enumerations' items." fmi3GetInt64 = GetInt64;
    "Sets enumerations by their items' numbers, all or none." fmi3SetInt64 = SetInt64;

    fmi3Boolean as Truth<u8>:
    "Reads truth values." fmi3GetBoolean = GetBoolean;
    "Sets truth values, all or none." fmi3SetBoolean = SetBoolean;
}
