//! A slider-crank with play in its pins, beside the same machine without.
//!
//! Builds the joint's FMU, drives the machine through it, and leaves tables and pictures in
//! `out/slider_crank`.

#[path = "../common/mod.rs"]
mod common;
mod convergence;
mod machine;
mod report;
mod run;

use clap::{Parser, ValueEnum};
use common::fmu_of;
use fmu_build::Error;
use indicatif::MultiProgress;
use machine::{Dimensions, Scheme};
use run::{Plan, Run};
use std::path::PathBuf;
use std::process::ExitCode;

/// A slider-crank with play in its pins, beside the same machine without.
#[derive(Parser)]
#[command(name = "slider_crank")]
struct Arguments {
    /// Which machine to run; both if not given.
    #[arg(long, value_enum)]
    scheme: Option<Named>,
    /// Speed of the crank [1/min].
    #[arg(long, default_value_t = 200.0, value_parser = positive)]
    rpm: f64,
    /// Radial clearance of the pins [m].
    #[arg(long, default_value_t = 5e-4, value_parser = positive)]
    clearance: f64,
    /// Turns of the crank.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    cycles: u32,
    /// Communication step [s].
    #[arg(long, default_value_t = run::DEFAULT_STEP, value_parser = positive)]
    step: f64,
    /// Where tables and pictures go.
    #[arg(long, default_value = "out/slider_crank")]
    out: PathBuf,
    /// Instead of running: errors against the step, as in the documentation.
    #[arg(long)]
    convergence: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Named {
    /// No play.
    Ideal,
    /// Play in both pins.
    Revolute,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("it must be a finite number above 0".to_owned()),
    }
}

fn main() -> ExitCode {
    match work(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let fmu = fmu_of("revolute_clearance", &arguments.out)?;
    if arguments.convergence {
        return convergence::print(&fmu);
    }
    let dimensions = Dimensions {
        crank_speed: arguments.rpm * std::f64::consts::TAU / 60.0,
        ..Dimensions::default()
    };
    let plan = Plan {
        dimensions,
        clearance: arguments.clearance,
        cycles: arguments.cycles,
        step: arguments.step,
    };
    let bars = MultiProgress::new();
    let run = |scheme, name| {
        let wanted = arguments
            .scheme
            .is_none_or(|named| (named == Named::Ideal) == (scheme == Scheme::Ideal));
        wanted
            .then(|| Run::new(&plan, scheme, &fmu, &common::progress(&bars, name, 1000)))
            .transpose()
    };
    let (ideal, revolute) =
        rayon::join(|| run(Scheme::Ideal, "ideal"), || run(Scheme::Revolute, "revolute"));
    let (ideal, revolute) = (ideal?, revolute?);
    for run in [&ideal, &revolute].into_iter().flatten() {
        run.write(&arguments.out)?;
    }
    if let Some(revolute) = &revolute {
        report::draw(revolute, &plan, &arguments.out)?;
        println!("{}", report::sentence(revolute, &plan));
    }
    println!("Tables and pictures are in {}.", arguments.out.display());
    Ok(())
}
