//! What a group tells of the end of the last committed step.

use super::plan::{BodyKind, Plan};
use crate::coupling::CouplingReport;
use crate::parts::{Both, Parts};
use crate::planar::Load;
use model_description::quantities;

quantities! {
    /// What a joint of the group exerts.
    pub struct LoadReport {
        /// Load on body b at the joint's frame on it, the mean over the last step.
        load: Load,
    }
}

quantities! {
    /// A joint of the group.
    pub struct JointReport {
        /// Penetration of the contact point that is deepest; negative while all are apart.
        penetration: "m",
        /// Sum of the normal forces, never negative.
        normal_force: "N",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first.
        impact_speed: "m/s",
        /// Largest normal force of any one contact point inside the last step.
        peak_normal_force: "N",
        /// Energy lost in the joint since the beginning.
        work: "J",
    }
}

quantities! {
    /// Largest sizes inside the last step.
    pub struct PeakAcceleration {
        /// Largest acceleration of the centre of mass along the world's x axis, never negative.
        x: "m/s2",
        /// Largest acceleration of the centre of mass along the world's y axis, never negative.
        y: "m/s2",
        /// Largest angular acceleration, never negative.
        phi: "rad/s2",
    }
}

quantities! {
    /// A body of the group.
    pub struct BodyReport {
        /// Largest accelerations inside the last step.
        peak_acceleration: PeakAcceleration,
    }
}

quantities! {
    /// The energies.
    pub struct EnergyReport {
        /// Energy lost in all joints since the beginning.
        dissipated: "J",
        /// Elastic energy of all contacts.
        stored: "J",
    }
}

quantities! {
    /// The group as a whole.
    pub struct GroupReport {
        /// The energies.
        energy: EnergyReport,
        /// How the group and its host get on.
        coupling: CouplingReport,
    }
}

/// What a group tells: joints, free bodies, the whole.
pub type Report = Both<Parts<Both<LoadReport, JointReport>>, Both<Parts<BodyReport>, GroupReport>>;

/// The report of a plan's group that has nothing to tell yet.
pub(super) fn of_plan(plan: &Plan) -> Report {
    let free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    let joints = plan.joints.iter().map(|joint| (joint.name.clone(), Both::default()));
    let bodies = free.map(|body| (body.name.clone(), BodyReport::default()));
    Both {
        first: Parts::new(joints),
        second: Both { first: Parts::new(bodies), second: GroupReport::default() },
    }
}
