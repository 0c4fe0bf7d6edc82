//! Joints with backlash against closed forms and the trajectories of other programs.

mod cases;
#[path = "../common/driven.rs"]
mod driven;
mod law;
mod losses;
mod predicted;
mod properties;
mod solver;
mod statics;
mod trajectories;
