//! The legal call order of FMI 3.0.

use crate::c::{functions, phases};
use crate::slave::Phase;

// Source: the state machines of FMI 3.0.2, without event mode in co-simulation, clocks, structural
// parameters and scheduled execution. A refused call leads to `StepFailed`, where FMI 3.0 allows the functions of its
// state Terminated.
functions! {
    SetDebugLogging = "fmi3SetDebugLogging" in any,
    EnterInitializationMode = "fmi3EnterInitializationMode" in Instantiated,
    ExitInitializationMode = "fmi3ExitInitializationMode" in InitializationMode,
    EnterEventMode = "fmi3EnterEventMode" in EventMode | ContinuousTimeMode,
    Terminate = "fmi3Terminate" in StepComplete | EventMode | ContinuousTimeMode,
    Reset = "fmi3Reset" in any,
    GetFloat64(copies) = "fmi3GetFloat64" in any,
    GetInt32 = "fmi3GetInt32" in any,
    GetInt64 = "fmi3GetInt64" in any,
    GetBoolean = "fmi3GetBoolean" in any,
    SetFloat64(copies) = "fmi3SetFloat64" in write,
    SetInt32 = "fmi3SetInt32" in write_discrete,
    SetInt64 = "fmi3SetInt64" in write_discrete,
    SetBoolean = "fmi3SetBoolean" in write_discrete,
    GetState = "fmi3GetFMUState" in any,
    SetState = "fmi3SetFMUState" in any,
    FreeState = "fmi3FreeFMUState" in any,
    SerializedStateSize = "fmi3SerializedFMUStateSize" in any,
    SerializeState = "fmi3SerializeFMUState" in any,
    DeserializeState = "fmi3DeserializeFMUState" in any,
    GetDirectionalDerivative = "fmi3GetDirectionalDerivative" in initialized,
    GetAdjointDerivative = "fmi3GetAdjointDerivative" in initialized,
    UpdateDiscreteStates = "fmi3UpdateDiscreteStates" in EventMode,
    EnterContinuousTimeMode = "fmi3EnterContinuousTimeMode" in EventMode,
    CompletedIntegratorStep = "fmi3CompletedIntegratorStep" in ContinuousTimeMode,
    SetTime(often) = "fmi3SetTime" in EventMode | ContinuousTimeMode,
    // As in FMI 2.0: a host may leave event mode by it.
    SetContinuousStates(often) = "fmi3SetContinuousStates" in EventMode | ContinuousTimeMode,
    GetContinuousStateDerivatives(often) = "fmi3GetContinuousStateDerivatives" in solved_or_failed,
    GetEventIndicators = "fmi3GetEventIndicators" in solved_or_failed,
    GetContinuousStates = "fmi3GetContinuousStates" in solved_or_failed,
    GetNominals = "fmi3GetNominalsOfContinuousStates" in solved_or_failed,
    GetNumberOfEventIndicators = "fmi3GetNumberOfEventIndicators" in any,
    GetNumberOfContinuousStates = "fmi3GetNumberOfContinuousStates" in any,
    DoStep(often) = "fmi3DoStep" in StepComplete,
}
