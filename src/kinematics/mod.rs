//! Motions and loads of bodies, in the plane and in space.

pub mod planar;
pub mod spatial;
