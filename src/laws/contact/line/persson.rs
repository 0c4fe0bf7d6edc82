//! Persson's conforming contact of a disc in a hole.

use super::{Limit, LineResponse};
use crate::base::Pair;
use crate::base::Real;
use crate::base::numerics::gauss;
use std::f64::consts::PI;

/// `L = πEc · B(1 + B)/N`, `N = 2 − ln(1 + B) − 2B²`, `B = tan²(ε/2) = δ/(2c + δ)`.
///
/// δ = penetration \[m\], L = load per length \[N/m\], c = radial clearance \[m\], ε = half the contact angle,
/// cos ε = c/(c + δ), E = harmonic modulus \[Pa\]. The load has a pole at B = 0.834615, δ = 10.09 c
/// (ε = 84.8°): N vanishes, and beyond it the load would pull.
///
/// The continued form leaves the law at *half* that depth (ε = 80.5°), where the tangent is 4.5 times that
/// of first touch, as steep as (15) at the end of its own law. At nine tenths it would be 113 times.
///
/// Source: doi 10.1115/1.4006248, eq. 19, natural logarithm. For small clearances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Persson {
    stiffness: f64,
}

/// Depth of the pole in clearances, 2B/(1 − B) at N = 0.
const POLE: f64 = 10.093013081987603;

impl Persson {
    /// The law for two materials; the radii enter by their difference only.
    pub fn new(pair: &Pair) -> Self {
        Self { stiffness: PI * pair.harmonic_modulus() }
    }

    #[inline]
    pub(super) fn end(&self) -> Limit {
        let meaning = "depth in m; Persson's load grows without bound at 10.09 clearances";
        Limit { depth: POLE, share: 0.5, meaning }
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        let (depth, scale) = (penetration / clearance, self.stiffness * clearance);
        let b = depth / (depth + 2.0);
        let (top, open) = (b * (b + 1.0), -b.ln_1p() - b * b * 2.0 + 2.0);
        // Derivatives of numerator and denominator by B; then dB/dδ = (1 − B)²/(2c).
        let (top_rate, open_rate) = (b * 2.0 + 1.0, -(b + 1.0).recip() - b * 4.0);
        let rate = (top_rate - top * open_rate / open) / open;
        let narrowing = b - 1.0;
        let tangent = rate * narrowing * narrowing * (0.5 * self.stiffness);
        LineResponse { load: top / open * scale, tangent }
    }

    /// By quadrature, in panels that avoid the pole and B = −1.
    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        let load = |depth: T| self.respond(depth, clearance).load;
        let (mut from, mut sum) = (0.0, T::from(0.0));
        loop {
            let to = clearance * f64::min(2.0 * from + 1.0, 0.5 * (from + POLE));
            let start = T::from(from * clearance);
            if to >= penetration.re() || to <= from * clearance {
                return sum + gauss::panel(load, start, penetration);
            }
            sum += gauss::panel(load, start, T::from(to));
            from = to / clearance;
        }
    }
}
