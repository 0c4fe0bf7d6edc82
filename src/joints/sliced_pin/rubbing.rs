//! Friction and wear of the sliced pin.

use super::instant::Instant;
use crate::base::Real;
use crate::laws::friction::FrictionLaw;
use crate::laws::wear::Archard;

/// The laws of sliding between pin and hole.
#[derive(Debug)]
pub(super) struct Rubbing {
    pub pin_radius: f64,
    pub friction: FrictionLaw,
    /// Sliding distance that counts as wear, per sliding distance; 0 without wear.
    pub acceleration: f64,
    /// The law of wear in a hole with a map.
    pub map_law: Archard,
}

impl Rubbing {
    /// Speed of the pin's surface relative to the hole's \[m/s\], times the factor with which it counts as wear.
    pub fn wearing_speed<T: Real>(&self, now: &Instant<T>) -> T {
        now.spin().abs() * (self.pin_radius * self.acceleration)
    }
}
