//! Shared by the examples: charts, tables, a test rig, a slider-crank, and the output folder.

pub mod nets;
pub mod plant;
pub mod rig;
mod table;
pub mod wrist;

pub use fmu_build::chart::{Chart, Mark};
pub use fmu_build::on_all_cores;
pub use table::Table;

use fmu_build::{Choices, Error, Fmu, Libraries, Variant, build_from};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Builds the FMU of a joint with its own start values and loads it.
pub fn fmu_of(joint: &str, folder: &Path) -> Result<Fmu, Error> {
    fmu_with(joint, &Choices::default(), &[], joint, folder)
}

/// Builds the FMU of a joint with these choices and values, in a file of that name, and loads it.
pub fn fmu_with(
    joint: &str,
    choices: &Choices,
    assignments: &[&str],
    file: &str,
    folder: &Path,
) -> Result<Fmu, Error> {
    let mut variant = Variant::with(joint, choices)?;
    for assignment in assignments {
        variant.set_assignment(assignment)?;
    }
    fmu_from(&variant, file, folder)
}

/// Builds the FMU of a variant in a file of that name, and loads it.
pub fn fmu_from(variant: &Variant, file: &str, folder: &Path) -> Result<Fmu, Error> {
    std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let path = folder.join(format!("{file}.fmu"));
    let spinner = compiling(variant.model().name);
    let built = build_from(&Libraries::for_an_example(), variant, &path);
    spinner.finish_and_clear();
    built?;
    Fmu::open(&path)
}

/// Shows on a terminal that a joint is being compiled; cargo may also wait for another one to end.
fn compiling(joint: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let spinner = ProgressBar::new_spinner().with_style(style);
    spinner.set_message(format!(
        "compiling the library of {joint}; it takes some seconds the first time,"
    ));
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// A progress bar on a terminal, nothing in a pipe.
pub fn progress(bars: &MultiProgress, name: &str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:12} {wide_bar} {percent:>3} % {eta:>4}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bars.add(ProgressBar::new(length).with_style(style).with_message(name.to_owned()))
}

/// A number above 0 on the command line.
pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "it is no number above 0".to_owned())
}

/// Prints a line; a closed reader, as in `… | head`, is not an error.
pub fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Exit status of an example: bad input is one line on standard error and status 2.
pub fn finish(result: Result<(), Error>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
