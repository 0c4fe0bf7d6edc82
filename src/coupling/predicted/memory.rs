//! The predictor's memory from step to step.

use super::work::{Balance, Work};
use super::{Mechanism, Outcome, Slot};
use crate::base::{apart, clone_in_place};
use crate::coupling::Pace;
use crate::coupling::engine::{Contacts, Control};
use crate::laws::mating::Surface;
use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// Largest relative change in a step of a mobility's diagonal that is extrapolated.
const STEADY: f64 = 0.1;
/// Largest extrapolation of a mobility, in steps like the last.
const FARTHEST: f64 = 2.0;

/// Largest extrapolation of an external acceleration, in times between the two estimates.
const TREND: f64 = 2.5;
/// Number of intervals that must have passed before the trend of the external accelerations counts.
const FEWEST_INTERVALS: u32 = 2;

/// Duration of an impact under Hertz's law, times the circular frequency at its deepest place.
const IMPACT: f64 = 4.0;

/// Memory of joints whose loads have N parts; a copy of it is a complete snapshot, `clone_from` allocates
/// nothing.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<const N: usize = 4> {
    /// The contact slots.
    #[serde(deserialize_with = "apart")]
    pub slots: Box<[Slot]>,
    /// The coordinates that the host moves.
    pub coordinates: Box<[Coordinate]>,
    /// Modal coordinates of flexible bodies, which the host does not move, and their rates.
    pub bent: Box<[[f64; 2]]>,
    /// Energy that damping inside flexible bodies has taken since the beginning \[J\].
    pub bent_damped: f64,
    /// The mobility that the host gave at the last communication point, a square matrix; empty if it gives none.
    pub(super) mobility: Box<[f64]>,
    /// The pending position correction of every joint.
    pub(super) joints: Box<[PendingCorrection<N>]>,
    /// Number of intervals that the external accelerations are estimated from.
    pub(super) intervals: u32,
    /// Length of the step made from the last communication point \[s\]; 0 before the first.
    pub(super) size: f64,
    /// Length of the step before that one \[s\].
    pub(super) before: f64,
    /// The pace of the steps made.
    pub(super) pace: Pace,
    /// Control of the lengths of pieces inside steps, by joint where contacts have pieces of their own; else the first one's.
    pub(super) controls: Box<[Control]>,
    /// Work of the loads, predicted and at the host.
    pub(super) balance: Balance,
    /// Largest Σ k w \[1/s²\] of the present contacts, or of the last ones; 0 before the first contact.
    pub(super) stiffest: f64,
}

/// One coordinate, as the host has moved it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Coordinate {
    /// a: estimate of its external acceleration, by all but the joints' loads.
    pub external: f64,
    /// The host's velocity at the last communication point.
    pub(super) velocity: f64,
    /// The last loads given and those before them.
    pub(super) held: [HeldLoad; 2],
}

/// The loads that a host holds, for one coordinate, with the mobility for which they were computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct HeldLoad {
    /// Generalised force Jᵀ·load.
    pub generalised: f64,
    /// Acceleration Mob·Jᵀ·load.
    pub acceleration: f64,
}

/// Position correction of one joint that the next loads still have to make or take back.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct PendingCorrection<const N: usize> {
    /// β: displacement of the host by the loads given beyond the predicted one, as a load integrated
    /// twice over time \[N s², N m s²\].
    pub excess_travel: SVector<f64, N>,
    /// β of one step before.
    pub excess_before: SVector<f64, N>,
    /// P: the part of the impulse given that corrects positions, and that of one step before.
    pub correction_impulse: [SVector<f64, N>; 2],
}

impl<const N: usize> Memory<N> {
    /// The memory of `mechanism` where it is placed, at `time` \[s\]; slots that touch there have always touched.
    pub(super) fn new<M: Contacts<N>>(mechanism: &M, velocities: &[f64], time: f64) -> Self {
        let slot = |index| {
            let mut slot = Slot::default();
            slot.record(time, mechanism.approach(index));
            slot.parts = vec![Surface::free(); mechanism.parts(index)].into();
            slot
        };
        let slots = (0..mechanism.slots()).map(slot).collect();
        let bent = vec![[0.0; 2]; mechanism.coordinates() - velocities.len()].into();
        Self { bent, ..Self::of(slots, velocities, mechanism.joints()) }
    }

    /// The memory of these slots and this number of joints before the first step.
    pub(crate) fn of(slots: Box<[Slot]>, velocities: &[f64], joints: usize) -> Self {
        let zeros = SVector::zeros();
        let correction = PendingCorrection {
            excess_travel: zeros,
            excess_before: zeros,
            correction_impulse: [zeros; 2],
        };
        let coordinate = |velocity: &f64| Coordinate { velocity: *velocity, ..Default::default() };
        Self {
            slots,
            coordinates: velocities.iter().map(coordinate).collect(),
            bent: Box::default(),
            bent_damped: 0.0,
            mobility: Box::default(),
            joints: vec![correction; joints].into_boxed_slice(),
            intervals: 0,
            size: 0.0,
            before: 0.0,
            pace: Pace::default(),
            controls: vec![Control::default(); joints.max(1)].into(),
            balance: Balance::default(),
            stiffest: 0.0,
        }
    }

    /// Makes room for a mobility of `rows` rows that the host gives.
    pub(crate) fn with_mobility(self, rows: usize) -> Self {
        Self { mobility: vec![0.0; rows * rows].into(), ..self }
    }

