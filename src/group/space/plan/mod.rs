//! The plan of a group in space: its document, its checks, its parameters and variables.

mod check;
mod document;
mod frame;
mod machine;
mod quantities;
mod rows;
mod start;
mod values;

pub use document::{
    InertiaPlan, PinKind, SpaceBodyPlan, SpaceDirection, SpaceJointPlan, SpaceLockPlan,
    SpacePinPlan, SpacePlan,
};
pub use frame::{Point3, SpaceFramePlan};
pub use machine::{
    SpaceDrivePlan, SpaceLoadPlan, SpaceMobilityPlan, SpacePortPlan, SpaceSpringKind,
    SpaceSpringPlan, SpaceStartPlan,
};
pub(crate) use quantities::{
    BodyInertia, BodyReport, BushingParameters, ContactReport, FrameReport, JointReport, LoadInput,
    LoadReport, SpaceGroupReport, SpaceMachineParameters, StartParameters, TorqueParameters,
};
pub(crate) use rows::{Shown, variables};
pub(crate) use values::check_inertia;
