//! What the predictor remembers from step to step.

use super::{Mechanism, Outcome};
use crate::contact::{ContactPoint, Touch};
use crate::coupling::Pace;
use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// Duration of an impact times the frequency that its deepest place has, of Hertz's law.
const IMPACT: f64 = 4.0;

/// All that is remembered of joints whose loads have N parts; a copy of it is a complete snapshot,
/// `clone_from` takes no memory.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<const N: usize = 4> {
    /// The contact slots.
    pub slots: Box<[Slot]>,
    /// a: what accelerates the coordinates besides the joints' loads, as far as it is known.
    pub external: Box<[f64]>,
    /// How many intervals that is learnt from.
    pub(super) intervals: u32,
    /// The host's velocities at the last communication point.
    pub(super) velocities: Box<[f64]>,
    /// Length of the step made from there \[s\]; 0 before the first.
    pub(super) size: f64,
    /// The pace of the steps made.
    pub(super) pace: Pace,
    /// The last loads given and those before them, as the host holds them.
    pub(super) held: [HeldLoads; 2],
    /// β: how far the loads given have moved the host ahead of what was predicted, as a load times
    /// squared seconds.
    pub(super) excess_travel: Box<[SVector<f64, N>]>,
    /// P: the part of the impulse given that moves positions only.
    pub(super) correction_impulse: Box<[SVector<f64, N>]>,
    /// P one step before.
    pub(super) previous_correction: Box<[SVector<f64, N>]>,
    /// The works of loads, here and at the host.
    pub(super) balance: Balance,
    /// Largest Σ k w in the contacts that go on, or were the last to do so \[1/s²\]; 0 before the first.
    pub(super) stiffest: f64,
}

/// Loads that a host holds, for the coordinates, and what they do with the mobility for which they
/// were given.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct HeldLoads {
    /// Jᵀ·load.
    pub generalised: Box<[f64]>,
    /// Mob·Jᵀ·load.
    pub acceleration: Box<[f64]>,
}

/// One contact slot.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// Its contact point.
    pub point: ContactPoint,
    /// How deep in the wall the surface is taken to be \[m\]: where the slot was found although it had
    /// left; 0 as a rule.
    pub surface: f64,
}

/// Work of the loads, as the host's motion and as the predicted one have it \[J\].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Balance {
    /// Predicted with the last loads given and with those before them: net and turned over.
    pub given: [Work; 2],
    /// Predicted, with the loads that the host has used by now.
    pub predicted: Work,
    /// Of the held loads along the host's motion.
    pub host: f64,
    /// How much of that the loads to come will take back.
    pub correction_energy: f64,
}

/// A work \[J\].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Work {
    /// With its sign.
    pub net: f64,
    /// What went there and back again counts twice.
    pub turned_over: f64,
    /// What the bodies have got, or lost, beyond it: the error of the pieces.
    pub unearned: f64,
}

impl Memory {
    /// The memory of `mechanism` where it is placed, at `time` \[s\]: what touches there has always.
    pub(super) fn new<M: Mechanism>(mechanism: &M, velocities: &[f64], time: f64) -> Self {
        let slot = |index| {
            let mut slot = Slot::default();
            slot.point.receive(time, &mechanism.touch(index));
            slot
        };
        let slots = (0..mechanism.slots()).map(slot).collect();
        Self::of(slots, velocities, mechanism.joints())
    }
}

impl<const N: usize> Memory<N> {
    /// The memory of these slots and so many joints before the first step.
    pub(crate) fn of(slots: Box<[Slot]>, velocities: &[f64], joints: usize) -> Self {
        let loads = || vec![SVector::zeros(); joints].into_boxed_slice();
        let numbers = || vec![0.0; velocities.len()].into_boxed_slice();
        let held = || HeldLoads { generalised: numbers(), acceleration: numbers() };
        Self {
            slots,
            external: numbers(),
            intervals: 0,
            velocities: velocities.into(),
            size: 0.0,
            pace: Pace::default(),
            held: [held(), held()],
            excess_travel: loads(),
            correction_impulse: loads(),
            previous_correction: loads(),
            balance: Balance::default(),
            stiffest: 0.0,
        }
    }

