//! What a group is made of, as plain data: bodies, joints between them, ideal constraints.

mod beam;
mod check;
mod check_flexible;
mod check_machine;
mod fault;
mod flexible;
mod frame;
mod machine;
mod machine_parameters;
mod parameters;
mod places;
mod resolve;

pub use beam::{BeamPlan, SectionPlan};
pub use fault::PlanFault;
pub(crate) use flexible::mode_name;
pub use flexible::{FlexiblePlan, ModePlan, ShapePlan};
pub use frame::{FramePlan, GROUND, Point};
pub use machine::{DrivePlan, LoadPlan, MobilityPlan, PortPlan, SpringKind, SpringPlan, StartPlan};
pub(crate) use machine_parameters::rows_of;
pub use machine_parameters::{
    CarriedCoupling, CarriedParameters, DriveParameters, DriveReport, FrameReport, Gravity,
    LineSpringParameters, LoadInput, MachineEnergy, MachineParameters, MachineReport,
    MobilityReport, StartParameters, TurnSpringParameters,
};
pub(crate) use parameters::JointParameters;
pub use parameters::{BodyParameters, BodyPoint, Choices, CouplingChoices, GroupParameters};

use places::{exactly_two, maybe_two};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The motion of a body's marker, and the load there.
const MARKER: [&str; 9] = ["x", "y", "phi", "vx", "vy", "w", "fx", "fy", "t"];

/// Bodies, the joints with clearance between them, and the ideal constraints they are under.
///
/// As TOML: `[[body]]`, `[[joint]]`, `[[pin]]`, `[[lock]]`, `[[weld]]`, each with the fields below. All
/// is in SI units; places are in a body's own frame, and `ground` names the world. `at_a` and `frame_a` are two names
/// for the place on body a in whatever joins two bodies, and either may be `[x, y]` or `{ x = …, y = … }`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Which variables of its bodies and joints a unit shows to its host.
    #[serde(default, skip_serializing_if = "ShownVariables::are_all")]
    pub variables: ShownVariables,
    /// Whether the unit moves the free bodies itself; else the host does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub integrate: bool,
    /// What accelerates every free body \[m/s²\]; where the unit moves them.
    #[serde(default, deserialize_with = "maybe_two", skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Point>,
    /// The bodies, in the order of their variables.
    #[serde(rename = "body")]
    pub bodies: Vec<BodyPlan>,
    /// The joints with clearance, in the order of their variables.
    #[serde(rename = "joint", default)]
    pub joints: Vec<JointPlan>,
    /// Ideal pins.
    #[serde(rename = "pin", default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<PinPlan>,
    /// Directions in which bodies cannot move.
    #[serde(rename = "lock", default, skip_serializing_if = "Vec::is_empty")]
    pub locks: Vec<LockPlan>,
    /// Bodies that move as one.
    #[serde(rename = "weld", default, skip_serializing_if = "Vec::is_empty")]
    pub welds: Vec<WeldPlan>,
    /// Springs and dampers; where the unit moves the bodies, as are all that follow.
    #[serde(rename = "spring", default, skip_serializing_if = "Vec::is_empty")]
    pub springs: Vec<SpringPlan>,
    /// Loads that never change.
    #[serde(rename = "load", default, skip_serializing_if = "Vec::is_empty")]
    pub loads: Vec<LoadPlan>,
    /// Bodies that are kept at a speed.
    #[serde(rename = "drive", default, skip_serializing_if = "Vec::is_empty")]
    pub drives: Vec<DrivePlan>,
    /// Frames on free bodies for units outside.
    #[serde(rename = "port", default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<PortPlan>,
    /// Places where FMUs of joints act.
    #[serde(rename = "mobility", default, skip_serializing_if = "Vec::is_empty")]
    pub mobilities: Vec<MobilityPlan>,
}

/// Which variables of bodies and joints are variables of a unit. What belongs to the group as a whole always
/// is, and the motions and loads of bodies that the host moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShownVariables {
    /// All of them.
    #[default]
    All,
    /// Those that bodies and joints name; sums over the joints come on top.
    Named,
}

/// A body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// Whether loads move it.
    #[serde(default)]
    pub kind: BodyKind,
    /// Mass \[kg\]; of a free body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// Moment of inertia about the centre of mass \[kg m²\]; of a free body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<f64>,
    /// Centre of mass.
    #[serde(default, deserialize_with = "exactly_two")]
    pub centre_of_mass: Point,
    /// The frame that the host knows: its inputs and loads.
    #[serde(default)]
    pub marker: FramePlan,
    /// Where the marker begins; of a free body that the unit moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartPlan>,
    /// How it bends; a body without is rigid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flexible: Option<FlexiblePlan>,
    /// Names of its variables that a unit shows, where only named ones are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
}

/// Whether loads move a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Loads move it.
    #[default]
    Free,
    /// The host moves it, whatever the loads.
    Prescribed,
}

