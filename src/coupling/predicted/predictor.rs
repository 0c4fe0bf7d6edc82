//! One communication step of a mechanism: from the host's state to the load that the host holds.

use super::exchange::{Exchange, Followed, Limited, limited};
use super::memory::Memory;
use super::{
    Delay, HostState, LoadVector, MatingContacts, Mechanism, Outcome, PointContacts, Settings,
};
use crate::base::Fault;
use crate::coupling::engine::{Contacts, Engine, External, Graph, Laws, MatingJoints, Points};
use crate::coupling::{Snapshot, Step};
use crate::kinematics::planar::Motion;
use crate::laws::mating::Contact;

/// Integrates a mechanism over communication steps. It holds buffers and the results of the last step; all state
/// is in the [`Memory`].
#[derive(Debug, Clone)]
pub struct Predictor<const L: usize = 4, P = Points> {
    pub(super) exchange: Exchange<L>,
    pub(super) engine: Box<Engine<L, P>>,
    /// Generalised forces, a buffer.
    generalised: Box<[f64]>,
    /// Accelerations of the coordinates in this step by all but the joints.
    pub(super) external: Box<[f64]>,
    /// Their estimates at the last point and at this one, and their growth per second; for films only.
    estimates: [Box<[f64]>; 2],
    growth: Box<[f64]>,
}

/// Copies the external accelerations of the coordinates.
fn copy_external<const L: usize>(to: &mut [f64], memory: &Memory<L>) {
    to.iter_mut().zip(&memory.coordinates).for_each(|(to, known)| *to = known.external);
}

/// Writes the generalised forces of the joints' loads, and the accelerations that they give: flexible bodies respond as
/// they are bent where the mechanism is placed.
fn respond<const L: usize, M: Mechanism<L>>(
    mechanism: &mut M,
    graph: &mut Graph<L>,
    loads: &[LoadVector<L>],
    generalised: &mut [f64],
    change: &mut [f64],
) {
    // Most steps of most mechanisms are without contact.
    if loads.iter().all(|load| *load == LoadVector::<L>::zeros()) {
        generalised.fill(0.0);
        change.fill(0.0);
        return;
    }
    mechanism.generalised_forces(loads, generalised);
    if mechanism.is_flexible() {
        mechanism.apply_inverse_mass(generalised, change);
    } else {
        graph.respond_to_all(mechanism, loads, change);
    }
}

impl<const L: usize, P> Predictor<L, P> {
    /// A predictor for mechanisms of the size of this one, whose position corrections are `limited`.
    pub(crate) fn limited_by<M: Contacts<L>>(
        mechanism: &M,
        settings: Settings,
        limited: Limited<L>,
    ) -> Self
    where
        P: Laws<M, L>,
    {
        let exchange =
            Exchange::new([mechanism.coordinates(), mechanism.joints()], limited, settings);
        let external = vec![0.0; mechanism.coordinates()].into_boxed_slice();
        let oiled = (0..mechanism.joints()).any(|joint| mechanism.has_film(joint));
        let estimate = if oiled { external.clone() } else { Box::default() };
        Self {
            exchange,
            engine: Engine::boxed(mechanism, settings.tolerance),
            generalised: external.clone(),
            external,
            estimates: [estimate.clone(), estimate.clone()],
            growth: estimate,
        }
    }

    /// Sets the delay of the host's loads, and whether it updates positions semi-implicitly.
    pub(crate) fn set_host_scheme(&mut self, delay: Delay, semi_implicit: bool) {
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

    /// Returns the memory before the first step, at `time` \[s\]. Slots that touch in `state` have always touched.
    /// Coordinates of the mechanism behind those of `state` are modal ones, which the host does not move: they are
    /// at rest at 0.
    pub fn begin<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        time: f64,
    ) -> Memory<L>
    where
        P: Laws<M, L>,
    {
        mechanism.place(state.coordinates, state.velocities);
        self.engine.laws.end_step(mechanism);
        Memory::new(mechanism, state.velocities, time)
    }

