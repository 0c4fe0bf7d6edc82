//! The interface of two clamped surfaces: micro-slip and slip along it, normal approach across it.
//!
//! There are two sources of parameters and three forms of the tangential force:
//!
//! | form | from | normal load | exact |
//! |---|---|---|---|
//! | [`Bristles`] | roughness ([`RoughSurfaces`]) | follows the separation | as the number of bristles grows |
//! | [`IwanStack`] | four measured numbers ([`Iwan`]) | constant | yes, up to its depth |
//! | [`IwanNetwork`] | the same four numbers | any | as the number of elements grows |
//!
//! Bristles and network are also available as differential equations ([`Bristles::flow`],
//! [`IwanNetwork::flow`]); the stack is not, as reversals are no continuous states.
//!
//! [`identify::identify`] finds the four numbers from measured loops.
//!
//! Two rough steel faces pressed together with 100 N, then sheared until they slide:
//!
//! ```
//! use spiel::Material;
//! use spiel::laws::interface::{Moduli, RoughSurfaces, Roughness};
//! let (steel, profile) = (Material::default(), Roughness::of_profile(1e-6, 0.01, 0.05, 1e-4)?);
//! let faces = RoughSurfaces::new(profile, Moduli::of(&steel, &steel), 0.3)?;
//! let separation: f64 = faces.separation_under(100.0)?;
//! let far = faces.first_loading(separation, 1e-5);
//! assert!((far - 30.0).abs() < 1e-6, "it slides at μ N: {far}");
//! # Ok::<(), spiel::Fault>(())
//! ```

mod bristles;
pub mod gaussian;
pub mod identify;
mod iwan;
mod iwan_network;
mod iwan_stack;
mod jenkins;
mod rough;
mod sliders;

pub use bristles::{BristleState, Bristles};
pub use iwan::{Iwan, Slip};
pub use iwan_network::{IwanNetwork, NetworkState};
pub use iwan_stack::{IwanStack, StackState};
pub use rough::{Moduli, RoughSurfaces, Roughness};
pub use sliders::Flowing;

use crate::base::Real;
use serde::{Deserialize, Serialize};

/// Response of the interface to one step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SlipResponse<T = f64> {
    /// Tangential force at the end of the step \[N\], along +x: the force that holds the upper part at its
    /// place. The joint exerts its opposite on the upper part.
    pub force: T,
    /// Derivative of `force` by the displacement for further motion in this direction \[N/m\], ≥ 0.
    pub tangent_stiffness: f64,
    /// Share of the friction limit that belongs to sticking elements: 0 (all slip) to 1.
    pub stuck_share: f64,
    /// Energy dissipated during this step \[J\], ≥ 0.
    pub dissipated: T,
}

impl<T: Real> SlipResponse<T> {
    /// The numbers alone, without their derivatives.
    pub fn re(&self) -> SlipResponse {
        let Self { force, tangent_stiffness, stuck_share, dissipated } = *self;
        let (force, dissipated) = (force.re(), dissipated.re());
        SlipResponse { force, tangent_stiffness, stuck_share, dissipated }
    }
}

impl SlipResponse {
    /// Converts the response to dual numbers with zero derivatives.
    pub fn lift<T: Real>(&self) -> SlipResponse<T> {
        let Self { force, tangent_stiffness, stuck_share, dissipated } = *self;
        let (force, dissipated) = (T::from(force), T::from(dissipated));
        SlipResponse { force, tangent_stiffness, stuck_share, dissipated }
    }
}

impl<T: Real> Default for SlipResponse<T> {
    fn default() -> Self {
        let zero = T::from(0.0);
        Self { force: zero, tangent_stiffness: 0.0, stuck_share: 0.0, dissipated: zero }
    }
}

#[cfg(test)]
mod tests {
    use super::{Iwan, IwanNetwork, NetworkState, SlipResponse};
    use num_dual::Dual64;

    #[test]
    fn a_response_without_derivatives_keeps_its_numbers() {
        let plain =
            SlipResponse { force: 3.0, tangent_stiffness: 2.0, stuck_share: 0.5, dissipated: 0.25 };
        let lifted = plain.lift::<Dual64>();
        assert_eq!(lifted.re(), plain);
        assert_eq!((lifted.force.re, lifted.dissipated.re), (3.0, 0.25));
    }

    #[test]
    fn the_springs_of_a_network_are_as_stiff_as_its_sticking_sliders() {
        let iwan = Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap();
        let network = IwanNetwork::<40>::new(&iwan, 1.0).unwrap();
        let flowing = network.flow(&[0.0; 40], (0.0, 0.0), (1.0, 0.0), 1.0, &mut [0.0; 40]);
        let whole = flowing.tangent_stiffness - iwan.slip_stiffness();
        assert!((network.whole_stiffness() / whole - 1.0).abs() < 1e-9);
        assert!((flowing.stuck_share - 1.0).abs() < 1e-9, "{}", flowing.stuck_share);
    }

    #[test]
    fn a_network_that_slides_comes_to_where_a_step_takes_it() {
        let iwan = Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap();
        let network = IwanNetwork::<40>::new(&iwan, 1.0).unwrap();
        let [mut slid, mut stepped] = [NetworkState::<40, f64>::at(0.0); 2];
        for distance in [4e-7, 9e-7] {
            network.slide(&mut slid, distance, 1.0);
        }
        let [slid, stepped] =
            [&mut slid, &mut stepped].map(|state| network.step(state, 1.3e-6, 1.0).unwrap().force);
        assert!((slid / stepped - 1.0).abs() < 1e-12, "{slid} {stepped}");
    }
}
