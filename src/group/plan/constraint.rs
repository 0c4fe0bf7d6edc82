//! Ideal constraints of a plan, as plain data.

use super::frame::Point;
use super::places::exactly_two;
use serde::{Deserialize, Serialize};

/// An ideal pin: a point of one body coincides with a point of another.
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
    /// The directions, those of its centre of mass and its angle, each once.
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
    /// Rotation.
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
