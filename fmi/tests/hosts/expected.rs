//! The expected answer of each function to each kind of arguments, in a state that allows it.

use spiel_fmi::fmi2::Function;

/// Arguments of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// Arguments that the function is made for.
    Valid,
    /// Null for every pointer, though values are announced.
    Null,
    /// Null for the last pointer only.
    HalfNull,
    /// Nothing announced, null for every pointer.
    Empty,
    /// More values announced than any memory holds.
    Huge,
    /// A variable or a snapshot that does not exist.
    Unknown,
    /// A number that is not one.
    NotANumber,
}

impl Arguments {
    pub const ALL: [Self; 7] = [
        Self::Valid,
        Self::Null,
        Self::HalfNull,
        Self::Empty,
        Self::Huge,
        Self::Unknown,
        Self::NotANumber,
    ];
}

/// The expected answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// fmi2OK.
    Taken,
    /// fmi2Error and one line.
    Refused,
    /// One of the two: FMI 2.0 leaves it open.
    Either,
}

/// Functions that may still answer that they are not supported. Strike one out when it is built.
pub const NOT_YET: &[Function] = &[];

/// Returns the expected answer of `function` in a state that allows it; nothing if it has no such
/// arguments.
pub fn expected(function: Function, arguments: Arguments) -> Option<Expected> {
    use Arguments::*;
    use Expected::*;
    use Function as F;
    Some(match (function, arguments) {
        (F::SetupExperiment | F::DoStep, Valid) => Taken,
        (F::SetupExperiment | F::DoStep, NotANumber) => Refused,
        (F::EnterInitializationMode | F::ExitInitializationMode, Valid) => Taken,
        (F::Terminate | F::Reset, Valid) => Taken,
        (F::SetDebugLogging, Valid | Empty) => Taken,
        (F::SetDebugLogging, Null | Huge | Unknown) => Refused,
        (F::GetReal | F::GetInteger | F::GetBoolean, Valid | Empty) => Taken,
        (F::SetReal | F::SetInteger | F::SetBoolean, Valid | Empty) => Taken,
        (F::GetString | F::SetString, Empty) => Taken,
        (F::GetString | F::SetString, Valid | NotANumber) => return None,
        (F::GetReal | F::GetInteger | F::GetBoolean, NotANumber) => return None,
        (F::SetInteger | F::SetBoolean, NotANumber) => return None,
        (F::GetReal | F::GetInteger | F::GetBoolean | F::GetString, _) => Refused,
        (F::SetReal | F::SetInteger | F::SetBoolean | F::SetString, _) => Refused,
        (F::GetState, Valid) => Taken,
        (F::GetState, Null | Unknown) => Refused,
        (F::SetState, Valid) => Taken,
        (F::SetState, Null | Unknown) => Refused,
        // Empty: a place that holds no snapshot.
        (F::FreeState, Valid | Empty) => Taken,
        (F::FreeState, Unknown) => Refused,
        (F::FreeState, Null) => Either,
        (F::SerializedStateSize | F::SerializeState, Valid) => Taken,
        (F::SerializedStateSize, Null | HalfNull | Unknown) => Refused,
        (F::SerializeState, Null | HalfNull | Unknown | Empty) => Refused,
        (F::SerializeState, Huge) => Either,
        (F::DeserializeState, Valid) => Taken,
        (F::DeserializeState, Null | HalfNull | Empty | Huge | Unknown) => Refused,
        (F::GetDirectionalDerivative | F::SetRealInputDerivatives, Valid | Empty) => Taken,
        (F::GetDirectionalDerivative | F::SetRealInputDerivatives, _) => Refused,
        (F::GetRealOutputDerivatives, Empty) => Either,
        (F::GetRealOutputDerivatives, _) => Refused,
        (F::CancelStep, Valid) => Refused,
        (F::GetStatus | F::GetRealStatus | F::GetIntegerStatus, Valid | Null) => Refused,
        (F::GetBooleanStatus | F::GetStringStatus, Valid | Null) => Refused,
        (F::EnterEventMode | F::EnterContinuousTimeMode, Valid) => Taken,
        (F::NewDiscreteStates, Valid) => Taken,
        (F::NewDiscreteStates, Null) => Refused,
        (F::CompletedIntegratorStep, Valid) => Taken,
        (F::CompletedIntegratorStep, Null | HalfNull) => Refused,
        (F::SetTime, Valid) => Taken,
        (F::SetTime, NotANumber) => Refused,
        (F::SetContinuousStates, Valid) => Taken,
        // Unknown: one state too many; Empty: none of them.
        (F::SetContinuousStates, Null | Empty | Huge | Unknown | NotANumber) => Refused,
        (F::GetDerivatives | F::GetEventIndicators, Valid) => Taken,
        (F::GetContinuousStates | F::GetNominals, Valid) => Taken,
        (F::GetDerivatives | F::GetEventIndicators, Null | Empty | Huge | Unknown) => Refused,
        (F::GetContinuousStates | F::GetNominals, Null | Empty | Huge | Unknown) => Refused,
        _ => return None,
    })
}
