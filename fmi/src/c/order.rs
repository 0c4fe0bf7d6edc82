//! The legal call order: the states in which each function of an interface may be called.

use crate::slave::Phase;
use std::fmt;

/// A function of an interface as the common path of all calls needs it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name in the C interface.
    pub name: &'static str,
    /// The states in which it may be called.
    pub(super) phases: Phases,
    /// Says how often it is called, and if it copies.
    pub(super) manner: Manner,
}

/// The manner of calling a function decides whether it has code of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Seldom: by code that functions share.
    Seldom,
    /// In every step: by code of its own.
    Often,
    /// In every step, to copy numbers where it can, which needs no arithmetic of its own.
    Copies,
}

/// A set of states: a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Phases(u16);

impl Phases {
    const fn contains(self, phase: Phase) -> bool {
        self.0 & bit(phase) != 0
    }
}

impl fmt::Debug for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contained = Phase::ALIVE.into_iter().filter(|phase| self.contains(*phase));
        f.debug_list().entries(contained).finish()
    }
}

impl Rule {
    /// The rule of the function of that name.
    pub(crate) const fn new(name: &'static str, phases: &[Phase], manner: Manner) -> Self {
        let (mut legal, mut index) = (0, 0);
        while index < phases.len() {
            legal |= bit(phases[index]);
            index += 1;
        }
        Self { name, phases: Phases(legal), manner }
    }

    /// Returns true if the function may be called in a state.
    #[inline]
    pub const fn allows(&self, phase: Phase) -> bool {
        self.phases.contains(phase)
    }
}

const fn bit(phase: Phase) -> u16 {
    1 << phase as u8
}

/// Gives names to sets of states.
macro_rules! phases {
    (any) => { &Phase::ALIVE };
    (initialized) => {
        &[
            Phase::InitializationMode,
            Phase::StepComplete,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
            Phase::StepFailed,
            Phase::Terminated,
        ]
    };
    (write) => {
        &[
            Phase::Instantiated,
            Phase::InitializationMode,
            Phase::StepComplete,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
        ]
    };
    (write_discrete) => {
        &[Phase::Instantiated, Phase::InitializationMode, Phase::StepComplete, Phase::EventMode]
    };
    (before_step) => { &[Phase::Instantiated, Phase::InitializationMode, Phase::StepComplete] };
    (stepped) => { &[Phase::StepComplete, Phase::StepFailed, Phase::Terminated] };
    (solving) => { &[Phase::EventMode, Phase::ContinuousTimeMode, Phase::Terminated] };
    (solved) => {
        &[
            Phase::InitializationMode,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
            Phase::Terminated,
        ]
    };
    (solved_or_failed) => {
        &[
            Phase::InitializationMode,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
            Phase::StepFailed,
            Phase::Terminated,
        ]
    };
    ($($phase:ident)|+) => { &[$(Phase::$phase),+] };
}
pub(crate) use phases;

/// Declares the functions of an interface that work on an instance, with their names and legal states;
/// `phases!` gives names to sets of states.
macro_rules! functions {
    ($( $Function:ident $(($manner:ident))? = $name:literal in $($phase:ident)|+ ),+ $(,)?) => {
        /// The functions that work on an instance.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Function {
            $( #[doc = $name] $Function ),+
        }

        impl Function {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Function),+];

            /// Its name and the states in which it may be called.
            pub const fn rule(self) -> $crate::c::Rule {
                match self {
                    $( Self::$Function => {
                        const RULE: $crate::c::Rule = $crate::c::Rule::new(
                            $name,
                            phases!($($phase)|+),
                            functions!(@$($manner)?),
                        );
                        RULE
                    } ),+
                }
            }

            /// Its name in the C interface.
            pub const fn name(self) -> &'static str {
                self.rule().name
            }

            /// The states in which it may be called.
            pub const fn phases(self) -> &'static [$crate::slave::Phase] {
                match self {
                    $( Self::$Function => phases!($($phase)|+) ),+
                }
            }
        }
    };
    (@) => { $crate::c::Manner::Seldom };
    (@often) => { $crate::c::Manner::Often };
    (@copies) => { $crate::c::Manner::Copies };
}
pub(crate) use functions;

#[cfg(test)]
mod tests {
    use super::{Manner, Phase, Rule};

    #[test]
    fn bits_say_what_a_list_says() {
        let phases = &[Phase::Instantiated, Phase::EventMode, Phase::Terminated];
        let rule = Rule::new("f", phases, Manner::Seldom);
        for phase in Phase::ALIVE.into_iter().chain([Phase::Dead]) {
            assert_eq!(rule.allows(phase), phases.contains(&phase), "{phase}");
        }
    }
}
