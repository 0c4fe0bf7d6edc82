//! Friction with micro-slip: the interface's networks behind one contact point.

use super::FrictionParameters;
use crate::base::{Fault, Real};
use crate::laws::interface::{
    BristleState, Bristles, Iwan, IwanNetwork, Moduli, NetworkState, RoughSurfaces, Roughness,
};
use model_description::{Interval, NOT_NEGATIVE, POSITIVE, quantities};
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

/// A law of micro-slip with its numbers, ready to be evaluated.
///
/// Both integrate one interval of sliding exactly, under the normal force of that interval. If an element
/// is just about to slip, the derivatives are one-sided.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "made once")]
pub enum MicroSlipLaw {
    /// See [`IwanNetwork`].
    Network(IwanNetwork<ELEMENTS>),
    /// See [`Bristles`]; their separation is the one at which their own normal law equals the contact's
    /// normal force, so that their friction limit is exactly `f F_N`.
    Bristles(Bristles<BRISTLES>),
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
        let meaning = "friction of every asperity; friction.model = none is without friction";
        let coefficient = Fault::check("friction.static", friction.r#static, POSITIVE, meaning)?;
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
        }
    }

    /// Stiffness from rest under `normal_force`, the largest one \[N/m\].
    pub(crate) fn first_stiffness(&self, normal_force: f64) -> f64 {
        // The mean over an interval from rest is half the force at its end.
        let distance = 1e-12;
        2.0 * self.slide(&mut MicroSlip::Rest, distance, normal_force) / distance
    }

    /// Elastic energy of the sticking elements \[J\].
    pub fn stored_energy<T: Real>(&self, memory: &MicroSlip<T>) -> T {
        match (self, memory) {
            (Self::Network(law), MicroSlip::Network(state)) => law.stored_energy(state),
            (Self::Bristles(law), MicroSlip::Bristles(state)) => law.stored_energy(state),
            _ => T::from(0.0),
        }
    }
}

impl MicroSlip {
    /// Converts the state to dual numbers with zero derivatives.
    #[inline]
    pub fn lift<T: Real>(&self) -> MicroSlip<T> {
        match self {
            Self::Rest => MicroSlip::Rest,
            Self::Network(state) => MicroSlip::Network(state.lift()),
            Self::Bristles(state) => MicroSlip::Bristles(state.lift()),
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
        }
    }

    // The derived one would copy the largest variant in any case.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Rest, Self::Rest) => {}
            (Self::Network(mine), Self::Network(theirs)) => *mine = *theirs,
            (Self::Bristles(mine), Self::Bristles(theirs)) => *mine = *theirs,
            (mine, theirs) => *mine = theirs.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn network() -> MicroSlipLaw {
        MicroSlipLaw::network(&IwanParameters::default()).unwrap()
    }

    fn surfaces(friction: f64) -> RoughSurfaces {
        let asperities = Asperities::default();
        let roughness = Roughness {
            height_std: asperities.height_std,
            asperity_radius: asperities.radius,
            asperity_density: asperities.density,
            nominal_area: asperities.area,
        };
        RoughSurfaces::new(roughness, moduli(), friction).unwrap()
    }

    fn moduli() -> Moduli {
        let steel = crate::base::Material::default();
        Moduli::of(&steel, &steel)
    }

    fn bristles() -> MicroSlipLaw {
        let friction = FrictionParameters { r#static: 0.2, ..FrictionParameters::default() };
        MicroSlipLaw::bristles(&friction, &Asperities::default(), moduli()).unwrap()
    }

    /// The laws with their friction limit over the normal force.
    fn laws() -> [(MicroSlipLaw, f64); 2] {
        [(network(), 0.01), (bristles(), 0.2)]
    }

    #[test]
    fn sliding_on_gives_the_friction_limit_of_any_normal_force() {
        for (law, coefficient) in laws() {
            for normal_force in [0.0, 1e-3, 1.0, 300.0, 2e3, 1e5] {
                let mut memory = MicroSlip::Rest;
                law.slide(&mut memory, -0.01, normal_force);
                let force = law.slide(&mut memory, -1e-3, normal_force);
                let limit = coefficient * normal_force;
                assert!((force + limit).abs() <= 1e-9 * limit, "{normal_force}: {force}");
            }
        }
    }

    #[test]
    fn the_first_stiffness_is_that_of_the_pure_models() {
        let stiffness = |law: &MicroSlipLaw, normal_force| law.first_stiffness(normal_force);
        let pure = Iwan::new(10.0, 1e-6, 0.0, 0.0).unwrap();
        // 2 %: the network's first element is a chord of the model's curve.
        let ratio = stiffness(&network(), 1e3) / pure.stiffness();
        assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
        let (surfaces, law) = (surfaces(0.2), bristles());
        for normal_force in [300.0, 2e3] {
            let separation = surfaces.separation_under(normal_force).unwrap();
            let pure = surfaces.first_loading_stiffness(separation, 0.0);
            // 6 %: the bristles' stiffness at rest is a step function.
            let ratio = stiffness(&law, normal_force) / pure;
            assert!((ratio - 1.0).abs() < 0.06, "{normal_force}: {ratio}");
        }
    }

    #[test]
    fn two_halves_of_an_interval_make_the_whole() {
        for (law, _) in laws() {
            for distance in [-1e-5_f64, 3e-7, 1e-9] {
                let (mut whole, mut halves) = (MicroSlip::Rest, MicroSlip::Rest);
                for memory in [&mut whole, &mut halves] {
                    law.slide(memory, 4e-7, 1e3);
                }
                let once = law.slide(&mut whole, distance, 1e3);
                let twice = [0, 1].map(|_| law.slide(&mut halves, 0.5 * distance, 1e3));
                let mean = 0.5 * (twice[0] + twice[1]);
                assert!((once - mean).abs() < 1e-12 * (1.0 + mean.abs()), "{distance}: {once}");
            }
        }
    }

    #[test]
    fn a_rest_replaces_any_state_when_copied() {
        for (law, _) in laws() {
            let (mut memory, mut copy) = (MicroSlip::Rest, MicroSlip::Rest);
            law.slide(&mut memory, 1e-7, 1e3);
            copy.clone_from(&memory);
            assert_eq!(copy, memory);
            copy.clone_from(&MicroSlip::Rest);
            assert_eq!(copy, MicroSlip::Rest);
        }
    }

    #[test]
    fn bristles_without_friction_are_refused_by_name() {
        let friction = FrictionParameters { r#static: 0.0, ..FrictionParameters::default() };
        let fault = MicroSlipLaw::bristles(&friction, &Asperities::default(), moduli());
        assert!(fault.unwrap_err().to_string().starts_with("friction.static = 0 "));
    }

    proptest! {
        #[test]
        fn no_closed_loop_under_changing_load_creates_energy(
            path in prop::collection::vec((-2e-6..2e-6_f64, 0.0..3e3_f64), 1..60),
        ) {
            for (law, coefficient) in laws() {
                let (mut memory, mut work, mut scale, mut at) = (MicroSlip::Rest, 0.0, 0.0, 0.0);
                let home = [(0.0, 500.0)];
                for (to, normal_force) in path.iter().chain(&home) {
                    let force = law.slide(&mut memory, to - at, *normal_force);
                    prop_assert!(force.abs() <= coefficient * normal_force * (1.0 + 1e-9));
                    work += force * (to - at);
                    scale += (force * (to - at)).abs();
                    at = *to;
                    prop_assert!(work >= law.stored_energy(&memory) - 1e-12 * scale);
                }
            }
        }
    }
}
