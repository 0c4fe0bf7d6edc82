//! A stable step over many cycles of a pair that wears.

use super::cycle::LoadCycle;
use super::pair::WearPair;
use super::stabilised;
use crate::base::Fault;
use crate::laws::wear::{Depths, STABLE_PART};

/// A step goes at least this many times as far as an extrapolation, and an extrapolation over this many cycles.
const WORTH: f64 = 2.0;
/// Length of the first step, in extrapolations.
const FIRST: f64 = 8.0;
/// Errors are compared with the largest penetration, this part of what the step wears off, and this part of the depth:
/// most of an error is at the edge of the contact, where later cycles level it.
const OF_WEAR: f64 = 0.1;
const OF_DEPTH: f64 = 1e-3;
/// Share of the allowed error that is used, limits of the change of a step's length, and most attempts.
const SAFETY: f64 = 0.9;
const SHRINK: f64 = 0.3;
const GROW: f64 = 3.0;
const ATTEMPTS: u32 = 6;
/// Most stages of a step.
const MOST_STAGES: usize = 60;

/// Limits of the extrapolation over cycles, as parts of the largest penetration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jumps {
    /// Target error of an extrapolation.
    pub tolerance: f64,
    /// Largest wear of an extrapolation.
    pub part: f64,
}

impl Default for Jumps {
    fn default() -> Self {
        Self { tolerance: 0.05, part: STABLE_PART }
    }
}

impl Jumps {
    /// Limits that are `factor` times as wide.
    #[must_use]
    pub fn wider(self, factor: f64) -> Self {
        Self { tolerance: factor * self.tolerance, part: factor * self.part }
    }
}

/// A computed cycle.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cycled {
    /// ∫P ds \[N m\].
    pub pushed: f64,
    /// Largest penetration \[m\].
    pub penetration: f64,
    /// Largest pressure \[Pa\].
    pub pressure: f64,
    /// An upper bound of the rate at which depths relax, per cycle.
    relaxation: f64,
}

/// Wears `pair`, which has the depths `before`, through a cycle to the depths `after`.
pub(super) fn wear_a_cycle(
    pair: &mut dyn WearPair,
    cycle: &LoadCycle,
    (before, after): (&[Depths], &mut [Depths]),
) -> Result<Cycled, Fault> {
    let mut cycled = Cycled::default();
    for pose in &cycle.poses {
        let mut left = pose.swing * pair.sliding_radius();
        while left > 0.0 {
            let rest = pair.rest(pose.load, pose.angle).ok_or_else(|| {
                let [x, y] = [pose.load.x, pose.load.y];
                Fault::Build(format!("no position of the pin carries the load ({x}, {y}) N").into())
            })?;
            cycled.penetration = cycled.penetration.max(rest.penetration);
            cycled.pressure = cycled.pressure.max(rest.pressure);
            let slid = pair.slide(left);
            cycled.pushed += rest.pushed * slid;
            if rest.penetration > 0.0 {
                let law = pair.law();
                let [a, b] = law.coefficients;
                let steeper = law.steeper(rest.pressure / law.reference_pressure);
                cycled.relaxation += (a + b) * rest.pressure / rest.penetration * steeper * slid;
            }
            left -= slid;
        }
    }
    after.clone_from_slice(pair.depths());
    if cycle.drifts {
        for (now, then) in after.iter_mut().zip(before) {
            spread(&mut now.journal, &then.journal);
            now.refresh();
        }
    }
    Ok(cycled)
}

/// Spreads the wear of a cycle evenly: the next cycles meet the journal at other angles.
fn spread(now: &mut [f64], then: &[f64]) {
    let count = now.len() as f64;
    let mean = now.iter().zip(then).map(|(now, then)| now - then).sum::<f64>() / count;
    now.iter_mut().zip(then).for_each(|(now, then)| *now = then + mean);
}

/// A step over many cycles.
#[derive(Debug)]
pub(super) struct Leap {
    /// All depths, and ∫P ds since the start of the step.
    start: Vec<f64>,
    rate: Vec<f64>,
    end: Vec<f64>,
    /// Memory for depths before and after a cycle.
    rooms: [Vec<Depths>; 2],
    /// Longest extrapolation, in cycles.
    jump: f64,
    relaxation: f64,
    tolerance: f64,
    /// The length that errors are compared with \[m\]: a part that does not depend on the step, and that of a cycle.
    scale: [f64; 2],
    /// Cycles that were computed.
    pub computed: u64,
    /// Estimated error over the length that it is compared with.
    pub error: f64,
    /// The cycle at the end.
    pub cycled: Cycled,
}

