//! The normal force: an elastic law and its energy loss.

use super::dissipation::{Loss, RESTITUTIONS, SpeedRestitution, realised};
use super::elastic::KelvinVoigt;
use super::{Dissipation, Elastic, ElasticLaw};
use crate::base::{Fault, Real};
use crate::laws::film::GreenwoodTripp;
use model_description::{Interval, POSITIVE, quantities};

quantities! {
    /// Normal contact of two bodies and its energy loss.
    pub struct NormalParameters {
        /// Elastic law: force against penetration.
        elastic: Elastic with { Elastic::Hertz },
        /// Dissipation law: computes the damping from the restitution.
        dissipation: Dissipation with { Dissipation::Modified },
        /// Prescribed coefficient of restitution.
        restitution: "1" tunable = 0.9 in RESTITUTIONS,
        /// Restitution against the speed of the impact.
        by_speed: SpeedRestitution flat,
        /// Exponent of the penetration in the elastic law; 1.5 is Hertz's theory.
        /// Used by contact.elastic = hertz, hybrid or fractal.
        exponent: "1" = 1.5 in Interval::closed(1.0, 3.0),
        /// Lower limit of the impact speed in the damping, so that lasting contact is not over-damped.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
        /// Stiffness of the linear spring.
        /// Used by contact.elastic = kelvin_voigt.
        linear_stiffness: "N/m" = 1.0e8 in POSITIVE,
        /// Effective mass for which the linear damper gives the restitution.
        /// Used by contact.elastic = kelvin_voigt.
        damping_mass: "kg" = 1.0 in POSITIVE,
    }
}

impl NormalParameters {
    /// The Kelvin–Voigt law of these parameters.
    pub(crate) fn kelvin_voigt(&self) -> KelvinVoigt {
        KelvinVoigt::new(self.linear_stiffness, self.damping_mass, self.restitution)
    }

    /// Refuses a law of the restitution that these contacts cannot have.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        self.by_speed.check(self.elastic == Elastic::KelvinVoigt)
    }
}

/// The normal force of a contact as a function of penetration, rate and impact speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalLaw {
    /// The elastic law f.
    pub elastic: ElasticLaw,
    /// Energy loss.
    pub damping: Damping,
    /// Asperities of rough surfaces in an oil film, which touch before the surfaces do. Penetrations
    /// then count from the first touch of the asperities; the surfaces themselves touch at a
    /// penetration equal to the asperities' reach.
    pub(crate) asperities: Option<GreenwoodTripp>,
}

/// The energy loss of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Damping {
    /// `F_N = max(0, f(δ)(1 + χ δ̇/δ̇⁻))` for δ > 0, else 0; never pulls.
    ///
    /// Source: mixed clearance joints, doi 10.1038/s41598-023-47315-1, eq. 46 and the literature there;
    /// f and χ are independent choices. Holds for contacts short against the bodies' own vibrations.
    Hysteretic {
        /// χ, dimensionless, by the speed of the impact.
        loss: Loss,
        /// Lower limit of the impact speed δ̇⁻ \[m/s\].
        impact_speed_floor: f64,
    },
    /// `F_N = max(0, f(δ) + cδ̇)` for δ > 0, c \[N s/m\]: see [`KelvinVoigt`](super::elastic::KelvinVoigt).
    Viscous(f64),
}

/// The two parts of a normal force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalForce<T> {
    /// Normal force, which presses the bodies apart \[N\], ≥ 0.
    pub total: T,
    /// Its elastic part \[N\], ≥ 0; the rest is dissipation.
    pub elastic: T,
}

/// The elastic normal force and the derivatives of the normal force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NormalTangent {
    /// The elastic part of the force \[N\], ≥ 0.
    pub elastic: f64,
    /// Derivative by the penetration \[N/m\], ≥ 0.
    pub stiffness: f64,
    /// Derivative by the rate \[N s/m\], ≥ 0.
    pub viscosity: f64,
}

impl NormalLaw {
    /// The law of `parameters` with an elastic law already built.
    pub fn new(parameters: &NormalParameters, elastic: ElasticLaw) -> Self {
        let damping = match elastic {
            ElasticLaw::KelvinVoigt(law) => Damping::Viscous(law.damping()),
            _ => Damping::Hysteretic {
                loss: Loss::new(
                    parameters.dissipation,
                    parameters.restitution,
                    &parameters.by_speed,
                ),
                impact_speed_floor: parameters.impact_speed_floor,
            },
        };
        Self { elastic, damping, asperities: None }
    }

    /// Returns the same elastic law with the energy loss of other `parameters`.
    #[must_use]
    pub fn tuned(&self, parameters: &NormalParameters) -> Self {
        Self { asperities: self.asperities, ..Self::new(parameters, self.elastic) }
    }

