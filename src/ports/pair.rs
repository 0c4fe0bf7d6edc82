//! The motion of a pair of bodies in the plane, and the kinds of ports that give it.

use crate::base::Real;
use crate::coupling::Mobility;
use crate::kinematics::planar::{Axes, Path};
use model_description::choices;

choices! {
    /// How bodies and joint are connected.
    pub enum PortKind {
        /// Frames of both bodies, in the world's axes.
        World: "world" = 1,
        /// Body b relative to body a.
        Relative: "relative" = 2,
    }
}

/// The motion of a pair of bodies over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairMotion<T> {
    /// The path of b in the frame of a.
    pub path: Path<T>,
    /// The axes of a relative to those in which mobilities are given and loads are returned.
    pub axes: Axes<T>,
    /// Angular velocity of these axes \[rad/s\].
    pub turning: f64,
    /// The pair's mobility in those outer axes, if the host gives it at every communication point.
    pub mobility: Option<Mobility>,
    /// Temperature of the oil \[K\], held over the step, if the host gives it at every communication point.
    pub temperature: Option<T>,
}

impl<T: Real> PairMotion<T> {
    /// The path of b in the axes of a, without a mobility and a temperature from the host.
    pub fn along(path: Path<T>) -> Self {
        Self { path, axes: Axes::same(), turning: 0.0, mobility: None, temperature: None }
    }
}
