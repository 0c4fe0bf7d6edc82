//! Parallel springs in series with sliders: the update that bristles and Iwan network share.

use crate::base::Real;

/// Response of a bank of springs and sliders to one step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums<T> {
    /// Σ k e \[N\].
    pub force: T,
    /// Σ k over the springs that stick \[N/m\].
    pub stiffness: f64,
    /// Σ k l over the sliders that stick \[N\].
    pub stuck: f64,
    /// Σ k l: the force with every slider slipping \[N\].
    pub capacity: f64,
    /// Σ |k e Δ(slip)| \[J\].
    pub dissipated: T,
}

/// Number of sums computed side by side, for the compiler's vector instructions.
const LANES: usize = 8;
/// A shorter distance counts as zero \[m\]: the square of its inverse, in a derivative, would overflow.
const NO_STEP: f64 = 1e-150;

/// Moves every spring by `step` \[m\] and limits its deflection e to its limit l by slip:
/// `e ← clip(e + Δx, ±l)`.
///
/// `stiffness` k \[N/m\], `limit(j)` l ≥ 0 \[m\]. Passive for any change of the limits from step to step:
/// `(Σ k e) Δx = Δ(½ Σ k e²) + ½ Σ k (Δe)² + dissipated`, and `dissipated` ≥ 0 because e at the end of the
/// step has the sign of its slip. The middle term is the error of using the end force for the whole step;
/// `dissipated` is exact if the limits do not change.
#[inline]
pub(super) fn advance<const N: usize, T: Real>(
    deflection: &mut [T; N],
    stiffness: &[f64; N],
    step: T,
    limit: impl Fn(usize) -> T,
) -> Sums<T> {
    let (mut sums, mut plain_sums) = ([[T::from(0.0); LANES]; 2], [[0.0; LANES]; 3]);
    let [force, dissipated] = &mut sums;
    let [stuck_stiffness, stuck, capacity] = &mut plain_sums;
    for start in (0..N).step_by(LANES) {
        for (lane, j) in (start..N.min(start + LANES)).enumerate() {
            let (limit, k) = (limit(j), stiffness[j]);
            let trial = deflection[j] + step;
            let low = if trial < limit { trial } else { limit };
            let end = if low > -limit { low } else { -limit };
            deflection[j] = end;
            // An element at its limit counts as slipping, so that it is still reported as slipping
            // at rest after sliding.
            let held = if trial.abs() < limit { k } else { 0.0 };
            force[lane] += end * k;
            stuck_stiffness[lane] += held;
            stuck[lane] += held * limit.re();
            capacity[lane] += k * limit.re();
            dissipated[lane] += end * k * (trial - end);
        }
    }
    let [force, dissipated] = sums.map(|lanes| lanes.into_iter().sum());
    let [stiffness, stuck, capacity] = plain_sums.map(|lanes| lanes.iter().sum());
    Sums { force, stiffness, stuck, capacity, dissipated }
}

/// Moves every spring by `step` \[m\] at constant speed under constant limits, after deflections beyond
/// these limits are cut off; returns the mean of Σ k e over the distance \[N\].
///
/// Passive for any change of the limits from step to step: a spring that sticks over s and slips over the
/// rest has the mean `½ (e₀ + e₁) + ½ (e₁ − e₀) slip/Δx`, so that `mean Δx = Δ(½ Σ k e²) + Σ k e₁ slip`
/// from the deflections after the cut.
#[inline]
pub(super) fn travel<const N: usize, T: Real>(
    deflection: &mut [T; N],
    stiffness: &[f64; N],
    step: T,
    limit: impl Fn(usize) -> T,
) -> T {
    let zero = T::from(0.0);
    let share = if step.re().abs() > NO_STEP { T::from(0.5) / step } else { zero };
    let mut mean = [zero; LANES];
    for start in (0..N).step_by(LANES) {
        for (lane, j) in (start..N.min(start + LANES)).enumerate() {
            let limit = limit(j);
            let clip = |e: T| {
                let low = if e < limit { e } else { limit };
                if low > -limit { low } else { -limit }
            };
            let borne = clip(deflection[j]);
            let trial = borne + step;
            let end = clip(trial);
            deflection[j] = end;
            let slip = trial - end;
            mean[lane] += ((borne + end) * 0.5 + (end - borne) * (slip * share)) * stiffness[j];
        }
    }
    mean.into_iter().sum()
}

/// Moves every spring by `step` \[m\] at constant speed while the `compression(j)` of its asperity \[m\] changes at a
/// constant rate from the first number to the second; returns the mean of Σ k e over the step \[N\].
///
/// A spring moves only while its compression is positive, and its limit is `slope` times the compression. Exact for this
/// path, so that parts of a step make the whole; passive, as the mean times the step is the work on springs of constant
/// stiffness behind sliders.
#[inline]
pub(super) fn travel_between<const N: usize, T: Real>(
    deflection: &mut [T; N],
    stiffness: &[f64; N],
    (step, slope): (T, f64),
    compression: impl Fn(usize) -> [T; 2],
) -> T {
    let zero = T::from(0.0);
    let mut mean = zero;
    for j in 0..N {
        let [before, after] = compression(j);
        let [touched, touches] = [before, after].map(|depth| depth.re() > 0.0);
        if !touched && !touches {
            deflection[j] = zero;
            continue;
        }
        let change = after - before;
        let share = match (touched, touches) {
            _ if change.re().abs() < NO_STEP => T::from(1.0),
            (true, true) => T::from(1.0),
            (true, false) => -before / change,
            _ => after / change,
        };
        let first = if touched { before * slope } else { zero };
        let last = if touches { after * slope } else { zero };
        let begun = if touched { deflection[j] } else { zero };
        let trial = begun + step * share;
        let cut = mean_excess(begun - first, trial - last);
        let raised = mean_excess(-begun - first, -trial - last);
        mean += share * ((begun + trial) * 0.5 - cut + raised) * stiffness[j];
        let low = if trial < last { trial } else { last };
        deflection[j] = if low > -last { low } else { -last };
    }
    mean
}

/// Returns the mean of the positive part of a number that goes evenly from `first` to `last`.
#[inline]
fn mean_excess<T: Real>(first: T, last: T) -> T {
    match [first, last].map(|end| end.re() > NO_STEP) {
        [false, false] => T::from(0.0),
        [true, true] => (first + last) * 0.5,
        [true, false] => first * (first / (first - last)) * 0.5,
        [false, true] => last * (last / (last - first)) * 0.5,
    }
}

impl<T> Sums<T> {
    /// Share of the friction limit that sticks; 0 without contact.
    pub fn stuck_share(&self) -> f64 {
        if self.capacity > 0.0 { self.stuck / self.capacity } else { 0.0 }
    }
}

/// Energy in the springs, ½ Σ k e² \[J\].
pub(super) fn stored<const N: usize, T: Real>(deflection: &[T; N], stiffness: &[f64; N]) -> T {
    deflection.iter().zip(stiffness).map(|(&e, &k)| e * k * e).sum::<T>() * 0.5
}
