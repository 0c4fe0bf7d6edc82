//! A joint of a plan, as plain data.

use super::frame::FramePlan;
use super::starts::Starts;
use crate::group::joint_kind::{Grouped, JointKind, SingleJoint};
use crate::joints::WornSurfaces;
use crate::model::Files;
use serde::{Deserialize, Serialize};

/// A joint with clearance between two bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointPlan {
    /// Its name, which its variables begin with.
    pub name: String,
    /// Its kind.
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
    /// Cells of the wear map around bearing and journal, 24 to 720; without it they do not wear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<u32>,
    /// Depths at the beginning, for a joint with cells: a table `angle,bearing,journal`. In a file the name of another
    /// one beside it, which has the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Start values of the joint's parameters that differ from the defaults, by name, as text.
    #[serde(default, skip_serializing_if = "Starts::is_empty")]
    pub parameters: Starts,
    /// Names of its parameters and reports that a unit shows, for `variables = "named"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
}

impl JointPlan {
    /// Returns the single joint that it is; without its wear map, if its kind does not wear.
    pub(crate) fn single(&self) -> SingleJoint<dyn Grouped> {
        let worn = self.cells.and_then(|cells| self.kind.worn(cells));
        worn.unwrap_or_else(|| self.kind.single())
    }

    /// Returns the files that the single joint takes.
    pub(crate) fn files(&self) -> Files {
        self.profile.iter().map(|table| (WornSurfaces::PROFILE.to_owned(), table.clone())).collect()
    }
}
