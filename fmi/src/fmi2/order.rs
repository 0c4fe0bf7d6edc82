//! The legal call order of FMI 2.0: the states in which each function may be called.

use crate::slave::Phase;

macro_rules! functions {
    ($( $Function:ident = $name:literal in $($phase:ident)|+ ),+ $(,)?) => {
        /// The functions that work on an instance.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Function {
            $( #[doc = $name] $Function ),+
        }

        impl Function {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Function),+];

            /// Its name in the C interface.
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$Function => $name ),+
                }
            }

            /// The states in which it may be called.
            pub const fn phases(self) -> &'static [Phase] {
                match self {
                    $( Self::$Function => phases!($($phase)|+) ),+
                }
            }
        }
    };
}

/// Sets of states by name.
macro_rules! phases {
    (any) => {
        &[
            Phase::Instantiated,
            Phase::InitializationMode,
            Phase::StepComplete,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
            Phase::StepFailed,
            Phase::Terminated,
        ]
    };
    (read) => {
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
    (solving) => { &[Phase::EventMode, Phase::ContinuousTimeMode, Phase::Terminated] };
    (solved) => {
        &[
            Phase::InitializationMode,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
            Phase::Terminated,
        ]
    };
    (stepped) => { &[Phase::StepComplete, Phase::StepFailed, Phase::Terminated] };
    ($($phase:ident)|+) => { &[$(Phase::$phase),+] };
}

// Source: the state machines of FMI 2.0.5, without asynchronous steps.
functions! {
    SetDebugLogging = "fmi2SetDebugLogging" in any,
    SetupExperiment = "fmi2SetupExperiment" in Instantiated,
    EnterInitializationMode = "fmi2EnterInitializationMode" in Instantiated,
    ExitInitializationMode = "fmi2ExitInitializationMode" in InitializationMode,
    Terminate = "fmi2Terminate" in StepComplete | StepFailed | EventMode | ContinuousTimeMode,
    Reset = "fmi2Reset" in any,
    GetReal = "fmi2GetReal" in read,
    GetInteger = "fmi2GetInteger" in read,
    GetBoolean = "fmi2GetBoolean" in read,
    GetString = "fmi2GetString" in read,
    SetReal = "fmi2SetReal" in write,
    SetInteger = "fmi2SetInteger" in write_discrete,
    SetBoolean = "fmi2SetBoolean" in write_discrete,
    SetString = "fmi2SetString" in write_discrete,
    GetState = "fmi2GetFMUstate" in any,
    SetState = "fmi2SetFMUstate" in any,
    FreeState = "fmi2FreeFMUstate" in any,
    SerializedStateSize = "fmi2SerializedFMUstateSize" in any,
    SerializeState = "fmi2SerializeFMUstate" in any,
    DeserializeState = "fmi2DeSerializeFMUstate" in any,
    GetDirectionalDerivative = "fmi2GetDirectionalDerivative" in read,
    SetRealInputDerivatives = "fmi2SetRealInputDerivatives" in before_step,
    GetRealOutputDerivatives = "fmi2GetRealOutputDerivatives" in stepped,
    DoStep = "fmi2DoStep" in StepComplete,
    CancelStep = "fmi2CancelStep" in stepped,
    GetStatus = "fmi2GetStatus" in stepped,
    GetRealStatus = "fmi2GetRealStatus" in stepped,
    GetIntegerStatus = "fmi2GetIntegerStatus" in stepped,
    GetBooleanStatus = "fmi2GetBooleanStatus" in stepped,
    GetStringStatus = "fmi2GetStringStatus" in stepped,
    EnterEventMode = "fmi2EnterEventMode" in EventMode | ContinuousTimeMode,
    NewDiscreteStates = "fmi2NewDiscreteStates" in EventMode,
    EnterContinuousTimeMode = "fmi2EnterContinuousTimeMode" in EventMode,
    CompletedIntegratorStep = "fmi2CompletedIntegratorStep" in ContinuousTimeMode,
    SetTime = "fmi2SetTime" in EventMode | ContinuousTimeMode,
    // OpenModelica calls it first of all in event mode: the instance then leaves that mode by itself.
    SetContinuousStates = "fmi2SetContinuousStates" in EventMode | ContinuousTimeMode,
    GetDerivatives = "fmi2GetDerivatives" in solving,
    GetEventIndicators = "fmi2GetEventIndicators" in solving,
    GetContinuousStates = "fmi2GetContinuousStates" in solved,
    GetNominals = "fmi2GetNominalsOfContinuousStates" in solved,
}

/// [`Function::phases`] with a bit for each state: a call looks here, not through a list.
const LEGAL: [u16; Function::ALL.len()] = {
    let mut legal = [0; Function::ALL.len()];
    let mut function = 0;
    while function < legal.len() {
        let phases = Function::ALL[function].phases();
        let mut index = 0;
        while index < phases.len() {
            legal[function] |= bit(phases[index]);
            index += 1;
        }
        function += 1;
    }
    legal
};

impl Function {
    /// Returns true if it may be called in a state.
    #[inline]
    pub(super) const fn is_legal_in(self, phase: Phase) -> bool {
        LEGAL[self as usize] & bit(phase) != 0
    }
}

const fn bit(phase: Phase) -> u16 {
    1 << phase as u8
}

#[cfg(test)]
mod tests {
    use super::{Function, Phase};

    #[test]
    fn bits_say_what_lists_say() {
        for function in Function::ALL {
            for phase in [
                Phase::Instantiated,
                Phase::InitializationMode,
                Phase::StepComplete,
                Phase::EventMode,
                Phase::ContinuousTimeMode,
                Phase::StepFailed,
                Phase::Terminated,
                Phase::Dead,
            ] {
                let listed = function.phases().contains(&phase);
                assert_eq!(function.is_legal_in(phase), listed, "{} in {phase}", function.name());
            }
        }
    }
}
