//! The hybrid law: a stiffness that grows with the conforming contact width, in a power law.

use crate::contact::{power_integral::PowerIntegral, raise};
use crate::{Fault, Pair, Real};
use model_description::{NOT_NEGATIVE, POSITIVE};

/// `f = K_n(δ) δⁿ`, `K_n = (πE*/8) √(2δ(3c + 2δ)²/(c + δ)³)` for δ > 0, else 0.
///
/// δ = penetration [m], c = radial clearance [m], E* = contact modulus [Pa]. K_n [N/m²] is the slope of
/// Liu's line law `L = A δ √w` with `A = πE*/√8` and `w = δ/(c + δ)`; with n ≠ 1 the product is a force
/// in SI numbers only, a convention of the source.
///
/// Source: Bai & Zhao's hybrid model as used in doi 10.1186/s10033-018-0308-4; belongs with the
/// Bai–Zhao dissipation. Independent of radius and length; for clearances small against the radius.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hybrid {
    amplitude: f64,
    clearance: f64,
    exponent: f64,
}

impl Hybrid {
    /// The law for two materials, a radial `clearance` [m] ≥ 0 and an `exponent` n > 0, usually 1.5.
    pub fn new(pair: &Pair, clearance: f64, exponent: f64) -> Result<Self, Fault> {
        Ok(Self {
            amplitude: std::f64::consts::PI * pair.contact_modulus() / 8f64.sqrt(),
            clearance: Fault::check("clearance", clearance, NOT_NEGATIVE, "radial clearance in m")?,
            exponent: Fault::check("exponent", exponent, POSITIVE, "exponent of the depth")?,
        })
    }

    /// `K_n(δ)` [N/m²], 0 without contact.
    pub fn coefficient<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let (delta, gap) = (penetration, penetration + self.clearance);
        (delta / gap).sqrt() * (gap * 1.5 - delta * 0.5) / gap * self.amplitude
    }

    /// Elastic force [N] at `penetration` [m].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        self.coefficient(penetration) * raise(penetration, self.exponent)
    }

    /// `df/dδ` [N/m] at `penetration` [m].
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

    /// `∫₀^δ f dδ` [J], by parts from `K_n = A d(δ√w)/dδ`.
    pub fn potential<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let w = penetration / (penetration + self.clearance);
        let rest = PowerIntegral { order: self.exponent, power: 0.5 }.factor(w) * -self.exponent;
        raise(penetration, self.exponent) * penetration * w.sqrt() * (rest + 1.0) * self.amplitude
    }
}
