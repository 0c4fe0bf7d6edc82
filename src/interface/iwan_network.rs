//! The Iwan model as a network of Jenkins elements, for a normal load that changes.

use super::jenkins::{self, advance, travel};
use super::rough::check_load;
use super::{Iwan, Response};
use crate::Fault;
use model_description::{ANY, POSITIVE};

/// N springs with sliders and one spring beside, in place of the model's infinitely many.
///
/// Breaks `x_j = x_s (j/N)^(2/(χ+2))`; the springs' first loading is the chord of the model's between
/// them. A normal load other than the reference load scales every slider's strength and leaves the
/// stiffnesses alone: passive for every history. The remaining spring α k holds even without load.
///
/// With 40 elements the force is off by at most 0.15 % of F_slip (0.25 % for χ < −0.5). The area of
/// steady loops is off by at most
///
/// | amplitude, over x_s | 0.1 | 0.1…0.12 | 0.5…0.6 | 0.6 and more |
/// |---|---|---|---|---|
/// | χ ≤ −0.05 | 3 % | 4 % | 0.23 % | 0.2 % |
/// | χ = 0…0.5 | 11 % | 11 % | 0.32 % | 0.2 % |
///
/// Source: own; the model is that of [`Iwan`].
#[derive(Debug, Clone, PartialEq)]
pub struct IwanNetwork<const N: usize = 40> {
    /// k_j [N/m].
    stiffness: [f64; N],
    /// x_j [m]: deflection at which the slider gives way under the reference load.
    limit: [f64; N],
    /// α k [N/m].
    spring: f64,
    reference_load: f64,
}

/// Where the network is: fixed in size, copied without allocation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetworkState<const N: usize = 40> {
    origin: f64,
    position: f64,
    deflection: [f64; N],
}

impl<const N: usize> NetworkState<N> {
    /// Free of force at `displacement` [m].
    pub fn at(displacement: f64) -> Self {
        Self { origin: displacement, position: displacement, deflection: [0.0; N] }
    }
}

impl<const N: usize> IwanNetwork<N> {
    /// A network for `iwan`, whose parameters were found under `reference_load` [N] > 0.
    pub fn new(iwan: &Iwan, reference_load: f64) -> Result<Self, Fault> {
        const { assert!(N >= 1) };
        let meaning = "normal load the parameters belong to";
        Fault::check("reference_load", reference_load, POSITIVE, meaning)?;
        let grading = 2.0 / (iwan.chi() + 2.0);
        let at = |j: usize| iwan.slip_displacement() * (j as f64 / N as f64).powf(grading);
        let sliders = |x: f64| iwan.backbone(x) - iwan.slip_stiffness() * x;
        let slope = |j: usize| match j {
            _ if j < N => (sliders(at(j + 1)) - sliders(at(j))) / (at(j + 1) - at(j)),
            _ => 0.0,
        };
        Ok(Self {
            stiffness: std::array::from_fn(|j| slope(j) - slope(j + 1)),
            limit: std::array::from_fn(|j| at(j + 1)),
            spring: iwan.slip_stiffness(),
            reference_load,
        })
    }

    /// Moves to `displacement` [m] under `normal_force` [N] ≥ 0.
    #[inline]
    pub fn step(
        &self,
        state: &mut NetworkState<N>,
        displacement: f64,
        normal_force: f64,
    ) -> Result<Response, Fault> {
        Fault::check("displacement", displacement, ANY, "tangential displacement")?;
        let load = check_load(normal_force)? / self.reference_load;
        let step = displacement - state.position;
        let sums = advance(&mut state.deflection, &self.stiffness, step, |j| self.limit[j] * load);
        state.position = displacement;
        Ok(Response {
            force: sums.force + self.spring * (displacement - state.origin),
            tangent_stiffness: sums.stiffness + self.spring,
            stuck_share: sums.stuck_share(),
            dissipated: sums.dissipated,
        })
    }

    /// Slides by `distance` [m] at constant speed under `normal_force` [N] ≥ 0; gives the mean force
    /// over the way [N].
    ///
    /// Numbers that are not finite give a force that is not.
    #[inline]
    pub fn slide(&self, state: &mut NetworkState<N>, distance: f64, normal_force: f64) -> f64 {
        let load = normal_force / self.reference_load;
        let sliders =
            travel(&mut state.deflection, &self.stiffness, distance, |j| self.limit[j] * load);
        let middle = state.position + 0.5 * distance - state.origin;
        state.position += distance;
        sliders + self.spring * middle
    }

    /// Elastic energy in all springs [J].
    pub fn stored_energy(&self, state: &NetworkState<N>) -> f64 {
        let stretch = state.position - state.origin;
        jenkins::stored(&state.deflection, &self.stiffness) + 0.5 * self.spring * stretch * stretch
    }
}
