//! A contact point inside a step: its touch, its forces at the stages, and the scales of its error.

use super::row::Row;
use crate::coupling::Contact;
use crate::coupling::engine::norm::{SLOWEST, sliding_scale};
use crate::coupling::engine::reach::Reach;
use crate::coupling::engine::tableau::STAGES;
use crate::laws::contact::Touch;
use nalgebra::Vector2;

/// Least penetration of a slot that approaches its wall \[m\].
const AT_SURFACE: f64 = 1e-15;

/// A contact point inside a step.
#[derive(Debug, Clone)]
pub struct PointMotion {
    /// Largest penetration in the step \[m\].
    pub deepest: f64,
    /// Its forces at the stages of the present piece.
    pub stages: [Stage; STAGES],
    /// Its touch at the stage last evaluated, counted from its surface.
    pub end: Touch<f64>,
    /// Its touch at the end of a piece of the fallback without loads.
    pub free: Touch<f64>,
    /// Deflection of the bristles at the end of the present piece \[m\].
    pub bristle: f64,
    /// Deflection of the bristles at an instant of an implicit piece \[m\].
    pub deflection: f64,
    /// Error of the bristles at its end \[m\].
    pub bristle_error: f64,
    /// Mean sliding speed of the present piece \[m/s\].
    pub mean_sliding: f64,
    /// Elastic energy at the start of the present piece, and at its end \[J\].
    pub stored: f64,
    pub stored_at_end: f64,
    /// Normal force along the surface at the end of the present piece \[N\].
    pub pressing: f64,
    /// Rates that unit impulses give along normal and tangent at the end of the present piece \[1/kg\].
    pub mobility: [f64; 2],
    /// Its slopes in an implicit piece.
    pub row: Row,
    reach: Reach,
}

/// The forces of a slot at a stage of a piece.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stage {
    /// Normal force \[N\].
    pub normal: f64,
    /// Its elastic part \[N\].
    pub elastic: f64,
    /// δ̇ \[m/s\].
    pub rate: f64,
    /// Friction force \[N\].
    pub friction: f64,
    /// Sliding speed \[m/s\].
    pub sliding: f64,
    /// Deflection of the bristles \[m\].
    pub bristle: f64,
    /// Its rate \[m/s\].
    pub bristle_rate: f64,
}

/// Scales of a slot's error.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Speed \[m/s\].
    pub speed: f64,
    /// Rate that turns a penetration into a speed \[1/s\].
    pub frequency: f64,
    /// Sliding speed \[m/s\].
    pub sliding: f64,
}

/// A touch far from any wall.
fn nowhere() -> Touch<f64> {
    let zero = Vector2::zeros();
    Touch {
        penetration: f64::NEG_INFINITY,
        rate: 0.0,
        sliding_speed: 0.0,
        normal: zero,
        arm_a: zero,
        arm_b: zero,
        gain: 1.0,
        spread: 1.0,
    }
}

impl PointMotion {
    pub fn new() -> Self {
        Self {
            deepest: 0.0,
            stages: [Stage::default(); STAGES],
            end: nowhere(),
            free: nowhere(),
            bristle: 0.0,
            deflection: 0.0,
            bristle_error: 0.0,
            mean_sliding: 0.0,
            stored: 0.0,
            stored_at_end: 0.0,
            pressing: 0.0,
            mobility: [0.0; 2],
            row: Row::new(),
            reach: Reach::default(),
        }
    }

    /// Returns the scales of its error at `touch`, for a contact with these `laws`, this `impact_speed` \[m/s\] and
    /// the rate that a unit impulse gives along its normal, `mobility` \[1/kg\].
    pub fn scale(
        &mut self,
        laws: &Contact,
        touch: &Touch<f64>,
        impact_speed: f64,
        mobility: f64,
    ) -> Scale {
        let stored = laws.stored(touch.penetration) * touch.gain;
        self.stored_at_end = stored;
        let speed =
            impact_speed.max(touch.rate.abs()).max((2.0 * stored * mobility).sqrt()).max(SLOWEST);
        let frequency = speed / self.depth_of(laws, speed, mobility * touch.gain);
        let creep = laws.friction.creep_speed();
        let sliding = sliding_scale(creep, touch.sliding_speed, speed);
        Scale { speed, frequency, sliding }
    }

    /// Returns the largest penetration \[m\] of an impact at `speed` \[m/s\].
    pub fn depth_of(&mut self, laws: &Contact, speed: f64, mobility: f64) -> f64 {
        let energy = 0.5 * speed * speed / mobility;
        let force = |depth: f64| laws.normal.tangent(depth, 1.0).elastic;
        self.reach.depth_of(energy, |depth| laws.stored(depth), force)
    }
}

impl Stage {
    /// Evaluates the forces of `slot` with this `touch`, by `friction`, which maps the normal force \[N\] along the surface
    /// to the friction force \[N\], the deflection of the bristles \[m\] and its rate \[m/s\].
    #[inline]
    pub fn of(
        laws: &Contact,
        touch: &Touch<f64>,
        impact_speed: f64,
        friction: impl FnOnce(f64) -> [f64; 3],
    ) -> Self {
        let Touch { penetration, rate, sliding_speed: sliding, spread, .. } = *touch;
        // A slot that has just met is at its surface: a dashpot has a force there, too.
        let least = if rate > 0.0 { AT_SURFACE } else { f64::NEG_INFINITY };
        let touch = Touch { penetration: penetration.max(least), ..*touch };
        let force = touch.approach().force(&laws.normal, impact_speed);
        let [friction, bristle, bristle_rate] = friction(force.total * spread);
        let (normal, elastic) = (force.total, force.elastic);
        Self { normal, elastic, rate, friction, sliding, bristle, bristle_rate }
    }
}
