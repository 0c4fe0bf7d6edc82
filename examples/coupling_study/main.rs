//! Longest useful communication step: plain coupling against prediction, measured.
//!
//! Runs bodies with play through small hosts at many steps, against the same laws in steps of 2e-7 s,
//! and leaves tables and pictures in `out/coupling_study`.

mod cost;
mod curves;
#[path = "../../tests/common/dice.rs"]
mod dice;
#[path = "../../tests/predicted/fine.rs"]
mod fine;
#[path = "../../tests/predicted/hosts.rs"]
mod hosts;
#[path = "../../tests/predicted/machine.rs"]
#[allow(dead_code, reason = "the tests have more machines")]
mod machine;
mod tables;

use clap::Parser;
use curves::{Bench, Curves};
use fmu_build::Error;
use indicatif::MultiProgress;
use std::path::PathBuf;
use std::process::ExitCode;

/// Longest useful communication step: plain coupling against prediction, measured.
#[derive(Parser)]
#[command(name = "coupling_study")]
struct Arguments {
    /// Folder for tables and pictures.
    #[arg(long, default_value = "out/coupling_study")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(Arguments { out }: &Arguments) -> Result<(), Error> {
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let runs = (curves::RUNS + tables::RUNS) as u64;
    let bar = spiel_examples::progress(&MultiProgress::new(), "runs", runs);
    let bench = Bench::new();
    let curves = Curves::new(&bench, &bar);
    curves.write(out)?;
    let tables = tables::all(&bench, &bar);
    bar.finish_and_clear();
    spiel_examples::say(curves.text());
    for (file, table) in &tables {
        table.write(&out.join(file))?;
        spiel_examples::say(table.text());
    }
    spiel_examples::say(cost::sentence(&bench, &curves));
    spiel_examples::say(format_args!("Tables and pictures are in {}.", out.display()));
    Ok(())
}
