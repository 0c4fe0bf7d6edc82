//! The legal call order of FMI 2.0.

use crate::c::{functions, phases};
use crate::slave::Phase;

// Source: the state machines of FMI 2.0.5, without asynchronous steps.
functions! {
    SetDebugLogging = "fmi2SetDebugLogging" in any,
    SetupExperiment = "fmi2SetupExperiment" in Instantiated,
    EnterInitializationMode = "fmi2EnterInitializationMode" in Instantiated,
    ExitInitializationMode = "fmi2ExitInitializationMode" in InitializationMode,
    Terminate = "fmi2Terminate" in StepComplete | StepFailed | EventMode | ContinuousTimeMode,
    Reset = "fmi2Reset" in any,
    GetReal(copies) = "fmi2GetReal" in initialized,
    GetInteger = "fmi2GetInteger" in initialized,
    GetBoolean = "fmi2GetBoolean" in initialized,
    GetString = "fmi2GetString" in initialized,
    SetReal(copies) = "fmi2SetReal" in write,
    SetInteger = "fmi2SetInteger" in write_discrete,
    SetBoolean = "fmi2SetBoolean" in write_discrete,
    SetString = "fmi2SetString" in write_discrete,
    GetState = "fmi2GetFMUstate" in any,
    SetState = "fmi2SetFMUstate" in any,
    FreeState = "fmi2FreeFMUstate" in any,
    SerializedStateSize = "fmi2SerializedFMUstateSize" in any,
    SerializeState = "fmi2SerializeFMUstate" in any,
    DeserializeState = "fmi2DeSerializeFMUstate" in any,
    GetDirectionalDerivative = "fmi2GetDirectionalDerivative" in initialized,
    SetRealInputDerivatives = "fmi2SetRealInputDerivatives" in before_step,
    GetRealOutputDerivatives = "fmi2GetRealOutputDerivatives" in stepped,
    DoStep(often) = "fmi2DoStep" in StepComplete,
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
    SetTime(often) = "fmi2SetTime" in EventMode | ContinuousTimeMode,
    // OpenModelica calls it first of all in event mode: the instance then leaves that mode by itself.
    SetContinuousStates(often) = "fmi2SetContinuousStates" in EventMode | ContinuousTimeMode,
    GetDerivatives(often) = "fmi2GetDerivatives" in solving,
    GetEventIndicators = "fmi2GetEventIndicators" in solving,
    GetContinuousStates = "fmi2GetContinuousStates" in solved,
    GetNominals = "fmi2GetNominalsOfContinuousStates" in solved,
}
