//! A door hangs on two worn hinges: it sags, tilts, and rattles when it meets its stop.
//!
//! The door falls into the play of its hinges, is pushed, and its edge hits a stop. The hinges are
//! FMUs of `spatial_revolute`; the door, a rigid body in space, is the host. Tables and pictures are left in
//! `out/door`.

mod hung;
mod study;

use clap::Parser;
use fmu_build::Error;
use hung::Door;
use std::path::PathBuf;
use std::process::ExitCode;

/// Effect of play in its hinges on a door.
#[derive(Parser)]
#[command(name = "door")]
struct Arguments {
    /// Radial clearance of the worn hinges \[m\].
    #[arg(long, default_value_t = 3e-4, value_parser = spiel_examples::positive)]
    clearance: f64,
    /// Communication step \[s\].
    #[arg(long, default_value_t = 2e-6, value_parser = spiel_examples::positive)]
    step: f64,
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/door")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { clearance, step, out } = arguments;
    let door = Door::new(out, *step)?;
    let clearances = study::clearances(*clearance);
    let runs = spiel_examples::on_all_cores(&clearances, |clearance| door.run(*clearance));
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    study::pictures(&runs, out)?;
    spiel_examples::say(study::sentence(&runs));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
