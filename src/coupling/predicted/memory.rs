//! What the predictor remembers from step to step.

use super::{Mechanism, Outcome};
use crate::base::clone_in_place;
use crate::coupling::Pace;
use crate::laws::contact::{ContactPoint, Touch};
use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// A mobility is carried on where its diagonal changed by no more than this share in a step.
const STEADY: f64 = 0.1;
/// It is carried on by at most so many steps like the last.
const FARTHEST: f64 = 2.0;

/// A trend is continued no farther than so many times the way over which it was seen.
const TREND: f64 = 2.5;
/// So many intervals must have been seen before their trend counts.
const TELLING: u32 = 2;

/// Work below this part of the energy at stake says nothing of the coupling. An impact turns over more.
const TELLING_WORK: f64 = 0.3;

/// Work below this is rounding \[J\].
const ROUNDING: f64 = 1e-20;

/// Duration of an impact times the frequency that its deepest place has, of Hertz's law.
const IMPACT: f64 = 4.0;

/// All that is remembered of joints whose loads have N parts; a copy of it is a complete snapshot,
/// `clone_from` takes no memory.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<const N: usize = 4> {
    /// The contact slots.
    pub slots: Box<[Slot]>,
    /// What is known of every coordinate.
    pub coordinates: Box<[Coordinate]>,
    /// Coordinates that the host does not move, and their rates: how bodies bend.
    pub bent: Box<[[f64; 2]]>,
    /// What damping inside bodies has taken since the beginning \[J\].
    pub bent_damped: f64,
    /// The mobility that the host gave at the last communication point, a square matrix; empty where it
    /// gives none.
    pub(super) mobility: Box<[f64]>,
    /// What has been given to every joint.
    pub(super) joints: Box<[GivenTo<N>]>,
    /// How many intervals the external accelerations are learnt from.
    pub(super) intervals: u32,
    /// Length of the step made from the last communication point \[s\]; 0 before the first.
    pub(super) size: f64,
    /// Length of the step before that one \[s\].
    pub(super) before: f64,
    /// The pace of the steps made.
    pub(super) pace: Pace,
    /// The works of loads, here and at the host.
    pub(super) balance: Balance,
    /// Largest Σ k w in the contacts that go on, or were the last to do so \[1/s²\]; 0 before the first.
    pub(super) stiffest: f64,
}

/// One coordinate, as the host has moved it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Coordinate {
    /// a: what accelerates it besides the joints' loads, as far as it is known.
    pub external: f64,
    /// The host's velocity at the last communication point.
    pub(super) velocity: f64,
    /// The last loads given and those before them, as the host holds them.
    pub(super) held: [HeldLoad; 2],
}

/// Loads that a host holds, for one coordinate, and what they do with the mobility for which they
/// were given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct HeldLoad {
    /// Jᵀ·load.
    pub generalised: f64,
    /// Mob·Jᵀ·load.
    pub acceleration: f64,
}

/// What the host has had from one joint beyond what was predicted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct GivenTo<const N: usize> {
    /// β: how far the loads given have moved the host ahead of what was predicted, as a load times
    /// squared seconds.
    pub excess_travel: SVector<f64, N>,
    /// β of one step before.
    pub excess_before: SVector<f64, N>,
    /// P: the part of the impulse given that moves positions only, and that of one step before.
    pub correction_impulse: [SVector<f64, N>; 2],
}

/// One contact slot.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// Its contact point.
    pub point: ContactPoint,
    /// How deep in the wall the surface is taken to be \[m\]: where the slot was found although it had
    /// left; 0 as a rule.
    pub surface: f64,
    /// Elastic energy that pieces of the contact have made and not taken back \[J\]; negative if they have
    /// lost some.
    pub made: f64,
    /// Energy that bodies have got in contacts that are over without a load that paid for it, and that later losses have
    /// not outweighed yet \[J\].
    pub owed: f64,
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
    /// Largest energy of a motion that loads acted along, and that they gave to bodies in a step.
    pub at_stake: f64,
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
        let bent = vec![[0.0; 2]; mechanism.coordinates() - velocities.len()].into();
        Self { bent, ..Self::of(slots, velocities, mechanism.joints()) }
    }
}

impl<const N: usize> Memory<N> {
    /// The memory of these slots and so many joints before the first step.
    pub(crate) fn of(slots: Box<[Slot]>, velocities: &[f64], joints: usize) -> Self {
        let zeros = SVector::zeros();
        let given =
            GivenTo { excess_travel: zeros, excess_before: zeros, correction_impulse: [zeros; 2] };
        let coordinate = |velocity: &f64| Coordinate { velocity: *velocity, ..Default::default() };
        Self {
            slots,
            coordinates: velocities.iter().map(coordinate).collect(),
            bent: Box::default(),
            bent_damped: 0.0,
            mobility: Box::default(),
            joints: vec![given; joints].into_boxed_slice(),
            intervals: 0,
            size: 0.0,
            before: 0.0,
            pace: Pace::default(),
            balance: Balance::default(),
            stiffest: 0.0,
        }
    }

    /// The same for a host that gives a mobility of so many rows.
    pub(crate) fn with_mobility(self, rows: usize) -> Self {
        Self { mobility: vec![0.0; rows * rows].into(), ..self }
    }

