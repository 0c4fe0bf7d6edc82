//! Geometry and friction of a journal in its hole.

use super::{FrictionSite, TiltingJournal};
use crate::base::Real;
use crate::laws::friction::FrictionLaw;

/// Geometry and friction of hole and faces. Surfaces are numbered: all slices, then both faces.
#[derive(Debug, Clone, Copy)]
pub struct JournalLaws<'a> {
    /// Geometry and normal forces.
    pub journal: &'a TiltingJournal,
    /// Friction of the hole.
    pub friction: &'a FrictionLaw,
    /// Friction of the faces relative to that of the hole.
    pub face_friction: f64,
}

impl JournalLaws<'_> {
    /// Factor on the friction of a surface: 1 for a slice of the hole.
    #[inline]
    pub fn friction_scale(&self, surface: usize) -> f64 {
        if surface < self.journal.slices { 1.0 } else { self.face_friction }
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
}
