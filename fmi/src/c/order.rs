//! The legal call order: the states in which each function of an interface may be called.

use crate::slave::Phase;

/// A function of an interface as the common path of all calls needs it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name in the C interface.
    pub name: &'static str,
    /// The states in which it may be called.
    pub phases: &'static [Phase],
    /// A bit for each of these states: a call looks here, not through the list.
    legal: u16,
    /// Is true if it copies numbers where it can, which needs no arithmetic of its own.
    pub(super) copies: bool,
}

impl Rule {
    /// The rule of the function of that name.
    pub(crate) const fn new(name: &'static str, phases: &'static [Phase], copies: bool) -> Self {
        let (mut legal, mut index) = (0, 0);
        while index < phases.len() {
            legal |= bit(phases[index]);
            index += 1;
        }
        Self { name, phases, legal, copies }
    }

    /// Returns true if the function may be called in a state.
    #[inline]
    pub const fn allows(&self, phase: Phase) -> bool {
        self.legal & bit(phase) != 0
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
    ($( $Function:ident $(($copies:ident))? = $name:literal in $($phase:ident)|+ ),+ $(,)?) => {
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
                        const COPIES: bool = false $(|| functions!(@$copies))?;
                        const RULE: $crate::c::Rule =
                            $crate::c::Rule::new($name, phases!($($phase)|+), COPIES);
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
                self.rule().phases
            }
        }
    };
    (@copies) => { true };
}
pub(crate) use functions;

#[cfg(test)]
mod tests {
    use super::{Phase, Rule};

    #[test]
    fn bits_say_what_a_list_says() {
        let phases = &[Phase::Instantiated, Phase::EventMode, Phase::Terminated];
        let rule = Rule::new("f", phases, false);
        for phase in Phase::ALIVE.into_iter().chain([Phase::Dead]) {
            assert_eq!(rule.allows(phase), phases.contains(&phase), "{phase}");
        }
    }
}
