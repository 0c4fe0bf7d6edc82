//! Clusters form where contacts begin, and end where they end.

use super::run::NONE;
use crate::coupling::engine::contacts::{Contacts, Laws};
use crate::coupling::engine::control::Control;
use crate::coupling::engine::flight::coasted;
use crate::coupling::engine::motion::Engine;
use crate::coupling::predicted::{Slot, is_met};

impl<const L: usize, P> Engine<L, P> {
    /// Ends a cluster: its joints and those around them are to be looked at.
    pub(super) fn dissolve<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        controls: &mut [Control],
        lead: usize,
    ) where
        P: Laws<M, L>,
    {
        self.list_cluster(mechanism, slots, lead);
        let Self { graph, clusters, busy, near, moving, .. } = self;
        let run = clusters.runs[lead];
        // One that still touches keeps the error of the pieces so far.
        let mut created = run.control.created;
        for &joint in busy.list() {
            clusters.of_joint[joint] = NONE;
            clusters.spent[joint] = run.spent;
            let kept = if graph.touches(joint, slots) { std::mem::take(&mut created) } else { 0.0 };
            controls[joint] = Control { created: kept, ..run.control };
        }
        moving.list().iter().for_each(|index| clusters.owner[*index] = NONE);
        for joint in near.list().iter().chain(clusters.outer.list()) {
            clusters.touched.insert(*joint);
        }
        clusters.next.set(lead, f64::INFINITY);
        clusters.listed = NONE;
    }

    /// Forms the clusters of the joints that have been touched, and finds what happens next to them; returns false if a budget
    /// of pieces is spent.
    pub(super) fn rebuild<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
    ) -> bool
    where
        P: Laws<M, L>,
    {
        loop {
            self.form_clusters(slots, controls);
            for at in 0..self.clusters.touched.list().len() {
                let joint = self.clusters.touched.list()[at];
                let lead = self.clusters.of_joint[joint];
                if lead == NONE {
                    controls[joint] = Control::default();
                    self.look_at_open(mechanism, slots, joint);
                } else if lead != joint {
                    self.clusters.next.set(joint, f64::INFINITY);
                }
            }
            if !self.meet_at_once(mechanism, slots, controls) {
                break;
            }
        }
        let mut goes_on = true;
        for at in 0..self.clusters.touched.list().len() {
            let joint = self.clusters.touched.list()[at];
            let is_new = self.clusters.of_joint[joint] == joint
                && self.clusters.runs[joint].end <= self.clusters.now;
            goes_on &= !is_new || self.try_run(mechanism, slots, joint);
        }
        // Bodies that have begun to fly may be in the way of others.
        for at in 0..self.clusters.touched.list().len() {
            let joint = self.clusters.touched.list()[at];
            if self.clusters.of_joint[joint] == NONE
                && let Some(cluster) = self.clusters.partner(NONE, self.graph.placing.of(joint))
                && self.is_unseen(cluster, joint)
            {
                self.list_cluster(mechanism, slots, cluster);
                self.look_outside(mechanism, slots, cluster);
            }
        }
        self.clusters.touched.clear();
        goes_on
    }

    /// Forms the clusters of the joints that have been touched, and brings their bodies to the present time.
    fn form_clusters(&mut self, slots: &[Slot], controls: &[Control]) {
        self.clusters.listed = NONE;
        for at in 0..self.clusters.touched.list().len() {
            let joint = self.clusters.touched.list()[at];
            let Self { graph, clusters, .. } = &mut *self;
            let touch = |joint: usize| graph.touches(joint, slots);
            if clusters.of_joint[joint] != NONE || !touch(joint) {
                continue;
            }
            clusters.form(graph, touch, controls, joint);
            // Constraints may tie bodies that have been in flight.
            for at in 0..self.clusters.members.list().len() {
                let member = self.clusters.members.list()[at];
                for at in 0..self.graph.coupled.of(member).len() {
                    self.fly_to(self.graph.coupled.of(member)[at], self.clusters.now);
                }
            }
        }
    }

    /// Begins the contacts of slots that are met inside new clusters; returns true if there are any. New clusters are undone
    /// then.
    fn meet_at_once<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        controls: &mut [Control],
    ) -> bool
    where
        P: Laws<M, L>,
    {
        let (mut any, now) = (false, self.clusters.now);
        for at in 0..self.clusters.touched.list().len() {
            let joint = self.clusters.touched.list()[at];
            let mut owners =
                self.graph.placing.of(joint).iter().map(|index| self.clusters.owner[*index]);
            let Some(cluster) = owners.next() else { continue };
            let is_inside = cluster != NONE && owners.all(|owner| owner == cluster);
            if !is_inside || self.clusters.runs[cluster].end > now {
                continue;
            }
            for at in 0..self.graph.slots.of(joint).len() {
                let index = self.graph.slots.of(joint)[at];
                if slots[index].touches() || !is_met(&self.slots[index].here) {
                    continue;
                }
                any = true;
                let time = self.clusters.limits.step.start + now;
                mechanism.place_joints(&[joint], &self.coordinates, &self.velocities);
                self.begin_touch(mechanism, slots, (index, time), (&mut controls[joint], false));
            }
        }
        if any {
            for at in 0..self.clusters.touched.list().len() {
                let joint = self.clusters.touched.list()[at];
                let lead = self.clusters.of_joint[joint];
                if lead != NONE && self.clusters.runs[lead].end <= now {
                    self.clusters.of_joint[joint] = NONE;
                    for index in self.graph.coupled.of(joint) {
                        self.clusters.owner[*index] = NONE;
                    }
                }
            }
        }
        any
    }

    /// Moves a coordinate of a body in flight to `time` \[s\] after the step's start.
    pub(super) fn fly_to(&mut self, index: usize, time: f64) {
        [self.coordinates[index], self.velocities[index]] = self.in_flight(index, time);
        self.clusters.since[index] = time;
    }

    /// Returns a coordinate of a body in flight and its velocity, `time` \[s\] after the step's start.
    pub(super) fn in_flight(&self, index: usize, time: f64) -> [f64; 2] {
        let ([start, growth], since) = (&self.external, self.clusters.since[index]);
        let (place, rate) = (self.coordinates[index], self.velocities[index]);
        let [gain, way] = coasted([start[index], growth[index]], rate, since, time - since);
        [place + way, rate + gain]
    }
}
