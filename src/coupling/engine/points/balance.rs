//! Contact points and films in pieces of the fallback: forces that balance the motion they cause.

use super::film::{FilmMotion, fall};
use super::press::{at_surface, units};
use super::settle::settle;
use super::{Points, film};
use crate::coupling::engine::contacts::{Balance, Balanced, Balancing, JointAt, Works};
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::predicted::{JointLoad, PointContacts, Slot};
use crate::laws::contact::Touch;
use nalgebra::{Matrix3, Vector3};
use num_dual::Dual64;

impl<M: PointContacts> Balance<M, 4> for Points {
    /// Takes the touches of a joint without loads, and begins with no forces.
    fn begin_balance(&mut self, mechanism: &M, joint: JointAt<4>) {
        for &index in joint.slots {
            let touch = at_surface(&joint.states[index], mechanism.touch(index));
            let motion = &mut self.slots[index];
            (motion.free, motion.end) = (touch, touch);
            let [first, ..] = &mut motion.stages;
            (first.normal, first.friction) = (0.0, 0.0);
            // Loads work on the motion along them.
            (first.rate, first.sliding) = (touch.rate, touch.sliding_speed);
        }
        if let Some(film) = self.film_of(joint.number) {
            self.films[film].load = Vector3::zeros();
        }
        self.begin_drag(mechanism, joint.number);
    }

    /// Finds the forces of a joint with those of all others fixed.
    fn balance(&mut self, mechanism: &M, joint: JointAt<4>, piece: &Balancing<4>) -> Balanced<4> {
        let mut found = Balanced { load: piece.load, changed: 0.0, largest: 0.0 };
        for index in joint.closed() {
            let change = self.balance_slot(mechanism, joint, piece, (index, &mut found.load));
            found.changed = found.changed.max(change);
            found.largest = found.largest.max(self.slots[index].stages[0].normal);
        }
        if let Some(film) = self.film_of(joint.number) {
            let [change, force] =
                self.balance_film(mechanism, joint, piece, (film, &mut found.load));
            (found.changed, found.largest) = (found.changed.max(change), found.largest.max(force));
        }
        let [change, force] = self.balance_drag(mechanism, joint, piece, &mut found.load);
        (found.changed, found.largest) = (found.changed.max(change), found.largest.max(force));
        // The touches under all loads.
        let rates = piece.others + joint.mobility * found.load * piece.size;
        for index in joint.closed() {
            self.move_slot(mechanism, index, &rates, piece.size);
        }
        found
    }

