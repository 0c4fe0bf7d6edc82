//! Liu's explicit law for conforming cylinders.

use super::LineResponse;
use crate::base::Pair;
use crate::base::Real;
use crate::laws::contact::power_integral::PowerIntegral;
use model_description::choices;
use std::f64::consts::PI;

choices! {
    /// Modulus in Liu's law.
    pub enum Modulus {
        /// Harmonic mean of the Young's moduli, as printed in the source.
        Youngs: "youngs" = 1,
        /// Contact modulus E*, as the elastic foundation behind the law suggests.
        Composite: "composite" = 2,
    }
}

/// `L = ½ π E δ √(δ/(2(c + δ)))`.
///
/// δ = penetration \[m\], L = load per length \[N/m\], c = radial clearance \[m\], E \[Pa\] = the chosen
/// modulus. Independent of the radii; valid at every depth and clearance.
///
/// Source: doi 10.1115/1.4006248, eq. 20.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Liu {
    amplitude: f64,
}

impl Liu {
    /// The law for two materials.
    pub fn new(pair: &Pair, modulus: Modulus) -> Self {
        let modulus = match modulus {
            Modulus::Youngs => pair.harmonic_modulus(),
            Modulus::Composite => pair.contact_modulus(),
        };
        Self { amplitude: PI * modulus / 8f64.sqrt() }
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        let w = penetration / (penetration + clearance);
        let secant = w.sqrt() * self.amplitude;
        LineResponse { load: penetration * secant, tangent: secant * (w * -0.5 + 1.5) }
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        let w = penetration / (penetration + clearance);
        let factor = PowerIntegral { order: 1.0, power: 0.5 }.factor(w);
        penetration * penetration * w.sqrt() * factor * self.amplitude
    }
}
