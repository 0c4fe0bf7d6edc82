//! One integrator for the motion inside a communication step.

#![expect(clippy::needless_range_loop, reason = "stages are indices of several tables")]

mod control;
mod events;
mod explicit;
mod fallback;
mod flight;
mod graph;
mod implicit;
mod meeting;
mod motion;
mod norm;
mod piece;
mod rosenbrock;
mod slopes;
mod slot;
mod stages;
mod sums;
mod system;
mod tableau;
#[cfg(test)]
mod tests;

pub(crate) use control::Control;
pub(crate) use motion::{Engine, External};
