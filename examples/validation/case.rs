//! A case: what others found, what we find, and how far apart the two may be.

use crate::joints::Joints;
use fmu_build::Error;
use spiel_examples::Chart;

/// Somebody's published or computed case.
pub struct Case {
    /// Its name on the command line, in links, and of its picture.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Who found the numbers.
    pub source: &'static str,
    /// What is set up, with its numbers.
    pub set_up: &'static str,
    /// Through which interface our joint is driven, and at which step.
    pub through: &'static str,
    /// Why the tolerance is what it is, and where differences come from.
    pub reason: &'static str,
    /// What the picture shows.
    pub caption: &'static str,
    /// Runs it.
    pub run: fn(&Joints) -> Result<Outcome, Error>,
}

/// What came of a case.
pub struct Outcome {
    /// Values beside each other.
    pub rows: Vec<Row>,
    /// The picture.
    pub chart: Chart,
}

/// One value, theirs and ours.
pub struct Row {
    /// What it is, with its unit.
    pub what: String,
    /// Theirs.
    pub theirs: f64,
    /// Ours.
    pub ours: f64,
    /// Digits after the point that are shown.
    pub digits: usize,
    /// How far apart they may be.
    pub bound: Bound,
}

/// How far apart two values may be.
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
    /// A value, shown with so many digits after the point.
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

    /// Whether the value is where it should be; nothing is asked where laws differ.
    pub fn holds(&self) -> bool {
        let (apart, bound) = self.measured();
        // A value that is no number holds nowhere.
        self.ours.is_finite() && bound.is_none_or(|bound| apart <= bound)
    }

    /// What part of its tolerance the difference takes, if there is one.
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
            Bound::Relative(bound) => (format!("{difference} of it"), format!("{bound:.0e} of it")),
            Bound::Absolute(bound) => (difference, format!("{bound:.0e}")),
            Bound::Shown => (difference, "shown, not judged".to_owned()),
        };
        let number = |value: f64| format!("{value:.digits$}");
        [number(self.theirs), number(self.ours), difference, tolerance]
    }
}
