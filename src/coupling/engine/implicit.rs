//! A piece of contact by a Rosenbrock–W method, where forces are stiffer than explicit pieces allow.
//!
//! The slopes of the loads are those at the piece's start. With J the rates of the busy joints and E the slopes of their
//! loads, the change of velocities in a stage follows from the joints' rates w alone, (1 + hγ G E) w = b, with
//! G = J Mob Jᵀ the couplings.

use super::contacts::{Contacts, Laws, Linear, StageSides};
use super::motion::Engine;
use super::rosenbrock::{A, C, END, ERROR, GAMMA, GROWTH, INSTANTS, STAGES};
use super::stages::Implicit;
use super::tableau;
use crate::coupling::predicted::Slot;
use std::array::from_fn;

/// Time over which the turn of arms and axes is followed for the acceleration that it gives \[s\].
const TURN: f64 = 1e-6;
/// The stage of the explicit pair that holds the forces of inner stages.
const INNER: usize = 1;

impl<const L: usize, P> Engine<L, P> {
    /// Integrates a piece of `size` \[s\] from `time` \[s\] on into `trial`; returns its error over the tolerance.
    pub(super) fn attempt_implicitly<M: Contacts<L>>(
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
        if !self.implicit.linearised {
            self.linearise(mechanism, slots);
        }
        if !self.set_up(slots, size) {
            return f64::INFINITY;
        }
        for stage in 0..STAGES {
            if stage > 0 {
                self.move_to_implicit_stage(stage);
                self.set_deflections(slots, &A[stage][..stage]);
                let instant = time + INSTANTS[stage] * size;
                self.evaluate(mechanism, slots, INNER, instant, None);
            }
            match stage {
                0 => self.solve_stage::<M, 0>(mechanism, slots, size),
                1 => self.solve_stage::<M, 1>(mechanism, slots, size),
                2 => self.solve_stage::<M, 2>(mechanism, slots, size),
                _ => self.solve_stage::<M, 3>(mechanism, slots, size),
            }
        }
        self.end_implicitly(mechanism, slots, time, size);
        self.norm(mechanism, slots, size) / self.tolerance
    }

    /// Finds the slopes of the busy joints at the start of a piece, and the couplings between them.
    fn linearise<M: Contacts<L>>(&mut self, mechanism: &mut M, slots: &[Slot])
    where
        P: Laws<M, L>,
    {
        if self.has_films {
            self.find_turning(mechanism);
        }
        mechanism.place_joints(self.busy.list(), &self.coordinates, &self.velocities);
        let Self { graph, laws, implicit, busy, unit, .. } = self;
        for &joint in busy.list() {
            laws.linearise(mechanism, graph.at(joint, slots), self.tolerance);
        }
        let system = &mut implicit.system;
        system.begin(busy.list(), &graph.neighbours);
        for (column, &joint) in busy.list().iter().enumerate() {
            system.set_own(column, graph.at(joint, slots).mobility);
            for part in 0..L {
                graph.responses(joint).for_each(|(index, response)| unit[index] = response[part]);
                for row in column + 1..busy.list().len() {
                    if system.reaches(row, column) {
                        let rates = mechanism.rates(busy.list()[row], unit);
                        system.set_column(row, column, part, &rates);
                    }
                }
            }
            graph.coupled.of(joint).iter().for_each(|index| unit[*index] = 0.0);
        }
        implicit.linearised = true;
    }

    /// Finds the accelerations of the films' journals by the turn of arms and axes, at the start of a piece. A journal
    /// creeps so slowly that the turn of a crank in a piece counts.
    fn find_turning<M: Contacts<L>>(&mut self, mechanism: &mut M)
    where
        P: Laws<M, L>,
    {
        for (index, place) in self.unit.iter_mut().enumerate() {
            *place = self.coordinates[index] + TURN * self.velocities[index];
        }
        for (places, time) in [(&self.unit, None), (&self.coordinates, Some(TURN))] {
            mechanism.place(places, &self.velocities);
            for joint in 0..mechanism.joints() {
                self.laws.find_turning(mechanism, joint, time);
            }
        }
        self.unit.fill(0.0);
    }

    /// Sets up and factors the equations of a piece of `size` \[s\]; returns false if they are singular.
    fn set_up(&mut self, slots: &[Slot], size: f64) -> bool
    where
        P: Linear<L>,
    {
        let factor = size * GAMMA;
        let Self { graph, laws, busy, implicit: Implicit { system, slopes, .. }, .. } = self;
        for (&joint, slope) in busy.list().iter().zip(&mut **slopes) {
            *slope = laws.slope(graph.at(joint, slots), factor);
        }
        system.factor(slopes, factor)
    }

    /// Writes coordinates and velocities of a stage into `trial`.
    fn move_to_implicit_stage(&mut self, stage: usize) {
        let [coordinates, velocities] = &mut self.trial;
        let [q, v] = &self.start;
        for (at, &index) in self.moving.list().iter().enumerate() {
            let (mut place, mut rate) = (q[at], v[at]);
            for of in 0..stage {
                let [places, rates] = &self.implicit.stages[of];
                place += A[stage][of] * places[at];
                rate += A[stage][of] * rates[at];
            }
            (coordinates[index], velocities[index]) = (place, rate);
        }
    }

