//! Bristles: the tangential force of rough surfaces for any history of displacement and separation.

mod smooth;

use super::jenkins::{self, advance, travel};
use super::sliders::Sliders;
use super::{Flowing, RoughSurfaces, SlipResponse};
use crate::base::{Fault, Real};
use model_description::Interval;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// Separation, in standard deviations, beyond which hardly an asperity touches.
const LAST_KNOT: f64 = 6.0;
/// Standard deviations above the smallest separation over which the relative error is even.
const EVEN: f64 = 2.5;
/// Compression, in standard deviations, whose friction limit is the width of the transition to slip in
/// continuous time.
const TRANSITION: f64 = 0.01;
/// Intervals on which the density of the knots is integrated.
const MESH: usize = 1024;

/// N bristles with thresholds graded over the separations that occur.
///
/// `T = Σ T_j`, `T_j ← clip(T_j + (4G/E) a_j Δx, ±f a_j (z_j − d)₊)`: the normal law N(d) is replaced by
/// its chords between the knots z_j, a_j are the steps of their slopes. Passive by construction, whereas a
/// Masing curve scaled by N(t) would create energy. On first loading at constant separation it is the
/// closed form [`RoughSurfaces::first_loading`] with an error, at separations up to 2.5 standard deviations
/// above the smallest one, of at most
///
/// | smallest separation, in standard deviations | −2 | 0 | 2 |
/// |---|---|---|---|
/// | N = 64: force, of f N(d) | 0.06 % | 0.16 % | 0.4 % |
/// | N = 64: stiffness at rest | 3 % | 6 % | 10 % |
/// | N = 128: force | 0.015 % | 0.04 % | 0.1 % |
/// | N = 128: stiffness at rest | 1.5 % | 3 % | 5 % |
///
/// Farther out the relative error grows, while the force vanishes; beyond 6 it is zero. The normal force is
/// that of the same surfaces, [`RoughSurfaces::normal_force`].
///
/// Source: own; the asperities of Wang et al., Chin. J. Theor. Appl. Mech. 50 (2018) 44–57, eq. 6,
/// each a stack of such bristles.
#[derive(Debug, Clone, PartialEq)]
pub struct Bristles<const N: usize = 64> {
    /// z_j \[m\], rising.
    threshold: [f64; N],
    /// (4G/E) a_j \[N/m\].
    stiffness: [f64; N],
    /// Σ a_i (z_i − z_j)₊ \[N\]: load of the chords at z_j.
    load: [f64; N],
    /// −Σ a_j \[N/m\], the slope of the chords below the first knot.
    deepest_slope: f64,
    /// f/(4G/E): deflection a bristle sustains per metre of compression.
    limit_slope: f64,
    separation_min: f64,
    separation_max: f64,
}

/// State of the bristles: fixed in size, copied without allocation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BristleState<const N: usize = 64, T = f64> {
    position: T,
    #[serde(with = "BigArray")]
    deflection: [T; N],
}

impl<const N: usize, T: Real> BristleState<N, T> {
    /// The state without tangential force at `displacement` \[m\].
    pub fn at(displacement: T) -> Self {
        Self { position: displacement, deflection: [T::from(0.0); N] }
    }

    /// The numbers alone, without their derivatives.
    #[inline]
    pub fn re(&self) -> BristleState<N> {
        BristleState { position: self.position.re(), deflection: self.deflection.map(|x| x.re()) }
    }
}

impl<const N: usize> BristleState<N> {
    /// Converts the state to dual numbers with zero derivatives.
    #[inline]
    pub fn lift<T: Real>(&self) -> BristleState<N, T> {
        BristleState { position: T::from(self.position), deflection: self.deflection.map(T::from) }
    }
}

impl<const N: usize> Bristles<N> {
    /// Bristles for separations from `separation_min` \[m\] up, which must lie in −8…5 standard
    /// deviations of the asperity heights.
    pub fn new(surfaces: &RoughSurfaces, separation_min: f64) -> Result<Self, Fault> {
        const { assert!(N >= 2) };
        let std = surfaces.height_std();
        let range = Interval::closed(-8.0 * std, 5.0 * std);
        let meaning = "smallest separation the bristles are made for";
        Fault::check("separation_min", separation_min, range, meaning)?;

        let threshold = graded_knots::<N>(surfaces, separation_min, LAST_KNOT * std);
        let loads = threshold.map(|z| surfaces.normal_force(z));
        let first = (separation_min, surfaces.normal_force(separation_min));
        let factors = [surfaces.stiffness_ratio(), surfaces.friction()];
        Ok(Self::with_chords(first, threshold, loads, factors))
    }

