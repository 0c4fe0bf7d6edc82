//! The host's side of a communication step: what its motion says, and the load it is to hold.
//!
//! Whatever follows the motion inside a step stands between [`Exchange::start`] and
//! [`Exchange::answer`].

use super::memory::{GivenTo, HeldLoad, Memory, Work};
use super::{HostState, Outcome, Settings};
use nalgebra::SVector;

/// The position correction takes at most this part of the load.
pub(crate) const CORRECTION: f64 = 0.3;

/// A position correction, the first, no larger than what an impulse allows.
pub(crate) type Limited<const N: usize> = fn(SVector<f64, N>, SVector<f64, N>) -> SVector<f64, N>;
/// An interval shorter than this part of the pace says less about what accelerates the bodies: velocities
/// are known to rounding, or to the tolerance of the host's solver.
const TELLING: f64 = 0.1;
/// And so does one shorter than this part of this time \[s\].
const SHORT: f64 = 1e-7;

/// What loads do to the coordinates: writes Jᵀ·loads, and Mob times that.
pub(crate) trait Respond<const N: usize>:
    FnMut(&[SVector<f64, N>], &mut [f64], &mut [f64])
{
}

impl<const N: usize, F: FnMut(&[SVector<f64, N>], &mut [f64], &mut [f64])> Respond<N> for F {}

/// What came of following the motion inside a step, by joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Followed<'a, const N: usize> {
    /// I = ∫F dt \[N s\].
    pub impulse: &'a [SVector<f64, N>],
    /// S = ∬F dt² \[N s²\].
    pub travel: &'a [SVector<f64, N>],
    /// Work of the loads.
    pub work: Work,
    /// Largest Σ k w of the contacts \[1/s²\]; 0 without contact.
    pub stiffest: f64,
    /// Whether there was no contact at the step's start.
    pub was_apart: bool,
    /// Whether the step was too rich to be followed in full.
    pub coarse: bool,
}

/// Meets the host at communication points. All it holds is memory to work in.
#[derive(Debug, Clone)]
pub(crate) struct Exchange<const N: usize> {
    /// How it meets its host.
    pub settings: Settings,
    /// A correction no larger than what an impulse allows.
    limited: Limited<N>,
    /// The loads last given.
    pub loads: Box<[SVector<f64, N>]>,
    generalised: Box<[f64]>,
    velocities: [Box<[f64]>; 2],
    joint_loads: [Box<[SVector<f64, N>]>; 2],
}

impl<const N: usize> Exchange<N> {
    /// For so many coordinates and joints, whose position corrections are `limited` so.
    pub fn new([coordinates, joints]: [usize; 2], limited: Limited<N>, settings: Settings) -> Self {
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![SVector::zeros(); joints].into_boxed_slice();
        Self {
            settings,
            limited,
            loads: loads(),
            generalised: numbers(),
            velocities: [numbers(), numbers()],
            joint_loads: [loads(), loads()],
        }
    }

    /// How long after a communication point its load begins to act \[s\].
    pub fn lag(&self, size: f64) -> f64 {
        self.settings.delay.steps() * size
    }

    /// How long after a communication point of a step its load acts with the bodies' mobility \[s\]: in the
    /// middle of the time in which it does, or, at a host that moves positions with the velocity of the
    /// step's end, at the start.
    pub fn middle(&self, size: f64) -> f64 {
        let middle = if self.settings.semi_implicit { 0.0 } else { 0.5 };
        self.lag(size) + middle * size
    }

    /// Returns the time from a communication point to the middle of the interval in which its load acts \[s\].
    pub fn centre(&self, size: f64) -> f64 {
        self.lag(size) + 0.5 * size
    }

    /// Step 1: what accelerates the bodies besides the joints, from what the host's last interval was
    /// and the loads that worked in it; and their work there.
    pub fn learn(&mut self, velocities: &[f64], memory: &mut Memory<N>, respond: impl Respond<N>) {
        if memory.size == 0.0 {
            return;
        }
        let late = self.settings.delay.steps();
        let acting = |last: f64, before: f64| last * (1.0 - late) + before * late;
        let weight = (memory.size / (TELLING * memory.pace.0.max(SHORT))).min(1.0);
        if weight == 1.0 {
            memory.intervals = memory.intervals.saturating_add(1);
        }
        // The first intervals count alike: no false zero has to be forgotten.
        let gain = weight * self.settings.filter.max(f64::from(memory.intervals.max(1)).recip());
        let (mut power, mut yielding) = (0.0, 0.0);
        for (coordinate, now) in memory.coordinates.iter_mut().zip(velocities) {
            let (before, [last, older]) = (coordinate.velocity, coordinate.held);
            let by_loads = acting(last.acceleration, older.acceleration);
            let change = (now - before) / memory.size - by_loads;
            coordinate.external += gain * (change - coordinate.external);
            let load = acting(last.generalised, older.generalised);
            power += 0.5 * (now + before) * load;
            yielding += load * by_loads;
        }
        let correction_energy = self.correction_energy(velocities, memory, respond);
        let balance = &mut memory.balance;
        balance.correction_energy = correction_energy;
        balance.stake(power, yielding, memory.size);
        let predicted = Work::shared(&balance.given, late);
        balance.host += power * memory.size;
        balance.predicted.net += predicted.net;
        balance.predicted.turned_over += predicted.turned_over;
        balance.predicted.unearned += predicted.unearned;
        if f64::from(memory.intervals) <= 1.0 + late.ceil() {
            // Outer loads were not known in the first interval: nothing but that shows.
            balance.host = balance.predicted.net + correction_energy;
            balance.predicted.unearned = 0.0;
        }
    }

