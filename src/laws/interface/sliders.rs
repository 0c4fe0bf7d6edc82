//! Springs in series with sliders in continuous time, as smooth differential equations.

use crate::base::Real;

/// Response of springs and sliders in continuous time to a motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flowing<T = f64> {
    /// Tangential force \[N\], along +x as in [`SlipResponse`](super::SlipResponse).
    pub force: T,
    /// Dissipated power \[W\], ≥ 0.
    pub lost: T,
    /// Elastic energy of the springs \[J\].
    pub stored: T,
    /// Derivative of `force` by the displacement for further motion in this direction \[N/m\].
    pub tangent_stiffness: f64,
    /// Share of the friction limit that belongs to sticking elements: 0 (all slip) to 1.
    pub stuck_share: f64,
}

/// A bank of springs k_j whose sliders hold up to a limit, as differential equations.
///
/// The law is the play of a spring between moving limits: `ċ = v`, except that `|c|` never passes its limit
/// l: a spring that would slip has the rate of the limit. That rate jumps where slip begins. Here it
/// changes over the last distance W before the limit, and springs whose limit is below 2W soften instead of
/// steepening. With the shift e of a spring whose stiffness is m k and whose limit is ±L,
///
/// ```text
/// c = m e       m = λ(2 − λ), L = 2W/(2 − λ) for λ = l/2W < 1, else m = 1, L = l
/// B = β₊ (v − L̇)₊ − β₋ (−v − L̇)₊      β± = s², s = 1 − (L ∓ e)/W within 0…1: the share blocked
/// ċ = m (v − B) + min(ṁ, 0) e
/// ```
///
/// - Rates are homogeneous of first degree in the speeds and have no time scale: half as fast a motion
///   gives the same loop.
/// - `|c| ≤ l` at all times: at e = L, B moves the spring with its limit. A deflection beyond it within a
///   solver's tolerance has no force and returns as the surfaces slide.
/// - Motion away from the limit is not blocked at all: a loop's corners are sharp there.
/// - `v Σ k c = d/dt ½ Σ k m e² + Σ k m e B + ½ Σ k |ṁ| e²`: B has the sign of e because L ≥ W, so the loss
///   is never negative. A spring stiffens only without strain.
///
/// No spring needs an event: c, its rate and the force are continuous at the beginning and end of slip;
/// only the slope of the rate is not.
///
/// Source: own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sliders {
    /// W \[m\].
    pub width: f64,
}

/// A spring's limit in terms of the shift e.
struct Bound<T> {
    /// m.
    soft: T,
    /// ṁ \[1/s\].
    soft_rate: T,
    /// L \[m\].
    reach: T,
    /// L̇ \[m/s\].
    reach_rate: T,
}

impl Sliders {
    /// `limit(j)` gives l ≥ 0 \[m\] and its rate \[m/s\]; writes the rates of `deflection` c \[m\].
    #[inline]
    pub fn flow<const N: usize, T: Real>(
        &self,
        deflection: &[T],
        stiffness: &[f64; N],
        speed: T,
        limit: impl Fn(usize) -> (T, T),
        rates: &mut [T],
    ) -> Flowing<T> {
        let zero = T::from(0.0);
        let (mut force, mut lost, mut stored) = (zero, zero, zero);
        let (mut tangent, mut stuck, mut capacity) = (0.0, 0.0, 0.0);
        for ((&c, rate), (j, &k)) in deflection.iter().zip(rates).zip(stiffness.iter().enumerate())
        {
            let (limit, limit_rate) = limit(j);
            // The order of the comparison propagates NaN. At c = l value and derivatives are those of
            // the limit: an unloaded spring, with l = 0, follows no change of c.
            let low = if c >= limit { limit } else { c };
            let borne = if low <= -limit { -limit } else { low };
            let Bound { soft, soft_rate, reach, reach_rate } = self.bound(limit, limit_rate);
            let shift = if soft > 0.0 { borne / soft } else { zero };
            // Only the limit on the side of e can block: the transition to the other one begins beyond
            // e = 0.
            let outward = if shift.re() < 0.0 { -speed } else { speed };
            let free = outward - reach_rate;
            let near = (shift.abs() - reach) / self.width + 1.0;
            let share = if near.re() > 0.0 { near * near } else { zero };
            let blocked = if free.re() > 0.0 { free * share } else { zero };
            let blocked = if shift.re() < 0.0 { -blocked } else { blocked };
            let softening = soft_rate.abs();
            // Return to the limit from beyond, in proportion to the sliding distance.
            let beyond =
                if free.re() > 0.0 { (c - borne) * free * (2.0 / self.width) } else { zero };
            *rate = soft * (speed - blocked) - beyond
                + if soft_rate.re() < 0.0 { soft_rate * shift } else { zero };
            force += borne * k;
            lost += (borne * blocked + shift * shift * softening * 0.5) * k;
            stored += borne * shift * (0.5 * k);
            let slides = if shift.re() * speed.re() < 0.0 { 0.0 } else { share.re() };
            let held = k * (1.0 - slides);
            tangent += held * soft.re();
            stuck += held * limit.re();
            capacity += k * limit.re();
        }
        let stuck_share = if capacity > 0.0 { stuck / capacity } else { 0.0 };
        Flowing { force, lost, stored, tangent_stiffness: tangent, stuck_share }
    }

    #[inline]
    fn bound<T: Real>(&self, limit: T, limit_rate: T) -> Bound<T> {
        let (zero, one) = (T::from(0.0), T::from(1.0));
        let least = 2.0 * self.width;
        if limit.re() >= least {
            return Bound { soft: one, soft_rate: zero, reach: limit, reach_rate: limit_rate };
        }
        let (part, part_rate) = (limit / least, limit_rate / least);
        let rest = -part + 2.0;
        Bound {
            soft: part * rest,
            soft_rate: (-part + 1.0) * part_rate * 2.0,
            reach: rest.recip() * least,
            reach_rate: part_rate * least / (rest * rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spring_softens_without_a_jump_when_its_limit_vanishes() {
        let sliders = Sliders { width: 1e-3 };
        let (above, below) =
            (sliders.bound(2e-3_f64, 1.0), sliders.bound(2e-3 * (1.0 - 1e-9), 1.0));
        let pairs: [(f64, f64); 4] = [
            (above.soft, below.soft),
            (1.0 + above.soft_rate, 1.0 + below.soft_rate),
            (above.reach, below.reach),
            (above.reach_rate, below.reach_rate),
        ];
        for (above, below) in pairs {
            assert!((above - below).abs() < 1e-5 * above.abs(), "{above} {below}");
        }
        let none = sliders.bound(0.0_f64, 0.0);
        assert_eq!((none.soft, none.reach), (0.0, 1e-3));
    }
}
