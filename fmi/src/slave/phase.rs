//! The states that an instance can be in.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The states of an instance. Saved states hold them by their order here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Phase {
    /// Made, nothing fixed yet.
    Instantiated,
    /// Initialization has begun and not ended: there are outputs, and parameters may still change.
    InitializationMode,
    /// Ready for a step.
    StepComplete,
    /// In model exchange: discrete states may change.
    EventMode,
    /// In model exchange: the solver integrates.
    ContinuousTimeMode,
    /// A step failed, or any call where an interface ends the run with it: outputs are the last valid ones, only a reset or
    /// a saved state leads on.
    StepFailed,
    /// The simulation has been ended; outputs can still be read.
    Terminated,
    /// A panic was caught: the instance can only be freed.
    Dead,
}

impl Phase {
    /// All but the one after a panic.
    pub const ALIVE: [Self; 7] = [
        Self::Instantiated,
        Self::InitializationMode,
        Self::StepComplete,
        Self::EventMode,
        Self::ContinuousTimeMode,
        Self::StepFailed,
        Self::Terminated,
    ];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
