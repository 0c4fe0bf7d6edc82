//! The exchange with the host at a communication point: estimates from its motion, and the load that it holds.
//!
//! The motion inside the step is integrated between [`Exchange::local_state`] and [`Exchange::held_load`].

use super::memory::{HeldLoad, Memory, PendingCorrection};
use super::work::Work;
use super::{HostState, JointLoad, Outcome, Settings};
use nalgebra::SVector;

/// Largest position correction, as a part of the load.
pub(crate) const CORRECTION: f64 = 0.3;

/// Limits a position correction, the first argument, to the size that an impulse allows.
pub(crate) type Limited<const N: usize> = fn(SVector<f64, N>, SVector<f64, N>) -> SVector<f64, N>;
/// Shortest interval with full weight, as a part of the pace. Shorter intervals get less weight: their velocity
/// difference is dominated by rounding, or by the tolerance of the host's solver.
const FULL_WEIGHT: f64 = 0.1;
/// Least pace that [`FULL_WEIGHT`] is multiplied with \[s\].
const FULL_WEIGHT_TIME: f64 = 1e-7;

/// Writes the generalised forces Jᵀ·loads of the joints, and the acceleration Mob·Jᵀ·loads by them.
pub(crate) trait LoadResponse<const N: usize>:
    FnMut(&[SVector<f64, N>], &mut [f64], &mut [f64])
{
}

impl<const N: usize, F: FnMut(&[SVector<f64, N>], &mut [f64], &mut [f64])> LoadResponse<N> for F {}

/// Result of following the motion inside a step, by joint.
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
    /// True if there was no contact at the step's start.
    pub was_apart: bool,
    /// True if the step needed more pieces than it may have.
    pub coarse: bool,
}

/// The exchange with the host. Its buffers hold no state between steps but the loads last given.
#[derive(Debug, Clone)]
pub(crate) struct Exchange<const N: usize> {
    /// The host's scheme.
    pub settings: Settings,
    /// Limits position corrections.
    limited: Limited<N>,
    /// The loads last given.
    pub loads: Box<[SVector<f64, N>]>,
    generalised: Box<[f64]>,
    velocities: [Box<[f64]>; 2],
    joint_loads: [Box<[SVector<f64, N>]>; 2],
}

