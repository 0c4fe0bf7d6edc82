//! The motion of bodies that only contacts tie: every cluster of contacts has its own time and its own pieces.
//!
//! A cluster has a time, at which its state is known, and a piece from there on that it has tried but not taken. Wherever it
//! touches another cluster's piece or a body in flight on the way, both pieces are tried anew up to that instant. What
//! ends first is taken first, so nothing that has been taken is ever taken back: clusters that touch become one, and one
//! whose contacts part becomes several.
//!
//! This stands beside the loop of [`follow`](Engine::follow) because pins, locks, modes and films tie the bodies of
//! a mechanism always: these have one time, and no cost of finding clusters.

mod earliest;
mod encounter;
mod gather;
pub(super) mod run;
mod tried;

use super::contacts::{Contacts, Laws};
use super::control::Control;
use super::motion::Engine;
use crate::coupling::predicted::Slot;
use run::{Limits, NONE};

/// Most acts in a step, over the pieces that all joints may have.
const ACTS: u64 = 2;

impl<const L: usize, P> Engine<L, P> {
    /// Integrates a step from `time` \[s\] after its start on; returns the time that all bodies have reached \[s\]. It is before the
    /// step's end if a cluster's budget of pieces is spent. `None` if the motion is not finite.
    pub(super) fn follow_clusters<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (limits, time): (Limits, f64),
        controls: &mut [Control],
    ) -> Option<f64>
    where
        P: Laws<M, L>,
    {
        self.clusters.begin(limits, time);
        self.idle_until = f64::INFINITY;
        let reached = self.follow_events(mechanism, slots, controls);
        self.clusters.apart = false;
        reached
    }

    /// Lets the clusters act, one after the other, until all have reached the step's end; returns what
    /// [`follow_clusters`](Self::follow_clusters) does.
    fn follow_events<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
    ) -> Option<f64>
    where
        P: Laws<M, L>,
    {
        let mut acts = 0_u64;
        // Every cluster has its budget; this one ends a step whose clusters only meet and part.
        let joints = self.clusters.of_joint.len() as u64;
        let most = ACTS * joints * u64::from(self.clusters.limits.most);
        let mut goes_on = self.rebuild(mechanism, slots, controls);
        while goes_on {
            acts += 1;
            let (joint, time) = self.clusters.next.first();
            if time.is_infinite() {
                self.clusters.now = self.clusters.limits.step.size;
                break;
            }
            self.clusters.now = time;
            goes_on = if self.clusters.of_joint[joint] == joint {
                self.act(mechanism, slots, controls, joint)?
            } else {
                self.land(mechanism, slots, controls, joint)
            };
            goes_on &= acts < most;
        }
        self.join(mechanism, slots, controls)
    }

    /// Acts at the end of a cluster's piece, where it is the earliest; returns false if a budget of pieces is spent, and `None`
    /// if the motion is not finite.
    fn act<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
        lead: usize,
    ) -> Option<bool>
    where
        P: Laws<M, L>,
    {
        self.list_cluster(mechanism, slots, lead);
        if let Some(slot) = self.met_outside(mechanism, slots, lead) {
            return self.meet_outside(mechanism, slots, controls, (lead, slot));
        }
        self.pass_outside(slots);
        if self.take_run(mechanism, slots, lead)? {
            self.dissolve(mechanism, slots, controls, lead);
            return Some(self.rebuild(mechanism, slots, controls));
        }
        Some(self.try_run(mechanism, slots, lead))
    }

    /// Begins the contact of a slot between a cluster and a body outside, at the end of the cluster's piece.
    fn meet_outside<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
        (lead, slot): (usize, usize),
    ) -> Option<bool>
    where
        P: Laws<M, L>,
    {
        let (joint, now) = (mechanism.joint(slot), self.clusters.now);
        if let Some(partner) = self.clusters.partner(lead, self.graph.placing.of(joint)) {
            let run = self.clusters.runs[partner];
            if now - run.time > self.clusters.limits.same() {
                if run.end - now > self.clusters.limits.same() {
                    self.shorten(mechanism, slots, partner, now);
                }
                self.take_run(mechanism, slots, partner)?;
            }
            self.dissolve(mechanism, slots, controls, partner);
        }
        self.take_run(mechanism, slots, lead)?;
        self.dissolve(mechanism, slots, controls, lead);
        self.touch_at(mechanism, slots, controls, (slot, false));
        Some(self.rebuild(mechanism, slots, controls))
    }

    /// Begins the contact of a joint between two bodies in flight; returns false if a budget of pieces is spent.
    fn land<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
        joint: usize,
    ) -> bool
    where
        P: Laws<M, L>,
    {
        let slot = self.clusters.lands[joint];
        self.touch_at(mechanism, slots, controls, (slot, true));
        self.rebuild(mechanism, slots, controls)
    }

    /// Begins the contact of a slot now, between bodies that no cluster moves; `alone` if neither was in a contact.
    fn touch_at<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
        (slot, alone): (usize, bool),
    ) where
        P: Laws<M, L>,
    {
        let (joint, now) = (mechanism.joint(slot), self.clusters.now);
        for at in 0..self.graph.placing.of(joint).len() {
            self.fly_to(self.graph.placing.of(joint)[at], now);
        }
        self.see(mechanism, slots, joint, now);
        for neighbour in self.graph.neighbours.of(joint) {
            self.clusters.touched.insert(*neighbour);
        }
        self.clusters.listed = NONE;
        self.closed.clear();
        if !slots[slot].touches() {
            let time = self.clusters.limits.step.start + now;
            self.begin_touch(mechanism, slots, (slot, time), (&mut controls[joint], alone));
        }
    }

    /// Brings all bodies to the present time, at the end of the step or of the clusters' budget of pieces; returns it, or
    /// `None` if the motion is not finite.
    fn join<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
    ) -> Option<f64>
    where
        P: Laws<M, L>,
    {
        let now = self.clusters.now;
        for joint in 0..self.clusters.of_joint.len() {
            if self.clusters.of_joint[joint] != joint {
                continue;
            }
            if now - self.clusters.runs[joint].time > self.clusters.limits.same() {
                self.shorten(mechanism, slots, joint, now);
                self.take_run(mechanism, slots, joint)?;
            }
            self.dissolve(mechanism, slots, controls, joint);
        }
        for index in 0..self.coordinates.len() {
            if self.clusters.since[index] < now {
                self.fly_to(index, now);
            }
        }
        for (joint, travel) in self.travel.iter_mut().enumerate() {
            *travel += self.impulse[joint] * (now - self.clusters.carried[joint]);
        }
        for joint in 0..self.clusters.seen.len() {
            if self.clusters.seen[joint] != now && !self.graph.touches(joint, slots) {
                self.see(mechanism, slots, joint, now);
            }
        }
        (self.listed, self.stale) = (false, false);
        if now < self.clusters.limits.step.size {
            self.pieces = u32::MAX;
        }
        Some(now)
    }
}