    /// Extrapolates the mobility that the host gives at this communication point, a square matrix, to `ahead`
    /// \[s\] later: it goes on changing as it did since the last point. A mobility that changed much, or was not
    /// given before, stays as it is.
    pub(crate) fn extrapolate_mobility(&mut self, mobility: &mut [f64], ahead: f64) {
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

    /// Extrapolates the external accelerations, which were `earlier` at the last point, linearly to the middle of a
    /// step of `size` \[s\] that begins `lag` \[s\] later. Writes their `growth` per second.
    pub(super) fn extrapolate_external(
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
        if self.intervals > FEWEST_INTERVALS && self.before > 0.0 {
            let shrunk = (TREND * apart / ahead).min(1.0);
            let known = self.coordinates.iter_mut().zip(earlier);
            for ((Coordinate { external, .. }, earlier), growth) in known.zip(growth) {
                *growth = shrunk * (*external - earlier) / apart;
                *external += ahead * *growth;
            }
        }
        self.before = self.size;
    }

    /// Returns true after the first step: only now are the external accelerations in it known.
    pub(super) fn knows_first_step(&self) -> bool {
        self.size > 0.0 && self.before == 0.0
    }

    /// Returns the mobility that the host gave at this communication point, after
    /// [`extrapolate_mobility`](Self::extrapolate_mobility).
    pub(crate) fn given_mobility(&self) -> &[f64] {
        &self.mobility
    }

    /// Returns true if this is the memory of a mechanism like this one.
    pub(crate) fn fits_mechanism(&self, mechanism: &impl Mechanism<N>) -> bool {
        self.fits(mechanism.coordinates(), mechanism.joints(), mechanism.slots())
    }

    /// Returns true if this is the memory of a mechanism with these numbers of coordinates, joints and slots.
    pub(crate) fn fits(&self, coordinates: usize, joints: usize, slots: usize) -> bool {
        self.slots.len() == slots
            && self.coordinates.len() + self.bent.len() == coordinates
            && self.joints.len() == joints
            && self.controls.len() == joints.max(1)
            && self.controls.iter().all(Control::is_sound)
    }

    /// Returns P of `joint` \[N s, N m s\]: the impulse beyond the predicted one that brings the host's positions
    /// back; the next loads take it back.
    pub fn correction_impulse(&self, joint: usize) -> SVector<f64, N> {
        self.joints[joint].correction_impulse[0]
    }

    /// Sets the estimates to those that a mobility known from the start would have given.
    pub(crate) fn recall(&mut self, external: &[f64], accelerations: [&[f64]; 2], intervals: u32) {
        let [last, before] = accelerations;
        for (index, coordinate) in self.coordinates.iter_mut().enumerate() {
            coordinate.external = external[index];
            coordinate.held[0].acceleration = last[index];
            coordinate.held[1].acceleration = before[index];
        }
        self.intervals = intervals;
    }

    /// Records a step of `size` \[s\] from these velocities whose loads have not been predicted.
    pub(crate) fn record_unpredicted(&mut self, velocities: &[f64], size: f64) {
        for (coordinate, velocity) in self.coordinates.iter_mut().zip(velocities) {
            coordinate.held = [HeldLoad::default(), coordinate.held[0]];
            coordinate.velocity = *velocity;
        }
        self.balance.given = [Work::default(), self.balance.given[0]];
        (self.before, self.size) = (self.size, size);
        self.pace.follow(size);
    }

    /// Records a step that was followed without a host: its work is the predicted one.
    pub(super) fn record_free(
        &mut self,
        work: &Work,
        [power, yielding]: [f64; 2],
        stiffest: f64,
        was_apart: bool,
        coarse: bool,
        size: f64,
    ) -> Outcome {
        self.balance.predicted.add(work);
        self.balance.host += work.net;
        self.balance.stake(power, yielding, 1.0);
        self.record_stiffness(stiffest, was_apart);
        self.outcome(coarse, size)
    }

    /// Records Σ k w \[1/s²\] of the stiffest contact of a step.
    pub(super) fn record_stiffness(&mut self, stiffest: f64, was_apart: bool) {
        if stiffest > 0.0 {
            let before = if was_apart { 0.0 } else { self.stiffest };
            self.stiffest = stiffest.max(before);
        }
    }

    /// Returns the report of a step of `size` \[s\].
    pub(super) fn outcome(&self, coarse: bool, size: f64) -> Outcome {
        let suggested_step = Some(self.contact_time()).filter(|time| *time > 0.0);
        Outcome {
            work_mismatch: Balance::mismatch(std::iter::once(&self.balance)),
            suggested_step,
            step_too_long: coarse || suggested_step.is_some_and(|most| size > most),
        }
    }

    /// Adds the acceleration by another load that the host holds on top of the last ones.
    pub(crate) fn add_held(&mut self, push: &[f64]) {
        for (coordinate, push) in self.coordinates.iter_mut().zip(push) {
            coordinate.held[0].acceleration += push;
        }
    }

    /// Returns the estimated duration of the last contact \[s\]; 0 before the first contact.
    pub(crate) fn contact_time(&self) -> f64 {
        if self.stiffest > 0.0 { IMPACT / self.stiffest.sqrt() } else { 0.0 }
    }

    /// Returns the work mismatch of mechanisms that are stepped together, see [`Balance::mismatch`].
    pub(crate) fn work_mismatch<'a>(memories: impl Iterator<Item = &'a Self> + Clone) -> f64 {
        Balance::mismatch(memories.map(|memory| &memory.balance))
    }
}

clone_in_place!(impl [const N: usize] Memory<N> {
    slots, coordinates, bent, bent_damped, mobility, joints, intervals, size, before, pace, controls, balance, stiffest
});
