//! Cycle jumping: years of wear from a few computed cycles.
//!
//! Where a load repeats itself, wear changes slowly from cycle to cycle. What a whole cycle takes is
//! carried on over the next N cycles at once; the cycle after that shows how much less (or more) is taken
//! by then, and half of the difference is made good: second order in N, with its own estimate of error.
//! Chaotic impacts have no cycle: one should be made many turns long there, or the estimate is noise.
//!
//! Source: own method, Heun's rule over cycles.

use super::depths::Depths;
use crate::base::clone_in_place;
use serde::{Deserialize, Serialize};

/// A jump takes at most this part of the largest penetration.
const STABLE: f64 = 0.5;
/// How much of what the error allows is used, and how fast a jump may shrink and grow.
const SAFETY: f64 = 0.9;
const SHRINK: f64 = 0.3;
const GROW: f64 = 2.0;
/// A cycle is over when the time left of it is this part: sums of steps are not exact.
const ROUNDING: f64 = 1e-9;

/// How cycles are jumped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CycleJump {
    /// Length of a cycle \[s\], > 0.
    pub cycle_time: f64,
    /// Largest number of cycles per extrapolation.
    pub most: f64,
    /// Target error of an extrapolation, relative to the largest penetration.
    pub tolerance: f64,
}

/// Where in its cycles a joint is.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Cycles {
    /// When the cycle at hand began \[s\].
    begun: f64,
    /// The depths then.
    start: Depths,
    /// What the cycle before took, and how many more were jumped by it; 0 before the first jump.
    taken: Depths,
    jumped: f64,
    /// How many the next jump may be for the error's sake.
    next: f64,
    /// Largest penetration of the cycle \[m\].
    deepest: f64,
    /// Cycles so far, computed and jumped.
    pub count: f64,
    /// Estimated error of the last extrapolation, relative to the largest penetration.
    pub error: f64,
}

impl Cycles {
    /// At the beginning of the first cycle, at `time` \[s\].
    pub fn new(time: f64, depths: &Depths) -> Self {
        Self {
            begun: time,
            start: depths.clone(),
            taken: Depths::unworn(depths.bearing.len()),
            jumped: 0.0,
            next: f64::INFINITY,
            deepest: 0.0,
            count: 0.0,
            error: 0.0,
        }
    }

    /// Whether it is of so many cells.
    pub fn fits(&self, cells: usize) -> bool {
        self.start.fits(cells) && self.taken.fits(cells)
    }

    /// Takes note of a step that ended at `time` \[s\] and went as deep as `penetration` \[m\]; at the end of a
    /// cycle jumps over the next ones.
    pub fn advance(&mut self, jump: &CycleJump, depths: &mut Depths, time: f64, penetration: f64) {
        self.deepest = self.deepest.max(penetration);
        if time < self.begun + jump.cycle_time * (1.0 - ROUNDING) {
            return;
        }
        // What the cycle took stands in `start` from here on.
        let mut differs = 0.0_f64;
        let half = 0.5 * self.jumped;
        let mut largest = [0.0_f64; 2];
        for (which, (now, then, before)) in [
            (&mut depths.bearing, &mut self.start.bearing, &self.taken.bearing),
            (&mut depths.journal, &mut self.start.journal, &self.taken.journal),
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
        self.count += 1.0;
        if self.jumped > 0.0 && self.deepest > 0.0 {
            self.error = half * differs / self.deepest;
            let wanted = SAFETY * (jump.tolerance / self.error).sqrt();
            self.next = self.jumped * wanted.clamp(SHRINK, GROW);
        }
        let taken = largest[0] + largest[1];
        let stable = if taken > 0.0 { STABLE * self.deepest / taken } else { 0.0 };
        self.jumped = self.next.min(jump.most).min(stable).floor();
        self.next = self.next.max(1.0);
        for (now, taken) in
            [(&mut depths.bearing, &self.start.bearing), (&mut depths.journal, &self.start.journal)]
        {
            for (now, taken) in now.iter_mut().zip(taken) {
                *now += self.jumped * taken;
            }
        }
        depths.refresh();
        self.count += self.jumped;
        std::mem::swap(&mut self.start, &mut self.taken);
        self.start.clone_from(depths);
        self.begun += jump.cycle_time;
        self.deepest = 0.0;
    }
}

clone_in_place!(Cycles { begun, start, taken, jumped, next, deepest, count, error });