/// A joint with clearance between two bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: JointKind,
    /// The body with the bearing or the guide, or `ground`.
    pub a: String,
    /// The body with the journal or the slider, or `ground`.
    pub b: String,
    /// Frame of the bearing or guide on body a.
    #[serde(default, alias = "at_a")]
    pub frame_a: FramePlan,
    /// Frame of the journal or slider on body b.
    #[serde(default, alias = "at_b")]
    pub frame_b: FramePlan,
    /// Start values of the joint's parameters other than its own, by name, as a person would write
    /// them.
    #[serde(default, skip_serializing_if = "Starts::is_empty")]
    pub parameters: Starts,
    /// Names of its parameters and reports that are variables, where only named ones are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
}

/// What a joint is, by the name of the single joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum JointKind {
    /// A pin in a hole with clearance.
    RevoluteClearance,
    /// A slider between the faces of a guide.
    TranslationalClearance,
}

impl TryFrom<String> for JointKind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let allowed = "a group is planar and has revolute_clearance or translational_clearance";
        match name.as_str() {
            "revolute_clearance" => Ok(Self::RevoluteClearance),
            "translational_clearance" => Ok(Self::TranslationalClearance),
            "spatial_revolute" => Err(format!("spatial_revolute is a joint in space; {allowed}")),
            _ => Err(format!(
                "unknown variant `{name}`, expected `revolute_clearance` or `translational_clearance`"
            )),
        }
    }
}

/// A point of one body stays on a point of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinPlan {
    /// One body.
    pub a: String,
    /// The other body, or `ground`.
    pub b: String,
    /// The point on a.
    #[serde(default, alias = "frame_a", deserialize_with = "exactly_two")]
    pub at_a: Point,
    /// The point on b.
    #[serde(default, alias = "frame_b", deserialize_with = "exactly_two")]
    pub at_b: Point,
}

/// Directions of the world in which a body cannot move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockPlan {
    /// The body.
    pub body: String,
    /// Which directions: those of its centre of mass, and its angle.
    pub directions: Vec<Direction>,
}

/// A direction in which a body could move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along the world's x axis.
    X,
    /// Along the world's y axis.
    Y,
    /// Turning.
    Phi,
}

/// Two bodies move as one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeldPlan {
    /// One body.
    pub a: String,
    /// The other body, or `ground`.
    pub b: String,
}

/// Start values by the full names of variables; read from tables within tables, too.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Leaf>")]
pub struct Starts(pub BTreeMap<String, String>);

/// What stands behind a part of a name.
#[derive(Deserialize)]
#[serde(untagged)]
enum Leaf {
    Truth(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    Table(BTreeMap<String, Leaf>),
}

impl Plan {
    /// Reads and checks a plan as it lies inside an FMU; the error says what is wrong with the text.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let mut plan: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        plan.check().map_err(|fault| fault.to_string())?;
        plan.resolve().map_err(|fault| fault.to_string())?;
        Ok(plan)
    }

    /// Whether the variable of that name is one of a unit. What a host gives to the bodies that it moves, and
    /// what it gets for them, always is; with relative ports so is that of the joints.
    pub fn shows(&self) -> impl Fn(&str) -> bool {
        let bodies = self.bodies.iter().map(|body| (&*body.name, &*body.variables));
        let joints = self.joints.iter().map(|joint| (&*joint.name, &*joint.variables));
        let named: BTreeMap<&str, &[String]> = bodies.chain(joints).collect();
        let all = self.variables == ShownVariables::All;
        let moved = self.bodies.iter();
        let moved = moved.filter(|body| !self.integrate || body.kind == BodyKind::Prescribed);
        let moved: BTreeSet<&str> = moved.map(|body| &*body.name).collect();
        move |name| {
            let (part, name) = name.split_once('.').unwrap_or_default();
            // What belongs to no body and no joint belongs to the group.
            all || (moved.contains(part) && MARKER.contains(&name))
                || named.get(part).is_none_or(|named| named.iter().any(|shown| shown == name))
        }
    }

    /// The text that [`Plan::from_json`] reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data always serialises")
    }
}

impl ShownVariables {
    fn are_all(&self) -> bool {
        *self == Self::All
    }
}

impl Starts {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, name: String, leaf: Leaf) {
        let text = match leaf {
            Leaf::Truth(truth) => truth.to_string(),
            Leaf::Whole(number) => number.to_string(),
            Leaf::Number(number) => number.to_string(),
            Leaf::Text(text) => text,
            Leaf::Table(table) => {
                return table
                    .into_iter()
                    .for_each(|(part, leaf)| self.take(format!("{name}.{part}"), leaf));
            }
        };
        self.0.insert(name, text);
    }
}

impl From<BTreeMap<String, Leaf>> for Starts {
    fn from(table: BTreeMap<String, Leaf>) -> Self {
        let mut starts = Self::default();
        table.into_iter().for_each(|(name, leaf)| starts.take(name, leaf));
        starts
    }
}
