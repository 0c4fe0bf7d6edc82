//! The end of a piece: its state, and the sums over it by the weights of the stages.

use super::contacts::{Contacts, Laws};
use super::flight::coasted;
use super::motion::Engine;
use super::rosenbrock::END;
use super::stages::Implicit;
use super::tableau::{A, PLACES, STAGES};
use crate::coupling::predicted::{LoadVector, Slot};

/// Largest correction of a speed of separation, in tolerances of it.
const CORRECTED: f64 = 10.0;
/// Weights of the two ends of a piece.
const TRAPEZOID: [f64; STAGES] = [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5];

/// Returns the sum of loads with these weights.
fn sum<const L: usize, const N: usize>(
    weights: &[f64; N],
    loads: &[LoadVector<L>; N],
) -> LoadVector<L> {
    let parts = weights.iter().zip(loads);
    parts.fold(LoadVector::zeros(), |sum, (weight, load)| sum + load * *weight)
}

impl<const L: usize, P> Engine<L, P> {
    /// Takes the piece of `size` \[s\] that ends in `trial`, and adds it to the sums.
    pub(super) fn finish<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (time, size): (f64, f64),
    ) where
        P: Laws<M, L>,
    {
        if self.clusters.apart {
            self.carry_own_travel();
        } else {
            self.carry_travel(size);
        }
        for &joint in self.busy.list() {
            let [impulse, travel] = self.joint_sums[joint];
            self.impulse[joint] += impulse;
            self.travel[joint] += travel;
        }
        self.wear_at_start(mechanism, slots, size);
        let weights = if self.is_implicit { &TRAPEZOID } else { &A[STAGES - 1] };
        let mut works = [0.0; 3];
        let Self { graph, laws, slots: motions, .. } = self;
        for &joint in self.busy.list() {
            let (own, both) = ((joint, graph.slots.of(joint)), (&mut *slots, &mut **motions));
            let of_joint = laws.finish(mechanism, own, both, (size, weights));
            works.iter_mut().zip(of_joint).for_each(|(sum, work)| *sum += work);
        }
        self.take_works(mechanism, slots, works, self.is_implicit);
        let staged = self.staged();
        let peaks = &mut self.peak_acceleration;
        for (at, &index) in self.moving.list()[..staged].iter().enumerate() {
            let [first, .., middle, _, last] = &self.accelerations;
            // Implicit pieces have other stages.
            let middle = if self.is_implicit { 0.0 } else { middle[at].abs() };
            let largest = first[at].abs().max(middle).max(last[at].abs());
            peaks[index] = peaks[index].max(largest);
        }
        self.accelerations.swap(0, STAGES - 1);
        self.take_end(time, size);
        for at in 0..self.near.list().len() {
            for &index in self.graph.slots.of(self.near.list()[at]) {
                let motion = &mut self.slots[index];
                motion.here = motion.end;
            }
        }
        self.stale = self.near.list().len() < mechanism.joints();
        for &joint in self.busy.list() {
            self.stage_loads[joint][0] = self.stage_loads[joint][STAGES - 1];
            self.laws.go_on(joint, self.graph.slots.of(joint));
        }
    }

    /// Takes the state at the end of a piece: that in `trial`, and of coordinates that no contact moves their free
    /// motion.
    fn take_end(&mut self, time: f64, size: f64) {
        let ([coordinates, velocities], [q, v]) = (&self.trial, &mut self.start);
        for (at, &index) in self.moving.list().iter().enumerate() {
            (q[at], v[at]) = (coordinates[index], velocities[index]);
        }
        if self.clusters.apart {
            for &index in self.moving.list() {
                self.coordinates[index] = coordinates[index];
                self.velocities[index] = velocities[index];
            }
            return;
        }
        if self.moving.list().len() == coordinates.len() {
            self.coordinates.copy_from_slice(coordinates);
            self.velocities.copy_from_slice(velocities);
            return;
        }
        let [start, growth] = &self.external;
        for index in 0..coordinates.len() {
            if self.moving.contains(index) {
                self.coordinates[index] = coordinates[index];
                self.velocities[index] = velocities[index];
            } else {
                let velocity = &mut self.velocities[index];
                let [gain, way] = coasted([start[index], growth[index]], *velocity, time, size);
                self.coordinates[index] += way;
                *velocity += gain;
            }
        }
    }

    /// Finds the joints' impulses over the piece of `size` \[s\] that ends in `trial`, and the energy that they give the
    /// bodies.
    pub(super) fn find_impulses<M: Contacts<L>>(&mut self, mechanism: &mut M, size: f64)
    where
        P: Laws<M, L>,
    {
        self.got = 0.0;
        self.place_halfway(mechanism);
        for at in 0..self.busy.list().len() {
            let joint = self.busy.list()[at];
            let [impulse, travel] = if self.is_implicit {
                let Implicit { impulses, travels, .. } = &self.implicit;
                [sum(&END, &impulses[joint]), sum(&END, &travels[joint])]
            } else {
                let loads = &self.stage_loads[joint];
                let [impulse, travel] = [A, PLACES].map(|weights| sum(&weights[STAGES - 1], loads));
                [impulse * size, travel * (size * size)]
            };
            self.joint_sums[joint] = [impulse, travel];
            self.got += self.energy_given(mechanism, joint, size);
        }
        if self.bending.is_some() {
            self.got += self.excess_work(mechanism);
            mechanism.place(&self.trial[0], &self.trial[1]);
        }
    }

    /// Wears the surfaces of the closed slots by half of a piece of `size` \[s\], where they are at its start; the
    /// mechanism stays at its end.
    fn wear_at_start<M: Contacts<L>>(&self, mechanism: &mut M, slots: &[Slot], size: f64)
    where
        P: Laws<M, L>,
    {
        if !mechanism.wears_surfaces() {
            return;
        }
        mechanism.place_joints(self.busy.list(), &self.coordinates, &self.velocities);
        for &joint in self.busy.list() {
            self.laws.wear_at_start(mechanism, self.graph.at(joint, slots), size);
        }
        mechanism.place_joints(self.busy.list(), &self.trial[0], &self.trial[1]);
    }

    /// Closes the balance of energy of a contact that ends at `slot`, the only one: its speed of separation changes by what
    /// the error of its pieces has been worth. At most a few tolerances of that speed are corrected.
    pub(super) fn close_balance<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        slot: usize,
    ) where
        P: Laws<M, L>,
    {
        let created = std::mem::take(&mut self.created);
        let joint = mechanism.joint(slot);
        let unit = self.laws.unit(mechanism, slot);
        self.graph.find_responses(mechanism, joint);
        let mobility = self.graph.at(joint, slots).mobility_along(&unit);
        let leaving = unit.dot(&mechanism.rates(joint, &self.velocities));
        // Of the impulse that takes this energy away.
        let square = leaving * leaving - 2.0 * mobility * created;
        if !(mobility > 0.0 && square > 0.0) || leaving <= 0.0 {
            return;
        }
        let faster = square.sqrt() - leaving;
        let most = CORRECTED * self.tolerance * leaving;
        let impulse = faster.clamp(-most, most) / mobility;
        let load = unit * impulse;
        for (index, response) in self.graph.responses(joint) {
            self.velocities[index] += response.dot(&load);
        }
        self.impulse[joint] += load;
    }

    /// Returns the energy that the impulse of a joint over a piece of `size` \[s\] that ends in `trial` gives the bodies
    /// \[J\].
    pub(super) fn energy_given<M: Contacts<L>>(&self, mechanism: &M, joint: usize, size: f64) -> f64
    where
        P: Laws<M, L>,
    {
        let [impulse, travel] = self.joint_sums[joint];
        // The velocities are those of a constant load but for its growth in the piece.
        let growing = impulse * (0.5 * size) - travel;
        let rates = |velocities| mechanism.rates(joint, velocities);
        if let (true, Some(bending)) = (self.coarse, &self.bending) {
            return impulse.dot(&rates(&bending.mean));
        }
        let [start, _] = &self.external;
        growing.dot(&rates(start))
            + 0.5 * impulse.dot(&(rates(&self.velocities) + rates(&self.trial[1])))
    }

    /// Adds the works of a piece, summed over its slots, to the sums, and its losses to the slots. Losses are those that
    /// the laws have at the stages or, if these do not `close` the balance of energy, what the bodies have lost.
    pub(super) fn take_works<M: Contacts<L>>(
        &mut self,
        mechanism: &M,
        slots: &mut [Slot],
        [pressed, slid, grown]: [f64; 3],
        closes: bool,
    ) where
        P: Laws<M, L>,
    {
        let motions = &mut self.slots;
        let oiled: f64 =
            if self.loads_always { motions.iter().map(|slot| slot.oiled).sum() } else { 0.0 };
        self.work.net -= pressed + slid + oiled;
        self.work.unearned += self.got + pressed + slid + oiled;
        self.work.turned_over += pressed.abs() + slid.abs() + oiled.abs();
        if self.closed.is_empty() && !self.loads_always {
            return;
        }
        let gone = -self.got - grown;
        let lost = gone.max(0.0);
        let rubbed = if closes && slid > lost { lost / slid } else { 1.0 };
        let mut rest = lost - rubbed * slid;
        let mut losses = 0.0;
        for &index in self.closed.list() {
            let [damped, slid] = &mut motions[index].lost;
            *damped = damped.max(0.0);
            if closes {
                *damped = damped.min(rest.max(0.0));
            }
            rest -= *damped;
            losses += *damped + rubbed * *slid;
        }
        if !closes {
            self.created += self.got + grown + losses + oiled;
            if oiled != 0.0 {
                for (slot, motion) in slots.iter_mut().zip(&**motions) {
                    slot.point.damped += motion.oiled;
                }
            }
        }
        if closes {
            rest = rest.max(0.0);
            if oiled > 0.0 {
                for (slot, motion) in slots.iter_mut().zip(&**motions) {
                    slot.point.damped += rest * motion.oiled / oiled;
                }
            }
            if let (true, Some(&first)) = (oiled == 0.0, self.closed.list().first()) {
                motions[first].lost[0] += rest;
                losses += rest;
            }
            slots[0].owed += (-gone).max(0.0);
        }
        // Energy that pieces have created before is no loss when it goes again.
        let paid = slots[0].owed.min(losses).max(0.0);
        slots[0].owed -= paid;
        let kept = if paid > 0.0 { 1.0 - paid / losses } else { 1.0 };
        for &index in self.closed.list() {
            let [damped, slid] = motions[index].lost;
            let held = self.laws.bristle_energy(mechanism, slots, index);
            let point = &mut slots[index].point;
            point.friction.add(kept * rubbed * slid, held);
            point.damped += kept * damped;
        }
    }
}
