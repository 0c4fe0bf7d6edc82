//! Errors of laws and joints, each with the quantity, its value and the allowed range.
//!
//! ```
//! use spiel::Fault;
//! use spiel::laws::contact::NormalParameters;
//! let parameters = NormalParameters { restitution: 1.3, ..Default::default() };
//! let fault = Fault::check_ranges(&parameters).unwrap_err();
//! assert!(fault.to_string().starts_with("restitution = 1.3"), "{fault}");
//! ```

use arrayvec::ArrayString;
use model_description::{Interval, Kind, Quantities, Refusal, RefusedValue, Row};
use std::fmt;

/// The longest name of a part \[characters\].
pub(crate) const LONGEST_PART: usize = 12;

/// Name of a quantity in the user's notation: `geometry.clearance`, or `B.geometry.clearance` in part B of
/// an assembly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(ArrayString<40>);

impl Name {
    /// Keeps `name`, truncated to the longest public name.
    pub fn of(name: &str) -> Self {
        let end = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= 40).last();
        let end = if name.len() <= 40 { name.len() } else { end.unwrap_or(0) };
        Self(ArrayString::from(&name[..end]).unwrap_or_default())
    }

    /// Prefixes the name with `part` and a dot.
    fn inside(&self, part: &str) -> Self {
        let mut name = ArrayString::<64>::new();
        // Part and name together are shorter than the buffer.
        let _ = fmt::write(&mut name, format_args!("{part}.{}", self.0));
        Self::of(&name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An error: it names the quantity, the value and the allowed values. The call that returned it changed
/// nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Fault {
    /// A quantity lies outside the range in which its law holds.
    #[error("{name} = {value} is outside {allowed} ({meaning})")]
    OutOfRange {
        /// Name of the quantity in the user's notation.
        name: Name,
        /// The refused value, in SI units.
        value: f64,
        /// Allowed values.
        allowed: Interval,
        /// Meaning of the quantity, or reason of the limit.
        meaning: &'static str,
    },
    /// An item that exists, but that this model does not offer.
    #[error("{name} = {choice} is not possible here, only {allowed} ({meaning})")]
    Choice {
        /// Name of the enumeration variable in the user's notation.
        name: Name,
        /// The refused item.
        choice: &'static str,
        /// Allowed items.
        allowed: &'static str,
        /// Reason of the refusal.
        meaning: &'static str,
    },
    /// The motion gave no finite load.
    #[error(
        "no finite solution at t = {time} s: motion or loads have grown beyond all numbers, as they do where a step is \
         too long for the coupling, or the host uses loads otherwise than coupling.delay, coupling.semi_implicit and \
         the mobility say; try a smaller step, or coupling.method = predicted with a measured host"
    )]
    NoFiniteSolution {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// The bodies touch and their mobility is unknown.
    #[error(
        "the bodies touch by t = {time} s and mobility.xx, .xy, .yy are all 0: coupling.method = predicted \
         needs them; set these inputs or coupling.mobility_xx, _xy, _yy"
    )]
    MobilityUnknown {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// The bodies do not move under the loads of a joint that measures them.
    #[error(
        "the bodies touch by t = {time} s and the joint's loads do not move them: coupling.method = predicted cannot \
         measure a prescribed motion; choose coupling.method = step_mean for one, or set coupling.mobility_xx ... for \
         bodies of more than 1e5 kg"
    )]
    Unmoved {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// The bodies move against the loads of a joint that measures them.
    #[error(
        "the bodies move against the joint's loads at t = {time} s: the sign of the load is wrong in the host, or bodies a \
         and b are exchanged; the joint gives the load on b, the opposite one acts on a"
    )]
    Reversed {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// A group has no plan of its bodies and joints.
    #[error("a group needs a file that lists its bodies and joints: build --group GROUP.toml")]
    NoPlan,
    /// Ideal constraints of a group are redundant or contradictory.
    #[error(
        "pins, locks and welds are redundant or contradictory at t = {time} s; remove those that \
         others imply"
    )]
    ConstraintsClash {
        /// Time \[s\].
        time: f64,
    },
    /// A step was asked of a joint before its initialization.
    #[error("a step is possible only after initialization")]
    NotBegun,
    /// A model cannot be written as continuous-time equations.
    #[error("{model} is for co-simulation only, build it with --kind cs: {why}")]
    CoSimulationOnly {
        /// Name of the model.
        model: &'static str,
        /// Reason, and the choice that works instead.
        why: &'static str,
    },
    /// A model does not offer continuous-time equations.
    #[error("this model is for co-simulation only")]
    NoEquations,
    /// A choice would change the number of continuous states after the build.
    #[error(
        "this law would change the number of continuous states of {model}; choose it at the build, with build --set"
    )]
    StatesChanged {
        /// Name of the model.
        model: &'static str,
    },
    /// A saved state belongs to another model.
    #[error("the saved state belongs to another model")]
    ForeignState,
    /// A block cannot be built: the sentence names the start value or file and the allowed values.
    #[error("{0}")]
    Build(Box<str>),
    /// A flaw in an entry of a group's plan.
    #[error("{}", .0.text)]
    Flaw(Box<Flaw>),
    /// A value reference without a variable.
    #[error("variable {0} is unknown")]
    UnknownVariable(usize),
    /// A value has another type than its variable.
    #[error("{0} has another data type")]
    WrongType(Name),
    /// A variable does not accept the value.
    #[error("{}", RefusedValue { name, kind: *kind, text, value })]
    Refused {
        /// Name of the variable.
        name: Name,
        /// Kind of values that the variable accepts.
        kind: Kind,
        /// Value that cannot be converted, as text.
        text: &'static str,
        /// The refused number.
        value: f64,
    },
    /// A variable that the model sets was written.
    #[error("{0} is an output and cannot be set")]
    Output(Name),
    /// A parameter was written after its last moment to be set.
    #[error("{0} is a fixed parameter: it can be set only before initialization ends")]
    Fixed(Name),
    /// A variable that was fixed at the build was written.
    #[error("{name} = {value} is refused: it was chosen when the FMU was built")]
    Constant {
        /// Name of the variable.
        name: Name,
        /// The refused value.
        value: f64,
    },
    /// A variable is not a real input.
    #[error("{0} is not a real input: its derivative cannot be set or requested")]
    NoRealInput(Name),
    /// Directional derivatives were asked of a load that follows the motion inside a step.
    #[error(
        "predicted loads have no directional derivatives; set coupling.method = step_mean or \
         end_point"
    )]
    NoDerivatives,
    /// Wear changes the contact forces faster than the internal steps can follow.
    #[error(
        "the hole wears too fast at t = {time} s: one step needs more than {most} internal steps; \
         reduce wear.acceleration or the step"
    )]
    WearTooFast {
        /// Time of the step's start \[s\].
        time: f64,
        /// Largest allowed number of internal steps.
        most: u32,
    },
}

