//! The revolute joint: dry, in oil, or worn.

pub mod clearance;
pub(super) mod elastic;
mod law_end;
mod surface;
pub mod worn;

pub use clearance::RevoluteClearance;
pub use worn::{REVOLUTE, WornRevolute};
