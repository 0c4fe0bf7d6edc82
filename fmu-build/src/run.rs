//! Running an FMU from the command line: by a table of inputs, or as a body that is thrown.

mod bend;
mod film;
mod map;
mod motion;
mod places;
mod solve;
mod throw;
mod view;

use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::variant::assignments;
use crate::{Component, Error, Fmu, Instance, units, write_beside};
use film::Film;
use model_description::UNITS;
use model_description::Value;
use model_description::xml::{ScalarVariable, TypeOf};
use motion::Motion;
use places::{Places, stem_of};
use spiel::block::{MeasuredHost, MeasuredMobility};
use spiel::coupling::SpatialMobility;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use throw::Thrown;

/// What to do with an FMU.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Options {
    /// Inputs over time: a CSV table with the column `time` in seconds and one per input. Default:
    /// the FMU's own short run.
    #[arg(long, value_name = "MOTION.csv", conflicts_with = "throw")]
    pub input: Option<PathBuf>,
    /// File for the results; default: FILE_run.csv in this folder.
    #[arg(long, value_name = "OUT.csv")]
    pub output: Option<PathBuf>,
    /// File for the picture; default: FILE_run.svg in this folder.
    #[arg(long, value_name = "OUT.svg")]
    pub plot: Option<PathBuf>,
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

/// Who integrates what changes inside an FMU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Solver {
    /// The FMU's own: co-simulation.
    Cs,
    /// This program's: model exchange, with a Runge-Kutta method of third order and adaptive step.
    Me,
}

/// A run that has been made.
pub struct Ran {
    /// What moved and what was read, by name: the instants first.
    pub series: Vec<(String, Vec<f64>)>,
    /// What happened, in a sentence with numbers.
    pub sentence: String,
    /// Where the table and the picture are.
    pub files: [PathBuf; 2],
    /// The wear map at the end as a table and as two pictures, of a joint that has one. They lie beside the
    /// table.
    pub map: Vec<PathBuf>,
    /// The machine of a group: a strip of frames beside the picture, and a page if one was asked for.
    pub film: Vec<PathBuf>,
}

/// At most so many curves in the picture.
const CURVES: usize = 4;

/// Runs the FMU at `path` and writes a table and a picture. `progress` receives the part
/// that is done.
pub fn run(path: &Path, options: &Options, progress: &dyn Fn(f64)) -> Result<Ran, Error> {
    places::check_given(options)?;
    let fmu = Fmu::open(path)?;
    let mut settings = Vec::new();
    for (name, text) in assignments(&options.set)? {
        settings.push((name.to_owned(), setting(&fmu, name, text)?));
    }
    let proposed = fmu.description().default_experiment.as_ref().map_or(1e-5, |e| e.step_size);
    let step = options.step.as_deref().map(|text| number("--step", text, "s")).transpose()?;
    let stop = options.stop.as_deref().map(|text| number("--stop", text, "s")).transpose()?;
    let outputs: Vec<ScalarVariable> = real_outputs(&fmu).cloned().collect();
    let names: Vec<&str> = outputs.iter().map(|output| &*output.name).collect();
    let film = Film::of(path, &fmu)?;
    if film.is_none() && options.html.is_some() {
        let why = "--html is for a group that knows its bodies; this FMU is none";
        return Err(Error::Input(why.to_owned()));
    }
    let places = Places::of(path, options, film.is_some(), &names);
    places.check(path, options)?;
    let moves = film.iter().flat_map(|film| &film.names).map(String::as_str);
    let mut records = Records::of(&fmu, &names.iter().copied().chain(moves).collect::<Vec<_>>())?;
    let only_equations = fmu.description().co_simulation.is_none();
    let solver = options.solver.unwrap_or(if only_equations { Solver::Me } else { Solver::Cs });
    let sentence = if let (Some(speed), Some(mass)) = (&options.throw, &options.mass) {
        if solver == Solver::Me {
            let why = "--throw steps the body itself: it needs co-simulation";
            return Err(Error::Input(why.to_owned()));
        }
        let mut thrown = Thrown::new(
            &fmu,
            number("--throw", speed, "m/s")?,
            number("--mass", mass, "kg")?,
            &mut settings,
        )?;
        let step = step.unwrap_or(proposed);
        let stop = stop.unwrap_or(thrown.usual_time(&fmu, &settings) + 50.0 * step);
        let mut instance = started(&fmu, &settings)?;
        drive(&mut instance, &mut records, [step, stop], progress, &mut thrown)?;
        thrown.sentence()
    } else {
        let mut motion = match &options.input {
            Some(table) => Motion::from_file(table, &fmu)?,
            None => Motion::of_page(path, &fmu)?,
        };
        settings.append(&mut motion.settings);
        let step = step.or(motion.step()).unwrap_or(proposed);
        let stop = stop.or(motion.stop()).unwrap_or(200.0 * step);
        if solver == Solver::Me {
            let mut equations = fmu.instantiate_equations("run")?;
            prepare(&mut equations, &fmu, &settings)?;
            solve::solve(&mut equations, &mut records, [step, stop], progress, &mut motion)?;
        } else {
            let mut instance = started(&fmu, &settings)?;
            drive(&mut instance, &mut records, [step, stop], progress, &mut motion)?;
        }
        String::new()
    };
    let mut series = records.series();
    let moves = series.split_off(1 + outputs.len());
    let Places { files, film: strip, map } = places;
    let stem = stem_of(path);
    write_beside(&files[0], table(&series).as_bytes())?;
    picture(&stem, &outputs, &series).write(&files[1])?;
    let mut written = Vec::new();
    if let (Some(film), Some(place)) = (film, strip) {
        let [strip, page] = film.pictures(&stem, &series[0].1, &moves);
        write_beside(&place, strip.as_bytes())?;
        written.push(place);
        if let Some(place) = &options.html {
            write_beside(place, page.as_bytes())?;
            written.push(place.clone());
        }
    }
    let (map, film) = (map::write(map, &series)?, written);
    let mut sentence = if sentence.is_empty() { largest(&outputs, &series) } else { sentence };
    if let Some(host) = measured(&series) {
        sentence = format!("{sentence}; measured of the host:\n{host}");
    }
    Ok(Ran { series, sentence, files, map, film })
}

