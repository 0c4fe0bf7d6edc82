//! Options of a run, and the numbers and start values in them.

use super::plots::Plot;
use crate::{Error, Fmu, units};
use model_description::xml::{ScalarVariable, TypeOf};
use model_description::{UNITS, Value};
use std::path::PathBuf;

/// Options of a run.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Options {
    /// Inputs over time: a CSV table with the column `time` in seconds and one per input. Default:
    /// the FMU's own short run.
    #[arg(long, value_name = "MOTION.csv", conflicts_with = "throw")]
    pub input: Option<PathBuf>,
    /// File for the results; default: FILE_run.csv in this folder. With the ending .parquet one of Apache Parquet,
    /// which pandas, Polars and others read; with .mat a file of MATLAB, level 4, whose
    /// names have _ in place of dots.
    #[arg(long, value_name = "OUT.csv|OUT.mat|OUT.parquet")]
    pub output: Option<PathBuf>,
    /// A picture of the run; may be repeated. Default: loads.
    #[arg(long, value_enum, value_name = "KIND")]
    pub plot: Vec<Plot>,
    /// File for the picture; default: FILE_run.svg in this folder. Pictures other than the first have their kind in
    /// the name, as FILE_run.orbit.svg.
    #[arg(long, value_name = "OUT.svg")]
    pub picture: Option<PathBuf>,
    /// File for an animated page of a group's machine, with a time slider; self-contained.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Communication step in seconds, or with a unit as in 50us; default: that of the table, or of the FMU.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub step: Option<String>,
    /// Stop time in seconds; default: that of the table, or 200 steps.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub stop: Option<String>,
    /// A start value; may be repeated.
    #[arg(long, value_name = "name=value")]
    pub set: Vec<String>,
    /// Solver: the FMU's own in co-simulation, or this program's in model exchange. Default:
    /// co-simulation, if the FMU offers it.
    #[arg(long, value_enum)]
    pub solver: Option<Solver>,
    /// Throws a free body b at body a, along the x axis from the middle of the joint, with this velocity in m/s; a
    /// negative one throws it the other way.
    #[arg(long, value_name = "SPEED", requires = "mass", allow_hyphen_values = true)]
    pub throw: Option<String>,
    /// Mass of the thrown body in kg.
    #[arg(long, value_name = "MASS", requires = "throw", allow_hyphen_values = true)]
    pub mass: Option<String>,
}

/// The integrator of an FMU's states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Solver {
    /// The FMU's own: co-simulation.
    Cs,
    /// This program's: model exchange, with a Runge-Kutta method of third order and adaptive step.
    Me,
}

/// A number of an option, in `unit` or with a unit of its own.
pub(super) fn number(option: &str, text: &str, unit: &'static str) -> Result<f64, Error> {
    let wrong = |why: &str| Error::Input(format!("{option} {text}: {why}"));
    let plain = units::converted(text, model_description::unit(unit))
        .map_err(|why| wrong(&why.to_string()))?;
    let number = plain.parse().map_err(|_| wrong(&format!("it is no number of {unit}")))?;
    if !f64::is_finite(number) {
        return Err(wrong("it must be finite"));
    }
    Ok(number)
}

/// A start value of an FMU as a person writes it.
pub(super) fn setting(fmu: &Fmu, name: &str, text: &str) -> Result<Value, Error> {
    let wrong = |allowed: &str| Error::Input(format!("{name} = {text} is not {allowed}"));
    match &variable(fmu, name)?.kind {
        TypeOf::Real { unit, .. } => {
            let unit = UNITS.iter().find(|known| Some(known.name) == unit.as_deref());
            let plain = unit.map_or(Ok(text.to_owned()), |unit| units::converted(text, unit));
            let plain = plain.map_err(|why| Error::Input(format!("{name} = {text}: {why}")))?;
            plain.parse().map(Value::Real).map_err(|_| wrong("a number"))
        }
        TypeOf::Integer { .. } => text.parse().map(Value::Integer).map_err(|_| wrong("whole")),
        TypeOf::Boolean { .. } => {
            text.parse().map(Value::Boolean).map_err(|_| wrong("true or false"))
        }
        TypeOf::Enumeration { declared_type, .. } => {
            let types = fmu.description().type_definitions.iter().flat_map(|all| &all.types);
            let mut items = types
                .filter(|kind| kind.name == *declared_type)
                .filter_map(|kind| kind.enumeration.as_ref())
                .flat_map(|enumeration| &enumeration.items);
            let named = items.find(|item| item.name == text).map(|item| item.value);
            let number = named.or_else(|| text.parse().ok());
            number.map(Value::Integer).ok_or_else(|| wrong(&format!("an item of {declared_type}")))
        }
        TypeOf::String { .. } => Err(wrong("settable: it is text")),
    }
}

fn variable<'a>(fmu: &'a Fmu, name: &str) -> Result<&'a ScalarVariable, Error> {
    let variables = &fmu.description().model_variables.variables;
    variables.iter().find(|variable| variable.name == name).ok_or_else(|| {
        Error::unknown("variable", name, variables.iter().map(|variable| &*variable.name))
    })
}
