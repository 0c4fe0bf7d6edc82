//! The results of an identification and their certainty.

use super::unknowns::Unknown;
use std::path::PathBuf;

/// Parameters of a joint that were found in measurements.
#[derive(Debug)]
pub struct Found {
    /// The joint.
    pub joint: String,
    /// The model; `None` if its parameters were named one by one.
    pub model: Option<&'static str>,
    /// Parameters that choose the model or were set.
    pub settings: Vec<(String, String)>,
    /// Names of parameters that have the value of one that was looked for, and of that.
    pub tied: Vec<(String, String)>,
    /// Files that it was read from, beside the measurements.
    pub sources: Vec<PathBuf>,
    /// The parameters that were looked for.
    pub values: Vec<Value>,
    /// Their covariance, by the order of the values; rows of those that are not determined are zero.
    pub covariance: Vec<Vec<f64>>,
    /// Standard deviation of the residuals, in the unit of what was measured.
    pub noise: f64,
    /// Number of measured values.
    pub points: usize,
    /// Number of values that the joint computed for the searches: it takes most of the time.
    pub computed: usize,
    /// Number of searches, and of those that ended here.
    pub starts: (usize, usize),
    /// Each measurement beside what the joint does: first those that the search saw.
    pub judgements: Vec<Judgement>,
    /// Name and unit of the values over which it is plotted, and of the measured ones.
    pub axes: [(String, String); 2],
    /// Remarks about the data, each a sentence.
    pub remarks: Vec<String>,
}

/// A parameter that was looked for.
#[derive(Debug, Clone)]
pub struct Value {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard error; infinite if the data do not determine it.
    pub error: f64,
    /// A sentence that says why the data do not determine it, and what would.
    pub weak: Option<String>,
    /// True if the data do not determine it and allow the joint's own value, which it then has.
    pub own: bool,
    /// True if it is at an end of the range that it may have.
    pub at_bound: bool,
}

/// A measurement beside what the joint does.
#[derive(Debug)]
pub struct Judgement {
    /// The file.
    pub path: PathBuf,
    /// True if the search did not see it.
    pub blind: bool,
    /// The values over which it is plotted.
    pub over: Vec<f64>,
    /// The measured values without the forces that the sensor saw beside the joint's.
    pub measured: Vec<f64>,
    /// The joint's values in the same places.
    pub predicted: Vec<f64>,
    /// The sensor's offset.
    pub offset: f64,
    /// The inertia of the body that was accelerated, if it was asked for \[kg\] or \[kg.m2\].
    pub inertia: Option<f64>,
    /// Work that was measured and that the joint takes, by cycle; one entry if the file counts none. Empty where a
    /// force does no work along what was measured.
    pub work: Vec<(f64, f64)>,
}

impl Judgement {
    /// Root of the mean square of the residuals.
    pub fn noise(&self) -> f64 {
        let left = self.measured.iter().zip(&self.predicted).map(|(one, other)| one - other);
        (left.map(|left| left * left).sum::<f64>() / self.measured.len().max(1) as f64).sqrt()
    }

    /// Root of the mean square of what was measured.
    pub fn size(&self) -> f64 {
        let squares: f64 = self.measured.iter().map(|value| value * value).sum();
        (squares / self.measured.len().max(1) as f64).sqrt()
    }
}

impl Value {
    /// A parameter at a coordinate, with the standard error of the coordinate.
    pub(super) fn at(unknown: &Unknown, coordinate: f64, error: f64) -> Self {
        let (low, high) = unknown.bounds();
        let near = 1e-9 * (high - low);
        Self {
            name: unknown.name.clone(),
            unit: unknown.unit,
            value: unknown.value(coordinate),
            error: unknown.slope(coordinate) * error,
            weak: None,
            own: false,
            at_bound: coordinate <= low + near || coordinate >= high - near,
        }
    }
}
