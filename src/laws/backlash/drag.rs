//! Drag between the bodies, parallel to the gap.

use super::{DragParameters, Drags};
use crate::base::fault::Name;
use crate::base::{Fault, Real};
use crate::laws::friction::{Coulomb, FrictionParameters, LuGre, Slide};
use model_description::INF;
use model_description::Interval;

/// A drag that opposes the speed of the gap coordinate, independent of the flanks.
///
/// - none: `c v`;
/// - coulomb: `T_k tanh(v/v_s) + c v`;
/// - lugre: `σ₀z + σ₁ż + c v`, `ż = v − σ₀|v|z/g(v)`, `g(v) = T_k + (T_s − T_k) exp(−(v/v_s)²)`; σ₁ fades
///   as exp(−(v/v_s)²) if that is chosen, which keeps the law passive.
///
/// The laws are those of [friction](crate::laws::friction) under a normal force of 1, so that coefficients
/// are loads: T in N m or N, z in rad or m; see there for sources. Sliding between tooth flanks needs a
/// second dimension and is not modelled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drag {
    law: Law,
    /// c.
    pub viscous: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Law {
    Without,
    Coulomb(Coulomb),
    LuGre(LuGre),
}

impl Drag {
    /// The drag that `parameters` choose.
    pub fn new(parameters: &DragParameters) -> Result<Self, Fault> {
        let DragParameters { r#static, kinetic, viscous, .. } = *parameters;
        let friction = FrictionParameters {
            damping_fades: parameters.damping_fades,
            r#static,
            kinetic,
            stribeck_speed: parameters.stribeck_speed,
            bristle_stiffness: parameters.bristle_stiffness,
            bristle_damping: parameters.bristle_damping,
            viscous: 0.0,
            ..FrictionParameters::default()
        };
        let law = match parameters.model {
            Drags::Without => Law::Without,
            Drags::Coulomb => Law::Coulomb(Coulomb::new(&friction)),
            Drags::Lugre if r#static < kinetic => {
                return Err(Fault::OutOfRange {
                    name: Name::of("drag.static"),
                    value: r#static,
                    allowed: Interval::closed(kinetic, INF),
                    meaning: "at rest the drag is not less than in motion, drag.kinetic",
                });
            }
            Drags::Lugre => Law::LuGre(LuGre::new(&friction)),
        };
        Ok(Self { law, viscous })
    }

    /// Returns true if there is more than a viscous part.
    pub(crate) fn has_law(&self) -> bool {
        self.law != Law::Without
    }

    /// Returns true if there is no drag at all.
    pub fn is_none(&self) -> bool {
        self.law == Law::Without && self.viscous == 0.0
    }

    /// Updates the deflection `bristle` z over `time` ≥ 0 \[s\] at `speed` v and returns the mean load
    /// without its viscous part.
    #[inline]
    pub fn slide<T: Real>(&self, bristle: &mut T, speed: T, time: T) -> T {
        match &self.law {
            Law::Without => T::from(0.0),
            Law::Coulomb(law) => law.coefficient(speed),
            Law::LuGre(law) => {
                let Slide { coefficient, bristle: end, .. } = law.slide(*bristle, speed, time);
                *bristle = end;
                coefficient
            }
        }
    }

    /// The load at an instant, with its viscous part, and ż.
    #[inline]
    pub fn at<T: Real>(&self, bristle: T, speed: T) -> (T, T) {
        let (load, rate) = match &self.law {
            Law::Without => (T::from(0.0), T::from(0.0)),
            Law::Coulomb(law) => (law.coefficient(speed), T::from(0.0)),
            Law::LuGre(law) => law.at(bristle, speed),
        };
        (load + speed * self.viscous, rate)
    }

    /// Returns the speed \[m/s or rad/s\] below which the law differs from its form at large speeds; infinite without a law.
    pub(crate) fn creep_speed(&self) -> f64 {
        match &self.law {
            Law::Without => f64::INFINITY,
            Law::Coulomb(law) => law.smoothing_speed(),
            Law::LuGre(law) => law.stribeck_speed(),
        }
    }

