//! The error of a piece: the largest one of the slots that touch, each in the units of its own impact.

use super::film;
use super::motion::Engine;
use super::slot::{Scale, SlotMotion};
use super::tableau::{A, STAGES};
use crate::coupling::predicted::{JointLoad, Mechanism, Slot};
use crate::laws::friction::FrictionLaw;

/// Weight of errors along the normal: they add up from one oscillation of a lasting contact to the next.
const NORMAL: f64 = 3.0;

/// Part of the change of a friction force that acts over the piece on average.
const MEAN: f64 = 0.5;

/// Weights of the errors of modes in contacts and in films, where they add up as long as the modes ring.
const MODES: f64 = 0.1;
const FILM_MODES: f64 = 100.0;

/// Largest scale of sliding speeds in implicit pieces, over the creep speed.
const STICKING: f64 = 2.0;

/// Returns the larger of two numbers, or the one that is not a number.
fn larger(one: f64, other: f64) -> f64 {
    if one.is_nan() || one >= other { one } else { other }
}

impl Engine {
    /// Returns the error of the piece of `size` \[s\] that ends in `trial`, over the scales of its slots, and finds the
    /// bristles at its end.
    pub(super) fn norm<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        size: f64,
    ) -> f64 {
        let (mut largest, mut at_stake, mut stored) = (0.0_f64, 0.0_f64, 0.0);
        let mut modal = 0.0_f64;
        self.find_modal_errors(size);
        for &index in self.closed.list() {
            let (slot, laws) = (&slots[index], mechanism.contact(index));
            let own = self.couplings.own(index);
            let motion = &mut self.slots[index];
            let end = motion.end;
            let speed = slot.impact_speed(&end, mechanism);
            let slipped = if self.is_implicit {
                motion.slipped()
            } else {
                find_bristles(motion, slot, &laws.friction, size)
            };
            if own.m11 <= 0.0 {
                continue;
            }
            let Scale { speed, frequency, mut sliding } = motion.scale(laws, &end, speed, own.m11);
            if self.is_implicit {
                sliding = sliding.min(STICKING * laws.friction.creep_speed());
            }
            at_stake = at_stake.max(0.5 * speed * speed / own.m11);
            // A worn surface has no potential in closed form.
            let grown = motion.stored_at_end - motion.stored;
            stored += if end.gain == 1.0 { grown } else { f64::NEG_INFINITY };
            let joint = mechanism.joint(index);
            let [places, rates] = &self.wrong;
            let [places, rates] = [places, rates].map(|wrong| mechanism.rates(joint, wrong));
            let unit = mechanism.load(index, &end, 1.0, 0.0);
            let (depth, rate) = (end.gain * unit.dot(&places), unit.dot(&rates));
            largest = larger(largest, NORMAL / speed * frequency * depth.abs());
            largest = larger(largest, NORMAL / speed * rate.abs());
            if let Some(bending) = &self.bending {
                let rates = mechanism.rates(joint, &bending.wrong[1]);
                modal = larger(modal, MODES * unit.dot(&rates).abs() / speed);
            }
            if let FrictionLaw::Without = laws.friction {
                continue;
            }
            let unit = mechanism.load(index, &end, 0.0, 1.0);
            let slid = unit.dot(&rates);
            let impulse = MEAN * size * slipped.abs() * own.m22;
            largest = larger(larger(largest, slid.abs() / sliding), impulse / speed);
        }
        self.find_impulses(mechanism, size);
        if self.films.is_empty() {
            // No contact makes energy.
            largest = larger(largest, (self.got + stored) / at_stake);
        }
        for film in &self.films {
            let Some((oil, _)) = mechanism.film(film.joint) else { continue };
            let units = film::units(mechanism, film.joint);
            let [places, rates] =
                self.wrong.each_ref().map(|wrong| mechanism.rates(film.joint, wrong));
            let along = |of: &JointLoad| units[0].dot(of).hypot(units[1].dot(of));
            let clearance = oil.clearance();
            largest = larger(largest, along(&places) / clearance);
            // The speed that squeezes the clearance in a step.
            largest = larger(largest, along(&rates) * self.step / clearance);
            if let Some(bending) = &self.bending {
                let places = mechanism.rates(film.joint, &bending.wrong[0]);
                modal = larger(modal, FILM_MODES * along(&places) / clearance);
            }
        }
        largest = larger(largest, self.counted(modal, size));
        if largest.is_nan() { f64::INFINITY } else { largest }
    }

    /// Returns the error of a slot's penetration \[m\] at which the error is the tolerance.
    pub(super) fn allowed<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        index: usize,
    ) -> f64 {
        let laws = mechanism.contact(index);
        let mut own = self.couplings.own(index).m11;
        let motion = &mut self.slots[index];
        let touch = motion.end;
        if slots[index].point.contact.is_none() {
            [own, _] = mechanism.mobility(index, &touch);
        }
        if own <= 0.0 {
            return f64::INFINITY;
        }
        let speed = slots[index].impact_speed(&touch, mechanism);
        let Scale { speed, frequency, .. } = motion.scale(laws, &touch, speed, own);
        self.tolerance * speed / frequency
    }
}

impl SlotMotion {
    /// Returns the error of the friction force at the end of an implicit piece \[N\].
    fn slipped(&self) -> f64 {
        let last = &self.stages[STAGES - 1];
        if self.bristle == 0.0 { 0.0 } else { last.friction * self.bristle_error / self.bristle }
    }
}

/// Finds the bristles at the end of a piece of `size` \[s\] from the mean of the stages' sliding speeds; returns the
/// error of the friction force at the last stage \[N\].
fn find_bristles(motion: &mut SlotMotion, slot: &Slot, law: &FrictionLaw, size: f64) -> f64 {
    let stages = &motion.stages;
    let mean: f64 = A[STAGES - 1].iter().zip(stages).map(|(b, stage)| b * stage.sliding).sum();
    motion.mean_sliding = mean;
    let last = &stages[STAGES - 1];
    let pressed = last.normal.max(stages[0].normal) * motion.end.spread;
    match law {
        FrictionLaw::Without | FrictionLaw::Coulomb(_) => 0.0,
        FrictionLaw::LuGre(law) => {
            motion.bristle = law.bend(slot.point.bristle, mean, size);
            law.stiffness() * pressed * (motion.bristle - last.bristle)
        }
        FrictionLaw::MicroSlip(_) => {
            let used = 0.5 * (stages[0].sliding + last.sliding);
            let stiffness = law.tangent(0.0, 0.0, pressed).stiffness;
            stiffness * size * (mean - used)
        }
    }
}