/// What a joint has measured of its host, by the end of a run.
fn measured(series: &[(String, Vec<f64>)]) -> Option<MeasuredHost> {
    let last = |name: &str| {
        let name = format!("coupling.measured{name}");
        series.iter().find(|(column, _)| *column == name)?.1.last().copied()
    };
    let entries = ["_xx", "_xy", "_yy", "_xphi", "_yphi", "_phiphi"];
    let (mobility, known) = match last("") {
        Some(line) => (MeasuredMobility::Line(line), line > 0.0),
        None if last("_rzrz").is_some() => {
            let numbers =
                SpatialMobility::NAMES.map(|name| last(&format!("_{name}")).unwrap_or(0.0));
            let known = numbers.iter().any(|number| *number != 0.0);
            (MeasuredMobility::Space(numbers), known)
        }
        None => {
            let entries = entries.map(|entry| last(entry).unwrap_or(0.0));
            (MeasuredMobility::Plane(entries), entries[0] > 0.0 || entries[2] > 0.0)
        }
    };
    let host = MeasuredHost { mobility, delay: last("_delay")?, rule: last("_semi_implicit")? };
    known.then_some(host)
}

/// What moves the inputs of a run.
trait Mover {
    /// Sets the inputs at `time` \[s\].
    fn set(&mut self, component: &mut Component, time: f64) -> Result<(), Error>;
    /// After a step of `size` \[s\] that began at `time` \[s\].
    fn stepped(&mut self, instance: &mut Instance, time: f64, size: f64) -> Result<(), Error>;
}

/// What is read at every communication point.
struct Records {
    references: Vec<u32>,
    names: Vec<String>,
    times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    row: Vec<f64>,
}

impl Records {
    fn of(fmu: &Fmu, names: &[&str]) -> Result<Self, Error> {
        let references = names.iter().map(|name| fmu.reference(name)).collect::<Result<_, _>>()?;
        Ok(Self {
            references,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            times: Vec::new(),
            columns: vec![Vec::new(); names.len()],
            row: vec![0.0; names.len()],
        })
    }

    fn read(&mut self, component: &mut Component, time: f64) -> Result<(), Error> {
        component.get_real(&self.references, &mut self.row)?;
        self.times.push(time);
        self.columns.iter_mut().zip(&self.row).for_each(|(column, value)| column.push(*value));
        Ok(())
    }

    fn series(self) -> Vec<(String, Vec<f64>)> {
        let named = self.names.into_iter().zip(self.columns);
        [("time".to_owned(), self.times)].into_iter().chain(named).collect()
    }
}

/// How many steps it is to the end.
fn steps([step, stop]: [f64; 2]) -> Result<u64, Error> {
    if !(step > 0.0 && stop > 0.0 && stop / step < 1e8) {
        return Err(Error::Input(format!(
            "steps of {step:e} s up to {stop:e} s: both are above 0, and no more than 1e8 steps"
        )));
    }
    Ok((stop / step).round().max(1.0) as u64)
}

fn drive(
    instance: &mut Instance,
    records: &mut Records,
    [step, stop]: [f64; 2],
    progress: &dyn Fn(f64),
    mover: &mut dyn Mover,
) -> Result<(), Error> {
    let count = steps([step, stop])?;
    mover.set(instance, 0.0)?;
    instance.exit_initialization()?;
    records.read(instance, 0.0)?;
    for index in 0..count {
        let time = index as f64 * step;
        mover.set(instance, time)?;
        instance.step(time, step)?;
        mover.stepped(instance, time, step)?;
        records.read(instance, (index + 1) as f64 * step)?;
        if index % 256 == 0 {
            progress(index as f64 / count as f64);
        }
    }
    instance.terminate()
}

