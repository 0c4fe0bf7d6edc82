//! What can go wrong in a law or a joint, said so that a user can act on it.

use model_description::Interval;

/// A refusal: it names the thing, the value and what is allowed, and changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Fault {
    /// A quantity lies outside the range in which its law holds.
    #[error("{name} = {value} is outside {allowed} ({meaning})")]
    OutOfRange {
        /// Name of the quantity as the user knows it.
        name: &'static str,
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
        name: &'static str,
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
        /// Time of the step's start [s].
        time: f64,
    },
    /// Bodies touch that nobody has told the mobility of.
    #[error(
        "the bodies touch by t = {time} s and mobility.xx, .xy, .yy are all 0: coupling.method = predicted \
         must know them; set these inputs or coupling.mobility_xx, _xy, _yy"
    )]
    MobilityUnknown {
        /// Time of the step's start [s].
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
        /// Time of the step's start [s].
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
                Self::OutOfRange { name, value, allowed, meaning }
            }
            other => other,
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
            Err(Self::OutOfRange { name, value, allowed, meaning })
        }
    }
}
