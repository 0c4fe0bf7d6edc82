//! Friction laws: the tangential force of two surfaces pressed together.
//!
//! A law maps sliding under a normal force to a friction force with the sign of the sliding speed.
//! [`FrictionLaw::slide`] advances a contact over an interval at constant speed and normal force and
//! returns the mean force over it, exactly, however stiff the law is.
//!
//! Three laws, `iwan_network`, `bristles` and `mindlin`, resolve micro-slip: their state depends on the distance slid
//! since the contact began, x = ∫ v dt, and small oscillations about any position are closed loops with the
//! measured dissipation or the one that follows from the roughness. They are for contacts that stay closed
//! and hardly slide: a pin that only rocks, a clamped slider. They do not depend on the speed. LuGre is for
//! a contact that slides over more than its presliding, for friction that falls with speed (stick-slip,
//! squeal), or if little is known beyond a coefficient; it is several times faster, but its small
//! oscillations creep and their loops do not close.
//!
//! The mean coefficient over a second of sliding at 0.1 m/s, from undeflected bristles:
//!
//! ```
//! use spiel::laws::friction::{FrictionParameters, LuGre};
//! let parameters = FrictionParameters { r#static: 0.3, kinetic: 0.2, ..Default::default() };
//! let slide = LuGre::new(&parameters).slide(0.0_f64, 0.1, 1.0);
//! assert!((slide.coefficient - 0.2).abs() < 1e-3);
//! assert!((slide.bristle - 0.2 / parameters.bristle_stiffness).abs() < 1e-12);
//! ```

mod coulomb;
mod instant;
mod lugre;
mod micro_slip;

use crate::base::fault::Name;
use crate::base::{Fault, Real};
use model_description::{Choice, NOT_NEGATIVE, POSITIVE, choices, quantities};
use serde::{Deserialize, Serialize};

pub use coulomb::Coulomb;
pub(crate) use instant::Slopes;
pub use lugre::LuGre;
pub use micro_slip::{
    Asperities, IwanParameters, MicroSlip, MicroSlipLaw, MicroSlipParameters, NormalContact,
    TangentialParameters,
};

choices! {
    /// Friction law.
    pub enum Friction {
        /// No friction.
        Without: "none" = 1,
        /// Coulomb's law, smoothed by a hyperbolic tangent of the sliding speed.
        Coulomb: "coulomb" = 2,
        /// LuGre's law: elastic bristles, with presliding and a Stribeck effect.
        Lugre: "lugre" = 3,
        /// Modified Iwan model, for measured micro-slip in a contact that hardly slides; no Stribeck effect (use lugre).
        IwanNetwork: "iwan_network" = 4,
        /// Asperities that stick and slip one after the other, for micro-slip from a known roughness; no Stribeck effect (use lugre).
        Bristles: "bristles" = 5,
        /// Smooth bodies that stick in the middle of the contact and slip at its rim (Mindlin), for any history; no Stribeck effect (use lugre).
        Mindlin: "mindlin" = 6,
    }
}

quantities! {
    /// Friction along the contact.
    pub struct FrictionParameters {
        /// Friction law.
        model: Friction with { Friction::Lugre },
        /// Whether the bristle damping fades with the sliding speed; otherwise the law can create energy.
        damping_fades: bool = true,
        /// Coefficient of static friction.
        r#static: "1" tunable = 0.01 in NOT_NEGATIVE,
        /// Coefficient of kinetic friction.
        kinetic: "1" tunable = 0.01 in NOT_NEGATIVE,
        /// Stribeck speed: sliding speed of the transition from static to kinetic friction.
        stribeck_speed: "m/s" = 1.0e-3 in POSITIVE,
        /// Stiffness of the bristles per unit normal force.
        bristle_stiffness: "1/m" = 1.0e5 in POSITIVE,
        /// Damping of the bristles per unit normal force.
        bristle_damping: "s/m" = 400.0 in NOT_NEGATIVE,
        /// Viscous friction coefficient per unit normal force.
        viscous: "s/m" tunable = 0.0 in NOT_NEGATIVE,
    }
}

/// A friction law with its numbers, ready to be evaluated.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "made once")]
pub enum FrictionLaw {
    /// No friction.
    Without,
    /// See [`Coulomb`].
    Coulomb(Coulomb),
    /// See [`LuGre`].
    LuGre(LuGre),
    /// See [`MicroSlipLaw`].
    MicroSlip(MicroSlipLaw),
}

