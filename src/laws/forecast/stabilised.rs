//! Many cycles in one stable step, where stiff contacts forbid long extrapolations.
//!
//! Wear levels the pressure, the faster the stiffer the contact: depths relax at rates λ per cycle that range from that
//! of a single cell, where an extrapolation over more than 2/λ cycles is unstable, to that of the pocket as a whole,
//! which is of interest. A step of a stabilised Runge–Kutta rule of the second order with s stages, each of which is
//! one computed cycle, is stable up to 0.65 s² / λ: ten stages go as far as sixty cycles by extrapolations do.
//!
//! Source: Sommeijer, Shampine, Verwer, "RKC: an explicit solver for parabolic PDEs", J. Comput. Appl. Math. 88
//! (1998), eq. 2.4–2.7 and their estimate of the error. Validity: eigenvalues that are real and not positive, as those
//! of wear that levels pressure are.

use crate::base::Fault;

/// Damping of the rule: larger ones shorten the stable interval.
const DAMPING: f64 = 2.0 / 13.0;
/// Stable interval over s² − 1.
const REACH: f64 = 2.0 / 3.0 * (1.0 - 2.0 / 15.0 * DAMPING);
/// Fewest stages of the rule.
const FEWEST: usize = 3;

/// Returns the number of stages that are stable for a step of `stiffness` = λ times its length.
pub fn stages(stiffness: f64) -> usize {
    ((1.0 + stiffness / REACH).sqrt().ceil() as usize).max(FEWEST)
}

/// Returns the largest λ times length for which a step of this number of `stages` is stable.
pub fn reach(stages: usize) -> f64 {
    REACH * ((stages * stages) as f64 - 1.0)
}

/// Chebyshev's polynomial of a degree at w₀ ≥ 1, and its first two derivatives.
#[derive(Debug, Clone, Copy)]
struct Chebyshev([f64; 3]);

impl Chebyshev {
    /// The next one: T′ and T″ by the derivatives of the recurrence.
    fn next(self, before: Self, w0: f64) -> Self {
        let ([t, d, dd], [t0, d0, dd0]) = (self.0, before.0);
        Self([2.0 * w0 * t - t0, 2.0 * (t + w0 * d) - d0, 2.0 * (2.0 * d + w0 * dd) - dd0])
    }

    /// b = T″ / T′².
    fn weight(self) -> f64 {
        let [_, d, dd] = self.0;
        dd / (d * d)
    }
}

/// Steps the state `start`, whose rate per cycle is `rate`, over `count` cycles in `stages` stages, at least 3; `rate_at`
/// writes the rate of a state. Returns the state at the end.
pub fn step(
    (start, rate): (&[f64], &[f64]),
    count: f64,
    stages: usize,
    mut rate_at: impl FnMut(&[f64], &mut [f64]) -> Result<(), Fault>,
) -> Result<Vec<f64>, Fault> {
    let w0 = 1.0 + DAMPING / (stages * stages) as f64;
    let mut all = vec![Chebyshev([1.0, 0.0, 0.0]), Chebyshev([w0, 1.0, 0.0])];
    for degree in 2..=stages {
        all.push(all[degree - 1].next(all[degree - 2], w0));
    }
    let [_, first, second] = all[stages].0;
    let w1 = first / second;
    let weight = |degree: usize| all[degree.max(2)].weight();
    let mut before = start.to_vec();
    let mut now: Vec<f64> =
        start.iter().zip(rate).map(|(y, f)| y + weight(1) * w1 * count * f).collect();
    let (mut next, mut here) = (vec![0.0; start.len()], vec![0.0; start.len()]);
    for degree in 2..=stages {
        rate_at(&now, &mut here)?;
        let [b, b1, b2] = [0, 1, 2].map(|back| weight(degree - back));
        let (mu, nu, reach) = (2.0 * b * w0 / b1, -b / b2, 2.0 * b * w1 / b1 * count);
        let offset = -(1.0 - b1 * all[degree - 1].0[0]) * reach;
        for (index, next) in next.iter_mut().enumerate() {
            *next = (1.0 - mu - nu) * start[index]
                + mu * now[index]
                + nu * before[index]
                + reach * here[index]
                + offset * rate[index];
        }
        std::mem::swap(&mut before, &mut now);
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now)
}

/// Estimates the error of a component: from its start and end, and its rates there.
pub fn error([start, end]: [f64; 2], [rate, rate_at_end]: [f64; 2], count: f64) -> f64 {
    0.8 * (start - end) + 0.4 * count * (rate + rate_at_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relaxation of three components at rates that differ by a factor of 1e4, toward a moving target.
    fn relaxed(length: f64, stiffest: f64, steps: usize) -> Vec<f64> {
        let rates = [1.0, 0.05 * stiffest, stiffest];
        let slope = |y: &[f64], f: &mut [f64]| {
            for (index, f) in f.iter_mut().enumerate().take(3) {
                *f = rates[index] * (y[3].sin() - y[index]);
            }
            f[3] = 1.0;
            Ok(())
        };
        let mut state = vec![1.0, 1.0, 1.0, 0.0];
        for _ in 0..steps {
            let count = length / steps as f64;
            let mut rate = vec![0.0; 4];
            slope(&state, &mut rate).unwrap();
            state = step((&state, &rate), count, stages(stiffest * count), slope).unwrap();
        }
        state
    }

    #[test]
    fn the_rule_is_of_the_second_order() {
        let exact = 1.5 * (-2.0_f64).exp() + 0.5 * (2.0_f64.sin() - 2.0_f64.cos());
        let off = |steps: usize| (relaxed(2.0, 20.0, steps)[0] - exact).abs();
        let (coarse, fine) = (off(20), off(40));
        let order = (coarse / fine).log2();
        assert!((order - 2.0).abs() < 0.2, "{coarse:e} {fine:e}: order {order}");
    }

    #[test]
    fn a_step_is_stable_as_far_as_it_says() {
        for stiffest in [10.0, 1e3, 1e5] {
            let state = relaxed(20.0, stiffest, 20);
            assert!(state.iter().take(3).all(|y| y.abs() < 1.5), "{stiffest}: {state:?}");
            // The stiff component follows its target, which moves by a radian in each step.
            assert!((state[2] - 20.0_f64.sin()).abs() < 0.1, "{stiffest}: {state:?}");
        }
        // One stage too few is not enough, or the bound would be loose.
        assert!(stages(1e4) < 130 && stages(1e4) > 115, "{}", stages(1e4));
    }

    #[test]
    fn sums_of_rates_are_kept() {
        // A linear function of the state grows by that of the rates, in every stage.
        let state = relaxed(1.0, 100.0, 3);
        assert!((state[3] - 1.0).abs() < 1e-13, "{state:?}");
    }
}
