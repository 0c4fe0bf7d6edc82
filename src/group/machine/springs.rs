//! The springs of an island in the plane as the implicit rule of stiff ones sees them.

use crate::group::mechanics::island::Island;
use crate::group::mechanics::stiff_springs::{Springs, StiffSprings};
use nalgebra::{Matrix6, Vector3, Vector6};

impl Springs for Island {
    fn elastic(&self, spring: usize) -> Vector6<f64> {
        let spring = &self.springs[spring];
        let loads = spring.stiffness * spring.stretch(&self.mechanism.bodies);
        Vector6::new(loads.x, loads.y, loads.z, 0.0, 0.0, 0.0)
    }

    fn resistance(&self, spring: usize, size: f64) -> Matrix6<f64> {
        let spring = &self.springs[spring];
        let own = spring.stiffness * (0.5 * size) + spring.damping;
        let mut resistance = Matrix6::zeros();
        resistance.fixed_view_mut::<3, 3>(0, 0).copy_from(&own);
        resistance
    }

    fn pull(&self, spring: usize, component: usize, load: f64, forces: &mut [f64]) {
        let load = Vector3::ith(component, load);
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
pub(super) fn lost(stiff: &StiffSprings, island: &Island, begun: &[Vector3<f64>]) -> f64 {
    let damped = stiff.components.iter().filter(|it| island.springs[it.spring].is_damped());
    let of_each = damped.map(|component| {
        let spring = &island.springs[component.spring];
        let from = begun[component.spring];
        let stretched = spring.stretch(&island.mechanism.bodies) - from;
        let mean = spring.stiffness * (from + stretched * 0.5);
        (component.load - mean[component.number]) * stretched[component.number]
    });
    of_each.sum()
}
