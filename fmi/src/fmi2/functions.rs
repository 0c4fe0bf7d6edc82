//! The functions of FMI 2.0 on an instance that every kind of FMU has.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::arithmetic::HostArithmetic;
use super::call::{call, exported};
use super::lent::{In, Out, Place, Text, Truth, believe, both, no_place};
use super::order::Function;
use super::types::*;
use crate::slave::{Category, Element, HEAD, Instance, Outcome, Phase, length, line};

exported! {
    /// Chooses which lines are logged beside errors: some categories, or all of them.
    fn fmi2SetDebugLogging = SetDebugLogging(on: fmi2Boolean, n: usize, categories: *const fmi2String)
    lends { categories: In(categories.cast::<Text>(), n) }
    |instance| {
        let (names, _) = both(instance.most_values(), categories, categories)?;
        let mut chosen = if names.is_empty() { Category::ALL.to_vec() } else { Vec::new() };
        for name in names {
            let name = name.read().unwrap_or_default();
            chosen.extend_from_slice(Category::named(&name).ok_or_else(|| line(format_args!(
                "category = {name} is none of events, errors, coupling, all"
            )))?);
        }
        instance.logger.listen(on != FMI2_FALSE, &chosen);
        Ok(())
    }
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
    lends { references: In(references, n), values: Out(values.cast::<Truth>(), n) }
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
    lends { references: In(references, n), values: In(values.cast::<Truth>(), n) }
    |instance| { set(instance, references, values) }
    /// There are no strings.
    fn fmi2SetString = SetString(_references: *const fmi2ValueReference, n: usize, _values: *const fmi2String)
    |_| { if n == 0 { Ok(()) } else { missing("string variables") } }
    /// Saves the state, in the place of one saved before if it is given.
    fn fmi2GetFMUstate = GetState(state: *mut fmi2FMUstate)
    lends { state: Place(state) }
    |instance| {
        let place = state.required()?;
        *place = handle(instance.save(place.addr())?);
        Ok(())
    }
    /// Returns to a saved state.
    fn fmi2SetFMUstate = SetState(state: fmi2FMUstate)
    |instance| { instance.restore(state.addr()) }
    /// Frees a saved state and sets it to null; null is fine.
    fn fmi2FreeFMUstate = FreeState(state: *mut fmi2FMUstate)
    lends { state: Place(state) }
    |instance| {
        let Some(place) = state.optional().filter(|state| !state.is_null()) else { return Ok(()) };
        instance.forget(place.addr())?;
        *place = std::ptr::null_mut();
        Ok(())
    }
    /// Writes the number of bytes of a saved state.
    fn fmi2SerializedFMUstateSize = SerializedStateSize(state: fmi2FMUstate, size: *mut usize)
    lends { size: Place(size) }
    |instance| {
        let packed = instance.pack(state.addr())?;
        *size.required()? = packed.len();
        Ok(())
    }
    /// Writes a saved state as bytes.
    fn fmi2SerializeFMUstate = SerializeState(state: fmi2FMUstate, bytes: *mut fmi2Byte, size: usize)
    lends { bytes: Out(bytes.cast::<u8>(), size) }
    |instance| {
        let packed = instance.pack(state.addr())?;
        if bytes.is_null() {
            return Err(no_place());
        }
        if size < packed.len() {
            return Err(line(format_args!("size = {size} is less than {} bytes", packed.len())));
        }
        bytes.beginning(packed.len()).copy_from_slice(packed);
        Ok(())
    }
    /// Reads a saved state from bytes; the instance stays as it is.
    fn fmi2DeSerializeFMUstate = DeserializeState(bytes: *const fmi2Byte, size: usize, state: *mut fmi2FMUstate)
    lends { bytes: In(bytes.cast::<u8>(), size), state: Place(state) }
    |instance| {
        let place = state.required()?;
        if bytes.is_null() {
            return Err(line("serialised state: the bytes are null"));
        }
        // The head says how many bytes there are: a wrong size is found before they are read.
        let announced = bytes.beginning(HEAD).first_chunk().map(length);
        if announced.is_some_and(|announced| announced != size as u64) {
            return Err(line(format_args!(
                "serialised state of {size} bytes: not a state of that length; cut off, or not \
                 written by one of these models"
            )));
        }
        *place = handle(instance.unpack(bytes.slice(), place.addr())?);
        Ok(())
    }
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
    |instance| {
        let most = instance.most_values();
        believe(unknown_count, most, unknowns.is_null() || sensitivity.is_null())?;
        let (knowns, seed) = both(most, knowns, seed)?;
        if unknown_count == 0 {
            return Ok(());
        }
        instance.differentiate(unknowns.slice(), knowns, seed, sensitivity.slice())
    }
}

#[inline]
fn get<T: Element>(
    instance: &mut Instance,
    references: In<fmi2ValueReference>,
    values: Out<T>,
) -> Outcome {
    let missing = references.is_null() || values.is_null();
    believe(references.length(), instance.most_values(), missing)?;
    let (references, values) = (references.slice(), values.slice());
    if instance.copy_out(references, values) {
        return Ok(());
    }
    get_each(instance, references, values)
}

#[inline(never)]
fn get_each<T: Element>(instance: &mut Instance, references: &[u32], values: &mut [T]) -> Outcome {
    let _host = HostArithmetic::set_aside();
    instance.read(references, values)
}

#[inline]
fn set<T: Element>(
    instance: &mut Instance,
    references: In<fmi2ValueReference>,
    values: In<T>,
) -> Outcome {
    let (references, values) = both(instance.most_values(), references, values)?;
    if instance.copy_in(references, values) {
        return Ok(());
    }
    set_each(instance, references, values)
}

#[inline(never)]
fn set_each<T: Element>(instance: &mut Instance, references: &[u32], values: &[T]) -> Outcome {
    let _host = HostArithmetic::set_aside();
    instance.write(references, values)
}

/// The refusal of a feature that this model does not have.
#[cold]
pub(super) fn missing(what: &str) -> Outcome {
    Err(line(format_args!("{what} are not supported by this model")))
}

/// A handle as a pointer; it is never followed.
fn handle(number: usize) -> fmi2FMUstate {
    std::ptr::without_provenance_mut(number)
}
