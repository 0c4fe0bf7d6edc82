//! Friction with micro-slip: the interface's networks behind one contact point.

use super::{Friction, FrictionParameters};
use crate::base::fault::Name;
use crate::base::{Fault, Real};
use crate::laws::interface::{
    BristleState, Bristles, Iwan, IwanNetwork, Moduli, NetworkState, RoughSurfaces, Roughness,
};
use model_description::{Choice, Interval, NOT_NEGATIVE, POSITIVE, quantities};
use serde::{Deserialize, Serialize};

/// Bristles: within 0.2 % of the closed form's force for smallest separations up to the mean plane.
const BRISTLES: usize = 64;
const ELEMENTS: usize = 40;

quantities! {
    /// Modified Iwan model of the contact.
    pub struct IwanParameters {
        /// Normal force at which the other four parameters hold; strengths scale with the force, stiffnesses do not.
        /// Used by friction.model = iwan_network.
        reference_load: "N" = 1.0e3 in POSITIVE,
        /// Friction force at complete slip (F_s).
        /// Used by friction.model = iwan_network.
        slip_force: "N" = 10.0 in POSITIVE,
        /// Sliding distance at complete slip (x_s).
        /// Used by friction.model = iwan_network.
        slip_displacement: "m" = 1.0e-6 in POSITIVE,
        /// Exponent of the slider strengths: energy lost per cycle grows with amplitude^(chi + 3).
        /// Used by friction.model = iwan_network.
        chi: "1" = 0.0 in Interval::above(-1.0),
        /// Stiffness left at complete slip, relative to the stiffness of the sliding springs. A contact that slides and opens has none: 0, and anything else is refused; a clamped rough_interface takes it.
        /// Used by friction.model = iwan_network.
        alpha: "1" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Asperities of both surfaces combined; for friction only, `contact.*` sets the normal force.
    pub struct Asperities {
        /// Standard deviation of the asperity heights.
        /// Used by friction.model = bristles.
        height_std: "m" = 8.225329292901e-7 in POSITIVE,
        /// Tip radius of the asperities.
        /// Used by friction.model = bristles.
        radius: "m" = 6.25e-3 in POSITIVE,
        /// Number of asperities per unit area.
        /// Used by friction.model = bristles.
        density: "1/m2" = 5.424e6 in POSITIVE,
        /// Nominal contact area.
        /// Used by friction.model = bristles.
        area: "m2" = 1.0e-4 in POSITIVE,
        /// Smallest separation that the bristles resolve, -8 to 5 times height_std; below it friction follows the tangent of the asperities' normal law.
        /// Used by friction.model = bristles.
        separation_min: "m" = -1.0e-6,
    }
}

impl IwanParameters {
    /// Refuses a stiffness at complete slip, which a contact that slides and opens cannot have.
    ///
    /// The remaining spring pulls with α k x for any sliding distance and any normal force: against
    /// Coulomb's limit, and with a force that grows until loads that are constant over the host's steps
    /// create energy without bound.
    pub(crate) fn check_sliding(&self) -> Result<(), Fault> {
        let meaning = "stiffness left at complete slip: friction of a contact that slides would grow without \
                       bound; only the joint rough_interface takes it, or put a spring beside the joint";
        Fault::check("iwan.alpha", self.alpha, Interval::closed(0.0, 0.0), meaning).map(|_| ())
    }
}

quantities! {
    /// Tangential elasticity of smooth bodies.
    pub struct TangentialParameters {
        /// Tangential over normal stiffness of the contact at rest; 0 takes that of the materials: G*/E* for spheres and corners, 1 for a line law.
        /// Used by friction.model = mindlin.
        tangential_ratio: "1" = 0.0 in Interval::closed(0.0, 10.0),
    }
}

quantities! {
    /// Parameters of the laws of micro-slip.
    pub struct MicroSlipParameters {
        /// Tangential elasticity of smooth bodies.
        friction: TangentialParameters,
        /// Modified Iwan model, for measured micro-slip.
        iwan: IwanParameters,
        /// Asperities for friction only; the fractal law of the normal force uses `surface.*`.
        asperities: Asperities,
    }
}

/// The normal contact beneath a law of micro-slip.
pub struct NormalContact<'a> {
    /// Effective moduli of the bodies.
    pub moduli: Moduli,
    /// The elastic normal force \[N\] at a penetration \[m\].
    pub force: &'a dyn Fn(f64) -> f64,
    /// Tangential over normal stiffness of smooth bodies of these materials under that law.
    pub stiffness_ratio: f64,
}

