//! A piece of contact by the explicit pair of Dormand and Prince, with bristles integrated exactly.

use super::attempt::First;
use super::contacts::{Contacts, Laws};
use super::motion::Engine;
use super::tableau::{A, C, ERROR, EVEN, PLACE_ERROR, PLACES, STAGES};
use crate::coupling::predicted::Slot;
use std::array::from_fn;

impl<const L: usize, P> Engine<L, P> {
    /// Integrates a piece of `size` \[s\] from `time` \[s\] on into `trial`; returns its error over the tolerance.
    pub(super) fn attempt_explicitly<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        self.begin_piece(mechanism, slots, time);
        for stage in 1..STAGES {
            self.move_to_stage(stage, (time, size));
            let elapsed = C[stage] * size;
            self.evaluate(mechanism, slots, stage, time + elapsed, Some(elapsed));
        }
        self.find_errors(size);
        self.norm(mechanism, slots, size) / self.tolerance
    }

    /// Evaluates the first stage of a piece that begins `time` \[s\] after the step's start, unless it is known.
    pub(super) fn begin_piece<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
    ) where
        P: Laws<M, L>,
    {
        match self.first {
            First::Known => {}
            First::Loads => self.accelerate(0, time),
            First::Unknown => {
                let ([coordinates, velocities], [q, v]) = (&mut self.trial, &mut self.start);
                for (at, &index) in self.moving.list().iter().enumerate() {
                    (q[at], v[at]) = (self.coordinates[index], self.velocities[index]);
                    (coordinates[index], velocities[index]) = (q[at], v[at]);
                }
                self.evaluate(mechanism, slots, 0, time, Some(0.0));
            }
        }
        self.first = First::Known;
    }

    /// Writes the state of a stage of a piece of `size` \[s\], `time` \[s\] after the step's start, into `trial`.
    fn move_to_stage(&mut self, stage: usize, (time, size): (f64, f64)) {
        self.coast_to_stage(stage, (time, size));
        match stage {
            1 => self.move_by::<1>(size),
            2 => self.move_by::<2>(size),
            3 => self.move_by::<3>(size),
            4 => self.move_by::<4>(size),
            5 => self.move_by::<5>(size),
            _ => self.move_by::<6>(size),
        }
    }

    /// Writes the state of stage `N`, which depends on as many stages, into `trial`.
    #[inline]
    fn move_by<const N: usize>(&mut self, size: f64) {
        let moving = &self.moving.list()[..self.loaded];
        let count = moving.len();
        let (along, square) = (C[N] * size, size * size);
        let [rates, places]: [[f64; N]; 2] =
            [(&A[N], size), (&PLACES[N], square)].map(|(row, by)| from_fn(|of| row[of] * by));
        let known: [&[f64]; N] = from_fn(|of| &self.accelerations[of][..count]);
        let [q, v] = &self.start;
        let (q, v) = (&q[..count], &v[..count]);
        let [coordinates, velocities] = &mut self.trial;
        for at in 0..count {
            let (mut rate, mut place) = (v[at], q[at] + along * v[at]);
            for of in 0..N {
                rate += rates[of] * known[of][at];
                place += places[of] * known[of][at];
            }
            (coordinates[moving[at]], velocities[moving[at]]) = (place, rate);
        }
    }

    /// Writes the moving coordinates that no load moves at a stage of a piece of `size` \[s\] into `trial`: inside the piece
    /// they have the same errors as the others, which cancel in the motion between both.
    fn coast_to_stage(&mut self, stage: usize, (time, size): (f64, f64)) {
        let (along, [even, growing, speeding]) = (C[stage] * size, EVEN[stage]);
        let square = size * size;
        let coasting = &self.moving.list()[self.loaded..];
        let [q, v] = self.start.each_ref().map(|of| of[self.loaded..].iter());
        // Slices of one length are checked once.
        let count = self.coordinates.len();
        let [start, growth] = self.external.each_ref().map(|of| &of[..count]);
        let [coordinates, velocities] = self.trial.each_mut().map(|of| &mut of[..count]);
        for ((&index, q), v) in coasting.iter().zip(q).zip(v) {
            let (growth, begun) = (growth[index], start[index] + time * growth[index]);
            let place = along * v + square * (even * begun + growing * size * growth);
            let rate = along * begun + speeding * square * growth;
            (coordinates[index], velocities[index]) = (q + place, v + rate);
        }
    }

    /// Evaluates forces and accelerations in `trial`, `time` \[s\] after the step's start. Bristles have slid for `elapsed`
    /// \[s\] since the piece's start, or their deflections are given.
    pub(super) fn evaluate<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        stage: usize,
        time: f64,
        elapsed: Option<f64>,
    ) where
        P: Laws<M, L>,
    {
        mechanism.place_joints(self.busy.list(), &self.trial[0], &self.trial[1]);
        let Self { graph, laws, stage_loads, .. } = self;
        for &joint in self.busy.list() {
            stage_loads[joint][stage] =
                laws.press(mechanism, graph.at(joint, slots), stage, elapsed);
        }
        self.accelerate(stage, time);
    }

    /// Returns the number of moving coordinates, the first of their set, that the present method follows in stages.
    pub(super) fn staged(&self) -> usize {
        if self.is_implicit { self.moving.list().len() } else { self.loaded }
    }

    /// Finds the accelerations by the loads of `stage`, `time` \[s\] after the step's start.
    #[inline]
    pub(super) fn accelerate(&mut self, stage: usize, time: f64) {
        let staged = &self.moving.list()[..self.staged()];
        let [start, growth] = &self.external;
        let accelerations = &mut self.accelerations[stage];
        for (acceleration, &index) in accelerations.iter_mut().zip(staged) {
            *acceleration = start[index] + time * growth[index];
        }
        for &joint in self.busy.list() {
            let load = self.stage_loads[joint][stage];
            for (position, response) in self.graph.responses_placed(joint) {
                accelerations[position] += response.dot(&load);
            }
        }
    }

    /// Writes the errors of the moving coordinates and velocities of a piece of `size` \[s\].
    fn find_errors(&mut self, size: f64) {
        let moving = &self.moving.list()[..self.loaded];
        let count = moving.len();
        let known: [&[f64]; STAGES] = from_fn(|of| &self.accelerations[of][..count]);
        let [wrong_places, wrong_rates] = &mut self.wrong;
        for at in 0..count {
            let (mut rate, mut place) = (0.0, 0.0);
            for of in 0..STAGES {
                rate += ERROR[of] * known[of][at];
                place += PLACE_ERROR[of] * known[of][at];
            }
            wrong_places[moving[at]] = size * size * place;
            wrong_rates[moving[at]] = size * rate;
        }
    }
}
