//! Line contact of a pin in its hole: load per length against penetration, seven ways.
//!
//! All depend on the clearance c = r_r − r_p (hole minus pin), which wear changes: it is an argument of
//! every evaluation, and the hole's radius follows from the pin's, r_r = r_p + c.

mod conformal;
mod hertz;
mod housing;
mod johnson;
mod lankarani_nikravesh;
mod liu;
mod logarithmic;
mod persson;
mod radzimovsky;

#[cfg(test)]
mod checks;

use conformal::BODY_COMPLIANCES;
pub use conformal::{Conformal, HELD_A_RADIUS_AWAY};
pub use hertz::Hertz;
pub use housing::body_compliance;
pub use johnson::Johnson;
pub use lankarani_nikravesh::LankaraniNikravesh;
pub use liu::{Liu, Modulus};
pub use persson::Persson;
pub use radzimovsky::Radzimovsky;

use crate::base::{Fault, Pair, Real};
use model_description::{ANY, POSITIVE, choices, quantities};

choices! {
    /// Line law: load per length against penetration.
    pub enum Line {
        /// Liu and others (2007): an elastic foundation; explicit, too soft in narrow contacts.
        Liu: "liu" = 1,
        /// Hertz's two parallel cylinders: for large clearances.
        Hertz: "hertz" = 2,
        /// Johnson's cylinder in a deep half-plane.
        Johnson: "johnson" = 3,
        /// Radzimovsky's two cylinders squeezed between flats.
        Radzimovsky: "radzimovsky" = 4,
        /// Lankarani and Nikravesh's law for spheres, distributed over the length.
        LankaraniNikravesh: "lankarani_nikravesh" = 5,
        /// Persson's disc in a hole of nearly its size, as printed: too stiff in narrow contacts.
        Persson: "persson" = 6,
        /// Plane elasticity for every load, from Johnson's law to a pin that fills its hole: the choice when in doubt.
        Conformal: "conformal" = 7,
    }
}

/// Load and tangent of a line contact at a penetration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LineResponse<T> {
    /// Load per length L \[N/m\], a pressure, never below 0.
    pub load: T,
    /// `dL/dδ` \[N/m²\].
    pub tangent: T,
}

impl LineResponse<f64> {
    /// Returns load and tangent at a depth that is greater by `more` \[m\], along the tangent.
    #[inline]
    fn beyond<T: Real>(&self, more: T) -> LineResponse<T> {
        LineResponse { load: more * self.tangent + self.load, tangent: T::from(self.tangent) }
    }

    /// Returns the energy per length \[N\] that is stored on the way there.
    fn energy_beyond<T: Real>(&self, more: T) -> T {
        more * (more * (0.5 * self.tangent) + self.load)
    }
}

/// The end of a law's validity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limit {
    /// Depth at which the law ends, in clearances.
    depth: f64,
    /// Share of that depth from which the continued form follows the tangent.
    share: f64,
    /// Meaning of the limit, for the error.
    meaning: &'static str,
}

/// A law for the load per length L(δ; c) of a pin in its hole; 0 where δ ≤ 0.
/// δ = penetration \[m\], c = radial clearance \[m\] > 0. [`load`](Self::load), [`tangent`](Self::tangent)
/// and [`potential`](Self::potential) refuse a depth beyond the law's limit; their `continued` forms follow
/// the tangent from a little before it, for use inside a joint that must always have a load.
///
/// | law | eq. | ends at δ/c | continued from δ/c |
/// |---|---|---|---|
/// | Liu | 20 | never | never |
/// | Hertz | 15 | 2/e² = 0.2707 | 0.2436 |
/// | Johnson | 16 | 4/e² = 0.5413 | 0.4872 |
/// | Radzimovsky | 17 | 1.4368 at ν = 0.3 | 1.2931 |
/// | Lankarani–Nikravesh | 18 | never | never |
/// | Persson | 19 | 10.09 | 5.046 |
/// | [`Conformal`] | – | never | never |
///
/// Source: Table 1 of Gummer & Sauer, doi 10.1115/1.4006248.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LineLaw {
    /// An elastic foundation: explicit at every clearance, too soft in narrow contacts.
    Liu(Liu),
    /// Two parallel cylinders: for large clearances.
    Hertz(Hertz),
    /// A cylinder in a deep half-plane.
    Johnson(Johnson),
    /// Two cylinders squeezed between flats.
    Radzimovsky(Radzimovsky),
    /// The law for spheres, spread over the length.
    LankaraniNikravesh(LankaraniNikravesh),
    /// A disc in a hole of nearly its size, as printed: too stiff in narrow contacts.
    Persson(Persson),
    /// Plane elasticity with the true approach of the bodies.
    Conformal(Conformal),
}

quantities! {
    /// Choices that single line laws have.
    pub struct LineOptions {
        /// Modulus in Liu's law.
        /// Used by contact.line_law = liu.
        modulus: Modulus with { Modulus::Composite },
        /// Approach of the bodies by all that lies beyond the contact, in load per length over pi E*; follows from where they are held.
        /// Used by contact.line_law = conformal.
        body_compliance: "1" = 0.386294361119891 in BODY_COMPLIANCES,
    }
}