    /// Elastic force at `penetration` δ > 0 \[m\] and derivatives of the force by penetration and rate, in
    /// a contact that began at `impact_speed` δ̇⁻ \[m/s\].
    #[inline]
    pub(crate) fn tangent(&self, penetration: f64, impact_speed: f64) -> NormalTangent {
        let Some(tips) = &self.asperities else {
            return self.dry_tangent(penetration, impact_speed);
        };
        let dry = self.dry_tangent(penetration - tips.reach(), impact_speed);
        NormalTangent {
            elastic: dry.elastic + tips.force(penetration),
            stiffness: dry.stiffness + tips.stiffness(penetration),
            ..dry
        }
    }

    #[inline]
    fn dry_tangent(&self, penetration: f64, impact_speed: f64) -> NormalTangent {
        let [elastic, stiffness] =
            if penetration > 0.0 { self.elastic.tangent(penetration) } else { [0.0; 2] };
        let viscosity = match &self.damping {
            Damping::Hysteretic { loss, impact_speed_floor } => {
                elastic * loss.factor(impact_speed) / impact_speed.max(*impact_speed_floor)
            }
            Damping::Viscous(coefficient) => *coefficient,
        };
        NormalTangent { elastic, stiffness, viscosity }
    }

    /// The restitution that is prescribed for a contact that began at `speed` \[m/s\]; 0 for a viscous damper, which follows
    /// from a mass.
    pub fn prescribed(&self, speed: f64) -> f64 {
        match &self.damping {
            Damping::Hysteretic { loss, .. } => loss.restitution(speed),
            Damping::Viscous(_) => 0.0,
        }
    }

    /// Restitution of a free impact at a `speed` \[m/s\] against a `mobility` \[1/kg\].
    pub fn rebound(&self, speed: f64, mobility: f64) -> f64 {
        match (&self.damping, &self.elastic) {
            (Damping::Viscous(damper), ElasticLaw::KelvinVoigt(spring)) => {
                KelvinVoigt::restitution(0.5 * damper * (mobility / spring.stiffness()).sqrt())
            }
            (Damping::Viscous(_), _) => 0.0,
            (Damping::Hysteretic { loss, impact_speed_floor }, _) => {
                realised(loss.factor(speed) * speed / speed.max(*impact_speed_floor))
            }
        }
    }

    /// The penetration \[m\] at which the force ends while the bodies separate at `rate` δ̇ < 0 \[m/s\]: 0
    /// except for a viscous damper, which would pull more than the spring presses from there on.
    #[inline]
    pub fn parting(&self, rate: f64) -> f64 {
        match (&self.damping, &self.elastic) {
            (Damping::Viscous(coefficient), ElasticLaw::KelvinVoigt(spring)) => {
                coefficient * -rate / spring.stiffness()
            }
            _ => 0.0,
        }
    }

