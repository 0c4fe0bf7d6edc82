//! What a host says of a pair of bodies for a step.

use crate::Real;
use crate::coupling::Mobility;
use crate::planar::{Axes, Motion, Path};

/// How a host drives a pair of bodies over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage<T> {
    /// The path of b in the frame of a.
    pub path: Path<T>,
    /// The axes of a as mobilities are given and loads are wanted in them.
    pub axes: Axes<T>,
    /// The pair's mobility, in those outer axes, if the host gives it from step to step.
    pub mobility: Option<Mobility>,
}

impl<T: Real> Passage<T> {
    /// Bodies that keep the velocities with which they start, in the axes of a.
    pub fn straight(start: Motion<T>) -> Self {
        Self::along(Axes::same(), Path::straight(start))
    }

    /// A path in outer axes, of bodies whose mobility the joint knows if it needs it.
    pub fn along(axes: Axes<T>, path: Path<T>) -> Self {
        Self { path, axes, mobility: None }
    }
}
