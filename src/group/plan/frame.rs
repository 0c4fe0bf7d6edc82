//! Points and frames on the bodies of a plan.

use serde::Serialize;

/// The name of the fixed body, whose frame is the world's.
pub const GROUND: &str = "ground";

/// A point \[m\] in the axes of a body's own frame.
pub type Point = [f64; 2];

/// A frame on a body.
///
/// In a file a table of these fields, or `[x, y]` for one with the body's axes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct FramePlan {
    /// Position of its origin along the body's x axis \[m\].
    pub x: f64,
    /// Position of its origin along the body's y axis \[m\].
    pub y: f64,
    /// Angle against the body's axes, counter-clockwise \[rad\].
    pub angle: f64,
}
