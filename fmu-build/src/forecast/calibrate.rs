//! The wear coefficient of a pairing from a worn joint: its play, depth or volume after known hours.
//!
//! Wear follows the product of coefficient and time, so one forecast with any coefficient is that of all. The result has the
//! least squares of the differences, each as a part of the largest growth of its quantity.

use super::case::{Case, Fineness, Joint, Running};
use super::reader;
use super::subject::CELLS;
use super::trace::{Limit, Point, Trace};
use crate::digits::{in_digits, short};
use crate::files::{check_output, keep_apart};
use crate::identify::Options;
use crate::measured::{self, Table, Wanted};
use crate::toml_names::{insert, value};
use crate::{Choices, Error, Shorthand, Variant, write_beside};
use spiel::laws::forecast::{Jumps, Sample};
use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::Path;

/// Name of the model among those of `identify`.
pub const MODEL: &str = "wear";
/// Poses of the cycle.
const POSES: usize = 72;
/// Cycles that are computed beyond the last measurement, as a multiple.
const BEYOND: f64 = 2.0;
/// A part of the largest growth that is left is much.
const MUCH: f64 = 0.1;
/// Rounds of the search for the least squares.
const ROUNDS: usize = 60;
/// Cycles in which a measured wear must be reached.
const MOST_CYCLES: f64 = 1e15;

/// A kind of measurement: its column, its unit, and its value in a forecast.
struct Quantity {
    name: &'static str,
    unit: &'static str,
    of: fn(&Point) -> f64,
}

const QUANTITIES: [Quantity; 3] = [
    Quantity { name: "play", unit: "m", of: |point| point.play },
    Quantity { name: "depth", unit: "m", of: |point| point.depths[0] },
    Quantity { name: "volume", unit: "m3", of: |point| point.volumes[0] },
];

/// A measured wear.
struct Worn {
    hours: f64,
    value: f64,
    quantity: &'static Quantity,
}

/// Wear coefficients that were found.
#[derive(Debug, Clone)]
pub struct Calibrated {
    /// Coefficients of bearing and journal \[1/Pa\].
    pub coefficients: [f64; 2],
    /// Relative standard error; none of a single measurement.
    pub error: Option<f64>,
    /// Start values for `build --parameters` and `forecast --parameters`.
    pub toml: String,
    /// The result in sentences.
    pub report: String,
}

/// Finds the wear coefficient of a joint in measurements, and writes the start values to the output.
pub fn calibrate(options: &Options) -> Result<Calibrated, Error> {
    let (joint, files) = options.split();
    let Some(joint) = joint else {
        return Err(Error::input(
            "name the joint before the file, as in identify revolute_clearance DATA.csv",
        ));
    };
    let Some(cycle) = &options.cycle else {
        return Err(Error::input("--model wear needs the load cycle: --cycle CYCLE.csv"));
    };
    check_output("-o", &options.output, &["toml"])?;
    let read: Vec<&Path> =
        files.iter().chain([cycle]).chain(&options.parameters).map(AsRef::as_ref).collect();
    keep_apart(&read, &[("-o", &options.output)])?;
    let joint = Joint {
        name: joint.to_string_lossy().into_owned(),
        choices: Choices::default(),
        parameters: options.parameters.clone(),
        set: options.set.clone(),
        shorthand: Shorthand::default(),
    };
    let variant = joint.variant(CELLS, &[])?;
    let samples = reader::read(cycle, &[], [0.0; 2], &mut Vec::new())?;
    let mut worn = Vec::new();
    for path in files {
        worn.extend(read_worn(path, options, &variant)?);
    }
    let trace = follow(&joint, &samples, &worn)?;
    let duration = samples[samples.len() - 1].time;
    let found = calibrated(&joint, &variant, &trace, &worn, duration)?;
    write_beside(&options.output, found.toml.as_bytes())?;
    Ok(found)
}

/// Reads measurements: a table over the hours, or a profile around the bearing.
fn read_worn(path: &Path, options: &Options, variant: &Variant) -> Result<Vec<Worn>, Error> {
    let refuse = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let wanted = |name: &str, unit: &str| Wanted {
        name: name.to_owned(),
        unit: unit.to_owned(),
        needed: false,
    };
    let mut all: Vec<Wanted> = QUANTITIES.iter().map(|it| wanted(it.name, it.unit)).collect();
    all.extend([wanted("time", "s"), wanted("angle", "rad")]);
    let table = measured::read(path, &all, &measured::aliases(&options.columns)?)?;
    if let (Some(angle), Some(depth)) = (table.column("angle"), table.column("depth")) {
        let hours =
            options.after.ok_or_else(|| refuse("a worn profile needs --after HOURS".to_owned()))?;
        let value = volume(angle, depth, variant).map_err(refuse)?;
        return Ok(vec![Worn { hours, value, quantity: &QUANTITIES[2] }]);
    }
    let hours = hours(&table, options.after).map_err(&refuse)?;
    let mut worn = Vec::new();
    for quantity in &QUANTITIES {
        for (row, value) in table.column(quantity.name).unwrap_or_default().iter().enumerate() {
            let hours = *hours.get(row).unwrap_or(&hours[0]);
            worn.push(Worn { hours, value: *value, quantity });
        }
    }
    if worn.is_empty() {
        return Err(refuse(
            "it has no column play [m], depth [m] or volume [m3], nor angle and depth".to_owned(),
        ));
    }
    Ok(worn)
}

