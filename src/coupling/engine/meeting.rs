//! Beginning and end of the slots' contacts, between the pieces of a step.

use super::attempt::First;
use super::contacts::{Begun, Contacts, Laws};
use super::control::Control;
use super::motion::Engine;
use crate::coupling::Step;
use crate::coupling::predicted::{Slot, is_met};

/// First piece of a contact over the time to its deepest place at the speed of the touch, at a tolerance of 1e-3.
const FIRST: f64 = 0.12;

impl<const L: usize, P> Engine<L, P> {
    /// Sets the slots to their states at the step's start.
    pub(super) fn receive<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        step: Step,
        contact_time: f64,
    ) where
        P: Laws<M, L>,
    {
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            motion.here = slot.receive(mechanism.approach(index), step, contact_time);
        }
        mechanism.share_surfaces(slots, &mut self.slots);
        self.laws.begin_step(mechanism, slots, &self.slots);
    }

    /// Lists the slots that touch, their joints, and what these move; `time` \[s\] after the start of a step, `rest`
    /// \[s\] before its end.
    pub(super) fn list<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        rest: f64,
    ) where
        P: Laws<M, L>,
    {
        if self.stale {
            self.refresh(mechanism, slots);
        }
        for index in self.moving.list() {
            self.wrong.iter_mut().for_each(|wrong| wrong[*index] = 0.0);
        }
        for set in [&mut self.closed, &mut self.busy, &mut self.near, &mut self.moving] {
            set.clear();
        }
        for joint in 0..mechanism.joints() {
            // Rows of implicit pieces stand in the order of the joints.
            self.list_joint(mechanism, slots, joint);
        }
        if self.bending.is_some() {
            // Modes move with every piece.
            (0..self.coordinates.len()).for_each(|index| self.moving.insert(index));
            (0..mechanism.joints()).for_each(|joint| self.near.insert(joint));
        }
        for at in 0..self.busy.list().len() {
            let joint = self.busy.list()[at];
            self.graph.find_responses(mechanism, joint);
            self.graph.responses(joint).for_each(|(index, _)| self.moving.insert(index));
            self.graph.neighbours.of(joint).iter().for_each(|joint| self.near.insert(*joint));
        }
        self.loaded = self.moving.list().len();
        for joint in self.near.list() {
            self.graph.placing.of(*joint).iter().for_each(|index| self.moving.insert(*index));
        }
        self.listed = true;
        self.first = First::Unknown;
        if !self.busy.is_empty() {
            for at in 0..self.busy.list().len() {
                self.graph.locate(self.busy.list()[at], &self.moving);
            }
            self.idle_until = self.idle_until(mechanism, slots, time, rest);
        }
    }

    /// Lists a joint if it loads its bodies, and its slots that touch; returns true if it does.
    pub(super) fn list_joint<M: Contacts<L>>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        joint: usize,
    ) -> bool {
        let mut is_busy = self.loads_always && mechanism.loads_always(joint);
        for &index in self.graph.slots.of(joint) {
            if slots[index].touches() {
                self.closed.insert(index);
                is_busy = true;
            }
        }
        if is_busy {
            self.busy.insert(joint);
        }
        is_busy
    }

    /// Begins and ends contacts at the end of a piece, at `time` \[s\].
    pub(super) fn meet_and_part<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        controls: &mut [Control],
    ) where
        P: Laws<M, L>,
    {
        for index in 0..slots.len() {
            let own = if self.are_free { mechanism.joint(index) } else { 0 };
            self.meet_or_part(mechanism, slots, (index, time), &mut controls[own]);
        }
        mechanism.share_surfaces(slots, &mut self.slots);
        self.met = None;
    }

    /// Does the same for the slots near the listed contacts only.
    pub(super) fn meet_and_part_near<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        control: &mut Control,
    ) where
        P: Laws<M, L>,
    {
        for at in 0..self.near.list().len() {
            let joint = self.near.list()[at];
            for at in 0..self.graph.slots.of(joint).len() {
                let index = self.graph.slots.of(joint)[at];
                self.meet_or_part(mechanism, slots, (index, time), control);
            }
            if let [first, .., last] = *self.graph.slots.of(joint) {
                let own = first..last + 1;
                mechanism.share_surfaces(&mut slots[own.clone()], &mut self.slots[own]);
            }
        }
        self.met = None;
    }

    /// Begins or ends the contact of a slot at `time` \[s\], if its approach says so.
    fn meet_or_part<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (index, time): (usize, f64),
        control: &mut Control,
    ) where
        P: Laws<M, L>,
    {
        let slot = &mut slots[index];
        let seen = self.slots[index].here;
        if slot.point.contact.is_some() {
            if seen.penetration > 0.0 || seen.rate > 0.0 {
                return;
            }
            self.listed = false;
        } else if is_met(&seen) || self.met == Some(index) {
            let alone = self.closed.is_empty() && !self.loads_always;
            return self.begin_touch(mechanism, slots, (index, time), (control, alone));
        }
        slot.depart(&mut self.slots[index].here);
    }

    /// Begins the contact of a slot at `time` \[s\], and prepares its pieces; `alone` if there is no other.
    pub(super) fn begin_touch<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (index, time): (usize, f64),
        (control, alone): (&mut Control, bool),
    ) where
        P: Laws<M, L>,
    {
        let here = self.slots[index].here;
        slots[index].meet(time, here.rate);
        self.listed = false;
        #[cfg(test)]
        {
            self.impacts += 1;
        }
        self.bend(mechanism, 0.0, 0.0);
        let joint = mechanism.joint(index);
        self.graph.find_responses(mechanism, joint);
        let joint = (joint, self.graph.mobility(joint));
        let Begun { stored, time } = self.laws.begin_contact(mechanism, joint, slots, index, &here);
        // A slot that is inside already has elastic energy that no work has paid for.
        self.work.unearned += stored;
        slots[0].owed += stored;
        let first = FIRST * (self.tolerance / 1e-3).powf(0.2) * time;
        if alone {
            self.created = 0.0;
            control.begin(first);
        } else {
            (control.size, control.error) = (control.size.min(first), 1.0);
        }
    }
}
