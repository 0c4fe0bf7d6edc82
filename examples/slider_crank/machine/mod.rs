//! A slider-crank whose joints may have clearance: bodies and ideal joints here, the joints with
//! clearance in loaded FMUs.

mod drive;
mod joint;

pub use drive::{Joints, Machine, Sample, Scheme, Settings};
pub use joint::also_told;
pub use spiel::mechanism::{Dimensions, IdealMotion};
