//! Several joints and the bodies they share, as one model.
//!
//! Two stiff joints on one light body cannot be coupled at useful steps as two units: each takes the
//! other's impact for an outer force, which is known one step late. A group holds the bodies between
//! its joints and follows all contacts inside a step together, see
//! [`predicted`](crate::coupling::predicted): steps may be a hundred times longer, and cost less.
//!
//! A [`Plan`] says what is in it: bodies with what is on every data sheet of a multibody tool, joints
//! between them, and the ideal constraints that the host keeps and the group must know of. The host
//! gives a marker's motion of every body and gets the load on each body at that marker. Geometry and
//! laws of a joint are those of the single joint. A host that knows its own mobility can give that and
//! the joints' relative motions instead, see [`SeenGroup`].
//!
//! # Limits
//!
//! Masses, inertias and constraints must be the host's: 10 % off cost 0.8 % of the energy at 1e-4 s,
//! a forgotten pin 4 to 11 %; `coupling.work_mismatch` shows it. Loads of the host that are stiff, or
//! joints outside the group as stiff as those inside, want steps as separate joints do. Constraints
//! are taken at the pose of the communication point. Co-simulation only: a solver has its own bodies.

mod bodies;
mod check;
mod constraints;
mod lifted;
mod links;
mod mechanism;
mod model;
mod parameters;
mod plan;
mod relative;
mod report;
mod start;
mod tell;

pub use check::PlanFault;
pub use model::{Group, Inputs, Loads};
pub use parameters::{
    BodyParameters, CouplingChoices, GroupParameters, JointParameters, JointValues, Parameters,
    Place,
};
pub use plan::{
    BodyKind, BodyPlan, Direction, FramePlan, GROUND, JointKind, JointPlan, LockPlan, PinPlan,
    Plan, Point, Starts, WeldPlan,
};
pub use relative::{Entry, GivenMobility, SeenGroup};
pub use report::{
    BodyReport, EnergyReport, GroupReport, JointReport, LoadReport, PeakAcceleration, Report,
};

use crate::Fault;
use crate::joints::ports::PortKind;
use crate::joints::{Listed, Options};
use crate::unit::UnitOf;

const NAME: &str = "group";
const ABOUT: &str =
    "Several joints with clearance and the bodies they share, as one unit for large steps.";
/// Communication step that bodies of some kilograms bear [s].
const SAFE_STEP: f64 = 1e-4;
const NO_EQUATIONS: Fault = Fault::CoSimulationOnly {
    model: NAME,
    why: "a solver has its own bodies; it takes the joints one by one, revolute_clearance and \
          translational_clearance",
};

/// The entry of groups, which are nothing without a plan and stand in no list of joints.
pub static LISTED: Listed = Listed {
    unit: |options| {
        Ok(match options.ports {
            PortKind::World => Box::new(UnitOf::<Group>::new(options)?),
            PortKind::Relative => Box::new(UnitOf::<SeenGroup>::new(options)?),
        })
    },
    ..Listed::model::<Group>()
};

/// The plan among the options, which must be one of a group and hold nothing else.
fn checked_plan(options: &Options) -> Result<&Plan, Fault> {
    options.only(&["group", "ports"], NAME)?;
    let plan = options.group.as_deref().ok_or(Fault::NoPlan)?;
    plan.check().map_err(|_| Fault::NoPlan)?;
    Ok(plan)
}
