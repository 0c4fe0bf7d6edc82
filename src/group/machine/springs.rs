//! The springs of an island in the plane as the implicit rule of stiff ones sees them.

use crate::group::mechanics::island::Island;
use crate::group::mechanics::stiff_springs::{Springs, StiffSprings};
use nalgebra::{Matrix6, Vector2, Vector6};

impl Springs for Island {
    fn elastic(&self, spring: usize) -> Vector6<f64> {
        let spring = &self.springs[spring];
        let stretch = spring.stretch(&self.mechanism.bodies) * spring.stiffness;
        Vector6::from_fn(|way, _| if way < 2 { stretch[way] } else { 0.0 })
    }

    fn resistance(&self, spring: usize, size: f64) -> Matrix6<f64> {
        let spring = &self.springs[spring];
        Matrix6::from_diagonal_element(0.5 * size * spring.stiffness + spring.damping)
    }

    fn pull(&self, spring: usize, component: usize, load: f64, forces: &mut [f64]) {
        let load = Vector2::ith(component, load);
        self.springs[spring].pull(&self.mechanism.bodies, load, forces);
    }

    fn respond(&mut self, forces: &[f64], changes: &mut [f64]) {
        let mechanism = &mut self.mechanism;
        mechanism.bodies.apply_inverse_mass(forces, changes);
        mechanism.constraints.project(&mechanism.bodies.inverse, changes);
    }
}

/// Returns the energy lost in dampers over a part \[J\], with these stretches at its start and at whose end the bodies are
/// placed: the work of the loads less the growth of the stored energy.
pub(super) fn lost(stiff: &StiffSprings, island: &Island, begun: &[Vector2<f64>]) -> f64 {
    let damped = stiff.components.iter().filter(|it| island.springs[it.spring].damping > 0.0);
    let of_each = damped.map(|component| {
        let spring = &island.springs[component.spring];
        let from = begun[component.spring][component.number];
        let now = spring.stretch(&island.mechanism.bodies)[component.number];
        let stretched = now - from;
        let mean = spring.stiffness * (from + 0.5 * stretched);
        (component.load - mean) * stretched
    });
    of_each.sum()
}
