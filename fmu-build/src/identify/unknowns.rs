//! The parameters that are looked for, each on a coordinate of its own.

use super::models::{Plan, Scale};
use crate::{Error, units};
use model_description::{Kind, Row};
use spiel::block::Block;

/// A parameter that is looked for.
#[derive(Debug, Clone)]
pub(super) struct Unknown {
    /// Its number among the block's variables.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// The range in which searches begin.
    pub range: (f64, f64),
    /// The range that it may have.
    pub allowed: (f64, f64),
    /// True if its coordinate is its logarithm; else it is divided by the larger end of its range.
    pub logarithmic: bool,
    /// The value that it has in the joint.
    pub start: f64,
    /// A measurement that determines it.
    pub wants: String,
}

/// The scales of some data: largest force, range of the places, largest speed, load; NaN for what they do not have.
pub(super) type Scales = [f64; 4];
const NAMES: [&str; 4] = ["force", "position", "speed", "load"];

/// A coordinate may move this far beyond the range in which searches begin, as a factor.
const BEYOND: f64 = 1e3;

impl Unknown {
    /// A planned parameter for data of these scales.
    pub fn planned(plan: &Plan, block: &Block, scales: Scales) -> Result<Self, Error> {
        let Scale(powers) = plan.scale;
        let mut scale = 1.0;
        for ((value, power), name) in scales.iter().zip(powers).zip(NAMES) {
            if power != 0 && (value.is_nan() || *value <= 0.0) {
                return Err(Error::Input(match name {
                    "load" => format!("{} needs the load: a column load [N], or --load", plan.name),
                    _ => format!(
                        "the {name} is 0 in all data; {} does not follow from them",
                        plan.name
                    ),
                }));
            }
            if power != 0 {
                scale *= value.powi(power);
            }
        }
        let range = (scale * plan.range.0, scale * plan.range.1);
        Self::new(plan.name, block, range, plan.wants.to_owned())
    }

    /// A parameter as `--fit` names it: `name`, or `name=low..high`.
    pub fn asked(text: &str, block: &Block) -> Result<Self, Error> {
        let wants = "a motion in which it matters more".to_owned();
        let Some((name, range)) = text.split_once('=') else {
            let row = row(text, block)?;
            let start = row.start.number();
            if start <= 0.0 {
                return Err(Error::Input(format!(
                    "--fit {text} starts from {start}; say where to look: {text}=LOW..HIGH"
                )));
            }
            return Self::new(text, block, (0.01 * start, 100.0 * start), wants);
        };
        let Kind::Real { unit, .. } = row(name, block)?.kind else {
            return Err(Error::Input(format!("{name} is not a real number")));
        };
        let ends = range.split_once("..").ok_or_else(|| {
            Error::Input(format!("--fit {text} is not of the form name=low..high"))
        })?;
        let number = |end: &str| {
            let number = units::number(end, unit.name);
            number.map_err(|why| Error::Input(format!("--fit {text}: {end:?}: {why}")))
        };
        let range = (number(ends.0)?, number(ends.1)?);
        if range.0.is_nan() || range.0 >= range.1 {
            return Err(Error::Input(format!("--fit {text}: the range is empty")));
        }
        if let Kind::Real { allowed, .. } = row(name, block)?.kind
            && (range.0 < allowed.low || range.1 > allowed.high)
        {
            return Err(Error::Input(format!("--fit {text}: {name} is allowed in {allowed}")));
        }
        let mut unknown = Self::new(name, block, range, wants)?;
        unknown.allowed = (unknown.allowed.0.max(range.0), unknown.allowed.1.min(range.1));
        Ok(unknown)
    }

    fn new(name: &str, block: &Block, range: (f64, f64), wants: String) -> Result<Self, Error> {
        let row = row(name, block)?;
        let Kind::Real { unit, allowed } = row.kind else {
            return Err(Error::Input(format!("{name} is not a real number")));
        };
        let inside = |value: f64| value.clamp(allowed.low, allowed.high);
        let range = (inside(range.0), inside(range.1));
        let logarithmic = range.0 > 0.0;
        let ends = if logarithmic {
            (range.0 / BEYOND, range.1 * BEYOND)
        } else {
            let width = range.1 - range.0;
            (range.0 - width, range.1 + width)
        };
        // An end that is left out is approached to a billionth of the range.
        let little = 1e-9 * (range.1 - range.0);
        let low = if allowed.above_low { allowed.low + little } else { allowed.low };
        let high = if allowed.below_high { allowed.high - little } else { allowed.high };
        Ok(Self {
            index: block.number(name).unwrap_or_default(),
            name: name.to_owned(),
            unit: unit.name,
            range,
            allowed: (ends.0.max(low), ends.1.min(high)),
            logarithmic,
            start: row.start.number(),
            wants,
        })
    }

    /// The parameter at a coordinate.
    pub fn value(&self, coordinate: f64) -> f64 {
        let value = if self.logarithmic { coordinate.exp() } else { coordinate * self.scale() };
        value.clamp(self.allowed.0, self.allowed.1)
    }

    /// The coordinate of a value.
    pub fn coordinate(&self, value: f64) -> f64 {
        let value = value.clamp(self.allowed.0, self.allowed.1);
        if self.logarithmic { value.ln() } else { value / self.scale() }
    }

    /// The derivative of the parameter by its coordinate.
    pub fn slope(&self, coordinate: f64) -> f64 {
        if self.logarithmic { self.value(coordinate) } else { self.scale() }
    }

    fn scale(&self) -> f64 {
        self.range.0.abs().max(self.range.1.abs())
    }

    /// The largest standard error of a coordinate that counts as known: three tenths of the value, which noise alone reaches in one
    /// of two thousand; or half of the range.
    pub fn largest_error(&self) -> f64 {
        if self.logarithmic { 0.3 } else { 0.5 * (self.range.1 - self.range.0) / self.scale() }
    }

    /// The coordinates that it may have.
    pub fn bounds(&self) -> (f64, f64) {
        (self.coordinate(self.allowed.0), self.coordinate(self.allowed.1))
    }
}

fn row<'a>(name: &str, block: &'a Block) -> Result<&'a Row, Error> {
    let parameters = block.layout().parameters.clone();
    let rows = &block.rows()[parameters];
    let known = rows.iter().map(|row| row.name.as_str());
    rows.iter().find(|row| row.name == name).ok_or_else(|| Error::unknown("parameter", name, known))
}
