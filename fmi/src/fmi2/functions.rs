//! The functions of FMI 2.0 on an instance that every kind of FMU has.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::host::CATEGORIES;
use super::order::Function;
use super::types::*;
use crate::c::{
    In, Out, Place, Text, Truth, call, differentiate, exported, forget, get, listen, missing, pack,
    packed_size, save, set, unpack,
};
use crate::slave::Phase;

exported! { fmi2Component -> fmi2Status;
    /// Chooses which lines are logged beside errors: some categories, or all of them.
    fn fmi2SetDebugLogging = SetDebugLogging(on: fmi2Boolean, n: usize, categories: *const fmi2String)
    lends { categories: In(categories.cast::<Text>(), n) }
    |instance| { listen(instance, on != FMI2_FALSE, categories, CATEGORIES) }
    /// Takes the start time and the tolerance.
    fn fmi2SetupExperiment = SetupExperiment(
        tolerance_defined: fmi2Boolean,
        tolerance: fmi2Real,
        start: fmi2Real,
        stop_defined: fmi2Boolean,
        stop: fmi2Real,
    )
    |instance| {
        let stop = (stop_defined != FMI2_FALSE).then_some(stop);
        instance.setup(start, stop, (tolerance_defined != FMI2_FALSE).then_some(tolerance))
    }
    /// From here on there are outputs.
    fn fmi2EnterInitializationMode = EnterInitializationMode()
    |instance| { instance.enter_initialization() }
    /// From here on there are steps, and fixed parameters stay.
    fn fmi2ExitInitializationMode = ExitInitializationMode()
    |instance| { instance.exit_initialization() }
    /// Ends the simulation; outputs can still be read.
    fn fmi2Terminate = Terminate()
    |instance| {
        instance.phase = Phase::Terminated;
        Ok(())
    }
    /// Returns to the state after fmi2Instantiate.
    fn fmi2Reset = Reset()
    |instance| { instance.reset() }
    /// Reads reals.
    fn fmi2GetReal = GetReal(references: *const fmi2ValueReference, n: usize, values: *mut fmi2Real)
    lends { references: In(references, n), values: Out(values, n) }
    |instance| { get(instance, references, values) }
    /// Reads integers and enumerations.
    fn fmi2GetInteger = GetInteger(references: *const fmi2ValueReference, n: usize, values: *mut fmi2Integer)
    lends { references: In(references, n), values: Out(values, n) }
    |instance| { get(instance, references, values) }
    /// Reads truth values.
    fn fmi2GetBoolean = GetBoolean(references: *const fmi2ValueReference, n: usize, values: *mut fmi2Boolean)
    lends { references: In(references, n), values: Out(values.cast::<Truth<i32>>(), n) }
    |instance| { get(instance, references, values) }
    /// There are no strings.
    fn fmi2GetString = GetString(_references: *const fmi2ValueReference, n: usize, _values: *mut fmi2String)
    |_| { if n == 0 { Ok(()) } else { missing("string variables") } }
    /// Sets reals, all or none.
    fn fmi2SetReal = SetReal(references: *const fmi2ValueReference, n: usize, values: *const fmi2Real)
    lends { references: In(references, n), values: In(values, n) }
    |instance| { set(instance, references, values) }
    /// Sets integers and enumerations, all or none.
    fn fmi2SetInteger = SetInteger(references: *const fmi2ValueReference, n: usize, values: *const fmi2Integer)
    lends { references: In(references, n), values: In(values, n) }
    |instance| { set(instance, references, values) }
    /// Sets truth values, all or none.
    fn fmi2SetBoolean = SetBoolean(references: *const fmi2ValueReference, n: usize, values: *const fmi2Boolean)
    lends { references: In(references, n), values: In(values.cast::<Truth<i32>>(), n) }
    |instance| { set(instance, references, values) }
    /// There are no strings.
    fn fmi2SetString = SetString(_references: *const fmi2ValueReference, n: usize, _values: *const fmi2String)
    |_| { if n == 0 { Ok(()) } else { missing("string variables") } }
    /// Saves the state, in the place of one saved before if it is given.
    fn fmi2GetFMUstate = GetState(state: *mut fmi2FMUstate)
    lends { state: Place(state) }
    |instance| { save(instance, state) }
    /// Returns to a saved state.
    fn fmi2SetFMUstate = SetState(state: fmi2FMUstate)
    |instance| { instance.restore(state.addr()) }
    /// Frees a saved state and sets it to null; null is fine.
    fn fmi2FreeFMUstate = FreeState(state: *mut fmi2FMUstate)
    lends { state: Place(state) }
    |instance| { forget(instance, state) }
    /// Writes the number of bytes of a saved state.
    fn fmi2SerializedFMUstateSize = SerializedStateSize(state: fmi2FMUstate, size: *mut usize)
    lends { size: Place(size) }
    |instance| { packed_size(instance, state, size) }
    /// Writes a saved state as bytes.
    fn fmi2SerializeFMUstate = SerializeState(state: fmi2FMUstate, bytes: *mut fmi2Byte, size: usize)
    lends { bytes: Out(bytes.cast::<u8>(), size) }
    |instance| { pack(instance, state, bytes, size) }
    /// Reads a saved state from bytes; the instance stays as it is.
    fn fmi2DeSerializeFMUstate = DeserializeState(bytes: *const fmi2Byte, size: usize, state: *mut fmi2FMUstate)
    lends { bytes: In(bytes.cast::<u8>(), size), state: Place(state) }
    |instance| { unpack(instance, bytes, state) }
    /// Writes the derivative of outputs in a direction of inputs.
    fn fmi2GetDirectionalDerivative = GetDirectionalDerivative(
        unknowns: *const fmi2ValueReference,
        unknown_count: usize,
        knowns: *const fmi2ValueReference,
        known_count: usize,
        seed: *const fmi2Real,
        sensitivity: *mut fmi2Real,
    )
    lends {
        unknowns: In(unknowns, unknown_count),
        knowns: In(knowns, known_count),
        seed: In(seed, known_count),
        sensitivity: Out(sensitivity, unknown_count),
    }
    |instance| { differentiate(instance, unknowns, knowns, seed, sensitivity) }
}
