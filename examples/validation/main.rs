//! Other people's cases beside ours: theirs, ours, the difference, and why.
//!
//! Builds the joints' FMUs, runs the cases through them, and writes `docs/validation.md` and its
//! pictures; with `--check` it writes nothing and fails where a value leaves its tolerance or the page
//! differs from the cases' results.

mod archard;
mod case;
mod crank_with_play;
mod cylinder;
mod damper;
mod dashpot;
mod elasto_gap;
mod free_slider_crank;
mod friction_oscillator;
mod glass_spheres;
mod impact;
mod iwan;
mod joints;
mod journal;
mod kharaz;
mod linkages;
mod lossy_gear;
mod lossy_shaft;
mod lund_thomsen;
#[allow(dead_code, reason = "the machine of slider_crank asks its joints for more")]
mod machine;
mod machine_pendulum;
mod oil_film;
mod page;
mod patel;
mod pendulum;
mod restitution;
mod roller;
mod root;
mod sphere_on_plane;
mod stick_slip;
mod stops;
mod tribometer;

use case::{Case, Outcome};
use clap::Parser;
use fmu_build::{Error, write_beside};
use indicatif::MultiProgress;
use joints::Joints;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// All cases, in the order of the page.
const CASES: [&Case; 27] = [
    &kharaz::CASE,
    &roller::CASE,
    &tribometer::CASE,
    &damper::CASE,
    &patel::CASE,
    &glass_spheres::CASE,
    &sphere_on_plane::CASE,
    &restitution::CASE,
    &dashpot::CASE,
    &stops::CASE,
    &elasto_gap::CASE,
    &lossy_gear::CASE,
    &lossy_shaft::CASE,
    &stick_slip::CASE,
    &friction_oscillator::CASE,
    &iwan::CASE,
    &free_slider_crank::CASE,
    &crank_with_play::CASE,
    &pendulum::CASE,
    &machine_pendulum::CASE,
    &linkages::FOURBAR1,
    &linkages::ANDREWS,
    &linkages::BRICARD,
    &cylinder::CASE,
    &oil_film::CASE,
    &lund_thomsen::CASE,
    &archard::CASE,
];

/// Other people's cases beside ours.
#[derive(Parser)]
#[command(name = "validation")]
struct Arguments {
    /// Only this case; it is printed and its picture goes to the folder of FMUs.
    #[arg(value_parser = CASES.map(|case| case.name))]
    case: Option<String>,
    /// Write nothing; fail where a value leaves its tolerance or the page is not current.
    #[arg(long)]
    check: bool,
    /// Folder for FMUs.
    #[arg(long, default_value = "out/validation")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(Arguments { case: chosen, check, out }: &Arguments) -> Result<(), Error> {
    let joints = Joints::new(out)?;
    let cases: Vec<&Case> = CASES
        .into_iter()
        .filter(|case| chosen.as_ref().is_none_or(|chosen| chosen == case.name))
        .collect();
    let bar = spiel_examples::progress(&MultiProgress::new(), "cases", cases.len() as u64);
    let outcomes = spiel_examples::on_all_cores(&cases, |case| {
        let outcome = (case.run)(&joints)?;
        bar.inc(1);
        Ok((*case, outcome))
    });
    let outcomes: Vec<(&Case, Outcome)> = outcomes.into_iter().collect::<Result<_, Error>>()?;
    bar.finish_and_clear();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs");
    if chosen.is_some() {
        for (case, outcome) in &outcomes {
            spiel_examples::say(page::section(case, outcome).trim());
            outcome.chart.write(&out.join(format!("{}.svg", case.name)))?;
        }
    } else {
        put(&docs.join("validation.md"), &page::page(&outcomes), *check)?;
        for (case, outcome) in &outcomes {
            let path = docs.join(format!("validation/{}.svg", case.name));
            put(&path, &outcome.chart.svg(), *check)?;
        }
    }
    let left = outcomes.iter().flat_map(|(case, outcome)| {
        let left = outcome.rows.iter().filter(|row| !row.holds());
        left.map(|row| format!("{}: {}", case.name, row.what))
    });
    let left: Vec<String> = left.collect();
    if !left.is_empty() {
        return Err(Error::Input(format!("outside its tolerance: {}", left.join("; "))));
    }
    let judged = outcomes.iter().flat_map(|(_, outcome)| &outcome.rows);
    let judged = judged.filter(|row| row.share().is_some()).count();
    spiel_examples::say(format_args!("{judged} values are where others have them."));
    Ok(())
}

/// Writes a file of the page, or returns an error if the existing one differs.
fn put(path: &Path, text: &str, check: bool) -> Result<(), Error> {
    if !check {
        return write_beside(path, text.as_bytes());
    }
    let there = std::fs::read_to_string(path).map_err(Error::file(path))?;
    if there == text {
        return Ok(());
    }
    let path = path.display();
    Err(Error::Input(format!(
        "{path} is not what the cases give: cargo run --release --example validation"
    )))
}
