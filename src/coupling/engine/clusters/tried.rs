//! The pieces of clusters: tried, tried anew with another end, and taken.

use crate::coupling::engine::attempt::{First, Piece};
use crate::coupling::engine::contacts::{Contacts, Laws};
use crate::coupling::engine::motion::Engine;
use crate::coupling::engine::tableau::{C, STAGES};
use crate::coupling::predicted::Slot;

impl<const L: usize, P> Engine<L, P> {
    /// Finds the next piece of a cluster, from its time on; returns false if there is none.
    pub(super) fn try_run<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        lead: usize,
    ) -> bool
    where
        P: Laws<M, L>,
    {
        let run = &self.clusters.runs[lead];
        let (time, mut control) = (run.time, run.control);
        if time >= self.clusters.limits.step.size {
            self.clusters.next.set(lead, f64::INFINITY);
            return true;
        }
        if run.spent >= self.clusters.limits.most {
            return false;
        }
        self.list_cluster(mechanism, slots, lead);
        self.is_implicit = control.implicit;
        let rest = self.clusters.limits.step.size - time;
        let piece = self.find_piece(mechanism, slots, time, rest, &mut control);
        let Some(piece) = piece.filter(|piece| piece.size >= 0.0) else { return false };
        self.clusters.staged = true;
        let run = &mut self.clusters.runs[lead];
        run.end =
            if piece.size < rest { time + piece.size } else { self.clusters.limits.step.size };
        (run.piece, run.control, run.first) = (piece, control, First::Loads);
        (run.implicit, run.got, run.meeting) = (self.is_implicit, self.got, None);
        self.clusters.next.set(lead, run.end);
        self.look_outside(mechanism, slots, lead);
        true
    }

    /// Tries the piece of a cluster anew so that it ends `end` \[s\] after the step's start.
    pub(super) fn shorten<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        lead: usize,
        end: f64,
    ) where
        P: Laws<M, L>,
    {
        let run = &mut self.clusters.runs[lead];
        run.meeting = None;
        if end == run.end {
            return;
        }
        let (time, size) = (run.time, end - run.time);
        if size <= self.clusters.limits.same() {
            (run.piece, run.end) = (Piece::default(), time);
            self.clusters.next.set(lead, time);
            return;
        }
        self.is_implicit = run.implicit;
        self.list_cluster(mechanism, slots, lead);
        self.implicit.linearised = false;
        let error = self.attempt(mechanism, slots, time, size);
        if self.is_implicit && error.is_infinite() {
            // Its equations are singular.
            self.is_implicit = false;
            self.attempt(mechanism, slots, time, size);
        }
        self.find_ends(mechanism, slots);
        self.clusters.staged = true;
        let run = &mut self.clusters.runs[lead];
        (run.piece, run.end) = (Piece { size, event: None }, end);
        (run.implicit, run.got, run.first) = (self.is_implicit, self.got, First::Loads);
        self.clusters.next.set(lead, end);
    }

    /// Takes the piece of a cluster; returns true if contacts have begun or ended at its end, and `None` if the motion is not
    /// finite.
    pub(super) fn take_run<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        lead: usize,
    ) -> Option<bool>
    where
        P: Laws<M, L>,
    {
        self.list_cluster(mechanism, slots, lead);
        let run = self.clusters.runs[lead];
        if run.piece.size <= 0.0 && run.piece.event.is_none() {
            // Nothing happens in no time, but not without end.
            self.clusters.runs[lead].spent += 1;
            return Some(false);
        }
        if !self.clusters.staged {
            mechanism.place_joints(self.busy.list(), &self.trial[0], &self.trial[1]);
            // The accelerations of its stages have been overwritten by those of others.
            for stage in [0, STAGES - 3, STAGES - 1] {
                self.accelerate(stage, run.time + C[stage] * run.piece.size);
            }
        }
        (self.is_implicit, self.got, self.created) = (run.implicit, run.got, run.control.created);
        self.first = First::Known;
        self.clusters.now = run.end;
        self.take_piece(mechanism, slots, run.time, run.piece);
        for index in self.moving.list() {
            self.clusters.since[*index] = run.end;
            if !self.velocities[*index].is_finite() {
                return None;
            }
        }
        mechanism.go_on_from(&self.coordinates, Some(self.moving.list()));
        let mut control = self.clusters.runs[lead].control;
        self.listed = true;
        let time = self.clusters.limits.step.start + run.end;
        self.meet_and_part_near(mechanism, slots, time, &mut control);
        control.created = self.created;
        let first = if self.first == First::Known { First::Loads } else { First::Unknown };
        let run = &mut self.clusters.runs[lead];
        (run.time, run.first, run.meeting) = (run.end, first, None);
        (run.control, run.spent) = (control, run.spent + 1);
        Some(!self.listed)
    }

    /// Lists the joints, slots and coordinates of a cluster, and the joints between it and others.
    pub(super) fn list_cluster<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        lead: usize,
    ) where
        P: Laws<M, L>,
    {
        if std::mem::replace(&mut self.clusters.listed, lead) == lead {
            return;
        }
        self.clusters.staged = false;
        for set in [&mut self.closed, &mut self.busy, &mut self.near, &mut self.moving] {
            set.clear();
        }
        self.clusters.outer.clear();
        self.clusters.find_members(&self.graph, lead);
        for at in 0..self.clusters.members.list().len() {
            self.list_joint(mechanism, slots, self.clusters.members.list()[at]);
        }
        let Self { graph, clusters, near, moving, .. } = self;
        let members = clusters.members.list();
        for &joint in members {
            near.insert(joint);
            graph.coupled.of(joint).iter().for_each(|index| moving.insert(*index));
        }
        for member in members {
            for &joint in graph.neighbours.of(*member) {
                if near.contains(joint) {
                    continue;
                }
                let inside = graph.placing.of(joint).iter().all(|index| moving.contains(*index));
                if inside { near.insert(joint) } else { clusters.outer.insert(joint) }
            }
        }
        for &joint in members {
            graph.find_responses(mechanism, joint);
            graph.locate(joint, moving);
        }
        self.loaded = moving.list().len();
        let [q, v] = &mut self.start;
        for (at, &index) in moving.list().iter().enumerate() {
            (q[at], v[at]) = (self.coordinates[index], self.velocities[index]);
        }
        self.first = clusters.runs[lead].first;
    }
}
