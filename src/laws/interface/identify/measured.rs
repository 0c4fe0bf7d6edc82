//! Measured loops, and the checks of their fitness for identification.

use super::branch::{Branch, Point};
use std::ops::RangeInclusive;

/// Fewest points of a loop: four parameters and the shape between them.
const LEAST_POINTS: usize = 20;
/// Largest distance of a loop's ends from ±x₀, over x₀.
const END_TOLERANCE: f64 = 0.02;
/// Largest reversal of a branch (noise of the displacement), over 2 x₀.
const TURN_TOLERANCE: f64 = 0.05;
/// Largest energy that noise may seem to create, over x₀ times the largest force.
const GAIN_TOLERANCE: f64 = 0.02;

/// One measured loop: a branch from x₀ to −x₀ (or back), or a whole steady loop, in order of time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Loop {
    /// Amplitude x₀ > 0 \[m\] of the displacement, which swings about zero.
    pub amplitude: f64,
    /// Displacement x \[m\].
    pub displacement: Vec<f64>,
    /// Force F \[N\] that holds the part at x: it rises with x.
    pub force: Vec<f64>,
}

/// Allowed amplitudes \[m\].
const LENGTHS: RangeInclusive<f64> = 1e-15..=1e3;
/// Allowed largest forces \[N\].
const FORCES: RangeInclusive<f64> = 1e-12..=1e15;

/// Reasons why loops cannot be identified. Loops count from 1.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The list of loops is empty.
    #[error("no loops (at least one that slips completely is needed)")]
    NoLoops,
    /// One column is shorter than the other.
    #[error("loop {number} has {displacements} displacements but {forces} forces")]
    UnequalColumns {
        /// Number of the loop.
        number: usize,
        /// Length of the displacement column.
        displacements: usize,
        /// Length of the force column.
        forces: usize,
    },
    /// A number is missing or infinite, or the amplitude is not positive.
    #[error(
        "loop {number} has a value that is not a finite number, or an amplitude x0 that is not above 0"
    )]
    NotANumber {
        /// Number of the loop.
        number: usize,
    },
    /// A loop has a size that no interface has: probably another unit.
    #[error(
        "loop {number} reaches {amplitude:e} m and {force:e} N; 1e-15..=1e3 m and 1e-12..=1e15 N are allowed: are these metres and newtons?"
    )]
    OddUnits {
        /// Number of the loop.
        number: usize,
        /// Amplitude \[m\].
        amplitude: f64,
        /// Largest force \[N\].
        force: f64,
    },
    /// A loop has too few points.
    #[error("loop {number} has {points} points; at least {least} are needed")]
    TooFewPoints {
        /// Number of the loop.
        number: usize,
        /// Number of its points.
        points: usize,
        /// Number of points required.
        least: usize,
    },
    /// A loop is not centred or has another amplitude than stated.
    #[error(
        "loop {number} spans {low:e}..={high:e} m; x0 = {amplitude:e} m asks for -x0..=x0 within 2 %"
    )]
    DoesNotSpan {
        /// Number of the loop.
        number: usize,
        /// Smallest displacement \[m\].
        low: f64,
        /// Largest displacement \[m\].
        high: f64,
        /// Stated amplitude x₀ \[m\].
        amplitude: f64,
    },
    /// The displacement reverses more than twice, or the points are not in order of time.
    #[error(
        "loop {number} turns more than twice (one cycle or one branch, points in order of time)"
    )]
    TurnsTooOften {
        /// Number of the loop.
        number: usize,
    },
    /// The force has the wrong sign.
    #[error("loop {number}: the force falls as the displacement rises (F holds the part at x)")]
    ForceFalls {
        /// Number of the loop.
        number: usize,
    },
    /// The loop has the wrong sense of rotation.
    #[error(
        "loop {number} creates {energy:e} J a cycle; a force-displacement loop of a joint loses energy (is the order of time reversed?)"
    )]
    CreatesEnergy {
        /// Number of the loop.
        number: usize,
        /// Energy that the loop seems to create \[J\].
        energy: f64,
    },
    /// No parameters fit the points.
    #[error(
        "misfit = {misfit} is above {allowed} (rms residual over rms force: these are not force-displacement loops of this model)"
    )]
    NotTheModel {
        /// rms residual over rms force of the best fit.
        misfit: f64,
        /// Largest accepted misfit.
        allowed: f64,
    },
    /// The loops do not determine all four parameters.
    #[error(
        "the loops do not slip completely: a model that never slips up to {amplitude:e} m raises chi-squared by {slip_evidence:.1}, at least {least} is needed to tell F_s, x_s, chi and alpha apart; measure at a larger amplitude"
    )]
    NeverSlips {
        /// Rise of the chi-squared statistic when slip is forbidden.
        slip_evidence: f64,
        /// Least accepted rise.
        least: f64,
        /// Largest amplitude measured \[m\].
        amplitude: f64,
    },
}

/// Every loop as points of one branch from x₀ to −x₀: the rising branch counts as its mirror image.
pub(super) fn branches(loops: &[Loop]) -> Result<Vec<Branch>, Refusal> {
    if loops.is_empty() {
        return Err(Refusal::NoLoops);
    }
    loops.iter().enumerate().map(|(i, measured)| measured.branch(i + 1)).collect()
}

