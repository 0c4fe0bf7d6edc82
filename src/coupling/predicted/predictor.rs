//! One communication step: from the host's state to the load that it is to hold.

use super::memory::{HeldLoads, Memory, Work};
use super::slot_motion::SlotMotion;
use super::step_motion::StepMotion;
use super::{JointLoad, Mechanism, Settings};
use crate::Fault;
use crate::coupling::{Snapshot, Step};

/// The position correction takes at most this part of the load.
const CORRECTION: f64 = 0.3;
/// An interval shorter than this part of the pace says less about what accelerates the bodies: velocities
/// are known to rounding, or to the tolerance of the host's solver.
const TELLING: f64 = 0.1;
/// And so does one shorter than this part of this time \[s\].
const SHORT: f64 = 1e-7;

/// State of the bodies as the host gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HostState<'a> {
    /// q.
    pub coordinates: &'a [f64],
    /// v.
    pub velocities: &'a [f64],
}

/// What a step reports besides loads and slots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// |W_host − W_unit| over the work turned over, since the beginning \[1\].
    pub work_mismatch: f64,
    /// Step that the last contact tolerates \[s\], its estimated duration; `None` before the first.
    pub suggested_step: Option<f64>,
    /// Whether the step just made is longer than that.
    pub step_too_long: bool,
}

/// Carries a mechanism over communication steps. What it holds itself is memory to work in, and what
/// the last step has brought.
#[derive(Debug, Clone)]
pub struct Predictor {
    /// How it meets its host.
    pub settings: Settings,
    motion: StepMotion,
    /// The loads last given.
    loads: Box<[JointLoad]>,
    generalised: Box<[f64]>,
    velocities: [Box<[f64]>; 2],
    joint_loads: [Box<[JointLoad]>; 2],
}

impl Predictor {
    /// A predictor for mechanisms as large as this one.
    pub fn new<M: Mechanism>(mechanism: &M, settings: Settings) -> Self {
        let (coordinates, joints) = (mechanism.coordinates(), mechanism.joints());
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![JointLoad::zeros(); joints].into_boxed_slice();
        Self {
            settings,
            motion: StepMotion::new(mechanism),
            loads: loads(),
            generalised: numbers(),
            velocities: [numbers(), numbers()],
            joint_loads: [loads(), loads()],
        }
    }

