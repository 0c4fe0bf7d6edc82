//! Elastic force of a rough contact whose stiffness follows from its roughness.

mod bearing;
mod moment;
mod regimes;
mod stiffness;
mod surface;

#[cfg(test)]
mod checks;

pub use bearing::Bearing;
pub use regimes::SpotRegime;
pub use stiffness::Stiffness;
pub use surface::Surface;

use crate::base::{Fault, Real};
use crate::laws::contact::raise;
use model_description::POSITIVE;
use moment::Moment;

/// `f = K_n(u) uⁿ` for u > 0, else 0.
///
/// u = penetration \[m\]. K_n is a stiffness in N/m, so the product is a force in SI numbers only: the
/// convention of the source, kept to reproduce it; that it comes near a real contact is an accident of the
/// unit. [`FractalIntegrated`] is the form with consistent units.
///
/// Source: doi 10.1186/s10033-018-0308-4, eq. 16. Limits as [`Stiffness`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fractal {
    stiffness: Stiffness,
    exponent: f64,
    energy: Moment,
}

impl Fractal {
    /// The law with an `exponent` n > 0, 1.5 in the source.
    pub fn new(stiffness: Stiffness, exponent: f64) -> Result<Self, Fault> {
        let exponent = Fault::check("exponent", exponent, POSITIVE, "exponent of the depth")?;
        Ok(Self { stiffness, exponent, energy: Moment::new(&stiffness, exponent) })
    }

    /// The stiffness K_n behind the law.
    pub(crate) fn surface_stiffness(&self) -> &Stiffness {
        &self.stiffness
    }

    /// Elastic force \[N\] at `penetration` \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        self.stiffness.at(penetration) * raise(penetration, self.exponent)
    }

    /// `df/du` \[N/m\] at `penetration` \[m\].
    pub fn stiffness<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let (law, u) = (&self.stiffness, penetration);
        raise(u, self.exponent) * (law.slope(u) + law.at(u) / u * self.exponent)
    }

    /// `∫₀^u f du` \[J\] at `penetration` \[m\].
    pub fn potential<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        self.energy.at(&self.stiffness, penetration)
    }
}

/// `f = ∫₀^u K_n du` for u > 0, else 0: the force whose stiffness K_n is.
///
/// Same source and limits as [`Fractal`], but newtons in every system of units. All of the penetration
/// deforms the rough layer, none the bodies beneath, which lie in series with it and are far softer:
/// against Hertz's law of the same bodies (steel, R₂ = 10 mm, c = 0.5 mm, a hundredth of c deep)
///
/// | R_a | 0.05 µm | 0.2 µm | 0.8 µm | 3.2 µm | 6.3 µm | 12.5 µm |
/// |---|---|---|---|---|---|---|
/// | this force over Hertz's | 585 | 99 | 21 | 4.9 | 2.1 | 0.71 |
/// | layer and bodies in series, over Hertz's | 0.98 | 0.94 | 0.85 | 0.66 | 0.51 | 0.29 |
///
/// So it is an upper bound of the layer's part, not the law of a joint: a joint's stiffness is that of
/// Hertz's law or of the hybrid one, which a ground surface softens by some per cent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FractalIntegrated {
    stiffness: Stiffness,
    force: Moment,
    first: Moment,
}

impl FractalIntegrated {
    /// The law for a surface stiffness.
    pub fn new(stiffness: Stiffness) -> Self {
        let moment = |order| Moment::new(&stiffness, order);
        Self { stiffness, force: moment(0.0), first: moment(1.0) }
    }

    /// The stiffness K_n behind the law.
    pub(crate) fn surface_stiffness(&self) -> &Stiffness {
        &self.stiffness
    }

    /// Elastic force \[N\] at `penetration` \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        self.force.at(&self.stiffness, penetration)
    }

    /// `df/du` \[N/m\] at `penetration` \[m\]: K_n itself.
    pub fn stiffness<T: Real>(&self, penetration: T) -> T {
        self.stiffness.at(penetration)
    }

    /// `∫₀^u f du = u f − ∫₀^u t K_n dt` \[J\] at `penetration` \[m\].
    pub fn potential<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let u = penetration;
        let stored = u * self.force(u) - self.first.at(&self.stiffness, u);
        if stored.re() < 0.0 { T::from(0.0) } else { stored }
    }
}
