//! Johnson's line contact.

use super::{Limit, LineResponse, logarithmic::Logarithmic};
use crate::base::Pair;
use crate::base::Real;
use std::f64::consts::PI;

/// `δ = L/(πE*) · [ln(4πE*c/L) − 1]`.
///
/// δ = penetration \[m\], L = load per length \[N/m\], c = radial clearance \[m\], E* = contact modulus \[Pa\].
/// Has no solution beyond `L = 4πE*c/e²`, `δ = 4c/e² = 0.5413 c`.
///
/// Source: doi 10.1115/1.4006248, eq. 16.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Johnson(Logarithmic);

impl Johnson {
    /// The law for two materials; the radii enter by their difference only.
    pub fn new(pair: &Pair) -> Self {
        let stiffness = PI * pair.contact_modulus();
        Self(Logarithmic { compliance: 1.0 / stiffness, scale: 4.0 * stiffness })
    }

    #[inline]
    pub(super) fn end(&self) -> Limit {
        self.0.end("depth in m; Johnson's line law has no load from 0.5413 of the clearance on")
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        self.0.respond(penetration, clearance)
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        self.0.store(penetration, clearance)
    }
}
