//! Hertz contact with the Lankarani–Nikravesh stiffness.

use crate::base::{Material, Real, effective_modulus};

/// `f = K δⁿ`, K in N/mⁿ; n = 1.5 for Hertz's theory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hertz {
    stiffness: f64,
    exponent: f64,
}

impl Hertz {
    /// A journal inside a bearing: `K = 4/3 E* √(R_i R_j/(R_i − R_j))`.
    ///
    /// `bearing_radius` R_i > `journal_radius` R_j > 0 \[m\]. For `exponent` other than 1.5 the number K is
    /// kept and its unit becomes N/mⁿ, as the literature does.
    ///
    /// Source: mixed clearance joints, doi 10.1038/s41598-023-47315-1; Lankarani & Nikravesh (1990).
    /// Holds for small contact angles, so for clearances that are not tiny against the load.
    pub fn internal(
        bearing_radius: f64,
        journal_radius: f64,
        bearing: &Material,
        journal: &Material,
        exponent: f64,
    ) -> Self {
        let radius = bearing_radius * journal_radius / (bearing_radius - journal_radius);
        Self::sphere_on_plane(radius, bearing, journal, exponent)
    }

    /// A rounded corner on a flat face: `K = 4/3 E* √R_c`, `radius` R_c > 0 \[m\].
    ///
    /// Source: Hertz, in Johnson, Contact Mechanics (1985), section 4.2.
    pub fn sphere_on_plane(radius: f64, a: &Material, b: &Material, exponent: f64) -> Self {
        Self { stiffness: 4.0 / 3.0 * effective_modulus(a, b) * radius.sqrt(), exponent }
    }

    /// K \[N/mⁿ\].
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// n.
    pub fn exponent(&self) -> f64 {
        self.exponent
    }

    /// f \[N\] at `penetration` δ ≥ 0 \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        if self.exponent == 1.5 {
            // A square root costs a fifth of a power.
            penetration * penetration.sqrt() * self.stiffness
        } else {
            penetration.powf(self.exponent) * self.stiffness
        }
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
    use num_dual::Dual64;
    use proptest::prelude::*;

    fn steel_journal() -> Hertz {
        let steel = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };
        Hertz::internal(0.01, 0.0095, &steel, &steel, 1.5)
    }

    #[test]
    fn a_steel_journal_has_the_stiffness_on_record() {
        // 1e-3: the record gives three digits.
        assert!((steel_journal().stiffness() / 6.61e10 - 1.0).abs() < 1e-3);
    }

    proptest! {
        #[test]
        fn the_force_is_the_slope_of_the_potential(depth in 1e-9..1e-3_f64, n in 1.0..2.5_f64) {
            let law = Hertz { exponent: n, ..steel_journal() };
            let step = 1e-4 * depth;
            let slope = (law.potential(depth + step) - law.potential(depth - step)) / (2.0 * step);
            prop_assert!((slope / law.force(depth) - 1.0).abs() < 1e-7);
        }

        #[test]
        fn a_dual_number_carries_the_stiffness(depth in 1e-9..1e-3_f64, n in 1.0..2.5_f64) {
            let law = Hertz { exponent: n, ..steel_journal() };
            let force = law.force(Dual64::from(depth).derivative());
            prop_assert!((force.eps * depth / (n * force.re) - 1.0).abs() < 1e-12);
        }
    }
}
