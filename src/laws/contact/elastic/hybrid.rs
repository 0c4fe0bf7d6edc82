//! The hybrid law: a stiffness that grows with the conforming contact width, in a power law.

use crate::base::{Fault, Pair, Real};
use crate::laws::contact::power_integral::PowerIntegral;
use crate::laws::contact::raise;
use model_description::{NOT_NEGATIVE, POSITIVE};

/// `f = K_n(δ) δⁿ`, `K_n = (πE*/8) √(2δ(3c + 2δ)²/(c + δ)³)` for δ > 0, else 0.
///
/// δ = penetration \[m\], c = radial clearance \[m\], E* = contact modulus \[Pa\]. K_n \[N/m²\] is the slope of
/// Liu's line law `L = A δ √w` with `A = πE*/√8` and `w = δ/(c + δ)`; with n ≠ 1 the product is a force
/// in SI numbers only, a convention of the source.
///
/// Source: Bai & Zhao's hybrid model as used in doi 10.1186/s10033-018-0308-4; to be used with the Bai–Zhao
/// dissipation. Independent of radius and length; for clearances small against the radius.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hybrid {
    amplitude: f64,
    clearance: f64,
    exponent: f64,
}

impl Hybrid {
    /// The law for two materials, a radial `clearance` \[m\] ≥ 0 and an `exponent` n > 0, usually 1.5.
    pub fn new(pair: &Pair, clearance: f64, exponent: f64) -> Result<Self, Fault> {
        Ok(Self {
            amplitude: std::f64::consts::PI * pair.contact_modulus() / 8f64.sqrt(),
            clearance: Fault::check("clearance", clearance, NOT_NEGATIVE, "radial clearance in m")?,
            exponent: Fault::check("exponent", exponent, POSITIVE, "exponent of the depth")?,
        })
    }

    /// `K_n(δ)` \[N/m²\], 0 without contact.
    pub fn coefficient<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let (delta, gap) = (penetration, penetration + self.clearance);
        (delta / gap).sqrt() * (gap * 1.5 - delta * 0.5) / gap * self.amplitude
    }

    /// Elastic force \[N\] at `penetration` \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        self.coefficient(penetration) * raise(penetration, self.exponent)
    }

    /// `df/dδ` \[N/m\] at `penetration` \[m\].
    pub fn stiffness<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let (delta, c) = (penetration, self.clearance);
        // d ln f/dδ.
        let growth = delta.recip() * (0.5 + self.exponent) + (delta * 2.0 + 3.0 * c).recip() * 2.0
            - (delta + c).recip() * 1.5;
        self.force(delta) * growth
    }

    /// `∫₀^δ f dδ` \[J\], by parts from `K_n = A d(δ√w)/dδ`.
    pub fn potential<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let w = penetration / (penetration + self.clearance);
        let rest = PowerIntegral { order: self.exponent, power: 0.5 }.factor(w) * -self.exponent;
        raise(penetration, self.exponent) * penetration * w.sqrt() * (rest + 1.0) * self.amplitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Material;
    use crate::base::numerics::gauss::adaptive;
    use crate::laws::contact::LineLaw;
    use crate::laws::contact::line::{Liu, Modulus};
    use num_dual::Dual64;
    use proptest::prelude::*;
    use std::f64::consts::PI;

    fn pair() -> Pair {
        Pair::new(Material::default(), Material::default()).unwrap()
    }

    proptest! {
        #[test]
        fn hybrid_stiffness_is_the_tangent_of_lius_law(ln_depth in -9.0f64..-2.0) {
            let (depth, c) = (10f64.powf(ln_depth), 5e-4);
            let liu = LineLaw::Liu(Liu::new(&pair(), Modulus::Composite));
            let hybrid = Hybrid::new(&pair(), c, 1.5).unwrap();
            let tangent = liu.tangent(depth, c).unwrap();
            prop_assert!((hybrid.coefficient(depth) / tangent - 1.0).abs() < 1e-14);
            // As the source prints it.
            let inner: f64 = 2.0 * depth * (3.0 * c + 2.0 * depth).powi(2) / (c + depth).powi(3);
            let print = PI * pair().contact_modulus() / 8.0 * inner.sqrt();
            prop_assert!((hybrid.coefficient(depth) / print - 1.0).abs() < 1e-14);
        }

        #[test]
        fn hybrid_force_stiffness_and_energy_belong_together(ln_depth in -8.0f64..-2.0) {
            let depth = 10f64.powf(ln_depth);
            let law = Hybrid::new(&pair(), 5e-4, 1.5).unwrap();
            let dual = Dual64::from(depth).derivative();
            prop_assert!((law.force(dual).eps / law.stiffness(depth) - 1.0).abs() < 1e-12);
            prop_assert!((law.potential(dual).eps / law.force(depth) - 1.0).abs() < 1e-12);
            let density = |x: f64| law.force(x * x) * 2.0 * x;
            let area = adaptive(&density, 0.0, depth.sqrt(), 1e-14);
            prop_assert!((law.potential(depth) / area - 1.0).abs() < 1e-12);
        }
    }
}