    /// Work of the loads that the host's bodies have had only because loads have been corrected: the next
    /// ones take it back. Bodies are faster for it, and farther on the way on which other loads work.
    fn correction_energy(
        &mut self,
        velocities: &[f64],
        memory: &Memory<N>,
        mut respond: impl Respond<N>,
    ) -> f64 {
        let late = self.settings.delay.steps();
        let [push, place] = &mut self.joint_loads;
        for (index, joint) in memory.joints.iter().enumerate() {
            let [last, before] = joint.correction_impulse;
            push[index] = last * (1.0 - late) + before * late;
            place[index] = joint.excess_travel * (1.0 - late) + joint.excess_before * late;
        }
        let [pushed, moved] = &mut self.velocities;
        respond(push, &mut self.generalised, pushed);
        let shares = self.generalised.iter().zip(velocities).zip(&**pushed);
        let faster: f64 =
            shares.map(|((push, velocity), pushed)| push * (velocity - 0.5 * pushed)).sum();
        respond(place, &mut self.generalised, moved);
        let shares = self.generalised.iter().zip(&memory.coordinates).zip(&**moved);
        // A coordinate that no load moves is where the host has it.
        let farther = shares.filter(|(_, moved)| **moved != 0.0);
        let farther: f64 = farther.map(|((place, known), _)| place * known.external).sum();
        faster - farther
    }

    /// Step 2: writes the host's state less what the loads given have done to it beyond the prediction;
    /// with a delay, carried on to where the load of this step begins to act.
    pub fn start(
        &mut self,
        state: HostState,
        memory: &Memory<N>,
        size: f64,
        (coordinates, velocities): (&mut [f64], &mut [f64]),
        mut respond: impl Respond<N>,
    ) {
        let late = self.settings.delay.steps();
        let lag = self.lag(size);
        // Loads that are used in two halves have moved the bodies further by now than one box would.
        let early = 0.5 * late * (1.0 - late) * size * size;
        let [place, push] = &mut self.joint_loads;
        for (index, joint) in memory.joints.iter().enumerate() {
            (place[index], push[index]) = (-joint.excess_travel, -joint.correction_impulse[0]);
        }
        let [moved, pushed] = &mut self.velocities;
        for (load, change) in [(place, moved), (push, pushed)] {
            respond(load, &mut self.generalised, change);
        }
        let ahead = if self.settings.semi_implicit { 0.5 * size } else { 0.0 };
        let [moved, pushed] = &self.velocities;
        for (index, coordinate) in memory.coordinates.iter().enumerate() {
            let (external, pending) = (coordinate.external, coordinate.held[0].acceleration);
            let velocity = state.velocities[index];
            velocities[index] = velocity + pushed[index] + lag * (external + pending);
            coordinates[index] = state.coordinates[index] + moved[index] - ahead * velocity
                + lag * (velocity + 0.5 * lag * (external + pending))
                - early * pending;
        }
    }

    /// Step 5: the mean load, and what brings the host's positions to where they were predicted. `None`
    /// if that is no finite load.
    pub fn answer(
        &mut self,
        state: HostState,
        memory: &mut Memory<N>,
        size: f64,
        followed: Followed<N>,
        mut respond: impl Respond<N>,
    ) -> Option<Outcome> {
        let share = memory.pace.follow(size);
        let mut finite = true;
        for (index, (load, joint)) in self.loads.iter_mut().zip(&mut memory.joints).enumerate() {
            let (impulse, travel) = (followed.impulse[index], followed.travel[index]);
            let GivenTo { excess_travel, excess_before, correction_impulse: [last, before] } =
                joint;
            *excess_before = *excess_travel;
            let ahead = *excess_travel + impulse * (0.5 * size) - travel;
            let wanted = -(ahead + *last * (0.5 * size)) / size;
            let next = (self.limited)(wanted, impulse) * share + *last * (1.0 - share);
            *load = (impulse + next - *last) / size;
            *excess_travel = ahead + (next + *last) * (0.5 * size);
            (*last, *before) = (next, *last);
            finite &= load.iter().chain(excess_travel.iter()).all(|part| part.is_finite());
        }
        let balance = &mut memory.balance;
        balance.given = [followed.work, balance.given[0]];
        let [acceleration, _] = &mut self.velocities;
        respond(&self.loads, &mut self.generalised, acceleration);
        for (index, coordinate) in memory.coordinates.iter_mut().enumerate() {
            let (generalised, acceleration) = (self.generalised[index], acceleration[index]);
            coordinate.held = [HeldLoad { generalised, acceleration }, coordinate.held[0]];
            coordinate.velocity = state.velocities[index];
        }
        memory.size = size;
        memory.take_stiffest(followed.stiffest, followed.was_apart);
        finite.then(|| memory.outcome(followed.coarse, size))
    }
}
