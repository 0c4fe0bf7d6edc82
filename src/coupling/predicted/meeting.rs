//! Beginning and end of the slots' contacts, between the pieces of a step.

use super::Mechanism;
use super::memory::Slot;
use super::step_motion::{LANDING, StepMotion};
use crate::coupling::identify::Held;
use crate::coupling::{Snapshot, Step};
use crate::laws::contact::{Onset, Touch};

/// Largest offset of the surface of a slot that is found inside its wall although it had left: its
/// travel in this number of steps. The host has placed a deeper slot there, so the depth beyond that
/// is penetration.
const STRAY_STEPS: f64 = 10.0;

/// Part of a surface's offset that is taken back in one contact time.
const RETURN: f64 = 0.02;
/// Largest speed at which it is taken back, over the speed of the impact \[1\]; at least [`LEAST_RETURN_SPEED`].
const RETURN_SPEED: f64 = 0.02;
/// \[m/s\]
const LEAST_RETURN_SPEED: f64 = 1e-3;

impl StepMotion {
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
            // Friction and energies of the step before are no part of the memory.
            (motion.start.touch, motion.friction) = (seen, 0.0);
            (motion.stored, motion.put_in) = (0.0, 0.0);
            motion.lost = slot.point.dissipated();
        }
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                self.slots[index].update_stored_energy(mechanism, index);
                self.update_couplings(mechanism, slots, index);
            }
        }
    }

    /// Lists the slots that touch: most slots of a machine are open most of the time.
    pub(super) fn list_closed(&mut self, slots: &[Slot]) {
        self.touching = 0;
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                self.closed[self.touching] = index;
                self.touching += 1;
            }
        }
    }

    /// Updates the couplings of `slot` with the other closed ones.
    pub(super) fn update_couplings<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        slot: usize,
    ) {
        let motions = &self.slots;
        let touch =
            |other: usize| slots[other].point.contact.is_some().then(|| motions[other].start.touch);
        self.couplings.update(mechanism, slot, touch, M::velocity_response);
    }

    /// Begins and ends contacts at the end of a piece, at `time` \[s\].
    pub(super) fn meet_and_part<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
    ) {
        for index in 0..slots.len() {
            let slot = &mut slots[index];
            let touch = mechanism.touch(index);
            let seen = slot.at_surface(touch);
            self.slots[index].start.touch = seen;
            if slot.point.contact.is_some() {
                slot.energy_error += self.slots[index].update_stored_energy(mechanism, index);
                if seen.penetration <= 0.0 {
                    slot.leave(touch.penetration);
                } else if self.couplings.has_turned(index, seen.normal) {
                    self.update_couplings(mechanism, slots, index);
                }
            } else if is_met(&seen) {
                slot.meet(time, seen.rate);
                self.slots[index].friction = 0.0;
                // A slot that is inside already has elastic energy that no work has paid for.
                self.slots[index].update_stored_energy(mechanism, index);
                slot.energy_error = self.slots[index].stored;
                self.work.unearned += slot.energy_error;
                self.update_couplings(mechanism, slots, index);
            } else {
                slot.leave(touch.penetration);
            }
            let before = self.slots[index].lost;
            self.slots[index].lost = slots[index].settle(before, self.is_coarse_piece);
        }
    }
}

/// Returns true if a slot that was open touches: inside, or at the surface and approaching.
pub(crate) fn is_met(touch: &Touch<f64>) -> bool {
    let Touch { penetration, rate, .. } = *touch;
    penetration > 0.0 || (penetration > -2.0 * LANDING && rate > 0.0)
}

impl Slot {
    /// Returns the onset of a closed slot's contact.
    #[inline]
    pub(crate) fn onset(&self) -> Onset {
        self.point.contact.unwrap_or_default()
    }

    /// Returns δ̇⁻ \[m/s\] of a closed slot with this `touch`: that of its onset or, if surfaces conform, the largest
    /// rate so far.
    #[inline]
    pub(crate) fn impact_speed<M: Mechanism>(&self, touch: &Touch<f64>, mechanism: &M) -> f64 {
        let met = self.onset().impact_speed;
        if mechanism.conforms() && touch.penetration > 0.0 { met.max(touch.rate) } else { met }
    }

