//! Springs and dampers too stiff for a part of a step: their loads are constant over it, by an implicit rule.
//!
//! The load is that of the stretch in the part's middle and of the mean rate v̄ = (1 − θ) v₀ + θ v₁, which depends on
//! the loads of all springs of the island. θ = 1/(1 − e^−ρ) − 1/ρ is exact for linear damping of rate ρ per part: the
//! midpoint rule for a spring, which keeps its energy and its mean stretch and loses its phase; Euler's implicit one for a
//! stiff damper.

use crate::coupling::predicted::Mechanism;
use crate::group::mechanics::constraint::Kept;
use crate::group::mechanics::island::Island;
use crate::group::mechanics::mechanism::BodyMechanism;
use nalgebra::Vector2;

/// A component of the stretch of a spring over a part.
#[derive(Debug, Clone, Copy, Default)]
struct Component {
    spring: usize,
    /// Number of the component.
    number: usize,
    /// Stretch at the part's start \[m, rad\].
    stretch: f64,
    /// Its rate there \[m/s, rad/s\].
    rate: f64,
    /// Rate of that without springs \[m/s², rad/s²\].
    free: f64,
    /// Implicitness θ.
    theta: f64,
    /// Load over the part \[N, N m\].
    load: f64,
}

/// The springs of an island where they are stiff, with buffers.
pub(crate) struct StiffSprings {
    components: Box<[Component]>,
    /// The linear equations for the loads, row by row, each with its right side.
    system: Box<[f64]>,
    forces: Box<[f64]>,
    response: Box<[f64]>,
}

impl StiffSprings {
    pub fn new(island: &Island) -> Self {
        let of_spring = |(spring, components): (usize, usize)| {
            (0..components).map(move |number| Component { spring, number, ..Component::default() })
        };
        let each = island.springs.iter().map(|spring| spring.components()).enumerate();
        let components: Box<[_]> = each.flat_map(of_spring).collect();
        let numbers = || vec![0.0; island.mechanism.coordinates()].into_boxed_slice();
        Self {
            system: vec![0.0; components.len() * (components.len() + 1)].into(),
            forces: numbers(),
            response: numbers(),
            components,
        }
    }

    /// Records the stretches at the start of a part, where the bodies are placed.
    pub fn begin(&mut self, island: &Island) {
        for component in &mut self.components {
            component.stretch = island.springs[component.spring].stretch(&island.mechanism.bodies)
                [component.number];
        }
    }

    /// Adds the generalised forces of the springs over a part of `size` \[s\] to `forces`.
    ///
    /// The bodies are placed at the part's middle; velocities are those at its start, accelerations those without
    /// springs. The constraints keep velocities afterwards.
    pub fn hold(
        &mut self,
        island: &mut Island,
        [velocities, accelerations]: [&[f64]; 2],
        size: f64,
        forces: &mut [f64],
    ) {
        let Island { mechanism: BodyMechanism { bodies, constraints, .. }, springs, .. } = island;
        constraints.keep(bodies, Kept::Nothing);
        let Self { components, system, forces: pull, response } = self;
        let (count, width) = (components.len(), components.len() + 1);
        let unit = |component: &Component, forces: &mut [f64]| {
            forces.fill(0.0);
            springs[component.spring].pull(bodies, Vector2::ith(component.number, 1.0), forces);
        };
        // A positive load opposes the rate of the stretch.
        let grows = |pull: &[f64], rates: &[f64]| -> f64 {
            -pull.iter().zip(rates).map(|(pull, rate)| pull * rate).sum::<f64>()
        };
        for column in 0..count {
            let component = &mut components[column];
            unit(component, pull);
            (component.rate, component.free) =
                (grows(pull, velocities), grows(pull, accelerations));
            bodies.apply_inverse_mass(pull, response);
            constraints.project(&bodies.inverse, response);
            for (row, component) in components.iter().enumerate() {
                unit(component, pull);
                system[row * width + column] = -grows(pull, response);
            }
        }
        // Loads f = k (x₀ + ½ h v̄) + d v̄ with v̄ = v₀ + θ h (a − W f).
        for (row, component) in components.iter_mut().enumerate() {
            let (spring, row_of) = (&springs[component.spring], row * width);
            component.theta = implicitness(size * spring.damping * system[row_of + row]);
            let stiff = spring.resistance(size);
            for entry in &mut system[row_of..row_of + count] {
                *entry *= stiff * component.theta * size;
            }
            system[row_of + row] += 1.0;
            let free = component.rate + component.theta * size * component.free;
            system[row_of + count] = spring.stiffness * component.stretch + stiff * free;
        }
        eliminate(system, width);
        for (row, component) in components.iter_mut().enumerate() {
            component.load = system[row * width + count];
            let pull = Vector2::ith(component.number, component.load);
            springs[component.spring].pull(bodies, pull, forces);
        }
    }

