//! Two long pins that bend in their holes and wear them for a thousand hours.
//!
//! The steady load case of Gummer & Sauer, doi 10.1115/1.4006248, on the project's own joints A and
//! B. Wear runs through the joint's FMU hour by hour; each worn profile then goes into an FMU of its
//! own, whose stiffness is measured. Tables and pictures of the paper's figures 5, 6, 9, 10, 11, 12
//! and 14 are left in `out/worn_pin`, and forecasts of the same pins by Archard's law.

mod archard;
mod figures;
mod laws;
mod lifetime;
mod machine;

use clap::Parser;
use fmu_build::Error;
use indicatif::MultiProgress;
use lifetime::Lifetime;
use machine::JOINTS;
use std::path::PathBuf;
use std::process::ExitCode;

/// Two long pins that bend in their holes and wear them.
#[derive(Parser)]
#[command(name = "worn_pin")]
struct Arguments {
    /// Hours of wear.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(10..))]
    hours: u32,
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/worn_pin")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let out = &arguments.out;
    let fmu = spiel_examples::fmu_of("sliced_pin", out)?;
    laws::draw(out)?;
    let bars = MultiProgress::new();
    let live = |joint| Lifetime::new(joint, arguments.hours, &fmu, out, &bars);
    let lives: Vec<_> =
        spiel_examples::on_all_cores(&JOINTS, live).into_iter().collect::<Result<_, _>>()?;
    let lives: Vec<_> = lives.iter().collect();
    for life in &lives {
        figures::draw(life, out)?;
    }
    figures::draw_stiffness(&lives, out)?;
    spiel_examples::say(figures::sentence(&lives));
    spiel_examples::say(archard::sentence(&archard::forecasts(arguments.hours, out)?));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
