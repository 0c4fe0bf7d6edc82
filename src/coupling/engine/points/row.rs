//! A contact point in an implicit piece: its slopes, and its bristles, which are eliminated.

use super::slopes::SlotSlopes;
use crate::coupling::engine::rosenbrock::STAGES;
use crate::coupling::predicted::JointLoad;

/// A contact point in an implicit piece.
#[derive(Debug, Clone)]
pub struct Row {
    /// Loads of unit forces along normal and tangent at the piece's start.
    pub units: [JointLoad; 2],
    pub slopes: SlotSlopes,
    /// Bristles in the stages, as changes \[m\].
    pub bristles: [f64; STAGES],
    /// Factor of the bristles' elimination \[s\].
    pub settled: f64,
    /// Right-hand side of the bristles in the present stage \[m/s\].
    pub side: f64,
}

impl Row {
    pub fn new() -> Self {
        Self {
            units: [JointLoad::zeros(); 2],
            slopes: SlotSlopes::default(),
            bristles: [0.0; STAGES],
            settled: 0.0,
            side: 0.0,
        }
    }
}