/// An instance in initialization mode with its start values.
fn started(fmu: &Fmu, settings: &[(String, Value)]) -> Result<Instance, Error> {
    let mut instance = fmu.instantiate("run")?;
    prepare(&mut instance, fmu, settings)?;
    Ok(instance)
}

fn prepare(
    component: &mut Component,
    fmu: &Fmu,
    settings: &[(String, Value)],
) -> Result<(), Error> {
    for (name, value) in settings {
        component.set(fmu.reference(name)?, *value)?;
    }
    component.setup(0.0)?;
    component.enter_initialization()
}

fn variable<'a>(fmu: &'a Fmu, name: &str) -> Result<&'a ScalarVariable, Error> {
    let variables = &fmu.description().model_variables.variables;
    variables.iter().find(|variable| variable.name == name).ok_or_else(|| {
        Error::unknown("variable", name, variables.iter().map(|variable| &*variable.name))
    })
}

fn real_outputs(fmu: &Fmu) -> impl Iterator<Item = &ScalarVariable> {
    let is_real = |variable: &&ScalarVariable| matches!(variable.kind, TypeOf::Real { .. });
    let variables = fmu.description().model_variables.variables.iter();
    variables.filter(|variable| variable.causality == "output").filter(is_real)
}

/// A number of an option, in `unit` or with a unit of its own.
fn number(option: &str, text: &str, unit: &'static str) -> Result<f64, Error> {
    let wrong = |why: String| Error::Input(format!("{option} {text}: {why}"));
    let plain = units::converted(text, model_description::unit(unit)).map_err(wrong)?;
    let number = plain.parse().map_err(|_| wrong(format!("it is no number of {unit}")))?;
    if !f64::is_finite(number) {
        return Err(wrong("it must be finite".to_owned()));
    }
    Ok(number)
}

/// A start value of an FMU as a person writes it.
fn setting(fmu: &Fmu, name: &str, text: &str) -> Result<Value, Error> {
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

fn table(series: &[(String, Vec<f64>)]) -> String {
    let names: Vec<_> = series.iter().map(|(name, _)| name.as_str()).collect();
    let mut text = names.join(",");
    for row in 0..series.first().map_or(0, |(_, values)| values.len()) {
        let cells: Vec<_> = series.iter().map(|(_, values)| format!("{:e}", values[row])).collect();
        let _ = write!(text, "\n{}", cells.join(","));
    }
    text + "\n"
}

/// The outputs that a picture shows: forces that are not the same all the time, or else what is not.
fn shown<'a>(
    outputs: &'a [ScalarVariable],
    series: &'a [(String, Vec<f64>)],
) -> (String, Vec<&'a (String, Vec<f64>)>) {
    let unit = |output: &ScalarVariable| match &output.kind {
        TypeOf::Real { unit, .. } => unit.clone().unwrap_or_default(),
        _ => String::new(),
    };
    let moves = |(_, values): &(String, Vec<f64>)| values.iter().any(|value| *value != values[0]);
    let moving = || outputs.iter().zip(&series[1..]).filter(|(_, series)| moves(series));
    let wanted = moving().map(|(output, _)| unit(output));
    let first =
        wanted.clone().find(|unit| unit == "N").or_else(|| moving().map(|m| unit(m.0)).next());
    let first = first.unwrap_or_default();
    let of_unit = moving().filter(|(output, _)| unit(output) == first).map(|(_, series)| series);
    (first.clone(), of_unit.take(CURVES).collect())
}

fn picture(stem: &str, outputs: &[ScalarVariable], series: &[(String, Vec<f64>)]) -> Chart {
    let (unit, curves) = shown(outputs, series);
    let times = &series[0].1;
    let chart = Chart::new(stem, "time [s]", &format!("[{unit}]"));
    curves.into_iter().fold(chart, |chart, (name, values)| {
        let points = times.iter().copied().zip(values.iter().copied()).collect();
        chart.with(name, Mark::Line, points)
    })
}

/// The largest value of what the picture shows, and when it was.
fn largest(outputs: &[ScalarVariable], series: &[(String, Vec<f64>)]) -> String {
    let times = &series[0].1;
    let stop = short(times.last().copied().unwrap_or_default());
    let (unit, curves) = shown(outputs, series);
    let steps = times.len().saturating_sub(1);
    let peaks = curves.iter().flat_map(|(name, values)| {
        times.iter().zip(values).map(move |(time, value)| (name, *time, *value))
    });
    match peaks.max_by(|(_, _, a), (_, _, b)| a.abs().total_cmp(&b.abs())) {
        Some((name, time, value)) => format!(
            "{steps} steps to {stop} s; largest: {name} = {} {unit} at {} s",
            short(value),
            short(time)
        ),
        None => format!("{steps} steps to {stop} s; no output changed"),
    }
}
