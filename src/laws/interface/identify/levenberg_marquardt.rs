//! Levenberg and Marquardt's method for the least sum of squares in four unknowns.
//!
//! Own, because no dependency fits: `levenberg-marquardt` 0.15 needs nalgebra 0.34, a second copy of
//! nalgebra beside ours, and `argmin` 0.11 has Gauss–Newton but not Levenberg–Marquardt. Four unknowns on a
//! common scale need neither: even with nearly parallel columns the normal equations leave half of the
//! digits to the step, and the next step corrects it.

use super::branch::{self, Branch, Logarithms};

/// Result of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    pub logarithms: Logarithms,
    /// Sum of squared residuals \[N²\].
    pub squares: f64,
}

/// Longest step in a logarithm: a factor e.
const LONGEST_STEP: f64 = 1.0;
/// A step this short ends the search.
const SHORTEST_STEP: f64 = 1e-12;
const MOST_STEPS: usize = 200;

/// Searches from `start` for a least sum of squares; parameters that are not `free` are kept.
///
/// Source: Marquardt, J. SIAM 11 (1963) 431–441, with Nielsen's rule for the damping (IMM-REP-1999-05).
pub(super) fn minimise(branches: &[Branch], start: Logarithms, free: [bool; 4]) -> Fit {
    let squares = branch::squares(branches, &start);
    let mut fit = Fit { logarithms: start, squares };
    let (mut damping, mut growth) = (1e-3, 2.0);
    let (mut matrix, mut right) = restricted(branches, &fit.logarithms, free);
    for _ in 0..MOST_STEPS {
        let mut damped = matrix;
        for i in 0..4 {
            damped[(i, i)] += damping * matrix[(i, i)].max(f64::MIN_POSITIVE);
        }
        let Some(factor) = damped.cholesky() else {
            damping *= growth;
            continue;
        };
        let mut step = factor.solve(&right);
        step *= (LONGEST_STEP / step.amax()).min(1.0);
        let trial = Logarithms(fit.logarithms.0 + step);
        let squares = branch::squares(branches, &trial);
        let expected = step.dot(&(right * 2.0 - matrix * step));
        // If the sum is as flat as rounding, the comparison below is meaningless.
        if step.amax() < SHORTEST_STEP || expected <= 0.0 {
            break;
        }
        if squares <= fit.squares {
            let gain = (fit.squares - squares) / expected;
            damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).clamp(1.0 / 3.0, 2.0);
            growth = 2.0;
            fit = Fit { logarithms: trial, squares };
            (matrix, right) = restricted(branches, &fit.logarithms, free);
        } else {
            damping *= growth;
            growth *= 2.0;
        }
    }
    fit
}

/// The normal equations with every parameter that is not free held constant.
fn restricted(
    branches: &[Branch],
    at: &Logarithms,
    free: [bool; 4],
) -> (nalgebra::Matrix4<f64>, nalgebra::Vector4<f64>) {
    let (mut matrix, mut right) = branch::normal_equations(branches, at);
    for i in (0..4).filter(|&i| !free[i]) {
        matrix.fill_row(i, 0.0);
        matrix.fill_column(i, 0.0);
        matrix[(i, i)] = 1.0;
        right[i] = 0.0;
    }
    (matrix, right)
}