    /// Returns bristles for a normal law with these chords: its loads \[N\] at the rising separations `threshold` \[m\],
    /// and a separation below them with its load. `ratio` is tangential over normal stiffness, `friction` the coefficient.
    fn with_chords(
        first: (f64, f64),
        threshold: [f64; N],
        loads: [f64; N],
        [ratio, friction]: [f64; 2],
    ) -> Self {
        let knot = |j: usize| if j == 0 { first } else { (threshold[j - 1], loads[j - 1]) };
        let slope = |j: usize| match j {
            _ if j < N => {
                let ((left, load_left), (right, load_right)) = (knot(j), knot(j + 1));
                (load_right - load_left) / (right - left)
            }
            _ => 0.0,
        };
        Self {
            threshold,
            stiffness: std::array::from_fn(|j| ratio * (slope(j + 1) - slope(j))),
            load: loads.map(|load| load - loads[N - 1]),
            deepest_slope: slope(0),
            limit_slope: friction / ratio,
            separation_min: first.0,
            separation_max: threshold[N - 1],
        }
    }

    /// Moves to `displacement` \[m\] and `separation` \[m\].
    ///
    /// Refuses a separation below the smallest one and leaves the state unchanged.
    #[inline]
    pub fn step<T: Real>(
        &self,
        state: &mut BristleState<N, T>,
        displacement: T,
        separation: T,
    ) -> Result<SlipResponse<T>, Fault> {
        let range = Interval::closed(self.separation_min, f64::INFINITY);
        let meaning = "separation of the surfaces; lower surface.separation_min";
        Fault::check("separation", separation.re(), range, meaning)?;
        self.step_along_tangent(state, displacement, separation)
    }

    /// Like [`step`](Self::step), but below the smallest separation the normal law continues along its
    /// tangent.
    ///
    /// Still passive; for a joint that cannot refuse in the middle of a run.
    #[inline]
    pub fn step_along_tangent<T: Real>(
        &self,
        state: &mut BristleState<N, T>,
        displacement: T,
        separation: T,
    ) -> Result<SlipResponse<T>, Fault> {
        RoughSurfaces::check_motion(displacement.re(), separation.re())?;
        let step = displacement - state.position;
        // Beyond the last knot nothing touches; the cap keeps an infinite gap from overflowing.
        let last = T::from(self.separation_max);
        let gap = if separation < last { separation } else { last };
        let sums = advance(&mut state.deflection, &self.stiffness, step, |j| self.limit(j, gap));
        state.position = displacement;
        Ok(SlipResponse {
            force: sums.force,
            tangent_stiffness: sums.stiffness,
            stuck_share: sums.stuck_share(),
            dissipated: sums.dissipated,
        })
    }

    /// Slides by `distance` \[m\] at constant speed, at the separation where the chords bear `normal_force`
    /// \[N\] ≥ 0; returns the mean force over the distance \[N\].
    ///
    /// With every bristle slipping it is `f normal_force`, at every load. Numbers that are not finite give
    /// a force that is not finite.
    #[inline]
    pub fn slide<T: Real>(
        &self,
        state: &mut BristleState<N, T>,
        distance: T,
        normal_force: T,
    ) -> T {
        let gap = self.separation_under(normal_force);
        state.position += distance;
        travel(&mut state.deflection, &self.stiffness, distance, |j| self.limit(j, gap))
    }

