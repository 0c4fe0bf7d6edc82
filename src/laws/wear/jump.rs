//! Cycle jumping: years of wear from a few computed cycles.
//!
//! Under a periodic load wear changes slowly from cycle to cycle. The wear of a whole cycle is extrapolated
//! over the next N cycles at once; the cycle after that shows the change of the wear per cycle, and half of
//! the difference is corrected: second order in N, with its own estimate of error. Chaotic impacts have no
//! cycle: one should then be made many turns long, or the estimate is noise.
//!
//! Source: own method, Heun's rule over cycles.

use super::depths::Depths;
use crate::base::clone_in_place;
use serde::{Deserialize, Serialize};

/// Largest part of the largest penetration that a jump may wear off: beyond four of these jumps are unstable where the
/// load always presses on the same place alike. A cycle that presses lightly most of the time is unstable earlier; the
/// estimate of the error then shortens the jumps.
pub const STABLE_PART: f64 = 0.5;
/// Share of the allowed error that is used, and limits of the change of a jump's length.
const SAFETY: f64 = 0.9;
const SHRINK: f64 = 0.3;
const GROW: f64 = 2.0;
/// A cycle is over when this part of its time is left: sums of steps are not exact.
const ROUNDING: f64 = 1e-9;

/// Parameters of cycle jumping.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CycleJump {
    /// Length of a cycle \[s\], > 0.
    pub cycle_time: f64,
    /// Largest number of cycles per extrapolation.
    pub most: f64,
    /// Target error of an extrapolation, relative to the largest penetration.
    pub tolerance: f64,
    /// Largest part of the largest penetration that an extrapolation wears off, as a rule [`STABLE_PART`].
    pub part: f64,
}

/// State of cycle jumping.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Cycles {
    /// Start of the present cycle \[s\].
    begun: f64,
    /// Depths at that time, of every hole that wears along.
    start: Box<[Depths]>,
    /// Wear of the previous cycle; 0 before the first jump.
    taken: Box<[Depths]>,
    jumped: f64,
    /// Number of cycles of the next jump, as limited by the error.
    next: f64,
    /// Largest penetration of the cycle \[m\].
    deepest: f64,
    /// Cycles so far, computed and jumped.
    pub count: f64,
    /// Estimated error of the last extrapolation, relative to the largest penetration.
    pub error: f64,
}

impl Cycles {
    /// The state at the beginning of the first cycle, at `time` \[s\].
    pub fn new(time: f64, depths: &[Depths]) -> Self {
        let unworn = |depths: &Depths| Depths::unworn(depths.bearing.len());
        Self {
            begun: time,
            start: depths.into(),
            taken: depths.iter().map(unworn).collect(),
            jumped: 0.0,
            next: f64::INFINITY,
            deepest: 0.0,
            count: 0.0,
            error: 0.0,
        }
    }

    /// Begins anew with these `depths` after `count` cycles that were extrapolated by another rule.
    pub fn leap(&mut self, depths: &[Depths], count: f64, time: f64) {
        let (sum, error) = (self.count + count, self.error);
        *self = Self { count: sum, error, next: count.max(1.0), ..Self::new(time, depths) };
    }

    /// Returns true if there are depths of `holes` holes, with `cells` nodes each.
    pub fn fits(&self, holes: usize, cells: usize) -> bool {
        let fit = |all: &[Depths]| all.len() == holes && all.iter().all(|one| one.fits(cells));
        fit(&self.start) && fit(&self.taken)
    }

    /// Records a step that ended at `time` \[s\] with a largest `penetration` \[m\]; at the end of a cycle
    /// extrapolates over the next ones.
    pub fn advance(
        &mut self,
        jump: &CycleJump,
        depths: &mut [Depths],
        time: f64,
        penetration: f64,
    ) {
        self.deepest = self.deepest.max(penetration);
        if time < self.begun + jump.cycle_time * (1.0 - ROUNDING) {
            return;
        }
        // From here on `start` holds the wear of the cycle.
        let (mut differs, mut most) = (0.0_f64, 0.0_f64);
        let half = 0.5 * self.jumped;
        for (hole, depths) in depths.iter_mut().enumerate() {
            let (start, taken) = (&mut self.start[hole], &self.taken[hole]);
            let mut largest = [0.0_f64; 2];
            for (which, (now, then, before)) in [
                (&mut depths.bearing, &mut start.bearing, &taken.bearing),
                (&mut depths.journal, &mut start.journal, &taken.journal),
            ]
            .into_iter()
            .enumerate()
            {
                for ((now, then), before) in now.iter_mut().zip(then.iter_mut()).zip(before) {
                    *then = *now - *then;
                    largest[which] = largest[which].max(*then);
                    let change = *then - before;
                    if half > 0.0 {
                        differs = differs.max(change.abs());
                        *now += half * change;
                    }
                }
            }
            most = most.max(largest[0] + largest[1]);
        }
        self.count += 1.0;
        if self.jumped > 0.0 && self.deepest > 0.0 {
            self.error = half * differs / self.deepest;
            let wanted = SAFETY * (jump.tolerance / self.error).sqrt();
            self.next = self.jumped * wanted.clamp(SHRINK, GROW);
        }
        let stable = if most > 0.0 { jump.part * self.deepest / most } else { 0.0 };
        self.jumped = self.next.min(jump.most).min(stable).floor();
        self.next = self.next.max(1.0);
        self.extrapolate(depths);
        self.begun += jump.cycle_time;
        self.deepest = 0.0;
    }

    /// Adds the wear of the cycle in `start` as often as it is jumped with; a new cycle begins there.
    fn extrapolate(&mut self, depths: &mut [Depths]) {
        for (depths, wear) in depths.iter_mut().zip(&self.start) {
            for (now, taken) in
                [(&mut depths.bearing, &wear.bearing), (&mut depths.journal, &wear.journal)]
            {
                for (now, taken) in now.iter_mut().zip(taken) {
                    *now += self.jumped * taken;
                }
            }
            depths.refresh();
        }
        self.count += self.jumped;
        std::mem::swap(&mut self.start, &mut self.taken);
        for (start, depths) in self.start.iter_mut().zip(depths.iter()) {
            start.clone_from(depths);
        }
    }
}

clone_in_place!(Cycles { begun, start, taken, jumped, next, deepest, count, error });