    /// Integrates `memory` over `step` from the host's `state`, then leaves the loads to be held in
    /// [`loads`](Self::loads) and the mechanism in the host's state. After a fault loads and memory are invalid.
    pub fn step<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory<L>,
        step: Step,
    ) -> Result<Outcome, Fault>
    where
        P: Laws<M, L>,
    {
        self.step_pushed(mechanism, state, memory, step, &[])
    }

    /// Like [`step`](Self::step), for a host that holds another load over the step on top of the joints': `push` is
    /// the acceleration of the coordinates by it, or empty. Loads, works and sums exclude it.
    pub(crate) fn step_pushed<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory<L>,
        step: Step,
        push: &[f64],
    ) -> Result<Outcome, Fault>
    where
        P: Laws<M, L>,
    {
        let has_films = !self.growth.is_empty();
        if has_films && memory.knows_first_step() && self.exchange.settings.is_plain() {
            let done = self.correct_first_step(mechanism, state, memory, step.start);
            done.ok_or(Fault::NoFiniteSolution { time: step.start })?;
        }
        let Engine { coordinates, velocities, graph, .. } = &mut *self.engine;
        graph.forget_changed(mechanism);
        if mechanism.is_flexible() {
            mechanism.place(state.coordinates, state.velocities);
        }
        let mut response =
            |loads: &[LoadVector<L>], generalised: &mut [f64], change: &mut [f64]| {
                respond(mechanism, graph, loads, generalised, change);
            };
        let [earlier, estimate] = &mut self.estimates;
        copy_external(earlier, memory);
        self.exchange.estimate_external(state.velocities, memory, &mut response);
        if has_films {
            copy_external(estimate, memory);
            let lag = self.exchange.lag(step.size);
            memory.extrapolate_external(earlier, &mut self.growth, step.size, lag);
        }
        let local = (&mut **coordinates, &mut **velocities);
        self.exchange.local_state(state, memory, step.size, local, &mut response);
        copy_external(&mut self.external, memory);
        self.external.iter_mut().zip(push).for_each(|(to, from)| *to += from);
        let lag = self.exchange.lag(step.size);
        let local = Step { start: step.start + lag, size: step.size };
        let was_apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let contact_time = memory.contact_time();
        let hosted = memory.coordinates.len();
        let slots = &mut memory.slots;
        self.engine.clear(true);
        self.engine.set_bent(hosted, &memory.bent);
        let external = External { middle: &self.external, growth: &self.growth };
        let controls = &mut memory.controls;
        self.engine
            .follow(mechanism, slots, external, local, contact_time, controls)
            .ok_or(Fault::NoFiniteSolution { time: step.start })?;
        memory.bent_damped += self.engine.bent(hosted, &mut memory.bent);
        self.hold(mechanism, state, memory, step, (was_apart, push))
    }

    /// Finds the load that the host holds, once the motion inside the step is known.
    fn hold<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory<L>,
        step: Step,
        (was_apart, push): (bool, &[f64]),
    ) -> Result<Outcome, Fault>
    where
        P: Laws<M, L>,
    {
        let fault = || Fault::NoFiniteSolution { time: step.start };
        let [_, estimate] = &self.estimates;
        let known = memory.coordinates.iter_mut().zip(estimate);
        known.for_each(|(coordinate, estimate)| coordinate.external = *estimate);
        mechanism.place(state.coordinates, state.velocities);
        let Engine { impulse, travel, work, stiffest, coarse, graph, .. } = &mut *self.engine;
        let (work, stiffest, coarse) = (*work, *stiffest, *coarse);
        let followed = Followed { impulse, travel, work, stiffest, was_apart, coarse };
        let response = |loads: &[LoadVector<L>], generalised: &mut [f64], change: &mut [f64]| {
            respond(mechanism, graph, loads, generalised, change);
        };
        let outcome = self.exchange.held_load(state, memory, step.size, followed, response);
        memory.add_held(push);
        outcome.ok_or_else(fault)
    }

    /// Integrates `memory` over a part of a communication step from `state` on, for a caller that moves the bodies
    /// itself: `external` are their accelerations by all but the joints, and they go on from [`end`](Self::end). The
    /// [`loads`](Self::loads) are means over the `whole` communication step \[s\]; `first` is true in its first part.
    pub(crate) fn step_part<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        (state, external): (HostState, &[f64]),
        memory: &mut Memory<L>,
        part: Step,
        (first, whole): (bool, f64),
    ) -> Result<Outcome, Fault>
    where
        P: Laws<M, L>,
    {
        self.engine.coordinates.copy_from_slice(state.coordinates);
        self.engine.velocities.copy_from_slice(state.velocities);
        let was_apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let contact_time = memory.contact_time();
        self.engine.clear(first);
        self.engine.graph.forget_changed(mechanism);
        let external = External { middle: external, growth: &[] };
        let (slots, controls) = (&mut memory.slots, &mut memory.controls);
        self.engine
            .follow(mechanism, slots, external, part, contact_time, controls)
            .ok_or(Fault::NoFiniteSolution { time: part.start })?;
        let hosted = memory.coordinates.len();
        memory.bent_damped += self.engine.bent(hosted, &mut []);
        let Engine { impulse, work, stiffest, coarse, graph, .. } = &mut *self.engine;
        let (impulse, stiffest, coarse) = (&*impulse, *stiffest, *coarse);
        let generalised = &mut self.generalised;
        respond(mechanism, graph, impulse, generalised, &mut self.external);
        let sums = |rates: &[f64]| -> f64 {
            generalised.iter().zip(rates).map(|(impulse, rate)| impulse * rate).sum()
        };
        let along = [sums(state.velocities), sums(&self.external)];
        if first {
            self.exchange.loads.fill(LoadVector::zeros());
        }
        for (load, impulse) in self.exchange.loads.iter_mut().zip(impulse) {
            *load += impulse / whole;
        }
        Ok(memory.record_free(work, along, stiffest, was_apart, coarse, whole))
    }

    /// Returns ∫F dt by joint over the last step or part of a step \[N s\].
    pub fn impulses(&self) -> &[LoadVector<L>] {
        &self.engine.impulse
    }

    /// Returns true if the last step or part of a step needed more pieces than it may have.
    pub(crate) fn is_coarse(&self) -> bool {
        self.engine.coarse
    }

    /// Returns the predicted state of the bodies at the end of the last step.
    pub fn end(&self) -> HostState<'_> {
        let Engine { coordinates, velocities, .. } = &*self.engine;
        HostState { coordinates, velocities }
    }

    /// Returns the loads last given, by joint.
    pub fn loads(&self) -> &[LoadVector<L>] {
        &self.exchange.loads
    }

    /// Returns the largest normal force \[N\] and ∫F_N dt \[N s\] of `slot` inside the last step.
    pub fn normal(&self, slot: usize) -> (f64, f64) {
        let motion = &self.engine.slots[slot];
        (motion.peak_normal_force, motion.normal_impulse)
    }

    /// Returns the largest size of every coordinate's acceleration inside the last step.
    pub(crate) fn peak_accelerations(&self) -> &[f64] {
        &self.engine.peak_acceleration
    }
}

impl Predictor<9, MatingJoints> {
    /// Evaluates the normal contact of a joint where the mechanism is placed; returns it, and the elastic energy there
    /// \[J\].
    pub(crate) fn contact<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        memory: &Memory<9>,
        joint: usize,
    ) -> (&Contact<f64>, f64) {
        self.engine.laws.evaluate(mechanism, joint, &memory.slots)
    }
}

impl Predictor {
    /// A predictor for mechanisms of the size of this one.
    pub fn new<M: PointContacts>(mechanism: &M, settings: Settings) -> Self {
        Self::limited_by(mechanism, settings, limited)
    }

    /// Returns the motion of b relative to a in a joint with a film at the end of the last step.
    pub(crate) fn film_motion(&self, joint: usize) -> Option<&Motion<f64>> {
        self.engine.laws.film_motion(joint)
    }

    /// Returns the state of `slot` at the end of the last step.
    pub fn snapshot<M: PointContacts>(
        &self,
        mechanism: &M,
        memory: &Memory,
        slot: usize,
    ) -> Snapshot {
        let here = &self.engine.slots[slot].here;
        mechanism.contact(slot).snapshot(&memory.slots[slot].point, here)
    }
}
