//! Hertz's line contact of two parallel cylinders.

use super::{Limit, LineResponse, logarithmic::Logarithmic};
use crate::base::Pair;
use crate::base::Real;
use std::f64::consts::PI;

/// `δ = 2L/(πE) · [ln(πEc/L) − 1]`.
///
/// δ = penetration \[m\], L = load per length \[N/m\], c = radial clearance \[m\], E = harmonic modulus \[Pa\].
/// Has no solution beyond `L = πEc/e²`, `δ = 2c/e² = 0.2707 c`.
///
/// Source: doi 10.1115/1.4006248, eq. 15. For large clearances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hertz(Logarithmic);

impl Hertz {
    /// The law for two materials; the radii enter by their difference only.
    pub fn new(pair: &Pair) -> Self {
        let stiffness = PI * pair.harmonic_modulus();
        Self(Logarithmic { compliance: 2.0 / stiffness, scale: stiffness })
    }

    #[inline]
    pub(super) fn end(&self) -> Limit {
        self.0.end("depth in m; Hertz's line law has no load from 0.2707 of the clearance on")
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        self.0.respond(penetration, clearance)
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        self.0.store(penetration, clearance)
    }
}
