//! Radzimovsky's line contact.

use super::{Limit, LineResponse, logarithmic::Logarithmic};
use crate::base::Pair;
use crate::base::Real;
use std::f64::consts::PI;

/// `δ = L/(πE*) · [2/3 + ln(2d_r/b) + ln(2d_p/b)]`, `b = 2.15 √(LR/E)`, `R = r_r r_p/c`.
///
/// E = harmonic modulus \[Pa\], d = diameters \[m\]. The radii cancel: the bracket is
/// `ln(16 e^(5/3) E c/(2.15² L)) − 1`, the form of the other two. Has no solution beyond
/// `L = 16 e^(−1/3) E c/2.15²`, `δ = 1.4368 (1 − ν²)/0.91 · c` for two bodies of one material.
///
/// Source: doi 10.1115/1.4006248, eq. 17, with diameters in the logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Radzimovsky(Logarithmic);

impl Radzimovsky {
    /// The law for two materials; the radii cancel.
    pub fn new(pair: &Pair) -> Self {
        let scale = 16.0 * (5.0f64 / 3.0).exp() * pair.harmonic_modulus() / (2.15 * 2.15);
        Self(Logarithmic { compliance: 1.0 / (PI * pair.contact_modulus()), scale })
    }

    #[inline]
    pub(super) fn end(&self) -> Limit {
        self.0.end("depth in m; Radzimovsky's line law has no load any deeper")
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        self.0.respond(penetration, clearance)
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        self.0.store(penetration, clearance)
    }
}
