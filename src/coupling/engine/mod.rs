//! One integrator for the motion inside a communication step.

mod explicit;
mod fallback;
mod flight;
mod graph;
mod meeting;
mod motion;
mod norm;
mod slot;
mod sums;
mod tableau;
#[cfg(test)]
mod tests;

pub(crate) use motion::{Control, Engine, External};
