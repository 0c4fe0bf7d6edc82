//! Contact laws: the normal force between two surfaces and the memory of a contact.
//!
//! - [`Elastic`] and [`Dissipation`]: two independent choices, a law in a file each;
//! - [`mod@line`]: load per length of a pin in its hole, seven laws;
//! - [`NormalLaw`]: the normal force that combines them;
//! - [`Touch`]: penetration, rates and lever arms of one contact point at an instant;
//! - [`ContactPoint`]: the memory of a contact point from step to step.

mod damping_multiplier;
pub mod dissipation;
pub mod elastic;
pub mod line;
mod normal;
mod point;
mod power_integral;
mod touch;

pub(crate) use damping_multiplier::damping_multiplier;
pub use dissipation::{Dissipation, Loss, PAIRS, RestitutionLaw, SpeedRestitution};
pub use elastic::{Elastic, ElasticLaw};
pub use line::LineLaw;
pub use normal::{Damping, NormalForce, NormalLaw, NormalParameters};
pub(crate) use point::implicit_root;
pub use point::{ContactPoint, Onset, Received};
pub use touch::{Approach, Touch, TouchGeometry};

use crate::base::Real;

/// Gap that ends a contact in continuous time \[m\]: a solver that restarts at the surface itself would
/// miss the event or find it twice.
pub(crate) const HYSTERESIS: f64 = 1e-12;

/// `base^exponent` for `base > 0`, without the cost of a general power for the usual exponents.
#[inline]
fn raise<T: Real>(base: T, exponent: f64) -> T {
    match exponent {
        1.0 => base,
        1.5 => base * base.sqrt(),
        2.0 => base * base,
        _ => base.powf(exponent),
    }
}
