//! The law: a pure function of numbers, which a unit test can check.

use spiel::Real;

/// Returns the force per metre of deflection r, `k (1 + r²/d²)` \[N/m\], at r² \[m²\].
///
/// k \[N/m\] is the stiffness at rest; at the deflection d \[m\] the force is twice as large as with k alone.
pub fn secant<T: Real>(k: f64, d: f64, squared: T) -> T {
    squared * T::from(k / (d * d)) + T::from(k)
}

#[test]
fn the_force_is_twice_the_linear_one_at_the_deflection_that_says_so() {
    let (k, d) = (2e5, 2e-3);
    assert!((secant(k, d, d * d) * d / (2.0 * k * d) - 1.0).abs() < 1e-12);
}