impl Leap {
    /// A step from the depths `before` a computed cycle, which wore them to those `after` it; `None` if an extrapolation
    /// hardly goes over cycles.
    pub fn new(
        (before, after): (&[Depths], &[Depths]),
        cycled: &Cycled,
        jumps: &Jumps,
    ) -> Option<Self> {
        let start = flat(before, 0.0);
        let pairs = flat(after, cycled.pushed).into_iter().zip(&start);
        let rate: Vec<f64> = pairs.map(|(after, before)| after - before).collect();
        let most = most_worn(before, after);
        let jump = jumps.part * cycled.penetration / most;
        let depth = start.iter().copied().fold(0.0, f64::max);
        let worth = jump.is_finite() && jump >= WORTH;
        worth.then(|| Self {
            end: start.clone(),
            start,
            rate,
            rooms: [before.to_vec(), after.to_vec()],
            jump,
            relaxation: cycled.relaxation,
            tolerance: jumps.tolerance,
            scale: [cycled.penetration + OF_DEPTH * depth, OF_WEAR * most],
            computed: 0,
            error: 0.0,
            cycled: *cycled,
        })
    }

    /// The length of the shortest step, in cycles.
    pub fn shortest(&self) -> f64 {
        WORTH * self.jump
    }

    /// The length of the first step, in cycles.
    pub fn first(&self) -> f64 {
        FIRST * self.jump
    }

    /// Makes the step over about `wanted` cycles, at most `most`, which is at least the shortest; returns its length and
    /// that of the next one, or `None` if no position balances the load in a stage. The shortest step is made with any
    /// error: it levels what is rough.
    pub fn make(
        &mut self,
        (pair, cycle): (&mut dyn WearPair, &LoadCycle),
        (wanted, most): (f64, f64),
    ) -> Option<(f64, f64)> {
        let shortest = self.shortest();
        let reach = stabilised::reach(MOST_STAGES) / self.relaxation;
        let mut count = wanted.min(most).min(reach).max(shortest).floor();
        for _ in 0..ATTEMPTS {
            // In a stage of a step that is too long no position may balance the load.
            let made = self.attempt(pair, cycle, count).is_ok()
                && self.end.iter().all(|number| number.is_finite());
            let scale = if made { SAFETY * (self.tolerance / self.error).cbrt() } else { 0.0 };
            let next = (count * scale.clamp(SHRINK, GROW)).max(shortest).floor();
            if scale >= SAFETY || (made && count <= shortest) {
                return Some((count, next));
            }
            count = next;
        }
        None
    }

    fn attempt(
        &mut self,
        pair: &mut dyn WearPair,
        cycle: &LoadCycle,
        count: f64,
    ) -> Result<(), Fault> {
        let Self { start, rate, end, rooms: [before, after], computed, cycled, .. } = self;
        let mut rate_at = |state: &[f64], rate: &mut [f64]| {
            *computed += 1;
            unflat(state, before);
            pair.set_depths(before);
            *cycled = wear_a_cycle(pair, cycle, (before, after))?;
            let (depths, pushed) = rate.split_at_mut(state.len() - 1);
            let all = after.iter().flat_map(|of| of.bearing.iter().chain(&of.journal));
            depths.iter_mut().zip(all).zip(state).for_each(|((f, now), then)| *f = now - then);
            pushed[0] = cycled.pushed;
            Ok(())
        };
        let stages = stabilised::stages(self.relaxation * count);
        *end = stabilised::step((start, rate), count, stages, &mut rate_at)?;
        let mut rate_at_end = vec![0.0; end.len()];
        rate_at(end, &mut rate_at_end)?;
        let depths = end.len() - 1;
        let off = (0..depths).map(|index| {
            let rates = [rate[index], rate_at_end[index]];
            stabilised::error([start[index], end[index]], rates, count).abs()
        });
        let [fixed, per_cycle] = self.scale;
        self.error = off.fold(0.0, f64::max) / (fixed + per_cycle * count);
        Ok(())
    }

    /// Writes the depths at the end; returns ∫P ds of the step \[N m\].
    pub fn end(&self, depths: &mut [Depths]) -> f64 {
        unflat(&self.end, depths);
        self.end[self.end.len() - 1]
    }
}

/// Returns the largest sum of what a cycle wears off a hole and off its pin, wherever they are worst \[m\].
fn most_worn(before: &[Depths], after: &[Depths]) -> f64 {
    let most = |now: &[f64], then: &[f64]| {
        now.iter().zip(then).map(|(now, then)| now - then).fold(0.0, f64::max)
    };
    let pairs = before.iter().zip(after);
    let sums = pairs
        .map(|(then, now)| most(&now.bearing, &then.bearing) + most(&now.journal, &then.journal));
    sums.fold(0.0, f64::max)
}

/// Returns all depths and one more number.
fn flat(depths: &[Depths], pushed: f64) -> Vec<f64> {
    let all = depths.iter().flat_map(|of| of.bearing.iter().chain(&of.journal));
    all.copied().chain([pushed]).collect()
}

/// Writes the depths of such a list.
fn unflat(state: &[f64], depths: &mut [Depths]) {
    let mut numbers = state.iter().copied();
    for of in depths {
        let all = of.bearing.iter_mut().chain(of.journal.iter_mut());
        all.zip(&mut numbers).for_each(|(depth, number)| *depth = number);
        of.refresh();
    }
}
