//! A body of a plan, as plain data.

use super::flexible::FlexiblePlan;
use super::frame::{FramePlan, Point};
use super::machine::StartPlan;
use super::places::exactly_two;
use serde::{Deserialize, Serialize};

/// A body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// Free, or prescribed by the host.
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
    /// The frame on the body at which the host gives motions and gets loads.
    #[serde(default)]
    pub marker: FramePlan,
    /// Start motion of the marker; of a free body that the unit moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartPlan>,
    /// Flexibility; a body without is rigid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flexible: Option<FlexiblePlan>,
    /// Names of its variables that a unit shows, for `variables = "named"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
}

/// The cause of a body's motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Loads move it.
    #[default]
    Free,
    /// The host moves it, whatever the loads.
    Prescribed,
}