    /// Returns the energy that the bristles and springs of a joint gain in a piece of the fallback, and what is turned over.
    fn balance_energy(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        motions: &[SlotMotion],
        size: f64,
    ) -> [f64; 2] {
        let [mut gained, mut scale] = self.drag_energy(mechanism, joint, size);
        for &index in joint.slots {
            let (slot, motion) = (&joint.states[index], &self.slots[index]);
            let contact = mechanism.contact(index);
            let there = at_surface(slot, mechanism.touch(index)).penetration;
            let before = contact.stored(motions[index].here.penetration);
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

    fn take_balance(
        &mut self,
        mechanism: &mut M,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        size: f64,
    ) -> Works {
        let mut works = [0.0; 3];
        for &index in slots {
            let (slot, motion, report) =
                (&mut states[index], &mut self.slots[index], &mut motions[index]);
            if slot.point.contact.is_none() {
                continue;
            }
            slot.record_impact_speed(&motion.end, mechanism.conforms(index));
            let contact = mechanism.contact(index);
            let (end, [first, ..]) = (motion.end, &motion.stages);
            let (total, friction) = (first.normal, first.friction);
            let (bristle, slip) = (&mut slot.point.bristle, &mut slot.point.micro_slip);
            contact.friction.slide(bristle, slip, end.sliding_speed, size, total * end.spread);
            let pressed = size * total * 0.5 * (first.rate + end.rate);
            let slid = size * friction * 0.5 * (first.sliding + end.sliding_speed);
            // The place that the bodies reach counts, not the one along the normals.
            let there = at_surface(slot, mechanism.touch(index)).penetration;
            motion.stored = contact.stored(there);
            let stored = motion.stored - contact.stored(report.here.penetration);
            motion.pressing = total * end.spread;
            report.lost = [pressed - stored, slid];
            report.normal_impulse += size * total;
            report.peak_normal_force = report.peak_normal_force.max(total);
            let impact_speed = slot.onset().impact_speed;
            mechanism.wear(index, impact_speed, size * end.sliding_speed.abs());
            works.iter_mut().zip([pressed, slid, stored]).for_each(|(sum, part)| *sum += part);
        }
        if let Some(film) = self.film_of(joint) {
            let film = &mut self.films[film];
            motions[film.slot].oiled = size * film.lost[1];
        }
        let kept = self.take_drag(mechanism, (joint, states), motions, size);
        (works[0], works[2]) = (works[0] + kept, works[2] + kept);
        works
    }
}

impl Points {
    /// Moves the touch of a slot at the end of a piece by these rates of its joint.
    fn move_slot<M: PointContacts>(
        &mut self,
        mechanism: &M,
        index: usize,
        rates: &JointLoad,
        size: f64,
    ) {
        let motion = &mut self.slots[index];
        let free = motion.free;
        let [n, t] = units(mechanism, index, &free);
        let slower = n.dot(rates);
        motion.end = Touch {
            rate: free.rate - slower,
            penetration: free.penetration - size * free.gain * slower,
            sliding_speed: free.sliding_speed - t.dot(rates),
            ..free
        };
    }

    /// Finds both forces of a slot with those of the others fixed; returns the larger change \[N\].
    fn balance_slot<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        piece: &Balancing<4>,
        (index, load): (usize, &mut JointLoad),
    ) -> f64 {
        let size = piece.size;
        let slot = &joint.states[index];
        let contact = mechanism.contact(index);
        let [n, t] = units(mechanism, index, &self.slots[index].free);
        let [m11, m22] = [&n, &t].map(|unit| joint.mobility_along(unit));
        let rates = |load: &JointLoad| piece.others + joint.mobility * load * size;
        self.move_slot(mechanism, index, &rates(load), size);
        let (touch, before) = (self.slots[index].end, self.slots[index].stages[0].normal);
        let onset = slot.impact_speed(&touch, mechanism.conforms(index));
        let free = touch.rate + size * m11 * before;
        let press = |rate: Dual64| {
            let penetration = (rate - touch.rate) * (size * touch.gain) + touch.penetration;
            contact.normal.force(penetration, rate, Dual64::from(onset)).total * touch.gain
        };
        let pressed = settle(press, free, size * m11, touch.rate).max(0.0);
        *load += n * (pressed - before);
        self.move_slot(mechanism, index, &rates(load), size);
        let motion = &mut self.slots[index];
        let (sliding, drag_before) = (motion.end.sliding_speed, motion.stages[0].friction);
        let free = sliding + size * m22 * drag_before;
        let drag = |speed: Dual64| {
            let mut bristle = Dual64::from(slot.point.bristle);
            let mut slip = slot.point.micro_slip.lift();
            let normal = Dual64::from(pressed * touch.spread);
            contact.friction.slide(&mut bristle, &mut slip, speed, size.into(), normal)
        };
        let dragged = settle(drag, free, size * m22, sliding);
        *load += t * (dragged - drag_before);
        let [first, ..] = &mut motion.stages;
        (first.normal, first.friction) = (pressed, dragged);
        (pressed - before).abs().max((dragged - drag_before).abs())
    }

    /// Finds the load of a film with those of all others fixed; returns its change and its size \[N\].
    fn balance_film<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        piece: &Balancing<4>,
        (film, load): (usize, &mut JointLoad),
    ) -> [f64; 2] {
        let FilmMotion { load: before, .. } = self.films[film];
        let Some((oil, free)) = mechanism.film(joint.number) else { return [0.0; 2] };
        let parts: [JointLoad; 3] =
            std::array::from_fn(|part| mechanism.film_load(joint.number, Vector3::ith(part, 1.0)));
        let along = |rates: &JointLoad| Vector3::from_fn(|part, _| parts[part].dot(rates));
        let mobility =
            Matrix3::from_columns(&parts.each_ref().map(|part| along(&(joint.mobility * part))));
        let others = along(&(piece.others + joint.mobility * *load * piece.size));
        let base = free.velocity.push(free.spin) + others - mobility * before * piece.size;
        let (found, lost) = fall(oil, free, &mobility, base, piece.size);
        let change = found - before;
        (self.films[film].load, self.films[film].lost[1]) = (found, lost);
        *load += film::joint_load(&parts, &change);
        [change.xy().norm(), found.xy().norm()]
    }
}
