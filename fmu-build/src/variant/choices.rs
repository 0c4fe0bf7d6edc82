//! Choices of a build beyond start values: ports, kinds of FMU, tables, names.

use crate::Error;
use model_description::xml::FmiVersion;
use std::path::PathBuf;

/// Options of the command line, and the constants that they choose.
pub(super) const CONSTANTS: [(&str, &str); 5] = [
    ("ports", "build.ports"),
    ("slices", "build.slices"),
    ("cells", "build.cells"),
    ("mobility", "build.mobility"),
    ("temperature", "build.temperature"),
];

/// Choices of a build, beyond start values.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Choices {
    /// Connection to the host: world (both frames, the default) or relative (b relative to a);
    /// for sliced_pin and bushing also spatial or spatial_relative, all six directions.
    #[arg(long, value_name = "world|relative|spatial|spatial_relative", conflicts_with = "all")]
    pub ports: Option<String>,
    /// Version of FMI: 2 (the default, which nearly every tool imports) or 3.
    #[arg(long, value_name = "2|3")]
    pub fmi: Option<String>,
    /// Series of variables, those of slices among them, as arrays, which few tools import; with --fmi 3.
    #[arg(long)]
    pub arrays: bool,
    /// FMU type: cs, me or cs_me; default: both if the joint supports both.
    #[arg(long, value_name = "cs|me|cs_me", conflicts_with = "all")]
    pub kind: Option<String>,
    /// Number of slices of a joint that is cut into slices.
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub slices: Option<usize>,
    /// Cells of a wear map around bearing and journal, or around the hole of every slice: 24 to 720; without it the
    /// revolute joint does not wear, and every slice of a hole wears uniformly.
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub cells: Option<usize>,
    /// Initial wear, in metres and radians: a table with the columns position,depth for a sliced pin,
    /// slice,angle,depth for one with cells, or angle,bearing,journal for a revolute joint with cells.
    #[arg(long, value_name = "FILE.csv", conflicts_with = "all")]
    pub profile: Option<PathBuf>,
    /// Source of the mobility for coupling.method = predicted: given_by_parameter (the default) or
    /// given_by_input, for bodies whose mobility changes with the pose.
    #[arg(long, value_name = "given_by_parameter|given_by_input", conflicts_with = "all")]
    pub mobility: Option<String>,
    /// Source of the temperature of a revolute joint's oil: given_by_parameter film.temperature (the default)
    /// or given_by_input oil.temperature, which may change at every communication point.
    #[arg(long, value_name = "given_by_parameter|given_by_input", conflicts_with = "all")]
    pub temperature: Option<String>,
    /// File with the bodies and joints of a group, built as one FMU.
    #[arg(long, value_name = "GROUP.toml", conflicts_with = "all")]
    pub group: Option<PathBuf>,
    /// The group moves its bodies itself: loads in, motions out; for tools that only pass signals.
    #[arg(long, requires = "group")]
    pub integrate: bool,
    /// Name of the FMU in the tool that loads it, and of its file unless -o is given. Default:
    /// the name of the joint, or of the group's file.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub name: Option<String>,
}

/// The kinds of FMU that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub name: &'static str,
    pub co_simulation: bool,
    pub model_exchange: bool,
}

const KINDS: [Kind; 3] = [
    Kind { name: "cs_me", co_simulation: true, model_exchange: true },
    Kind { name: "cs", co_simulation: true, model_exchange: false },
    Kind { name: "me", co_simulation: false, model_exchange: true },
];

impl Kind {
    /// The kind of that name.
    pub fn named(name: &str) -> Result<Self, Error> {
        let known = KINDS.iter().map(|kind| kind.name);
        let found = KINDS.into_iter().find(|kind| kind.name == name);
        found.ok_or_else(|| Error::unknown("kind", name, known))
    }
}

/// The version of FMI of that number; 2.0 without one.
pub(super) fn fmi_named(number: Option<&str>) -> Result<FmiVersion, Error> {
    match number {
        None | Some("2") => Ok(FmiVersion::Two),
        Some("3") => Ok(FmiVersion::Three),
        Some(other) => Err(Error::unknown("version of FMI", other, ["2", "3"].into_iter())),
    }
}