impl Loop {
    fn branch(&self, number: usize) -> Result<Branch, Refusal> {
        let Self { amplitude, displacement: x, force } = self;
        let (amplitude, points) = (*amplitude, x.len());
        if points != force.len() {
            let forces = force.len();
            return Err(Refusal::UnequalColumns { number, displacements: points, forces });
        }
        let finite = x.iter().chain(force).all(|value| value.is_finite());
        if !(finite && amplitude.is_finite() && amplitude > 0.0) {
            return Err(Refusal::NotANumber { number });
        }
        let largest = force.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
        if !(LENGTHS.contains(&amplitude) && FORCES.contains(&largest)) {
            return Err(Refusal::OddUnits { number, amplitude, force: largest });
        }
        if points < LEAST_POINTS {
            return Err(Refusal::TooFewPoints { number, points, least: LEAST_POINTS });
        }
        let by_x = |&i: &usize, &j: &usize| x[i].total_cmp(&x[j]);
        let top = (0..points).max_by(by_x).unwrap_or(0);
        let bottom = (0..points).min_by(by_x).unwrap_or(0);
        let (low, high) = (x[bottom], x[top]);
        let ends = (high - amplitude).abs().max((low + amplitude).abs());
        if ends > END_TOLERANCE * amplitude {
            return Err(Refusal::DoesNotSpan { number, low, high, amplitude });
        }
        if force[top] <= force[bottom] {
            return Err(Refusal::ForceFalls { number });
        }

        // From the top to the bottom is the falling branch, the rest (empty for a single branch) the rising
        // one.
        let after = |i: usize, from: usize| (i + points - from) % points;
        let mut back: Vec<bool> =
            (0..points).map(|i| after(i, top) <= after(bottom, top)).collect();
        let returning = back.iter().filter(|&&back| back).count();
        if returning.min(points - returning) > 2 {
            // A whole loop: it reversed on that side of its last point where the neighbour is nearer.
            let nearer_before = |i: usize| {
                let (before, after) = (x[(i + points - 1) % points], x[(i + 1) % points]);
                (before - x[i]).abs() < (after - x[i]).abs()
            };
            (back[top], back[bottom]) = (nearer_before(top), !nearer_before(bottom));
        }
        let sign = |i: usize| if back[i] { 1.0 } else { -1.0 };
        let points: Vec<Point> = (0..points)
            .map(|i| Point { x: sign(i) * x[i], force: sign(i) * force[i], sign: sign(i) })
            .collect();
        check_order(&points, amplitude, number)?;
        check_energy(self, number)?;
        Ok(Branch { amplitude, points })
    }
}

/// The points of one branch must fall, except for noise.
fn check_order(points: &[Point], amplitude: f64, number: usize) -> Result<(), Refusal> {
    for run in points.chunk_by(|a, b| a.sign == b.sign) {
        let mut lowest = f64::INFINITY;
        for point in run {
            lowest = lowest.min(point.x);
            if point.x - lowest > TURN_TOLERANCE * 2.0 * amplitude {
                return Err(Refusal::TurnsTooOften { number });
            }
        }
    }
    Ok(())
}

/// A joint turns work into heat, so ∮ F dx ≥ 0, and half of it on each branch.
fn check_energy(measured: &Loop, number: usize) -> Result<(), Refusal> {
    let Loop { amplitude, displacement: x, force } = measured;
    let mut work = 0.0;
    for i in 1..x.len() {
        work += 0.5 * (force[i] + force[i - 1]) * (x[i] - x[i - 1]);
    }
    let strongest = force.iter().fold(0.0_f64, |most, f| most.max(f.abs()));
    if work < -GAIN_TOLERANCE * strongest * amplitude {
        return Err(Refusal::CreatesEnergy { number, energy: -work });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_of_a_loop_is_behind_its_reversal_if_the_point_before_is_nearer() {
        // Down to −1 and up to 1; the last steps before the ends are short, the first ones behind them long.
        let down: Vec<f64> = (0..12).map(|i| 0.8 - 0.15 * f64::from(i)).chain([-1.0]).collect();
        let up: Vec<f64> = (0..12).map(|i| -0.8 + 0.15 * f64::from(i)).chain([1.0]).collect();
        let force = |x: &f64, falling: f64| 2.0 * x - falling * 0.5 * (1.0 - x * x);
        let displacement = [&*down, &*up].concat();
        let force = down.iter().map(|x| force(x, 1.0)).chain(up.iter().map(|x| force(x, -1.0)));
        let whole = Loop { amplitude: 1.0, displacement, force: force.collect() };
        for first in 0..26 {
            let mut begun = whole.clone();
            begun.displacement.rotate_left(first);
            begun.force.rotate_left(first);
            let points = begun.branch(1).unwrap().points;
            for (index, point) in points.iter().enumerate() {
                let place = (index + first) % 26;
                // Twelve on the way down, the top before them; the bottom goes with the way up.
                assert_eq!(point.sign > 0.0, place < 12 || place == 25, "{first} {place}");
            }
        }
    }
}