/// Hours of the rows of a table.
fn hours(table: &Table, after: Option<f64>) -> Result<Vec<f64>, String> {
    let hours: Vec<f64> = match (table.column("time"), after) {
        (Some(times), None) => times.iter().map(|time| time / 3600.0).collect(),
        (None, Some(after)) => vec![after],
        (None, None) => return Err("it has no column time; say --after HOURS".to_owned()),
        (Some(_), Some(_)) => {
            return Err("the hours stand in its column time; leave --after out".to_owned());
        }
    };
    match hours.iter().find(|hours| **hours <= 0.0) {
        Some(hours) => Err(format!("after {hours} h nothing is worn: times must be above 0")),
        None => Ok(hours),
    }
}

/// Volume of a profile of depths around the bearing \[m³\], linear between its angles.
fn volume(angle: &[f64], depth: &[f64], variant: &Variant) -> Result<f64, String> {
    let number = |name: &str| variant.start(name).map(|value| value.number());
    let (Some(radius), Some(length)) =
        (number("geometry.bearing_radius"), number("geometry.length"))
    else {
        return Err("a profile around the bearing is one of revolute_clearance".to_owned());
    };
    if angle.len() < 3
        || angle.windows(2).any(|pair| pair[1] <= pair[0])
        || angle[angle.len() - 1] - angle[0] > TAU
    {
        return Err("its angles must rise within one turn, in three rows at least".to_owned());
    }
    let last = angle.len() - 1;
    let pieces =
        (0..last).map(|row| 0.5 * (depth[row] + depth[row + 1]) * (angle[row + 1] - angle[row]));
    let seam = 0.5 * (depth[last] + depth[0]) * (angle[0] + TAU - angle[last]);
    Ok(radius * length * (pieces.sum::<f64>() + seam))
}

/// Wears the joint until every measurement is reached.
fn follow(joint: &Joint, samples: &[Sample], worn: &[Worn]) -> Result<Trace, Error> {
    let fineness = Fineness { cells: CELLS, poses: POSES, jumps: Jumps::default() };
    let case = Case { settings: Vec::new(), load_factor: 1.0, cycles: MOST_CYCLES, fineness };
    let mut running = Running::new(joint, samples, &case, (1.0, Limit::default()), None)?;
    let new = running.trace.last();
    for Worn { value, quantity, .. } in worn {
        let least = (quantity.of)(&new);
        if *value <= least {
            let Quantity { name, unit, .. } = quantity;
            return Err(Error::Input(format!(
                "{name} {} {unit} is not above that of the new joint, {} {unit}",
                short(*value),
                short(least)
            )));
        }
    }
    let reached = |point: &Point| worn.iter().all(|it| (it.quantity.of)(point) >= it.value);
    // Of measurements that disagree the mean lies beyond some.
    let mut enough = f64::INFINITY;
    while running.trace.last().cycles < enough {
        let last = running.trace.last();
        if enough.is_infinite() && reached(&last) {
            enough = BEYOND * last.cycles;
        }
        if running.is_done() && enough.is_finite() {
            break;
        }
        if running.is_done() {
            return Err(Error::input(
                "the joint cannot be worn as far as was measured: the gap would exceed a fifth of its radius",
            ));
        }
        running.advance()?;
    }
    Ok(running.trace)
}

impl Worn {
    fn is_less_after_more_time_than(&self, other: &Self) -> bool {
        self.quantity.name == other.quantity.name
            && self.hours > other.hours
            && self.value < other.value
    }
}

/// Measurements beside the joint, whose wear follows the product of a factor and time.
struct Misfit<'a> {
    trace: &'a Trace,
    worn: &'a [Worn],
    duration: f64,
    /// The largest measured growth of each measurement's quantity.
    scales: Vec<f64>,
}

impl<'a> Misfit<'a> {
    fn new(trace: &'a Trace, worn: &'a [Worn], duration: f64) -> Self {
        let start = trace.points[0];
        let scale = |it: &Worn| {
            let same = worn.iter().filter(|other| other.quantity.name == it.quantity.name);
            same.map(|other| other.value - (other.quantity.of)(&start)).fold(0.0, f64::max)
        };
        Self { trace, worn, duration, scales: worn.iter().map(scale).collect() }
    }

