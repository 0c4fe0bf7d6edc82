//! A slider-crank whose joints may have clearance: bodies and ideal joints here, the joints with
//! clearance in loaded FMUs.

mod drive;
mod group;
mod joint;
mod play;

pub use drive::{Machine, Sample, Scheme};
pub use play::{Joints, Settings};
pub use spiel_examples::plant::{Dimensions, IdealMotion};
