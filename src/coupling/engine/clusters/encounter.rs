//! Touches between bodies that have different times: of two clusters, of a cluster and a body in flight, of two in flight.

use super::run::{Clusters, NONE};
use crate::coupling::engine::contacts::{Contacts, Laws};
use crate::coupling::engine::events::{ATTEMPTS, LATE, PLACED};
use crate::coupling::engine::flight::{Course, HALVINGS, landed, may_reach};
use crate::coupling::engine::motion::Engine;
use crate::coupling::predicted::{Slot, is_met};
use crate::laws::contact::Approach;

impl<const L: usize, P> Engine<L, P> {
    /// Places a joint at `time` \[s\] after the step's start, wherever its bodies' own times are: bodies of clusters are on the way
    /// to the end of their pieces, others in flight.
    fn glance_at<M: Contacts<L>>(&mut self, mechanism: &mut M, joint: usize, time: f64)
    where
        P: Laws<M, L>,
    {
        for at in 0..self.graph.placing.of(joint).len() {
            let index = self.graph.placing.of(joint)[at];
            let [place, rate] = self.on_the_way(index, time);
            let [places, rates] = &mut self.clusters.glance;
            (places[index], rates[index]) = (place, rate);
        }
        let [places, rates] = &self.clusters.glance;
        mechanism.place_joints(&[joint], places, rates);
    }

    /// Returns a coordinate and its velocity at `time` \[s\] after the step's start, see [`glance_at`](Self::glance_at).
    fn on_the_way(&self, index: usize, time: f64) -> [f64; 2] {
        let owner = self.clusters.owner[index];
        if owner == NONE {
            return self.in_flight(index, time);
        }
        let run = &self.clusters.runs[owner];
        let start = [self.coordinates[index], self.velocities[index]];
        let end = [self.trial[0][index], self.trial[1][index]];
        if time <= run.time || run.end <= run.time {
            start
        } else if time >= run.end {
            end
        } else {
            let size = run.end - run.time;
            between([start, end], size, (time - run.time) / size)
        }
    }

