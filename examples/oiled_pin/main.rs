//! The wrist pin of a slider-crank runs in oil: its orbit, the thinnest film, the forces beside a dry pin's, and
//! the friction during the start-up of a journal.
//!
//! Bodies are the FMU of a group, the pin is `revolute_clearance` with a film, predicted inside steps
//! of 0.1 ms. Tables and pictures are left in `out/oiled_pin`.

mod crank;
mod start_up;
mod study;

use clap::Parser;
use crank::Crank;
use fmu_build::Error;
use start_up::StartUp;
use std::path::PathBuf;
use std::process::ExitCode;

/// Effect of oil in the wrist pin of a slider-crank.
#[derive(Parser)]
#[command(name = "oiled_pin")]
struct Arguments {
    /// Speed of the crank \[1/min\].
    #[arg(long, default_value_t = 600.0, value_parser = spiel_examples::positive)]
    speed: f64,
    /// Viscosity of the oil \[Pa s\].
    #[arg(long, default_value_t = 0.05, value_parser = spiel_examples::positive)]
    viscosity: f64,
    /// Communication step \[s\].
    #[arg(long, default_value_t = 1e-4, value_parser = spiel_examples::positive)]
    step: f64,
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/oiled_pin")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { speed, viscosity, step, out } = arguments;
    let crank = Crank::new(out, *speed, *step)?;
    let films = [Some(*viscosity), None];
    let runs = spiel_examples::on_all_cores(&films, |viscosity| crank.run(*viscosity));
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    study::crank(&runs, out)?;
    spiel_examples::say(study::sentence(&runs));
    let start_up = StartUp::new(out, *viscosity, *step)?.run()?;
    study::start_up(&start_up, out)?;
    spiel_examples::say(study::stribeck(&start_up));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
