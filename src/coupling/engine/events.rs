//! Events inside a piece of contact: a slot touches, parts, or comes to rest; a piece ends there.

use super::attempt::{Event, Kind};
use super::contacts::{Contacts, Laws};
use super::flight::Course;
use super::motion::Engine;
use crate::coupling::predicted::Slot;
use crate::laws::contact::Approach;

/// Most attempts at the place of an event.
pub(super) const ATTEMPTS: u32 = 8;
/// Distance from a surface within which a touch is placed, as a part of the error allowed.
pub(super) const PLACED: f64 = 1e-2;
/// Part of a piece within which an event is placed.
pub(super) const LATE: f64 = 1e-2;
/// Sliding speeds over the creep speed at which pieces end on the way to rest.
const SLOWING: [f64; 2] = [1.5, 0.7];
/// Largest change of the sliding speed in a piece that passes rest, over the creep speed.
const CREEPING: f64 = 0.5;

impl<const L: usize, P> Engine<L, P> {
    /// Finds the approaches of the slots near the contacts at the end of the piece.
    pub(super) fn find_ends<M: Contacts<L>>(&mut self, mechanism: &mut M, slots: &[Slot])
    where
        P: Laws<M, L>,
    {
        if self.near.list().len() > self.busy.list().len() {
            mechanism.place_joints(self.near.list(), &self.trial[0], &self.trial[1]);
        }
        for &index in self.near.list().iter().flat_map(|joint| self.graph.slots.of(*joint)) {
            self.slots[index].end = if self.closed.contains(index) {
                self.laws.end_of(mechanism, index)
            } else {
                slots[index].at_surface(mechanism.approach(index))
            };
        }
    }

    /// Returns the first event inside the piece of `size` \[s\] that ends in `trial`.
    pub(super) fn first_event<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        size: f64,
    ) -> Option<Event>
    where
        P: Laws<M, L>,
    {
        self.find_ends(mechanism, slots);
        let mut first: Option<Event> = None;
        let mut note = |event: Event| {
            if first.is_none_or(|first| event.share < first.share) {
                first = Some(event);
            }
        };
        let joints = self.near.list().iter();
        for &index in joints.flat_map(|joint| self.graph.slots.of(*joint)) {
            let motion = &mut self.slots[index];
            if slots[index].point.contact.is_none() {
                let course = Course::between(&motion.here, &motion.end, size);
                if let Some(share) = course.touch() {
                    note(Event { share, slot: index, kind: Kind::Touch });
                }
                continue;
            }
            let held = |at: &Approach| at.penetration - mechanism.parting(index, at.rate.min(0.0));
            let [start, end] = [&motion.here, &motion.end].map(held);
            if end < 0.0 && motion.end.rate < 0.0 && start > 0.0 {
                let mut course = Course::between(&motion.here, &motion.end, size);
                course.depths = [start, end];
                let share = course.crossing(1.0);
                note(Event { share, slot: index, kind: Kind::Parting });
            }
            let [from, to] = [&motion.here, &motion.end].map(|at| at.sliding_speed);
            if let Some(share) = passes_rest(mechanism.sticking_speed(index), from, to) {
                note(Event { share, slot: index, kind: Kind::Rest });
            }
        }
        first
    }

    /// Integrates the piece anew up to an event; returns its length, or `None` if its error is too large or the event
    /// is not found.
    pub(super) fn place_event<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        (time, size): (f64, f64),
        Event { share, slot, kind }: Event,
    ) -> Option<f64>
    where
        P: Laws<M, L>,
    {
        let (mut low, mut high) = (0.0, size);
        let mut length = share * size;
        for _ in 0..ATTEMPTS {
            if self.attempt(mechanism, slots, time, length) > 1.0 {
                return None;
            }
            if kind == Kind::Rest {
                return Some(length);
            }
            let (gap, rate) = self.gap_at_end(mechanism, slots, slot, kind);
            let allowed = PLACED * self.allowed(mechanism, slots, slot);
            // A slot that parts slowly must not be late for the touches of others.
            let near = allowed.min(LATE * size * rate.abs());
            if gap <= 0.0 && gap >= -near {
                return Some(length);
            }
            // Both searches end just outside of the wall.
            let outside = gap <= 0.0;
            if outside == (kind == Kind::Touch) {
                low = length
            } else {
                high = length
            }
            let next = length - (gap + 0.5 * near) / rate;
            length = if next > low && next < high { next } else { 0.5 * (low + high) };
            if high - low <= 1e-15 * size {
                break;
            }
        }
        if kind == Kind::Parting {
            Some(length).filter(|_| self.attempt(mechanism, slots, time, length) <= 1.0)
        } else {
            None
        }
    }

    /// Returns the distance from its event of a slot at the end of the piece \[m\], and its rate \[m/s\].
    fn gap_at_end<M: Contacts<L>>(
        &self,
        mechanism: &mut M,
        slots: &[Slot],
        slot: usize,
        kind: Kind,
    ) -> (f64, f64)
    where
        P: Laws<M, L>,
    {
        if kind == Kind::Parting {
            let end = self.laws.end_of(mechanism, slot);
            return (end.penetration - mechanism.parting(slot, end.rate.min(0.0)), end.rate);
        }
        let joint = [mechanism.joint(slot)];
        mechanism.place_joints(&joint, &self.trial[0], &self.trial[1]);
        let end = slots[slot].at_surface(mechanism.approach(slot));
        (end.penetration, end.rate)
    }
}

/// Returns the share of a piece at which sliding from one speed to another is to stop on its way through rest, given
/// the speed below which friction holds more.
fn passes_rest(creep: f64, from: f64, to: f64) -> Option<f64> {
    if from * to >= 0.0 || (to - from).abs() <= creep {
        return None;
    }
    let change = (to - from).abs();
    let mut stops = SLOWING.into_iter().map(|part| part * creep);
    let stop = stops.find(|stop| from.abs() > 1.02 * stop);
    Some(stop.map_or(CREEPING * creep, |stop| from.abs() - stop) / change)
}
