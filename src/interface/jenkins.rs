//! Springs in series with sliders, side by side: the one update bristles and Iwan network share.

/// What a bank of springs and sliders answers to one step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    /// Σ k e [N].
    pub force: f64,
    /// Σ k over the springs that stick [N/m].
    pub stiffness: f64,
    /// Σ k l over the sliders that stick [N].
    pub stuck: f64,
    /// Σ k l: the force with every slider sliding [N].
    pub capacity: f64,
    /// Σ |k e Δ(slip)| [J].
    pub dissipated: f64,
}

/// Sums kept side by side, so that the compiler can use vector instructions.
const LANES: usize = 8;

/// Moves every spring by `step` [m] and lets it slide where its deflection e would pass its limit l:
/// `e ← clip(e + Δx, ±l)`.
///
/// `stiffness` k [N/m], `limit(j)` l ≥ 0 [m]. Passive whatever the limits do from step to step:
/// `(Σ k e) Δx = Δ(½ Σ k e²) + ½ Σ k (Δe)² + dissipated`, and `dissipated` ≥ 0 because e at the end
/// of the step has the sign of its slip. The middle term is the error of taking the end force for
/// the whole step; `dissipated` is exact as long as the limits do not change.
#[inline]
pub(super) fn advance<const N: usize>(
    deflection: &mut [f64; N],
    stiffness: &[f64; N],
    step: f64,
    limit: impl Fn(usize) -> f64,
) -> Sums {
    let mut sums = [[0.0; LANES]; 5];
    let [force, stuck_stiffness, stuck, capacity, dissipated] = &mut sums;
    for start in (0..N).step_by(LANES) {
        for (lane, j) in (start..N.min(start + LANES)).enumerate() {
            let (limit, k) = (limit(j), stiffness[j]);
            let trial = deflection[j] + step;
            let low = if trial < limit { trial } else { limit };
            let end = if low > -limit { low } else { -limit };
            deflection[j] = end;
            // At its limit an element slides: that is what a rest after sliding should report.
            let held = if trial.abs() < limit { k } else { 0.0 };
            force[lane] += k * end;
            stuck_stiffness[lane] += held;
            stuck[lane] += held * limit;
            capacity[lane] += k * limit;
            dissipated[lane] += k * end * (trial - end);
        }
    }
    let [force, stiffness, stuck, capacity, dissipated] = sums.map(|lanes| lanes.iter().sum());
    Sums { force, stiffness, stuck, capacity, dissipated }
}

/// Moves every spring by `step` [m] at constant speed under constant limits, which first take away
/// what the springs no longer bear; gives the mean of Σ k e over the way [N].
///
/// Passive whatever the limits do from step to step: a spring that sticks over s and slides over the
/// rest has the mean `½ (e₀ + e₁) + ½ (e₁ − e₀) slip/Δx`, so that
/// `mean Δx = Δ(½ Σ k e²) + Σ k e₁ slip` from the springs as the limits left them.
#[inline]
pub(super) fn travel<const N: usize>(
    deflection: &mut [f64; N],
    stiffness: &[f64; N],
    step: f64,
    limit: impl Fn(usize) -> f64,
) -> f64 {
    let share = if step.is_normal() { 0.5 / step } else { 0.0 };
    let mut mean = [0.0; LANES];
    for start in (0..N).step_by(LANES) {
        for (lane, j) in (start..N.min(start + LANES)).enumerate() {
            let limit = limit(j);
            let clip = |e: f64| {
                let low = if e < limit { e } else { limit };
                if low > -limit { low } else { -limit }
            };
            let borne = clip(deflection[j]);
            let trial = borne + step;
            let end = clip(trial);
            deflection[j] = end;
            let slip = trial - end;
            mean[lane] += stiffness[j] * (0.5 * (borne + end) + (end - borne) * (slip * share));
        }
    }
    mean.iter().sum()
}

impl Sums {
    /// Share of the friction limit that sticks; 0 without contact.
    pub fn stuck_share(&self) -> f64 {
        if self.capacity > 0.0 { self.stuck / self.capacity } else { 0.0 }
    }
}

/// Energy in the springs, ½ Σ k e² [J].
pub(super) fn stored<const N: usize>(deflection: &[f64; N], stiffness: &[f64; N]) -> f64 {
    0.5 * deflection.iter().zip(stiffness).map(|(e, k)| k * e * e).sum::<f64>()
}
