//! Levenberg and Marquardt's method for the least sum of squares within bounds.
//!
//! Own, because no dependency fits: `levenberg-marquardt` 0.15 needs nalgebra 0.34, a second copy of
//! nalgebra beside ours, and `argmin` 0.11 has Gauss–Newton but not Levenberg–Marquardt; neither has bounds. A few
//! unknowns on a common scale need neither: even with nearly parallel columns the normal equations leave half of
//! the digits to the step, and the next step corrects it.

mod certainty;
mod normal;
mod residuals;
#[cfg(test)]
mod tests;

pub use certainty::{Certainty, Weakness, certainty};
pub use normal::Normal;
pub use residuals::{HUBER, correlation_length, huber_squares, huber_weights, spread};

use nalgebra::DVector;

/// Residuals as a function of unknowns, by their sums.
pub trait Misfit {
    /// The sum of squared residuals; infinite where the model does not exist.
    fn squares(&mut self, at: &DVector<f64>) -> f64;
    /// The normal equations; `None` where the model does not exist.
    fn normal_equations(&mut self, at: &DVector<f64>) -> Option<Normal>;
}

/// Limits of a search.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The least and the largest value of each unknown.
    pub bounds: Vec<(f64, f64)>,
    /// False for each unknown that keeps its value.
    pub free: Vec<bool>,
    /// The longest step in an unknown.
    pub longest_step: f64,
    /// A step as short as this in every unknown ends the search.
    pub shortest_step: f64,
    /// A step that is expected to lower the sum by less than this part of it ends the search.
    pub least_gain: f64,
    /// The largest number of steps.
    pub most_steps: usize,
}

impl Limits {
    /// No limits for `count` unknowns on a scale of one, as logarithms are.
    pub fn none(count: usize) -> Self {
        Self {
            bounds: vec![(f64::NEG_INFINITY, f64::INFINITY); count],
            free: vec![true; count],
            longest_step: 1.0,
            shortest_step: 1e-12,
            least_gain: 0.0,
            most_steps: 200,
        }
    }

    /// Returns true if an unknown may move in the direction of descent from where it is.
    fn moves(&self, index: usize, at: f64, descent: f64) -> bool {
        let (low, high) = self.bounds[index];
        self.free[index] && !(at <= low && descent < 0.0) && !(at >= high && descent > 0.0)
    }
}

/// Result of a search.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The unknowns.
    pub at: DVector<f64>,
    /// Sum of squared residuals.
    pub squares: f64,
}

/// Searches from `start` for a least sum of squares.
///
/// Source: Marquardt, J. SIAM 11 (1963) 431–441, with Nielsen's rule for the damping (IMM-REP-1999-05). An unknown
/// at a bound beyond which the sum would fall stays there.
pub fn minimise(misfit: &mut impl Misfit, start: DVector<f64>, limits: &Limits) -> Fit {
    let squares = misfit.squares(&start);
    let mut fit = Fit { at: start, squares };
    let (mut damping, mut growth) = (1e-3, 2.0);
    let Some(mut normal) = restricted(misfit, &fit.at, limits) else { return fit };
    for _ in 0..limits.most_steps {
        let mut damped = normal.matrix.clone();
        for i in 0..damped.nrows() {
            damped[(i, i)] += damping * normal.matrix[(i, i)].max(f64::MIN_POSITIVE);
        }
        let Some(factor) = damped.cholesky() else {
            damping *= growth;
            continue;
        };
        let mut step = factor.solve(&normal.right);
        step *= (limits.longest_step / step.amax()).min(1.0);
        let mut trial = &fit.at + &step;
        for (trial, (low, high)) in trial.iter_mut().zip(&limits.bounds) {
            *trial = trial.clamp(*low, *high);
        }
        if trial != &fit.at + &step {
            step = &trial - &fit.at;
        }
        let squares = misfit.squares(&trial);
        let expected = step.dot(&(&normal.right * 2.0 - &normal.matrix * &step));
        // If the sum is as flat as rounding, the comparison below is meaningless.
        let flat = expected <= limits.least_gain * fit.squares;
        if step.amax() < limits.shortest_step || flat {
            if squares < fit.squares {
                fit = Fit { at: trial, squares };
            }
            break;
        }
        if squares <= fit.squares {
            let gain = (fit.squares - squares) / expected;
            damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).clamp(1.0 / 3.0, 2.0);
            growth = 2.0;
            fit = Fit { at: trial, squares };
            match restricted(misfit, &fit.at, limits) {
                Some(next) => normal = next,
                None => break,
            }
        } else {
            damping *= growth;
            growth *= 2.0;
        }
    }
    fit
}

/// The normal equations with every unknown that may not move held constant.
fn restricted(misfit: &mut impl Misfit, at: &DVector<f64>, limits: &Limits) -> Option<Normal> {
    let mut normal = misfit.normal_equations(at)?;
    for i in 0..at.len() {
        if !limits.moves(i, at[i], normal.right[i]) {
            normal.hold(i);
        }
    }
    Some(normal)
}
