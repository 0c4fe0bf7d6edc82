//! The fallback: Euler's implicit rule for normal forces and friction, passive at any stiffness and length.

use super::motion::Engine;
use super::settle::settle;
use crate::coupling::predicted::{JointLoad, Mechanism, Slot};
use crate::laws::contact::Touch;
use num_dual::Dual64;

/// Most sweeps of the Gauss–Seidel iteration over the slots.
const SWEEPS: u32 = 40;
/// The iteration ends at a change of force below this part of the largest.
const SETTLED: f64 = 1e-6;
/// Most halvings of pieces in a step.
const HALVINGS: u32 = 200;
/// Largest ratio of a piece to the last one.
const LONGER: f64 = 1.3;
/// A piece is halved until it creates no more than this part of the energy that is turned over in it.
const GAIN: f64 = 0.01;

impl Engine {
    /// Integrates a piece of at most `rest` \[s\] from `time` \[s\] on, with or without contacts; returns its length. A
    /// slot that would be inside its wall at the end touches from the beginning.
    ///
    /// The normals are those of a motion without contact forces. If they turn under the forces, as with a light body
    /// that is flung round a small hole, the piece is halved.
    pub(super) fn fall_back<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (time, since): (f64, f64),
        rest: f64,
    ) -> f64 {
        self.listed = false;
        let [whole, left] = self.fallback;
        // Once halvings do not help any more, the rest takes as few pieces as it would have taken without them.
        let mut size = rest.min(if self.halvings < HALVINGS { left } else { whole });
        loop {
            self.balance(mechanism, slots, (time, since), size);
            let [gained, scale] = self.gained(mechanism, slots, (since, size));
            if gained <= GAIN * scale || self.halvings >= HALVINGS {
                self.work.unearned += gained.max(0.0);
                break;
            }
            self.halvings += 1;
            size *= 0.5;
        }
        self.fallback[1] = whole.min(LONGER * size);
        self.take_fallback(mechanism, slots, size);
        size
    }

    /// Finds the forces of all slots at the end of a piece, and the accelerations by them.
    fn balance<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (time, since): (f64, f64),
        size: f64,
    ) {
        // Loads act along the normals of the piece's end; else a body that slides round a hole would press into it
        // without cause.
        self.coast(mechanism, since, size);
        mechanism.place(&self.trial[0], &self.trial[1]);
        let mut largest: f64 = 0.0;
        for (index, slot) in slots.iter_mut().enumerate() {
            let touch = slot.at_surface(mechanism.touch(index));
            let motion = &mut self.slots[index];
            motion.end = touch;
            (motion.stages[0].normal, motion.stages[0].friction) = (0.0, 0.0);
            // Loads work on the motion along them.
            motion.stages[0].rate = touch.rate;
            motion.stages[0].sliding = touch.sliding_speed;
            if slot.point.contact.is_none() && touch.penetration > 0.0 {
                slot.meet(time + since, touch.rate);
            }
        }
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                let Self { slots: motions, graph, .. } = self;
                let touch = |other: usize| Some(motions[other].end);
                self.couplings.update(mechanism, index, touch, |mechanism, joint, unit, to| {
                    graph.respond(mechanism, joint, unit, to);
                });
            }
        }
        self.begin_films(mechanism);
        for _ in 0..SWEEPS {
            let mut changed: f64 = 0.0;
            for (index, slot) in slots.iter().enumerate() {
                if slot.point.contact.is_some() {
                    changed = changed.max(self.balance_slot(mechanism, slot, index, size));
                    largest = largest.max(self.slots[index].stages[0].normal);
                }
            }
            for film in 0..self.films.len() {
                let [change, force] = self.balance_film(mechanism, slots, film, size);
                (changed, largest) = (changed.max(change), largest.max(force));
            }
            if changed <= SETTLED * largest {
                break;
            }
        }
        self.loads.fill(JointLoad::zeros());
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            if slot.point.contact.is_some() {
                let [first, ..] = &motion.stages;
                self.loads[mechanism.joint(index)] +=
                    mechanism.load(index, &motion.end, first.normal, first.friction);
            }
        }
        for film in &self.films {
            self.loads[film.joint] += mechanism.film_load(film.joint, film.load);
        }
        self.graph.respond_to_all(mechanism, &self.loads, &mut self.pushed);
    }

    /// Writes the end of a piece under the forces found into `trial`: loads move the bodies with the velocity at the
    /// end, as in `travel`.
    fn move_to_end<M: Mechanism>(&mut self, mechanism: &mut M, since: f64, size: f64) {
        self.coast(mechanism, since, size);
        let [coordinates, velocities] = &mut self.trial;
        for (index, acceleration) in self.pushed.iter().enumerate() {
            velocities[index] += size * acceleration;
            coordinates[index] += size * size * acceleration;
        }
    }

    /// Returns the energy that the piece would create in bodies, springs and bristles, and the energy that slots and loads
    /// turn over in it \[J\]. The mechanism is at the piece's end then, and the sums of the joints are known.
    fn gained<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        (since, size): (f64, f64),
    ) -> [f64; 2] {
        self.move_to_end(mechanism, since, size);
        mechanism.place(&self.trial[0], &self.trial[1]);
        self.got = 0.0;
        self.find_mean(size);
        for joint in 0..self.loads.len() {
            let load = self.loads[joint];
            self.joint_sums[joint] = [load * size, load * (size * size)];
            self.got += self.energy_given(mechanism, joint, size);
        }
        let (mut gained, mut scale) = (self.got, 0.0);
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let contact = mechanism.contact(index);
            let there = slot.at_surface(mechanism.touch(index)).penetration;
            let before = contact.stored(motion.touch.penetration);
            gained += contact.stored(there) - before;
            scale += before;
            if slot.point.contact.is_none() {
                continue;
            }
            let (end, [first, ..]) = (&motion.end, &motion.stages);
            let (bristle, slip) = (&mut { slot.point.bristle }, &mut slot.point.micro_slip.clone());
            let bent = contact.friction.stored_energy(*bristle, slip, motion.pressing);
            let pressed = first.normal * end.spread;
            contact.friction.slide(bristle, slip, end.sliding_speed, size, pressed);
            let bent = contact.friction.stored_energy(*bristle, slip, pressed) - bent;
            gained += bent.min(0.0);
            scale += size * first.normal * (first.rate.abs() + end.rate.abs());
        }
        [gained, scale]
    }

    /// Finds both forces of a slot with those of the others fixed; returns the larger change \[N\].
    fn balance_slot<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slot: &Slot,
        index: usize,
        size: f64,
    ) -> f64 {
        let contact = mechanism.contact(index);
        let own = self.couplings.own(index);
        let (touch, before) = (self.slots[index].end, self.slots[index].stages[0].normal);
        let onset = slot.point.contact.map_or(0.0, |_| slot.impact_speed(&touch, mechanism));
        let free = touch.rate + size * own.m11 * before;
        let press = |rate: Dual64| {
            let penetration = (rate - touch.rate) * (size * touch.gain) + touch.penetration;
            contact.normal.force(penetration, rate, Dual64::from(onset)).total * touch.gain
        };
        let pressed = settle(press, free, size * own.m11, touch.rate).max(0.0);
        self.change(mechanism, index, size, [pressed - before, 0.0]);
        let motion = &self.slots[index];
        let (sliding, drag_before) = (motion.end.sliding_speed, motion.stages[0].friction);
        let free = sliding + size * own.m22 * drag_before;
        let drag = |speed: Dual64| {
            let (mut bristle, mut slip) = (Dual64::from(slot.point.bristle), Default::default());
            let normal = Dual64::from(pressed * touch.spread);
            contact.friction.slide(&mut bristle, &mut slip, speed, size.into(), normal)
        };
        let dragged = settle(drag, free, size * own.m22, sliding);
        self.change(mechanism, index, size, [0.0, dragged - drag_before]);
        (pressed - before).abs().max((dragged - drag_before).abs())
    }

    /// Changes the forces of a slot, and the end of the piece of all coupled slots.
    fn change<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slot: usize,
        size: f64,
        [normal, friction]: [f64; 2],
    ) {
        if !self.films.is_empty() {
            let joint = mechanism.joint(slot);
            let load = mechanism.load(slot, &self.slots[slot].end, normal, friction);
            for (index, response) in self.graph.responses(joint) {
                self.pushed[index] += response.dot(&load);
            }
        }
        for (other, entry) in self.couplings.row(slot) {
            let Touch { penetration, rate, sliding_speed, gain, .. } = &mut self.slots[other].end;
            let slower = size * (entry.m11 * normal + entry.m12 * friction);
            *rate -= slower;
            *penetration -= size * *gain * slower;
            *sliding_speed -= size * (entry.m21 * normal + entry.m22 * friction);
        }
        let [first, ..] = &mut self.slots[slot].stages;
        first.normal += normal;
        first.friction += friction;
    }

    /// Takes the piece whose end and sums are known; adds up impulse, work and losses.
    fn take_fallback<M: Mechanism>(&mut self, mechanism: &mut M, slots: &mut [Slot], size: f64) {
        self.closed.clear();
        let mut works = [0.0; 3];
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            if slot.point.contact.is_some() {
                slot.record_impact_speed(&motion.end, mechanism);
            }
            let Some(onset) = slot.point.contact else { continue };
            self.closed.insert(index);
            let contact = mechanism.contact(index);
            let (end, [first, ..]) = (motion.end, &motion.stages);
            let (total, friction) = (first.normal, first.friction);
            let (bristle, slip) = (&mut slot.point.bristle, &mut slot.point.micro_slip);
            contact.friction.slide(bristle, slip, end.sliding_speed, size, total * end.spread);
            let pressed = size * total * 0.5 * (first.rate + end.rate);
            let slid = size * friction * 0.5 * (first.sliding + end.sliding_speed);
            // The place that the bodies reach counts, not the one along the normals.
            let there = slot.at_surface(mechanism.touch(index)).penetration;
            motion.stored = contact.stored(there);
            let stored = motion.stored - contact.stored(motion.touch.penetration);
            motion.pressing = total * end.spread;
            motion.works = [pressed, pressed - stored, slid];
            motion.normal_impulse += size * total;
            motion.peak_normal_force = motion.peak_normal_force.max(total);
            mechanism.wear(index, onset.impact_speed, size * end.sliding_speed.abs());
            works.iter_mut().zip([pressed, slid, stored]).for_each(|(sum, part)| *sum += part);
        }
        self.carry_travel(size);
        for (joint, [impulse, travel]) in self.joint_sums.iter().enumerate() {
            self.impulse[joint] += impulse;
            self.travel[joint] += travel;
        }
        for film in &mut self.films {
            film.work = size * film.lost[1];
        }
        self.take_works(mechanism, slots, works, true);
        self.loads.fill(JointLoad::zeros());
        for (peak, acceleration) in self.peak_acceleration.iter_mut().zip(&self.pushed) {
            *peak = peak.max(acceleration.abs());
        }
        self.take_trial();
    }
}
