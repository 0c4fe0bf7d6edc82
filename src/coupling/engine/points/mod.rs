//! Contact points in the plane, with films: their laws inside a step.

mod balance;
mod film;
mod implicit;
mod parallel;
mod point;
mod press;
mod row;
mod settle;
mod slopes;
mod works;

use super::contacts::{
    Balanced, Balancing, Begun, Contacts, JointAt, JointErrors, JointSlope, PieceErrors,
    StageSides, Works,
};
use super::slot::SlotMotion;
use crate::coupling::predicted::{JointLoad, PointContacts, Slot};
use crate::kinematics::planar::Motion;
use crate::laws::contact::Approach;
use film::{FilmMotion, films_of};
use parallel::{ParallelMotion, parallels_of};
use point::PointMotion;

/// The contact points and films of a mechanism in the plane inside a step.
#[derive(Debug, Clone)]
pub struct Points {
    slots: Box<[PointMotion]>,
    /// In the order of their joints.
    films: Box<[FilmMotion]>,
    parallels: Box<[ParallelMotion]>,
    /// Largest k w of the normal forces in the step \[1/s²\].
    stiffest: f64,
}

impl Points {
    /// Returns the index of the film of a joint, if it has one.
    #[inline]
    fn film_of(&self, joint: usize) -> Option<usize> {
        if self.films.is_empty() {
            return None;
        }
        self.films.binary_search_by_key(&joint, |film| film.joint).ok()
    }

    /// Returns the motion of b relative to a in a joint with a film, at the end of the last step.
    pub fn film_motion(&self, joint: usize) -> Option<&Motion<f64>> {
        Some(&self.films[self.film_of(joint)?].motion)
    }
}

impl<M: PointContacts> Contacts<4> for M {
    type Motions = Points;

    fn motions(&self) -> Points {
        let slots = (0..self.slots()).map(|_| PointMotion::new()).collect();
        let (films, parallels) = (films_of(self), parallels_of(self));
        Points { slots, films, parallels, stiffest: 0.0 }
    }

    fn has_film(&self, joint: usize) -> bool {
        self.film(joint).is_some()
    }

    fn loads_always(&self, joint: usize) -> bool {
        self.film(joint).is_some() || self.parallel(joint).is_some()
    }

    /// The first slot of a joint with a drag has its bristles.
    fn parts(&self, slot: usize) -> usize {
        let joint = self.joint(slot);
        let is_first = slot == 0 || self.joint(slot - 1) != joint;
        usize::from(is_first && self.parallel(joint).is_some())
    }

    #[inline]
    fn approach(&self, slot: usize) -> Approach {
        self.touch(slot).approach()
    }

    #[inline]
    fn parting(&self, slot: usize, rate: f64) -> f64 {
        self.contact(slot).normal.parting(rate)
    }

    #[inline]
    fn sticking_speed(&self, slot: usize) -> f64 {
        self.contact(slot).friction.sticking_speed()
    }

    fn begin_step(&self, own: &mut Points, states: &[Slot], motions: &[SlotMotion]) {
        own.stiffest = 0.0;
        for (index, (state, motion)) in states.iter().zip(&mut own.slots).enumerate() {
            motion.deepest = 0.0;
            if state.point.contact.is_some() {
                motion.stored = self.contact(index).stored(motions[index].here.penetration);
            }
        }
    }

    fn begin_contact(
        &self,
        own: &mut Points,
        (_, mobility): (usize, &JointSlope<4>),
        _states: &mut [Slot],
        slot: usize,
        here: &Approach,
    ) -> Begun {
        let laws = self.contact(slot);
        let motion = &mut own.slots[slot];
        motion.stored = laws.stored(here.penetration);
        let unit = self.load(slot, &self.touch(slot), 1.0, 0.0);
        let mobility = unit.dot(&(mobility * unit));
        let speed = here.rate.max(1e-6);
        let time = motion.depth_of(laws, speed, mobility) / speed;
        Begun { stored: motion.stored, time }
    }

    #[inline]
    fn press(
        &mut self,
        own: &mut Points,
        joint: JointAt<4>,
        stage: usize,
        elapsed: Option<f64>,
    ) -> JointLoad {
        own.press(self, joint, stage, elapsed)
    }

