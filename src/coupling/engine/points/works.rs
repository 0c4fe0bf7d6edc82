//! The works and losses of contact points and films in a piece.

use super::Points;
use crate::coupling::engine::contacts::{Finish, JointAt, Works};
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::engine::tableau::STAGES;
use crate::coupling::predicted::{PointContacts, Slot};
use crate::laws::friction::FrictionLaw;

impl<M: PointContacts> Finish<M, 4> for Points {
    fn finish(
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

    /// Makes the last stage the first one of the next piece.
    fn go_on(&mut self, _joint: usize, slots: &[usize]) {
        for &index in slots {
            let stages = &mut self.slots[index].stages;
            stages[0] = stages[STAGES - 1];
        }
    }

    fn wear_at_start(&self, mechanism: &mut M, joint: JointAt<4>, size: f64) {
        for index in joint.closed() {
            let way = 0.5 * size * self.slots[index].stages[0].sliding.abs();
            mechanism.wear(index, joint.states[index].onset().impact_speed, way);
        }
    }

    fn bristle_energy(&self, mechanism: &M, states: &[Slot], slot: usize) -> f64 {
        let (law, point) = (&mechanism.contact(slot).friction, &states[slot].point);
        law.stored_energy(point.bristle, &point.micro_slip, self.slots[slot].pressing)
    }

    fn end_step(&mut self, mechanism: &M) {
        for film in &mut self.films {
            if let Some((_, motion)) = mechanism.film(film.joint) {
                film.motion = *motion;
            }
        }
    }

    fn stiffest(&self) -> f64 {
        self.stiffest
    }
}

impl Points {
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
        slot.record_impact_speed(&motion.end, mechanism.conforms(index));
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
}
