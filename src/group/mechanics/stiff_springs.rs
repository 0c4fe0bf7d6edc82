//! Springs and dampers too stiff for a part of a step: their loads are constant over it, by an implicit rule.
//!
//! The load is that of the stretch in the part's middle and of the mean rate v̄ = (1 − θ) v₀ + θ v₁, which depends on
//! the loads of all springs of the island. θ = 1/(1 − e^−ρ) − 1/ρ is exact for linear damping of rate ρ per part: the
//! midpoint rule for a spring, which keeps its energy and its mean stretch and loses its phase; Euler's implicit one for a
//! stiff damper.

use nalgebra::{Matrix6, Vector6};

/// The springs of an island where its bodies are placed, each with one to six components of its stretch.
pub(crate) trait Springs {
    /// Returns the elastic loads of a spring along its components, which oppose the stretch \[N, N m\].
    fn elastic(&self, spring: usize) -> Vector6<f64>;
    /// Returns the slope of its mean loads over a part of `size` \[s\] by the mean rates: half of `size` times the stiffness,
    /// and the damping \[N s/m, N s, N m s/rad\].
    fn resistance(&self, spring: usize, size: f64) -> Matrix6<f64>;
    /// Adds the generalised forces of a load along a component to `forces`; a positive one opposes the rate of the stretch.
    fn pull(&self, spring: usize, component: usize, load: f64, forces: &mut [f64]);
    /// Writes the changes of velocities by generalised forces, under the constraints.
    fn respond(&mut self, forces: &[f64], changes: &mut [f64]);
}

/// A component of the stretch of a spring over a part.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Component {
    pub spring: usize,
    /// Number of the component.
    pub number: usize,
    /// Elastic load at the part's start \[N, N m\].
    elastic: f64,
    /// Rate of the stretch there \[m/s, rad/s\].
    rate: f64,
    /// Rate of that without springs \[m/s², rad/s²\].
    free: f64,
    /// Implicitness θ.
    theta: f64,
    /// Load over the part \[N, N m\].
    pub load: f64,
}

/// The springs of an island where they are stiff, with buffers.
pub(crate) struct StiffSprings {
    pub components: Box<[Component]>,
    /// The linear equations for the loads, row by row, each with its right side.
    system: Box<[f64]>,
    forces: Box<[f64]>,
    response: Box<[f64]>,
}

impl StiffSprings {
    /// Makes the buffers of springs with these numbers of components, on bodies with this number of coordinates.
    pub fn new(springs: impl Iterator<Item = usize>, coordinates: usize) -> Self {
        let of_spring = |(spring, components): (usize, usize)| {
            (0..components).map(move |number| Component { spring, number, ..Component::default() })
        };
        let components: Box<[_]> = springs.enumerate().flat_map(of_spring).collect();
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        Self {
            system: vec![0.0; components.len() * (components.len() + 1)].into(),
            forces: numbers(),
            response: numbers(),
            components,
        }
    }

    /// Records the elastic loads at the start of a part, where the bodies are placed.
    pub fn begin(&mut self, springs: &impl Springs) {
        for component in &mut self.components {
            component.elastic = springs.elastic(component.spring)[component.number];
        }
    }

    /// Adds the generalised forces of the springs over a part of `size` \[s\] to `forces`.
    ///
    /// The bodies are placed at the part's middle; velocities are those at its start, accelerations those without
    /// springs.
    pub fn hold(
        &mut self,
        springs: &mut impl Springs,
        [velocities, accelerations]: [&[f64]; 2],
        size: f64,
        forces: &mut [f64],
    ) {
        let Self { components, system, forces: pull, response } = self;
        let (count, width) = (components.len(), components.len() + 1);
        // A positive load opposes the rate of the stretch.
        let grows = |pull: &[f64], rates: &[f64]| -> f64 {
            -pull.iter().zip(rates).map(|(pull, rate)| pull * rate).sum::<f64>()
        };
        for column in 0..count {
            let component = &mut components[column];
            pull.fill(0.0);
            springs.pull(component.spring, component.number, 1.0, pull);
            (component.rate, component.free) =
                (grows(pull, velocities), grows(pull, accelerations));
            springs.respond(pull, response);
            for (row, component) in components.iter().enumerate() {
                pull.fill(0.0);
                springs.pull(component.spring, component.number, 1.0, pull);
                system[row * width + column] = -grows(pull, response);
            }
        }
        let mut first = 0;
        for own in components.chunk_by_mut(|a, b| a.spring == b.spring) {
            set_equations(springs, own, first, (system, width), size);
            first += own.len();
        }
        eliminate(system, width);
        for (row, component) in components.iter_mut().enumerate() {
            component.load = system[row * width + count];
            springs.pull(component.spring, component.number, component.load, forces);
        }
    }
}

/// Turns the mobilities W in the rows of one spring, from row `first` on, into its equations: the loads are f = e + S v₀ +
/// S' h (a − W f), with the elastic loads e at the start and the resistance S; S' is that times √(θᵢ θⱼ).
fn set_equations(
    springs: &impl Springs,
    own: &mut [Component],
    first: usize,
    (system, width): (&mut [f64], usize),
    size: f64,
) {
    let Some(Component { spring, .. }) = own.first().copied() else { return };
    let [resistance, damping] = [size, 0.0].map(|size| springs.resistance(spring, size));
    let (count, right) = (own.len(), width - 1);
    let at = |row: usize, column: usize| (first + row) * width + column;
    for (row, component) in own.iter_mut().enumerate() {
        let decay = size * damping[(row, row)] * system[at(row, first + row)];
        component.theta = implicitness(decay);
    }
    let implicit = Matrix6::from_fn(|row, column| {
        let theta = |index: usize| own.get(index).map_or(0.0, |it| it.theta);
        resistance[(row, column)] * (theta(row) * theta(column)).sqrt() * size
    });
    for column in 0..right {
        let mobility =
            Vector6::from_fn(|row, _| if row < count { system[at(row, column)] } else { 0.0 });
        let product = implicit * mobility;
        (0..count).for_each(|row| system[at(row, column)] = product[row]);
    }
    let of_own =
        |part: fn(&Component) -> f64| Vector6::from_fn(|row, _| own.get(row).map_or(0.0, part));
    let loads = of_own(|it| it.elastic)
        + resistance * of_own(|it| it.rate)
        + implicit * of_own(|it| it.free);
    for row in 0..count {
        system[at(row, first + row)] += 1.0;
        system[at(row, right)] = loads[row];
    }
}

/// Returns θ for damping of rate `damping` per part \[1\].
fn implicitness(damping: f64) -> f64 {
    if damping < 1e-3 { 0.5 + damping / 12.0 } else { -1.0 / (-damping).exp_m1() - damping.recip() }
}

/// Solves linear equations by Gauss's elimination with exchanged rows; each row ends with its right side, where the solution
/// is afterwards.
fn eliminate(system: &mut [f64], width: usize) {
    let count = width - 1;
    for pivot in 0..count {
        let size = |row: usize, system: &[f64]| system[row * width + pivot].abs();
        let largest = (pivot..count)
            .max_by(|a, b| size(*a, system).total_cmp(&size(*b, system)))
            .unwrap_or(pivot);
        (pivot..width).for_each(|column| {
            system.swap(pivot * width + column, largest * width + column);
        });
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