    /// Sets the bristles of the busy joints to those with these weights of the stages.
    fn set_deflections(&mut self, slots: &[Slot], weights: &[f64])
    where
        P: Linear<L>,
    {
        for &joint in self.busy.list() {
            self.laws.set_deflections(self.graph.at(joint, slots), weights);
        }
    }

    /// Solves a stage of a piece of `size` \[s\] that follows `N` stages, and whose forces have been evaluated.
    fn solve_stage<M: Contacts<L>, const N: usize>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        size: f64,
    ) where
        P: Laws<M, L>,
    {
        let factor = size * GAMMA;
        let at = if N > 0 { INNER } else { 0 };
        let before: [f64; N] = from_fn(|of| C[N][of] / size);
        // Right-hand sides of coordinates and velocities.
        let (moving, [_, growth]) = (self.moving.list(), &self.external);
        let count = moving.len();
        let (known, rest) = self.implicit.stages.split_at_mut(N);
        let known: [[&[f64]; 2]; N] = from_fn(|of| known[of].each_ref().map(|all| &all[..count]));
        let [own_places, own_rates] = &mut rest[0];
        let (own_places, own_rates) = (&mut own_places[..count], &mut own_rates[..count]);
        let accelerations = &self.accelerations[at][..count];
        let [wrong_places, wrong_rates] = &mut self.wrong;
        for number in 0..count {
            let index = moving[number];
            let mut place = if N > 0 { self.trial[1][index] } else { self.start[1][number] };
            let mut rate = accelerations[number] + size * GROWTH[N] * growth[index];
            for of in 0..N {
                let [places, rates] = known[of];
                place += before[of] * places[number];
                rate += before[of] * rates[number];
            }
            (own_places[number], own_rates[number]) = (place, rate);
            (wrong_places[index], wrong_rates[index]) = (place, rate);
        }
        self.solve_rows::<M, N>(mechanism, slots, at, size, &before);
        // Loads of the changes, and what they move.
        for (row, &joint) in self.busy.list().iter().enumerate() {
            let mut load = self.stage_loads[joint][at];
            for of in 0..N {
                load += self.implicit.impulses[joint][of] * before[of];
            }
            let rates = &self.implicit.rates[row];
            let more = self.implicit.held[row] - self.implicit.slopes[row] * rates;
            self.laws.take_rates(self.graph.at(joint, slots), rates, N);
            let [_, own_rates] = &mut self.implicit.stages[N];
            for (position, response) in self.graph.responses_placed(joint) {
                own_rates[position] += response.dot(&more);
            }
            let impulse = (load + more) * factor;
            let [impulses, travels] =
                [&mut self.implicit.impulses[joint], &mut self.implicit.travels[joint]];
            let mut travel = impulse;
            for of in 0..N {
                travel += impulses[of] * A[N][of] + travels[of] * before[of];
            }
            (impulses[N], travels[N]) = (impulse, travel * factor);
        }
        let [own_places, own_rates] = &mut self.implicit.stages[N];
        for (place, rate) in own_places[..count].iter_mut().zip(&mut own_rates[..count]) {
            *rate *= factor;
            *place = factor * (*place + *rate);
        }
    }

    /// Solves for the rates of all rows in a stage of a piece of `size` \[s\] that follows `N` stages, whose forces are those
    /// of stage `at`; the right-hand sides of coordinates and velocities are known.
    fn solve_rows<M: Contacts<L>, const N: usize>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        at: usize,
        size: f64,
        before: &[f64; N],
    ) where
        P: Laws<M, L>,
    {
        let factor = size * GAMMA;
        let Self { implicit, laws, graph, busy, wrong, .. } = self;
        let Implicit { held, rates, system, .. } = implicit;
        let [places, velocities] = wrong;
        for (row, &joint) in busy.list().iter().enumerate() {
            let moved = mechanism.rates(joint, places);
            let sides = StageSides { factor, growth: size * GROWTH[N], at, before, moved };
            held[row] = laws.held(graph.at(joint, slots), sides);
            rates[row] = mechanism.rates(joint, velocities);
        }
        let count = busy.list().len();
        system.add_rates(&held[..count], &mut rates[..count]);
        rates[..count].iter_mut().for_each(|rate| *rate *= factor);
        system.solve(&mut rates[..count]);
    }

    /// Writes the end of a piece of `size` \[s\] into `trial`, with its forces, and the errors.
    fn end_implicitly<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) where
        P: Laws<M, L>,
    {
        let [coordinates, velocities] = &mut self.trial;
        let ([q, v], [wrong_places, wrong_rates]) = (&self.start, &mut self.wrong);
        for (at, &index) in self.moving.list().iter().enumerate() {
            let mut sums = [q[at], v[at], 0.0, 0.0];
            for of in 0..STAGES {
                let [places, rates] = &self.implicit.stages[of];
                sums[0] += END[of] * places[at];
                sums[1] += END[of] * rates[at];
                sums[2] += ERROR[of] * places[at];
                sums[3] += ERROR[of] * rates[at];
            }
            (coordinates[index], velocities[index]) = (sums[0], sums[1]);
            (wrong_places[index], wrong_rates[index]) = (sums[2], sums[3]);
        }
        self.set_deflections(slots, &END);
        self.evaluate(mechanism, slots, tableau::STAGES - 1, time + size, None);
        for &joint in self.busy.list() {
            let joint = self.graph.at(joint, slots);
            self.laws.end_implicitly(joint, &ERROR, size);
        }
    }
}
