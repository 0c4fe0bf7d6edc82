//! Running an FMU from the command line: by a table of inputs, or as a body that is thrown.

mod bend;
mod film;
mod map;
mod mat;
mod motion;
mod options;
mod parquet;
mod places;
mod plays;
mod plays_in_plane;
mod plays_in_space;
mod plots;
mod records;
mod results;
mod sheet;
mod solve;
mod space;
mod strip;
mod throw;
mod view;

pub(crate) use motion::Motion;
pub use options::{Options, Solver};
pub use plots::Plot;
pub(crate) use records::{Mover, prepare};

use crate::variant::assignments;
use crate::{Error, Fmu, write_beside};
use film::Film;
use model_description::Value;
use model_description::xml::{ScalarVariable, TypeOf};
use options::{number, setting};
use places::{Places, Table, stem_of};
use records::{Records, drive, started};
use std::path::{Path, PathBuf};
use throw::Thrown;

/// A run that has been made.
pub struct Ran {
    /// The instants first, then all motions and outputs by name.
    pub series: Vec<(String, Vec<f64>)>,
    /// A summary with numbers.
    pub sentence: String,
    /// The paths of the table and the picture.
    pub files: [PathBuf; 2],
    /// The wear map at the end as a table and as two pictures, of a joint that has one. They lie beside the
    /// table.
    pub map: Vec<PathBuf>,
    /// Further pictures that were asked for, and the machine of a group: a strip of frames beside the picture, and a page if
    /// one was asked for.
    pub beside: Vec<PathBuf>,
}

/// Runs the FMU at `path` and writes a table and a picture. `progress` receives the part
/// that is done.
pub fn run(path: &Path, options: &Options, progress: &dyn Fn(f64)) -> Result<Ran, Error> {
    places::check_given(options)?;
    let fmu = Fmu::open(path)?;
    let mut settings = Vec::new();
    for (name, text) in assignments(&options.set)? {
        settings.push((name.to_owned(), setting(&fmu, name, text)?));
    }
    let step = options.step.as_deref().map(|text| number("--step", text, "s")).transpose()?;
    let stop = options.stop.as_deref().map(|text| number("--stop", text, "s")).transpose()?;
    let outputs: Vec<ScalarVariable> = real_outputs(&fmu).cloned().collect();
    let names: Vec<&str> = outputs.iter().map(|output| &*output.name).collect();
    let kinds = if options.plot.is_empty() { &[Plot::Loads][..] } else { &options.plot };
    let magnified = options.html.is_some() || kinds.contains(&Plot::Orbit);
    let strip = Film::of(path, &fmu, magnified)?;
    if strip.is_none() && options.html.is_some() {
        let why = "--html is for a group that knows its bodies; this FMU is none";
        return Err(Error::Input(why.to_owned()));
    }
    let places = Places::of(path, options, strip.is_some(), &names);
    places.check(path, options)?;
    let moves = strip.iter().flat_map(Film::names).map(String::as_str);
    let pins = strip.as_ref().is_some_and(Film::has_pins);
    let needs = kinds.iter().map(|plot| plot.needs(&fmu, &outputs, pins));
    let needs = needs.collect::<Result<Vec<_>, _>>()?;
    let needs = needs.into_iter().find(|needs| !needs.is_empty()).unwrap_or_default();
    let recorded = names.iter().copied().chain(moves).chain(needs.iter().copied());
    let mut records = Records::of(&fmu, &recorded.collect::<Vec<_>>())?;
    let only_equations = fmu.description().co_simulation.is_none();
    let solver = options.solver.unwrap_or(if only_equations { Solver::Me } else { Solver::Cs });
    let setup = Setup { fmu: &fmu, settings, step, stop, solver, progress };
    let sentence = match (&options.throw, &options.mass) {
        (Some(speed), Some(mass)) => Some(setup.throw(speed, mass, &mut records)?),
        _ => {
            let motion = match &options.input {
                Some(table) => Motion::from_file(table, &fmu)?,
                None => Motion::of_page(path, &fmu)?,
            };
            setup.follow(motion, &mut records)?;
            None
        }
    };
    let mut series = records.series();
    let extra = series.split_off(series.len() - needs.len());
    let moves = series.split_off(1 + outputs.len());
    let Places { files, strip: place, map, plots } = places;
    let stem = stem_of(path);
    write_beside(&files[0], &Table::of(&files[0]).written(&series))?;
    let draw = |plot: Plot| match &strip {
        Some(film) if plot == Plot::Orbit => {
            let (axes, paths) = film.orbits(&moves, series[0].1.len());
            plots::orbits(&stem, axes, paths)
        }
        _ => plot.draw(&stem, &outputs, &series, &extra),
    };
    draw(kinds[0]).write(&files[1])?;
    let mut written = Vec::new();
    for (plot, place) in plots {
        draw(plot).write(&place)?;
        written.push(place);
    }
    if let (Some(strip), Some(place)) = (&strip, place) {
        let [drawing, page] = strip.pictures(&stem, &series[0].1, &moves);
        write_beside(&place, drawing.as_bytes())?;
        written.push(place);
        if let Some(place) = &options.html {
            write_beside(place, page.as_bytes())?;
            written.push(place.clone());
        }
    }
    let map = map::write(map, &series)?;
    let mut sentence = sentence.unwrap_or_else(|| results::largest(&outputs, &series));
    if let Some(host) = results::measured(&series) {
        sentence = format!("{sentence}; measured of the host:\n{host}");
    }
    Ok(Ran { series, sentence, files, map, beside: written })
}

