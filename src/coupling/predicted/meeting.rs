//! Where slots meet their walls and leave them, between the pieces of a step.

use super::Mechanism;
use super::memory::Slot;
use super::step_motion::{LANDING, StepMotion};
use crate::coupling::identify::Held;
use crate::coupling::{Snapshot, Step};
use crate::laws::contact::{Onset, Touch};

/// A slot that had left is not moved to the surface from farther inside than it goes in so many
/// steps: it was put there.
const STRAY_STEPS: f64 = 10.0;

/// In one contact time that part of a surface found inside the wall goes back to its place.
const RETURN: f64 = 0.02;

impl StepMotion {
    /// The slots at the step's start.
    pub(super) fn receive<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        step: Step,
        contact_time: f64,
    ) {
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            let seen = slot.receive(mechanism.touch(index), step, contact_time);
            // What the step before held is no part of what is remembered.
            (motion.start.touch, motion.friction) = (seen, 0.0);
            (motion.stored, motion.put_in) = (0.0, 0.0);
            motion.lost = slot.point.dissipated();
        }
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                self.slots[index].take_stock(mechanism, index);
                self.update_couplings(mechanism, slots, index);
            }
        }
    }

    /// Lists the slots that touch: most of a machine's are open most of the time.
    pub(super) fn list_closed(&mut self, slots: &[Slot]) {
        self.touching = 0;
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                self.closed[self.touching] = index;
                self.touching += 1;
            }
        }
    }

    /// Brings what `slot` and the other closed ones do to each other up to date.
    pub(super) fn update_couplings<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        slot: usize,
    ) {
        let motions = &self.slots;
        self.couplings.update(mechanism, slot, |other| {
            slots[other].point.contact.is_some().then(|| motions[other].start.touch)
        });
    }

    /// The slots at the end of a piece, at `time` \[s\].
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
                slot.made += self.slots[index].take_stock(mechanism, index);
                if seen.penetration <= 0.0 {
                    slot.leave(touch.penetration);
                } else if self.couplings.has_turned(index, seen.normal) {
                    self.update_couplings(mechanism, slots, index);
                }
            } else if is_met(&seen) {
                slot.meet(time, seen.rate);
                self.slots[index].friction = 0.0;
                // Energy from nothing, should it be inside already.
                self.slots[index].take_stock(mechanism, index);
                slot.made = self.slots[index].stored;
                self.work.unearned += slot.made;
                self.update_couplings(mechanism, slots, index);
            } else {
                slot.leave(touch.penetration);
            }
            let before = self.slots[index].lost;
            self.slots[index].lost = slots[index].settle(before, self.is_coarse_piece);
        }
    }
}

/// Whether a slot that was open touches: inside, or at the surface and on its way in.
fn is_met(touch: &Touch<f64>) -> bool {
    let Touch { penetration, rate, .. } = *touch;
    penetration > 0.0 || (penetration > -2.0 * LANDING && rate > 0.0)
}

impl Slot {
    /// How the contact of a closed slot began.
    #[inline]
    pub(super) fn onset(&self) -> Onset {
        self.point.contact.unwrap_or_default()
    }

    /// δ̇⁻ in a closed slot that has this `touch`: as it met, or where surfaces conform the largest rate so far.
    #[inline]
    pub(super) fn impact_speed<M: Mechanism>(&self, touch: &Touch<f64>, mechanism: &M) -> f64 {
        let met = self.onset().impact_speed;
        if mechanism.conforms() && touch.penetration > 0.0 { met.max(touch.rate) } else { met }
    }

    /// Takes note of that of a touch which has pressed.
    #[inline]
    pub(super) fn feel<M: Mechanism>(&mut self, touch: &Touch<f64>, mechanism: &M) {
        let speed = self.impact_speed(touch, mechanism);
        if let Some(onset) = &mut self.point.contact {
            onset.impact_speed = speed;
        }
    }

    /// The slot at the start of a step, where it has this `touch`; gives that as it is counted. One that
    /// had left the wall and is found inside it begins at the surface: a departing body must not be hit
    /// again.
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
            self.surface *= 1.0 - returned;
        }
        let seen = self.at_surface(touch);
        if !is_met(&seen) {
            self.leave(touch.penetration);
        } else if self.point.contact.is_none() {
            self.meet(step.start, seen.rate);
        }
        seen
    }

    /// The slot after a step in which it was not followed but perhaps `held`, as it was or would have been at
    /// both ends of the step.
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

    /// A contact begins at `time` \[s\] and `rate` \[m/s\].
    pub(crate) fn meet(&mut self, time: f64, rate: f64) {
        self.point.begin(Onset { time, impact_speed: rate.max(0.0) });
        self.made = 0.0;
    }

    /// No contact; the true penetration is `penetration` \[m\].
    pub(crate) fn leave(&mut self, penetration: f64) {
        self.point.separate();
        // Energy that pieces have lost is lost, and energy that they have made is the bodies'.
        let made = std::mem::take(&mut self.made);
        self.point.damped += (-made).max(0.0);
        self.owed += made.max(0.0);
        self.recede(penetration);
    }

    /// Sets the energy lost since `before` \[J\] against the energy that bodies have got from nothing first: energy
    /// that is made and lost again is not lost. Fine pieces take back themselves what they make. Gives what has been
    /// lost by now.
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
            self.made -= pay(self.made);
        }
        self.point.dissipated()
    }
}
