//! Loads of a contact point along the host's motion, over a communication step or in continuous time.

mod flow;
mod intervals;
mod quadrature;
mod step;

pub(crate) use flow::{Flow, Touching};
pub(crate) use intervals::{Slope, Stretch, contact_stretches, stays_apart};
pub(crate) use quadrature::{cells, step_cells};
pub use step::{Contact, ContactStep, Snapshot};
pub(crate) use step::{SHORTEST_INTERVAL, follow_stretches, meeting};
