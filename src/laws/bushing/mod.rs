//! A compliant bushing: forces and moments that grow with displacement, rotation and their rates.
//!
//! In the axes of a: displacement r of b's origin, and rotation vector φ of b's axes, y = (r, φ); velocities ξ = (ṙ, ω_b −
//! ω_a), both seen from a. The energy is ½ yᵀK y, and the damper takes ξᵀD ξ. The moment of a rotation vector's energy is not
//! K φ alone: the rate of φ is J⁻¹ω, so that the moment on b is −J⁻ᵀ(K y)_φ. Without that factor the load is conservative
//! for equal stiffnesses only. (Own derivation; the factor is that of the left Jacobian of rotations.)
//!
//! Linear up to half a turn, of which nothing but the shortest rotation is known: use it below [`LARGEST_ANGLE`].

mod parameters;

use crate::base::Real;
use crate::kinematics::spatial::{halves, joined};
use nalgebra::{Matrix6, SymmetricEigen, Vector3, Vector6};

pub use parameters::{Damping, Stiffness};

/// Rotation beyond which a bushing should not go \[rad\]: at half a turn the shortest rotation jumps to the other side.
pub const LARGEST_ANGLE: f64 = 150.0 * std::f64::consts::PI / 180.0;

/// Rotations below this have β = 1/12 to all digits \[rad\].
const SMALL_ANGLE: f64 = 1e-4;

/// Least eigenvalue of a matrix relative to its largest that is rounding.
const ROUNDING: f64 = 1e-9;

/// A bushing's matrices, in the axes of a.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bushing {
    /// K \[N/m, N, N m/rad\], symmetric.
    pub stiffness: Matrix6<f64>,
    /// D \[N s/m, N s, N m s/rad\], symmetric.
    pub damping: Matrix6<f64>,
}

/// The state of a bushing at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deflection<T = f64> {
    /// r and φ \[m, rad\].
    pub place: Vector6<T>,
    /// ṙ and ω_b − ω_a \[m/s, rad/s\].
    pub rate: Vector6<T>,
}

/// The load of a bushing on b at its origin, in the axes of a, with its energies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BushingLoad<T = f64> {
    /// Force \[N\] and moment \[N m\].
    pub load: Vector6<T>,
    /// The part of the damper alone.
    pub viscous: Vector6<T>,
    /// Energy stored \[J\].
    pub stored: T,
    /// Power lost \[W\], never negative.
    pub damped: T,
}

/// Returns J⁻ᵀ τ of the left Jacobian J of the rotation vector `turn`.
fn inverse_transposed<T: Real>(turn: &Vector3<T>, moment: &Vector3<T>) -> Vector3<T> {
    let square = turn.dot(turn);
    let beta = if square.re() < SMALL_ANGLE * SMALL_ANGLE {
        T::from(1.0 / 12.0)
    } else {
        let half = square.sqrt() * 0.5;
        (-half / half.tan() + 1.0) / square
    };
    let once = turn.cross(moment);
    moment + once * T::from(0.5) + turn.cross(&once) * beta
}

impl Bushing {
    /// Returns the load at a deflection.
    pub fn load<T: Real>(&self, Deflection { place, rate }: &Deflection<T>) -> BushingLoad<T> {
        let [stiffness, damping] = [self.stiffness, self.damping].map(|matrix| matrix.map(T::from));
        let (elastic, viscous) = (stiffness * place, -(damping * rate));
        let ([force, moment], [_, turn]) = (halves(&elastic), halves(place));
        BushingLoad {
            load: viscous - joined([force, inverse_transposed(&turn, &moment)]),
            stored: place.dot(&elastic) * 0.5,
            damped: -rate.dot(&viscous),
            viscous,
        }
    }
}

impl Bushing {
    /// Returns the growth of the elastic load with displacement and rotation from a deflection on, K with the factors of the
    /// rotation vector on both sides: without the change of these factors, which is small as long as the load is.
    pub(crate) fn stiffness_at(&self, Deflection { place, .. }: &Deflection<f64>) -> Matrix6<f64> {
        let [_, turn] = halves(place);
        let mut factor = Matrix6::identity();
        for way in 0..3 {
            let column = inverse_transposed(&turn, &Vector3::ith(way, 1.0));
            factor.fixed_view_mut::<3, 1>(3, 3 + way).copy_from(&column);
        }
        factor * self.stiffness * factor.transpose()
    }
}

/// Returns the least eigenvalue of a symmetric matrix if that is below 0 by more than rounding.
pub fn negative_eigenvalue(matrix: &Matrix6<f64>) -> Option<f64> {
    let values = SymmetricEigen::new(*matrix).eigenvalues;
    (values.min() < -ROUNDING * values.max().max(0.0)).then(|| values.min())
}

#[cfg(test)]
mod tests;
