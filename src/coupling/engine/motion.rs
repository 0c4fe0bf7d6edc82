//! The motion inside a step: flights in closed form, contacts by a Runge–Kutta pair that controls its error.

use super::attempt::First;
use super::bending::Bending;
use super::clusters::run::{Clusters, Limits};
use super::contacts::{Contacts, Laws};
use super::control::Control;
use super::external::External;
use super::graph::{Graph, Set};
use super::slot::SlotMotion;
use super::stages::Implicit;
use super::tableau::STAGES;
use crate::coupling::Step;
#[cfg(test)]
use crate::coupling::predicted::HostState;
use crate::coupling::predicted::{LoadVector, Slot, Work};

/// Most pieces of contact in a step and island at a tolerance of 1e-4, and at any; the rest of the step is integrated by the
/// fallback.
const PIECES: f64 = 600.0;
const MOST_PIECES: f64 = 4000.0;
/// Additional pieces for every part of a step that is integrated by itself.
const PIECES_PER_PART: u32 = 3;
/// Pieces of the fallback in the rest of a step.
const LAST_PIECES: f64 = 8.0;

/// The state of the bodies inside a step, and the sums over it. All memory is allocated once.
#[derive(Debug, Clone)]
pub(crate) struct Engine<const L: usize, P> {
    /// q.
    pub coordinates: Box<[f64]>,
    /// v.
    pub velocities: Box<[f64]>,
    /// I = ∫F dt by joint \[N s\].
    pub impulse: Box<[LoadVector<L>]>,
    /// S = ∬F dt² by joint \[N s²\].
    pub travel: Box<[LoadVector<L>]>,
    /// Largest size of every acceleration.
    pub peak_acceleration: Box<[f64]>,
    pub slots: Box<[SlotMotion]>,
    /// Memory of the contacts' laws.
    pub laws: P,
    /// True if a joint has a film.
    pub(super) has_films: bool,
    /// True if a joint loads its bodies without contact, too.
    pub(super) loads_always: bool,
    /// Flexible bodies; `None` if all are rigid.
    pub(super) bending: Option<Box<Bending<L>>>,
    /// Work of the contacts.
    pub work: Work,
    /// Largest row sum of k w of the normal forces \[1/s²\].
    pub stiffest: f64,
    /// True if the step was too rich for its budget of pieces.
    pub coarse: bool,
    /// The responses to loads of the joints: they are [forgotten](Graph::forget) where the inverse mass changes.
    pub graph: Graph<L>,
    /// The slots that touch.
    pub(super) closed: Set,
    /// The joints of these slots.
    pub(super) busy: Set,
    /// The joints whose bodies these joints move.
    pub(super) near: Set,
    /// The coordinates that the places of these joints depend on, and those that busy joints move.
    pub(super) moving: Set,
    /// Number of the moving coordinates, the first of their set, that explicit pieces follow in stages: busy joints move them.
    /// The others coast.
    pub(super) loaded: usize,
    /// Time after the step's start at which a joint that is not near may touch \[s\].
    pub(super) idle_until: f64,
    /// True if the sets are those of the present contacts.
    pub(super) listed: bool,
    /// True if the approaches of joints that are not near are those of an earlier instant.
    pub(super) stale: bool,
    /// Tolerance of the error \[1\].
    pub(super) tolerance: f64,
    /// External accelerations at the step's start, and their growth per second.
    pub(super) external: [Box<[f64]>; 2],
    /// Coordinates and velocities of the moving coordinates at the start of a piece, in the order of their set.
    pub(super) start: [Box<[f64]>; 2],
    /// Their accelerations at the stages.
    pub(super) accelerations: [Box<[f64]>; STAGES],
    /// Loads at the stages, by joint.
    pub(super) stage_loads: Box<[[LoadVector<L>; STAGES]]>,
    /// True if pieces are implicit.
    pub(super) is_implicit: bool,
    /// Knowledge of the first stage of the next piece.
    pub(super) first: First,
    /// Coordinates and velocities inside a piece, then at its end.
    pub(super) trial: [Box<[f64]>; 2],
    /// Accelerations by the forces of a piece of the fallback.
    pub(super) pushed: Box<[f64]>,
    /// Velocities by unit loads; zero between uses.
    pub(super) unit: Box<[f64]>,
    /// Errors of coordinates and velocities.
    pub(super) wrong: [Box<[f64]>; 2],
    /// Impulse and travel of the joints over the present piece.
    pub(super) joint_sums: Box<[[LoadVector<L>; 2]]>,
    /// Energy that the joints give the bodies in the present piece \[J\].
    pub(super) got: f64,
    /// Energy that the pieces of the present contacts have created beyond the works of their forces \[J\].
    pub(super) created: f64,
    pub(super) implicit: Implicit<L>,
    pub(super) clusters: Clusters,
    /// True if bodies are tied by contacts only.
    pub(super) are_free: bool,
    pub(super) loads: Box<[LoadVector<L>]>,
    /// The slot that touches at the end of the present piece.
    pub(super) met: Option<usize>,
    /// Most pieces of contact in a step and island.
    budget: u32,
    /// Number of parts of the communication step that have been begun.
    parts: u32,
    /// Length of the present step or part of a step \[s\].
    pub(super) step: f64,
    /// Pieces of the communication step so far.
    pub(super) pieces: u32,
    /// Length of the fallback's pieces, and what halvings have left of the next one \[s\].
    pub(super) fallback: [f64; 2],
    /// Number of times that a piece of the fallback has been halved in the step.
    pub(super) halvings: u32,
    /// Number of sweeps of the fallback's iterations in the step.
    pub(super) sweeps: u32,
    /// Number of contacts that have begun.
    #[cfg(test)]
    pub impacts: u64,
}