/// The balance of the work done against friction.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct FrictionWork<T = f64> {
    /// Dissipated energy \[J\]; it never falls.
    pub lost: T,
    /// Energy that deflected springs can return \[J\], as far as work was put in. Below 0 if they have
    /// returned more: a law that scales with the normal force makes springs stiffer without work.
    pub held: T,
}

impl<T: Real> FrictionWork<T> {
    /// Adds `work` \[J\] done against friction. Its springs, as deflected now, hold at most `room` \[J\];
    /// the rest is dissipated.
    #[inline]
    pub fn add(&mut self, work: T, room: T) {
        self.held += work;
        let excess = self.held - room;
        if excess.re() > 0.0 {
            self.lost += excess;
            self.held = room;
        }
    }

    /// Converts the balance to dual numbers with zero derivatives.
    pub fn lift(work: &FrictionWork) -> Self {
        Self { lost: T::from(work.lost), held: T::from(work.held) }
    }
}

/// The result of an interval of sliding at constant speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide<T> {
    /// Mean friction coefficient over the interval, with the sign of the force.
    pub coefficient: T,
    /// Deflection of the bristles at its end \[m\].
    pub bristle: T,
}

/// Derivatives of the friction force, which limit the time for which it may be held constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tangent {
    /// Force per distance slid \[N/m\].
    pub stiffness: f64,
    /// Force per sliding speed \[N s/m\].
    pub damping: f64,
}

impl FrictionLaw {
    /// The law chosen by `parameters`, for a contact pressed together by `normal`.
    pub fn new(
        parameters: &FrictionParameters,
        micro_slip: &MicroSlipParameters,
        normal: &NormalContact,
    ) -> Result<Self, Fault> {
        let MicroSlipParameters { iwan, asperities, friction: tangential } = micro_slip;
        Ok(Self::MicroSlip(match parameters.model {
            Friction::IwanNetwork => MicroSlipLaw::network(iwan)?,
            Friction::Bristles => MicroSlipLaw::bristles(parameters, asperities, normal.moduli)?,
            Friction::Mindlin => MicroSlipLaw::mindlin(parameters, tangential, normal)?,
            _ => return Self::without_micro_slip(parameters),
        }))
    }

    /// The law chosen by `parameters`, for a joint without micro-slip.
    pub fn without_micro_slip(parameters: &FrictionParameters) -> Result<Self, Fault> {
        Ok(match parameters.model {
            Friction::Without => Self::Without,
            Friction::Coulomb => Self::Coulomb(Coulomb::new(parameters)),
            Friction::Lugre => Self::LuGre(LuGre::new(parameters)),
            Friction::IwanNetwork | Friction::Bristles | Friction::Mindlin => {
                return Err(Fault::Choice {
                    name: Name::of("friction.model"),
                    choice: parameters.model.name(),
                    allowed: "none, coulomb, lugre",
                    meaning: "the other laws are for a joint with few contact points",
                });
            }
        })
    }

    /// The friction coefficient at an instant and the rate of the bristles' deflection \[m/s\]. Laws of
    /// micro-slip have no such form and must be refused before.
    #[inline]
    pub fn at<T: Real>(&self, bristle: T, speed: T) -> (T, T) {
        match self {
            Self::MicroSlip(_) | Self::Without => (T::from(0.0), T::from(0.0)),
            Self::Coulomb(law) => (law.coefficient(speed), T::from(0.0)),
            Self::LuGre(law) => law.at(bristle, speed),
        }
    }

    /// Refuses laws whose state is more than a deflection.
    pub(crate) fn check_equations(&self) -> Result<(), Fault> {
        match self {
            Self::MicroSlip(law) => Err(Fault::Choice {
                name: Name::of("friction.model"),
                choice: law.name(),
                allowed: "none, coulomb, lugre",
                meaning: "in model exchange friction is one bristle; for micro-slip build with \
                          --kind cs",
            }),
            _ => Ok(()),
        }
    }

