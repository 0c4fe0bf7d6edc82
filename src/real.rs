//! The scalar the force laws are written in: a plain number or one that carries its derivatives.

use num_dual::DualNum;

/// A real number: `f64`, or a dual number when derivatives are wanted.
pub trait Real: DualNum<Primitive = f64> + Copy {}

impl<T: DualNum<Primitive = f64> + Copy> Real for T {}

#[cfg(test)]
mod tests {
    use super::Real;
    use num_dual::Dual64;

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
}
