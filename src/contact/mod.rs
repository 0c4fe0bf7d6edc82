//! Contact: what presses two surfaces apart.
//!
//! - [`Elastic`] and [`Dissipation`]: two independent choices, a law in a file each;
//! - [`NormalLaw`]: their product, the normal force;
//! - [`Touch`]: where and how one contact point touches at an instant;
//! - [`ContactPoint`]: what a contact point remembers from step to step.

pub mod dissipation;
pub mod elastic;
mod normal;
mod point;
mod touch;

pub use dissipation::Dissipation;
pub use elastic::{Elastic, ElasticLaw};
pub use normal::{NormalForce, NormalLaw, NormalParameters};
pub use point::{ContactPoint, Received, Since};
pub use touch::{Touch, TouchGeometry};
