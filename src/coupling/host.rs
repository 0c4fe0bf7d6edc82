//! What a host gives for a communication step.

/// A communication step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Time at its start \[s\].
    pub start: f64,
    /// Its length H \[s\], > 0.
    pub size: f64,
}

/// The inputs of a step, flat in the order of their rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InputSample<'a> {
    /// Their values at the step's start.
    pub values: &'a [f64],
    /// How fast each of them changes, per second, if the host has given the rate of any.
    pub rates: Option<&'a [f64]>,
}

impl<'a> InputSample<'a> {
    /// Inputs without given rates.
    pub fn of(values: &'a [f64]) -> Self {
        Self { values, rates: None }
    }
}