    /// Finds the approaches at the slots of a joint, `time` \[s\] after the step's start.
    pub(super) fn see<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        joint: usize,
        time: f64,
    ) where
        P: Laws<M, L>,
    {
        self.glance_at(mechanism, joint, time);
        for &index in self.graph.slots.of(joint) {
            self.slots[index].here = slots[index].at_surface(mechanism.approach(index));
        }
        self.clusters.seen[joint] = time;
    }

    /// Looks at the open joints between a listed cluster, whose piece has just been tried, and the bodies outside, as far as
    /// their motion is known. If a slot touches on the way, the pieces end there.
    pub(super) fn look_outside<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        lead: usize,
    ) where
        P: Laws<M, L>,
    {
        let mut first: Option<(usize, f64)> = None;
        for at in 0..self.clusters.outer.list().len() {
            let joint = self.clusters.outer.list()[at];
            if !self.is_unseen(lead, joint) {
                continue;
            }
            let (seen, end) = (self.clusters.seen[joint], self.known_until(lead, joint));
            self.glance_at(mechanism, joint, end);
            for at in 0..self.graph.slots.of(joint).len() {
                let index = self.graph.slots.of(joint)[at];
                let there = slots[index].at_surface(mechanism.approach(index));
                let time = touches_between(&self.slots[index].here, &there, seen, end);
                self.slots[index].end = there;
                if let Some(time) = time
                    && first.is_none_or(|(_, earlier)| time < earlier)
                {
                    first = Some((index, time));
                }
            }
        }
        if let Some((slot, time)) = first {
            self.approach_meeting(mechanism, slots, (lead, slot), time);
            return;
        }
        for at in 0..self.clusters.outer.list().len() {
            let joint = self.clusters.outer.list()[at];
            if self.is_unseen(lead, joint) {
                self.take_look(joint, self.known_until(lead, joint));
            }
        }
    }

    /// Returns true if the motion at a joint between a cluster and bodies outside of it is known further than it has been
    /// looked at.
    pub(super) fn is_unseen(&self, lead: usize, joint: usize) -> bool {
        self.known_until(lead, joint) - self.clusters.seen[joint] > self.clusters.limits.same()
    }

    /// Returns the time after the step's start \[s\] until which the motion at a joint between a cluster and bodies outside
    /// of it is known.
    fn known_until(&self, lead: usize, joint: usize) -> f64 {
        let Clusters { runs, .. } = &self.clusters;
        let partner = self.clusters.partner(lead, self.graph.placing.of(joint));
        partner.map_or(runs[lead].end, |partner| runs[lead].end.min(runs[partner].end))
    }

    /// Takes the approaches last found at an open joint, `time` \[s\] after the step's start.
    fn take_look(&mut self, joint: usize, time: f64) {
        self.clusters.seen[joint] = time;
        for &index in self.graph.slots.of(joint) {
            self.slots[index].here = self.slots[index].end;
        }
    }

    /// Returns the slot at which a cluster touches a body outside at the end of its piece, if it still does: the partner may
    /// have met others since that was found.
    pub(super) fn met_outside<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        lead: usize,
    ) -> Option<usize>
    where
        P: Laws<M, L>,
    {
        let run = &self.clusters.runs[lead];
        let ((slot, gap), end) = (run.meeting?, run.end);
        self.glance_at(mechanism, mechanism.joint(slot), end);
        let there = slots[slot].at_surface(mechanism.approach(slot));
        (there.penetration == gap).then_some(slot)
    }

    /// Shortens the pieces of a cluster and of its partner, if it has one, so that they end where a slot between them
    /// touches, near `time` \[s\] after the step's start.
    pub(super) fn approach_meeting<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        (lead, slot): (usize, usize),
        time: f64,
    ) where
        P: Laws<M, L>,
    {
        let joint = mechanism.joint(slot);
        let partner = self.clusters.partner(lead, self.graph.placing.of(joint));
        let runs = &self.clusters.runs;
        let (from, mut high) = (runs[lead].time, self.known_until(lead, joint));
        let begun = partner.map_or(from, |partner| runs[partner].time);
        let (mut low, size) = (from.max(begun), high - from);
        let (mut at, mut gap) = (time.min(high).max(low), 0.0);
        let mut allowed = None;
        for attempt in 0..=ATTEMPTS {
            if at - from <= self.clusters.limits.same() {
                at = from;
            }
            self.shorten(mechanism, slots, lead, at);
            if let Some(partner) = partner
                && at - begun > self.clusters.limits.same()
            {
                self.shorten(mechanism, slots, partner, at);
            }
            self.glance_at(mechanism, joint, at);
            let end = slots[slot].at_surface(mechanism.approach(slot));
            let allowed = *allowed.get_or_insert_with(|| self.allowed(mechanism, slots, slot));
            let near = (PLACED * allowed).min(LATE * size * end.rate.abs());
            gap = end.penetration;
            if gap <= 0.0 && gap >= -near || high - low <= self.clusters.limits.same() {
                break;
            }
            if gap <= 0.0 {
                low = at
            } else {
                high = at
            }
            let next = at - (gap + 0.5 * near) / end.rate;
            at = if attempt + 1 == ATTEMPTS {
                low
            } else if next > low && next < high {
                next
            } else {
                0.5 * (low + high)
            };
        }
        self.clusters.runs[lead].meeting = Some((slot, gap));
    }

    /// Follows the slots between the listed cluster and the bodies outside as they leave their walls.
    pub(super) fn pass_outside(&mut self, slots: &mut [Slot]) {
        for joint in self.clusters.outer.list() {
            for &index in self.graph.slots.of(*joint) {
                slots[index].pass(&mut self.slots[index].here);
            }
        }
    }

    /// Looks at an open joint now: if its bodies are in flight, finds where they touch.
    pub(super) fn look_at_open<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        joint: usize,
    ) where
        P: Laws<M, L>,
    {
        self.see(mechanism, slots, joint, self.clusters.now);
        let mut lands = f64::INFINITY;
        if self.clusters.partner(NONE, self.graph.placing.of(joint)).is_none()
            && let Some((slot, time)) = self.find_landing(mechanism, slots, joint)
        {
            self.clusters.lands[joint] = slot;
            lands = time;
        }
        self.clusters.next.set(joint, lands);
    }

    /// Returns the first slot that touches at a joint between bodies in flight, and its time after the step's start \[s\];
    /// `None` if none does before the step's end.
    fn find_landing<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        joint: usize,
    ) -> Option<(usize, f64)>
    where
        P: Laws<M, L>,
    {
        let end = self.clusters.limits.step.size;
        let mut from = self.clusters.now;
        while end - from > self.clusters.limits.same() {
            let size = self.course_of_joint(mechanism, slots, joint, from, end - from);
            let mut first: Option<(usize, f64)> = None;
            for at in 0..self.graph.slots.of(joint).len() {
                let index = self.graph.slots.of(joint)[at];
                let (here, there) = (self.slots[index].here, self.slots[index].end);
                let Some(inside) = Course::between(&here, &there, size).inside() else { continue };
                let latest = first.map_or(inside * size, |(_, time)| (inside * size).min(time));
                let landed = landed(&here, latest, |time| {
                    self.glance_at(mechanism, joint, from + time);
                    slots[index].at_surface(mechanism.approach(index))
                });
                first = landed.map(|time| (index, time)).or(first);
            }
            if let Some((slot, time)) = first {
                return Some((slot, from + time));
            }
            from = if size < end - from { from + size } else { end };
            self.take_look(joint, from);
        }
        None
    }

    /// Finds the approaches at a joint between bodies in flight at the end of a time that begins at `from` \[s\], is no longer
    /// than `rest` \[s\], and in which cubics describe the gaps; returns its length.
    fn course_of_joint<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        joint: usize,
        from: f64,
        rest: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        let mut size = rest;
        for halvings in 0..=HALVINGS {
            self.glance_at(mechanism, joint, from + size);
            let mut is_close = false;
            for &index in self.graph.slots.of(joint) {
                let motion = &mut self.slots[index];
                motion.end = slots[index].at_surface(mechanism.approach(index));
                motion.close = may_reach(&motion.here, size);
                is_close |= motion.close;
            }
            if !is_close || halvings == HALVINGS {
                break;
            }
            self.glance_at(mechanism, joint, from + 0.5 * size);
            let is_cubic = |index: &usize| {
                let motion = &self.slots[*index];
                let there = slots[*index].at_surface(mechanism.approach(*index)).penetration;
                !motion.close
                    || Course::between(&motion.here, &motion.end, size).passes_middle(there)
            };
            if self.graph.slots.of(joint).iter().all(is_cubic) {
                break;
            }
            size *= 0.5;
        }
        size
    }
}

/// Returns the time \[s\] at which a slot touches that has been `here` at one time and is `there` at a later one; `None` if it
/// does not.
fn touches_between(here: &Approach, there: &Approach, seen: f64, end: f64) -> Option<f64> {
    let course = Course::between(here, there, end - seen);
    match course.touch() {
        Some(share) => Some(seen + (end - seen) * share),
        None => is_met(there).then_some(end),
    }
}

/// Returns a place and its rate at `share` of a piece of `size` \[s\] between these ends, by the cubic.
fn between([[q0, v0], [q1, v1]]: [[f64; 2]; 2], size: f64, share: f64) -> [f64; 2] {
    let rest = 1.0 - share;
    let place = (1.0 + 2.0 * share) * rest * rest * q0
        + share * share * (3.0 - 2.0 * share) * q1
        + size * share * rest * (rest * v0 - share * v1);
    let rate = 6.0 * share * rest * (q1 - q0) / size
        + rest * (1.0 - 3.0 * share) * v0
        + share * (3.0 * share - 2.0) * v1;
    [place, rate]
}
