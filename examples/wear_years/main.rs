//! The wrist pin of a slider-crank over ten thousand hours: the pockets in bearing and journal, the growth of
//! the journal's path, and the effect of the worn pin on the impacts.
//!
//! Wear follows the loads of the machine without play, with the journal in balance at every crank angle, and
//! jumps over cycles with an estimate of its error. The impacts are those of the FMU
//! `revolute_clearance` with the map of that hour, beside that of a group that moves the bodies. Tables and
//! pictures are left in `out/wear_years`.

mod impacts;
mod loads;
mod study;
mod wearing;

use clap::Parser;
use fmu_build::Error;
use impacts::Impacts;
use loads::Pose;
use spiel_examples::plant::Dimensions;
use std::f64::consts::TAU;
use std::path::PathBuf;
use std::process::ExitCode;
use wearing::Case;

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
    /// Depth per pressure and sliding distance, K/H [1/Pa].
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

fn work(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { hours, speed, coefficient, cells, out } = arguments;
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let dimensions = Dimensions { crank_speed: speed * TAU / 60.0, ..Dimensions::default() };
    let turn = Pose::turn(&dimensions);
    let both = [*coefficient; 2];
    let cases = [
        Case { name: "bearing", coefficients: [*coefficient, 0.0] },
        Case { name: "journal", coefficients: [0.0, *coefficient] },
        Case { name: "both", coefficients: both },
    ];
    let turns = hours * 3600.0 * speed / 60.0;
    let worn =
        spiel_examples::on_all_cores(&cases, |case| case.wear(&turn, turns, usize::from(*cells)));
    let worn = worn.into_iter().collect::<Result<Vec<_>, _>>()?;
    study::wear(&worn, *hours, turns, out)?;
    for worn in &worn {
        spiel_examples::say(study::sentence(worn, *hours));
    }
    let last = &worn[2];
    let machine = Impacts::new(*speed, *cells, out)?;
    let stages: Vec<_> = last.stages.iter().step_by(2).collect();
    let runs = spiel_examples::on_all_cores(&stages, |stage| machine.run(stage, turns, *hours));
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    study::impacts(&runs, out)?;
    spiel_examples::say(study::impact_sentence(&runs));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