    /// The memory before the first step, at `time` \[s\]. What touches in `state` has always touched.
    pub fn begin<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        time: f64,
    ) -> Memory {
        mechanism.place(state.coordinates, state.velocities);
        Memory::new(mechanism, state.velocities, time)
    }

    /// Carries `memory` over `step` from the host's `state`; the loads to be held are in
    /// [`loads`](Self::loads) then, and the mechanism is placed at the host's state. After a fault
    /// loads and memory mean nothing.
    pub fn step<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory,
        step: Step,
    ) -> Result<Outcome, Fault> {
        mechanism.place(state.coordinates, state.velocities);
        self.learn(mechanism, state.velocities, memory);
        self.start(mechanism, state, memory, step.size);
        let lag = self.settings.delay.steps() * step.size;
        let local = Step { start: step.start + lag, size: step.size };
        let fault = || Fault::NoFiniteSolution { time: step.start };
        let contact_time = memory.contact_time();
        let apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let Memory { slots, external, .. } = memory;
        self.motion
            .follow(mechanism, slots, external, local, contact_time, self.settings.accuracy)
            .ok_or_else(fault)?;
        self.answer(memory, step.size);
        mechanism.place(state.coordinates, state.velocities);
        memory.held.swap(0, 1);
        let [HeldLoads { generalised, acceleration }, _] = &mut memory.held;
        mechanism.spread(&self.loads, generalised);
        mechanism.mobilise(generalised, acceleration);
        memory.velocities.copy_from_slice(state.velocities);
        memory.size = step.size;
        if self.motion.stiffest > 0.0 {
            let before = if apart { 0.0 } else { memory.stiffest };
            memory.stiffest = self.motion.stiffest.max(before);
        }
        let finite = |load: &JointLoad| load.iter().all(|part| part.is_finite());
        if !self.loads.iter().chain(&memory.excess_travel).all(finite) {
            return Err(fault());
        }
        let suggested_step = Some(memory.contact_time()).filter(|time| *time > 0.0);
        Ok(Outcome {
            work_mismatch: memory.work_mismatch(),
            suggested_step,
            step_too_long: self.motion.coarse
                || suggested_step.is_some_and(|most| step.size > most),
        })
    }

    /// Where the bodies are at the end of the last step, as far as it is known.
    pub fn end(&self) -> HostState<'_> {
        let StepMotion { coordinates, velocities, .. } = &self.motion;
        HostState { coordinates, velocities }
    }

    /// The loads last given, by joint.
    pub fn loads(&self) -> &[JointLoad] {
        &self.loads
    }

    /// Largest normal force \[N\] and ∫F_N dt \[N s\] of `slot` inside the last step.
    pub fn normal(&self, slot: usize) -> (f64, f64) {
        let SlotMotion { peak_normal_force, normal_impulse, .. } = self.motion.slots[slot];
        (peak_normal_force, normal_impulse)
    }

    /// `slot` at the end of the last step.
    pub fn snapshot<M: Mechanism>(&self, mechanism: &M, memory: &Memory, slot: usize) -> Snapshot {
        let touch = &self.motion.slots[slot].start.touch;
        mechanism.contact(slot).snapshot(&memory.slots[slot].point, touch)
    }

    /// Largest size of every coordinate's acceleration inside the last step.
    pub fn peak_accelerations(&self) -> &[f64] {
        &self.motion.peak_acceleration
    }

    /// Step 1: what accelerates the bodies besides the joints, from what the host's last interval was
    /// and the loads that worked in it; and their work there.
    fn learn<M: Mechanism>(&mut self, mechanism: &mut M, velocities: &[f64], memory: &mut Memory) {
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
        let correction_energy = self.correction_energy(mechanism, velocities, memory);
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
    fn correction_energy<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        velocities: &[f64],
        memory: &Memory,
    ) -> f64 {
        let late = self.settings.delay.steps();
        let [push, _] = &mut self.joint_loads;
        let both = memory.correction_impulse.iter().zip(&memory.previous_correction);
        for (push, (last, before)) in push.iter_mut().zip(both) {
            *push = last * (1.0 - late) + before * late;
        }
        mechanism.spread(push, &mut self.generalised);
        let [pushed, _] = &mut self.velocities;
        mechanism.mobilise(&self.generalised, pushed);
        let shares = self.generalised.iter().zip(velocities).zip(&**pushed);
        shares.map(|((push, velocity), pushed)| push * (velocity - 0.5 * pushed)).sum()
    }

    /// Step 2: the host's state less what the loads given have done to it beyond the prediction; with
    /// a delay, carried on to where the load of this step begins to act.
    fn start<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &Memory,
        size: f64,
    ) {
        let late = self.settings.delay.steps();
        let lag = late * size;
        // Loads that are used in two halves have moved the bodies further by now than one box would.
        let early = 0.5 * late * (1.0 - late) * size * size;
        let [place, push] = &mut self.joint_loads;
        for joint in 0..place.len() {
            (place[joint], push[joint]) =
                (-memory.excess_travel[joint], -memory.correction_impulse[joint]);
        }
        let StepMotion { coordinates, velocities, .. } = &mut self.motion;
        let [moved, pushed] = &mut self.velocities;
        for (load, change) in [(place, moved), (push, pushed)] {
            mechanism.spread(load, &mut self.generalised);
            mechanism.mobilise(&self.generalised, change);
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

    /// Step 5: the mean load, and what brings the host's positions to where they were predicted.
    fn answer(&mut self, memory: &mut Memory, size: f64) {
        let share = memory.pace.follow(size);
        for (joint, load) in self.loads.iter_mut().enumerate() {
            let (impulse, travel) = (self.motion.impulse[joint], self.motion.travel[joint]);
            let (excess_travel, correction_impulse) =
                (&mut memory.excess_travel[joint], &mut memory.correction_impulse[joint]);
            let ahead = *excess_travel + impulse * (0.5 * size) - travel;
            let wanted = -(ahead + *correction_impulse * (0.5 * size)) / size;
            let next = limited(wanted, impulse) * share + *correction_impulse * (1.0 - share);
            *load = (impulse + next - *correction_impulse) / size;
            *excess_travel = ahead + (next + *correction_impulse) * (0.5 * size);
            memory.previous_correction[joint] = *correction_impulse;
            *correction_impulse = next;
        }
        let balance = &mut memory.balance;
        balance.given = [self.motion.work, balance.given[0]];
    }
}

/// `correction` no larger than a part of `impulse`, forces and moments each among themselves.
fn limited(correction: JointLoad, impulse: JointLoad) -> JointLoad {
    let share = |wanted: f64, most: f64| if wanted > most { most / wanted } else { 1.0 };
    let force = share(correction.xy().norm(), CORRECTION * impulse.xy().norm());
    let [b, a] = [2, 3].map(|moment| {
        correction[moment] * share(correction[moment].abs(), CORRECTION * impulse[moment].abs())
    });
    JointLoad::new(correction.x * force, correction.y * force, b, a)
}
