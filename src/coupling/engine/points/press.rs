//! The loads of contact points and films at a stage, and the errors of a piece.

use super::film::films_of;
use super::parallel::parallels_of;
use super::point::{PointMotion, Scale, Stage};
use super::slopes::SlotSlopes;
use super::{Points, film};
use crate::coupling::engine::contacts::{
    Begun, Evaluate, JointAt, JointErrors, JointSlope, PieceErrors,
};
use crate::coupling::engine::norm::{ELASTIC, MEAN, SLOWEST, larger};
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::engine::tableau::{A, STAGES};
use crate::coupling::predicted::{JointLoad, PointContacts, Slot};
use crate::laws::contact::{Approach, Touch};
use crate::laws::friction::{FrictionLaw, MicroSlipLaw};

/// Weights of the errors of modes in contacts and in films, where they add up as long as the modes ring.
const MODES: f64 = 0.1;
const FILM_MODES: f64 = 100.0;
/// Largest scale of sliding speeds in implicit pieces, over the creep speed.
const STICKING: f64 = 2.0;

/// Returns a touch with the penetration counted from the offset surface of its slot.
pub(super) fn at_surface(slot: &Slot, mut touch: Touch<f64>) -> Touch<f64> {
    touch.penetration -= slot.surface;
    touch
}

/// Returns the loads of unit forces along the normal and the tangent of a slot.
#[inline]
pub(super) fn units<M: PointContacts>(
    mechanism: &M,
    slot: usize,
    touch: &Touch<f64>,
) -> [JointLoad; 2] {
    [(1.0, 0.0), (0.0, 1.0)].map(|(normal, friction)| mechanism.load(slot, touch, normal, friction))
}

impl<M: PointContacts> Evaluate<M, 4> for Points {
    /// Finds the load of a joint at a stage, see [`press`](crate::coupling::engine::contacts::Evaluate::press).
    #[inline]
    fn press(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        stage: usize,
        elapsed: Option<f64>,
    ) -> JointLoad {
        let mut sum = JointLoad::zeros();
        for index in joint.closed() {
            let (slot, motion) = (&joint.states[index], &mut self.slots[index]);
            let touch = at_surface(slot, mechanism.touch(index));
            let speed = slot.impact_speed(&touch, mechanism.conforms(index));
            let laws = mechanism.contact(index);
            let (point, sliding) = (&slot.point, touch.sliding_speed);
            let begun = motion.stages[0].sliding;
            let forces = Stage::of(laws, &touch, speed, |pressed| match elapsed {
                Some(elapsed) => {
                    let mean = if stage == 0 { sliding } else { 0.5 * (begun + sliding) };
                    let begin = (point.bristle, &point.micro_slip);
                    laws.friction.after_sliding(begin, (mean, elapsed), sliding, pressed)
                }
                None => {
                    let deflections = [point.bristle, motion.deflection];
                    laws.friction.deflected(deflections, &point.micro_slip, sliding, pressed)
                }
            });
            motion.stages[stage] = forces;
            motion.end = touch;
            sum += mechanism.load(index, &touch, forces.normal, forces.friction);
        }
        if let Some(film) = self.film_of(joint.number)
            && let Some((oil, motion)) = mechanism.film(joint.number)
        {
            let (load, lost) = film::load(oil, motion);
            sum += mechanism.film_load(joint.number, load);
            self.films[film].lost[usize::from(stage > 0)] = lost;
        }
        self.drag(mechanism, joint, (stage, elapsed), &mut sum);
        sum
    }