impl<const N: usize> Exchange<N> {
    /// An exchange for these numbers of coordinates and joints, whose position corrections are `limited`.
    pub(crate) fn new(
        [coordinates, joints]: [usize; 2],
        limited: Limited<N>,
        settings: Settings,
    ) -> Self {
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

    /// Returns the time from a communication point to the moment its load begins to act \[s\].
    pub(crate) fn lag(&self, size: f64) -> f64 {
        self.settings.delay.steps() * size
    }

    /// Returns the time \[s\] from a communication point to the moment whose mobility counts for its load: the
    /// middle of the time in which it acts or, with a semi-implicit host, the start of that.
    pub(crate) fn middle(&self, size: f64) -> f64 {
        let middle = if self.settings.semi_implicit { 0.0 } else { 0.5 };
        self.lag(size) + middle * size
    }

    /// Returns the time from a communication point to the middle of the interval in which its load acts \[s\].
    pub(crate) fn centre(&self, size: f64) -> f64 {
        self.lag(size) + 0.5 * size
    }

    /// Step 1: estimates the external accelerations from the host's last interval and the loads that acted in it,
    /// and adds up the work of these loads.
    pub(crate) fn estimate_external(
        &mut self,
        velocities: &[f64],
        memory: &mut Memory<N>,
        response: impl LoadResponse<N>,
    ) {
        if memory.size == 0.0 {
            return;
        }
        let late = self.settings.delay.steps();
        let acting = |last: f64, before: f64| last * (1.0 - late) + before * late;
        let weight = (memory.size / (FULL_WEIGHT * memory.pace.0.max(FULL_WEIGHT_TIME))).min(1.0);
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
        let correction_energy = self.correction_energy(velocities, memory, response);
        let balance = &mut memory.balance;
        balance.correction_energy = correction_energy;
        balance.stake(power, yielding, memory.size);
        let predicted = Work::shared(&balance.given, late);
        balance.host += power * memory.size;
        balance.predicted.add(&predicted);
        if f64::from(memory.intervals) <= 1.0 + late.ceil() {
            // External loads were not known in the first interval: a mismatch there shows only that.
            balance.host = balance.predicted.net + correction_energy;
            balance.predicted.unearned = 0.0;
        }
    }

    /// Returns the work \[J\] of the loads that is due to position corrections only, and that the
    /// next loads take back: the kinetic energy by the corrections' impulses, less the work of the
    /// external loads on the excess displacement.
    fn correction_energy(
        &mut self,
        velocities: &[f64],
        memory: &Memory<N>,
        mut response: impl LoadResponse<N>,
    ) -> f64 {
        let late = self.settings.delay.steps();
        let [push, place] = &mut self.joint_loads;
        for (index, joint) in memory.joints.iter().enumerate() {
            let [last, before] = joint.correction_impulse;
            push[index] = last * (1.0 - late) + before * late;
            place[index] = joint.excess_travel * (1.0 - late) + joint.excess_before * late;
        }
        let [pushed, moved] = &mut self.velocities;
        response(push, &mut self.generalised, pushed);
        let shares = self.generalised.iter().zip(velocities).zip(&**pushed);
        let faster: f64 =
            shares.map(|((push, velocity), pushed)| push * (velocity - 0.5 * pushed)).sum();
        response(place, &mut self.generalised, moved);
        let shares = self.generalised.iter().zip(&memory.coordinates).zip(&**moved);
        // A coordinate that no load moves has no excess.
        let farther = shares.filter(|(_, moved)| **moved != 0.0);
        let farther: f64 = farther.map(|((place, known), _)| place * known.external).sum();
        faster - farther
    }

    /// Step 2: writes the host's state less the excess of the loads given over the prediction; with a delay,
    /// extrapolated to the moment at which the load of this step begins to act.
    pub(crate) fn local_state(
        &mut self,
        state: HostState,
        memory: &Memory<N>,
        size: f64,
        (coordinates, velocities): (&mut [f64], &mut [f64]),
        mut response: impl LoadResponse<N>,
    ) {
        let late = self.settings.delay.steps();
        let lag = self.lag(size);
        // Loads used in two halves have moved the bodies further by now than one held over a whole step.
        let early = 0.5 * late * (1.0 - late) * size * size;
        let [place, push] = &mut self.joint_loads;
        for (index, joint) in memory.joints.iter().enumerate() {
            (place[index], push[index]) = (-joint.excess_travel, -joint.correction_impulse[0]);
        }
        let [moved, pushed] = &mut self.velocities;
        for (load, change) in [(place, moved), (push, pushed)] {
            response(load, &mut self.generalised, change);
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

    /// Step 5: finds the mean load, with the correction that brings the host's positions to the predicted ones.
    /// Returns `None` if the load is not finite.
    pub(crate) fn held_load(
        &mut self,
        state: HostState,
        memory: &mut Memory<N>,
        size: f64,
        followed: Followed<N>,
        mut response: impl LoadResponse<N>,
    ) -> Option<Outcome> {
        let share = memory.pace.follow(size);
        let mut finite = true;
        for (index, (load, joint)) in self.loads.iter_mut().zip(&mut memory.joints).enumerate() {
            let (impulse, travel) = (followed.impulse[index], followed.travel[index]);
            let PendingCorrection {
                excess_travel,
                excess_before,
                correction_impulse: [last, before],
            } = joint;
            *excess_before = *excess_travel;
            let parts = [&impulse, &travel, &*excess_travel, &*last];
            if parts.into_iter().all(|part| *part == SVector::<f64, N>::zeros()) {
                (*load, *before) = (impulse, *last);
                continue;
            }
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
        response(&self.loads, &mut self.generalised, acceleration);
        for (index, coordinate) in memory.coordinates.iter_mut().enumerate() {
            let (generalised, acceleration) = (self.generalised[index], acceleration[index]);
            coordinate.held = [HeldLoad { generalised, acceleration }, coordinate.held[0]];
            coordinate.velocity = state.velocities[index];
        }
        memory.size = size;
        memory.record_stiffness(followed.stiffest, followed.was_apart);
        finite.then(|| memory.outcome(followed.coarse, size))
    }
}

/// Limits `correction` to [`CORRECTION`] of `impulse`, forces and moments each among themselves.
pub(crate) fn limited(correction: JointLoad, impulse: JointLoad) -> JointLoad {
    let share = |wanted: f64, most: f64| if wanted > most { most / wanted } else { 1.0 };
    let force = share(correction.xy().norm(), CORRECTION * impulse.xy().norm());
    let [b, a] = [2, 3].map(|moment| {
        correction[moment] * share(correction[moment].abs(), CORRECTION * impulse[moment].abs())
    });
    JointLoad::new(correction.x * force, correction.y * force, b, a)
}