    /// Slides at `speed` \[m/s\] for `time` \[s\], ≥ 0, under `normal_force` \[N\], ≥ 0. Updates the
    /// deflection `bristle` \[m\] or `micro_slip` and returns the mean force \[N\].
    #[inline]
    pub fn slide<T: Real>(
        &self,
        bristle: &mut T,
        micro_slip: &mut MicroSlip<T>,
        speed: T,
        time: T,
        normal_force: T,
    ) -> T {
        match self {
            Self::MicroSlip(law) => law.slide(micro_slip, speed * time, normal_force),
            Self::Without => T::from(0.0),
            Self::Coulomb(law) => normal_force * law.coefficient(speed),
            Self::LuGre(law) => {
                let slide = law.slide(*bristle, speed, time);
                *bristle = slide.bristle;
                normal_force * slide.coefficient
            }
        }
    }

    /// Energy \[J\] of springs deflected by `bristle` \[m\] and `micro_slip` under `normal_force` \[N\].
    #[inline]
    pub fn stored_energy<T: Real>(
        &self,
        bristle: T,
        micro_slip: &MicroSlip<T>,
        normal_force: T,
    ) -> T {
        match self {
            Self::Without | Self::Coulomb(_) => T::from(0.0),
            Self::LuGre(law) => normal_force * bristle * bristle * (0.5 * law.stiffness()),
            Self::MicroSlip(law) => law.stored_energy(micro_slip),
        }
    }

    /// Dissipated power \[W\] at an instant: that of the friction `force` \[N\] minus the power into the
    /// bristles, and 0 if they return more than they hold. Their deflection \[m\] and its rate are those of
    /// [`at`](Self::at).
    #[inline]
    pub fn lost<T: Real>(&self, [bristle, rate]: [T; 2], speed: T, normal_force: T, force: T) -> T {
        let lost = match self {
            Self::LuGre(law) => force * speed - normal_force * bristle * rate * law.stiffness(),
            _ => force * speed,
        };
        if lost.re() > 0.0 { lost } else { T::from(0.0) }
    }

    /// The mean force \[N\] of sliding in several directions at once on an isotropic surface, with a
    /// bristle deflection along each; otherwise like [`slide`](Self::slide). Laws of micro-slip have no
    /// such form and must be refused before.
    #[inline]
    pub fn slide_along<T: Real, const N: usize>(
        &self,
        bristle: &mut [T; N],
        speed: [T; N],
        time: T,
        normal_force: T,
    ) -> [T; N] {
        match self {
            Self::MicroSlip(_) | Self::Without => [T::from(0.0); N],
            Self::Coulomb(law) => law.coefficients(speed).map(|part| normal_force * part),
            Self::LuGre(law) => {
                let slides = law.slide_along(*bristle, speed, time);
                *bristle = slides.map(|slide| slide.bristle);
                slides.map(|slide| normal_force * slide.coefficient)
            }
        }
    }

    /// Like [`at`](Self::at) in several directions at once.
    #[inline]
    pub(crate) fn at_along<T: Real, const N: usize>(
        &self,
        bristle: [T; N],
        speed: [T; N],
    ) -> [(T, T); N] {
        let zero = T::from(0.0);
        match self {
            Self::MicroSlip(_) | Self::Without => [(zero, zero); N],
            Self::Coulomb(law) => law.coefficients(speed).map(|part| (part, zero)),
            Self::LuGre(law) => law.at_along(bristle, speed),
        }
    }

    /// Sliding speed below which the law differs from its form at large speeds \[m/s\]; infinite for a law
    /// that does not depend on the speed.
    pub(crate) fn creep_speed(&self) -> f64 {
        match self {
            Self::Without | Self::MicroSlip(_) => f64::INFINITY,
            Self::Coulomb(law) => law.smoothing_speed(),
            Self::LuGre(law) => law.stribeck_speed(),
        }
    }

    /// Derivatives of the friction force at `speed` \[m/s\] under `normal_force` \[N\] with bristle
    /// deflection `bristle` \[m\]; slipping bristles have no stiffness. An upper bound.
    #[inline]
    pub fn tangent(&self, bristle: f64, speed: f64, normal_force: f64) -> Tangent {
        match self {
            Self::Without => Tangent { stiffness: 0.0, damping: 0.0 },
            Self::Coulomb(law) => {
                Tangent { stiffness: 0.0, damping: normal_force * law.slope(speed) }
            }
            Self::LuGre(law) => {
                let [stiffness, damping] = law.tangent(bristle, speed);
                Tangent { stiffness: normal_force * stiffness, damping: normal_force * damping }
            }
            Self::MicroSlip(law) => {
                Tangent { stiffness: law.first_stiffness(normal_force), damping: 0.0 }
            }
        }
    }
}
