//! Elastic laws: the force that presses two surfaces apart at rest, against penetration.

mod hertz;

use crate::Real;
use model_description::choices;

pub use hertz::Hertz;

choices! {
    /// Elastic law of the contact.
    pub enum Elastic {
        /// Hertz stiffness of two smooth bodies, force over a power of the penetration.
        Hertz: "hertz" = 1,
    }
}

/// An elastic law with all its coefficients, ready to be evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ElasticLaw {
    /// See [`Hertz`].
    Hertz(Hertz),
}

impl ElasticLaw {
    /// Force f(δ) [N] at penetration δ > 0 [m].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        match self {
            Self::Hertz(law) => law.force(penetration),
        }
    }

    /// Energy stored by penetration δ [m]: ∫₀^δ f dδ [J]; 0 without contact.
    #[inline]
    pub fn potential(&self, penetration: f64) -> f64 {
        if penetration <= 0.0 {
            return 0.0;
        }
        match self {
            Self::Hertz(law) => law.potential(penetration),
        }
    }
}
