//! The fallback: Euler's implicit rule for normal forces and friction, passive at any stiffness and length.

use super::contacts::{Balancing, Contacts, Laws};
use super::motion::Engine;
use crate::coupling::predicted::{LoadVector, Slot};

/// Most sweeps of the Gauss–Seidel iteration over the slots. Three joints that jam light bodies need some hundred; an
/// iteration that ends before forces are in balance gives the bodies energy.
const SWEEPS: u32 = 400;
/// Number of sweeps in a communication step after which pieces are no longer halved and an iteration has only a tenth of
/// that: a jam of many pieces would take seconds.
const SWEEPS_OF_STEP: u32 = 4000;
/// The iteration ends at a change of force below this part of the largest.
const SETTLED: f64 = 1e-6;
/// Most halvings of pieces in a step.
const HALVINGS: u32 = 200;
/// Largest ratio of a piece to the last one.
const LONGER: f64 = 1.3;
/// A piece is halved until it creates no more than this part of the energy that is turned over in it.
const GAIN: f64 = 0.01;

impl<const L: usize, P> Engine<L, P> {
    /// Integrates a piece of at most `rest` \[s\] from `time` \[s\] on, with or without contacts; returns its length. A
    /// slot that would be inside its wall at the end touches from the beginning.
    ///
    /// The normals are those of a motion without contact forces. If they turn under the forces, as with a light body
    /// that is flung round a small hole, the piece is halved.
    pub(super) fn fall_back<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (time, since): (f64, f64),
        rest: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        self.listed = false;
        let [whole, left] = self.fallback;
        // Once halvings do not help any more, the rest takes as few pieces as it would have taken without them.
        let wanted = if self.may_halve() { left } else { whole };
        // A shorter piece would leave the clock where it is, and the step would never end.
        let least = (since * f64::EPSILON).max(f64::MIN_POSITIVE);
        let mut size = rest.min(wanted.max(least));
        loop {
            self.balance(mechanism, slots, (time, since), size);
            let [gained, scale] = self.gained(mechanism, slots, (since, size));
            if gained <= GAIN * scale || !self.may_halve() || size <= least {
                self.work.unearned += gained.max(0.0);
                break;
            }
            self.halvings += 1;
            size *= 0.5;
        }
        self.fallback[1] = whole.min(LONGER * size);
        self.take_fallback(mechanism, slots, size);
        size
    }

    /// Returns true if pieces may still be halved in this step.
    fn may_halve(&self) -> bool {
        self.halvings < HALVINGS && self.sweeps < SWEEPS_OF_STEP
    }

    /// Finds the forces of all slots at the end of a piece, and the accelerations by them.
    fn balance<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (time, since): (f64, f64),
        size: f64,
    ) where
        P: Laws<M, L>,
    {
        // Loads act along the normals of the piece's end; else a body that slides round a hole would press into it
        // without cause.
        self.coast(mechanism, since, size);
        mechanism.place(&self.trial[0], &self.trial[1]);
        for (index, slot) in slots.iter_mut().enumerate() {
            let end = slot.at_surface(mechanism.approach(index));
            self.slots[index].end = end;
            if slot.point.contact.is_none() && end.penetration > 0.0 {
                slot.meet(time + since, end.rate);
            }
        }
        self.loads.fill(LoadVector::zeros());
        self.pushed.fill(0.0);
        self.closed.clear();
        self.busy.clear();
        for joint in 0..mechanism.joints() {
            if self.list_joint(mechanism, slots, joint) {
                self.graph.find_responses(mechanism, joint);
                self.laws.begin_balance(mechanism, self.graph.at(joint, slots));
            }
        }
        let most = if self.sweeps < SWEEPS_OF_STEP { SWEEPS } else { SWEEPS / 10 };
        for _ in 0..most {
            self.sweeps += 1;
            let (mut changed, mut largest): (f64, f64) = (0.0, 0.0);
            for &joint in self.busy.list() {
                let at = self.graph.at(joint, slots);
                let load = self.loads[joint];
                let others = (mechanism.rates(joint, &self.pushed) - at.mobility * load) * size;
                let piece = Balancing { size, others, load };
                let found = self.laws.balance(mechanism, at, &piece);
                (changed, largest) = (changed.max(found.changed), largest.max(found.largest));
                let change = found.load - load;
                self.loads[joint] = found.load;
                for (index, response) in self.graph.responses(joint) {
                    self.pushed[index] += response.dot(&change);
                }
            }
            if changed <= SETTLED * largest {
                break;
            }
        }
    }

    /// Writes the end of a piece under the forces found into `trial`: loads move the bodies with the velocity at the
    /// end, as in `travel`.
    fn move_to_end<M: Contacts<L>>(&mut self, mechanism: &mut M, since: f64, size: f64)
    where
        P: Laws<M, L>,
    {
        self.coast(mechanism, since, size);
        let [coordinates, velocities] = &mut self.trial;
        for (index, acceleration) in self.pushed.iter().enumerate() {
            velocities[index] += size * acceleration;
            coordinates[index] += size * size * acceleration;
        }
    }

    /// Returns the energy that the piece would create in bodies, springs and bristles, and the energy that slots and loads
    /// turn over in it \[J\]. The mechanism is at the piece's end then, and the sums of the joints are known.
    fn gained<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        (since, size): (f64, f64),
    ) -> [f64; 2]
    where
        P: Laws<M, L>,
    {
        self.move_to_end(mechanism, since, size);
        mechanism.place(&self.trial[0], &self.trial[1]);
        self.got = 0.0;
        self.find_mean(size);
        for joint in 0..self.loads.len() {
            let load = self.loads[joint];
            self.joint_sums[joint] = [load * size, load * (size * size)];
            self.got += self.energy_given(mechanism, joint, size);
        }
        let (mut gained, mut scale) = (self.got, 0.0);
        for joint in 0..self.loads.len() {
            let at = self.graph.at(joint, slots);
            let [more, there] = self.laws.balance_energy(mechanism, at, &self.slots, size);
            (gained, scale) = (gained + more, scale + there);
        }
        [gained, scale]
    }

    /// Takes the piece whose end and sums are known; adds up impulse, work and losses.
    fn take_fallback<M: Contacts<L>>(&mut self, mechanism: &mut M, slots: &mut [Slot], size: f64)
    where
        P: Laws<M, L>,
    {
        let mut works = [0.0; 3];
        let Self { graph, laws, slots: motions, .. } = self;
        for joint in 0..mechanism.joints() {
            let (own, both) = ((joint, graph.slots.of(joint)), (&mut *slots, &mut **motions));
            let of_joint = laws.take_balance(mechanism, own, both, size);
            works.iter_mut().zip(of_joint).for_each(|(sum, work)| *sum += work);
        }
        self.carry_travel(size);
        for (joint, [impulse, travel]) in self.joint_sums.iter().enumerate() {
            self.impulse[joint] += impulse;
            self.travel[joint] += travel;
        }
        self.take_works(mechanism, slots, works, true);
        self.loads.fill(LoadVector::zeros());
        for (peak, acceleration) in self.peak_acceleration.iter_mut().zip(&self.pushed) {
            *peak = peak.max(acceleration.abs());
        }
        self.take_trial();
    }
}
