//! What can go wrong in a law or a joint, said so that a user can act on it.
//!
//! ```
//! use spiel::Fault;
//! use spiel::laws::contact::NormalParameters;
//! let parameters = NormalParameters { restitution: 1.3, ..Default::default() };
//! let fault = Fault::check_ranges(&parameters).unwrap_err();
//! assert!(fault.to_string().starts_with("restitution = 1.3"), "{fault}");
//! ```

use arrayvec::ArrayString;
use model_description::{Interval, Kind, Quantities, RefusedValue, Row};
use std::fmt;

/// The longest name of a part \[characters\].
pub const LONGEST_PART: usize = 12;

/// Name of a quantity as the user knows it: `geometry.clearance`, or `B.geometry.clearance` in part B
/// of a larger thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(ArrayString<40>);

impl Name {
    /// The name, cut where a public name would be too long.
    pub fn of(name: &str) -> Self {
        let end = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= 40).last();
        let end = if name.len() <= 40 { name.len() } else { end.unwrap_or(0) };
        Self(ArrayString::from(&name[..end]).unwrap_or_default())
    }

    /// The name inside a part.
    fn inside(&self, part: &str) -> Self {
        let mut name = ArrayString::<64>::new();
        // Parts and names are shorter than that together.
        let _ = fmt::write(&mut name, format_args!("{part}.{}", self.0));
        Self::of(&name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A refusal: it names the thing, the value and what is allowed, and changes nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
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
    #[error(
        "no finite solution at t = {time} s: motion or loads have grown beyond all numbers, as they do where a step is \
         too long for the coupling, or the host uses loads otherwise than coupling.delay, coupling.semi_implicit and \
         the mobility say; try a smaller step, or coupling.method = predicted with a measured host"
    )]
    NoFiniteSolution {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// Bodies touch whose mobility is not known.
    #[error(
        "the bodies touch by t = {time} s and mobility.xx, .xy, .yy are all 0: coupling.method = predicted \
         needs them; set these inputs or coupling.mobility_xx, _xy, _yy"
    )]
    MobilityUnknown {
        /// Time of the step's start \[s\].
        time: f64,
    },
    /// A group without a plan of its bodies and joints.
    #[error("a group needs a file that lists its bodies and joints: build --group GROUP.toml")]
    NoPlan,
    /// Ideal constraints of a group that ask for the same, or for two things at once.
    #[error(
        "pins, locks and welds are redundant or contradictory at t = {time} s; remove those that \
         others imply"
    )]
    ConstraintsClash {
        /// Time \[s\].
        time: f64,
    },
    /// A step was asked of a joint that has not been initialized.
    #[error("a step is possible only after initialization")]
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
        "this law would change the number of continuous states of {model}; choose it at the build, with build --set"
    )]
    StatesChanged {
        /// Name of the model.
        model: &'static str,
    },
    /// A saved state that another model has left.
    #[error("the saved state belongs to another model")]
    ForeignState,
    /// A block cannot be built so: the sentence names the start value or file and what is allowed.
    #[error("{0}")]
    Build(Box<str>),
    /// A number that no variable has.
    #[error("variable {0} is unknown")]
    UnknownVariable(usize),
    /// A value of another type than the variable holds.
    #[error("{0} has another data type")]
    WrongType(Name),
    /// A value that its variable does not take.
    #[error("{}", RefusedValue { name, kind: *kind, text, value })]
    Refused {
        /// Name of the variable.
        name: Name,
        /// What it takes.
        kind: Kind,
        /// What it is.
        text: &'static str,
        /// The refused number.
        value: f64,
    },
    /// A variable that the model sets.
    #[error("{0} is an output and cannot be set")]
    Output(Name),
    /// A parameter that can no longer be set.
    #[error("{0} is a fixed parameter: it can be set only before initialization ends")]
    Fixed(Name),
    /// What was chosen when the block was built.
    #[error("{name} = {value} is refused: it was chosen when the FMU was built")]
    Constant {
        /// Name of the variable.
        name: Name,
        /// The refused value.
        value: f64,
    },
    /// A variable that is no input, or no real one.
    #[error("{0} is not a real input: its derivative cannot be set or requested")]
    NoRealInput(Name),
    /// Derivatives of a load that follows the motion inside a step.
    #[error(
        "predicted loads have no directional derivatives; set coupling.method = step_mean or \
         end_point"
    )]
    NoDerivatives,
    /// Wear outruns the forces it follows from.
    #[error(
        "the hole wears too fast at t = {time} s: one step needs more than {most} internal steps; \
         reduce wear.acceleration or the step"
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
        if let Self::OutOfRange { name, .. }
        | Self::Choice { name, .. }
        | Self::Refused { name, .. } = &mut self
        {
            *name = name.inside(part);
        }
        self
    }

    /// The refusal of a variable's value that its row does not allow.
    pub fn outside(row: &Row, value: f64) -> Self {
        Self::Refused { name: Name::of(&row.name), kind: row.kind, text: row.text, value }
    }

    /// Refuses parameters of which one lies outside the range of its row.
    pub fn check_ranges(parameters: &impl Quantities) -> Result<(), Self> {
        match parameters.first_outside() {
            Some((row, value)) => Err(Self::outside(&row, value)),
            None => Ok(()),
        }
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
