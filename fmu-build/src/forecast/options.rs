//! Options of `forecast`, as clap reads them.

use crate::{Choices, Shorthand, units};
use std::path::{Path, PathBuf};

/// Options of `forecast`.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// The joint, revolute_clearance or sliced_pin; or a planar group that moves itself (GROUP.toml), whose
    /// revolute_clearance joints wear, each under its load in the new machine.
    #[arg(value_name = "JOINT|GROUP.toml")]
    pub joint: String,
    /// The load cycle, which repeats: a table with the columns time, fx and fy, or force (along x), or torque; and angle
    /// or speed. Units stand in the head, as in `force_kN` or behind the name in brackets.
    #[arg(long, value_name = "CYCLE.csv")]
    pub cycle: Option<PathBuf>,
    /// The load cycle of a group: its duration, as in 0.3s.
    #[arg(long, value_name = "TIME")]
    pub period: Option<String>,
    /// Periods of a group before the one that counts.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub run_in: u32,
    /// Hours of operation to look ahead; or a time with its unit, as in 2years.
    #[arg(long, value_name = "HOURS", allow_hyphen_values = true, value_parser = units::hours)]
    pub hours: f64,
    /// The page to write; table, pictures, worn profile and state are written beside it. Default: JOINT_wear.html; a group has one
    /// for each joint, with its name behind.
    #[arg(short, long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
    /// Play at which the joint is replaced: the way of the pin from wall to wall, twice the clearance when new. In
    /// metres, or with a unit as in 0.3mm.
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub replace_at: Option<String>,
    /// Depth of wear of the bearing at which it is replaced: the thickness of its lining.
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub replace_at_wall: Option<String>,
    /// Wear coefficient K/H, in 1/Pa, of the body that wears more; the other body keeps its ratio. A number, a range as
    /// 1e-14..1e-13, or a distribution: lognormal(3e-14, 2), loguniform(..), normal(mean, sd), uniform(low, high).
    /// With --hardness it is Archard's K, without a unit. A file that `identify` wrote gives it, too: --parameters.
    #[arg(long, value_name = "VALUE|RANGE", allow_hyphen_values = true)]
    pub wear_coefficient: Option<String>,
    /// Hardness of the softer body, in Pa, which divides the wear coefficient: a number, range or distribution.
    #[arg(long, value_name = "VALUE|RANGE", requires = "wear_coefficient")]
    pub hardness: Option<String>,
    /// Factor of all loads: a number, range or distribution, as in 0.8..1.3.
    #[arg(long, value_name = "VALUE|RANGE", allow_hyphen_values = true)]
    pub load_factor: Option<String>,
    /// A parameter with its range or distribution, as in geometry.clearance=50um..80um; may be repeated.
    #[arg(long, value_name = "name=RANGE")]
    pub vary: Vec<String>,
    /// Largest number of runs for the uncertainty; as few as are needed are made.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub runs: usize,
    /// Poses into which the cycle is condensed.
    #[arg(long, value_name = "N", default_value_t = 72)]
    pub poses: usize,
    /// Target error of an extrapolation over cycles, relative to the largest penetration.
    #[arg(long, value_name = "PART", default_value_t = 0.05)]
    pub jump_error: f64,
    /// Does not repeat the run with coarser jumps, cells and poses: errors of the computation are then unknown.
    #[arg(long)]
    pub no_errors: bool,
    /// Names of columns, if they differ: angle=phi, fx=-F, with a unit in brackets behind.
    #[arg(long, value_name = "quantity=column")]
    pub columns: Vec<String>,
    /// Goes on from the end of an earlier forecast, its JSON file: worn shapes and hours. For a group, give the name without the
    /// joint's: machine.json stands for machine_B.json.
    #[arg(long, value_name = "FILE.json")]
    pub from: Option<PathBuf>,
    /// A parameter of the joint; may be repeated, overrides --parameters.
    #[arg(long, value_name = "name=value")]
    pub set: Vec<String>,
    /// Parameters from a TOML file.
    #[arg(long, value_name = "FILE.toml")]
    pub parameters: Option<PathBuf>,
    /// Number of slices of a sliced pin. In a group, every joint then has a pin that bends and a hole that wears.
    #[arg(long, value_name = "N")]
    pub slices: Option<usize>,
    /// Cells of the wear map, 24 to 720; default 72.
    #[arg(long, value_name = "N")]
    pub cells: Option<usize>,
    /// Wear at the start, as `run` and `forecast` write it.
    #[arg(long, value_name = "FILE.csv", conflicts_with = "from")]
    pub profile: Option<PathBuf>,
    /// Materials and play of the new joint.
    #[command(flatten)]
    pub shorthand: Catalogue,
    /// Prints the result as JSON.
    #[arg(long)]
    pub json: bool,
}

impl Default for Options {
    fn default() -> Self {
        /// A command of its own, for the values that options have when they are not given.
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            options: Options,
        }
        let arguments = ["forecast", "revolute_clearance", "--hours", "1"];
        <Alone as clap::Parser>::parse_from(arguments).options
    }
}

/// Catalogue data of a joint, as for `build`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Catalogue {
    /// Material of body a, as for build; in a sliced pin that of the pin.
    #[arg(long, value_name = "NAME")]
    pub material_a: Option<String>,
    /// Material of body b; in a sliced pin that of the rod.
    #[arg(long, value_name = "NAME")]
    pub material_b: Option<String>,
    /// Diametral play of the new joint, twice its clearance, as in 0.2mm.
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub play: Option<String>,
}

impl Catalogue {
    pub(super) fn shorthand(&self) -> Shorthand {
        let Self { material_a, material_b, play } = self.clone();
        Shorthand { material_a, material_b, play, restitution: None }
    }
}

impl Options {
    /// Returns true if a group is asked about.
    pub(super) fn is_of_group(&self) -> bool {
        Path::new(&self.joint).extension().is_some_and(|ending| ending == "toml")
    }

    /// The choices of the build with `cells` cells.
    pub(super) fn choices(&self, cells: usize) -> Choices {
        let (slices, profile) = (self.slices, self.profile.clone());
        Choices { slices, cells: Some(cells), profile, ..Choices::default() }
    }
}
