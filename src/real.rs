//! The scalar the force laws are written in: a plain number or one that carries its derivatives.

use num_dual::DualNum;

/// A real number: `f64`, or a dual number when derivatives are wanted.
pub trait Real: DualNum<Primitive = f64> + Copy {}

impl<T: DualNum<Primitive = f64> + Copy> Real for T {}

/// f(x) of a law known by numbers alone: `value` is f and `slope` gives f′, both at the real part of `x`.
///
/// Carries first derivatives, no higher ones. Where none are wanted `slope` is not called.
#[inline]
pub(crate) fn chain<T: Real>(x: T, value: f64, slope: impl FnOnce() -> f64) -> T {
    if T::NDERIV == 0 { T::from(value) } else { (x - x.re()) * slope() + value }
}

#[cfg(test)]
mod tests {
    use super::{Real, chain};
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
        assert_eq!(chain(0.75, 2.0, || unreachable!("nobody wants a slope")), 2.0);
    }
}
