//! A coarse piece: Euler's implicit rule for normal forces and friction, stable at any stiffness.

use super::JointLoad;
use super::Mechanism;
use super::memory::Slot;
use super::slot_motion::{At, ContactForce, SlotMotion};
use super::step_motion::{Bending, StepMotion};
use crate::base::numerics::root::{Bracket, Enough};
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
/// Relative tolerance of the speed.
const NEAR: f64 = 1e-10;

/// Solves v = `free` − `yielding` · force(v) for the speed v and returns the force there. `force`
/// must grow with v and gives its derivative as a dual number; `near` is an estimate of v.
pub(crate) fn settle(force: impl Fn(Dual64) -> Dual64, free: f64, yielding: f64, near: f64) -> f64 {
    let at = |speed: f64| force(Dual64::from(speed).derivative());
    let first = at(free);
    let change = yielding * first.re;
    let far = free - change;
    if change == 0.0 || far == free {
        return first.re;
    }
    let (low, high) = (far.min(free), far.max(free));
    let newton = free - change / (1.0 + yielding * first.eps);
    let inside = |speed: &f64| low < *speed && *speed < high;
    let start = [near, newton].into_iter().find(inside).unwrap_or(0.5 * (low + high));
    let bracket = Bracket { low, high, start };
    let speed = bracket.root(Enough { value: 0.0, step: NEAR }, |speed| {
        let force = at(speed);
        (speed - free + yielding * force.re, Some(1.0 + yielding * force.eps))
    });
    // Rounding of the speed spoils the law's value if the force is stiff: the balance then gives the
    // force more accurately.
    if (free - speed).abs() < 0.5 * change.abs() { (free - speed) / yielding } else { at(speed).re }
}

