//! The model's branch from x₀ to −x₀ with its derivatives, and sums over all measured points.

use crate::base::numerics::least_squares::{Misfit, Normal};
use crate::laws::interface::Iwan;
use nalgebra::{DMatrix, DVector, Matrix2, Matrix4, Vector2, Vector4};

/// A measured point, mirrored onto the branch from x₀ to −x₀ where `sign` is −1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub x: f64,
    pub force: f64,
    pub sign: f64,
}

/// All points of one loop, in the order of measurement.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub amplitude: f64,
    pub points: Vec<Point>,
}

/// (ln k, ln k_s, ln x_s, ln(1 + χ)): every vector of numbers is a valid model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Logarithms(pub Vector4<f64>);

/// The sliding springs alone at one distance, with derivatives by (ln k, ln x_s, ln(1 + χ)).
#[derive(Clone, Copy)]
struct Sliders {
    force: f64,
    by_slip_displacement: f64,
    by_exponent: f64,
}

impl Logarithms {
    /// The logarithms that a search has found.
    pub fn at(at: &DVector<f64>) -> Self {
        Self(Vector4::from_column_slice(at.as_slice()))
    }

    fn natural(&self) -> [f64; 4] {
        self.0.map(f64::exp).into()
    }

    /// The model; `None` if its numbers overflow.
    pub fn model(&self) -> Option<Iwan> {
        let [k, slip_stiffness, slip_displacement, b] = self.natural();
        let alpha = slip_stiffness / k;
        let slip_force = k * slip_displacement * (b / (b + 1.0) + alpha);
        Iwan::new(slip_force, slip_displacement, b - 1.0, alpha).ok()
    }
}

/// `J(u) = k x_s [r − r^(b+1)/(b+1)]`, r = min(u/x_s, 1), b = 1 + χ: eq. 23 without the spring.
fn sliders([k, _, slip_displacement, b]: [f64; 4], distance: f64) -> Sliders {
    let strength = k * slip_displacement;
    let ratio = (distance / slip_displacement).clamp(0.0, 1.0);
    let (power, logarithm) = match ratio {
        0.0 => (0.0, 0.0),
        1.0 => (1.0, 0.0),
        _ => (ratio.powf(b + 1.0), ratio.ln()),
    };
    let c = b + 1.0;
    Sliders {
        force: strength * (ratio - power / c),
        by_slip_displacement: strength * b * power / c,
        by_exponent: strength * b * power * (1.0 - c * logarithm) / (c * c),
    }
}

impl Branch {
    /// Calls `each` with every point, the model's force there and its derivatives by the logarithms.
    fn visit(&self, at: &Logarithms, mut each: impl FnMut(&Point, f64, Vector4<f64>)) {
        let natural = at.natural();
        let top = sliders(natural, self.amplitude);
        for point in &self.points {
            let half = sliders(natural, 0.5 * (self.amplitude - point.x));
            let springs = top.force - 2.0 * half.force;
            let rest = natural[1] * point.x;
            let slope = Vector4::new(
                springs,
                rest,
                top.by_slip_displacement - 2.0 * half.by_slip_displacement,
                top.by_exponent - 2.0 * half.by_exponent,
            );
            each(point, springs + rest, slope);
        }
    }

    /// Measured minus model force \[N\] in the order and with the signs of the measurement.
    pub fn residuals(&self, at: &Logarithms) -> Vec<f64> {
        let mut residuals = Vec::with_capacity(self.points.len());
        self.visit(at, |point, force, _| residuals.push(point.sign * (point.force - force)));
        residuals
    }
}

/// Sum of squared residuals \[N²\].
pub(super) fn squares(branches: &[Branch], at: &Logarithms) -> f64 {
    let mut squares = 0.0;
    for branch in branches {
        branch.visit(at, |point, force, _| squares += (point.force - force).powi(2));
    }
    squares
}

/// All loops, whose forces the model shall have.
pub(super) struct Loops<'a>(pub &'a [Branch]);

impl Misfit for Loops<'_> {
    fn squares(&mut self, at: &DVector<f64>) -> f64 {
        squares(self.0, &Logarithms::at(at))
    }

    fn normal_equations(&mut self, at: &DVector<f64>) -> Option<Normal> {
        let (matrix, right) = normal_equations(self.0, &Logarithms::at(at));
        let matrix = DMatrix::from_column_slice(4, 4, matrix.as_slice());
        Some(Normal { matrix, right: DVector::from_column_slice(right.as_slice()) })
    }
}

/// JᵀJ and Jᵀr of all residuals r = measured − model.
fn normal_equations(branches: &[Branch], at: &Logarithms) -> (Matrix4<f64>, Vector4<f64>) {
    let (mut matrix, mut right) = (Matrix4::zeros(), Vector4::zeros());
    for branch in branches {
        branch.visit(at, |point, force, slope| {
            matrix.ger(1.0, &slope, &slope, 1.0);
            right.axpy(point.force - force, &slope, 1.0);
        });
    }
    (matrix, right)
}