impl<const L: usize, P> Engine<L, P> {
    /// Makes the engine of a mechanism, in a frame of its own: a host's stack may be small.
    #[inline(never)]
    pub fn boxed<M: Contacts<L>>(mechanism: &M, tolerance: f64) -> Box<Self>
    where
        P: Laws<M, L>,
    {
        Box::new(Self::new(mechanism, tolerance))
    }

    pub fn new<M: Contacts<L>>(mechanism: &M, tolerance: f64) -> Self
    where
        P: Laws<M, L>,
    {
        let (coordinates, joints, slots) =
            (mechanism.coordinates(), mechanism.joints(), mechanism.slots());
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![LoadVector::zeros(); joints].into_boxed_slice();
        let graph = Graph::new(mechanism);
        let tied =
            (0..joints).any(|joint| mechanism.has_film(joint) || mechanism.loads_always(joint));
        let are_free = M::IS_DIVISIBLE && graph.is_divisible() && !tied && !mechanism.is_flexible();
        Self {
            coordinates: numbers(),
            velocities: numbers(),
            impulse: loads(),
            travel: loads(),
            peak_acceleration: numbers(),
            slots: vec![SlotMotion::new(); slots].into(),
            work: Work::default(),
            stiffest: 0.0,
            coarse: false,
            clusters: if are_free {
                Clusters::new(coordinates, joints)
            } else {
                Clusters::new(0, 0)
            },
            are_free,
            implicit: Implicit::new(coordinates, joints, &graph),
            laws: P::of(mechanism),
            has_films: (0..joints).any(|joint| mechanism.has_film(joint)),
            loads_always: (0..joints).any(|joint| mechanism.loads_always(joint)),
            bending: Bending::of(mechanism),
            graph,
            closed: Set::below(slots),
            busy: Set::below(joints),
            near: Set::below(joints),
            moving: Set::below(coordinates),
            loaded: 0,
            idle_until: f64::INFINITY,
            listed: false,
            stale: false,
            tolerance,
            external: [numbers(), numbers()],
            start: [numbers(), numbers()],
            accelerations: std::array::from_fn(|_| numbers()),
            stage_loads: vec![[LoadVector::zeros(); STAGES]; joints].into(),
            is_implicit: false,
            first: First::Unknown,
            trial: [numbers(), numbers()],
            pushed: numbers(),
            unit: numbers(),
            wrong: [numbers(), numbers()],
            joint_sums: vec![[LoadVector::zeros(); 2]; joints].into(),
            got: 0.0,
            created: 0.0,
            loads: loads(),
            met: None,
            // Pieces of the implicit pair, of the third order, are the most.
            budget: (PIECES * (1e-4 / tolerance).cbrt().max(1.0)).min(MOST_PIECES) as u32,
            parts: 0,
            pieces: 0,
            step: 0.0,
            fallback: [0.0; 2],
            halvings: 0,
            sweeps: 0,
            #[cfg(test)]
            impacts: 0,
        }
    }

