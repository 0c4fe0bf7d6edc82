//! Springs and dampers too stiff for a part of a step: their loads are held over it, implicit in the motion they leave.
//!
//! The load is that of the stretch in the part's middle and of the mean rate v̄ = (1 − θ) v₀ + θ v₁, which it decides
//! itself, together with all other springs of the island. θ is that of friction: the midpoint rule for a spring, which
//! keeps its energy and its mean stretch and loses its phase; Euler's implicit one for a stiff damper.

use crate::coupling::predicted::{Mechanism, implicitness};
use crate::group::mechanics::constraints::Kept;
use crate::group::mechanics::island::Island;
use crate::group::mechanics::mechanism::BodyMechanism;
use nalgebra::Vector2;

/// A way in which a spring is stretched, on its way through a part.
#[derive(Debug, Clone, Copy, Default)]
struct Way {
    spring: usize,
    /// Which of the spring's ways.
    number: usize,
    /// Stretch at the part's start \[m, rad\],
    stretch: f64,
    /// how fast it grows there, and how fast that does without springs.
    rate: f64,
    free: f64,
    theta: f64,
}

/// The springs of an island where they are stiff. All memory is taken once.
pub(crate) struct StiffSprings {
    ways: Box<[Way]>,
    /// The equations for the loads, row by row, each with its right side.
    system: Box<[f64]>,
    efforts: Box<[f64]>,
    response: Box<[f64]>,
}

impl StiffSprings {
    pub fn new(island: &Island) -> Self {
        let of_spring = |(spring, ways): (usize, usize)| {
            (0..ways).map(move |number| Way { spring, number, ..Way::default() })
        };
        let each = island.springs.iter().map(|spring| spring.ways()).enumerate();
        let ways: Box<[_]> = each.flat_map(of_spring).collect();
        let numbers = || vec![0.0; island.mechanism.coordinates()].into_boxed_slice();
        Self {
            system: vec![0.0; ways.len() * (ways.len() + 1)].into(),
            efforts: numbers(),
            response: numbers(),
            ways,
        }
    }

    /// The bodies are placed where a part begins.
    pub fn begin(&mut self, island: &Island) {
        for way in &mut self.ways {
            way.stretch = island.springs[way.spring].stretch(&island.mechanism.bodies)[way.number];
        }
    }

    /// Adds the loads over a part of `size` \[s\], in whose middle the bodies are placed, to `efforts`, where they begin
    /// with these velocities and have these accelerations without springs; gives what dampers take \[J\]. What
    /// constraints keep accelerations at is forgotten.
    pub fn hold(
        &mut self,
        island: &mut Island,
        [velocities, accelerations]: [&[f64]; 2],
        size: f64,
        efforts: &mut [f64],
    ) -> f64 {
        let Island { mechanism: BodyMechanism { bodies, constraints, .. }, springs, .. } = island;
        constraints.keep(bodies, Kept::Nothing);
        let Self { ways, system, efforts: pull, response } = self;
        let (count, width) = (ways.len(), ways.len() + 1);
        let unit = |way: &Way, efforts: &mut [f64]| {
            efforts.fill(0.0);
            springs[way.spring].pull(bodies, Vector2::ith(way.number, 1.0), efforts);
        };
        // A pull is against the growth of the stretch.
        let grows = |pull: &[f64], rates: &[f64]| -> f64 {
            -pull.iter().zip(rates).map(|(pull, rate)| pull * rate).sum::<f64>()
        };
        for column in 0..count {
            let way = &mut ways[column];
            unit(way, pull);
            (way.rate, way.free) = (grows(pull, velocities), grows(pull, accelerations));
            bodies.mobilise(pull, response);
            constraints.project(&bodies.inverse, response);
            for (row, way) in ways.iter().enumerate() {
                unit(way, pull);
                system[row * width + column] = -grows(pull, response);
            }
        }
        // Loads f = k (x₀ + ½ h v̄) + d v̄ with v̄ = v₀ + θ h (a − W f).
        for (row, way) in ways.iter_mut().enumerate() {
            let (spring, row_of) = (&springs[way.spring], row * width);
            way.theta = implicitness(size * spring.damping * system[row_of + row]);
            let stiff = spring.resistance(size);
            for entry in &mut system[row_of..row_of + count] {
                *entry *= stiff * way.theta * size;
            }
            system[row_of + row] += 1.0;
            let free = way.rate + way.theta * size * way.free;
            system[row_of + count] = spring.stiffness * way.stretch + stiff * free;
        }
        eliminate(system, width);
        let mut damped = 0.0;
        for (row, way) in ways.iter().enumerate() {
            let (spring, load) = (&springs[way.spring], system[row * width + count]);
            spring.pull(bodies, Vector2::ith(way.number, load), efforts);
            let elastic = spring.stiffness * way.stretch;
            let resistance = spring.resistance(size);
            if resistance > 0.0 {
                let mean = (load - elastic) / resistance;
                let stretched = size * (way.rate + 0.5 * (mean - way.rate) / way.theta);
                damped += stretched * (load - elastic - 0.5 * spring.stiffness * stretched);
            }
        }
        damped
    }
}

/// Solves equations by Gauss's elimination; each row has its right side at the end, where the solution is then. They
/// are a diagonal matrix times a symmetric positive one, so that no pivot is needed.
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
    use super::eliminate;

    #[test]
    fn equations_are_solved() {
        // Rows of very different size, as loads of soft and stiff springs have them; the solution is 1, 2, 3.
        let mut system = [4.0, 1.0, 0.0, 6.0, 1e6, 3e6, 1e6, 1e7, 0.0, 1.0, 2.0, 8.0];
        eliminate(&mut system, 4);
        for (row, right) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            assert!((system[row * 4 + 3] - right).abs() < 1e-14, "{system:?}");
        }
    }
}
