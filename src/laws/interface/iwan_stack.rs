//! The Iwan model for any history of displacement at constant normal load: a stack of reversals.

use super::{Iwan, Slip, SlipResponse};
use crate::base::{Fault, Real};
use model_description::ANY;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use serde_big_array::BigArray;

/// The exact response of [`Iwan`] to every history of displacement, if the normal load is constant.
///
/// Each reversal starts a branch `F = F_r ± 2 F(|x − x_r|/2)`. A branch that reaches the last but one
/// reversal closes a loop, and both of its ends are forgotten; one that reaches the mirror image of the
/// first continues the first loading.
///
/// **The bound.** The stack stores DEPTH reversals; a decaying vibration needs one more each half cycle. If
/// it is full it forgets the neighbouring pair whose loss changes the force least, where the later branch
/// would close: by `2F((x_i − x_{i+3})/2) − |F_i − F_{i+3}|`, second order in the decay per cycle. The
/// outermost and the latest reversal are always kept, and so is the present force: while amplitudes fall,
/// nothing is lost. With 32, a decay over 320 reversals and the growth back through them is off by 0.2 % of
/// F_slip where forgotten loops would have closed; no energy is created.
///
/// Source: the branches are eqs. 29 and 30 of Wang et al., Chin. J. Theor. Appl. Mech. 50 (2018)
/// 44–57; the memory rules are Masing's as extended by Jayakumar (Caltech EERL 87-01, 1987).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IwanStack<const DEPTH: usize = 32> {
    iwan: Iwan,
}

/// A point at which the motion reversed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Reversal<T> {
    position: T,
    force: T,
}

/// State of the stack: fixed in size, copied without allocation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StackState<const DEPTH: usize = 32, T = f64> {
    origin: T,
    /// Position from the origin \[m\].
    position: T,
    /// +1, −1, or 0 before the first motion.
    heading: f64,
    force: T,
    /// Energy dissipated since this branch began \[J\].
    heat: T,
    #[serde(with = "BigArray")]
    reversals: [Reversal<T>; DEPTH],
    #[serde(deserialize_with = "at_most::<_, DEPTH>")]
    count: usize,
}

/// Reads a count of reversals and refuses one above the stack's capacity, which would index out of bounds.
fn at_most<'de, D: Deserializer<'de>, const DEPTH: usize>(source: D) -> Result<usize, D::Error> {
    let count = usize::deserialize(source)?;
    if count > DEPTH {
        let found = Unexpected::Unsigned(count as u64);
        return Err(D::Error::invalid_value(found, &"as many reversals as the stack remembers"));
    }
    Ok(count)
}

impl<const DEPTH: usize, T: Real> StackState<DEPTH, T> {
    /// The state without force at `displacement` \[m\].
    pub fn at(displacement: T) -> Self {
        let zero = T::from(0.0);
        Self {
            origin: displacement,
            position: zero,
            heading: 0.0,
            force: zero,
            heat: zero,
            reversals: [Reversal { position: zero, force: zero }; DEPTH],
            count: 0,
        }
    }

    /// The numbers alone, without their derivatives.
    #[inline]
    pub fn re(&self) -> StackState<DEPTH> {
        self.map(|x| x.re())
    }

    #[inline]
    fn map<U>(&self, part: impl Fn(T) -> U) -> StackState<DEPTH, U> {
        let reversal =
            |at: Reversal<T>| Reversal { position: part(at.position), force: part(at.force) };
        StackState {
            origin: part(self.origin),
            position: part(self.position),
            heading: self.heading,
            force: part(self.force),
            heat: part(self.heat),
            reversals: self.reversals.map(reversal),
            count: self.count,
        }
    }

    /// Number of stored reversals.
    pub fn depth(&self) -> usize {
        self.count
    }

    /// End of the present branch, and number of reversals that are forgotten there.
    fn closing(&self) -> Option<(T, usize)> {
        match self.count {
            0 => None,
            1 => Some((-self.reversals[0].position, 1)),
            n => Some((self.reversals[n - 2].position, 2)),
        }
    }
}

impl<const DEPTH: usize> StackState<DEPTH> {
    /// Converts the state to dual numbers with zero derivatives.
    #[inline]
    pub fn lift<T: Real>(&self) -> StackState<DEPTH, T> {
        self.map(T::from)
    }
}

impl<const DEPTH: usize> IwanStack<DEPTH> {
    /// A stack for `iwan`.
    pub fn new(iwan: Iwan) -> Self {
        const { assert!(DEPTH >= 4) };
        Self { iwan }
    }

    /// Moves to `displacement` \[m\].
    #[inline]
    pub fn step<T: Real>(
        &self,
        state: &mut StackState<DEPTH, T>,
        displacement: T,
    ) -> Result<SlipResponse<T>, Fault> {
        Fault::check("displacement", displacement.re(), ANY, "tangential displacement")?;
        let target = displacement - state.origin;
        let mut dissipated = T::from(0.0);
        if target != state.position {
            let heading = if target > state.position { 1.0 } else { -1.0 };
            if heading == -state.heading {
                self.turn(state);
            }
            state.heading = heading;
            while let Some((closing, forgotten)) = state.closing() {
                if (target.re() - closing.re()) * heading < 0.0 {
                    break;
                }
                dissipated += self.branch(state, closing).dissipated - state.heat;
                state.count -= forgotten;
                state.position = closing;
                state.heat = self.branch(state, closing).dissipated;
            }
        }
        let end = self.branch(state, target);
        dissipated += end.dissipated - state.heat;
        state.position = target;
        state.force = end.force;
        state.heat = end.dissipated;
        Ok(SlipResponse {
            force: end.force,
            tangent_stiffness: end.tangent_stiffness,
            stuck_share: end.stuck_share,
            dissipated,
        })
    }

    /// The present branch at `position` from the origin.
    #[inline]
    fn branch<T: Real>(&self, state: &StackState<DEPTH, T>, position: T) -> Slip<T> {
        if state.count == 0 {
            let first = self.iwan.pull(position);
            let back = position.re().is_sign_negative();
            return Slip { force: if back { -first.force } else { first.force }, ..first };
        }
        let start = state.reversals[state.count - 1];
        let half = self.iwan.pull((position - start.position) * 0.5);
        Slip {
            force: start.force + half.force * (2.0 * state.heading),
            dissipated: half.dissipated * 2.0,
            ..half
        }
    }

    /// Starts a branch at the present position.
    fn turn<T: Real>(&self, state: &mut StackState<DEPTH, T>) {
        let here = Reversal { position: state.position, force: state.force };
        if state.count == DEPTH {
            self.forget(state, here);
        }
        state.reversals[state.count] = here;
        state.count += 1;
        state.heat = T::from(0.0);
    }

    /// Forgets the pair of neighbours whose loss changes the force least, before `next` is stored.
    #[cold]
    fn forget<T: Real>(&self, state: &mut StackState<DEPTH, T>, next: Reversal<T>) {
        let jump = |i: usize| {
            let before = state.reversals[i - 1];
            let after = state.reversals.get(i + 2).copied().unwrap_or(next);
            let apart = after.position.re() - before.position.re();
            let direct = 2.0 * self.iwan.backbone(0.5 * apart.abs());
            direct - (after.force.re() - before.force.re()).abs()
        };
        let least = (1..DEPTH - 1).min_by(|&i, &j| jump(i).total_cmp(&jump(j))).unwrap_or(1);
        state.reversals.copy_within(least + 2.., least);
        state.count -= 2;
    }
}
