//! Groups in space against reference trajectories, closed forms and their own symmetries.

#[path = "../common/driven.rs"]
mod driven;

mod balls;
mod constrained;
mod machines;
mod planar;
mod structure;
mod table;
