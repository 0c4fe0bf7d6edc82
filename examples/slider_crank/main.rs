//! A slider-crank with play in its joints, beside its ideal counterpart.
//!
//! Builds the joints' FMUs, drives the machine through them, and leaves tables and pictures in
//! `out/slider_crank`.

mod convergence;
mod fmus;
mod machine;
mod report;
mod run;
mod study;

use clap::{Parser, ValueEnum};
use fmu_build::Error;
use fmus::{Coupling, Fmus};
use indicatif::MultiProgress;
use machine::{Dimensions, Scheme};
use run::{Plan, Run};
use spiel_examples::progress;
use std::path::PathBuf;
use std::process::ExitCode;

/// A slider-crank with play in its joints, beside its ideal counterpart.
#[derive(Parser)]
#[command(name = "slider_crank")]
struct Arguments {
    /// Which machine to run; `ideal` and `revolute` if not given.
    #[arg(long, value_enum)]
    scheme: Option<Named>,
    /// Speed of the crank [1/min].
    #[arg(long, default_value_t = 200.0, value_parser = positive)]
    rpm: f64,
    /// Clearance of the joints: radial in the pins, on each side of the slider [m].
    #[arg(long, default_value_t = 5e-4, value_parser = positive)]
    clearance: f64,
    /// Turns of the crank; 15, and in the study 300 behind the run-in.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    cycles: Option<u32>,
    /// Communication step [s]; one that suits the coupling if not given: 1e-4 predicted (5e-6 where joints
    /// share bodies), 1e-4 for a group, 2e-7 for step_mean.
    #[arg(long, value_parser = positive)]
    step: Option<f64>,
    /// Coupling of the joints with the host; predicted if not given where one joint has play, else group.
    #[arg(long, value_enum)]
    coupling: Option<Coupling>,
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/slider_crank")]
    out: PathBuf,
    /// Instead of one run: all four machines, and sweeps of clearance and speed; three minutes.
    #[arg(long, conflicts_with = "scheme")]
    study: bool,
    /// Instead of running: errors against the step, as in the documentation.
    #[arg(long, conflicts_with_all = ["scheme", "study"])]
    convergence: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Named {
    /// No play.
    Ideal,
    /// Play between slider and guide.
    Translational,
    /// Play in the pin between rod and slider.
    Wrist,
    /// Play in both pins.
    Revolute,
    /// Play in both pins and between slider and guide.
    Mixed,
}

impl Named {
    fn scheme(self) -> Scheme {
        match self {
            Self::Ideal => Scheme::Ideal,
            Self::Translational => Scheme::Translational,
            Self::Wrist => Scheme::Wrist,
            Self::Revolute => Scheme::Revolute,
            Self::Mixed => Scheme::Mixed,
        }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("it must be a finite number above 0".to_owned()),
    }
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    // The first run, of ideal joints, has no FMU whose building would make the folder.
    std::fs::create_dir_all(&arguments.out).map_err(Error::file(&arguments.out))?;
    let fmus = Fmus::of(&arguments.out);
    if arguments.convergence {
        return convergence::print(&fmus);
    }
    let dimensions = Dimensions {
        crank_speed: arguments.rpm * std::f64::consts::TAU / 60.0,
        ..Dimensions::default()
    };
    let (cycles, kept) = if arguments.study {
        study::turns(arguments.cycles)
    } else {
        let cycles = arguments.cycles.unwrap_or(15);
        (cycles, 0..cycles)
    };
    let plan = Plan {
        dimensions,
        clearance: arguments.clearance,
        cycles,
        kept,
        step: arguments.step,
        coupling: arguments.coupling,
    };
    if arguments.study {
        study::run(&plan, &fmus, &arguments.out)?;
    } else {
        let schemes = match arguments.scheme {
            Some(named) => vec![named.scheme()],
            None => vec![Scheme::Ideal, Scheme::Revolute],
        };
        let bars = MultiProgress::new();
        for scheme in schemes {
            let bar = progress(&bars, scheme.name(), 1000);
            let run = Run::new(&plan, scheme, &fmus, &bar)?;
            run.write(&arguments.out)?;
            if scheme != Scheme::Ideal {
                report::draw(&run, &plan, &arguments.out)?;
                report::first(&run, &plan, &arguments.out)?;
                spiel_examples::say(report::sentence(&run, &plan));
            }
        }
    }
    spiel_examples::say(format_args!("Tables and pictures are in {}.", arguments.out.display()));
    Ok(())
}