impl LineLaw {
    /// The law called `line` for two materials; `radius` \[m\] of the pin and `length` \[m\] of the hole
    /// are used by the law for spheres.
    pub fn of(
        line: Line,
        pair: &Pair,
        options: LineOptions,
        radius: f64,
        length: f64,
    ) -> Result<Self, Fault> {
        Ok(match line {
            Line::Liu => Self::Liu(Liu::new(pair, options.modulus)),
            Line::Hertz => Self::Hertz(Hertz::new(pair)),
            Line::Johnson => Self::Johnson(Johnson::new(pair)),
            Line::Radzimovsky => Self::Radzimovsky(Radzimovsky::new(pair)),
            Line::LankaraniNikravesh => {
                Self::LankaraniNikravesh(LankaraniNikravesh::new(pair, radius, length, 1.5)?)
            }
            Line::Persson => Self::Persson(Persson::new(pair)),
            Line::Conformal => Self::Conformal(Conformal::new(pair, options.body_compliance)?),
        })
    }

    /// Load per length \[N/m\].
    pub fn load<T: Real>(&self, penetration: T, clearance: f64) -> Result<T, Fault> {
        self.check(penetration.re(), clearance)?;
        Ok(self.respond(penetration, clearance).load)
    }

    /// `dL/dδ` \[N/m²\].
    pub fn tangent<T: Real>(&self, penetration: T, clearance: f64) -> Result<T, Fault> {
        self.check(penetration.re(), clearance)?;
        Ok(self.respond(penetration, clearance).tangent)
    }

    /// `∫₀^δ L dδ` \[N\].
    pub fn potential<T: Real>(&self, penetration: T, clearance: f64) -> Result<T, Fault> {
        self.check(penetration.re(), clearance)?;
        Ok(self.store(penetration, clearance))
    }

    /// Load and tangent at any depth: the law, then its tangent from [`Self::continued_from`] on.
    #[inline]
    pub(crate) fn continued<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        if !self.is_continued(penetration.re(), clearance) {
            return self.respond(penetration, clearance);
        }
        let from = self.continued_from(clearance);
        self.respond(from, clearance).beyond(penetration - from)
    }

    /// Load per length of [`Self::continued`] \[N/m\].
    pub(crate) fn continued_load<T: Real>(&self, penetration: T, clearance: f64) -> T {
        self.continued(penetration, clearance).load
    }

    /// `∫₀^δ L dδ` of [`Self::continued_load`] \[N\].
    pub(crate) fn continued_potential<T: Real>(&self, penetration: T, clearance: f64) -> T {
        if !self.is_continued(penetration.re(), clearance) {
            return self.store(penetration, clearance);
        }
        let from = self.continued_from(clearance);
        let more = self.respond(from, clearance).energy_beyond(penetration - from);
        more + self.store(from, clearance)
    }

    /// Returns true if the continued form has left the law at `penetration`: worth one warning.
    #[inline]
    pub(crate) fn is_continued(&self, penetration: f64, clearance: f64) -> bool {
        penetration > self.continued_from(clearance)
    }

    /// Depth \[m\] from which the continued form follows the tangent; infinite if the law has no end.
    #[inline]
    pub(crate) fn continued_from(&self, clearance: f64) -> f64 {
        self.end().map_or(f64::INFINITY, |end| end.share * end.depth * clearance)
    }

    /// Depth \[m\] below which the law holds; infinite if it has no end.
    pub fn limit(&self, clearance: f64) -> f64 {
        self.end().map_or(f64::INFINITY, |end| end.depth * clearance)
    }

    fn check(&self, penetration: f64, clearance: f64) -> Result<(), Fault> {
        Fault::check("clearance", clearance, POSITIVE, "radial clearance in m")?;
        let allowed = ANY.below(self.limit(clearance));
        let meaning = self.end().map_or("depth in m", |end| end.meaning);
        Fault::check("penetration", penetration, allowed, meaning).map(|_| ())
    }

    #[inline]
    fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        if penetration.re() <= 0.0 {
            return LineResponse { load: T::from(0.0), tangent: T::from(0.0) };
        }
        match self {
            Self::Liu(law) => law.respond(penetration, clearance),
            Self::Hertz(law) => law.respond(penetration, clearance),
            Self::Johnson(law) => law.respond(penetration, clearance),
            Self::Radzimovsky(law) => law.respond(penetration, clearance),
            Self::LankaraniNikravesh(law) => law.respond(penetration, clearance),
            Self::Persson(law) => law.respond(penetration, clearance),
            Self::Conformal(law) => law.respond(penetration, clearance),
        }
    }

    fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        match self {
            Self::Liu(law) => law.store(penetration, clearance),
            Self::Hertz(law) => law.store(penetration, clearance),
            Self::Johnson(law) => law.store(penetration, clearance),
            Self::Radzimovsky(law) => law.store(penetration, clearance),
            Self::LankaraniNikravesh(law) => law.store(penetration, clearance),
            Self::Persson(law) => law.store(penetration, clearance),
            Self::Conformal(law) => law.store(penetration, clearance),
        }
    }

    #[inline]
    fn end(&self) -> Option<Limit> {
        match self {
            Self::Liu(_) | Self::LankaraniNikravesh(_) | Self::Conformal(_) => None,
            Self::Hertz(law) => Some(law.end()),
            Self::Johnson(law) => Some(law.end()),
            Self::Radzimovsky(law) => Some(law.end()),
            Self::Persson(law) => Some(law.end()),
        }
    }
}