/// A law of micro-slip with its numbers, ready to be evaluated.
///
/// All integrate one interval of sliding exactly: networks and bristles under the normal force of that interval, smooth
/// bodies while the normal force goes evenly to the one given from that of the interval before. If an element is just about
/// to slip, the derivatives are one-sided.
#[derive(Debug, Clone, PartialEq)]
pub enum MicroSlipLaw {
    /// See [`IwanNetwork`].
    Network(IwanNetwork<ELEMENTS>),
    /// See [`Bristles`]; their separation is the one at which their own normal law equals the contact's
    /// normal force, so that their friction limit is exactly `f F_N`.
    Bristles(Bristles<BRISTLES>),
    /// See [`Bristles::of_smooth_bodies`]: Mindlin's law; the normal law is the contact's own.
    Mindlin(Bristles<BRISTLES>),
}

/// State of a law of micro-slip in the present contact.
///
/// `clone_from` costs as much as its variant holds: nothing for the laws without micro-slip.
#[derive(Debug, PartialEq, Default, Serialize, Deserialize)]
pub enum MicroSlip<T = f64> {
    /// No sliding since the contact began.
    #[default]
    Rest,
    /// State of [`MicroSlipLaw::Network`].
    Network(NetworkState<ELEMENTS, T>),
    /// State of [`MicroSlipLaw::Bristles`].
    Bristles(BristleState<BRISTLES, T>),
    /// State of [`MicroSlipLaw::Mindlin`], and the separation \[m\] that it had last.
    Mindlin(BristleState<BRISTLES, T>, T),
}

impl MicroSlipLaw {
    /// The modified Iwan model as a network.
    pub fn network(iwan: &IwanParameters) -> Result<Self, Fault> {
        let IwanParameters { reference_load, slip_force, slip_displacement, chi, alpha } = *iwan;
        let model = Iwan::new(slip_force, slip_displacement, chi, alpha)?;
        Ok(Self::Network(IwanNetwork::new(&model, reference_load)?))
    }

    /// Bristles of `asperities` with the static coefficient of friction.
    pub fn bristles(
        friction: &FrictionParameters,
        asperities: &Asperities,
        moduli: Moduli,
    ) -> Result<Self, Fault> {
        let coefficient = coefficient(friction)?;
        let roughness = Roughness {
            height_std: asperities.height_std,
            asperity_radius: asperities.radius,
            asperity_density: asperities.density,
            nominal_area: asperities.area,
        };
        let surfaces = RoughSurfaces::new(roughness, moduli, coefficient)?;
        let bristles = Bristles::new(&surfaces, asperities.separation_min);
        Ok(Self::Bristles(bristles.map_err(|fault| fault.called("asperities.separation_min"))?))
    }

    /// Mindlin's law of the smooth bodies that press each other by `normal`, with the static coefficient of friction.
    pub fn mindlin(
        friction: &FrictionParameters,
        tangential: &TangentialParameters,
        normal: &NormalContact,
    ) -> Result<Self, Fault> {
        let given = tangential.tangential_ratio;
        let ratio = if given > 0.0 { given } else { normal.stiffness_ratio };
        let law = Bristles::of_smooth_bodies(normal.force, [ratio, coefficient(friction)?]);
        law.map(Self::Mindlin).ok_or(Fault::Choice {
            name: Name::of("friction.model"),
            choice: friction.model.name(),
            allowed: "none, coulomb, lugre, iwan_network, bristles",
            meaning: "mindlin needs a force that stiffens with the depth: the springs along the surface touch one after \
                      the other; choose another contact.elastic",
        })
    }

