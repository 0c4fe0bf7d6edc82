//! Geometry and friction of mating parts.

use super::{FrictionSite, MatingParts};
use crate::base::Real;
use crate::kinematics::spatial::Motion;
use crate::laws::friction::FrictionLaw;

/// Geometry and friction of hole and faces. Surfaces are numbered: all slices, then both faces.
#[derive(Debug, Clone, Copy)]
pub struct MatingLaws<'a> {
    /// Geometry and normal forces.
    pub parts: &'a MatingParts,
    /// Friction of the hole.
    pub friction: &'a FrictionLaw,
    /// Friction of the faces relative to that of the hole.
    pub face_friction: f64,
}

impl MatingLaws<'_> {
    /// Factor on the friction of a surface: 1 for a slice of the hole.
    #[inline]
    pub fn friction_scale(&self, surface: usize) -> f64 {
        if surface < self.parts.slices() { 1.0 } else { self.face_friction }
    }

    /// Friction forces \[N\] of a pressed surface at an instant, and the rates of its bristles \[m/s\].
    pub fn friction_at<T: Real>(
        &self,
        surface: usize,
        bristle: [T; 3],
        rub: &FrictionSite<T>,
    ) -> ([T; 3], [T; 3]) {
        let scale = self.friction_scale(surface);
        let found = self.friction.at_along(bristle, rub.slip);
        (
            found.map(|(coefficient, _)| rub.normal_force * scale * coefficient),
            found.map(|(_, rate)| rate),
        )
    }

    /// Rates of a surface's bristles \[m/s\]: those of [`friction_at`](Self::friction_at), and the turning of the surface.
    pub fn bristle_rates<T: Real>(
        &self,
        bristle: [T; 3],
        by_slip: [T; 3],
        b: &Motion<T>,
    ) -> [T; 3] {
        let turning = self.parts.turning(b, bristle);
        std::array::from_fn(|part| by_slip[part] + turning[part])
    }
}
