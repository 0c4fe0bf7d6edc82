//! The host's side of a communication step: what its motion says, and the load it is to hold.
//!
//! Whatever follows the motion inside a step stands between [`Exchange::start`] and
//! [`Exchange::answer`].

use super::memory::{HeldLoads, Memory, Work};
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

    /// Step 1: what accelerates the bodies besides the joints, from what the host's last interval was
    /// and the loads that worked in it; and their work there.
    pub fn learn(&mut self, velocities: &[f64], memory: &mut Memory<N>, respond: impl Respond<N>) {
        if memory.size == 0.0 {
            return;
        }
        let late = self.settings.delay.steps();
        let acting = |last: f64, before: f64| last * (1.0 - late) + before * late;
        let [last, older] = &memory.held;
        let weight = (memory.size / (TELLING * memory.pace.0.max(SHORT))).min(1.0);
        if weight == 1.0 {
            memory.intervals = memory.intervals.saturating_add(1);
        }
        // The first intervals count alike: no false zero has to be forgotten.
        let gain = weight * self.settings.filter.max(f64::from(memory.intervals.max(1)).recip());
        let mut power = 0.0;
        for (index, (now, before)) in velocities.iter().zip(&memory.velocities).enumerate() {
            let by_loads = acting(last.acceleration[index], older.acceleration[index]);
            let change = (now - before) / memory.size - by_loads;
            memory.external[index] += gain * (change - memory.external[index]);
            let load = acting(last.generalised[index], older.generalised[index]);
            power += 0.5 * (now + before) * load;
        }
        let correction_energy = self.correction_energy(velocities, memory, respond);
        let balance = &mut memory.balance;
        balance.correction_energy = correction_energy;
        let predicted = Work::shared(&balance.given, late);
        balance.host += power * memory.size;
        balance.predicted.net += predicted.net;
        balance.predicted.turned_over += predicted.turned_over;
        balance.predicted.unearned += predicted.unearned;
    }

    /// Kinetic energy that the host's bodies have only because loads have been corrected: the next
    /// ones take it back.
    fn correction_energy(
        &mut self,
        velocities: &[f64],
        memory: &Memory<N>,
        mut respond: impl Respond<N>,
    ) -> f64 {
        let late = self.settings.delay.steps();
        let [push, _] = &mut self.joint_loads;
        let both = memory.correction_impulse.iter().zip(&memory.previous_correction);
        for (push, (last, before)) in push.iter_mut().zip(both) {
            *push = last * (1.0 - late) + before * late;
        }
        let [pushed, _] = &mut self.velocities;
        respond(push, &mut self.generalised, pushed);
        let shares = self.generalised.iter().zip(velocities).zip(&**pushed);
        shares.map(|((push, velocity), pushed)| push * (velocity - 0.5 * pushed)).sum()
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
        for joint in 0..place.len() {
            (place[joint], push[joint]) =
                (-memory.excess_travel[joint], -memory.correction_impulse[joint]);
        }
        let [moved, pushed] = &mut self.velocities;
        for (load, change) in [(place, moved), (push, pushed)] {
            respond(load, &mut self.generalised, change);
        }
        let ahead = if self.settings.semi_implicit { 0.5 * size } else { 0.0 };
        let [moved, pushed] = &self.velocities;
        for (index, external) in memory.external.iter().enumerate() {
            let (velocity, pending) = (state.velocities[index], memory.held[0].acceleration[index]);
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
        for (joint, load) in self.loads.iter_mut().enumerate() {
            let (impulse, travel) = (followed.impulse[joint], followed.travel[joint]);
            let (excess_travel, correction_impulse) =
                (&mut memory.excess_travel[joint], &mut memory.correction_impulse[joint]);
            let ahead = *excess_travel + impulse * (0.5 * size) - travel;
            let wanted = -(ahead + *correction_impulse * (0.5 * size)) / size;
            let next =
                (self.limited)(wanted, impulse) * share + *correction_impulse * (1.0 - share);
            *load = (impulse + next - *correction_impulse) / size;
            *excess_travel = ahead + (next + *correction_impulse) * (0.5 * size);
            memory.previous_correction[joint] = *correction_impulse;
            *correction_impulse = next;
        }
        let balance = &mut memory.balance;
        balance.given = [followed.work, balance.given[0]];
        memory.held.swap(0, 1);
        let [HeldLoads { generalised, acceleration }, _] = &mut memory.held;
        respond(&self.loads, generalised, acceleration);
        memory.velocities.copy_from_slice(state.velocities);
        memory.size = size;
        memory.take_stiffest(followed.stiffest, followed.was_apart);
        let finite = |load: &SVector<f64, N>| load.iter().all(|part| part.is_finite());
        if !self.loads.iter().chain(&memory.excess_travel).all(finite) {
            return None;
        }
        Some(memory.outcome(followed.coarse, size))
    }
}