/// The model with this x_s and χ whose two stiffnesses fit best.
pub(super) fn with_best_stiffnesses(
    branches: &[Branch],
    slip_displacement: f64,
    chi: f64,
) -> Logarithms {
    let unit = [1.0, 1.0, slip_displacement, chi + 1.0].map(f64::ln);
    let (mut matrix, mut right) = (Matrix2::zeros(), Vector2::zeros());
    for branch in branches {
        branch.visit(&Logarithms(unit.into()), |point, _, slope| {
            let column = slope.xy();
            matrix.ger(1.0, &column, &column, 1.0);
            right.axpy(point.force, &column, 1.0);
        });
    }
    // Measured loops may give a negative one; a small one is a fair starting point.
    let both = matrix.try_inverse().map_or(Vector2::zeros(), |inverse| inverse * right);
    let least = 1e-3 * both.amax().max(f64::MIN_POSITIVE);
    let [k, rest] = both.map(|stiffness| stiffness.max(least)).into();
    Logarithms(Vector4::new(k.ln(), rest.ln(), unit[2], unit[3]))
}

/// Standard errors (one standard deviation) of the four parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandardErrors {
    /// Standard error of F_s \[N\].
    pub slip_force: f64,
    /// Standard error of x_s \[m\].
    pub slip_displacement: f64,
    /// Standard error of χ.
    pub chi: f64,
    /// Standard error of α.
    pub alpha: f64,
}

/// Standard errors of (F_s, x_s, χ, α) for residuals of this `variance` \[N²\].
///
/// `None` if the points do not determine the four. The error is that of α, not of ln α, which has no
/// lower bound as α approaches 0.
pub(super) fn standard_errors(
    branches: &[Branch],
    at: &Logarithms,
    variance: f64,
) -> Option<StandardErrors> {
    let [k, rest, slip_displacement, b] = at.natural();
    let alpha = rest / k;
    let mut matrix = Matrix4::zeros();
    for branch in branches {
        branch.visit(at, |point, _, slope| {
            let spring = k * point.x;
            let row = Vector4::new(slope[0] + alpha * spring, spring, slope[2], slope[3]);
            matrix.ger(1.0, &row, &row, 1.0);
        });
    }
    let covariance = matrix.cholesky()?.inverse() * variance;
    let (strength, c) = (k * slip_displacement, b + 1.0);
    let slip_force = strength * (b / c + alpha);
    let gradient = Vector4::new(slip_force, strength, slip_force, strength * b / (c * c));
    Some(StandardErrors {
        slip_force: gradient.dot(&(covariance * gradient)).sqrt(),
        slip_displacement: slip_displacement * covariance[(2, 2)].sqrt(),
        chi: b * covariance[(3, 3)].sqrt(),
        alpha: covariance[(1, 1)].sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branch_is_the_models_unloading_and_its_slopes_are_derivatives() {
        let at = Logarithms(Vector4::new(19.0, 20.2, -13.5, -0.4));
        let iwan = at.model().unwrap();
        for amplitude in [0.4, 1.7].map(|share| share * iwan.slip_displacement()) {
            let points = [0.99, 0.3, -0.2, -1.0].map(|share| Point {
                x: share * amplitude,
                force: 0.0,
                sign: 1.0,
            });
            let branch = Branch { amplitude, points: points.to_vec() };
            let forces =
                |at: &Logarithms| branch.residuals(at).iter().map(|r| -r).collect::<Vec<_>>();
            let mut slopes = Vec::new();
            branch.visit(&at, |point, force, slope| {
                let expected = iwan.unloading(amplitude, point.x);
                assert!((force - expected).abs() < 1e-11 * iwan.slip_force());
                slopes.push(slope);
            });
            for parameter in 0..4 {
                let shifted = |by: f64| {
                    let mut moved = at;
                    moved.0[parameter] += by;
                    forces(&moved)
                };
                let (up, down) = (shifted(1e-5), shifted(-1e-5));
                for (i, slope) in slopes.iter().enumerate() {
                    let difference = (up[i] - down[i]) / 2e-5;
                    let error = (slope[parameter] - difference).abs();
                    assert!(error < 1e-7 * iwan.slip_force(), "{parameter} {i}: {error}");
                }
            }
        }
    }

    #[test]
    fn standard_errors_follow_from_the_logarithms() {
        let at = Logarithms(Vector4::new(19.0, 18.2, -13.5, -0.4));
        let amplitude = 1.7 * (-13.5_f64).exp();
        let points = (0..50)
            .map(|i| Point { x: amplitude * (1.0 - f64::from(i) / 24.5), force: 0.0, sign: 1.0 })
            .collect();
        let branches = [Branch { amplitude, points }];
        let covariance = normal_equations(&branches, &at).0.cholesky().unwrap().inverse() * 4.0;
        let read = |at: &Logarithms| {
            let iwan = at.model().unwrap();
            [iwan.slip_force(), iwan.slip_displacement(), iwan.chi(), iwan.alpha()]
        };
        let found = standard_errors(&branches, &at, 4.0).unwrap();
        let found = [found.slip_force, found.slip_displacement, found.chi, found.alpha];
        for (i, found) in found.into_iter().enumerate() {
            let gradient = Vector4::from_fn(|parameter, _| {
                let (mut up, mut down) = (at, at);
                up.0[parameter] += 1e-5;
                down.0[parameter] -= 1e-5;
                (read(&up)[i] - read(&down)[i]) / 2e-5
            });
            let expected = gradient.dot(&(covariance * gradient)).sqrt();
            assert!((found / expected - 1.0).abs() < 1e-6, "{i}: {found:e} {expected:e}");
        }
    }
}