    /// Records δ̇⁻ of a touch that has exerted a force.
    #[inline]
    pub(crate) fn record_impact_speed<M: Mechanism>(&mut self, touch: &Touch<f64>, mechanism: &M) {
        let speed = self.impact_speed(touch, mechanism);
        if let Some(onset) = &mut self.point.contact {
            onset.impact_speed = speed;
        }
    }

    /// Sets the slot to its state at the start of a step, from its `touch`; returns the touch with the penetration
    /// counted from the offset surface. A slot that had left the wall and is found inside it begins at the surface: a
    /// departing body must not be hit again.
    #[inline]
    pub(crate) fn receive(
        &mut self,
        touch: Touch<f64>,
        step: Step,
        contact_time: f64,
    ) -> Touch<f64> {
        if self.point.contact.is_none() {
            let way = STRAY_STEPS * step.size * touch.rate.hypot(touch.sliding_speed);
            self.surface = touch.penetration.max(0.0).min(way.max(self.surface));
        } else {
            let returned = RETURN * (step.size / contact_time.max(step.size));
            // A wall that moves pushes: it goes slowly beside the impact.
            let most =
                (RETURN_SPEED * self.onset().impact_speed).max(LEAST_RETURN_SPEED) * step.size;
            self.surface -= (returned * self.surface).min(most);
        }
        let seen = self.at_surface(touch);
        if !is_met(&seen) {
            self.leave(touch.penetration);
        } else if self.point.contact.is_none() {
            self.meet(step.start, seen.rate);
        }
        seen
    }

    /// Sets the slot to its state after a step in which the load `held` catches the bodies, or in
    /// which they do not touch (`None`); returns its forces. The touches are those at both ends of
    /// the step along the motion without that load; the step starts at `time` \[s\].
    pub(crate) fn hold<const D: usize>(
        &mut self,
        held: Option<&Held<D>>,
        [start, end]: &[Touch<f64>; 2],
        time: f64,
    ) -> Snapshot {
        self.point.separate();
        if held.is_none() || self.surface > start.penetration {
            self.surface = start.penetration.max(0.0);
        }
        if let Some(Held { approach, begins: true, .. }) = held {
            self.point.last_start = Onset { time, impact_speed: *approach };
        }
        let reached = self.at_surface(*end).penetration;
        Snapshot {
            penetration: if held.is_some() { reached } else { reached.min(0.0) },
            rate: end.rate,
            sliding_speed: end.sliding_speed,
            normal_force: held.map_or(0.0, |held| held.normal_force),
            friction_force: 0.0,
            stored: 0.0,
            bristle: 0.0,
            bristle_rate: 0.0,
            lost: 0.0,
        }
    }

    /// Begins a contact at `time` \[s\] with `rate` \[m/s\].
    pub(crate) fn meet(&mut self, time: f64, rate: f64) {
        self.point.begin(Onset { time, impact_speed: rate.max(0.0) });
        self.energy_error = 0.0;
    }

    /// Ends the contact, if any; `penetration` \[m\] is the true one.
    pub(crate) fn leave(&mut self, penetration: f64) {
        self.point.separate();
        // Energy lost by pieces counts as lost, and energy created by them is owed by the bodies.
        let error = std::mem::take(&mut self.energy_error);
        self.point.damped += (-error).max(0.0);
        self.owed += error.max(0.0);
        self.recede(penetration);
    }

    /// Subtracts from the energy lost the energy that pieces have created before, at most the
    /// increase since `before` \[J\]: energy that is created and lost again is no loss. Energy of the
    /// present contact counts in `coarse` pieces only, since fine pieces remove what they create.
    /// Returns the energy lost by now \[J\].
    fn settle(&mut self, before: f64, coarse: bool) -> f64 {
        let mut pay = |debt: f64| {
            let lost = self.point.dissipated();
            // The sum never falls, also not by rounding.
            let paid = debt.min(lost - before - 2.0 * f64::EPSILON * lost.abs()).max(0.0);
            self.point.damped -= paid;
            paid
        };
        self.owed -= pay(self.owed);
        if coarse {
            self.energy_error -= pay(self.energy_error);
        }
        self.point.dissipated()
    }
}
