//! The stretches of contact of a contact point within a step.

use crate::base::Real;
use crate::base::numerics::root::{Bracket, Enough};
use crate::laws::contact::implicit_root;

/// Penetration and its rate at an instant: \[m\], \[m/s\].
pub(crate) type Gap<T = f64> = (T, T);

/// A stretch of contact: `from` < `to` \[s\] after the step's start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stretch<T = f64> {
    /// Its start \[s\].
    pub from: T,
    /// Its end \[s\].
    pub to: T,
    /// True if the surfaces meet at `from`; else they touch already.
    pub starts: bool,
    /// True if the surfaces separate at `to`; else they go on touching.
    pub ends: bool,
    /// True if the penetration is smaller at `from` than at `to`.
    pub rising: bool,
    /// The change of the penetration.
    pub slope: Slope,
}

/// The change of the penetration over a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slope {
    /// Its ends differ by less than 0.2 %: one quadrature node suffices.
    Level,
    /// Its ends differ by less than 30 %.
    Even,
    /// Its ends differ by more; one of them may be 0.
    Steep,
}

impl Slope {
    /// The slope between two penetrations \[m\].
    pub fn between(one: f64, other: f64) -> Self {
        let (shallow, deep) = (one.min(other), one.max(other));
        if shallow > 0.998 * deep {
            Self::Level
        } else if shallow > 0.7 * deep {
            Self::Even
        } else {
            Self::Steep
        }
    }
}

impl Stretch {
    /// Adds the derivatives of the instants at which surfaces meet or separate.
    ///
    /// If a stretch ends where the gap turns, the force does not jump: that instant needs no derivative.
    #[inline]
    pub fn lift<T: Real>(&self, gap: impl Fn(T) -> Gap<T>) -> Stretch<T> {
        let Self { from, to, starts, ends, rising, slope } = *self;
        let instant = |at: f64, crosses: bool| {
            let at = T::from(at);
            if crosses { implicit_root(at, |at| gap(at).0, |at| gap(at).1.re()) } else { at }
        };
        Stretch { from: instant(from, starts), to: instant(to, ends), starts, ends, rising, slope }
    }
}

/// Returns true if the surfaces are apart over the whole step: they are apart at both ends, and the
/// rate of the penetration has the same sign there.
#[inline]
pub(crate) fn stays_apart(at_start: Gap, at_end: Gap) -> bool {
    at_start.0 <= 0.0 && at_end.0 <= 0.0 && at_start.1 * at_end.1 >= 0.0
}

/// Returns the stretches of contact in [0, `end`], at most two.
///
/// Splits the step into pieces on which the penetration of `gap(τ)` is monotonic: its rate may change
/// sign once. A contact that begins and ends between two changes of that sign is missed; the motion
/// over a step is nearly straight, so this can happen only in steps of a sizeable part of a
/// revolution.
pub(crate) fn contact_stretches(
    gap: impl Fn(f64) -> Gap,
    end: f64,
    at_start: Gap,
    at_end: Gap,
) -> [Option<Stretch>; 2] {
    if at_start.1 * at_end.1 < 0.0 {
        let up = if at_start.1 > 0.0 { -1.0 } else { 1.0 };
        let turn =
            Bracket::between(0.0, end).root(Enough::LAST_BITS, |time| (up * gap(time).1, None));
        let at_turn = gap(turn);
        let depths = [at_start.0, at_turn.0, at_end.0];
        let shallow = depths.into_iter().fold(f64::INFINITY, f64::min);
        let deep = depths.into_iter().fold(0.0, f64::max);
        if shallow > 0.0 && Slope::between(shallow, deep) != Slope::Steep {
            // The force changes gently from rising to falling: one rule suffices for the whole step.
            let (slope, rising) = (Slope::between(shallow, deep), true);
            let whole = Stretch { from: 0.0, to: end, starts: false, ends: false, rising, slope };
            return [Some(whole), None];
        }
        let first = piece(&gap, (0.0, at_start.0), (turn, at_turn.0));
        let second = piece(&gap, (turn, at_turn.0), (end, at_end.0));
        [first, second]
    } else {
        [piece(&gap, (0.0, at_start.0), (end, at_end.0)), None]
    }
}

/// Returns the stretch of contact on a piece with a monotonic gap.
fn piece(gap: &impl Fn(f64) -> Gap, left: (f64, f64), right: (f64, f64)) -> Option<Stretch> {
    let ((from, depth_from), (to, depth_to)) = (left, right);
    if to <= from {
        return None;
    }
    let crossing = || {
        let up = if depth_from > 0.0 { -1.0 } else { 1.0 };
        Bracket::between(from, to).root(Enough::LAST_BITS, |time| {
            let (depth, rate) = gap(time);
            (up * depth, Some(up * rate))
        })
    };
    let rising = depth_from < depth_to;
    match (depth_from > 0.0, depth_to > 0.0) {
        (false, false) => None,
        (true, true) => {
            let slope = Slope::between(depth_from, depth_to);
            Some(Stretch { from, to, starts: false, ends: false, rising, slope })
        }
        (false, true) => {
            let from = crossing();
            Some(Stretch { from, to, starts: true, ends: false, rising, slope: Slope::Steep })
        }
        (true, false) => {
            let to = crossing();
            Some(Stretch { from, to, starts: false, ends: true, rising, slope: Slope::Steep })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// δ(τ) = h + vτ + aτ²/2.
    fn stretches(h: f64, v: f64, a: f64, end: f64) -> [Option<Stretch>; 2] {
        let gap = |t: f64| (h + v * t + 0.5 * a * t * t, v + a * t);
        contact_stretches(gap, end, gap(0.0), gap(end))
    }

    #[test]
    fn no_contact_has_no_stretch() {
        assert_eq!(stretches(-1.0, 0.1, 0.0, 1.0), [None, None]);
        assert_eq!(stretches(-1.0, 1.0, -2.0, 1.0), [None, None]);
    }

    #[test]
    fn a_first_touch_is_found_to_the_last_bit() {
        let [Some(only), None] = stretches(-1e-7, 0.3, 0.0, 1e-6) else { panic!() };
        assert!(only.starts && only.rising && only.to == 1e-6);
        assert!((only.from * 0.3 / 1e-7 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_bounce_inside_the_step_is_one_contact() {
        let [Some(first), Some(second)] = stretches(-1.0, 4.0, -4.0, 2.0) else { panic!() };
        assert!(first.starts && !second.starts && first.to == second.from);
        assert!((first.from - (1.0 - 0.5_f64.sqrt())).abs() < 1e-14);
        assert!((second.to - (1.0 + 0.5_f64.sqrt())).abs() < 1e-14);
    }

    #[test]
    fn leaving_and_coming_back_are_two_contacts() {
        let [Some(first), Some(second)] = stretches(1.0, -4.0, 4.0, 2.0) else { panic!() };
        assert!(!first.starts && second.starts && first.to < second.from);
    }
}
