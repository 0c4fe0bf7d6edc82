//! A machine: a group that moves its bodies itself. Inputs are loads from outside, outputs are motions.

mod assembly;
mod first_impacts;
mod island;
mod island_report;
mod making;
mod model;
mod rows;
mod springs;
mod state;

pub(crate) use model::Machine;
pub(crate) use rows::variables;
pub(crate) use state::Works;
