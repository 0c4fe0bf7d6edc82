//! Several joints and the bodies they share, as one model.
//!
//! Two stiff joints on one light body cannot be coupled as two units at useful steps: each treats the
//! impact of the other as an external load, which it knows one step late only. A group contains the
//! bodies between its joints and integrates all contacts inside a step together, see
//! [`predicted`](crate::coupling::predicted): steps may be a hundred times longer, and cost less.
//!
//! A [`Plan`] lists its parts: bodies with the data that every multibody tool shows, joints between
//! them, and the ideal constraints that the host keeps and the group must know of. The host gives the
//! motion of a marker on every body and gets the load on each body at that marker. Geometry and laws
//! of a joint are those of the single joint. A host that knows its own mobility can give that and the
//! joints' relative motions instead, with [`PortKind::Relative`].
//!
//! With [`Plan::integrate`] the group is its own host: it moves the free bodies, under gravity, springs,
//! drives and loads as well, and gives their motions.
//!
//! A plan with `space = true` is a [`SpacePlan`]: bodies with six coordinates, journals that tilt, and ideal joints of six
//! kinds, in both ways.
//!
//! # Limits
//!
//! Masses, inertias and constraints must be the host's: 10 % off cost 0.8 % of the energy at 1e-4 s,
//! a forgotten pin 4 to 11 %; `coupling.work_mismatch` shows it. Loads of the host that are stiff, or
//! joints outside the group as stiff as those inside, want steps as separate joints do. Constraints
//! are taken at the pose of the communication point. Co-simulation only: a solver has its own bodies.
//!
//! # Example
//!
//! A free body on one hinge, with the variables that a host sees:
//!
//! ```
//! use spiel::block::Block;
//! use spiel::catalogue;
//! use spiel::group::PLAN;
//! use spiel::model::Build;
//! let plan = r#"{
//!     "body": [{ "name": "arm", "mass": 1, "inertia": 0.01 }],
//!     "joint": [{ "name": "hinge", "type": "revolute_clearance", "a": "ground", "b": "arm" }]
//! }"#;
//! let build = Build::default().with_file(PLAN, plan);
//! let group = Block::new(catalogue::named("group").unwrap(), &build)?;
//! assert!(group.number("arm.x").is_some() && group.number("hinge.geometry.clearance").is_some());
//! # Ok::<(), spiel::Fault>(())
//! ```

mod beam;
mod by_bodies;
mod by_motions;
mod joint_kind;
mod joints_state;
mod machine;
mod mechanics;
mod plan;
mod report;
mod space;

pub use beam::{Beam, BeamMode, Ends, Section};
pub use joint_kind::{JointKind, SpaceJointKind};
pub use plan::{
    BeamPlan, BodyKind, BodyPlan, Direction, DrivePlan, FlexiblePlan, FramePlan, GROUND, JointPlan,
    LoadPlan, LockPlan, MobilityPlan, ModePlan, NumbersPlan, PinPlan, Plan, Point, PortPlan,
    SectionPlan, ShapePlan, ShownVariables, SpringKind, SpringPlan, StartPlan, Starts, WeldPlan,
};

pub use space::plan::{
    InertiaPlan, PinKind, Point3, SpaceBodyPlan, SpaceDirection, SpaceDrivePlan, SpaceFramePlan,
    SpaceJointPlan, SpaceLoadPlan, SpaceLockPlan, SpaceMobilityPlan, SpacePinPlan, SpacePlan,
    SpacePortPlan, SpaceSpringKind, SpaceSpringPlan, SpaceStartPlan,
};

use crate::base::Fault;
use crate::model::{Blueprint, Build, Model, ModelKind, Variables, WithState, with_constants};
use crate::ports::PortKind;
use model_description::Quantities;
use plan::{GroupParameters, JointParameters};

const NAME: &str = "group";
/// The file that holds a group's plan, as JSON.
pub const PLAN: &str = "group";
/// Communication step that bodies of some kilograms tolerate \[s\].
const SAFE_STEP: f64 = 1e-4;

fn no_equations() -> Fault {
    Fault::CoSimulationOnly {
        model: NAME,
        why: "a solver has its own bodies; it takes the joints one by one, revolute_clearance and \
              translational_clearance",
    }
}

/// The entry of groups; a build needs a plan.
pub const KIND: ModelKind = ModelKind {
    name: NAME,
    about: "Several joints with clearance and the bodies they share, as one model for large steps.",
    open,
};

fn open(build: &Build) -> Result<Blueprint, Fault> {
    build.check_files(&[PLAN], NAME)?;
    let text = build.files.get(PLAN).ok_or(Fault::NoPlan)?;
    if is_in_space(text) { open_in_space(text, build) } else { open_in_plane(text, build) }
}

fn refused(why: Fault) -> Fault {
    Fault::Build(format!("{PLAN}: {why}").into())
}

/// Divides the parameters of a group into those of its parts and its own.
fn of_group(parameters: &[f64]) -> (&[f64], GroupParameters) {
    let (parts, whole) = parameters.split_at(parameters.len() - GroupParameters::COUNT);
    (parts, GroupParameters::read(whole))
}