/// The FMU of a run with its start values, and the times that were asked for \[s\].
struct Setup<'a> {
    fmu: &'a Fmu,
    settings: Vec<(String, Value)>,
    step: Option<f64>,
    stop: Option<f64>,
    solver: Solver,
    progress: &'a dyn Fn(f64),
}

impl Setup<'_> {
    /// The step that the FMU proposes \[s\].
    fn proposed(&self) -> f64 {
        self.fmu.description().default_experiment.as_ref().and_then(|e| e.step_size).unwrap_or(1e-5)
    }

    /// Throws a body of this `mass` with this `speed`, both as texts, and returns a sentence about its flight.
    fn throw(mut self, speed: &str, mass: &str, records: &mut Records) -> Result<String, Error> {
        if self.solver == Solver::Me {
            let why = "--throw steps the body itself: it needs co-simulation";
            return Err(Error::Input(why.to_owned()));
        }
        let (speed, mass) = (number("--throw", speed, "m/s")?, number("--mass", mass, "kg")?);
        let mut thrown = Thrown::new(self.fmu, speed, mass, &mut self.settings)?;
        let step = self.step.unwrap_or(self.proposed());
        let flight = thrown.usual_time(self.fmu, &self.settings);
        let stop = self.stop.unwrap_or(flight + 50.0 * step);
        let mut instance = started(self.fmu, &self.settings)?;
        drive(&mut instance, records, [step, stop], self.progress, &mut thrown)?;
        Ok(thrown.sentence())
    }

    /// Moves the inputs by `motion`.
    fn follow(mut self, mut motion: Motion, records: &mut Records) -> Result<(), Error> {
        self.settings.append(&mut motion.settings);
        let step = self.step.or(motion.step()).unwrap_or(self.proposed());
        let stop = self.stop.or(motion.stop()).unwrap_or(200.0 * step);
        if self.solver == Solver::Me {
            let mut equations = self.fmu.instantiate_equations("run")?;
            prepare(&mut equations, self.fmu, &self.settings, 0.0)?;
            solve::solve(&mut equations, records, [step, stop], self.progress, &mut motion)
        } else {
            let mut instance = started(self.fmu, &self.settings)?;
            drive(&mut instance, records, [step, stop], self.progress, &mut motion)
        }
    }
}

fn real_outputs(fmu: &Fmu) -> impl Iterator<Item = &ScalarVariable> {
    let is_real = |variable: &&ScalarVariable| matches!(variable.kind, TypeOf::Real { .. });
    let variables = fmu.description().model_variables.variables.iter();
    variables.filter(|variable| variable.causality == "output").filter(is_real)
}
