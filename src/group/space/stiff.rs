//! The springs of an island in space as the implicit rule of stiff ones sees them.

use super::mechanism::BodyMechanism;
use super::springs::Spring;
use crate::coupling::predicted::Mechanism;
use crate::group::mechanics::stiff_springs::Springs;
use nalgebra::{Matrix6, Vector6};

/// Springs where the bodies are placed.
pub(super) struct PlacedSprings<'a> {
    pub mechanism: &'a mut BodyMechanism,
    pub springs: &'a [Spring],
    /// The last angles of turning springs \[rad\].
    pub angles: &'a [f64],
}

impl Springs for PlacedSprings<'_> {
    fn elastic(&self, spring: usize) -> Vector6<f64> {
        self.springs[spring].elastic(&self.mechanism.bodies, self.angles[spring])
    }

    fn resistance(&self, spring: usize, size: f64) -> Matrix6<f64> {
        self.springs[spring].resistance(&self.mechanism.bodies, size)
    }

    fn pull(&self, spring: usize, component: usize, load: f64, forces: &mut [f64]) {
        self.springs[spring].pull(&self.mechanism.bodies, component, load, forces);
    }

    fn respond(&mut self, forces: &[f64], changes: &mut [f64]) {
        self.mechanism.apply_inverse_mass(forces, changes);
    }
}
