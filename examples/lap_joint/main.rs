//! A bolted lap joint: rough steel surfaces stick and slip, and a measured joint becomes a model.
//!
//! Builds the FMUs of the rough interface, pulls them to and fro, and leaves figures 6–9, 14 and 21
//! of Wang et al. (2018), doi 10.6052/0459-1879-17-125, as tables and pictures in `out/lap_joint`.

mod identification;
mod iwan;
mod surfaces;

use clap::Parser;
use fmu_build::{Choices, Error};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A bolted lap joint: rough surfaces stick and slip, and a measured joint becomes a model.
#[derive(Parser)]
#[command(name = "lap_joint")]
struct Arguments {
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/lap_joint")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse().out))
}

fn work(out: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let interface = |model: &str, more: &[&str]| {
        let chosen = format!("interface.model={model}");
        let assigned = [&[chosen.as_str()], more].concat();
        spiel_examples::fmu_with("rough_interface", &Choices::default(), &assigned, model, out)
    };
    let bristles = interface("bristles", &[])?;
    surfaces::first_loading(&bristles, out)?;
    surfaces::separations(&bristles, out)?;
    surfaces::loops(&bristles, out)?;
    let error = surfaces::energy(&bristles, out)?;
    surfaces::order(out)?;

    let stack = interface("iwan_stack", &[&format!("clamp.force={}", iwan::LOAD)])?;
    iwan::parameter_study(&stack, out)?;
    iwan::finite_element_case(&stack, out)?;
    let trip = identification::round_trip(&stack, out)?;
    spiel_examples::say(format_args!(
        "A lap joint of F_s = 1060 N and x_s = 1.39 µm, its loops read to 1 N, is identified as \
         {:.1} N and {:.4} µm (chi {:.3}, alpha {:.3}); the FMU built from that repeats the loops \
         within {:.2} N, and on rough steel, from {:.1} µm up, \
         bristles have the closed form's damping within {:.1} %.",
        trip.iwan.slip_force(),
        1e6 * trip.iwan.slip_displacement(),
        trip.iwan.chi(),
        trip.iwan.alpha(),
        trip.largest_error,
        1e6 * surfaces::CREDIBLE,
        100.0 * error,
    ));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
