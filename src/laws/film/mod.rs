//! Oil between a journal and its bearing: pressure, drag and power loss of the film.
//!
//! The film depends on one velocity only: V, that of the journal's centre in axes that rotate with the mean
//! speed of both bodies, `V = ė − ω̄ ẑ×e`. With u = V/c it presses b with `F = −(ηBD/ψ²) S(ε, u)`, ψ = c/R.
//! Each law is a function S of the relative eccentricity and of u:
//!
//! | law | take it for | cost |
//! |---|---|---|
//! | [`Finite`] | everything; Reynolds' equation for finite width, 0.6 % up to ε = 0.8 | 0.14 µs, 0.1 s once |
//! | [`Butenschoen`] | comparison with codes that use these fits; can create energy | 0.08 µs |
//! | [`short()`] | bearings of b ≤ ¼ up to ε = 0.6, closed form | 0.07 µs |
//!
//! [`GreenwoodTripp`] is the load of rough surfaces through a film thinner than 4 σ.
//!
//! A film under a journal that approaches the wall:
//!
//! ```
//! use spiel::laws::film::{Finite, short};
//! let table = Finite::shared(0.5, 1e-3);
//! let [along, across]: [f64; 2] = table.load(0.5, [1.0, 0.0]);
//! assert!(along > 3.0 && across.abs() < 1e-12);
//! assert!(short(0.5, [1.0, 0.0], 0.5)[0] > along, "a short film is too stiff");
//! ```
//!
//! Not modelled: heating of the oil, pressure-viscosity, elastic shells, tilted axes, grooves and
//! starvation, inertia and turbulence of the oil.

mod asperities;
mod butenschoen;
mod finite;
mod parameters;
mod pin;
mod reynolds;
mod short;
#[cfg(test)]
mod tests;

pub(crate) use asperities::GreenwoodTripp;
pub use asperities::Roughness;
pub use butenschoen::Butenschoen;
pub use finite::Finite;
pub use parameters::{
    AsperityLaw, FilmLaw, FilmParameters, FilmRegime, FilmReport, TemperatureFrom, ViscosityLaw,
};

pub use pin::{Bearing, Film, FilmLoad};
pub use short::short;
pub(crate) use short::short_peak;

use crate::base::Real;
use std::sync::Arc;

/// A film law with its coefficients, ready to be evaluated.
#[derive(Debug, Clone, PartialEq)]
pub enum Law {
    /// See [`Finite`].
    Finite(Arc<Finite>),
    /// See [`Butenschoen`].
    Butenschoen(Butenschoen),
    /// See [`short()`]; b = B/D.
    Short(f64),
}

impl Law {
    /// `S` at ε in 0..1 and u \[1/s\] along n and t.
    #[inline]
    pub fn load<T: Real>(&self, eccentricity: T, u: [T; 2]) -> [T; 2] {
        match self {
            Self::Finite(law) => law.load(eccentricity, u),
            Self::Butenschoen(law) => law.load(eccentricity, u),
            Self::Short(width) => short(eccentricity, u, *width),
        }
    }

    /// Largest P = p ψ²/η \[1/s\], an estimate; for Butenschön's fits that of the short bearing of this
    /// `width`.
    fn peak(&self, eccentricity: f64, u: [f64; 2], width: f64) -> f64 {
        match self {
            Self::Finite(law) => law.peak(eccentricity, u),
            Self::Butenschoen(_) | Self::Short(_) => short_peak(eccentricity, u, width),
        }
    }
}

/// The angle of (`x`, `y`) with its first derivatives.
#[inline]
fn polar<T: Real>(y: T, x: T) -> T {
    let (at, square) = (y.re().atan2(x.re()), x.re() * x.re() + y.re() * y.re());
    if T::NDERIV == 0 || square == 0.0 {
        return T::from(at);
    }
    (y * (x.re() / square) - x * (y.re() / square)) + at
}
