//! The entries of a machine's plan in space, as plain data: start motions, springs, loads, drives, ports, joints outside.

use super::frame::{Point3, SpaceFramePlan};
use crate::group::plan::NumbersPlan;
use serde::{Deserialize, Serialize};

/// Start motion of a free body's marker along the world's axes; a missing pose follows from the joints, a missing velocity is
/// 0.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SpaceStartPlan {
    /// Position along the world's x axis \[m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// Position along the world's y axis \[m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
    /// Position along the world's z axis \[m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<f64>,
    /// Quaternion from the marker's axes to the world's, scalar part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e0: Option<f64>,
    /// First component of its vector part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e1: Option<f64>,
    /// Second component of its vector part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e2: Option<f64>,
    /// Third component of its vector part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e3: Option<f64>,
    /// Velocity along the world's axes \[m/s\].
    pub vx: f64,
    /// See `vx`.
    pub vy: f64,
    /// See `vx`.
    pub vz: f64,
    /// Angular velocity about the world's axes \[rad/s\].
    pub wx: f64,
    /// See `wx`.
    pub wy: f64,
    /// See `wx`.
    pub wz: f64,
}

/// The motion that a spring resists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpaceSpringKind {
    /// The distance of two points.
    #[default]
    Line,
    /// The angle about z of frame a.
    Turn,
    /// All six directions of frame b in frame a.
    Bushing,
}

/// A spring with a damper between two bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceSpringPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// The motion that it resists.
    #[serde(rename = "type", default)]
    pub kind: SpaceSpringKind,
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
    /// Stiffness \[N/m, N m/rad\].
    #[serde(default)]
    pub stiffness: NumbersPlan,
    /// Damping \[N s/m, N m s/rad\].
    #[serde(default)]
    pub damping: NumbersPlan,
    /// Length \[m\] or angle of b against a \[rad\] without load; not for bushings.
    #[serde(default)]
    pub rest: f64,
}

/// A constant load along the axes of the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceLoadPlan {
    /// The body.
    pub body: String,
    /// The point of the body where the force acts.
    #[serde(default)]
    pub at: Point3,
    /// The force \[N\].
    #[serde(default)]
    pub force: Point3,
    /// The moment \[N m\].
    #[serde(default)]
    pub moment: Point3,
}

/// A motor that keeps the speed of a body about an axis, or exerts a torque about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceDrivePlan {
    /// The body.
    pub body: String,
    /// The body that it is driven against, `ground` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// The frame on a whose z axis it turns about.
    #[serde(default)]
    pub frame_a: SpaceFramePlan,
    /// The angular velocity that it keeps \[rad/s\], unless it has a torque.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// The moment that it exerts on the body \[N m\], with its reaction on a, unless it keeps a speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torque: Option<f64>,
}

/// A joint that is an FMU of its own: the unit reports the mobility of the two bodies there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceMobilityPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// The joint's body a, or `ground`.
    pub a: String,
    /// The joint's body b, or `ground`.
    pub b: String,
    /// The joint's frame on a, for bodies without a start: they begin with both frames on each other.
    #[serde(default, alias = "at_a")]
    pub frame_a: SpaceFramePlan,
    /// The joint's frame on b; the mobility is that at its origin, in world axes.
    #[serde(default, alias = "at_b")]
    pub frame_b: SpaceFramePlan,
}

/// A frame on a free body: the host gives the load there and gets its motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpacePortPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// The body.
    pub body: String,
    /// The frame on it.
    #[serde(default, alias = "at")]
    pub frame: SpaceFramePlan,
}
