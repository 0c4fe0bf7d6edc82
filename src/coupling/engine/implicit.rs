//! A piece of contact by a Rosenbrock–W method, where forces are stiffer than explicit pieces allow.
//!
//! The slope of the forces is that at the piece's start, between the slots that touch. With J the rates of the slots and
//! E their slopes, the change of velocities in a stage follows from the slots' rates w alone, (1 + hγ G E) w = b, with
//! G = J Mob Jᵀ the couplings.

use super::film::{self, FilmMotion};
use super::motion::Engine;
use super::rosenbrock::{A, C, END, ERROR, GAMMA, GROWTH, INSTANTS, STAGES};
use super::slopes::SlotSlopes;
use super::stages::{Element, Implicit};
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

    /// Finds the slopes of closed slots and films at the start of a piece, and the couplings between them.
    fn linearise<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot]) {
        if !self.films.is_empty() {
            self.find_turning(mechanism);
        }
        mechanism.place_joints(self.busy.list(), &self.coordinates, &self.velocities);
        let mut count = 0;
        let mut film = 0;
        for at in 0..self.busy.list().len() {
            let joint = self.busy.list()[at];
            for number in 0..self.graph.slots.of(joint).len() {
                let index = self.graph.slots.of(joint)[number];
                if self.closed.contains(index) {
                    self.implicit.joints[count] = joint;
                    self.linearise_slot(mechanism, slots, index, count);
                    count += 1;
                }
            }
            if self.films.get(film).is_some_and(|film| film.joint == joint) {
                if let Some((oil, motion)) = mechanism.film(joint) {
                    self.films[film].linearise(oil, motion);
                }
                let row = &mut self.implicit.rows[count];
                (row.element, row.units) = (Element::Film(film), film::units(mechanism, joint));
                self.implicit.joints[count] = joint;
                (count, film) = (count + 1, film + 1);
            }
        }
        self.implicit.count = count;
        self.couple_rows(mechanism);
        self.implicit.linearised = true;
    }

    /// Finds the slopes of a closed slot, whose row this is.
    fn linearise_slot<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        index: usize,
        row: usize,
    ) {
        let (slot, laws) = (&slots[index], mechanism.contact(index));
        let motion = &mut self.slots[index];
        let (touch, first) = (motion.touch, motion.stages[0]);
        let speed = slot.impact_speed(&touch, mechanism);
        let own = self.couplings.own(index);
        let scale = motion.scale(laws, &touch, speed, own.m11);
        let soft = SOFT * self.tolerance * scale.sliding;
        let row = &mut self.implicit.rows[row];
        row.element = Element::Slot(index);
        row.units = [(1.0, 0.0), (0.0, 1.0)].map(|(n, t)| mechanism.load(index, &touch, n, t));
        row.slopes = SlotSlopes::of(
            laws,
            slot,
            &touch,
            speed,
            (first.normal, first.bristle),
            (soft, touch.penetration <= 0.0),
        );
    }

    /// Finds the couplings between all rows.
    fn couple_rows<M: Mechanism>(&mut self, mechanism: &mut M) {
        let Self { implicit, graph, unit, .. } = self;
        let Implicit { system, rows, joints, count, .. } = implicit;
        system.begin(&joints[..*count], &graph.neighbours);
        for column in 0..*count {
            let joint = joints[column];
            for (unit, velocities) in rows[column].units.iter().zip(unit.iter_mut()) {
                graph.respond(mechanism, joint, unit, velocities);
            }
            for row in column..*count {
                if system.reaches(row, column) {
                    let [by_normal, by_tangent] =
                        unit.each_ref().map(|velocities| mechanism.rates(joints[row], velocities));
                    let [normal, tangent] = &rows[row].units;
                    let block = Matrix2::new(
                        normal.dot(&by_normal),
                        normal.dot(&by_tangent),
                        tangent.dot(&by_normal),
                        tangent.dot(&by_tangent),
                    );
                    system.couple(row, column, block);
                }
            }
            for coordinate in graph.coupled.of(joint) {
                unit.iter_mut().for_each(|velocities| velocities[*coordinate] = 0.0);
            }
        }
    }

    /// Sets up and factors the equations of a piece of `size` \[s\]; returns false if they are singular.
    fn set_up(&mut self, size: f64) -> bool {
        let factor = size * GAMMA;
        let Implicit { system, slopes, rows, count, .. } = &mut self.implicit;
        for (row, own) in rows[..*count].iter_mut().enumerate() {
            if let Element::Film(film) = own.element {
                let FilmMotion { stiffness, damping, .. } = &self.films[film];
                slopes[row] = stiffness * factor + damping;
                continue;
            }
            let SlotSlopes { normal, coefficient, friction, bristle } = own.slopes;
            own.settled = 1.0 / (1.0 / factor - bristle[1]);
            let pressed = factor * normal[0] + normal[1];
            let dragged = friction[0] + friction[1] * own.settled * bristle[0];
            slopes[row] = Matrix2::new(pressed, 0.0, coefficient * pressed, dragged);
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

    /// Sets the bristles of the closed slots to those of a stage, or of the piece's end.
    fn set_deflections(&mut self, slots: &[Slot], stage: Option<usize>) {
        for row in &self.implicit.rows[..self.implicit.count] {
            let Element::Slot(index) = row.element else { continue };
            let changes = &row.bristles;
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
        self.solve_rows::<M, N>(mechanism, at, size, &before);
        // Loads of the changes, and what they move.
        let mut row = 0;
        for &joint in self.busy.list() {
            let mut load = self.stage_loads[joint][at];
            let mut more = JointLoad::zeros();
            for of in 0..N {
                load += self.implicit.impulses[joint][of] * before[of];
            }
            while row < self.implicit.count && self.implicit.joints[row] == joint {
                let w = self.implicit.rates[row];
                let [n, t] = &self.implicit.rows[row].units;
                let forces = self.implicit.slopes[row] * w + self.implicit.held[row];
                more += n * forces.x + t * forces.y;
                row += 1;
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
        for row in 0..self.implicit.count {
            let w = self.implicit.rates[row];
            let own = &mut self.implicit.rows[row];
            let sides = self.implicit.bristles[row] + own.slopes.bristle[0] * w.y;
            own.bristles[N] = own.settled * sides;
        }
        let [own_places, own_rates] = &mut self.implicit.stages[N];
        for (place, rate) in own_places[..count].iter_mut().zip(&mut own_rates[..count]) {
            *rate *= factor;
            *place = factor * (*place + *rate);
        }
    }

    /// Solves for the rates of all rows in a stage of a piece of `size` \[s\] that follows `N` stages, whose forces are those
    /// of stage `at` of the slots; the right-hand sides of coordinates and velocities are known.
    fn solve_rows<M: Mechanism, const N: usize>(
        &mut self,
        mechanism: &M,
        at: usize,
        size: f64,
        before: &[f64; N],
    ) {
        let factor = size * GAMMA;
        let Self { implicit, films, slots, wrong, .. } = self;
        let Implicit { rows, joints, count, held, rates, bristles, system, .. } = implicit;
        for (row, own) in rows[..*count].iter().enumerate() {
            let along = |of: usize| {
                let rates = mechanism.rates(joints[row], &wrong[of]);
                -Vector2::new(own.units[0].dot(&rates), own.units[1].dot(&rates))
            };
            let moved = along(0);
            rates[row] = along(1);
            match own.element {
                Element::Film(film) => {
                    let FilmMotion { stiffness, damping, turning, .. } = &films[film];
                    held[row] = stiffness * moved * factor - damping * turning * (size * GROWTH[N]);
                    bristles[row] = 0.0;
                }
                Element::Slot(index) => {
                    let mut bristle = slots[index].stages[at].bristle_rate;
                    for of in 0..N {
                        bristle += before[of] * own.bristles[of];
                    }
                    let pressed = factor * own.slopes.normal[0] * moved.x;
                    let dragged = own.slopes.friction[1] * own.settled * bristle;
                    held[row] = Vector2::new(pressed, own.slopes.coefficient * pressed + dragged);
                    bristles[row] = bristle;
                }
            }
        }
        system.take_rates(&held[..*count], &mut rates[..*count]);
        rates[..*count].iter_mut().for_each(|rate| *rate *= factor);
        system.solve(&mut rates[..*count]);
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
        for row in &self.implicit.rows[..self.implicit.count] {
            let Element::Slot(index) = row.element else { continue };
            let changes = &row.bristles;
            let error: f64 = changes.iter().zip(ERROR).map(|(change, e)| change * e).sum();
            let motion = &mut self.slots[index];
            motion.bristle_error = error;
            motion.bristle = motion.deflection;
            motion.mean_sliding = (motion.deflection - slots[index].point.bristle) / size;
        }
    }
}