    #[inline]
    fn end_of(&self, own: &Points, slot: usize) -> Approach {
        own.slots[slot].end.approach()
    }

    fn unit(&self, own: &Points, slot: usize) -> JointLoad {
        self.load(slot, &own.slots[slot].end, 1.0, 0.0)
    }

    fn errors(
        &mut self,
        own: &mut Points,
        joint: JointAt<4>,
        piece: &PieceErrors<4>,
    ) -> JointErrors {
        own.errors(self, joint, piece)
    }

    fn depth_scale(
        &self,
        own: &mut Points,
        joint: JointAt<4>,
        slot: usize,
        _here: &Approach,
    ) -> f64 {
        own.depth_scale(self, joint, slot)
    }

    fn fastest(&self, own: &mut Points, joint: JointAt<4>) -> f64 {
        own.fastest(self, joint)
    }

    fn stiffest(&self, own: &Points) -> f64 {
        own.stiffest
    }

    fn wears_surfaces(&self) -> bool {
        self.wears()
    }

    fn wear_at_start(&mut self, own: &Points, joint: JointAt<4>, size: f64) {
        own.wear_at_start(self, joint, size);
    }

    fn finish(
        &mut self,
        own: &mut Points,
        joint: (usize, &[usize]),
        slots: (&mut [Slot], &mut [SlotMotion]),
        piece: (f64, &[f64]),
    ) -> Works {
        own.finish(self, joint, slots, piece)
    }

    fn go_on(&self, own: &mut Points, slots: &[usize]) {
        own.go_on(slots);
    }

    fn linearise(&mut self, own: &mut Points, joint: JointAt<4>, tolerance: f64) {
        own.linearise(self, joint, tolerance);
    }

    fn find_turning(&self, own: &mut Points, joint: usize, time: Option<f64>) {
        if let (Some(index), Some((_, there))) = (own.film_of(joint), self.film(joint)) {
            let turning = &mut own.films[index].turning;
            *turning = time.map_or(there.velocity, |time| (*turning - there.velocity) / time);
        }
    }

    fn slope(&self, own: &mut Points, joint: JointAt<4>, factor: f64) -> JointSlope<4> {
        own.slope(joint, factor)
    }

    fn held(&self, own: &mut Points, joint: JointAt<4>, sides: StageSides<4>) -> JointLoad {
        own.held(joint, sides)
    }

    fn take_rates(&self, own: &mut Points, joint: JointAt<4>, rates: &JointLoad, stages: usize) {
        own.take_rates(joint, rates, stages);
    }

    fn set_deflections(&self, own: &mut Points, joint: JointAt<4>, weights: &[f64]) {
        own.set_deflections(joint, weights);
    }

    fn end_implicitly(&self, own: &mut Points, joint: JointAt<4>, weights: &[f64], size: f64) {
        own.end_implicitly(joint, weights, size);
    }

    fn begin_balance(&self, own: &mut Points, joint: JointAt<4>) {
        own.begin_balance(self, joint);
    }

    fn balance(&self, own: &mut Points, joint: JointAt<4>, piece: &Balancing<4>) -> Balanced<4> {
        own.balance(self, joint, piece)
    }

    fn balance_energy(
        &self,
        own: &mut Points,
        joint: JointAt<4>,
        motions: &[SlotMotion],
        size: f64,
    ) -> [f64; 2] {
        own.balance_energy(self, joint, motions, size)
    }

    fn take_balance(
        &mut self,
        own: &mut Points,
        joint: (usize, &[usize]),
        slots: (&mut [Slot], &mut [SlotMotion]),
        size: f64,
    ) -> Works {
        own.take_balance(self, joint, slots, size)
    }

    fn bristle_energy(&self, own: &Points, states: &[Slot], slot: usize) -> f64 {
        let (law, point) = (&self.contact(slot).friction, &states[slot].point);
        law.stored_energy(point.bristle, &point.micro_slip, own.slots[slot].pressing)
    }

    fn end_step(&self, own: &mut Points) {
        for film in &mut own.films {
            if let Some((_, motion)) = self.film(film.joint) {
                film.motion = *motion;
            }
        }
    }
}
