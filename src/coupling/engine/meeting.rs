//! Beginning and end of the slots' contacts, between the pieces of a step.

use super::control::Control;
use super::motion::{Engine, First};
use crate::coupling::Step;
use crate::coupling::predicted::{Mechanism, Slot, is_met};

/// First piece of a contact over the time to its deepest place at the speed of the touch, at a tolerance of 1e-3.
const FIRST: f64 = 0.12;

impl Engine {
    /// Sets the slots to their states at the step's start.
    pub(super) fn receive<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        step: Step,
        contact_time: f64,
    ) {
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            let seen = slot.receive(mechanism.touch(index), step, contact_time);
            motion.touch = seen;
            motion.deepest = 0.0;
            if slot.point.contact.is_some() {
                motion.stored = mechanism.contact(index).stored(seen.penetration);
            }
        }
        for index in 0..slots.len() {
            if slots[index].point.contact.is_some() {
                self.update_couplings(mechanism, slots, index);
            }
        }
    }

    /// Lists the slots that touch, their joints, and what these move; `time` \[s\] after the start of a step, `rest`
    /// \[s\] before its end.
    pub(super) fn list<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        rest: f64,
    ) {
        if self.stale {
            self.refresh(mechanism, slots);
        }
        for index in self.moving.list() {
            self.wrong.iter_mut().for_each(|wrong| wrong[*index] = 0.0);
        }
        for set in [&mut self.closed, &mut self.busy, &mut self.near, &mut self.moving] {
            set.clear();
        }
        let mut films = self.films.iter().map(|film| film.joint).peekable();
        for (index, slot) in slots.iter().enumerate() {
            let joint = mechanism.joint(index);
            // Rows of implicit pieces stand in the order of the joints.
            while let Some(oiled) = films.next_if(|oiled| *oiled <= joint) {
                self.busy.insert(oiled);
            }
            if slot.point.contact.is_some() {
                self.closed.insert(index);
                self.busy.insert(joint);
            }
        }
        films.for_each(|oiled| self.busy.insert(oiled));
        if self.bending.is_some() {
            // Modes move with every piece.
            (0..self.coordinates.len()).for_each(|index| self.moving.insert(index));
            (0..mechanism.joints()).for_each(|joint| self.near.insert(joint));
        }
        for joint in self.busy.list() {
            self.graph.neighbours.of(*joint).iter().for_each(|joint| self.near.insert(*joint));
            self.graph.coupled.of(*joint).iter().for_each(|index| self.moving.insert(*index));
        }
        for joint in self.near.list() {
            self.graph.placing.of(*joint).iter().for_each(|index| self.moving.insert(*index));
        }
        self.listed = true;
        self.first = First::Unknown;
        if !self.busy.is_empty() {
            for at in 0..self.busy.list().len() {
                let joint = self.busy.list()[at];
                self.graph.find_responses(mechanism, joint);
                self.graph.locate(joint, &self.moving);
            }
            self.idle_until = self.idle_until(mechanism, slots, time, rest);
        }
    }

    /// Updates the couplings of `slot` with the other closed ones.
    pub(super) fn update_couplings<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        slot: usize,
    ) {
        let Self { slots: motions, graph, .. } = self;
        let touch =
            |other: usize| slots[other].point.contact.is_some().then(|| motions[other].touch);
        self.couplings.update(mechanism, slot, touch, |mechanism, joint, unit, velocities| {
            graph.respond(mechanism, joint, unit, velocities);
        });
    }

    /// Begins and ends contacts at the end of a piece, at `time` \[s\].
    pub(super) fn meet_and_part<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        control: &mut Control,
    ) {
        for index in 0..slots.len() {
            let slot = &mut slots[index];
            let seen = self.slots[index].touch;
            let penetration = seen.penetration + slot.surface;
            if slot.point.contact.is_some() {
                if seen.penetration <= 0.0 && seen.rate <= 0.0 {
                    slot.leave(penetration);
                    self.listed = false;
                } else if self.couplings.has_turned(index, seen.normal) {
                    self.bend(mechanism, 0.0, 0.0);
                    self.update_couplings(mechanism, slots, index);
                }
            } else if is_met(&seen) || self.met == Some(index) {
                slot.meet(time, seen.rate);
                self.listed = false;
                #[cfg(test)]
                {
                    self.impacts += 1;
                }
                self.begin_contact(mechanism, slots, index, control);
            } else {
                slot.leave(penetration);
            }
        }
        self.met = None;
    }

    /// Prepares the pieces of a contact that has begun.
    fn begin_contact<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        index: usize,
        control: &mut Control,
    ) {
        let seen = self.slots[index].touch;
        let laws = mechanism.contact(index);
        // A slot that is inside already has elastic energy that no work has paid for.
        let stored = laws.stored(seen.penetration);
        self.work.unearned += stored;
        slots[0].owed += stored;
        self.slots[index].stored = stored;
        self.bend(mechanism, 0.0, 0.0);
        self.update_couplings(mechanism, slots, index);
        let mobility = self.couplings.own(index).m11;
        let motion = &mut self.slots[index];
        let speed = seen.rate.max(1e-6);
        let depth = motion.depth_of(mechanism.contact(index), speed, mobility);
        let first = FIRST * (self.tolerance / 1e-3).powf(0.2) * depth / speed;
        let alone = self.closed.is_empty() && self.films.is_empty();
        if alone {
            self.created = 0.0;
            control.begin(first);
        } else {
            (control.size, control.error) = (control.size.min(first), 1.0);
        }
    }
}
