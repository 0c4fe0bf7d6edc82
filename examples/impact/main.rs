//! A mass thrown against a bearing: the effect of the contact law on one impact.
//!
//! Builds the joint's FMUs, throws the mass through it under every law, and leaves tables and
//! pictures in `out/impact`; the README beside this file explains them.

mod bearings;
mod plan;
mod report;
mod study;
mod throw;
mod trends;

use bearings::Bearings;
use clap::Parser;
use fmu_build::Error;
use indicatif::MultiProgress;
use report::Summary;
use std::path::PathBuf;
use std::process::ExitCode;

/// A mass thrown against a bearing: the effect of the contact law on one impact.
#[derive(Parser)]
#[command(name = "impact")]
struct Arguments {
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/impact")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(Arguments { out }: &Arguments) -> Result<(), Error> {
    let bearings = Bearings::new(out)?;
    let studies = plan::studies();
    let throws: usize = studies.iter().map(|study| study.cases.len()).sum();
    let throws = (throws + trends::THROWS + report::THROWS) as u64;
    let bar = spiel_examples::progress(&MultiProgress::new(), "impacts", throws);
    for study in &studies {
        study.run(&bearings, &bar, out)?;
    }
    trends::restitution(&bearings, &bar, out)?;
    trends::clearance(&bearings, &bar, out)?;
    trends::steps(&bearings, &bar, out)?;
    let summary = Summary::new(&bearings, &bar)?;
    summary.write(out)?;
    bar.finish_and_clear();
    spiel_examples::say(format_args!("{}\n{}", summary.table(), summary.sentence()));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
