//! The normal force: an elastic law times a dissipation factor.

use super::{Elastic, ElasticLaw, dissipation::Dissipation};
use crate::Real;
use model_description::{Interval, POSITIVE, quantities};

quantities! {
    /// What presses two bodies apart, and how much energy that costs.
    pub struct NormalParameters {
        /// Elastic law: force against penetration.
        elastic: Elastic with { Elastic::Hertz },
        /// Dissipation law: turns the restitution into damping.
        dissipation: Dissipation with { Dissipation::Modified },
        /// Coefficient of restitution that is asked for.
        restitution: "1" = 0.9 in Interval::above(0.0).up_to(1.0),
        /// Power of the penetration in the elastic law; 1.5 is Hertz's theory.
        exponent: "1" = 1.5 in Interval::closed(1.0, 3.0),
        /// Impact speeds below this count as this, so that lasting contact is not over-damped.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
    }
}

/// `F_N = max(0, f(δ)(1 + χ δ̇/δ̇⁻))` for δ > 0, else 0; never pulls.
///
/// Source: mixed clearance joints, doi 10.1038/s41598-023-47315-1, eq. 46 and the literature there;
/// f and χ are independent choices. Holds for contacts short against the bodies' own vibrations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalLaw {
    /// The elastic law f.
    pub elastic: ElasticLaw,
    /// χ, dimensionless.
    pub dissipation_factor: f64,
    /// Least impact speed δ̇⁻ that is used [m/s].
    pub impact_speed_floor: f64,
}

/// The two parts of a normal force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalForce<T> {
    /// What presses the bodies apart [N], ≥ 0.
    pub total: T,
    /// Its elastic part [N], ≥ 0; the rest is dissipation.
    pub elastic: T,
}

impl NormalLaw {
    /// The law of `parameters` over a ready elastic law.
    pub fn new(parameters: &NormalParameters, elastic: ElasticLaw) -> Self {
        Self {
            elastic,
            dissipation_factor: parameters.dissipation.factor(parameters.restitution),
            impact_speed_floor: parameters.impact_speed_floor,
        }
    }

    /// Force at `penetration` δ [m] and its `rate` δ̇ [m/s] (> 0 while the bodies approach), in a
    /// contact that began at `impact_speed` δ̇⁻ [m/s].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T, rate: T, impact_speed: f64) -> NormalForce<T> {
        if penetration.re() <= 0.0 {
            return NormalForce { total: T::from(0.0), elastic: T::from(0.0) };
        }
        let elastic = self.elastic.force(penetration);
        let damping = self.dissipation_factor / impact_speed.max(self.impact_speed_floor);
        let factor = rate * damping + 1.0;
        let total = if factor.re() > 0.0 { elastic * factor } else { T::from(0.0) };
        NormalForce { total, elastic }
    }
}
