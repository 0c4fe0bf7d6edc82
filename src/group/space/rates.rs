//! Rates of the springs and dampers of an island in space, which decide the number of its parts.

use super::bodies::{exert, own};
use super::island::Island;
use crate::coupling::predicted::Mechanism;
use nalgebra::Vector6;

/// Returns the larger of an angular frequency, by its square, and a decay rate \[1/s\].
pub(super) fn rate_of([springs, dampers]: [f64; 2]) -> f64 {
    springs.sqrt().max(dampers)
}

/// Returns the largest square of the angular frequency of a body on its springs \[1/s²\], and the largest decay rate by its
/// dampers \[1/s\], were the bodies free.
pub(super) fn free_rates(island: &Island) -> [f64; 2] {
    let bodies = &island.mechanism.bodies;
    let mut sums = vec![[0.0; 2]; bodies.masses.len()];
    for spring in &island.springs {
        for (body, rates) in spring.bodies.into_iter().zip(spring.rates(bodies)) {
            sums[body].iter_mut().zip(rates).for_each(|(sum, rate)| *sum += rate);
        }
    }
    let most = |[a, b]: [f64; 2], [c, d]: &[f64; 2]| [a.max(*c), b.max(*d)];
    sums.iter().fold([0.0; 2], most)
}

/// Returns bounds of the square of the largest angular frequency on the springs \[1/s²\] and of the largest decay rate by
/// dampers \[1/s\] that the constraints leave where the bodies are placed: the largest sums of the rows of W K and W D, with W the
/// mobilities along the springs. None if a spring has several directions. The slices are buffers.
pub(super) fn constrained_rates(
    island: &mut Island,
    [forces, velocities]: [&mut [f64]; 2],
) -> Option<[f64; 2]> {
    let Island { mechanism, springs, .. } = island;
    let mut largest = [0.0_f64; 2];
    for spring in springs.iter() {
        let (_, loads) = spring.along(&mechanism.bodies)?;
        forces.fill(0.0);
        for (body, load) in spring.bodies.into_iter().zip(&loads) {
            exert(forces, body, load);
        }
        mechanism.apply_inverse_mass(forces, velocities);
        let mut sums = [0.0; 2];
        for other in springs.iter() {
            let (numbers, loads) = other.along(&mechanism.bodies)?;
            let mobility = other.bodies.into_iter().zip(&loads).map(|(body, load)| {
                let own = velocities.get(own(body));
                own.map_or(0.0, |own| load.dot(&Vector6::from_column_slice(own)))
            });
            let mobility = mobility.sum::<f64>().abs();
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number * mobility);
        }
        largest.iter_mut().zip(sums).for_each(|(most, sum)| *most = most.max(sum));
    }
    Some(largest)
}
