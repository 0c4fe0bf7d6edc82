//! The plan of a group in space as plain data, read from JSON or TOML.

use super::frame::{Point3, SpaceFramePlan};
use super::machine::{
    SpaceDrivePlan, SpaceLoadPlan, SpaceMobilityPlan, SpacePortPlan, SpaceSpringPlan,
    SpaceStartPlan,
};
use crate::base::Fault;
use crate::group::joint_kind::SpaceJointKind;
use crate::group::plan::{BodyKind, JointParameters, ShownVariables, Starts, WeldPlan, shown};
use serde::{Deserialize, Serialize};

/// Variables of a marker: its motion, and the load on the body there.
const MARKER: [&str; 19] = [
    "x", "y", "z", "e0", "e1", "e2", "e3", "vx", "vy", "vz", "wx", "wy", "wz", "fx", "fy", "fz",
    "tx", "ty", "tz",
];

/// Bodies, the joints with play between them, and their ideal constraints, in space.
///
/// As TOML: `space = true`, then `[[body]]`, `[[joint]]`, `[[pin]]`, `[[lock]]`, `[[weld]]`, each with the fields below. All
/// quantities are in SI units; points are in a body's own frame, and `ground` names the world. It is another document than
/// [`Plan`](crate::group::Plan) because every point, frame and inertia in it has another shape.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpacePlan {
    /// True.
    pub space: bool,
    /// Selection of the variables of bodies and joints that a unit shows to its host.
    #[serde(default)]
    pub variables: ShownVariables,
    /// True if the unit moves the free bodies itself; else the host does.
    #[serde(default)]
    pub integrate: bool,
    /// Gravity, the acceleration of every free body \[m/s²\]; for units that move them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Point3>,
    /// The bodies, in the order of their variables.
    #[serde(rename = "body")]
    pub bodies: Vec<SpaceBodyPlan>,
    /// The joints with play, in the order of their variables.
    #[serde(rename = "joint", default)]
    pub joints: Vec<SpaceJointPlan>,
    /// Ideal joints.
    #[serde(rename = "pin", default)]
    pub pins: Vec<SpacePinPlan>,
    /// Directions in which bodies cannot move.
    #[serde(rename = "lock", default)]
    pub locks: Vec<SpaceLockPlan>,
    /// Bodies that move as one.
    #[serde(rename = "weld", default)]
    pub welds: Vec<WeldPlan>,
    /// Springs, dampers and bushings; like all further lists for units that move the bodies.
    #[serde(rename = "spring", default)]
    pub springs: Vec<SpaceSpringPlan>,
    /// Loads that never change.
    #[serde(rename = "load", default)]
    pub loads: Vec<SpaceLoadPlan>,
    /// Drives.
    #[serde(rename = "drive", default)]
    pub drives: Vec<SpaceDrivePlan>,
    /// Frames on free bodies for units outside.
    #[serde(rename = "port", default)]
    pub ports: Vec<SpacePortPlan>,
    /// Joints that are units of their own, whose mobility this one reports.
    #[serde(rename = "mobility", default, skip_serializing_if = "Vec::is_empty")]
    pub mobilities: Vec<SpaceMobilityPlan>,
}

impl SpacePlan {
    /// Reads and checks a plan from inside an FMU; returns the parameters of its joints, too.
    pub(crate) fn with_parameters(text: &str) -> Result<(Self, Vec<JointParameters>), Fault> {
        let plan: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let parameters = plan.joint_parameters().map_err(|fault| fault.to_string())?;
        Ok((plan, parameters))
    }

    /// Reads and checks a plan from inside an FMU; the error names the fault in the text.
    pub fn from_json(text: &str) -> Result<Self, Fault> {
        Self::with_parameters(text).map(|(plan, _)| plan)
    }

    /// Returns a test that is true for the names of a unit's variables.
    pub fn shows(&self) -> impl Fn(&str) -> bool + '_ {
        let bodies = self.bodies.iter().map(|body| (&*body.name, &*body.variables));
        let joints = self.joints.iter().map(|joint| (&*joint.name, &*joint.variables));
        let moved = self.bodies.iter();
        let moved = moved.filter(|body| !self.integrate || body.kind == BodyKind::Prescribed);
        let moved = moved.map(|body| &*body.name).collect();
        shown(self.variables, bodies.chain(joints).collect(), moved, &MARKER)
    }

    /// Returns the text of the plan as a unit contains it.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data always serialises")
    }
}

/// A body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceBodyPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// Free, or prescribed by the host.
    #[serde(default)]
    pub kind: BodyKind,
    /// Mass \[kg\]; of a free body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// Ixx, Iyy, Izz, and Ixy, Ixz, Iyz if they are not 0 \[kg m²\]: elements of the tensor about the centre of mass, in
    /// the axes of the body's frame; of a free body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<InertiaPlan>,
    /// Centre of mass.
    #[serde(default)]
    pub centre_of_mass: Point3,
    /// The frame on the body at which the host gives motions and gets loads.
    #[serde(default)]
    pub marker: SpaceFramePlan,
    /// Start motion of the marker; of a free body that the unit moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<SpaceStartPlan>,
    /// Names of its variables that a unit shows, for `variables = "named"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
}

/// The inertia of a body as a file gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum InertiaPlan {
    /// One number, which is too few in space.
    One(f64),
    /// Three or six numbers.
    Several(Vec<f64>),
}

/// A joint with play between two bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceJointPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: SpaceJointKind,
    /// The body with the bearing, or `ground`.
    pub a: String,
    /// The body with the journal, or `ground`.
    pub b: String,
    /// Frame of the bearing on body a.
    #[serde(default, alias = "at_a")]
    pub frame_a: SpaceFramePlan,
    /// Frame of the journal on body b.
    #[serde(default, alias = "at_b")]
    pub frame_b: SpaceFramePlan,
    /// Start values of the joint's parameters that differ from the defaults, by name, as text.
    #[serde(default, skip_serializing_if = "Starts::is_empty")]
    pub parameters: Starts,
    /// Names of its parameters and reports that a unit shows, for `variables = "named"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
}

/// The freedom that an ideal joint leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PinKind {
    /// All rotations about the common origin.
    #[default]
    Ball,
    /// Rotation about z.
    Hinge,
    /// Rotation about z, and translation along it.
    Cylinder,
    /// Translation along z.
    Slider,
    /// Rotations about x of frame a and about y of frame b.
    Universal,
    /// All motions at a constant distance of both origins.
    Distance,
}

/// An ideal joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpacePinPlan {
    /// The freedom that it leaves.
    #[serde(default)]
    pub kind: PinKind,
    /// One body, or `ground`.
    pub a: String,
    /// The other body, or `ground`.
    pub b: String,
    /// Its frame on a.
    #[serde(default, alias = "at_a")]
    pub frame_a: SpaceFramePlan,
    /// Its frame on b.
    #[serde(default, alias = "at_b")]
    pub frame_b: SpaceFramePlan,
    /// The distance of both origins \[m\], for `kind = "distance"` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}

/// Directions in which a body keeps its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceLockPlan {
    /// The body.
    pub body: String,
    /// The body that it keeps its place in, `ground` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// The frame on a whose axes the directions are.
    #[serde(default)]
    pub frame_a: SpaceFramePlan,
    /// The directions, each once.
    pub directions: Vec<SpaceDirection>,
}

/// A direction in which a body could move: along an axis, or a rotation about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SpaceDirection {
    X,
    Y,
    Z,
    Rx,
    Ry,
    Rz,
}
