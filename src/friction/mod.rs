//! Friction: what drags along two surfaces pressed together.
//!
//! A law turns sliding under a normal force into a friction force with the sign of the sliding
//! speed. [`FrictionLaw::slide`] carries a contact through a stretch of time at constant speed and
//! normal force and gives the mean force over it, exactly, however stiff the law is.

mod coulomb;
mod lugre;

use crate::Real;
use model_description::{NOT_NEGATIVE, POSITIVE, choices, quantities};

pub use coulomb::Coulomb;
pub use lugre::LuGre;

choices! {
    /// Friction law.
    pub enum Friction {
        /// No friction.
        Without: "none" = 1,
        /// Coulomb's law, smoothed by a hyperbolic tangent of the sliding speed.
        Coulomb: "coulomb" = 2,
        /// LuGre's law: bristles that bend, with presliding and a Stribeck effect.
        Lugre: "lugre" = 3,
    }
}

quantities! {
    /// What drags along the contact.
    pub struct FrictionParameters {
        /// Friction law.
        model: Friction with { Friction::Lugre },
        /// Whether the bristles' damping fades with the sliding speed; without it the law can create energy.
        damping_fades: bool = true,
        /// Coefficient of static friction.
        r#static: "1" = 0.01 in NOT_NEGATIVE,
        /// Coefficient of kinetic friction.
        kinetic: "1" = 0.01 in NOT_NEGATIVE,
        /// Sliding speed at which static friction has mostly given way to kinetic friction.
        stribeck_speed: "m/s" = 1.0e-3 in POSITIVE,
        /// Stiffness of the bristles per unit normal force.
        bristle_stiffness: "1/m" = 1.0e5 in POSITIVE,
        /// Damping of the bristles per unit normal force.
        bristle_damping: "s/m" = 400.0 in NOT_NEGATIVE,
        /// Viscous coefficient per unit normal force.
        viscous: "s/m" = 0.0 in NOT_NEGATIVE,
    }
}

/// A friction law with its numbers, ready to be evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FrictionLaw {
    /// No friction.
    Without,
    /// See [`Coulomb`].
    Coulomb(Coulomb),
    /// See [`LuGre`].
    LuGre(LuGre),
}

/// A stretch of sliding at constant speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide<T> {
    /// Mean friction coefficient over the stretch, with the sign of the force.
    pub coefficient: T,
    /// Deflection of the bristles at its end [m].
    pub bristle: T,
}

impl FrictionLaw {
    /// The law that `parameters` choose.
    pub fn new(parameters: &FrictionParameters) -> Self {
        match parameters.model {
            Friction::Without => Self::Without,
            Friction::Coulomb => Self::Coulomb(Coulomb::new(parameters)),
            Friction::Lugre => Self::LuGre(LuGre::new(parameters)),
        }
    }

    /// Slides at `speed` [m/s] for `time` [s], ≥ 0, under `normal_force` [N], ≥ 0, from the bristle
    /// deflection `bristle` [m], which it carries on; gives the mean force [N].
    #[inline]
    pub fn slide<T: Real>(&self, bristle: &mut T, speed: T, time: T, normal_force: T) -> T {
        match self {
            Self::Without => T::from(0.0),
            Self::Coulomb(law) => normal_force * law.coefficient(speed),
            Self::LuGre(law) => {
                let slide = law.slide(*bristle, speed, time);
                *bristle = slide.bristle;
                normal_force * slide.coefficient
            }
        }
    }
}
