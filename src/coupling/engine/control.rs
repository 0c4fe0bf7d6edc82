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
    /// Length of the explicit pieces before the last change to implicit ones \[s\].
    pub explicit_size: f64,
    /// Number of explicit pieces more that call for implicit ones once these have turned out to be no longer.
    pub patience: i32,
    /// Energy that the pieces of the present contacts have created beyond the works of their forces \[J\].
    pub created: f64,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            size: f64::INFINITY,
            error: 1.0,
            implicit: false,
            other: 0,
            explicit_size: 0.0,
            patience: PATIENCE[0],
            created: 0.0,
        }
    }
}

/// Least and largest patience.
const PATIENCE: [i32; 2] = [10, 160];

impl Control {
    /// Returns true if there may be such a control.
    pub fn is_sound(&self) -> bool {
        self.size > 0.0 && self.error.is_finite() && self.created.is_finite()
    }

    /// Begins a contact where there was none, with a piece of `size` \[s\].
    pub fn begin(&mut self, size: f64) {
        *self = Self { size, ..Self::default() };
    }

    /// Changes from explicit pieces of `size` \[s\] to implicit ones.
    pub fn become_implicit(&mut self, size: f64) {
        (self.implicit, self.other, self.explicit_size) = (true, 0, size);
    }

    /// Changes to explicit pieces: implicit ones are not needed any more or, unless they were `worth` it, have been no longer.
    pub fn become_explicit(&mut self, worth: bool) {
        let [least, most] = PATIENCE;
        self.patience = if worth { least } else { (2 * self.patience).min(most) };
        (self.implicit, self.other) = (false, if worth { 0 } else { -self.patience });
    }
}
