//! The works and losses of contact points and films in a piece.

use super::Points;
use super::press::at_surface;
use crate::coupling::engine::contacts::{JointAt, Works};
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::engine::tableau::STAGES;
use crate::coupling::predicted::{PointContacts, Slot};
use crate::laws::friction::FrictionLaw;

impl Points {
    pub fn finish<M: PointContacts>(
        &mut self,
        mechanism: &mut M,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        (size, weights): (f64, &[f64]),
    ) -> Works {
        let mut works = [0.0; 3];
        for &index in slots {
            if states[index].point.contact.is_some() {
                let slot = (&mut states[index], &mut motions[index]);
                let of_slot = self.finish_slot(mechanism, index, slot, (size, weights));
                works.iter_mut().zip(of_slot).for_each(|(sum, work)| *sum += work);
            }
        }
        if let Some(film) = self.film_of(joint) {
            let film = &mut self.films[film];
            motions[film.slot].oiled = 0.5 * size * (film.lost[0] + film.lost[1]);
            film.lost[0] = film.lost[1];
        }
        let kept = self.finish_drag(mechanism, (joint, states), motions, (size, weights));
        (works[0], works[2]) = (works[0] + kept, works[2] + kept);
        works
    }

    /// Finds the works of a slot's forces over a piece, and takes its state at the end.
    fn finish_slot<M: PointContacts>(
        &mut self,
        mechanism: &mut M,
        index: usize,
        (slot, report): (&mut Slot, &mut SlotMotion),
        (size, weights): (f64, &[f64]),
    ) -> Works {
        let motion = &mut self.slots[index];
        let (mut pressed, mut elastic, mut slid, mut impulse) = (0.0, 0.0, 0.0, 0.0);
        for (weight, stage) in weights.iter().zip(&motion.stages) {
            pressed += weight * stage.normal * stage.rate;
            elastic += weight * stage.elastic * stage.rate;
            slid += weight * stage.friction * stage.sliding;
            impulse += weight * stage.normal;
            if *weight != 0.0 {
                report.peak_normal_force = report.peak_normal_force.max(stage.normal);
            }
        }
        report.normal_impulse += size * impulse.max(0.0);
        slot.record_impact_speed(&motion.end, mechanism);
        let laws = mechanism.contact(index);
        let last = motion.stages[STAGES - 1].normal * motion.end.spread;
        match &laws.friction {
            FrictionLaw::LuGre(_) => slot.point.bristle = motion.bristle,
            law => {
                let point = &mut slot.point;
                let (bristle, slip) = (&mut point.bristle, &mut point.micro_slip);
                law.slide(bristle, slip, motion.mean_sliding, size, last);
            }
        }
        if motion.end.penetration > motion.deepest {
            motion.deepest = motion.end.penetration;
            let tangent = laws.normal.tangent(motion.deepest, slot.onset().impact_speed);
            self.stiffest = self.stiffest.max(tangent.stiffness * motion.mobility[0]);
        }
        let way = 0.5 * size * motion.stages[STAGES - 1].sliding.abs();
        mechanism.wear(index, slot.onset().impact_speed, way);
        motion.pressing = last;
        report.lost = [size * (pressed - elastic), size * slid];
        let closed_form = motion.end.gain == 1.0;
        let grown = if closed_form { motion.stored_at_end - motion.stored } else { size * elastic };
        motion.stored = motion.stored_at_end;
        [size * pressed, size * slid, grown]
    }

    /// Makes the last stage the first one of the next piece.
    pub fn go_on(&mut self, slots: &[usize]) {
        for &index in slots {
            let stages = &mut self.slots[index].stages;
            stages[0] = stages[STAGES - 1];
        }
    }

    pub fn wear_at_start<M: PointContacts>(&self, mechanism: &mut M, joint: JointAt<4>, size: f64) {
        for index in joint.closed() {
            let way = 0.5 * size * self.slots[index].stages[0].sliding.abs();
            mechanism.wear(index, joint.states[index].onset().impact_speed, way);
        }
    }

    /// Returns the energy that the bristles and springs of a joint gain in a piece of the fallback, and what is turned over.
    pub fn balance_energy<M: PointContacts>(
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

    pub fn take_balance<M: PointContacts>(
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
            slot.record_impact_speed(&motion.end, mechanism);
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
