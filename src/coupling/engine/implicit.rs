//! A piece of contact by a Rosenbrock–W method, where forces are stiffer than explicit pieces allow.
//!
//! The slope of the forces is that at the piece's start, between the slots that touch. With J the rates of the slots and
//! E their slopes, the change of velocities in a stage follows from the slots' rates w alone, (1 + hγ G E) w = b, with
//! G = J Mob Jᵀ the couplings.

use super::motion::Engine;
use super::rosenbrock::{A, C, END, ERROR, GAMMA, GROWTH, INSTANTS, STAGES};
use super::slopes::SlotSlopes;
use super::stages::Implicit;
use super::tableau;
use crate::coupling::predicted::{JointLoad, Mechanism, Slot};
use nalgebra::{Matrix2, Vector2};
use std::array::from_fn;

/// Sliding speed below which slopes of friction count as those at rest, over the scale of the error.
const SOFT: f64 = 3.0;
/// The stage of the explicit pair that holds the forces of inner stages.
const INNER: usize = 1;

impl Engine {
    /// Integrates a piece of `size` \[s\] from `time` \[s\] on into `trial`; returns its error over the tolerance.
    pub(super) fn attempt_implicitly<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) -> f64 {
        self.begin_piece(mechanism, slots, time);
        if !self.implicit.linearised {
            self.linearise(mechanism, slots);
        }
        if !self.set_up(size) {
            return f64::INFINITY;
        }
        for stage in 0..STAGES {
            if stage > 0 {
                self.move_to_implicit_stage(stage);
                self.set_deflections(slots, Some(stage));
                let instant = time + INSTANTS[stage] * size;
                self.evaluate(mechanism, slots, INNER, instant, None);
            }
            match stage {
                0 => self.solve_stage::<M, 0>(mechanism, size),
                1 => self.solve_stage::<M, 1>(mechanism, size),
                2 => self.solve_stage::<M, 2>(mechanism, size),
                _ => self.solve_stage::<M, 3>(mechanism, size),
            }
        }
        self.end_implicitly(mechanism, slots, time, size);
        self.norm(mechanism, slots, size) / self.tolerance
    }

    /// Finds the slopes of the closed slots at the start of a piece.
    fn linearise<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot]) {
        mechanism.place_joints(self.busy.list(), &self.coordinates, &self.velocities);
        for (row, &index) in self.closed.list().iter().enumerate() {
            let (slot, laws) = (&slots[index], mechanism.contact(index));
            let motion = &mut self.slots[index];
            let (touch, first) = (motion.touch, motion.stages[0]);
            let speed = slot.impact_speed(&touch, mechanism);
            let own = self.couplings.own(index);
            let scale = motion.scale(laws, &touch, speed, own.m11);
            let soft = SOFT * self.tolerance * scale.sliding;
            let own = &mut self.implicit.slots[row];
            own.units = [(1.0, 0.0), (0.0, 1.0)].map(|(n, t)| mechanism.load(index, &touch, n, t));
            own.slopes = SlotSlopes::of(
                laws,
                slot,
                &touch,
                speed,
                (first.normal, first.bristle),
                (soft, touch.penetration <= 0.0),
            );
        }
        self.implicit.linearised = true;
    }

    /// Sets up and factors the equations of a piece of `size` \[s\]; returns false if they are singular.
    fn set_up(&mut self, size: f64) -> bool {
        let factor = size * GAMMA;
        let closed = self.closed.list();
        for (row, own) in self.implicit.slots[..closed.len()].iter_mut().enumerate() {
            let SlotSlopes { normal, coefficient, friction, bristle } = own.slopes;
            own.settled = 1.0 / (1.0 / factor - bristle[1]);
            let pressed = factor * normal[0] + normal[1];
            let dragged = friction[0] + friction[1] * own.settled * bristle[0];
            self.implicit.slopes[row] = Matrix2::new(pressed, 0.0, coefficient * pressed, dragged);
        }
        let closed_set = &self.closed;
        let position = |slot| closed_set.contains(slot).then(|| closed_set.position(slot));
        let Implicit { system, slopes, .. } = &mut self.implicit;
        system.factor(&self.couplings, closed, position, slopes, factor)
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

    /// Sets the bristles of the closed slots to those of a stage, or of the piece's end.
    fn set_deflections(&mut self, slots: &[Slot], stage: Option<usize>) {
        for (row, &index) in self.closed.list().iter().enumerate() {
            let changes = &self.implicit.slots[row].bristles;
            let weights = stage.map_or(&END, |stage| &A[stage]);
            let known = stage.unwrap_or(STAGES);
            let change: f64 = (0..known).map(|of| weights[of] * changes[of]).sum();
            self.slots[index].deflection = slots[index].point.bristle + change;
        }
    }

    /// Solves a stage of a piece of `size` \[s\] that follows `N` stages, and whose forces have been evaluated.
    fn solve_stage<M: Mechanism, const N: usize>(&mut self, mechanism: &M, size: f64) {
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
        self.solve_slots::<M, N>(mechanism, at, factor, &before);
        // Loads of the changes, and what they move.
        let closed = self.closed.list();
        for &joint in self.busy.list() {
            let mut load = self.stage_loads[joint][at];
            let mut more = JointLoad::zeros();
            for of in 0..N {
                load += self.implicit.impulses[joint][of] * before[of];
            }
            for slot in self.graph.slots.of(joint) {
                if self.closed.contains(*slot) {
                    let row = self.closed.position(*slot);
                    let w = self.implicit.rates[row];
                    let [n, t] = &self.implicit.slots[row].units;
                    let forces = self.implicit.slopes[row] * w + self.implicit.held[row];
                    more += n * forces.x + t * forces.y;
                }
            }
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
        for row in 0..closed.len() {
            let w = self.implicit.rates[row];
            let own = &mut self.implicit.slots[row];
            let sides = self.implicit.bristles[row] + own.slopes.bristle[0] * w.y;
            own.bristles[N] = own.settled * sides;
        }
        let [own_places, own_rates] = &mut self.implicit.stages[N];
        for (place, rate) in own_places[..count].iter_mut().zip(&mut own_rates[..count]) {
            *rate *= factor;
            *place = factor * (*place + *rate);
        }
    }

    /// Solves for the rates of the closed slots in a stage that follows `N` stages, whose forces are those of stage `at`
    /// of the slots; the right-hand sides of coordinates and velocities are known.
    fn solve_slots<M: Mechanism, const N: usize>(
        &mut self,
        mechanism: &M,
        at: usize,
        factor: f64,
        before: &[f64; N],
    ) {
        let closed = self.closed.list();
        for (row, &index) in closed.iter().enumerate() {
            let joint = mechanism.joint(index);
            let own = &self.implicit.slots[row];
            let [places, rates] = self.wrong.each_ref().map(|all| mechanism.rates(joint, all));
            let [n, t] = &own.units;
            let mut bristle = self.slots[index].stages[at].bristle_rate;
            for of in 0..N {
                bristle += before[of] * own.bristles[of];
            }
            let pressed = -factor * own.slopes.normal[0] * n.dot(&places);
            let dragged = own.slopes.friction[1] * own.settled * bristle;
            self.implicit.held[row] =
                Vector2::new(pressed, own.slopes.coefficient * pressed + dragged);
            self.implicit.rates[row] = -Vector2::new(n.dot(&rates), t.dot(&rates));
            self.implicit.bristles[row] = bristle;
        }
        for (row, &index) in closed.iter().enumerate() {
            let mut side = self.implicit.rates[row];
            for (other, entry) in self.couplings.row(index) {
                if self.closed.contains(other) {
                    side -= entry * self.implicit.held[self.closed.position(other)];
                }
            }
            self.implicit.rates[row] = side * factor;
        }
        let Implicit { system, rates: solution, .. } = &mut self.implicit;
        system.solve(&mut solution[..closed.len()]);
    }

    /// Writes the end of a piece of `size` \[s\] into `trial`, with its forces, and the errors.
    fn end_implicitly<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) {
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
        self.set_deflections(slots, None);
        self.evaluate(mechanism, slots, tableau::STAGES - 1, time + size, None);
        for (row, &index) in self.closed.list().iter().enumerate() {
            let changes = &self.implicit.slots[row].bristles;
            let error: f64 = changes.iter().zip(ERROR).map(|(change, e)| change * e).sum();
            let motion = &mut self.slots[index];
            motion.bristle_error = error;
            motion.bristle = motion.deflection;
            motion.mean_sliding = (motion.deflection - slots[index].point.bristle) / size;
        }
    }
}
