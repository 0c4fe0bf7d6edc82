//! Groups in space: bodies with six coordinates each, journals that tilt, ideal joints, bushings.
//!
//! The bodies, their constraints and the parts of a step have code of their own beside those in the plane, because
//! rotations in space are no coordinates: poses are quaternions, inertia turns with the body, and constraints that depend
//! on each other are normal. The engine inside a step, the exchange with the host, islands, and parameters of joints are the
//! same.

mod assembling;
mod bodies;
mod constraint;
mod constraints;
mod external_joint;
mod island;
pub(crate) mod joint_report;
mod machine;
mod making;
mod mechanism;
mod middle;
mod model;
mod parts;
pub(crate) mod plan;
mod rates;
mod springs;
mod state;
mod stiff;
#[cfg(test)]
mod tests;

pub(crate) use model::SpaceGroup;
