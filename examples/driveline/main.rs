//! A driveline with play clonks when the driver tips in: the effect of play and damping on the torque peak.
//!
//! Engine and vehicle are two inertias with a coupling between them that has play. The engine drags, then
//! it drives: it runs through the play and hits the other flank. The joint's FMU predicts that inside
//! steps of a millisecond; the bodies are the host. Tables and pictures are left in `out/driveline`.

mod study;
mod tip_in;

use clap::Parser;
use fmu_build::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use tip_in::Driveline;

/// Effect of play and damping on the clonk of a driveline.
#[derive(Parser)]
#[command(name = "driveline")]
struct Arguments {
    /// Torque that the driver requests \[N m\].
    #[arg(long, default_value_t = 120.0, value_parser = spiel_examples::positive)]
    torque: f64,
    /// Communication step \[s\].
    #[arg(long, default_value_t = 1e-3, value_parser = spiel_examples::positive)]
    step: f64,
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/driveline")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { torque, step, out } = arguments;
    let driveline = Driveline::new(out, *torque, *step)?;
    study::courses(&driveline, out)?;
    let sweep = study::sweep(&driveline, out)?;
    spiel_examples::say(sweep.sentence());
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