impl StepMotion {
    /// Integrates a piece of at most `size` \[s\] from `time` \[s\] on, with or without contacts; returns its length. A
    /// slot that would be inside its wall at the end touches from the beginning.
    ///
    /// The normals are those of a motion without contact forces. If they turn under the forces, as with a light body
    /// that is flung round a small hole, the piece is halved.
    pub(super) fn press_coarsely<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        size: f64,
    ) -> f64 {
        self.is_coarse_piece = true;
        let mut size =
            if self.halvings < HALVINGS { size.min(LONGER * self.last_coarse) } else { size };
        loop {
            self.balance(mechanism, slots, time, size);
            let [gained, scale] = self.gained(mechanism, slots, size);
            if gained <= GAIN * scale || self.halvings >= HALVINGS {
                self.work.unearned += gained;
                break;
            }
            self.halvings += 1;
            size *= 0.5;
        }
        self.last_coarse = size;
        self.take_coarse_loads(mechanism, slots, size);
        size
    }

    /// Finds the forces of all slots at the end of a piece, and the accelerations by them.
    fn balance<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        size: f64,
    ) {
        if !self.films.is_empty() {
            mechanism.place(&self.coordinates, &self.velocities);
            self.begin_piece(mechanism, size, Bending::Implicit);
            self.accelerations[0].copy_from_slice(&self.external);
            self.solve_films(mechanism, At::Start, 0, size);
        }
        // Loads act along the normals of the piece's end; else a body that slides round a hole would press into it
        // without cause.
        self.coast(mechanism, size, Bending::Implicit);
        mechanism.place(&self.trial[0], &self.trial[1]);
        let mut largest: f64 = 0.0;
        for (index, slot) in slots.iter_mut().enumerate() {
            let touch = slot.at_surface(mechanism.touch(index));
            let motion = &mut self.slots[index];
            (motion.now.touch, motion.friction) = (touch, 0.0);
            motion.now.force.total = 0.0;
            // Loads work on the motion along them.
            let Touch { rate, sliding_speed, .. } = &mut motion.start.touch;
            (*rate, *sliding_speed) = (touch.rate, touch.sliding_speed);
            if slot.point.contact.is_none() && touch.penetration > 0.0 {
                slot.meet(time, touch.rate);
            }
        }
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                let motions = &self.slots;
                let touch = |other: usize| Some(motions[other].now.touch);
                self.couplings.update(mechanism, index, touch, M::velocity_response);
            }
        }
        for _ in 0..SWEEPS {
            let mut changed: f64 = 0.0;
            for (index, slot) in slots.iter().enumerate() {
                if slot.point.contact.is_some() {
                    changed = changed.max(self.balance_slot(mechanism, slot, index, size));
                    largest = largest.max(self.slots[index].now.force.total);
                }
            }
            if changed <= SETTLED * largest {
                break;
            }
        }
        self.loads.fill(JointLoad::zeros());
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            if slot.point.contact.is_some() {
                let ContactForce { touch, force } = &motion.now;
                self.loads[mechanism.joint(index)] +=
                    mechanism.load(index, touch, force.total, motion.friction);
            }
        }
        self.accelerate(mechanism, 0);
    }

    /// Returns the elastic energy that the piece would create without work of a load, and the energy that slots and
    /// loads turn over in it \[J\].
    fn gained<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot], size: f64) -> [f64; 2] {
        let first_modal = mechanism.first_modal();
        let [coordinates, velocities] = &mut self.trial;
        let [accelerations, ..] = &self.accelerations;
        for (index, external) in self.external.iter().enumerate() {
            velocities[index] = self.velocities[index] + size * accelerations[index];
            let steady = if index < first_modal { 0.5 * size * external } else { 0.0 };
            coordinates[index] = self.coordinates[index] + size * (velocities[index] - steady);
        }
        mechanism.place(coordinates, velocities);
        let (mut gained, mut scale) = (0.0, 0.0);
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let stored = |penetration: f64| mechanism.contact(index).stored(penetration.max(0.0));
            let there = slot.at_surface(mechanism.touch(index)).penetration;
            let SlotMotion { start, now, .. } = motion;
            gained += (stored(there) - stored(now.touch.penetration)).max(0.0);
            scale += stored(start.touch.penetration)
                + size * now.force.total * (start.touch.rate.abs() + now.touch.rate.abs());
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
        let ContactForce { touch, force } = self.slots[index].now;
        let onset = slot.point.contact.map_or(0.0, |_| slot.impact_speed(&touch, mechanism));
        let free = touch.rate + size * own.m11 * force.total;
        let press = |rate: Dual64| {
            let penetration = (rate - touch.rate) * (size * touch.gain) + touch.penetration;
            contact.normal.force(penetration, rate, Dual64::from(onset)).total * touch.gain
        };
        let pressed = settle(press, free, size * own.m11, touch.rate).max(0.0);
        self.change(index, size, [pressed - force.total, 0.0]);
        let motion = &self.slots[index];
        let (sliding, before) = (motion.now.touch.sliding_speed, motion.friction);
        let free = sliding + size * own.m22 * before;
        let drag = |speed: Dual64| {
            let (mut bristle, mut slip) = (Dual64::from(slot.point.bristle), Default::default());
            let normal = Dual64::from(pressed * touch.spread);
            contact.friction.slide(&mut bristle, &mut slip, speed, size.into(), normal)
        };
        let dragged = settle(drag, free, size * own.m22, sliding);
        self.change(index, size, [0.0, dragged - before]);
        (pressed - force.total).abs().max((dragged - before).abs())
    }

    /// Changes the forces of a slot, and the end of the piece of all coupled slots.
    fn change(&mut self, slot: usize, size: f64, [normal, friction]: [f64; 2]) {
        self.couplings.push(&mut self.slots, slot, [size; 2], [normal, friction]);
        let motion = &mut self.slots[slot];
        motion.now.force.total += normal;
        motion.friction += friction;
    }

    /// Moves the bodies under the forces found; adds up impulse, work and losses.
    fn take_coarse_loads<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        size: f64,
    ) {
        let mut power = 0.0;
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            if slot.point.contact.is_some() {
                slot.record_impact_speed(&motion.now.touch, mechanism);
            }
            let Some(onset) = slot.point.contact else { continue };
            let contact = mechanism.contact(index);
            let (start, now) = (motion.start.touch, motion.now.touch);
            let total = motion.now.force.total;
            let (bristle, slip) = (&mut slot.point.bristle, &mut slot.point.micro_slip);
            let spread = total * now.spread;
            contact.friction.slide(bristle, slip, now.sliding_speed, size, spread);
            let pressed = total * 0.5 * (start.rate + now.rate);
            let slid = motion.friction * 0.5 * (start.sliding_speed + now.sliding_speed);
            // Work that is neither stored nor given back is lost.
            let stored = contact.stored(now.penetration) - contact.stored(start.penetration);
            motion.put_in = stored;
            let lost = size * (pressed + slid) - stored;
            slot.point.damped += lost.max(0.0);
            slot.owed += (-lost).max(0.0);
            self.work.unearned += (-lost).max(0.0);
            motion.normal_impulse += size * total;
            motion.peak_normal_force = motion.peak_normal_force.max(total);
            power -= pressed + slid;
            mechanism.wear(index, onset.impact_speed, size * now.sliding_speed.abs());
        }
        self.work.net += size * power;
        self.work.turned_over += size * power.abs();
        self.carry_travel(size);
        for (joint, load) in self.loads.iter().enumerate() {
            self.impulse[joint] += load * size;
            self.travel[joint] += load * (size * size);
        }
        let first_modal = mechanism.first_modal();
        let [acceleration, ..] = &self.accelerations;
        for (index, (acceleration, external)) in acceleration.iter().zip(&self.external).enumerate()
        {
            let velocity = &mut self.velocities[index];
            self.trial[0][index] = *velocity + 0.5 * size * acceleration;
            *velocity += size * acceleration;
            // Loads move the bodies with the velocity at the end, as in `travel`; external ones with the mean velocity.
            let steady = if index < first_modal { 0.5 * size * external } else { 0.0 };
            self.coordinates[index] += size * (*velocity - steady);
            let peak = &mut self.peak_acceleration[index];
            *peak = peak.max(acceleration.abs());
        }
        self.add_film_loads(mechanism, slots, size);
    }
}
