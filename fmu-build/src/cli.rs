//! The command line's options, as clap reads them.

use clap::{Parser, Subcommand};
use fmu_build::compliance::Housing;
use fmu_build::mobility::Pair;
use fmu_build::{COMMAND, Choices, Shorthand, forecast, identify, run};
use std::path::PathBuf;

/// Real mechanical joints as FMI units.
#[derive(Parser)]
#[command(name = COMMAND, bin_name = COMMAND, version, about)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Colour of messages; default: on a terminal only.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, hide_default_value = true, display_order = 999)]
    pub color: Color,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

#[derive(Subcommand)]
pub enum Command {
    /// Lists the joints.
    List,
    /// Shows variables: name, start value, unit, range, description.
    Describe {
        /// A joint as `list` names it, an FMU (FILE.fmu) or a group (GROUP.toml).
        what: String,
        /// Only variables with this word in their name or description.
        word: Option<String>,
        /// Parameters only.
        #[arg(long)]
        parameters: bool,
        /// As JSON, an array with an object for each variable.
        #[arg(long)]
        json: bool,
    },
    /// Prints a template: every parameter with its unit, range and default, for
    /// `build --parameters`, or a group.
    New {
        /// The joint, as `list` names it.
        #[arg(required_unless_present = "group")]
        joint: Option<String>,
        /// A group of bodies and joints, for `build --group`.
        #[arg(long, conflicts_with = "joint")]
        group: bool,
        /// With --group: one in space.
        #[arg(long, requires = "group")]
        space: bool,
    },
    /// Builds the FMU of a joint: from prebuilt libraries, or with cargo.
    Build(Build),
    /// Makes a release folder: program, libraries, FMUs, licences, checksums. With it, no Rust is needed.
    Dist(Dist),
    /// Runs an FMU: its default short run, a table of inputs, or a body thrown at its joint. Writes
    /// a table and a picture.
    Run {
        /// The FMU to run.
        file: PathBuf,
        #[command(flatten)]
        options: run::Options,
    },
    /// Checks an FMU: symbols, description, GUID, one short run, the results that come with it.
    Check {
        /// The FMU to check.
        file: PathBuf,
    },
    /// Prints the completion script for a shell: bash, zsh, fish, powershell or elvish.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Runs an FMU for `check`, which does not trust it.
    #[command(hide = true)]
    Drive {
        /// The FMU to run.
        file: PathBuf,
    },
    /// Prints a number that may have a unit, in another unit, for programs.
    #[command(hide = true)]
    Convert {
        /// The number, as 0.1 mm.
        number: String,
        /// The SI unit, as describe names it.
        #[arg(long)]
        unit: String,
    },
    /// Computes contact.body_compliance of a pin in its housing, for build --parameters: the law
    /// `conformal` needs it to be exact.
    Compliance {
        #[command(flatten)]
        housing: Housing,
    },
    /// Computes the mobility at a joint, for build --parameters: coupling.method = predicted needs it.
    Mobility {
        /// A joint of --group, or a [[mobility]] there: its bodies as they start, with the group's ideal joints.
        #[arg(requires = "group")]
        joint: Option<String>,
        /// A group in whose file the bodies are, in place of their numbers.
        #[arg(long, value_name = "GROUP.toml", requires = "joint")]
        #[arg(conflicts_with_all = [
            "mass-a", "mass-b", "inertia-a", "inertia-b", "line", "radius_a", "radius_b", "stiffness", "restitution",
        ])]
        group: Option<PathBuf>,
        #[command(flatten)]
        pair: Pair,
    },
    /// Looks ahead: how a joint wears under a load cycle over thousands of hours, and when it must be replaced.
    Forecast {
        #[command(flatten)]
        options: Box<forecast::Options>,
    },
    /// Finds a joint's parameters in measurements, for build --parameters: friction, play, stiffness, restitution, oil.
    Identify {
        #[command(flatten)]
        options: identify::Options,
    },
}

/// Options of `build`.
#[derive(clap::Args)]
pub struct Build {
    /// The joint, as `list` names it.
    #[arg(required_unless_present_any = ["all", "group"], conflicts_with = "all")]
    pub joint: Option<String>,
    /// Builds every joint with its default start values; -o names a folder.
    #[arg(long)]
    pub all: bool,
    /// The FMU to write; default: NAME.fmu in this folder, NAME being that of the FMU.
    #[arg(short, long, value_name = "FILE.fmu", required_if_eq("all", "true"))]
    pub output: Option<PathBuf>,
    /// A start value of this FMU; may be repeated, overrides --parameters.
    #[arg(long, value_name = "name=value", conflicts_with = "all")]
    pub set: Vec<String>,
    /// Start values from a TOML file.
    #[arg(long, value_name = "FILE.toml", conflicts_with = "all")]
    pub parameters: Option<PathBuf>,
    #[command(flatten)]
    pub choices: Choices,
    #[command(flatten)]
    pub shorthand: Shorthand,
    /// A platform to build for: linux64, win64, aarch64-linux, darwin64 or all; may be repeated,
    /// one FMU holds them all. Default: all prebuilt ones; if there are none, this machine's.
    #[arg(long, value_name = "PLATFORM")]
    pub platform: Vec<String>,
    /// Folder of prebuilt libraries, as linux64/JOINT.so or win64/JOINT.dll, made by `dist`.
    /// Default: those shipped with this program; if there are none, cargo compiles.
    #[arg(long, value_name = "DIR")]
    pub binaries: Option<PathBuf>,
}

/// Options of `dist`.
#[derive(clap::Args)]
pub struct Dist {
    /// The folder to make.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// A platform to include, as for `build`; default: all that can be built here.
    #[arg(long, value_name = "PLATFORM")]
    pub platform: Vec<String>,
    /// A joint to include, as `list` names it, may be repeated; without it all. Groups are in every release.
    #[arg(long, value_name = "JOINT")]
    pub joint: Vec<String>,
    /// A platform to make the command-line program for, and its wheel; without it each of the
    /// release's.
    #[arg(long, value_name = "PLATFORM")]
    pub program: Vec<String>,
    /// Leaves out the command-line programs, which take most of the time.
    #[arg(long, conflicts_with = "program")]
    pub libraries_only: bool,
    /// Also makes wheels for `pip install`: program, libraries, Python module.
    #[arg(long, conflicts_with = "libraries_only")]
    pub wheel: bool,
    /// Also includes the rendered book from this folder; `mdbook build docs` makes it in target/book.
    #[arg(long, value_name = "DIR")]
    pub book: Option<PathBuf>,
    /// Version of FMI of the FMUs in it: 2 (the default, which nearly every tool imports) or 3. The libraries and the
    /// program serve both.
    #[arg(long, value_name = "2|3")]
    pub fmi: Option<String>,
}
