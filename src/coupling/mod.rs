//! Coupling: how a load becomes what a host may hold for a whole communication step.
//!
//! A host sends body states at communication points H apart and holds the load it gets in between.
//! [`Coupling`] says what that load is; [`Contact::advance`] carries one contact point over a step
//! along the motion that the host gave. [`predicted`] knows how easily the bodies move and follows the
//! motion that the contact itself causes.
//!
//! A joint that predicts its contacts for a body of 1 kg tolerates larger steps:
//!
//! ```
//! use spiel::block::Block;
//! use spiel::catalogue;
//! use spiel::model::Build;
//! # fn main() -> Result<(), spiel::Fault> {
//! let safe_step = |method: &str| -> Result<f64, spiel::Fault> {
//!     let build = Build::default().with("coupling.method", method)
//!         .with("coupling.mobility_xx", 1.0).with("coupling.mobility_yy", 1.0);
//!     Block::new(catalogue::named("revolute_clearance").unwrap(), &build)?.safe_step()
//! };
//! assert!(safe_step("predicted")? > 10.0 * safe_step("step_mean")?);
//! # Ok(())
//! # }
//! ```

mod held;
mod host;
pub mod identify;
pub mod mobility;
mod notices;
mod parameters;
pub mod predicted;

pub use held::{Contact, ContactStep, Flow, Snapshot, Touching};
pub(crate) use held::{
    Slope, Stretch, TELLING, cells, contact_stretches, follow_stretches, meeting, stays_apart,
    step_cells,
};
pub use host::{InputSample, Pace, Step};
pub use mobility::{
    Mobility, MobilityFrom, MobilityInputs, SpatialCoupling, SpatialMember, SpatialMobility,
    SpatialMobilityInputs, SpatialReport,
};
pub(crate) use notices::of_coupling;
pub use notices::{ContactPlaces, Level, MeasuredHost, Notices, ReportedContact, Say};
pub use parameters::{
    Coupling, CouplingParameters, CouplingReport, IdentifiedCoupling, Identify, LineCoupling,
    LineReport, Method, PredictableCoupling,
};
