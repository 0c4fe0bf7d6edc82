//! What the examples share: charts, tables, and the folder they go to.

mod table;

pub use fmu_build::chart::{Chart, Mark};
pub use table::Table;

use fmu_build::{Choices, Error, Fmu, Variant, build};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Builds the FMU of a joint with its own start values and loads it.
#[allow(dead_code, reason = "not every example keeps a joint's own start values")]
pub fn fmu_of(joint: &str, folder: &Path) -> Result<Fmu, Error> {
    fmu_with(joint, &Choices::default(), &[], joint, folder)
}

/// Builds the FMU of a joint as it is chosen and assigned, in a file of that name, and loads it.
#[allow(dead_code, reason = "not every example builds FMUs of its own")]
pub fn fmu_with(
    joint: &str,
    choices: &Choices,
    assignments: &[&str],
    file: &str,
    folder: &Path,
) -> Result<Fmu, Error> {
    std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let path = folder.join(format!("{file}.fmu"));
    let mut variant = Variant::with(joint, choices)?;
    for assignment in assignments {
        variant.set_assignment(assignment)?;
    }
    build(&variant, &path)?;
    Fmu::open(&path)
}

/// A progress bar on a terminal, nothing in a pipe.
pub fn progress(bars: &MultiProgress, name: &str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:12} {wide_bar} {percent:>3} % {eta:>4}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bars.add(ProgressBar::new(length).with_style(style).with_message(name.to_owned()))
}

/// Prints a line; a reader that has gone away, as in `… | head`, is no error.
pub fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// How an example ends: bad input is one line on standard error and status 2.
pub fn finish(result: Result<(), Error>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