    /// The name of the law among the choices of `friction.model`.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Network(_) => Friction::IwanNetwork.name(),
            Self::Bristles(_) => Friction::Bristles.name(),
            Self::Mindlin(_) => Friction::Mindlin.name(),
        }
    }

    /// Slides by `distance` \[m\] under `normal_force` \[N\], ≥ 0; returns the mean force \[N\].
    #[inline]
    pub fn slide<T: Real>(&self, memory: &mut MicroSlip<T>, distance: T, normal_force: T) -> T {
        match self {
            Self::Network(law) => {
                if !matches!(memory, MicroSlip::Network(_)) {
                    *memory = MicroSlip::Network(NetworkState::at(T::from(0.0)));
                }
                let MicroSlip::Network(state) = memory else { unreachable!("just set") };
                law.slide(state, distance, normal_force)
            }
            Self::Bristles(law) => {
                if !matches!(memory, MicroSlip::Bristles(_)) {
                    *memory = MicroSlip::Bristles(BristleState::at(T::from(0.0)));
                }
                let MicroSlip::Bristles(state) = memory else { unreachable!("just set") };
                law.slide(state, distance, normal_force)
            }
            Self::Mindlin(law) => {
                if !matches!(memory, MicroSlip::Mindlin(..)) {
                    let zero = T::from(0.0);
                    *memory = MicroSlip::Mindlin(BristleState::at(zero), zero);
                }
                let MicroSlip::Mindlin(state, depth) = memory else { unreachable!("just set") };
                law.slide_to((state, depth), distance, normal_force)
            }
        }
    }

    /// Stiffness from rest under `normal_force`, the largest one \[N/m\].
    pub(crate) fn first_stiffness(&self, normal_force: f64) -> f64 {
        if let Self::Mindlin(law) = self {
            return law.stiffness_under(normal_force);
        }
        // The mean over an interval from rest is half the force at its end.
        let distance = 1e-12;
        2.0 * self.slide(&mut MicroSlip::Rest, distance, normal_force) / distance
    }

    /// Elastic energy of the sticking elements \[J\].
    pub fn stored_energy<T: Real>(&self, memory: &MicroSlip<T>) -> T {
        match (self, memory) {
            (Self::Network(law), MicroSlip::Network(state)) => law.stored_energy(state),
            (Self::Bristles(law), MicroSlip::Bristles(state))
            | (Self::Mindlin(law), MicroSlip::Mindlin(state, _)) => law.stored_energy(state),
            _ => T::from(0.0),
        }
    }
}

/// Returns the static coefficient of friction; refuses 0.
fn coefficient(friction: &FrictionParameters) -> Result<f64, Fault> {
    let meaning = "friction of every asperity; friction.model = none is without friction";
    Fault::check("friction.static", friction.r#static, POSITIVE, meaning)
}

impl MicroSlip {
    /// Converts the state to dual numbers with zero derivatives.
    #[inline]
    pub fn lift<T: Real>(&self) -> MicroSlip<T> {
        match self {
            Self::Rest => MicroSlip::Rest,
            Self::Network(state) => MicroSlip::Network(state.lift()),
            Self::Bristles(state) => MicroSlip::Bristles(state.lift()),
            Self::Mindlin(state, depth) => MicroSlip::Mindlin(state.lift(), T::from(*depth)),
        }
    }
}

impl<T: Real> MicroSlip<T> {
    /// The numbers alone, without their derivatives.
    #[inline]
    pub fn re(&self) -> MicroSlip {
        match self {
            Self::Rest => MicroSlip::Rest,
            Self::Network(state) => MicroSlip::Network(state.re()),
            Self::Bristles(state) => MicroSlip::Bristles(state.re()),
            Self::Mindlin(state, depth) => MicroSlip::Mindlin(state.re(), depth.re()),
        }
    }
}

impl<T: Copy> Clone for MicroSlip<T> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Rest => Self::Rest,
            Self::Network(state) => Self::Network(*state),
            Self::Bristles(state) => Self::Bristles(*state),
            Self::Mindlin(state, depth) => Self::Mindlin(*state, *depth),
        }
    }

    // The derived one would copy the largest variant in any case.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Rest, Self::Rest) => {}
            (Self::Network(mine), Self::Network(theirs)) => *mine = *theirs,
            (Self::Bristles(mine), Self::Bristles(theirs)) => *mine = *theirs,
            (Self::Mindlin(mine, depth), Self::Mindlin(theirs, other)) => {
                (*mine, *depth) = (*theirs, *other);
            }
            (mine, theirs) => *mine = theirs.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
