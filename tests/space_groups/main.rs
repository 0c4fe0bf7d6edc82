//! Groups in space against reference trajectories, closed forms and their own symmetries.

#[path = "../common/driven.rs"]
mod driven;

mod balls;
mod constrained;
mod drives;
mod machines;
mod planar;
mod relative;
mod stiff;
mod structure;
mod table;
