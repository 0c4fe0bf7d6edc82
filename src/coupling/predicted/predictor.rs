//! One communication step: from the host's state to the load that it is to hold.

use super::exchange::{Exchange, Followed};
use super::memory::Memory;
use super::slot_motion::SlotMotion;
use super::step_motion::StepMotion;
use super::{Delay, JointLoad, Mechanism, Settings, limited};
use crate::base::Fault;
use crate::coupling::{Snapshot, Step};
use crate::kinematics::planar::Motion;

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

impl Outcome {
    /// That of two mechanisms that are stepped together, but for the work mismatch of both.
    pub(crate) fn and(self, other: Option<Self>) -> Self {
        let Some(other) = other else { return self };
        let steps = [self.suggested_step, other.suggested_step].into_iter().flatten();
        Self {
            suggested_step: steps.reduce(f64::min),
            step_too_long: self.step_too_long || other.step_too_long,
            ..self
        }
    }
}

/// Carries a mechanism over communication steps. What it holds itself is memory to work in, and what
/// the last step has brought.
#[derive(Debug, Clone)]
pub struct Predictor {
    pub(super) exchange: Exchange<4>,
    pub(super) motion: StepMotion,
    /// What accelerates the bodies in this step besides the contacts.
    pub(super) external: Box<[f64]>,
    /// What did at the last point and does at this one, as it was learnt; for films only.
    learnt: [Box<[f64]>; 2],
}

/// Takes note of what accelerates the coordinates.
fn note(to: &mut [f64], memory: &Memory) {
    to.iter_mut().zip(&memory.coordinates).for_each(|(to, known)| *to = known.external);
}

impl Predictor {
    /// A predictor for mechanisms as large as this one.
    pub fn new<M: Mechanism>(mechanism: &M, settings: Settings) -> Self {
        let exchange =
            Exchange::new([mechanism.coordinates(), mechanism.joints()], limited, settings);
        let external = vec![0.0; mechanism.coordinates()].into_boxed_slice();
        let motion = StepMotion::new(mechanism);
        let learnt = if motion.films.is_empty() { Box::default() } else { external.clone() };
        Self { exchange, motion, external, learnt: [learnt.clone(), learnt] }
    }

    /// From now on the host is one that uses loads and moves positions so.
    pub fn meet(&mut self, delay: Delay, semi_implicit: bool) {
        let settings = &mut self.exchange.settings;
        (settings.delay, settings.semi_implicit) = (delay, semi_implicit);
    }

    /// See [`Exchange::middle`].
    pub(crate) fn middle(&self, size: f64) -> f64 {
        self.exchange.middle(size)
    }

    /// See [`Exchange::centre`].
    pub(crate) fn centre(&self, size: f64) -> f64 {
        self.exchange.centre(size)
    }

