//! The plan of a group as plain data, read from JSON or TOML.

use super::body::{BodyKind, BodyPlan};
use super::constraint::{LockPlan, PinPlan, WeldPlan};
use super::frame::Point;
use super::joint::JointPlan;
use super::machine::{DrivePlan, LoadPlan, MobilityPlan, PortPlan, SpringPlan};
use super::parameters::JointParameters;
use super::places::maybe_two;
use crate::base::Fault;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Variables of a marker: its motion, and the load on the body there.
const MARKER: [&str; 9] = ["x", "y", "phi", "vx", "vy", "w", "fx", "fy", "t"];

/// Bodies, the joints with clearance between them, and their ideal constraints.
///
/// As TOML: `[[body]]`, `[[joint]]`, `[[pin]]`, `[[lock]]`, `[[weld]]`, each with the fields below. All
/// quantities are in SI units; points are in a body's own frame, and `ground` names the world. Joints, pins and springs
/// may call their point on body a `at_a` or `frame_a`, and either may be `[x, y]` or `{ x = …, y = … }`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Selection of the variables of bodies and joints that a unit shows to its host.
    #[serde(default, skip_serializing_if = "ShownVariables::are_all")]
    pub variables: ShownVariables,
    /// True if the unit moves the free bodies itself; else the host does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub integrate: bool,
    /// Gravity, the acceleration of every free body \[m/s²\]; for units that move them.
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
    /// Springs and dampers; like all further lists for units that move the bodies.
    #[serde(rename = "spring", default, skip_serializing_if = "Vec::is_empty")]
    pub springs: Vec<SpringPlan>,
    /// Loads that never change.
    #[serde(rename = "load", default, skip_serializing_if = "Vec::is_empty")]
    pub loads: Vec<LoadPlan>,
    /// Drives, which keep bodies at a speed.
    #[serde(rename = "drive", default, skip_serializing_if = "Vec::is_empty")]
    pub drives: Vec<DrivePlan>,
    /// Frames on free bodies for units outside.
    #[serde(rename = "port", default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<PortPlan>,
    /// Joints that are FMUs of their own.
    #[serde(rename = "mobility", default, skip_serializing_if = "Vec::is_empty")]
    pub mobilities: Vec<MobilityPlan>,
}

/// Selection of the variables of bodies and joints that a unit has. Those of the group as a whole, and the motions and
/// loads of bodies that the host moves, are always variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShownVariables {
    /// All of them.
    #[default]
    All,
    /// Those that bodies and joints name, and sums over the joints.
    Named,
}

impl Plan {
    /// Reads and checks a plan from inside an FMU; the error names the fault in the text.
    pub fn from_json(text: &str) -> Result<Self, Fault> {
        Self::with_parameters(text).map(|(plan, _)| plan)
    }

    /// Reads and checks a plan; returns the parameters of its joints, too.
    pub(crate) fn with_parameters(text: &str) -> Result<(Self, Vec<JointParameters>), Fault> {
        let mut plan: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let parameters = plan.joint_parameters().map_err(|fault| fault.to_string())?;
        plan.resolve().map_err(|fault| fault.to_string())?;
        Ok((plan, parameters))
    }

    /// Returns a test that is true for the names of a unit's variables.
    ///
    /// Motions and loads of the bodies that the host moves, or with relative ports of the joints, are always variables.
    pub fn shows(&self) -> impl Fn(&str) -> bool + '_ {
        let bodies = self.bodies.iter().map(|body| (&*body.name, &*body.variables));
        let joints = self.joints.iter().map(|joint| (&*joint.name, &*joint.variables));
        let moved = self.bodies.iter();
        let moved = moved.filter(|body| !self.integrate || body.kind == BodyKind::Prescribed);
        let moved = moved.map(|body| &*body.name).collect();
        shown(self.variables, bodies.chain(joints).collect(), moved, &MARKER)
    }

    /// Returns the text that [`Plan::from_json`] reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data always serialises")
    }
}

/// Returns a test that is true for the names of a unit's variables: those that its bodies and joints name, the `marker`
/// variables of bodies that the host moves, and all of the group as a whole.
pub(crate) fn shown<'a>(
    which: ShownVariables,
    named: BTreeMap<&'a str, &'a [String]>,
    moved: BTreeSet<&'a str>,
    marker: &'static [&'static str],
) -> impl Fn(&str) -> bool + 'a {
    move |name| {
        let (part, name) = name.split_once('.').unwrap_or_default();
        // Names without a body or joint belong to the group.
        which == ShownVariables::All
            || (moved.contains(part) && marker.contains(&name))
            || named.get(part).is_none_or(|named| named.iter().any(|shown| shown == name))
    }
}

impl ShownVariables {
    fn are_all(&self) -> bool {
        *self == Self::All
    }
}