    /// The bristles as differential equations: their response with the deflections `deflection` \[m\] while
    /// they move at `speed` \[m/s\] along the surfaces and the separation \[m\] changes at
    /// `separation_rate` \[m/s\]. Writes the rates of their deflections \[m/s\].
    ///
    /// Slip sets in over a distance W before the limit, W being the limit of a bristle compressed by
    /// 0.01 standard deviations. The force differs from that of [`Bristles::step_along_tangent`] in
    /// small steps by 2e-4 of f N in a vibration of the slip's size, and by up to 5e-3 on paths whose
    /// reversals are as small as W. After hundreds of reversals smaller than W the difference creeps to
    /// its bound, at which every spring is short of its limit by W: 1 % of f N(d) at a separation of
    /// −2, 1.5 % at 0 and 4 % at 2 standard deviations.
    #[inline]
    pub fn flow<T: Real>(
        &self,
        deflection: &[T],
        speed: T,
        separation: T,
        separation_rate: T,
        rates: &mut [T],
    ) -> Flowing<T> {
        let width = TRANSITION * self.usual_limit();
        Sliders { width }.flow(
            deflection,
            &self.stiffness,
            speed,
            |j| {
                let limit = self.limit(j, separation);
                let touches = separation.re() < self.threshold[j];
                let rate = if touches { -separation_rate * self.limit_slope } else { T::from(0.0) };
                (limit, rate)
            },
            rates,
        )
    }

    /// Deflection \[m\] that a bristle sustains when it is compressed by a standard deviation.
    pub fn usual_limit(&self) -> f64 {
        self.limit_slope * self.separation_max / LAST_KNOT
    }

    /// Σ (4G/E) a_j \[N/m\]: all bristles' stiffness at the smallest separation.
    pub(crate) fn whole_stiffness(&self) -> f64 {
        self.stiffness.iter().sum()
    }

    /// Deflections of the bristles \[m\].
    pub fn deflections<'a>(&self, state: &'a BristleState<N>) -> &'a [f64] {
        &state.deflection
    }

    /// Deflection that bristle `j` sustains at separation `gap` \[m\].
    #[inline]
    fn limit<T: Real>(&self, j: usize, gap: T) -> T {
        let compression = -gap + self.threshold[j];
        if compression > 0.0 { compression * self.limit_slope } else { T::from(0.0) }
    }

    /// The separation \[m\] at which the chords bear `normal_force` \[N\] ≥ 0: by linear interpolation
    /// between two knots, and along the first chord for larger loads.
    #[inline]
    fn separation_under<T: Real>(&self, normal_force: T) -> T {
        // Loads fall from knot to knot; the first one at or below the load is the right end.
        let right = self.load.partition_point(|&load| load > normal_force.re()).min(N - 1);
        let slope = if right == 0 {
            self.deepest_slope
        } else {
            let (rise, run) = (
                self.load[right] - self.load[right - 1],
                self.threshold[right] - self.threshold[right - 1],
            );
            rise / run
        };
        (normal_force - self.load[right]) / slope + self.threshold[right]
    }

    /// Elastic energy in the bristles \[J\].
    pub fn stored_energy<T: Real>(&self, state: &BristleState<N, T>) -> T {
        jenkins::stored(&state.deflection, &self.stiffness)
    }
}

/// N knots from above `low` to `high`, as dense as √(N″/N): equal chord errors relative to N.
///
/// Farther than `EVEN` above the lowest knot N is treated as constant, or all knots would lie there. Works
/// without allocation: parameters may change until the first step.
fn graded_knots<const N: usize>(surfaces: &RoughSurfaces, low: f64, high: f64) -> [f64; N] {
    let width = (high - low) / MESH as f64;
    let least = surfaces.normal_force(low + EVEN * surfaces.height_std());
    let density = |i: usize| {
        let z = low + width * i as f64;
        (surfaces.normal_curvature(z) / surfaces.normal_force(z).max(least)).sqrt()
    };
    let mut share = [0.0; MESH + 1];
    let mut before = density(0);
    for i in 1..=MESH {
        let here = density(i);
        share[i] = share[i - 1] + 0.5 * (before + here);
        before = here;
    }
    std::array::from_fn(|j| {
        let wanted = share[MESH] * (j + 1) as f64 / N as f64;
        let cell = share[1..MESH].partition_point(|&s| s < wanted);
        let part = (wanted - share[cell]) / (share[cell + 1] - share[cell]);
        if j + 1 == N { high } else { low + width * (cell as f64 + part) }
    })
}
