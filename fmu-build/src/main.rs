//! The command line: list, describe, build and check the FMUs of Spiel's joints; what they must know.

use clap::{Parser, Subcommand};
use fmu_build::identify::Identified;
use fmu_build::mobility::Pair;
use fmu_build::{Choices, Error, Finding, Libraries, Variant, build_from, check, table};
use indicatif::{ProgressBar, ProgressStyle};
use spiel::joints::ALL;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Real mechanical joints as FMI units.
#[derive(Parser)]
#[command(name = "spiel", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the joints.
    List,
    /// Shows a joint's variables: name, causality, unit, start, range, text.
    Describe {
        /// The joint, as `list` names it.
        joint: String,
    },
    /// Builds the FMU of a joint: from prebuilt libraries, or with cargo.
    Build {
        /// The joint, as `list` names it.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        joint: Option<String>,
        /// Builds every joint with its own start values; -o is a folder then.
        #[arg(long)]
        all: bool,
        /// The FMU to write.
        #[arg(short, long, value_name = "FILE.fmu")]
        output: PathBuf,
        /// A start value of this FMU; may be repeated and wins over --parameters.
        #[arg(long, value_name = "name=value", conflicts_with = "all")]
        set: Vec<String>,
        /// Start values from a TOML file.
        #[arg(long, value_name = "FILE.toml", conflicts_with = "all")]
        parameters: Option<PathBuf>,
        #[command(flatten)]
        choices: Choices,
        /// Prebuilt libraries, as linux64/JOINT.so or win64/JOINT.dll; all found go into the FMU.
        /// Without it the folder `binaries` beside this program; without that, cargo compiles.
        #[arg(long, value_name = "DIR")]
        binaries: Option<PathBuf>,
    },
    /// Checks an FMU: symbols, description, GUID, one short run.
    Check {
        /// The FMU to check.
        file: PathBuf,
    },
    /// Computes the mobility at a joint, for build --parameters: coupling.method = predicted needs it.
    Mobility {
        #[command(flatten)]
        pair: Pair,
    },
    /// Finds modified-Iwan parameters in measured loops, for build rough_interface --parameters.
    Identify {
        /// Columns x0 [m], x [m], F [N]; successive rows of one x0 are one loop or branch.
        #[arg(value_name = "LOOPS.csv")]
        loops: PathBuf,
        /// The start values to write; a plot of the residuals goes beside it.
        #[arg(short, long, value_name = "FILE.toml")]
        output: PathBuf,
        /// Normal load under which the loops were measured, iwan.reference_load.
        #[arg(long, value_name = "NEWTON", allow_negative_numbers = true)]
        load: Option<f64>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Error> {
    match command {
        Command::List => {
            let lines: Vec<_> =
                ALL.iter().map(|joint| format!("{}  {}\n", joint.name, joint.about)).collect();
            print(&lines.concat());
        }
        Command::Describe { joint } => print(&table::variables(&Variant::of(&joint)?)),
        Command::Build { all: true, output, binaries, .. } => {
            let libraries = Libraries::find(binaries);
            std::fs::create_dir_all(&output).map_err(Error::file(&output))?;
            for joint in ALL {
                let path = output.join(format!("{}.fmu", joint.name));
                build_one(&libraries, &Variant::of(joint.name)?, &path)?;
            }
        }
        Command::Build { joint, output, set, parameters, choices, binaries, .. } => {
            let joint = joint.unwrap_or_default();
            let mut variant = Variant::with(&joint, &choices)?;
            if let Some(file) = parameters {
                variant.set_from_file(&file)?;
            }
            for assignment in &set {
                variant.set_assignment(assignment)?;
            }
            build_one(&Libraries::find(binaries), &variant, &output)?;
        }
        Command::Identify { loops, output, load } => {
            let identified = Identified::from_file(&loops, load)?;
            identified.write(&output)?;
            print(&identified.report());
        }
        Command::Mobility { pair } => print(&pair.parameters()?),
        Command::Check { file } => return Ok(report(&file, &check(&file)?)),
    }
    Ok(ExitCode::SUCCESS)
}

fn build_one(libraries: &Libraries, variant: &Variant, path: &Path) -> Result<(), Error> {
    let spinner = if libraries.takes_long() {
        ProgressBar::new_spinner()
            .with_style(ProgressStyle::default_spinner())
            .with_message(format!("compiling the library of {}", variant.joint().name))
    } else {
        ProgressBar::hidden()
    };
    spinner.enable_steady_tick(Duration::from_millis(100));
    let built = build_from(libraries, variant, path);
    spinner.finish_and_clear();
    let guid = built?;
    if std::io::stdout().is_terminal() {
        println!("{} {guid}", path.display());
    }
    Ok(())
}

/// Prints what was found; the exit status says whether anything was.
fn report(file: &Path, findings: &[Finding]) -> ExitCode {
    for finding in findings {
        eprintln!("{}: {finding}", file.display());
    }
    if findings.is_empty() {
        print(&format!("{}: no problem found\n", file.display()));
        return ExitCode::SUCCESS;
    }
    ExitCode::FAILURE
}

/// Prints; a reader that has gone away, as in `… | head`, is no error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