    /// Returns the errors of a joint, see [`errors`](crate::coupling::engine::contacts::Evaluate::errors).
    fn errors(&mut self, mechanism: &M, joint: JointAt<4>, piece: &PieceErrors<4>) -> JointErrors {
        let mut found = JointErrors::default();
        for index in joint.closed() {
            let (slot, laws) = (&joint.states[index], mechanism.contact(index));
            let motion = &mut self.slots[index];
            let end = motion.end;
            let speed = slot.impact_speed(&end, mechanism.conforms(index));
            let slipped = if piece.implicit {
                motion.slipped()
            } else {
                motion.find_bristles(slot, &laws.friction, piece.size)
            };
            let [normal, tangent] = units(mechanism, index, &end);
            motion.mobility = [&normal, &tangent].map(|unit| joint.mobility_along(unit));
            let [own, along] = motion.mobility;
            if own <= 0.0 {
                continue;
            }
            let Scale { speed, frequency, mut sliding } = motion.scale(laws, &end, speed, own);
            if piece.implicit {
                sliding = sliding.min(STICKING * laws.friction.creep_speed());
            }
            found.at_stake = found.at_stake.max(0.5 * speed * speed / own);
            // A worn surface has no potential in closed form.
            let grown = motion.stored_at_end - motion.stored;
            found.grown += if end.gain == 1.0 { grown } else { f64::NEG_INFINITY };
            if let FrictionLaw::MicroSlip(law) = &laws.friction {
                found.grown += motion.bent(slot, law, piece.size);
            }
            let [places, rates] = &piece.wrong;
            let (depth, rate) = (end.gain * normal.dot(places), normal.dot(rates));
            let error = larger(frequency * depth.abs(), rate.abs());
            found.largest = larger(found.largest, ELASTIC / speed * error);
            if let Some([_, rates]) = &piece.modal {
                found.modal = larger(found.modal, MODES * normal.dot(rates).abs() / speed);
            }
            if let FrictionLaw::Without = laws.friction {
                continue;
            }
            let slid = tangent.dot(rates);
            let impulse = MEAN * piece.size * slipped.abs() * along;
            let error = larger(slid.abs() / sliding, impulse / speed);
            found.largest = larger(found.largest, error);
        }
        if self.film_of(joint.number).is_some()
            && let Some((oil, _)) = mechanism.film(joint.number)
        {
            // No film keeps energy.
            found.grown = f64::NEG_INFINITY;
            let units = film::units(mechanism, joint.number);
            let along = |of: &JointLoad| units[0].dot(of).hypot(units[1].dot(of));
            let clearance = oil.clearance();
            let [places, rates] = &piece.wrong;
            // The speed that squeezes the clearance in a step.
            let error = larger(along(places), along(rates) * piece.step);
            found.largest = larger(found.largest, error / clearance);
            if let Some([places, _]) = &piece.modal {
                found.modal = larger(found.modal, FILM_MODES * along(places) / clearance);
            }
        }
        self.drag_errors(mechanism, joint, piece, &mut found);
        found
    }

    /// Returns the penetration \[m\] whose error counts as 1.
    fn depth_scale(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        index: usize,
        _here: &Approach,
    ) -> f64 {
        let slot = &joint.states[index];
        let touch = at_surface(slot, mechanism.touch(index));
        let own = joint.mobility_along(&mechanism.load(index, &touch, 1.0, 0.0));
        if own <= 0.0 {
            return f64::INFINITY;
        }
        let speed = slot.impact_speed(&touch, mechanism.conforms(index));
        let scale = self.slots[index].scale(mechanism.contact(index), &touch, speed, own);
        scale.speed / scale.frequency
    }

    fn begin_step(&mut self, mechanism: &M, states: &[Slot], motions: &[SlotMotion]) {
        self.stiffest = 0.0;
        for (index, (state, motion)) in states.iter().zip(&mut self.slots).enumerate() {
            motion.deepest = 0.0;
            if state.point.contact.is_some() {
                motion.stored = mechanism.contact(index).stored(motions[index].here.penetration);
            }
        }
    }

