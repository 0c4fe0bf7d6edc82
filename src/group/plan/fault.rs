//! A fault in a plan, and the checks that all parts of a plan share.

use crate::base::fault::LONGEST_PART;
use std::collections::{BTreeMap, BTreeSet};

/// The indices of bodies by their names.
pub(crate) type Numbers<'a> = BTreeMap<&'a str, usize>;

/// A fault in a plan, with the entry that has it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct PlanFault {
    /// The list: body, joint, pin, lock, weld, spring, load, drive, port or mobility.
    pub list: &'static str,
    /// The entry, counted from 0.
    pub entry: usize,
    /// The field; empty for the entry as a whole.
    pub field: &'static str,
    /// A sentence with the thing, its value and the allowed values.
    pub text: String,
}

/// Returns a function that makes faults in this entry from a field and a text.
pub(crate) fn fault(
    list: &'static str,
    entry: usize,
) -> impl Fn(&'static str, String) -> PlanFault {
    move |field, text| PlanFault { list, entry, field, text }
}

/// Refuses malformed, reserved and duplicate names; adds others to `names`.
pub(crate) fn check_name<'a>(
    name: &'a str,
    taken: &[&str],
    names: &mut BTreeSet<&'a str>,
) -> Result<(), String> {
    let fits = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if name.is_empty() || name.len() > LONGEST_PART || !name.chars().all(fits) {
        return Err(format!(
            "name = {name} is not 1 to {LONGEST_PART} characters of A-Z, a-z, 0-9 and _"
        ));
    }
    if taken.contains(&name) {
        return Err(format!("name = {name} is reserved; reserved names: {}", taken.join(", ")));
    }
    if !names.insert(name) {
        return Err(format!("name = {name} is used twice; names must be unique"));
    }
    Ok(())
}

/// Refuses infinities and NaN.
pub(crate) fn check_finite<const N: usize>(numbers: [f64; N]) -> Result<(), String> {
    match numbers.into_iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("{number} is not a finite number")),
        None => Ok(()),
    }
}
