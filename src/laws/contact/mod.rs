//! Contact: what presses two surfaces apart.
//!
//! - [`Elastic`] and [`Dissipation`]: two independent choices, a law in a file each;
//! - [`mod@line`]: load per length of a pin in its hole, six laws;
//! - [`NormalLaw`]: their product, the normal force;
//! - [`Touch`]: where and how one contact point touches at an instant;
//! - [`ContactPoint`]: what a contact point remembers from step to step.

pub mod dissipation;
pub mod elastic;
pub mod line;
mod normal;
mod point;
mod power_integral;
mod touch;

pub use dissipation::Dissipation;
pub use elastic::{Elastic, ElasticLaw};
pub use line::LineLaw;
pub use normal::{Damping, NormalForce, NormalLaw, NormalParameters, NormalTangent};
pub(crate) use point::moved;
pub use point::{ContactPoint, Onset, Received};
pub use touch::{Touch, TouchGeometry};

use crate::base::Real;

/// How far surfaces part in continuous time before a contact is over \[m\]: a solver that goes on from
/// the very surface neither misses the event nor meets it again.
pub const HYSTERESIS: f64 = 1e-12;

/// `base^exponent` for `base > 0`, without the cost of a power for the exponents laws are used with.
#[inline]
fn raise<T: Real>(base: T, exponent: f64) -> T {
    match exponent {
        1.0 => base,
        1.5 => base * base.sqrt(),
        2.0 => base * base,
        _ => base.powf(exponent),
    }
}
