//! Slopes of a slot's forces, for implicit pieces.

use crate::coupling::Contact;
use crate::coupling::engine::norm::FREQUENCY;
use crate::coupling::predicted::Slot;
use crate::laws::contact::Touch;
use crate::laws::friction::{FrictionLaw, Slopes};

/// Slopes of a slot's forces with respect to penetration, rate, sliding speed and bristles.
#[derive(Debug, Clone, Copy, Default)]
pub struct SlotSlopes {
    /// Of the normal force by the penetration \[N/m\], ≥ 0, and by the rate \[N s/m\], ≥ 0.
    pub normal: [f64; 2],
    /// Friction over the normal force \[1\].
    pub coefficient: f64,
    /// Of friction by the sliding speed \[N s/m\], ≥ 0, and by the bristles \[N/m\].
    pub friction: [f64; 2],
    /// Of the bristles' rate by the sliding speed \[1\], and by the bristles \[1/s\], ≤ 0.
    pub bristle: [f64; 2],
}

impl SlotSlopes {
    /// Returns the slopes at `touch`, with the `normal` force \[N\] there and the bristles' `deflection` \[m\]. Speeds
    /// below `soft` \[m/s\] count as rest, where friction has a corner.
    pub fn of(
        laws: &Contact,
        slot: &Slot,
        touch: &Touch<f64>,
        impact_speed: f64,
        (normal, deflection): (f64, f64),
        (soft, engaged): (f64, bool),
    ) -> Self {
        let gain = touch.gain;
        let (stiffness, viscosity) = if touch.penetration > 0.0 || touch.rate > 0.0 {
            let tangent = laws.normal.tangent(touch.penetration, impact_speed);
            let ratio = if tangent.elastic > 0.0 { normal / (tangent.elastic * gain) } else { 1.0 };
            let acts = if normal > 0.0 || engaged { 1.0 } else { 0.0 };
            (tangent.stiffness * gain * ratio.clamp(0.0, 3.0), acts * tangent.viscosity * gain)
        } else {
            (0.0, 0.0)
        };
        let pressed = normal * touch.spread;
        let mut slopes = Self { normal: [stiffness, viscosity], ..Self::default() };
        match &laws.friction {
            FrictionLaw::MicroSlip(_) => {
                let tangent =
                    laws.friction.tangent(slot.point.bristle, touch.sliding_speed, pressed);
                slopes.friction = [0.0, tangent.stiffness];
                slopes.bristle = [1.0, 0.0];
            }
            law => {
                let Slopes { coefficient, by_speed, by_bristle, bristle } =
                    law.slopes(deflection, touch.sliding_speed, soft);
                slopes.coefficient = coefficient * touch.spread;
                slopes.friction = [pressed * by_speed.max(0.0), pressed * by_bristle];
                slopes.bristle = bristle;
            }
        }
        slopes
    }

    /// Returns the largest rate of the slot's forces by `mobilities` along normal and tangent \[1/kg\] that limits
    /// explicit pieces \[1/s\]. Bristles that yield are no limit, they are integrated exactly.
    pub fn stiffest(&self, [normal, tangent]: [f64; 2]) -> f64 {
        let [stiffness, viscosity] = self.normal;
        let [damping, bristles] = self.friction;
        (viscosity * normal)
            .max(FREQUENCY * (stiffness * normal).sqrt())
            .max(damping * tangent)
            .max(FREQUENCY * (bristles.abs() * tangent).sqrt())
    }
}