/// A flaw in an entry of a document with lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The list: body, joint, pin, lock, weld, spring, load, drive, port or mobility.
    pub list: &'static str,
    /// The entry, counted from 0.
    pub entry: usize,
    /// The field; empty for the entry as a whole.
    pub field: &'static str,
    /// A sentence with the thing, its value and the allowed values.
    pub text: String,
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::Build(text.into())
    }
}

impl From<&str> for Fault {
    fn from(text: &str) -> Self {
        Self::Build(text.into())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        refusal.to_string().into()
    }
}

impl From<Flaw> for Fault {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(Box::new(flaw))
    }
}

impl Fault {
    /// Returns the fault as a flaw in a field of an entry that [`in_entry`](Self::in_entry) names.
    #[must_use]
    pub(crate) fn in_field(self, field: &'static str) -> Self {
        Flaw { list: "", entry: 0, field, text: self.to_string() }.into()
    }

    /// Returns the flaw, in this entry of a list; its text names the entry by `title`.
    #[must_use]
    pub(crate) fn in_entry(self, list: &'static str, entry: usize, title: &str) -> Self {
        let field = if let Self::Flaw(flaw) = &self { flaw.field } else { "" };
        Flaw { list, entry, field, text: format!("{title}: {self}") }.into()
    }

    /// Returns the fault under the user's name of the quantity.
    #[must_use]
    pub fn called(self, name: &'static str) -> Self {
        match self {
            Self::OutOfRange { value, allowed, meaning, .. } => {
                Self::OutOfRange { name: Name::of(name), value, allowed, meaning }
            }
            other => other,
        }
    }

    /// Returns the fault with the prefix `part` at the quantity's name.
    #[must_use]
    pub fn of_part(mut self, part: &str) -> Self {
        if let Self::OutOfRange { name, .. }
        | Self::Choice { name, .. }
        | Self::Refused { name, .. } = &mut self
        {
            *name = name.inside(part);
        }
        self
    }

    /// The fault for a `value` outside the range of its table row.
    pub fn outside(row: &Row, value: f64) -> Self {
        Self::Refused { name: Name::of(&row.name), kind: row.kind, text: row.text, value }
    }

    /// Refuses parameters if one of them lies outside the range of its row.
    pub fn check_ranges(parameters: &impl Quantities) -> Result<(), Self> {
        match parameters.first_outside() {
            Some((row, value)) => Err(Self::outside(&row, value)),
            None => Ok(()),
        }
    }

    /// Returns `value` if it lies in `allowed`, else the fault.
    pub fn check(
        name: &'static str,
        value: f64,
        allowed: Interval,
        meaning: &'static str,
    ) -> Result<f64, Self> {
        if allowed.contains(value) {
            Ok(value)
        } else {
            Err(Self::OutOfRange { name: Name::of(name), value, allowed, meaning })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_part_it_is_about() {
        let fault = Fault::check("geometry.clearance", 0.0, Interval::above(0.0), "play");
        let fault = fault.unwrap_err().of_part("B");
        assert_eq!(
            fault.to_string(),
            "B.geometry.clearance = 0 is outside the finite numbers above 0 (play)"
        );
    }
}
