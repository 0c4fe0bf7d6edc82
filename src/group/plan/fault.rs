//! A fault in a plan, and the checks that all parts of a plan share.

use crate::base::fault::{Fault, Flaw, LONGEST_PART};
use std::collections::{BTreeMap, BTreeSet};

/// The indices of bodies by their names.
pub(crate) type Numbers<'a> = BTreeMap<&'a str, usize>;

/// Returns a function that makes faults in this entry from a field and a text.
pub(crate) fn fault(list: &'static str, entry: usize) -> impl Fn(&'static str, String) -> Fault {
    move |field, text| Flaw { list, entry, field, text }.into()
}

/// Refuses malformed, reserved and duplicate names; adds others to `names`.
pub(crate) fn check_name<'a>(
    name: &'a str,
    taken: &[&str],
    names: &mut BTreeSet<&'a str>,
) -> Result<(), Fault> {
    let fits = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if name.is_empty() || name.len() > LONGEST_PART || !name.chars().all(fits) {
        let why =
            format!("name = {name} is not 1 to {LONGEST_PART} characters of A-Z, a-z, 0-9 and _");
        return Err(why.into());
    }
    if taken.contains(&name) {
        return Err(
            format!("name = {name} is reserved; reserved names: {}", taken.join(", ")).into()
        );
    }
    if !names.insert(name) {
        return Err(format!("name = {name} is used twice; names must be unique").into());
    }
    Ok(())
}

/// Refuses infinities and NaN.
pub(crate) fn check_finite<const N: usize>(numbers: [f64; N]) -> Result<(), Fault> {
    match numbers.into_iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("{number} is not a finite number").into()),
        None => Ok(()),
    }
}
