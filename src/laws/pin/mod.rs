//! A long pin that bends inside a hole: contact forces, stiffness, and wear of the hole.
//!
//! The rod's hole (body a) is rigid; the pin (body b, held at both ends by the yoke) is elastic. Contact is
//! evaluated at stations along the axis, `s` = 0 at mid-pin, and is purely radial there:
//!
//! - [`beam`]: the pin as a beam, and the stations on it;
//! - [`mod@line`]: the interface of a line law;
//! - [`contact`]: gaps, forces and tangents of all stations for a given pose and bending line;
//! - [`modes`], [`full`]: the two ways to describe the bending line;
//! - [`solve`]: the bending line that balances the contact forces, and its response to changes;
//! - [`balanced`]: the pin in plain or dual numbers;
//! - [`damping`], [`friction`]: forces that depend on speed;
//! - [`wear`], [`stiffness`]: consequences of the contact;
//! - [`map`]: wear over the hole's angle.
//!
//! Source of the model: Gummer & Sauer, J. Tribol. 134 (2012), doi 10.1115/1.4006248, with the
//! coupled system solved directly instead of by the paper's alternating loop.
//! Limit: Euler–Bernoulli theory omits shear, 17 to 31 % of the bending deflection for pins of
//! length/diameter 3.2 and 2.4.
//!
//! A steel pin, 40 mm long and 12 mm thick, pressed with 5 kN by a hole with 20 µm of clearance:
//!
//! ```
//! use spiel::laws::contact::LineLaw;
//! use spiel::laws::contact::line::{Liu, Modulus};
//! use spiel::laws::pin::beam::{Beam, Support};
//! use spiel::laws::pin::solve::{Bending, PinContact};
//! use spiel::{Material, Pair};
//! let steel = Material::default();
//! let law = LineLaw::Liu(Liu::new(&Pair::new(steel, steel)?, Modulus::Composite));
//! let beam = Beam::new(0.04, 0.006, steel.youngs_modulus, 30, Support::Clamped)?;
//! let mut pin = PinContact::new(&beam, 20e-6, law, Bending::Modal { modes: 6 })?;
//! let offset = pin.offset_under(5000.0).unwrap();
//! assert!(offset > 20e-6 && offset < 60e-6, "{offset} m");
//! # Ok::<(), spiel::Fault>(())
//! ```

pub(crate) mod balanced;
mod band;
pub mod beam;
pub mod contact;
pub(crate) mod damping;
pub(crate) mod friction;
pub(crate) mod full;
pub mod line;
pub mod map;
pub(crate) mod modes;
mod reduction;
pub mod solve;
pub(crate) mod stiffness;
pub mod wear;

#[cfg(test)]
mod tests;
