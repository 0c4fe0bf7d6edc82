//! Coupling: the load that a host holds for a whole communication step.
//!
//! A host sends body states at communication points H apart and holds the load it gets in between.
//! [`Coupling`] chooses that load; [`Contact::advance`] integrates one contact point over a step along the
//! motion that the host gave. [`predicted`] knows the bodies' mobility and follows the motion that the
//! contact itself causes.
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

mod engine;
mod held;
mod host;
mod host_link;
pub mod identify;
mod method;
pub mod mobility;
mod notices;
mod parameters;
pub mod predicted;
mod report;

pub(crate) use engine::{Contacts, Laws, MatingJoints, Points, shifted};
pub use held::{Contact, ContactStep, Snapshot};
pub(crate) use held::{
    Flow, SHORTEST_INTERVAL, Slope, Stretch, Touching, cells, contact_stretches, follow_stretches,
    meeting, stays_apart, step_cells,
};
pub(crate) use host::Pace;
pub use host::{InputSample, Step};
pub(crate) use host_link::{HostLink, KnownHost};
pub(crate) use method::Identify;
pub use method::{Coupling, Method};
pub(crate) use mobility::Role;
pub use mobility::{Mobility, MobilityFrom, SpatialMember, SpatialMobility};
pub(crate) use notices::of_coupling;
pub use notices::{ContactPlaces, Level, MeasuredHost, Notices, ReportedContact, Say};
pub use parameters::TOLERANCE;
pub(crate) use parameters::{CouplingParameters, LineCoupling, PlainCoupling, SpatialCoupling};
pub(crate) use report::{CouplingReport, IdentifiedCoupling, LineReport, SpatialReport};
