//! Lankarani and Nikravesh's law for spheres, spread over the length of the hole.

use super::LineResponse;
use crate::base::Pair;
use crate::base::{Fault, Real};
use crate::laws::contact::raise;
use model_description::POSITIVE;

/// `L = (4/3) E* √R δⁿ / l`, `R = (r_p + c) r_p/c`.
///
/// δ = penetration \[m\], L = load per length \[N/m\], c = radial clearance \[m\], r_p = pin radius \[m\],
/// l = length of the hole \[m\], E* = contact modulus \[Pa\]. A force in SI numbers only unless n = 1.5.
/// The load of the whole hole does not depend on its length.
///
/// Source: doi 10.1115/1.4006248, eq. 18, corrected: no π, and per length. That source advises against it
/// for conforming contacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LankaraniNikravesh {
    amplitude: f64,
    pin_radius: f64,
    exponent: f64,
}

impl LankaraniNikravesh {
    /// The law for two materials, a pin radius \[m\], a hole length \[m\] and an exponent in 1..=1.5.
    pub fn new(
        pair: &Pair,
        pin_radius: f64,
        hole_length: f64,
        exponent: f64,
    ) -> Result<Self, Fault> {
        let range = model_description::Interval::closed(1.0, 1.5);
        Fault::check("hole_length", hole_length, POSITIVE, "axial length of the hole in m")?;
        Ok(Self {
            amplitude: 4.0 / 3.0 * pair.contact_modulus() / hole_length,
            pin_radius: Fault::check("pin_radius", pin_radius, POSITIVE, "pin radius in m")?,
            exponent: Fault::check("exponent", exponent, range, "exponent of the depth")?,
        })
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        let load = raise(penetration, self.exponent) * self.coefficient(clearance);
        LineResponse { load, tangent: load / penetration * self.exponent }
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        self.respond(penetration, clearance).load * penetration / (self.exponent + 1.0)
    }

    fn coefficient(&self, clearance: f64) -> f64 {
        self.amplitude * ((self.pin_radius + clearance) * self.pin_radius / clearance).sqrt()
    }
}