fn open_in_plane(text: &str, build: &Build) -> Result<Blueprint, Fault> {
    let (plan, joints) = Plan::with_parameters(text).map_err(refused)?;
    let variables = variables(&plan, &joints, build)?;
    let (notices, values) = (variables.coupling_notices(), variables.report.len());
    let model = move |parameters: &[f64]| -> Result<Box<dyn Model>, Fault> {
        if plan.integrate {
            let machine = machine::Machine::new(&plan, &joints, parameters)?;
            return Ok(Box::new(WithState::new(machine, values)));
        }
        let (own, of_group) = of_group(parameters);
        Ok(match of_group.build.ports {
            PortKind::World => {
                let group = by_bodies::BodyGroup::new(&plan, &joints, own, &of_group)?;
                Box::new(WithState::new(group, values))
            }
            PortKind::Relative => {
                let group = by_motions::plane::group(&plan, &joints, own, &of_group)?;
                Box::new(WithState::new(group, values))
            }
        })
    };
    Ok(Blueprint { notices, ..Blueprint::new(variables, model) })
}

fn open_in_space(text: &str, build: &Build) -> Result<Blueprint, Fault> {
    let (plan, joints) = SpacePlan::with_parameters(text).map_err(refused)?;
    let variables = variables_in_space(&plan, &joints, build)?;
    let (notices, values) = (variables.coupling_notices(), variables.report.len());
    let model = move |parameters: &[f64]| -> Result<Box<dyn Model>, Fault> {
        if !plan.integrate
            && let (own, of_group) = of_group(parameters)
            && of_group.build.ports == PortKind::Relative
        {
            let group = by_motions::space::group(&plan, &joints, own, &of_group)?;
            return Ok(Box::new(WithState::new(group, values)));
        }
        let group = space::SpaceGroup::new(&plan, &joints, parameters)?;
        Ok(Box::new(WithState::new(group, values)))
    };
    Ok(Blueprint { notices, ..Blueprint::new(variables, model) })
}

/// Returns true if a plan, as JSON, is that of a group in space.
fn is_in_space(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind {
        #[serde(default)]
        space: bool,
    }
    // Other faults are found by reading the plan itself.
    serde_json::from_str(text).is_ok_and(|Kind { space }| space)
}

/// Refuses joints, by name, that show their load with relative ports, where it is among the loads.
fn check_shown_loads<'a>(
    joints: impl IntoIterator<Item = (&'a String, &'a Vec<String>)>,
) -> Result<(), Fault> {
    for (joint, shown) in joints {
        if let Some(name) = shown.iter().find(|name| name.starts_with("load.")) {
            let why = format!(
                "joint {joint}: {name} is no variable with build.ports = relative; {joint}.force is its load"
            );
            return Err(Fault::Build(why.into()));
        }
    }
    Ok(())
}

fn variables_in_space(
    plan: &SpacePlan,
    joints: &[JointParameters],
    build: &Build,
) -> Result<Variables, Fault> {
    if plan.integrate {
        return Ok(space::plan::variables(plan, joints));
    }
    let of_group: GroupParameters = with_constants(build)?;
    let mut variables = match of_group.build.ports {
        PortKind::World => space::plan::variables(plan, joints),
        PortKind::Relative => {
            by_motions::space::check(plan)?;
            check_shown_loads(plan.joints.iter().map(|joint| (&joint.name, &joint.variables)))?;
            let mut variables = by_motions::space::variables(plan);
            let own = plan.joints.iter().zip(joints);
            let own = own.flat_map(|(joint, parameters)| parameters.rows(&joint.name));
            variables.parameters.extend(own);
            variables
        }
    };
    variables.parameters.extend(of_group.rows());
    Ok(variables)
}

fn variables(plan: &Plan, joints: &[JointParameters], build: &Build) -> Result<Variables, Fault> {
    let of_joints = plan.joints.iter().zip(joints);
    let of_joints = of_joints.flat_map(|(joint, parameters)| parameters.rows(&joint.name));
    if plan.integrate {
        let (mut variables, last) = machine::variables(plan);
        variables.parameters.extend(of_joints);
        variables.parameters.extend(last);
        return Ok(variables);
    }
    let of_group: GroupParameters = with_constants(build)?;
    if of_group.build.ports == PortKind::Relative {
        check_shown_loads(plan.joints.iter().map(|joint| (&joint.name, &joint.variables)))?;
    }
    if of_group.build.ports == PortKind::Relative
        && let Some(body) = plan.bodies.iter().find(|body| body.flexible.is_some())
    {
        let why = format!(
            "body {}: flexible is for build.ports = world; with relative ports the bodies are the host's",
            body.name
        );
        return Err(Fault::Build(why.into()));
    }
    let mut variables = match of_group.build.ports {
        PortKind::World => by_bodies::variables(plan),
        PortKind::Relative => by_motions::plane::variables(plan),
    };
    variables.parameters.extend(of_joints);
    variables.parameters.extend(of_group.rows());
    Ok(variables)
}