    /// Force at `penetration` δ \[m\] and its `rate` δ̇ \[m/s\] (> 0 while the bodies approach), in a
    /// contact that began at `impact_speed` δ̇⁻ \[m/s\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T, rate: T, impact_speed: T) -> NormalForce<T> {
        let Some(tips) = &self.asperities else { return self.dry(penetration, rate, impact_speed) };
        let dry = self.dry(penetration - tips.reach(), rate, impact_speed);
        let carried = tips.force(penetration);
        NormalForce { total: dry.total + carried, elastic: dry.elastic + carried }
    }

    /// Energy stored at `penetration` \[m\] \[J\].
    #[inline]
    pub fn potential(&self, penetration: f64) -> f64 {
        match &self.asperities {
            None => self.elastic.potential(penetration),
            Some(tips) => {
                self.elastic.potential(penetration - tips.reach()) + tips.potential(penetration)
            }
        }
    }

    /// The force of the surfaces themselves, without asperities.
    #[inline]
    fn dry<T: Real>(&self, penetration: T, rate: T, impact_speed: T) -> NormalForce<T> {
        if penetration.re() <= 0.0 {
            return NormalForce { total: T::from(0.0), elastic: T::from(0.0) };
        }
        let elastic = self.elastic.force(penetration);
        let total = match &self.damping {
            Damping::Hysteretic { loss, impact_speed_floor } => {
                let floor = T::from(*impact_speed_floor);
                let speed = if impact_speed.re() > floor.re() { impact_speed } else { floor };
                elastic * (rate * (speed.recip() * loss.factor(impact_speed)) + 1.0)
            }
            Damping::Viscous(coefficient) => elastic + rate * *coefficient,
        };
        NormalForce { total: if total.re() > 0.0 { total } else { T::from(0.0) }, elastic }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::contact::elastic::Hertz;
    use crate::laws::film::GreenwoodTripp;

    #[test]
    fn the_tangent_is_the_slope_of_the_force_which_ends_when_bodies_separate() {
        let steel = crate::base::Material::default();
        let parameters = NormalParameters { restitution: 0.6, ..NormalParameters::default() };
        let hertz = Hertz::sphere_on_plane(0.1, &steel, &steel, 1.5);
        let laws = [ElasticLaw::Hertz(hertz), ElasticLaw::KelvinVoigt(parameters.kelvin_voigt())];
        for law in laws.map(|elastic| NormalLaw::new(&parameters, elastic)) {
            for impact_speed in [1e-5, 0.3] {
                let tangent = law.tangent(1e-5, impact_speed);
                let force = |depth: f64, rate: f64| law.force(depth, rate, impact_speed).total;
                assert_eq!(tangent.elastic, force(1e-5, 0.0));
                let rise = (force(1e-5, 1e-4) - force(1e-5, 0.0)) / 1e-4;
                assert!((rise / tangent.viscosity - 1.0).abs() < 1e-9, "{rise}");
                let rise = (force(1.0001e-5, 0.0) - force(0.9999e-5, 0.0)) / 2e-9;
                assert!((rise / tangent.stiffness - 1.0).abs() < 1e-8, "{rise}");
            }
            let rate = -1e-3;
            let end = law.parting(rate);
            assert!(law.force(0.999 * end, rate, 0.3).total == 0.0);
            assert!(law.force(1.001 * end + 1e-12, rate, 0.3).total > 0.0);
        }
    }

    #[test]
    fn asperities_press_before_the_surfaces_do_and_stay_when_the_loss_is_tuned() {
        let steel = crate::base::Material::default();
        let parameters = NormalParameters { restitution: 0.6, ..NormalParameters::default() };
        let hertz = Hertz::sphere_on_plane(0.1, &steel, &steel, 1.5);
        let smooth = NormalLaw::new(&parameters, ElasticLaw::Hertz(hertz));
        let tips = GreenwoodTripp::new(4e-7, 1e12, [0.01, 0.01, 25e-6]);
        let rough = NormalLaw { asperities: Some(tips), ..smooth };
        let depth = tips.reach() + 1e-6;
        let tangent = rough.tangent(depth, 0.1);
        let force = |depth: f64| rough.force(depth, 0.0, 0.1).total;
        assert!((tangent.elastic / force(depth) - 1.0).abs() < 1e-12);
        let rise = (force(depth + 1e-11) - force(depth - 1e-11)) / 2e-11;
        // That of the asperities is an upper bound.
        let over = tangent.stiffness / rise;
        assert!((1.0..1.01).contains(&over), "{over}");
        let dry = smooth.tangent(1e-6, 0.1);
        assert!(tangent.elastic > dry.elastic);
        assert!((tangent.viscosity / dry.viscosity - 1.0).abs() < 1e-9);
        assert!(force(0.9 * tips.reach()) > 0.0);
        assert_eq!(rough.tuned(&parameters), rough);
    }

    /// Restitution of a free impact of one kilogram, in steps of 1e-8 s.
    fn fallen(law: &NormalLaw, speed: f64) -> f64 {
        let (mut depth, mut rate, size) = (0.0, speed, 1e-8);
        while depth >= 0.0 {
            let half = depth + 0.5 * size * rate;
            rate -= size * law.force(half, rate, speed).total;
            depth = half + 0.5 * size * rate;
        }
        -rate / speed
    }

    #[test]
    fn the_rebound_is_that_of_an_impact() {
        let steel = crate::base::Material::default();
        let hertz = Hertz::sphere_on_plane(0.1, &steel, &steel, 1.5);
        for restitution in [0.5, 0.9] {
            let parameters = NormalParameters { restitution, ..NormalParameters::default() };
            for elastic in
                [ElasticLaw::Hertz(hertz), ElasticLaw::KelvinVoigt(parameters.kelvin_voigt())]
            {
                let law = NormalLaw::new(&parameters, elastic);
                let [told, is] = [law.rebound(0.3, 1.0), fallen(&law, 0.3)];
                assert!(
                    (told - is).abs() < 2e-3,
                    "{restitution}: {told} is predicted, {is} happens"
                );
            }
        }
        // Below the floor of the impact speed the damping refers to the floor.
        let parameters =
            NormalParameters { restitution: 0.5, impact_speed_floor: 0.1, ..Default::default() };
        let law = NormalLaw::new(&parameters, ElasticLaw::Hertz(hertz));
        let [told, is] = [law.rebound(0.02, 1.0), fallen(&law, 0.02)];
        assert!((told - is).abs() < 2e-3 && told > 0.8, "{told} is predicted, {is} happens");
    }
}