    /// Carries the mobility that a host gives at this communication point, a square matrix, on to
    /// `ahead` \[s\] later: it goes on changing as it did since the last point. One that changed much, or
    /// was not given before, stays as it is.
    pub(crate) fn lead(&mut self, mobility: &mut [f64], ahead: f64) {
        let diagonal = mobility.len().isqrt() + 1;
        let mut changes = mobility.iter().zip(&self.mobility).step_by(diagonal);
        let steady = changes.all(|(now, before)| (now - before).abs() <= STEADY * now.abs());
        let share = if steady { (ahead / self.size).min(FARTHEST) } else { 0.0 };
        for (now, before) in mobility.iter_mut().zip(&mut self.mobility) {
            let given = *now;
            if self.size > 0.0 {
                *now += share * (given - *before);
            }
            *before = given;
        }
    }

    /// What accelerates the coordinates goes on straight as it has since it was `earlier`: to the middle of a step of
    /// `size` \[s\] that begins `lag` later \[s\]. Writes how fast it grows there.
    pub(super) fn lead_external(
        &mut self,
        earlier: &[f64],
        growth: &mut [f64],
        size: f64,
        lag: f64,
    ) {
        // From the middles of the last two intervals to that of this step.
        let apart = 0.5 * (self.size + self.before);
        let ahead = 0.5 * (self.size + size) + lag;
        growth.fill(0.0);
        if self.intervals > TELLING && self.before > 0.0 {
            let shrunk = (TREND * apart / ahead).min(1.0);
            let known = self.coordinates.iter_mut().zip(earlier);
            for ((Coordinate { external, .. }, earlier), growth) in known.zip(growth) {
                *growth = shrunk * (*external - earlier) / apart;
                *external += ahead * *growth;
            }
        }
        self.before = self.size;
    }

    /// Whether one step has been made: what pushed from outside in it is known now for the first time.
    pub(super) fn knows_first_step(&self) -> bool {
        self.size > 0.0 && self.before == 0.0
    }

    /// The mobility that the host gave at this communication point, after [`lead`](Self::lead).
    pub(crate) fn given_mobility(&self) -> &[f64] {
        &self.mobility
    }

    /// Whether this is the memory of such a mechanism.
    pub fn fits_mechanism(&self, mechanism: &impl Mechanism) -> bool {
        self.fits(mechanism.coordinates(), mechanism.joints(), mechanism.slots())
    }

    /// Whether this is the memory of a mechanism with so many coordinates, joints and slots.
    pub fn fits(&self, coordinates: usize, joints: usize, slots: usize) -> bool {
        self.slots.len() == slots
            && self.coordinates.len() + self.bent.len() == coordinates
            && self.joints.len() == joints
    }

    /// P of `joint` \[N s, N m s\]: impulse that the host has had beyond the predicted one, to bring its
    /// positions back; the next loads take it back.
    pub fn correction_impulse(&self, joint: usize) -> SVector<f64, N> {
        self.joints[joint].correction_impulse[0]
    }

    /// Takes up what would have been learnt, had the mobility been known from the start.
    pub(crate) fn recall(&mut self, external: &[f64], accelerations: [&[f64]; 2], intervals: u32) {
        let [last, before] = accelerations;
        for (index, coordinate) in self.coordinates.iter_mut().enumerate() {
            coordinate.external = external[index];
            coordinate.held[0].acceleration = last[index];
            coordinate.held[1].acceleration = before[index];
        }
        self.intervals = intervals;
    }

    /// A step of `size` \[s\] from these velocities, whose loads nobody has predicted.
    pub(crate) fn pass(&mut self, velocities: &[f64], size: f64) {
        for (coordinate, velocity) in self.coordinates.iter_mut().zip(velocities) {
            coordinate.held = [HeldLoad::default(), coordinate.held[0]];
            coordinate.velocity = *velocity;
        }
        self.balance.given = [Work::default(), self.balance.given[0]];
        (self.before, self.size) = (self.size, size);
        self.pace.follow(size);
    }

    /// Takes note of what was followed without a host: its work is the predicted one.
    pub(super) fn carried(
        &mut self,
        work: &Work,
        [power, yielding]: [f64; 2],
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
        self.balance.stake(power, yielding, 1.0);
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
        for (coordinate, push) in self.coordinates.iter_mut().zip(push) {
            coordinate.held[0].acceleration += push;
        }
    }

    /// How long the last contact is estimated to take \[s\]; 0 before the first.
    pub(crate) fn contact_time(&self) -> f64 {
        if self.stiffest > 0.0 { IMPACT / self.stiffest.sqrt() } else { 0.0 }
    }

    /// |W_host − W_predicted| over the work turned over, of mechanisms that are stepped together; over a part of
    /// the energy at stake where less than that has been turned over, and 0 before anything has worked.
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
        let telling = turned_over.max(TELLING_WORK * sum(|balance| balance.at_stake));
        if turned_over > 0.0 { off / telling.max(ROUNDING) } else { 0.0 }
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

impl Balance {
    /// Takes note of a load for `size` \[s\] on a motion that it has this `power` \[W\] on and that yields to it with
    /// this power for every second \[W/s\]: of the energy of the motion along the load, and of that which
    /// the load alone would give the bodies.
    pub fn stake(&mut self, power: f64, yielding: f64, size: f64) {
        if yielding > 0.0 {
            let energy = 0.5 * (power * power / yielding + yielding * size * size);
            self.at_stake = self.at_stake.max(energy);
        }
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

clone_in_place!(impl [const N: usize] Memory<N> {
    slots, coordinates, bent, bent_damped, mobility, joints, intervals, size, before, pace, balance, stiffest
});

clone_in_place!(Slot { point, surface, made, owed });
