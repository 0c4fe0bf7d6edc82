//! A slider-crank whose joints may have clearance: bodies and ideal joints here, the joints with
//! clearance in loaded FMUs.

mod drive;
mod ideal;
mod joint;
mod multibody;

pub use drive::{Joints, Machine, Sample, Scheme, Settings};
pub use ideal::{Dimensions, IdealMotion};
pub use joint::also_told;
