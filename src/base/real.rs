//! The scalar type of the force laws: a plain number or a dual number.

use num_dual::DualNum;

/// A real number: `f64`, or a dual number if derivatives are wanted.
pub trait Real: DualNum<Primitive = f64> + Copy {}

impl<T: DualNum<Primitive = f64> + Copy> Real for T {}

/// f(x) of a law that is implemented for plain numbers: `value` is f and `slope` gives f′, both at the real
/// part of `x`.
///
/// Propagates first derivatives only. `slope` is not called if none are wanted.
#[inline]
pub(crate) fn chain<T: Real>(x: T, value: f64, slope: impl FnOnce() -> f64) -> T {
    if T::NDERIV == 0 { T::from(value) } else { (x - x.re()) * slope() + value }
}

/// √(Σ xᵢ²); at 0 the value 0 without a derivative, as the root has none there.
#[inline]
pub(crate) fn length<T: Real, const N: usize>(vector: &[T; N]) -> T {
    let square = vector.iter().fold(T::from(0.0), |sum, part| sum + *part * *part);
    if square.re() > 0.0 { square.sqrt() } else { T::from(0.0) }
}

/// `part/whole`; 0 if both are 0.
#[inline]
pub(crate) fn share<T: Real>(part: T, whole: T) -> T {
    if whole.re() > 0.0 { part / whole } else { T::from(0.0) }
}

/// The greater of both; a bound that is greater has zero derivatives.
#[inline]
pub(crate) fn at_least<T: Real>(value: T, bound: f64) -> T {
    if value.re() > bound { value } else { T::from(bound) }
}

/// Below this angle \[rad\] a few terms of the series are exact to rounding.
const SMALL_ANGLE: f64 = 1.0 / 64.0;

/// Sine and cosine, fast for small angles: those of bodies in a guide, or of rotations within a step.
#[inline]
pub(crate) fn sin_cos<T: Real>(angle: T) -> (T, T) {
    if angle.re().abs() >= SMALL_ANGLE {
        return angle.sin_cos();
    }
    let square = angle * angle;
    // 1 − x (1 − y (1 − …)): the next terms are below 1e-21.
    let nested = |divisors: [f64; 3]| {
        let one = T::from(1.0);
        divisors.iter().rev().fold(one, |inner, divisor| one - square * inner * divisor.recip())
    };
    let sin = angle * nested([6.0, 20.0, 42.0]);
    let cos = T::from(1.0) - square * nested([12.0, 30.0, 56.0]) * 0.5;
    (sin, cos)
}

#[cfg(test)]
mod tests {
    use super::{Real, SMALL_ANGLE, chain, sin_cos};
    use num_dual::{Dual64, DualNum};

    fn power<T: Real>(depth: T, stiffness: f64) -> T {
        if depth > 0.0 { depth * depth.sqrt() * stiffness } else { T::from(0.0) }
    }

    #[test]
    fn a_law_gives_its_derivative() {
        let force = power(Dual64::from(4.0).derivative(), 2.0);
        assert_eq!((force.re, force.eps), (16.0, 6.0));
        assert_eq!(power(4.0, 2.0), 16.0);
        let x: f64 = force.re;
        assert_eq!(x, 16.0);
    }

    #[test]
    fn a_law_known_by_value_and_slope_obeys_the_chain_rule() {
        let time = Dual64::from(0.5).derivative();
        let angle = time * time * 3.0;
        let (by_numbers, direct) = (chain(angle, 0.75_f64.sin(), || 0.75_f64.cos()), angle.sin());
        assert_eq!((by_numbers.re, by_numbers.eps), (direct.re, direct.eps));
        assert_eq!(chain(0.75, 2.0, || unreachable!("no derivative was asked for")), 2.0);
    }

    #[test]
    fn sine_and_cosine_are_those_of_the_library_to_rounding() {
        for part in -1200..1200 {
            let angle = Dual64::from(f64::from(part) / 1000.0 * SMALL_ANGLE).derivative();
            let ((sin, cos), right) = (sin_cos(angle), angle.sin_cos());
            for (found, right) in [(sin, right.0), (cos, right.1)] {
                let off = |a: f64, b: f64| (a - b).abs() <= 2.0 * f64::EPSILON * b.abs();
                assert!(off(found.re, right.re) && off(found.eps, right.eps), "{angle} {found}");
            }
        }
    }
}
