//! The revolute joint: dry, in oil, in oil whose temperature the host gives, or worn.

pub mod clearance;
pub(super) mod elastic;
pub mod warm;
pub mod worn;

pub use clearance::RevoluteClearance;
pub use warm::WarmRevolute;
pub use worn::{REVOLUTE, WornRevolute};
