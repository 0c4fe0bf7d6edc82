//! What can go wrong in a law or a joint, said so that a user can act on it.

use arrayvec::ArrayString;
use model_description::Interval;
use std::fmt;

/// The longest name of a part \[characters\].
pub const LONGEST_PART: usize = 12;

/// Name of a quantity as the user knows it: `geometry.clearance`, or `B.geometry.clearance` in part B
/// of a larger thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    part: ArrayString<LONGEST_PART>,
    own: &'static str,
}

impl Name {
    /// The name of a quantity of the whole thing.
    pub const fn of(own: &'static str) -> Self {
        Self { part: ArrayString::new_const(), own }
    }

    /// The name inside its part.
    pub fn own(&self) -> &'static str {
        self.own
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.part.is_empty() {
            write!(f, "{}.", self.part)?;
        }
        f.write_str(self.own)
    }
}

/// A refusal: it names the thing, the value and what is allowed, and changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Fault {
    /// A quantity lies outside the range in which its law holds.
    #[error("{name} = {value} is outside {allowed} ({meaning})")]
    OutOfRange {
        /// Name of the quantity as the user knows it.
        name: Name,
        /// The refused value, in SI units.
        value: f64,
        /// The values that would have been taken.
        allowed: Interval,
        /// What the quantity is, or why the limit exists.
        meaning: &'static str,
    },
    /// A choice that exists, but not here.
    #[error("{name} = {choice} is not possible here, only {allowed} ({meaning})")]
    Choice {
        /// Name of the enumeration variable as the user knows it.
        name: Name,
        /// The refused item.
        choice: &'static str,
        /// The items that would have been taken.
        allowed: &'static str,
        /// Why.
        meaning: &'static str,
    },
    /// The motion gave no finite load.
    #[error("no finite solution at t = {time} s; try a smaller step")]
    NoFiniteSolution {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// Bodies touch that nobody has told the mobility of.
    #[error(
        "the bodies touch by t = {time} s and mobility.xx, .xy, .yy are all 0: coupling.method = predicted \
         must know them; set these inputs or coupling.mobility_xx, _xy, _yy"
    )]
    MobilityUnknown {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// A group that nobody has said the bodies and joints of.
    #[error("a group is made of a plan of its bodies and joints: build --group GROUP.toml")]
    NoPlan,
    /// Ideal constraints of a group that ask for the same, or for two things at once.
    #[error(
        "pins, locks and welds repeat or contradict each other at t = {time} s; leave out those that \
         others imply"
    )]
    ConstraintsClash {
        /// Time \[s\].
        time: f64,
    },
    /// A step was asked of a joint that has not been initialized.
    #[error("no step is possible before the joint has been initialized")]
    NotBegun,
    /// A model that cannot be written as continuous-time equations.
    #[error("{model} is for co-simulation only, build it with --kind cs: {why}")]
    CoSimulationOnly {
        /// Name of the model.
        model: &'static str,
        /// Why, and what to take instead.
        why: &'static str,
    },
    /// A model that is no continuous-time equations.
    #[error("this model is for co-simulation only")]
    NoEquations,
    /// A choice that would change the number of continuous states after the build.
    #[error(
        "{model} would have another number of continuous states than it was built with; choose the law with build --set"
    )]
    StatesChanged {
        /// Name of the model.
        model: &'static str,
    },
    /// A saved state that another model has left.
    #[error("the saved state is not one of this model")]
    ForeignState,
    /// A choice at build time that the joint does not have.
    #[error("{joint} has no option {option}")]
    NotOffered {
        /// Name of the option.
        option: &'static str,
        /// Name of the joint.
        joint: &'static str,
    },
    /// Wear outruns the forces it follows from.
    #[error(
        "the hole wears too fast at t = {time} s: {most} internal steps do not carry it over one \
         step; lower wear.acceleration or the step"
    )]
    WearTooFast {
        /// Time of the step's start \[s\].
        time: f64,
        /// Internal steps allowed.
        most: u32,
    },
}

impl Fault {
    /// The same refusal under the name that the user knows the quantity by.
    #[must_use]
    pub fn called(self, name: &'static str) -> Self {
        match self {
            Self::OutOfRange { value, allowed, meaning, .. } => {
                Self::OutOfRange { name: Name::of(name), value, allowed, meaning }
            }
            other => other,
        }
    }

    /// The same refusal as one of the part called `part`.
    #[must_use]
    pub fn of_part(mut self, part: &str) -> Self {
        if let Self::OutOfRange { name, .. } | Self::Choice { name, .. } = &mut self {
            name.part = ArrayString::from(part).unwrap_or_default();
        }
        self
    }

    /// Passes `value` on if it lies in `allowed`.
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
