//! One integrator for the motion inside a communication step.

mod explicit;
mod fallback;
mod flight;
mod graph;
mod implicit;
mod meeting;
mod motion;
mod norm;
mod rosenbrock;
mod slopes;
mod slot;
mod sums;
mod system;
mod tableau;
#[cfg(test)]
mod tests;

pub(crate) use motion::{Control, Engine, External};
