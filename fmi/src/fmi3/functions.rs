//! The functions of FMI 3.0 on an instance that every kind of FMU has.

#![allow(non_snake_case, reason = "the names are those of the FMI 3.0 headers")]

use super::host::CATEGORIES;
use super::order::Function;
use super::types::*;
use crate::c::{
    In, Out, Place, Text, Truth, adjoint, call, counted, differentiate, exported, forget, get,
    listen, pack, packed_size, save, set, unpack,
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
    /// Reads real numbers, time and event indicators among them.
    fn fmi3GetFloat64 = GetFloat64(
        references: *const fmi3ValueReference,
        n: usize,
        values: *mut fmi3Float64,
        n_values: usize,
    )
    lends { references: In(references, n), values: Out(values, n) }
    |instance| {
        counted(n, n_values)?;
        get(instance, references, values)
    }
    /// Reads whole numbers.
    fn fmi3GetInt32 = GetInt32(
        references: *const fmi3ValueReference,
        n: usize,
        values: *mut fmi3Int32,
        n_values: usize,
    )
    lends { references: In(references, n), values: Out(values.cast::<Whole>(), n) }
    |instance| {
        counted(n, n_values)?;
        get(instance, references, values)
    }
    /// Reads the numbers of enumerations' items.
    fn fmi3GetInt64 = GetInt64(
        references: *const fmi3ValueReference,
        n: usize,
        values: *mut fmi3Int64,
        n_values: usize,
    )
    lends { references: In(references, n), values: Out(values.cast::<Item>(), n) }
    |instance| {
        counted(n, n_values)?;
        get(instance, references, values)
    }
    /// Reads truth values.
    fn fmi3GetBoolean = GetBoolean(
        references: *const fmi3ValueReference,
        n: usize,
        values: *mut fmi3Boolean,
        n_values: usize,
    )
    lends { references: In(references, n), values: Out(values.cast::<Truth<u8>>(), n) }
    |instance| {
        counted(n, n_values)?;
        get(instance, references, values)
    }
    /// Sets real numbers, all or none; continuous states, too, while the solver integrates.
    fn fmi3SetFloat64 = SetFloat64(
        references: *const fmi3ValueReference,
        n: usize,
        values: *const fmi3Float64,
        n_values: usize,
    )
    lends { references: In(references, n), values: In(values, n) }
    |instance| {
        counted(n, n_values)?;
        set(instance, references, values)
    }
    /// Sets whole numbers, all or none.
    fn fmi3SetInt32 = SetInt32(
        references: *const fmi3ValueReference,
        n: usize,
        values: *const fmi3Int32,
        n_values: usize,
    )
    lends { references: In(references, n), values: In(values.cast::<Whole>(), n) }
    |instance| {
        counted(n, n_values)?;
        set(instance, references, values)
    }
    /// Sets enumerations by their items' numbers, all or none.
    fn fmi3SetInt64 = SetInt64(
        references: *const fmi3ValueReference,
        n: usize,
        values: *const fmi3Int64,
        n_values: usize,
    )
    lends { references: In(references, n), values: In(values.cast::<Item>(), n) }
    |instance| {
        counted(n, n_values)?;
        set(instance, references, values)
    }
    /// Sets truth values, all or none.
    fn fmi3SetBoolean = SetBoolean(
        references: *const fmi3ValueReference,
        n: usize,
        values: *const fmi3Boolean,
        n_values: usize,
    )
    lends { references: In(references, n), values: In(values.cast::<Truth<u8>>(), n) }
    |instance| {
        counted(n, n_values)?;
        set(instance, references, values)
    }
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
        seed: In(seed, known_count),
        sensitivity: Out(sensitivity, unknown_count),
    }
    |instance| {
        counted(known_count, n_seed)?;
        counted(unknown_count, n_sensitivity)?;
        differentiate(instance, unknowns, knowns, seed, sensitivity)
    }
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
        seed: In(seed, unknown_count),
        sensitivity: Out(sensitivity, known_count),
    }
    |instance| {
        counted(unknown_count, n_seed)?;
        counted(known_count, n_sensitivity)?;
        adjoint(instance, unknowns, knowns, seed, sensitivity)
    }
}
