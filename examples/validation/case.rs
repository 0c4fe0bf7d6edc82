//! A case: others' results, ours, and the tolerated difference.

use crate::joints::Joints;
use fmu_build::Error;
use spiel_examples::Chart;

/// Origin of the numbers that a case is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Measured: the physics is compared.
    Measured,
    /// Computed or printed by others: their program, their law, or both are compared.
    Compared,
    /// A closed form, or a number that was set: the solution alone is compared.
    Exact,
}

/// A published or computed case of others.
pub struct Case {
    /// Origin of its numbers.
    pub kind: Kind,
    /// Its name on the command line, in links, and of its picture.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Source of the numbers.
    pub source: &'static str,
    /// The set-up, with its numbers.
    pub set_up: &'static str,
    /// The interface that drives our joint, and the step.
    pub through: &'static str,
    /// The reason for the tolerance, and the origins of differences.
    pub reason: &'static str,
    /// Caption of the picture.
    pub caption: &'static str,
    /// Computes the outcome.
    pub run: fn(&Joints) -> Result<Outcome, Error>,
}

/// Outcome of a case.
pub struct Outcome {
    /// Values beside each other.
    pub rows: Vec<Row>,
    /// The picture.
    pub chart: Chart,
}

/// One value, theirs and ours.
pub struct Row {
    /// Its name, with its unit.
    pub what: String,
    /// Theirs.
    pub theirs: f64,
    /// Ours.
    pub ours: f64,
    /// Digits after the point that are shown.
    pub digits: usize,
    /// Tolerated difference of both.
    pub bound: Bound,
}

/// Tolerated difference of two values.
#[derive(Clone, Copy)]
pub enum Bound {
    /// As a share of theirs.
    Relative(f64),
    /// In the value's unit.
    Absolute(f64),
    /// Another law, or a chaotic motion: the difference is shown and not judged.
    Shown,
}

impl Row {
    /// A value, shown with `digits` digits after the point.
    pub fn new(
        what: impl Into<String>,
        theirs: f64,
        ours: f64,
        digits: usize,
        bound: Bound,
    ) -> Self {
        Self { what: what.into(), theirs, ours, digits, bound }
    }

    /// Difference and tolerance in the same measure.
    fn measured(&self) -> (f64, Option<f64>) {
        let apart = (self.ours - self.theirs).abs();
        match self.bound {
            Bound::Relative(bound) => (apart / self.theirs.abs(), Some(bound)),
            Bound::Absolute(bound) => (apart, Some(bound)),
            Bound::Shown => (apart, None),
        }
    }

    /// True if the value is within its tolerance, or if laws differ.
    pub fn holds(&self) -> bool {
        let (apart, bound) = self.measured();
        // A value that is not a number never holds.
        self.ours.is_finite() && bound.is_none_or(|bound| apart <= bound)
    }

    /// The difference as a part of its tolerance, if there is one.
    pub fn share(&self) -> Option<f64> {
        let (apart, bound) = self.measured();
        bound.map(|bound| apart / bound)
    }

    /// Theirs, ours, the difference, the tolerance, for a table.
    pub fn cells(&self) -> [String; 4] {
        let (digits, (apart, bound)) = (self.digits, self.measured());
        // Far below the tolerance rounding decides the digits.
        let difference = match bound {
            Some(bound) if apart < 0.01 * bound => format!("< {:.0e}", 0.01 * bound),
            _ => format!("{apart:.1e}"),
        };
        let (difference, tolerance) = match self.bound {
            Bound::Relative(bound) => (format!("{difference} of it"), format!("{bound:e} of it")),
            Bound::Absolute(bound) => (difference, format!("{bound:e}")),
            Bound::Shown => (difference, "shown, not judged".to_owned()),
        };
        let number = |value: f64| format!("{value:.digits$}");
        [number(self.theirs), number(self.ours), difference, tolerance]
    }
}