    /// Whether this is the memory of such a mechanism.
    pub fn fits_mechanism(&self, mechanism: &impl Mechanism) -> bool {
        self.fits(mechanism.coordinates(), mechanism.joints(), mechanism.slots())
    }

    /// Whether this is the memory of a mechanism with so many coordinates, joints and slots.
    pub fn fits(&self, coordinates: usize, joints: usize, slots: usize) -> bool {
        let Self {
            external,
            velocities,
            held,
            excess_travel,
            correction_impulse,
            previous_correction,
            ..
        } = self;
        let held = held.iter().flat_map(|held| [&held.generalised, &held.acceleration]);
        self.slots.len() == slots
            && held.chain([external, velocities]).all(|numbers| numbers.len() == coordinates)
            && [excess_travel, correction_impulse, previous_correction]
                .iter()
                .all(|loads| loads.len() == joints)
    }

    /// P of `joint` \[N s, N m s\]: impulse that the host has had beyond the predicted one, to bring its
    /// positions back; the next loads take it back.
    pub fn correction_impulse(&self, joint: usize) -> SVector<f64, N> {
        self.correction_impulse[joint]
    }

    /// Takes up what would have been learnt, had the mobility been known from the start.
    pub(crate) fn recall(&mut self, external: &[f64], accelerations: [&[f64]; 2], intervals: u32) {
        self.external.copy_from_slice(external);
        for (held, acceleration) in self.held.iter_mut().zip(accelerations) {
            held.acceleration.copy_from_slice(acceleration);
        }
        self.intervals = intervals;
    }

    /// A step of `size` \[s\] from these velocities, whose loads nobody has predicted.
    pub(crate) fn pass(&mut self, velocities: &[f64], size: f64) {
        self.held.swap(0, 1);
        let [HeldLoads { generalised, acceleration }, _] = &mut self.held;
        generalised.fill(0.0);
        acceleration.fill(0.0);
        self.balance.given = [Work::default(), self.balance.given[0]];
        self.velocities.copy_from_slice(velocities);
        self.size = size;
        self.pace.follow(size);
    }

    /// Takes note of what was followed without a host: its work is the predicted one.
    pub(super) fn carried(
        &mut self,
        work: &Work,
        stiffest: f64,
        was_apart: bool,
        coarse: bool,
        size: f64,
    ) -> Outcome {
        let predicted = &mut self.balance.predicted;
        predicted.net += work.net;
        predicted.turned_over += work.turned_over;
        predicted.unearned += work.unearned;
        self.balance.host += work.net;
        self.take_stiffest(stiffest, was_apart);
        self.outcome(coarse, size)
    }

    /// Takes note of the stiffest contact of a step.
    pub(super) fn take_stiffest(&mut self, stiffest: f64, was_apart: bool) {
        if stiffest > 0.0 {
            let before = if was_apart { 0.0 } else { self.stiffest };
            self.stiffest = stiffest.max(before);
        }
    }

    /// What is reported of a step of `size` \[s\].
    pub(super) fn outcome(&self, coarse: bool, size: f64) -> Outcome {
        let suggested_step = Some(self.contact_time()).filter(|time| *time > 0.0);
        Outcome {
            work_mismatch: Memory::work_mismatch(std::slice::from_ref(self)),
            suggested_step,
            step_too_long: coarse || suggested_step.is_some_and(|most| size > most),
        }
    }

    /// Takes note of what a load does that the host holds on top of the last ones.
    pub(crate) fn add(&mut self, push: &[f64]) {
        let [last, _] = &mut self.held;
        last.acceleration.iter_mut().zip(push).for_each(|(to, from)| *to += from);
    }