    /// Clears the sums; peaks and the budget only if a communication step `begins`, not before a later part of it.
    pub fn clear(&mut self, begins: bool) {
        self.impulse.fill(LoadVector::zeros());
        self.travel.fill(LoadVector::zeros());
        if begins {
            (self.pieces, self.halvings, self.sweeps, self.parts) = (0, 0, 0, 0);
            self.peak_acceleration.fill(0.0);
            for motion in &mut self.slots {
                (motion.peak_normal_force, motion.normal_impulse) = (0.0, 0.0);
            }
        }
        self.parts += 1;
        (self.work, self.stiffest, self.coarse) = (Work::default(), 0.0, false);
        self.bending.iter_mut().for_each(|bending| bending.damped = 0.0);
    }

    /// Integrates the motion over `step` from the present coordinates and velocities; returns `None` if it is not
    /// finite.
    pub fn follow<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        external: External,
        step: Step,
        contact_time: f64,
        controls: &mut [Control],
    ) -> Option<()>
    where
        P: Laws<M, L>,
    {
        self.take_external(external, step.size);
        mechanism.place(&self.coordinates, &self.velocities);
        if slots.iter().any(Slot::touches) {
            self.bend(mechanism, 0.0, 0.0);
        }
        self.receive(mechanism, slots, step, contact_time);
        (self.listed, self.stale, self.step) = (false, false, step.size);
        self.met = None;
        // Every part of a step needs some pieces of its own.
        let most = self.budget.saturating_add(PIECES_PER_PART * self.parts);
        if self.has_films {
            controls[0].implicit = true;
        }
        if !self.are_free {
            self.created = controls[0].created;
        }
        let mut time = 0.0;
        while time < step.size {
            // The constant leaves the code of clusters out where there are none.
            if M::IS_DIVISIBLE
                && self.are_free
                && self.pieces < most
                && slots.iter().any(Slot::touches)
            {
                let limits = Limits { step, most };
                time = self.follow_clusters(mechanism, slots, (limits, time), controls)?;
                continue;
            }
            let rest = step.size - time;
            self.begin_bending();
            if !self.listed {
                self.list(mechanism, slots, time, rest);
            }
            let piece = if self.pieces >= most {
                if !std::mem::replace(&mut self.coarse, true) {
                    self.fallback = [rest / LAST_PIECES; 2];
                }
                let piece = self.fall_back(mechanism, slots, (step.start, time), rest);
                self.refresh(mechanism, slots);
                piece
            } else if self.busy.is_empty() {
                self.fly(mechanism, slots, time, rest)
            } else {
                self.press(mechanism, slots, time, rest, &mut controls[0])
            };
            self.pieces = self.pieces.saturating_add(1);
            let lost = self.velocities.iter().any(|velocity| !velocity.is_finite());
            if piece.is_nan() || piece < 0.0 || lost {
                return None;
            }
            self.end_bending(mechanism, piece);
            mechanism.go_on_from(&self.coordinates, None);
            time = if piece < rest { time + piece } else { step.size };
            if self.stale && time >= self.idle_until * (1.0 - 1e-12) {
                self.refresh(mechanism, slots);
                self.listed = false;
            }
            self.meet_and_part(mechanism, slots, step.start + time, controls);
        }
        if self.stale {
            self.refresh(mechanism, slots);
        }
        if self.has_films {
            mechanism.place(&self.coordinates, &self.velocities);
            self.laws.end_step(mechanism);
        }
        self.stiffest = self.laws.stiffest();
        if !self.are_free {
            controls[0].created = self.created;
        }
        let still_there = |place: &f64| place.is_finite();
        self.coordinates.iter().all(still_there).then_some(())
    }

    /// Takes the external accelerations of a step of `size` \[s\].
    fn take_external(&mut self, external: External, size: f64) {
        if let Some(bending) = &mut self.bending {
            return external.spread(&mut bending.given, size);
        }
        external.spread(&mut self.external, size);
        for (peak, middle) in self.peak_acceleration.iter_mut().zip(external.middle) {
            *peak = peak.max(middle.abs());
        }
    }

    /// Finds the approaches at all slots in the present state.
    pub(super) fn refresh<M: Contacts<L>>(&mut self, mechanism: &mut M, slots: &[Slot])
    where
        P: Laws<M, L>,
    {
        mechanism.place(&self.coordinates, &self.velocities);
        for (index, (slot, motion)) in slots.iter().zip(&mut self.slots).enumerate() {
            motion.here = slot.at_surface(mechanism.approach(index));
        }
        self.stale = false;
    }

    /// Returns the state at the end of the last step.
    #[cfg(test)]
    pub fn end(&self) -> HostState<'_> {
        HostState { coordinates: &self.coordinates, velocities: &self.velocities }
    }
}
