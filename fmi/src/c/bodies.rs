//! The bodies of functions that every version of FMI has: importers' pointers in, calls of an instance out.

use super::arithmetic::HostArithmetic;
use super::lent::{In, Out, Place, Text, believe, both, no_place};
use crate::slave::{Category, Element, HEAD, Instance, Line, Outcome, length, line};
use std::ffi::c_void;

/// The categories of a version's log: a name in its description, and the lines that it stands for.
pub(crate) type Categories = &'static [(&'static str, &'static [Category])];

/// Chooses which lines are logged beside errors: some categories, or all of them.
pub(crate) fn listen(
    instance: &mut Instance,
    on: bool,
    categories: In<Text>,
    known: Categories,
) -> Outcome {
    let (names, _) = both(instance.most_values(), categories, categories)?;
    let mut chosen = if names.is_empty() { Category::ALL.to_vec() } else { Vec::new() };
    for name in names {
        let name = name.read().unwrap_or_default();
        let Some((_, meant)) = known.iter().find(|(called, _)| *called == name) else {
            let names: Vec<&str> = known.iter().map(|(called, _)| *called).collect();
            let text = line(format_args!("category = {name} is none of {}", names.join(", ")));
            instance.refuse_wish(text)?;
            continue;
        };
        chosen.extend_from_slice(meant);
    }
    instance.logger.listen(on, &chosen);
    Ok(())
}

/// Reads variables.
#[inline(always)]
pub(crate) fn get<T: Element>(
    instance: &mut Instance,
    references: In<u32>,
    values: Out<T>,
) -> Outcome {
    let missing = references.is_null() || values.is_null();
    believe(references.length(), instance.most_values(), missing)?;
    let (references, values) = (references.slice(), values.slice());
    if instance.copy_out(references, values) {
        return Ok(());
    }
    let _host = HostArithmetic::set_aside();
    instance.read(references, values)
}

/// Sets variables, all or none of them.
#[inline(always)]
pub(crate) fn set<T: Element>(
    instance: &mut Instance,
    references: In<u32>,
    values: In<T>,
) -> Outcome {
    let (references, values) = both(instance.most_values(), references, values)?;
    if instance.copy_in(references, values) {
        return Ok(());
    }
    let _host = HostArithmetic::set_aside();
    instance.write(references, values)
}

/// Saves the state, in the place of one saved before if it is given.
pub(crate) fn save(instance: &mut Instance, state: Place<*mut c_void>) -> Outcome {
    let place = state.required()?;
    *place = handle(instance.save(place.addr())?);
    Ok(())
}

/// Frees a saved state and sets it to null; null is fine.
pub(crate) fn forget(instance: &mut Instance, state: Place<*mut c_void>) -> Outcome {
    let Some(place) = state.optional().filter(|state| !state.is_null()) else { return Ok(()) };
    instance.forget(place.addr())?;
    *place = std::ptr::null_mut();
    Ok(())
}

/// Writes the number of bytes of a saved state.
pub(crate) fn packed_size(
    instance: &mut Instance,
    state: *mut c_void,
    size: Place<usize>,
) -> Outcome {
    let packed = instance.pack(state.addr())?;
    *size.required()? = packed.len();
    Ok(())
}

/// Writes a saved state as bytes, of which the importer has room for `size`.
pub(crate) fn pack(
    instance: &mut Instance,
    state: *mut c_void,
    bytes: Out<u8>,
    size: usize,
) -> Outcome {
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
pub(crate) fn unpack(instance: &mut Instance, bytes: In<u8>, state: Place<*mut c_void>) -> Outcome {
    let place = state.required()?;
    if bytes.is_null() {
        return Err(line("serialised state: the bytes are null"));
    }
    let size = bytes.length();
    // The head says how many bytes there are: a wrong size is found before they are read.
    let announced = bytes.beginning(HEAD).first_chunk().map(length);
    if announced.is_some_and(|announced| announced != size as u64) {
        return Err(of_other_length(size));
    }
    match instance.unpack(bytes.slice(), place.addr()) {
        Ok(number) => *place = handle(number),
        Err(why) => return Err(*why),
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn of_other_length(size: usize) -> Line {
    line(format_args!(
        "serialised state of {size} bytes: not a state of that length; cut off, or not written by one of \
         these models"
    ))
}

/// Writes the derivative of outputs in a direction of inputs.
pub(crate) fn differentiate(
    instance: &mut Instance,
    unknowns: In<u32>,
    knowns: In<u32>,
    seed: In<f64>,
    sensitivity: Out<f64>,
) -> Outcome {
    let most = instance.most_values();
    believe(unknowns.length(), most, unknowns.is_null() || sensitivity.is_null())?;
    let (knowns, seed) = both(most, knowns, seed)?;
    if unknowns.length() == 0 {
        return Ok(());
    }
    instance.differentiate(unknowns.slice(), knowns, seed, sensitivity.slice())
}

/// Writes the derivatives of a weighted sum of outputs by inputs.
pub(crate) fn adjoint(
    instance: &mut Instance,
    unknowns: In<u32>,
    knowns: In<u32>,
    seed: In<f64>,
    sensitivity: Out<f64>,
) -> Outcome {
    let most = instance.most_values();
    let missing = knowns.is_null() || sensitivity.is_null();
    believe(knowns.length(), most, missing)?;
    let (unknowns, seed) = both(most, unknowns, seed)?;
    if missing {
        return Ok(());
    }
    instance.differentiate_adjoint(unknowns, knowns.slice(), seed, sensitivity.slice())
}

/// The refusal of a feature that this model does not have.
#[cold]
pub(crate) fn missing(what: &str) -> Outcome {
    Err(line(format_args!("{what} are not supported by this model")))
}

/// A handle as a pointer; it is never followed.
fn handle(number: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(number)
}
