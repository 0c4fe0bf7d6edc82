//! The control of the pieces' lengths, from piece to piece and from step to step.

use serde::{Deserialize, Serialize};

/// The control of the pieces' sizes, from piece to piece and from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Control {
    /// Length of the next piece \[s\]; infinite before the first contact.
    pub size: f64,
    /// Error of the last piece over the tolerance \[1\].
    pub error: f64,
    /// True if the pieces are implicit.
    pub implicit: bool,
    /// Number of pieces in a row that called for the other method; below 0 just after a change back.
    pub other: i32,
}

impl Default for Control {
    fn default() -> Self {
        Self { size: f64::INFINITY, error: 1.0, implicit: false, other: 0 }
    }
}
