//! The plan of a group: bodies, joints between them, ideal constraints; its checks and its parameters.

mod beam;
mod body;
mod check;
mod check_flexible;
mod check_machine;
mod constraint;
mod document;
mod fault;
mod flexible;
mod frame;
mod joint;
mod machine;
mod machine_parameters;
mod numbers;
mod parameters;
mod places;
mod resolve;
mod starts;

pub use beam::{BeamPlan, SectionPlan};
pub use body::{BodyKind, BodyPlan};
pub use constraint::{Direction, LockPlan, PinPlan, WeldPlan};
pub(crate) use document::shown;
pub use document::{Plan, ShownVariables};
pub(crate) use fault::{
    Numbers, SUMS, TAKEN, check_body_name, check_finite, check_name, check_pair, check_shown, fault,
};
pub(crate) use flexible::mode_name;
pub use flexible::{FlexiblePlan, ModePlan, ShapePlan};
pub use frame::{FramePlan, GROUND, Point};
pub use joint::JointPlan;
pub use machine::{DrivePlan, LoadPlan, MobilityPlan, PortPlan, SpringKind, SpringPlan, StartPlan};
pub(crate) use machine_parameters::{
    DriveParameters, DriveReport, FrameReport, Gravity, LineSpringParameters, LoadInput,
    MachineBodyParameters, MachineEnergy, MachineParameters, MachineReport, PlaneBushingParameters,
    TurnSpringParameters, names_of, rows_of,
};
pub use numbers::NumbersPlan;
pub(crate) use parameters::{BodyParameters, CouplingChoices, GroupParameters, JointParameters};
pub use starts::Starts;