    /// Returns σ₀; 0 without bristles.
    pub(crate) fn stiffness(&self) -> f64 {
        match &self.law {
            Law::LuGre(law) => law.stiffness(),
            _ => 0.0,
        }
    }

    /// `½ σ₀ z²` \[J\].
    #[inline]
    pub fn stored<T: Real>(&self, bristle: T) -> T {
        match &self.law {
            Law::LuGre(law) => bristle * bristle * (0.5 * law.stiffness()),
            _ => T::from(0.0),
        }
    }

    /// `σ₀ z ż` \[W\] for bristles that deflect at `rate` ż.
    #[inline]
    pub(crate) fn stored_rate<T: Real>(&self, bristle: T, rate: T) -> T {
        match &self.law {
            Law::LuGre(law) => bristle * rate * law.stiffness(),
            _ => T::from(0.0),
        }
    }

    /// The derivatives of the load without its viscous part by the way and by the speed.
    #[inline]
    pub fn tangent(&self, bristle: f64, speed: f64) -> [f64; 2] {
        match &self.law {
            Law::Without => [0.0; 2],
            Law::Coulomb(law) => [0.0, law.slope(speed)],
            Law::LuGre(law) => law.tangent(bristle, speed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The case of `drag_lugre.csv`: σ₀ 500, σ₁ 0.3 fading, c 0.01, T_s 0.6, T_k 0.4, v_s 0.05.
    fn record() -> DragParameters {
        DragParameters {
            model: Drags::Lugre,
            r#static: 0.6,
            kinetic: 0.4,
            stribeck_speed: 0.05,
            viscous: 0.01,
            bristle_stiffness: 500.0,
            bristle_damping: 0.3,
            damping_fades: true,
        }
    }

    #[test]
    fn bristles_and_work_under_a_prescribed_motion_are_those_on_record() {
        let drag = Drag::new(&record()).unwrap();
        let (size, mut bristle, mut work) = (1e-6, 0.0, 0.0);
        let speed = |time: f64| 0.5 * (10.0 * std::f64::consts::PI * time).sin();
        for step in 0..400_000 {
            let here = speed((f64::from(step) + 0.5) * size);
            work += size * here * (drag.slide(&mut bristle, here, size) + drag.viscous * here);
            if step + 1 == 13_000 {
                // 1e-9 of the deflection, and of the work below: a rule of the second order.
                assert!((bristle / 6.450218930e-4 - 1.0).abs() < 1e-7, "{bristle}");
            }
        }
        assert!((work / 4.913415763e-2 - 1.0).abs() < 1e-7, "{work}");
    }

    #[test]
    fn a_drag_has_a_law_unless_it_is_viscous_alone() {
        for model in [Drags::Without, Drags::Coulomb, Drags::Lugre] {
            let drag = Drag::new(&DragParameters { model, ..record() }).unwrap();
            assert_eq!(drag.has_law(), model != Drags::Without);
            assert!(!drag.is_none());
        }
    }

    #[test]
    fn a_static_drag_below_the_kinetic_one_is_refused() {
        let wrong = DragParameters { r#static: 0.3, ..record() };
        let why = Drag::new(&wrong).unwrap_err().to_string();
        assert!(
            why.starts_with("drag.static = 0.3 is outside the finite numbers from 0.4"),
            "{why}"
        );
        assert!(Drag::new(&DragParameters { model: Drags::Coulomb, ..wrong }).is_ok());
    }

    #[test]
    fn a_mean_over_no_time_is_the_load_at_that_instant() {
        for model in [Drags::Without, Drags::Coulomb, Drags::Lugre] {
            let drag = Drag::new(&DragParameters { model, ..record() }).unwrap();
            for (bristle, speed) in [(1e-4, 0.03), (-3e-4, 0.2), (2e-4, -0.01)] {
                let mut end = bristle;
                let mean = drag.slide(&mut end, speed, 0.0) + drag.viscous * speed;
                let (load, _) = drag.at(bristle, speed);
                assert!((mean - load).abs() < 1e-15 && end == bristle, "{mean} {load}");
            }
        }
    }
}
