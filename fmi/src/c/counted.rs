//! Bodies of functions that are told the number of values beside that of the variables: an array has several.

use super::arithmetic::HostArithmetic;
use super::bodies::{adjoint, differentiate, get, set};
use super::lent::{In, Out, believe};
use crate::slave::{Element, Instance, Line, Outcome, line};
use spiel::block::Holds;

/// Reads variables, arrays among them.
#[inline(always)]
pub(crate) fn get_counted<T: Element>(
    instance: &mut Instance,
    references: In<u32>,
    values: Out<T>,
) -> Outcome {
    // Arrays are of real numbers.
    if T::EXCHANGED.holds == Holds::Real && instance.has_arrays() {
        let count = values.length();
        credible(instance, references, (count, values.is_null()))?;
        let values = values.slice();
        return of_elements(instance, references, count, &mut |instance, elements| {
            instance.read(elements, values)
        });
    }
    counted(references.length(), values.length())?;
    get(instance, references, values)
}

/// Sets variables, arrays among them; all or none.
#[inline(always)]
pub(crate) fn set_counted<T: Element>(
    instance: &mut Instance,
    references: In<u32>,
    values: In<T>,
) -> Outcome {
    // Arrays are of real numbers.
    if T::EXCHANGED.holds == Holds::Real && instance.has_arrays() {
        let count = values.length();
        credible(instance, references, (count, values.is_null()))?;
        let values = values.slice();
        return of_elements(instance, references, count, &mut |instance, elements| {
            instance.write(elements, values)
        });
    }
    counted(references.length(), values.length())?;
    set(instance, references, values)
}

/// Hands the value references of all elements of variables to `body`, which has `count` values. They are credible.
#[inline(never)]
fn of_elements(
    instance: &mut Instance,
    references: In<u32>,
    count: usize,
    body: &mut dyn FnMut(&mut Instance, &[u32]) -> Outcome,
) -> Outcome {
    let _host = HostArithmetic::set_aside();
    instance.with_elements((references.slice(), count), (&[], 0), |instance, elements, _| {
        body(instance, elements)
    })
}

/// Writes the derivative of outputs in a direction of inputs.
pub(crate) fn differentiate_counted(
    instance: &mut Instance,
    unknowns: In<u32>,
    knowns: In<u32>,
    seed: In<f64>,
    sensitivity: Out<f64>,
) -> Outcome {
    if !instance.has_arrays() {
        counted(knowns.length(), seed.length())?;
        counted(unknowns.length(), sensitivity.length())?;
        return differentiate(instance, unknowns, knowns, seed, sensitivity);
    }
    let (knows, asks) = (seed.length(), sensitivity.length());
    credible(instance, knowns, (knows, seed.is_null()))?;
    credible(instance, unknowns, (asks, sensitivity.is_null()))?;
    let (one, other) = ((unknowns.slice(), asks), (knowns.slice(), knows));
    instance.with_elements(one, other, |instance, unknowns, knowns| {
        instance.differentiate(unknowns, knowns, seed.slice(), sensitivity.slice())
    })
}

/// Writes the derivatives of a weighted sum of outputs by inputs.
pub(crate) fn adjoint_counted(
    instance: &mut Instance,
    unknowns: In<u32>,
    knowns: In<u32>,
    seed: In<f64>,
    sensitivity: Out<f64>,
) -> Outcome {
    if !instance.has_arrays() {
        counted(unknowns.length(), seed.length())?;
        counted(knowns.length(), sensitivity.length())?;
        return adjoint(instance, unknowns, knowns, seed, sensitivity);
    }
    let (weighs, asks) = (seed.length(), sensitivity.length());
    credible(instance, unknowns, (weighs, seed.is_null()))?;
    credible(instance, knowns, (asks, sensitivity.is_null()))?;
    let (one, other) = ((unknowns.slice(), weighs), (knowns.slice(), asks));
    instance.with_elements(one, other, |instance, unknowns, knowns| {
        instance.differentiate_adjoint(unknowns, knowns, seed.slice(), sensitivity.slice())
    })
}

/// Refuses arrays of references, or of values, that are missing or too long to be meant.
fn credible(
    instance: &Instance,
    references: In<u32>,
    (values, no_values): (usize, bool),
) -> Outcome {
    let most = instance.most_values();
    believe(references.length(), most, references.is_null())?;
    believe(values, most, no_values)
}

/// Refuses a number of values that is not that of the variables: each has one.
#[inline]
fn counted(n: usize, n_values: usize) -> Outcome {
    if n == n_values { Ok(()) } else { Err(miscounted(n, n_values)) }
}

#[cold]
#[inline(never)]
fn miscounted(n: usize, n_values: usize) -> Line {
    line(format_args!("nValues = {n_values} is not {n}, one for each variable"))
}