    fn begin_contact(
        &mut self,
        mechanism: &M,
        (_, mobility): (usize, &JointSlope<4>),
        _states: &mut [Slot],
        slot: usize,
        here: &Approach,
    ) -> Begun {
        let laws = mechanism.contact(slot);
        let motion = &mut self.slots[slot];
        motion.stored = laws.stored(here.penetration);
        let unit = mechanism.load(slot, &mechanism.touch(slot), 1.0, 0.0);
        let mobility = unit.dot(&(mobility * unit));
        let speed = here.rate.max(SLOWEST);
        let time = motion.depth_of(laws, speed, mobility) / speed;
        Begun { stored: motion.stored, time }
    }

    fn of(mechanism: &M) -> Self {
        let slots = (0..mechanism.slots()).map(|_| PointMotion::new()).collect();
        let (films, parallels) = (films_of(mechanism), parallels_of(mechanism));
        Points { slots, films, parallels, stiffest: 0.0 }
    }

    #[inline]
    fn end_of(&self, _mechanism: &M, slot: usize) -> Approach {
        self.slots[slot].end.approach()
    }

    fn unit(&self, mechanism: &M, slot: usize) -> JointLoad {
        mechanism.load(slot, &self.slots[slot].end, 1.0, 0.0)
    }

    /// Returns the largest rate of a joint's forces that limits explicit pieces \[1/s\].
    fn fastest(&mut self, mechanism: &M, joint: JointAt<4>) -> f64 {
        let beside = self.fastest_drag(mechanism, joint);
        let of = |index: usize| {
            let (slot, motion) = (&joint.states[index], &self.slots[index]);
            let last = &motion.stages[STAGES - 1];
            let speed = slot.impact_speed(&motion.end, mechanism.conforms(index));
            let forces = (last.normal, last.bristle);
            let (laws, end) = (mechanism.contact(index), &motion.end);
            SlotSlopes::of(laws, slot, end, speed, forces, (0.0, true)).stiffest(motion.mobility)
        };
        joint.closed().map(of).fold(beside, f64::max)
    }
}

impl PointMotion {
    /// Returns the error of the friction force at the end of an implicit piece \[N\].
    fn slipped(&self) -> f64 {
        let last = &self.stages[STAGES - 1];
        if self.bristle == 0.0 { 0.0 } else { last.friction * self.bristle_error / self.bristle }
    }

    /// Returns the energy \[J\] that the springs of a law of micro-slip gain in a piece of `size` \[s\]; they return most of
    /// what was put in.
    fn bent(&self, slot: &Slot, law: &MicroSlipLaw, size: f64) -> f64 {
        let mut slip = slot.point.micro_slip.clone();
        let before = law.stored_energy(&slip);
        let pressed = self.stages[STAGES - 1].normal * self.end.spread;
        law.slide(&mut slip, self.mean_sliding * size, pressed);
        law.stored_energy(&slip) - before
    }

    /// Finds the bristles at the end of a piece of `size` \[s\] from the mean of the stages' sliding speeds; returns the
    /// error of the friction force at the last stage \[N\].
    fn find_bristles(&mut self, slot: &Slot, law: &FrictionLaw, size: f64) -> f64 {
        let stages = &self.stages;
        let mean: f64 = A[STAGES - 1].iter().zip(stages).map(|(b, stage)| b * stage.sliding).sum();
        self.mean_sliding = mean;
        let last = &stages[STAGES - 1];
        let pressed = last.normal.max(stages[0].normal) * self.end.spread;
        match law {
            FrictionLaw::Without | FrictionLaw::Coulomb(_) => 0.0,
            FrictionLaw::LuGre(law) => {
                self.bristle = law.bend(slot.point.bristle, mean, size);
                law.stiffness() * pressed * (self.bristle - last.bristle)
            }
            FrictionLaw::MicroSlip(_) => {
                let used = 0.5 * (stages[0].sliding + last.sliding);
                let stiffness = law.tangent(0.0, 0.0, pressed).stiffness;
                stiffness * size * (mean - used)
            }
        }
    }
}
