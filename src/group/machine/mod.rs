//! A group that moves its bodies itself: loads from outside in, motions out.

mod first_impacts;
mod island;
mod model;
mod rows;
mod state;
mod stiff_springs;

pub(crate) use model::Machine;
pub(crate) use rows::variables;
