//! A power of the penetration, from a stiffness that was measured or computed.

use crate::base::Real;
use crate::laws::contact::raise;

/// `f = k δ_r (δ/δ_r)ⁿ`.
///
/// k is the secant stiffness at the depth δ_r, so its unit is that of a stiffness for every n. With n = 1
/// the depth δ_r does not matter. Depths may be lengths or angles.
///
/// Source: definition. Holds in the range of depths for which k and n were determined.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Power {
    coefficient: f64,
    exponent: f64,
}

impl Power {
    /// The law with the secant `stiffness` k > 0 \[N/m\] at `reference_depth` δ_r > 0 \[m\] and the
    /// `exponent` n ≥ 1.
    pub fn new(stiffness: f64, reference_depth: f64, exponent: f64) -> Self {
        let coefficient = if exponent == 1.0 {
            stiffness
        } else {
            stiffness * reference_depth.powf(1.0 - exponent)
        };
        Self { coefficient, exponent }
    }

    /// K = k δ_r¹⁻ⁿ \[N/mⁿ\].
    pub fn coefficient(&self) -> f64 {
        self.coefficient
    }

    /// n.
    pub fn exponent(&self) -> f64 {
        self.exponent
    }

    /// f \[N\] at `penetration` δ ≥ 0 \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        raise(penetration, self.exponent) * self.coefficient
    }

    /// `n K δⁿ⁻¹` \[N/m\] at `penetration` δ > 0 \[m\].
    #[inline]
    pub fn slope(&self, penetration: f64) -> f64 {
        self.exponent * self.force(penetration) / penetration
    }

    /// `K δⁿ⁺¹/(n + 1)` \[J\] at `penetration` δ ≥ 0 \[m\].
    #[inline]
    pub fn potential(&self, penetration: f64) -> f64 {
        self.force(penetration) * penetration / (self.exponent + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_secant_at_the_reference_depth_is_the_stiffness(
            k in 1e3..1e9_f64, depth in 1e-6..1e-2_f64, n in 1.0..3.0_f64,
        ) {
            let law = Power::new(k, depth, n);
            prop_assert!((law.force(depth) / (k * depth) - 1.0).abs() < 1e-13);
            let slope = (law.potential(1.0001 * depth) - law.potential(0.9999 * depth)) / (2e-4 * depth);
            // 1e-7: the central difference.
            prop_assert!((slope / law.force(depth) - 1.0).abs() < 1e-7);
        }
    }

    #[test]
    fn without_a_power_the_reference_depth_does_not_matter() {
        assert_eq!(Power::new(5e5, 1e-3, 1.0), Power::new(5e5, 7e-5, 1.0));
    }
}
