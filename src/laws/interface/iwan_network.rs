//! The Iwan model as a network of Jenkins elements, for a variable normal load.

use super::jenkins::{self, advance, travel};
use super::rough::check_load;
use super::sliders::Sliders;
use super::{Flowing, Iwan, SlipResponse};
use crate::base::{Fault, Real};
use model_description::{ANY, POSITIVE};
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// Share of the slip displacement that is the width of the transition to slip in continuous time.
const TRANSITION: f64 = 0.005;

/// N springs with sliders and one spring parallel to them, in place of the model's infinitely many.
///
/// Breaks `x_j = x_s (j/N)^(2/(χ+2))`; the springs' first loading is the chord of the model's between them.
/// A normal load other than the reference load scales every slider's strength and leaves the stiffnesses
/// unchanged: passive for every history. The remaining spring α k has a force even without load.
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
    /// k_j \[N/m\].
    stiffness: [f64; N],
    /// x_j \[m\]: deflection at which the slider slips under the reference load.
    limit: [f64; N],
    /// α k \[N/m\].
    spring: f64,
    reference_load: f64,
}

/// State of the network: fixed in size, copied without allocation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct NetworkState<const N: usize = 40, T = f64> {
    origin: T,
    position: T,
    #[serde(with = "BigArray")]
    deflection: [T; N],
}

impl<const N: usize, T: Real> NetworkState<N, T> {
    /// The state without force at `displacement` \[m\].
    pub fn at(displacement: T) -> Self {
        Self { origin: displacement, position: displacement, deflection: [T::from(0.0); N] }
    }

    /// The numbers alone, without their derivatives.
    #[inline]
    pub fn re(&self) -> NetworkState<N> {
        self.map(|x| x.re())
    }

    #[inline]
    fn map<U>(&self, part: impl Fn(T) -> U) -> NetworkState<N, U> {
        let Self { origin, position, deflection } = *self;
        let (origin, position) = (part(origin), part(position));
        NetworkState { origin, position, deflection: deflection.map(part) }
    }
}

impl<const N: usize> NetworkState<N> {
    /// Converts the state to dual numbers with zero derivatives.
    #[inline]
    pub fn lift<T: Real>(&self) -> NetworkState<N, T> {
        self.map(T::from)
    }
}

impl<const N: usize> IwanNetwork<N> {
    /// A network for `iwan`, whose parameters hold for `reference_load` \[N\] > 0.
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

    /// Moves to `displacement` \[m\] under `normal_force` \[N\] ≥ 0.
    #[inline]
    pub fn step<T: Real>(
        &self,
        state: &mut NetworkState<N, T>,
        displacement: T,
        normal_force: T,
    ) -> Result<SlipResponse<T>, Fault> {
        Fault::check("displacement", displacement.re(), ANY, "tangential displacement")?;
        check_load(normal_force.re())?;
        let load = normal_force / self.reference_load;
        let step = displacement - state.position;
        let sums = advance(&mut state.deflection, &self.stiffness, step, |j| load * self.limit[j]);
        state.position = displacement;
        Ok(SlipResponse {
            force: sums.force + (displacement - state.origin) * self.spring,
            tangent_stiffness: sums.stiffness + self.spring,
            stuck_share: sums.stuck_share(),
            dissipated: sums.dissipated,
        })
    }

    /// Slides by `distance` \[m\] at constant speed under `normal_force` \[N\] ≥ 0; returns the mean force
    /// over the distance \[N\].
    ///
    /// Numbers that are not finite give a force that is not finite.
    #[inline]
    pub fn slide<T: Real>(
        &self,
        state: &mut NetworkState<N, T>,
        distance: T,
        normal_force: T,
    ) -> T {
        let load = normal_force / self.reference_load;
        let sliders =
            travel(&mut state.deflection, &self.stiffness, distance, |j| load * self.limit[j]);
        let middle = state.position + distance * 0.5 - state.origin;
        state.position += distance;
        sliders + middle * self.spring
    }

    /// The network as differential equations: its response with the deflections `deflection` \[m\] of the
    /// sliding springs and `stretch` \[m\] of the parallel one, while it moves at `speed` \[m/s\] and
    /// `normal_force` \[N\] ≥ 0 changes at `normal_rate` \[N/s\]. Writes the rates of `deflection` \[m/s\].
    ///
    /// Slip sets in over a distance W = 0.005 x_s before the limit, with x_s at `usual_load` \[N\] > 0.
    /// The force differs from that of [`IwanNetwork::step`] in small steps by 2e-5 of its largest value
    /// in a vibration of the slip's size, and by up to 5e-3 of F_slip on paths whose reversals are as
    /// small as W. After hundreds of such reversals the difference creeps to its bound, at which every
    /// spring is short of its limit by W: 1 % of F_slip at `usual_load`.
    #[inline]
    pub fn flow<T: Real>(
        &self,
        deflection: &[T],
        (stretch, speed): (T, T),
        (normal_force, normal_rate): (T, T),
        usual_load: f64,
        rates: &mut [T],
    ) -> Flowing<T> {
        let (load, load_rate) =
            (normal_force / self.reference_load, normal_rate / self.reference_load);
        let width = TRANSITION * self.usual_limit(usual_load);
        let limit = |j: usize| (load * self.limit[j], load_rate * self.limit[j]);
        let sliders = Sliders { width }.flow(deflection, &self.stiffness, speed, limit, rates);
        Flowing {
            force: sliders.force + stretch * self.spring,
            stored: sliders.stored + stretch * stretch * (0.5 * self.spring),
            tangent_stiffness: sliders.tangent_stiffness + self.spring,
            ..sliders
        }
    }

    /// x_s \[m\] under `load` \[N\]: displacement at which slip becomes complete.
    pub fn usual_limit(&self, load: f64) -> f64 {
        self.limit[N - 1] * load / self.reference_load
    }

    /// The normal load for which the parameters hold \[N\].
    pub fn reference_load(&self) -> f64 {
        self.reference_load
    }

    /// k \[N/m\] of all sliding springs together.
    pub(crate) fn whole_stiffness(&self) -> f64 {
        self.stiffness.iter().sum()
    }

    /// Deflections of the sliding springs \[m\].
    pub fn deflections<'a>(&self, state: &'a NetworkState<N>) -> &'a [f64] {
        &state.deflection
    }

    /// Elastic energy in all springs \[J\].
    pub fn stored_energy<T: Real>(&self, state: &NetworkState<N, T>) -> T {
        let stretch = state.position - state.origin;
        jenkins::stored(&state.deflection, &self.stiffness)
            + stretch * (0.5 * self.spring) * stretch
    }
}