    /// The memory before the first step, at `time` \[s\]. What touches in `state` has always touched;
    /// coordinates of the mechanism behind those of `state` are at rest at 0, and no business of the host's.
    pub fn begin<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        time: f64,
    ) -> Memory {
        mechanism.place(state.coordinates, state.velocities);
        self.motion.films.see(mechanism, true);
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
        self.step_pushed(mechanism, state, memory, step, &[])
    }

    /// The same where the host will hold another load over the step, on top of the joints': `push` is
    /// what that does to the coordinates, perhaps nothing. It is no part of loads, works and sums.
    pub fn step_pushed<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory,
        step: Step,
        push: &[f64],
    ) -> Result<Outcome, Fault> {
        let oiled = !self.motion.films.is_empty();
        if oiled && memory.knows_first_step() && self.exchange.settings.is_plain() {
            let done = self.make_good(mechanism, state, memory, step.start);
            done.ok_or(Fault::NoFiniteSolution { time: step.start })?;
        }
        mechanism.place(state.coordinates, state.velocities);
        let mut respond = |loads: &[JointLoad], generalised: &mut [f64], change: &mut [f64]| {
            mechanism.spread(loads, generalised);
            mechanism.mobilise(generalised, change);
        };
        let [earlier, learnt] = &mut self.learnt;
        note(earlier, memory);
        self.exchange.learn(state.velocities, memory, &mut respond);
        if !earlier.is_empty() {
            note(learnt, memory);
            let lag = self.exchange.lag(step.size);
            memory.lead_external(earlier, &mut self.motion.growth, step.size, lag);
        }
        let StepMotion { coordinates, velocities, .. } = &mut self.motion;
        let local = (&mut **coordinates, &mut **velocities);
        self.exchange.start(state, memory, step.size, local, &mut respond);
        let lag = self.exchange.lag(step.size);
        let local = Step { start: step.start + lag, size: step.size };
        let fault = || Fault::NoFiniteSolution { time: step.start };
        let contact_time = memory.contact_time();
        let was_apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let accuracy = self.exchange.settings.accuracy;
        for (to, known) in self.external.iter_mut().zip(&memory.coordinates) {
            *to = known.external;
        }
        self.external.iter_mut().zip(push).for_each(|(to, from)| *to += from);
        self.motion.clear(true, step.size);
        let hosted = memory.coordinates.len();
        let StepMotion { coordinates, velocities, .. } = &mut self.motion;
        let bent = coordinates[hosted..].iter_mut().zip(&mut velocities[hosted..]);
        bent.zip(&memory.bent).for_each(|((place, rate), [q, v])| (*place, *rate) = (*q, *v));
        self.motion
            .follow(mechanism, &mut memory.slots, &self.external, local, contact_time, accuracy)
            .ok_or_else(fault)?;
        let StepMotion { coordinates, velocities, bent_damped, .. } = &self.motion;
        let bent = coordinates[hosted..].iter().zip(&velocities[hosted..]);
        memory.bent.iter_mut().zip(bent).for_each(|(to, (q, v))| *to = [*q, *v]);
        memory.bent_damped += bent_damped;
        let [_, learnt] = &self.learnt;
        let known = memory.coordinates.iter_mut().zip(learnt);
        known.for_each(|(coordinate, learnt)| coordinate.external = *learnt);
        mechanism.place(state.coordinates, state.velocities);
        let StepMotion { impulse, travel, work, stiffest, coarse, .. } = &self.motion;
        let (work, stiffest, coarse) = (*work, *stiffest, *coarse);
        let followed = Followed { impulse, travel, work, stiffest, was_apart, coarse };
        let respond = |loads: &[JointLoad], generalised: &mut [f64], change: &mut [f64]| {
            mechanism.spread(loads, generalised);
            mechanism.mobilise(generalised, change);
        };
        let outcome = self.exchange.answer(state, memory, step.size, followed, respond);
        memory.add(push);
        outcome.ok_or_else(fault)
    }

    /// Carries `memory` over a part of a communication step from `state` on, for a caller that moves the
    /// bodies itself: `external` is what accelerates them besides the joints, and they go on from
    /// [`end`](Self::end). The [`loads`](Self::loads) are means over the `whole` communication step \[s\],
    /// which this is the `first` part of or a later one.
    pub fn carry<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        (state, external): (HostState, &[f64]),
        memory: &mut Memory,
        part: Step,
        (first, whole): (bool, f64),
    ) -> Result<Outcome, Fault> {
        let StepMotion { coordinates, velocities, .. } = &mut self.motion;
        coordinates.copy_from_slice(state.coordinates);
        velocities.copy_from_slice(state.velocities);
        let was_apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let accuracy = self.exchange.settings.accuracy;
        let contact_time = memory.contact_time();
        self.motion.clear(first, whole);
        self.motion.growth.fill(0.0);
        self.motion
            .follow(mechanism, &mut memory.slots, external, part, contact_time, accuracy)
            .ok_or(Fault::NoFiniteSolution { time: part.start })?;
        mechanism.spread(&self.motion.impulse, &mut self.motion.generalised);
        mechanism.mobilise(&self.motion.generalised, &mut self.external);
        let sums = |rates: &[f64]| -> f64 {
            self.motion.generalised.iter().zip(rates).map(|(impulse, rate)| impulse * rate).sum()
        };
        let along = [sums(state.velocities), sums(&self.external)];
        let StepMotion { impulse, work, stiffest, coarse, bent_damped, .. } = &self.motion;
        memory.bent_damped += bent_damped;
        if first {
            self.exchange.loads.fill(JointLoad::zeros());
        }
        for (load, impulse) in self.exchange.loads.iter_mut().zip(impulse) {
            *load += impulse / whole;
        }
        Ok(memory.carried(work, along, *stiffest, was_apart, *coarse, whole))
    }

    /// ∫F dt by joint over what was last followed \[N s\].
    pub fn impulses(&self) -> &[JointLoad] {
        &self.motion.impulse
    }

    /// Whether what was last followed was too rich for fine pieces.
    pub fn is_coarse(&self) -> bool {
        self.motion.coarse
    }

    /// Where the bodies are at the end of the last step, as far as it is known.
    pub fn end(&self) -> HostState<'_> {
        let StepMotion { coordinates, velocities, .. } = &self.motion;
        HostState { coordinates, velocities }
    }

    /// The loads last given, by joint.
    pub fn loads(&self) -> &[JointLoad] {
        &self.exchange.loads
    }

    /// The motion of b relative to a in an oiled joint at the end of the last step.
    pub(crate) fn oiled(&self, joint: usize) -> Option<&Motion<f64>> {
        self.motion.films.motion(joint)
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
}