    /// Returns the differences between joint and measurements, as parts of the largest growth.
    fn differences(&self, factor: f64) -> Vec<f64> {
        let of = |(it, scale): (&Worn, &f64)| {
            let cycles = factor * it.hours * 3600.0 / self.duration;
            let point = self.trace.at(cycles).unwrap_or_else(|| self.trace.last());
            ((it.quantity.of)(&point) - it.value) / scale
        };
        self.worn.iter().zip(&self.scales).map(of).collect()
    }

    fn squares(&self, factor: f64) -> f64 {
        self.differences(factor).iter().map(|it| it * it).sum()
    }

    /// Returns the root of the mean square of the differences.
    fn leaves(&self, factor: f64) -> f64 {
        (self.squares(factor) / self.worn.len() as f64).sqrt()
    }

    /// Returns the factor with the least squares between those of single measurements, and its relative standard error;
    /// none of a single measurement.
    fn best(&self, factors: &[f64]) -> (f64, Option<f64>) {
        let ends = factors
            .iter()
            .fold((f64::INFINITY, 0.0_f64), |(low, high), it| (low.min(*it), high.max(*it)));
        let (mut low, mut high) = (ends.0.ln(), ends.1.ln());
        for _ in 0..ROUNDS {
            let third = (high - low) / 3.0;
            if self.squares((low + third).exp()) < self.squares((high - third).exp()) {
                high -= third;
            } else {
                low += third;
            }
        }
        let factor = (0.5 * (low + high)).exp();
        let count = self.worn.len();
        if count < 2 {
            return (factor, None);
        }
        let by = 0.01_f64;
        let changes = self.differences(factor * by.exp());
        let slopes =
            changes.iter().zip(self.differences(factor)).map(|(a, b)| ((a - b) / by).powi(2));
        let spread = self.squares(factor) / (count as f64 - 1.0);
        (factor, Some((spread / slopes.sum::<f64>()).sqrt()))
    }
}

fn calibrated(
    joint: &Joint,
    variant: &Variant,
    trace: &Trace,
    worn: &[Worn],
    duration: f64,
) -> Result<Calibrated, Error> {
    let own = |name: &str| variant.start(name).map_or(0.0, |value| value.number());
    let names = ["wear.coefficient_a", "wear.coefficient_b"];
    let own = names.map(own);
    let reached = |it: &Worn| {
        let reached = trace.crosses(|point| (it.quantity.of)(point) - it.value);
        reached.map(|cycles| cycles * duration / 3600.0 / it.hours)
    };
    let factors: Option<Vec<f64>> = worn.iter().map(reached).collect();
    let factors = factors.filter(|all| all.iter().all(|it| *it > 0.0));
    let factors = factors.ok_or_else(|| Error::input("a measured wear is not reached"))?;
    let misfit = Misfit::new(trace, worn, duration);
    let (factor, error) = misfit.best(&factors);
    let coefficients = own.map(|own| own * factor);
    let mut report = format!(
        "{}, model {MODEL}\n{:32} {:>12} {:>16}\n",
        joint.name, "parameter", "value", "standard error"
    );
    for (name, coefficient) in names.iter().zip(coefficients).filter(|(_, it)| *it > 0.0) {
        let error =
            error.map_or_else(|| "unknown".to_owned(), |error| in_digits(error * coefficient, 3));
        let name = format!("{name} [1/Pa]");
        let _ = writeln!(report, "{name:32} {:>12} {error:>16}", in_digits(coefficient, 6));
    }
    for Worn { hours, value, quantity: Quantity { name, unit, of } } in worn {
        let cycles = factor * hours * 3600.0 / duration;
        let predicted = trace.at(cycles).map_or(f64::NAN, |point| of(&point));
        let _ = writeln!(
            report,
            "After {} h: {name} {} {unit} measured, {} {unit} by the joint.",
            in_digits(*hours, 6),
            short(*value),
            if predicted.is_finite() { short(predicted) } else { "more".to_owned() }
        );
    }
    if misfit.leaves(factor) > MUCH {
        report.push_str("The joint does not wear like this: the measurements, the cycle or the start are others.\n");
    }
    if worn.iter().any(|it| worn.iter().any(|other| it.is_less_after_more_time_than(other))) {
        report.push_str("A later measurement shows less wear than an earlier one.\n");
    }
    if error.is_none() {
        report.push_str("One measurement does not tell how sure the coefficient is.\n");
    }
    let mut table = toml::Table::new();
    for (name, text) in
        variant.changed().filter(|(name, _)| !name.starts_with("build.") && *name != "wear.enabled")
    {
        insert(&mut table, name, value(text));
    }
    for (name, coefficient) in names.iter().zip(coefficients) {
        if variant.start(name).is_some() {
            insert(&mut table, name, coefficient.into());
        }
    }
    let comments: String = report.lines().map(|line| format!("# {line}\n")).collect();
    let toml = comments + "\n" + &toml::to_string(&table).expect("plain tables always serialise");
    Ok(Calibrated { coefficients, error, toml, report })
}
