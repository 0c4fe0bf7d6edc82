//! The host's step, its pace and its inputs.

use serde::{Deserialize, Serialize};

/// A communication step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Time at its start \[s\].
    pub start: f64,
    /// Its length H \[s\], > 0.
    pub size: f64,
}

/// The host's pace \[s\], a smoothed length of its steps: it grows to that of a longer step at once,
/// and shrinks to that of shorter steps within about the length of an old one.
///
/// A position correction or a constraint's drift is undone over one pace, not over one step. The last
/// step of a host that sums up its time may be 1e-12 s long because of rounding; loads that undid the
/// whole correction in it would be 1e8 times too large. With steps of constant length the pace is
/// that length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pace(pub f64);

impl Pace {
    /// Records a step of `size` \[s\]; returns its share of a pace, at most 1.
    pub(crate) fn follow(&mut self, size: f64) -> f64 {
        let share = if size < self.0 { size / self.0 } else { 1.0 };
        self.0 += share * (size - self.0);
        share
    }
}

/// The inputs of a communication step, flat in the order of their rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InputSample<'a> {
    /// Values at the step's start.
    pub values: &'a [f64],
    /// Rates per second, if the host has given the rate of any input.
    pub rates: Option<&'a [f64]>,
}

impl<'a> InputSample<'a> {
    /// Inputs without given rates.
    pub fn of(values: &'a [f64]) -> Self {
        Self { values, rates: None }
    }
}
