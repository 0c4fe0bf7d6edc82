//! A fault in a plan, and the checks that all parts of a plan share.

use super::frame::GROUND;
use crate::base::fault::{Fault, Flaw, LONGEST_PART};
use std::collections::{BTreeMap, BTreeSet};

/// The indices of bodies by their names.
pub(crate) type Numbers<'a> = BTreeMap<&'a str, usize>;

/// First part of the names of the sums over the joints.
pub(crate) const SUMS: &str = "joints";

/// Reserved names: the group's own variables begin with them.
pub(crate) const TAKEN: [&str; 6] = ["coupling", "time", "energy", GROUND, SUMS, "gravity"];

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

/// Refuses names of variables that are unknown, or any in a plan that shows `all` variables.
pub(crate) fn check_shown(
    named: &[String],
    all: bool,
    known: impl Fn() -> Vec<String>,
) -> Result<(), Fault> {
    let Some(first) = named.first() else { return Ok(()) };
    let refused = |why: String| Err(Fault::from(why).in_field("variables"));
    if all {
        return refused(format!(
            "variables = [{first}, ...] is for a file that begins with variables = \"named\"; this one shows \
             all variables"
        ));
    }
    let known = known();
    match named.iter().find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) if known.is_empty() => {
            refused(format!("{name} is no variable; a body that the host moves has none"))
        }
        Some(name) => refused(format!("{name} is no variable; known: {}", known.join(", "))),
    }
}

/// Refuses a name that is of no body.
pub(crate) fn check_body_name(numbers: &Numbers, name: &str, or_ground: bool) -> Result<(), Fault> {
    if numbers.contains_key(name) || (or_ground && name == GROUND) {
        return Ok(());
    }
    let mut known: Vec<_> = numbers.iter().map(|(name, number)| (*number, *name)).collect();
    known.sort_unstable();
    let names = known.into_iter().map(|(_, name)| name);
    let known: Vec<_> = names.chain(or_ground.then_some(GROUND)).collect();
    Err(format!("{name} is no body; known: {}", known.join(", ")).into())
}

/// Refuses pairs of bodies that are unknown, equal, or both not free.
pub(crate) fn check_pair(
    numbers: &Numbers,
    is_free: impl Fn(&str) -> bool,
    a: &str,
    b: &str,
) -> Result<(), Fault> {
    for (field, name) in [("a", a), ("b", b)] {
        check_body_name(numbers, name, true)
            .map_err(|why| Fault::from(format!("{field} = {why}")).in_field(field))?;
    }
    if a == b {
        let why = format!("a and b are both {a}; they must be two bodies");
        return Err(Fault::from(why).in_field("b"));
    }
    if !is_free(a) && !is_free(b) {
        let why = format!("neither {a} nor {b} is free; at least one must be");
        return Err(Fault::from(why).in_field("b"));
    }
    Ok(())
}
