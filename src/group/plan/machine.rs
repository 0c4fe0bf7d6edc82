//! The entries of a machine's plan, as plain data: start motions, springs, loads, drives, ports, external joints.

use super::frame::{FramePlan, Point};
use super::numbers::NumbersPlan;
use super::places::exactly_two;
use serde::{Deserialize, Serialize};

/// Start motion of a free body's marker; missing values follow from joints and pins.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StartPlan {
    /// Position along the world's x axis \[m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// Position along the world's y axis \[m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
    /// Angle, counter-clockwise \[rad\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phi: Option<f64>,
    /// Velocity along the world's x axis \[m/s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vx: Option<f64>,
    /// Velocity along the world's y axis \[m/s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vy: Option<f64>,
    /// Angular velocity \[rad/s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub w: Option<f64>,
}

/// A spring with a damper between two bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpringPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// The motion that it resists.
    #[serde(rename = "type", default)]
    pub kind: SpringKind,
    /// One body, or `ground`.
    pub a: String,
    /// The other body, or `ground`.
    pub b: String,
    /// Its end on a; the angle is for bushings.
    #[serde(default, alias = "at_a")]
    pub frame_a: FramePlan,
    /// Its end on b; the angle is for bushings.
    #[serde(default, alias = "at_b")]
    pub frame_b: FramePlan,
    /// Stiffness \[N/m\], or \[N m/rad\]; of a bushing those along x and y and about the normal, or the upper triangle of the
    /// matrix by rows.
    #[serde(default)]
    pub stiffness: NumbersPlan,
    /// Damping \[N s/m\], or \[N m s/rad\]; of a bushing as the stiffness.
    #[serde(default)]
    pub damping: NumbersPlan,
    /// Length \[m\], or angle of b against a \[rad\], without load; not for bushings.
    #[serde(default)]
    pub rest: f64,
}

/// The motion that a spring resists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpringKind {
    /// The distance of two points.
    #[default]
    Line,
    /// The angle between two bodies.
    Turn,
    /// Place and rotation of `frame_b` in `frame_a`.
    Bushing,
}

/// A constant load, in the axes of the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadPlan {
    /// The body.
    pub body: String,
    /// The point of the body where the force acts.
    #[serde(default, alias = "frame", deserialize_with = "exactly_two")]
    pub at: Point,
    /// The force \[N\].
    #[serde(default, deserialize_with = "exactly_two")]
    pub force: Point,
    /// The moment, counter-clockwise \[N m\].
    #[serde(default)]
    pub moment: f64,
}

/// A motor that keeps the speed of a body, with any moment that this needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrivePlan {
    /// The body.
    pub body: String,
    /// Its angular velocity \[rad/s\], counter-clockwise.
    pub speed: f64,
}

/// A joint that is an FMU of its own: the unit reports the mobility of the two bodies there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MobilityPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// The joint's body a, or `ground`.
    pub a: String,
    /// The joint's body b, or `ground`.
    pub b: String,
    /// The joint's frame on a, for bodies without a start: they begin with both frames on each other.
    #[serde(default, alias = "at_a")]
    pub frame_a: FramePlan,
    /// The joint's frame on b; the mobility is that at its origin.
    #[serde(default, alias = "at_b")]
    pub frame_b: FramePlan,
}

/// A frame on a free body: the host gives the load there and gets its motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// The body.
    pub body: String,
    /// The frame on it.
    #[serde(default, alias = "at")]
    pub frame: FramePlan,
}
