//! The wrist pin of a slider-crank over ten thousand hours: the pockets in bearing and journal, the growth of the play
//! with its uncertainty, and the effect of the worn pin on the impacts.
//!
//! Wear follows the loads of the machine without play, by the command `forecast`. The impacts are those of the FMU
//! `revolute_clearance` with the map of that hour, beside that of a group that moves the bodies. Tables and
//! pictures are left in `out/wear_years`.

mod impacts;
mod loads;
mod study;

use clap::Parser;
use fmu_build::forecast::{Forecast, Options, forecast};
use fmu_build::{Error, write_beside};
use impacts::Impacts;
use loads::Pose;
use spiel_examples::plant::Dimensions;
use std::f64::consts::TAU;
use std::path::PathBuf;
use std::process::ExitCode;

/// Ten thousand hours of wear in the wrist pin of a slider-crank.
#[derive(Parser)]
#[command(name = "wear_years")]
struct Arguments {
    /// Hours of the machine.
    #[arg(long, default_value_t = 1e4, value_parser = spiel_examples::positive)]
    hours: f64,
    /// Speed of the crank [1/min].
    #[arg(long, default_value_t = 200.0, value_parser = spiel_examples::positive)]
    speed: f64,
    /// Depth per pressure and sliding distance, K/H [1/Pa]: median; a third and three times that are as likely.
    #[arg(long, default_value_t = 2e-16, value_parser = spiel_examples::positive)]
    coefficient: f64,
    /// Cells of the maps.
    #[arg(long, default_value_t = 72, value_parser = clap::value_parser!(u16).range(24..=720))]
    cells: u16,
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/wear_years")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

/// The forecast of a pin of which these bodies wear.
fn wear(arguments: &Arguments, bodies: &str, cycle: PathBuf) -> Result<Forecast, Error> {
    let Arguments { hours, coefficient, cells, out, .. } = arguments;
    let mut set: Vec<String> = study::PIN.map(str::to_owned).to_vec();
    for (body, name) in [("bearing", "wear.coefficient_a"), ("journal", "wear.coefficient_b")] {
        let wears = bodies == body || bodies == "both";
        set.push(format!("{name}={}", if wears { *coefficient } else { 0.0 }));
    }
    let both = bodies == "both";
    let options = Options {
        joint: "revolute_clearance".to_owned(),
        cycle: Some(cycle),
        hours: *hours,
        output: Some(out.join(format!("{bodies}.html"))),
        wear_coefficient: both.then(|| format!("{}..{}", coefficient / 3.0, coefficient * 3.0)),
        load_factor: both.then(|| "0.9..1.1".to_owned()),
        replace_at: both.then(|| "0.3mm".to_owned()),
        cells: Some(usize::from(*cells)),
        set,
        no_errors: !both,
        ..Options::default()
    };
    let found = forecast(&options, &|_| ())?.remove(0);
    found.write()?;
    Ok(found)
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { speed, cells, out, .. } = arguments;
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let dimensions = Dimensions { crank_speed: speed * TAU / 60.0, ..Dimensions::default() };
    let cycle = out.join("cycle.csv");
    write_beside(&cycle, Pose::table(&dimensions).as_bytes())?;
    let cases = ["bearing", "journal", "both"];
    let worn =
        spiel_examples::on_all_cores(&cases, |bodies| wear(arguments, bodies, cycle.clone()));
    let worn = worn.into_iter().collect::<Result<Vec<_>, _>>()?;
    for (bodies, found) in cases.iter().zip(&worn) {
        spiel_examples::say(format_args!("What wears: {bodies}. {}", found.report().trim_end()));
        study::pockets(bodies, found, out)?;
    }
    let last = &worn[2];
    study::play(last, out)?;
    let machine = Impacts::new(*speed, *cells, out)?;
    let stages: Vec<_> = last.stages.iter().step_by(2).collect();
    let runs = spiel_examples::on_all_cores(&stages, |stage| machine.run(stage));
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    study::impacts(&runs, out)?;
    spiel_examples::say(study::impact_sentence(&runs));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
