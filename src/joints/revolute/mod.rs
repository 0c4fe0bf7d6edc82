//! The revolute joint: dry, in oil, or worn.

mod choice;
pub mod clearance;
pub(super) mod elastic;
mod law_end;
mod surface;
pub mod worn;

pub use choice::REVOLUTE;
pub use clearance::RevoluteClearance;
pub use worn::WornRevolute;
pub(crate) use worn::{WearState, WornSurfaces};
