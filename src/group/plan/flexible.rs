//! Flexibility of a body of a plan, as plain data: a beam, or modes from another program.

use super::beam::BeamPlan;
use super::frame::Point;
use super::places::exactly_two;
use serde::{Deserialize, Serialize};

/// Largest distance from a point to one of a mode's shape that counts as the same \[m\].
pub(crate) const SAME_PLACE: f64 = 1e-6;

/// Flexibility of a body. Its modes move against its mean motion, which is that of the rigid body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlexiblePlan {
    /// A beam whose modes are computed; mass, inertia and centre of mass of the body are the beam's then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beam: Option<BeamPlan>,
    /// A CSV file with modes, relative to the file of the group; read where an FMU is built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Damping over stiffness \[s\]: a mode of angular frequency ω has the damping ratio ω/2 times this.
    #[serde(default = "usual_damping")]
    pub damping: f64,
    /// The modes.
    #[serde(rename = "mode", default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ModePlan>,
}

/// 0.3 % of the critical damping at 1 kHz: a steel part without joints.
fn usual_damping() -> f64 {
    1e-6
}

/// A mode that moves against the body's mean motion: free at all ends, without momentum.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModePlan {
    /// Frequency \[Hz\].
    pub frequency: f64,
    /// Modal mass \[kg\], of the shape as it is given.
    pub mass: f64,
    /// The shape at places of the body.
    pub shape: Vec<ShapePlan>,
    /// First moment of the shape about the centre of mass, ∫ u·r dm \[kg m\]: the generalised centrifugal force at
    /// 1 rad/s.
    #[serde(default)]
    pub stretch: f64,
    /// Change of that force per metre of each mode of the body \[kg\]; empty for zeros.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turning: Vec<f64>,
}

/// Shape of a mode at one point of a body, in the body's axes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapePlan {
    /// The point \[m\].
    #[serde(deserialize_with = "exactly_two")]
    pub at: Point,
    /// Displacement per metre of the mode's coordinate \[1\].
    #[serde(deserialize_with = "exactly_two")]
    pub moves: Point,
    /// Rotation per metre, counter-clockwise \[1/m\].
    pub turns: f64,
}

impl ModePlan {
    /// Returns the shape at a point, if the mode has one there.
    pub(crate) fn at(&self, [x, y]: Point) -> Option<&ShapePlan> {
        let far = |shape: &&ShapePlan| (shape.at[0] - x).hypot(shape.at[1] - y);
        let nearest = self.shape.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        (far(&nearest) <= SAME_PLACE).then_some(nearest)
    }
}

/// Returns the name of a body's mode, counted from 1.
pub(crate) fn mode_name(number: usize) -> String {
    format!("mode_{number:03}")
}