    /// Returns the energy lost in dampers over a part \[J\], at whose end the bodies are placed: the work of the loads less
    /// the growth of the stored energy.
    pub fn lost(&self, island: &Island) -> f64 {
        let damped = self.components.iter().filter(|it| island.springs[it.spring].damping > 0.0);
        let of_each = damped.map(|component| {
            let spring = &island.springs[component.spring];
            let now = spring.stretch(&island.mechanism.bodies)[component.number];
            let stretched = now - component.stretch;
            let mean = spring.stiffness * (component.stretch + 0.5 * stretched);
            (component.load - mean) * stretched
        });
        of_each.sum()
    }
}

/// Returns θ for damping of rate `damping` per part \[1\].
fn implicitness(damping: f64) -> f64 {
    if damping < 1e-3 { 0.5 + damping / 12.0 } else { -1.0 / (-damping).exp_m1() - damping.recip() }
}

/// Solves linear equations by Gauss's elimination; each row ends with its right side, where the solution is afterwards.
/// The matrix is a diagonal times a symmetric positive definite one, so that no pivoting is needed.
fn eliminate(system: &mut [f64], width: usize) {
    let count = width - 1;
    for pivot in 0..count {
        for row in pivot + 1..count {
            let (above, below) = system.split_at_mut(row * width);
            let (upper, lower) = (&above[pivot * width..][..width], &mut below[..width]);
            let factor = lower[pivot] / upper[pivot];
            for (entry, above) in lower[pivot..].iter_mut().zip(&upper[pivot..]) {
                *entry -= factor * above;
            }
        }
    }
    for row in (0..count).rev() {
        let behind: f64 = (row + 1..count)
            .map(|column| system[row * width + column] * system[column * width + count])
            .sum();
        let right = &mut system[row * width..][..width];
        right[count] = (right[count] - behind) / right[row];
    }
}

#[cfg(test)]
mod tests {
    use super::{eliminate, implicitness};

    #[test]
    fn implicitness_is_exact_for_linear_damping_from_soft_to_stiff() {
        for damping in [1e-6, 1e-4, 0.9e-3, 1.1e-3, 0.1, 1.0, 10.0, 1e3, 1e9] {
            let theta = implicitness(damping);
            // v₁ = v₀ − ρ ((1 − θ) v₀ + θ v₁).
            let end = (1.0 - damping * (1.0 - theta)) / (1.0 + damping * theta);
            assert!((end - (-damping).exp()).abs() < 1e-9, "{damping}: {end}");
        }
    }

    #[test]
    fn elimination_solves_rows_of_very_different_size() {
        // Soft and stiff springs; the solution is 1, 2, 3.
        let mut system = [4.0, 1.0, 0.0, 6.0, 1e6, 3e6, 1e6, 1e7, 0.0, 1.0, 2.0, 8.0];
        eliminate(&mut system, 4);
        for (row, right) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            assert!((system[row * 4 + 3] - right).abs() < 1e-14, "{system:?}");
        }
    }
}
