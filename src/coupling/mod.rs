//! Coupling: how a load becomes what a host may hold for a whole communication step.
//!
//! A host sends body states at communication points H apart and holds the load it gets in between.
//! [`Coupling`] says what that load is; [`Contact::advance`] carries one contact point over a step
//! along the motion that the host gave. [`predicted`] knows how easily the bodies move and follows the
//! motion that the contact itself causes.

mod flow;
mod intervals;
pub mod predicted;
mod quadrature;
mod step;

use model_description::{choices, quantities};

pub use flow::{Flow, Touching};
pub(crate) use intervals::contact_stretches;
pub(crate) use quadrature::{cells, step_cells};
pub use step::{Contact, Snapshot, Step, Stepped};

choices! {
    /// What the load of a communication step is.
    pub enum Coupling {
        /// The load at the received state; needs the smallest steps.
        EndPoint: "end_point" = 1,
        /// The mean load along the received motion, carried on over the step.
        StepMean: "step_mean" = 2,
    }
}

quantities! {
    /// How the joint meets its host.
    pub struct CouplingParameters {
        /// What the load of a communication step is.
        method: Coupling with { Coupling::StepMean },
    }
}
