//! A short run of an FMU's own unit, drawn, with a script that repeats it.

use crate::chart::Chart;
use crate::{Error, Variant};
use model_description::Value;
use spiel::block::Block;
use spiel::coupling::Step;
use std::borrow::Cow;
use std::fmt::Write;

/// The script that repeats any run with FMPy, by its table of inputs.
pub(super) const SCRIPT: &str = include_str!("example.py");

/// A run that has been made and drawn.
pub(crate) struct Example {
    /// A sentence about it.
    pub says: String,
    /// Its result as a chart.
    pub chart: Chart,
    /// The outputs that are told.
    pub results: Vec<Found>,
    /// The run itself.
    pub run: Run,
}

/// An output in a run, and its range.
pub(crate) struct Found {
    /// The output's name.
    pub output: String,
    /// Its values at all communication points.
    pub values: Vec<f64>,
    /// Its smallest value.
    pub smallest: f64,
    /// Its largest value.
    pub largest: f64,
    /// Its value at the end.
    pub last: f64,
}

impl Found {
    /// The range of `output`, which had these `values`.
    pub fn of(output: &str, values: &[f64]) -> Self {
        Self {
            output: output.to_owned(),
            values: values.to_vec(),
            smallest: values.iter().copied().fold(f64::INFINITY, f64::min),
            largest: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            last: values.last().copied().unwrap_or(f64::NAN),
        }
    }

    /// The ranges of all `outputs`.
    pub fn all(outputs: &[String], series: &[Vec<f64>]) -> Vec<Self> {
        outputs.iter().zip(series).map(|(output, values)| Self::of(output, values)).collect()
    }
}

/// A prescribed motion of some inputs in equal communication steps.
#[derive(Clone)]
pub(crate) struct Run {
    /// The step \[s\].
    pub step: f64,
    /// The number of steps.
    pub count: usize,
    /// Parameters that are other than built.
    pub start: Vec<(&'static str, Value)>,
    /// The inputs that move.
    pub signals: Vec<Signal>,
}

/// An input as it moves.
#[derive(Clone)]
pub(crate) struct Signal {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its values at all communication points, the last one included.
    pub values: Vec<f64>,
}

impl Signal {
    /// An input as it moves.
    pub fn new(name: impl Into<Cow<'static, str>>, values: Vec<f64>) -> Self {
        Self { name: name.into(), values }
    }
}

/// The outputs of a run, one series for each that was asked for, from the start on.
pub(crate) type Series = Vec<Vec<f64>>;

impl Run {
    /// Instants of the communication points \[s\].
    pub fn times(&self) -> impl Iterator<Item = f64> {
        let step = self.step;
        (0..=self.count).map(move |point| point as f64 * step)
    }

    /// Returns the run with steps and inputs that are `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Self {
        let mut run = Self { step: self.step * factor, ..self.clone() };
        let values = run.signals.iter_mut().flat_map(|signal| &mut signal.values);
        values.for_each(|value| *value *= factor);
        run
    }

    /// Drives a block of `variant` and records `outputs`.
    pub fn record(&self, variant: &Variant, outputs: &[String]) -> Result<Series, Error> {
        variant.with_block(|block| self.record_with(block, outputs))
    }

    fn record_with(&self, block: &mut Block, outputs: &[String]) -> Result<Series, Error> {
        let rows = block.rows().to_vec();
        let known = |name: &str| {
            rows.iter().position(|row| row.name == name).ok_or_else(|| {
                Error::unknown("variable", name, rows.iter().map(|row| row.name.as_str()))
            })
        };
        let moved: Vec<_> =
            self.signals.iter().map(|signal| known(&signal.name)).collect::<Result<_, _>>()?;
        let started: Vec<_> =
            self.start.iter().map(|(name, _)| known(name)).collect::<Result<_, _>>()?;
        let watched: Vec<_> = outputs.iter().map(|name| known(name)).collect::<Result<_, _>>()?;
        let mut before = Vec::new();
        for index in moved.iter().chain(&started) {
            before.push((*index, block.value(*index)?));
        }
        for ((_, value), index) in self.start.iter().zip(&started) {
            block.assign(*index, *value)?;
        }
        let series = self.step(block, &moved, &watched);
        // Others use the block again, after a fault, too.
        block.restart();
        for (index, value) in before {
            block.assign(index, value)?;
        }
        series
    }

    /// Steps a block, whose inputs `moved` follow the signals; returns the outputs `watched`.
    fn step(&self, block: &mut Block, moved: &[usize], watched: &[usize]) -> Result<Series, Error> {
        let mut series = vec![Vec::with_capacity(self.count + 1); watched.len()];
        for point in 0..=self.count {
            if point > 0 {
                let start = (point - 1) as f64 * self.step;
                block.advance(Step { start, size: self.step })?;
            } else {
                for (signal, index) in self.signals.iter().zip(moved) {
                    let _ = block.assign(*index, Value::Real(signal.values[0]));
                }
                block.initialize(0.0)?;
                block.begin()?;
            }
            for (series, index) in series.iter_mut().zip(watched) {
                series.push(block.value(*index)?.number());
            }
            for (signal, index) in self.signals.iter().zip(moved) {
                let _ = block.assign(*index, Value::Real(signal.values[point]));
            }
        }
        Ok(series)
    }

    /// The table that [`SCRIPT`] reads: a line for each communication point, with the instant, all inputs that
    /// move, and the parameters that are other than built.
    pub fn csv(&self) -> String {
        let mut text = String::from("time");
        let names = self.signals.iter().map(|signal| &*signal.name);
        for name in names.chain(self.start.iter().map(|(name, _)| *name)) {
            let _ = write!(text, ",{name}");
        }
        for (point, time) in self.times().enumerate() {
            let _ = write!(text, "\n{time:e}");
            for signal in &self.signals {
                let _ = write!(text, ",{:e}", signal.values[point]);
            }
            for (_, value) in &self.start {
                let _ = write!(text, ",{}", value.number());
            }
        }
        text + "\n"
    }
}

/// The choice of the coupling.
pub(super) const METHOD: &str = "coupling.method";

/// Returns the parameters of a run in which nothing gives way: prediction would look for bodies that loads move, in vain.
pub(crate) fn prescribed(variant: &Variant) -> Vec<(&'static str, Value)> {
    if !variant.shown_starts(METHOD).iter().any(|method| method == "predicted") {
        return Vec::new();
    }
    let variables = variant.variables();
    let row = variables.iter().map(|variable| &variable.row).find(|row| row.name == METHOD);
    row.and_then(|row| row.parse("step_mean").ok()).map(|mean| (METHOD, mean)).into_iter().collect()
}

/// Returns true if [`SCRIPT`] can run an FMU of `variant`: it brings no solver.
pub(super) fn repeats(variant: &Variant) -> bool {
    variant.kinds() != "me"
}

/// Rounds a number to six digits.
pub(crate) fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// A start value of `variant` that is a real number.
pub(crate) fn real(variant: &Variant, name: &str) -> f64 {
    match variant.start(name) {
        Some(Value::Real(number)) => number,
        _ => 0.0,
    }
}

/// Two columns as points, each in another block.
pub(crate) fn points(x: &[f64], x_scale: f64, y: &[f64], y_scale: f64) -> Vec<(f64, f64)> {
    x.iter().zip(y).map(|(x, y)| (x * x_scale, y * y_scale)).collect()
}