    /// How long the last contact is estimated to take \[s\]; 0 before the first.
    pub(crate) fn contact_time(&self) -> f64 {
        if self.stiffest > 0.0 { IMPACT / self.stiffest.sqrt() } else { 0.0 }
    }

    /// |W_host − W_predicted| over the work turned over, of mechanisms that are stepped together; 0 before
    /// anything has worked.
    pub(crate) fn work_mismatch(memories: &[Self]) -> f64 {
        Self::work_mismatch_of(memories.iter())
    }

    /// The same of memories that stand apart.
    pub(crate) fn work_mismatch_of<'a>(memories: impl Iterator<Item = &'a Self> + Clone) -> f64 {
        let sum = |of: fn(&Balance) -> f64| -> f64 {
            memories.clone().map(|memory| of(&memory.balance)).sum()
        };
        let off = sum(|balance| balance.host - balance.correction_energy - balance.predicted.net);
        let off = off.abs() + sum(|balance| balance.predicted.unearned).abs();
        let turned_over = sum(|balance| balance.predicted.turned_over);
        if turned_over > 0.0 { off / turned_over } else { 0.0 }
    }
}

impl Slot {
    /// `touch` with the penetration counted from where the surface is taken to be.
    #[inline]
    pub(crate) fn at_surface(&self, mut touch: Touch<f64>) -> Touch<f64> {
        touch.penetration -= self.surface;
        touch
    }

    /// In flight the surface comes back to its place as the slot leaves the wall; `penetration` is
    /// the true one.
    #[inline]
    pub(super) fn recede(&mut self, penetration: f64) {
        self.surface = self.surface.min(penetration.max(0.0));
    }
}

impl Work {
    /// The work of loads given in two shares.
    pub fn shared([last, before]: &[Self; 2], late: f64) -> Self {
        let mixed = |last: f64, before: f64| (1.0 - late) * last + late * before;
        Self {
            net: mixed(last.net, before.net),
            turned_over: mixed(last.turned_over, before.turned_over),
            unearned: mixed(last.unearned, before.unearned),
        }
    }
}

impl<const N: usize> Clone for Memory<N> {
    fn clone(&self) -> Self {
        let Self {
            slots,
            external,
            velocities,
            held,
            excess_travel,
            correction_impulse,
            previous_correction,
            ..
        } = self;
        Self {
            slots: slots.clone(),
            external: external.clone(),
            velocities: velocities.clone(),
            held: held.clone(),
            excess_travel: excess_travel.clone(),
            correction_impulse: correction_impulse.clone(),
            previous_correction: previous_correction.clone(),
            ..*self
        }
    }

    // The derived one would take memory anew.
    fn clone_from(&mut self, other: &Self) {
        self.slots.clone_from(&other.slots);
        self.external.clone_from(&other.external);
        self.velocities.clone_from(&other.velocities);
        for (mine, theirs) in self.held.iter_mut().zip(&other.held) {
            mine.clone_from(theirs);
        }
        self.excess_travel.clone_from(&other.excess_travel);
        self.correction_impulse.clone_from(&other.correction_impulse);
        self.previous_correction.clone_from(&other.previous_correction);
        (self.intervals, self.size, self.pace) = (other.intervals, other.size, other.pace);
        (self.balance, self.stiffest) = (other.balance, other.stiffest);
    }
}

impl Clone for HeldLoads {
    fn clone(&self) -> Self {
        let Self { generalised, acceleration } = self;
        Self { generalised: generalised.clone(), acceleration: acceleration.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.generalised.clone_from(&other.generalised);
        self.acceleration.clone_from(&other.acceleration);
    }
}

impl Clone for Slot {
    fn clone(&self) -> Self {
        Self { point: self.point.clone(), surface: self.surface }
    }

    fn clone_from(&mut self, other: &Self) {
        self.point.clone_from(&other.point);
        self.surface = other.surface;
    }
}
