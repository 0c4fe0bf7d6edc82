//! The length of a piece of contact, limited by normal forces, friction and films.

use super::films::FILM_PIECES;
use super::memory::Slot;
use super::slot_motion::SlotMotion;
use super::step_motion::{Bending, StepMotion};
use super::{Accuracy, Mechanism};
use crate::laws::contact::{Damping, NormalTangent, Touch};
use crate::laws::friction::Tangent;
use nalgebra::Matrix2;

/// Friction, which is implicit, makes no piece shorter than this part of the limit by normal forces.
pub(super) const FINEST: f64 = 0.2;
/// Length of pieces in which friction balances the tangential load, relative to the reciprocal frequency of the
/// contacts times [`Accuracy::friction`].
const BALANCED: f64 = 0.5;
/// Damping of the normal forces makes no piece shorter than this part of the elastic limit; stiffer damping is
/// implicit.
const MOST_DAMPED: f64 = 0.02;
/// Length of pieces of contact over the time in which normal forces damp; the rule is stable to 5. Beyond 2 it reverses
/// a damped motion, here with a sixth of its speed.
const DAMPED: f64 = 2.5;
/// Factor on the viscosity of a viscous damper, whose force does not grow with depth: it needs shorter pieces.
const AT_ONCE: f64 = 4.0;
/// Most implicit pieces in a step: they are stable at any length, and of the first order anyway.
const IMPLICIT_PIECES: f64 = 300.0;
/// Least length of a piece that ends where an open slot meets its wall, as a part of its length
/// without that limit \[1\]: a slot that meets its wall sooner enters it in the piece.
const CLOSEST: f64 = 0.05;
/// A slot may enter its wall in that way only if it stores at most this part of its kinetic energy
/// \[1\].
const UNEARNED: f64 = 1e-6;
/// A piece ends where a slot that leaves its wall has gone this part of the way to the surface, at
/// its speed at the start \[1\].
const LEAVING: f64 = 0.6;
/// [`LEAVING`] holds only while the elastic energy that the contact still has to return exceeds this
/// part of the slot's kinetic energy \[1\].
const LEFT: f64 = 1e-3;
/// Largest part of a film's gap by which it may narrow in a piece \[1\].
const NARROWER: f64 = 0.25;
/// [`NARROWER`] makes no piece shorter than a step divided by this number.
const MOST_FILM_PIECES: f64 = 100.0;
/// Fixed-point iterations for the length of a piece with flexible bodies.
const BENDING_ROUNDS: u32 = 2;
/// Ratio of a piece to the limit by the stiffness in its middle, beyond which it is shortened.
const STIFFENED: f64 = 1.3;

impl StepMotion {
    /// Like [`size`](Self::size), with flexible bodies. The longer a piece, the lower their compliance in it: the first
    /// round has the compliance of a piece of length 0, and each further one that of the round before.
    pub(super) fn size_flexible<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        rest: f64,
        accuracy: Accuracy,
    ) -> (f64, bool) {
        if !mechanism.is_flexible() {
            return self.size(mechanism, slots, rest, accuracy);
        }
        let (mut size, mut damped) = (0.0, false);
        for _ in 0..BENDING_ROUNDS {
            self.update_flexible(mechanism, slots, size);
            (size, damped) = self.size(mechanism, slots, rest, accuracy);
        }
        self.update_flexible(mechanism, slots, size);
        (size, damped)
    }

    /// Sets the length of the piece to `size` \[s\], if bodies are flexible, and updates the couplings of the slots.
    pub(super) fn update_flexible<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        size: f64,
    ) {
        if mechanism.is_flexible() {
            self.begin_piece(mechanism, size, Bending::Midpoint);
            mechanism.place(&self.coordinates, &self.velocities);
            for at in 0..self.touching {
                self.update_couplings(mechanism, slots, self.closed[at]);
            }
        }
    }

    /// Returns the length of the piece \[s\], at most `rest` \[s\], and true if the damping of normal forces
    /// is too stiff for it.
    pub(super) fn size<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        rest: f64,
        accuracy: Accuracy,
    ) -> (f64, bool) {
        let mut size = rest.min(self.last_piece);
        let mut damped = false;
        // The deeper a piece leads, the shorter it must be: with the fourth root between the two this converges fast.
        for _ in 0..3 {
            let depth = |motion: &SlotMotion| motion.depth_after(size);
            let [stiffness, viscosity] = self.stiffness(mechanism, slots, depth);
            self.stiffest = self.stiffest.max(stiffness);
            let last = size;
            let elastic = accuracy.contact / stiffness.sqrt();
            damped = viscosity.recip() < MOST_DAMPED * elastic;
            let implicit = (MOST_DAMPED * elastic).max(self.step / IMPLICIT_PIECES);
            size = elastic.min(if damped { implicit } else { DAMPED / viscosity });
            if (0.8..1.25).contains(&(size / last)) {
                break;
            }
        }
        let [stiffness, damping] = self.friction(mechanism, slots);
        let [springs, dampers] = [accuracy.contact / stiffness.sqrt(), accuracy.friction / damping];
        let finest = FINEST * size;
        size = size.min(springs.max(finest));
        // Friction that damps faster than any piece is in balance all the time, which changes with the load.
        let balanced = BALANCED * accuracy.friction / accuracy.contact * size;
        size = size.min(if dampers > finest { dampers } else { balanced });
        self.last_piece = size;
        if !self.films.is_empty() {
            size = size.min(self.step / FILM_PIECES);
        }
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let Touch { penetration, rate, gain, .. } = motion.start.touch;
            if slot.point.contact.is_some() && rate < 0.0 {
                // The force ends with a corner, and its remaining energy is to be integrated.
                let contact = mechanism.contact(index);
                let end = contact.normal.parting(rate);
                let leaving = LEAVING * (penetration - end) / (gain * -rate);
                if penetration > end && leaving < size {
                    let left = contact.stored(penetration) - contact.stored(end);
                    let [mobility, _] = mechanism.mobility(index, &motion.start.touch);
                    if 2.0 * left * mobility > LEFT * rate * rate {
                        size = leaving;
                    }
                }
            } else if slot.point.contact.is_none() && rate > 0.0 {
                let reached = -penetration / rate;
                if self.films.is_of_film(index) {
                    // A film changes with the gap.
                    let least = self.step / MOST_FILM_PIECES;
                    let soon = (NARROWER * reached).max(reached.min(least));
                    size = size.min(soon.max(CLOSEST * least));
                } else if reached < size {
                    let closest = CLOSEST * size;
                    let inside = penetration + rate * closest;
                    let fair = slight(mechanism, index, &motion.start.touch, inside);
                    size = if fair { reached.max(closest) } else { reached };
                }
            }
        }
        (if size < rest { rest / (rest / size).ceil() } else { rest }, damped)
    }

    /// Returns the largest row sums over the closed slots at the penetrations of `depth`: stiffness times mobility
    /// \[1/s²\], which bounds the square of the highest circular frequency, and the rate of damping \[1/s\].
    fn stiffness<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        depth: impl Fn(&SlotMotion) -> f64,
    ) -> [f64; 2] {
        for &index in &self.closed[..self.touching] {
            let motion = &mut self.slots[index];
            let impact_speed = slots[index].impact_speed(&motion.start.touch, mechanism);
            (motion.stiffness, motion.expected) = ([0.0; 2], 0.0);
            let depth = depth(motion);
            if depth > 0.0 {
                let gain = motion.start.touch.gain;
                let law = &mechanism.contact(index).normal;
                let NormalTangent { elastic, stiffness, viscosity } =
                    law.tangent(depth, impact_speed);
                let at_once = matches!(law.damping, Damping::Viscous(_));
                let damping = viscosity * gain * if at_once { AT_ONCE } else { 1.0 };
                motion.stiffness = [stiffness * (gain * gain), damping];
                motion.expected = elastic * gain;
            }
        }
        self.largest_rows(slots, |motion| motion.stiffness, |entry| entry.m11)
    }

    /// Returns the largest row sums over the closed slots of the values `of` a slot times the `part` of W.
    fn largest_rows(
        &self,
        slots: &[Slot],
        of: impl Fn(&SlotMotion) -> [f64; 2],
        part: impl Fn(&Matrix2<f64>) -> f64,
    ) -> [f64; 2] {
        let mut largest = [0.0_f64; 2];
        for &index in &self.closed[..self.touching] {
            let mut sums = [0.0; 2];
            for (other, entry) in self.couplings.row(index) {
                if slots[other].point.contact.is_some() {
                    let share = part(entry).abs();
                    let of = of(&self.slots[other]);
                    sums.iter_mut().zip(of).for_each(|(sum, of)| *sum += of * share);
                }
            }
            largest = [largest[0].max(sums[0]), largest[1].max(sums[1])];
        }
        largest
    }

    /// Returns the largest row sums of friction: stiffness of bristles that still bend \[1/s²\], damping \[1/s\]. The
    /// normal forces are those last expected.
    fn friction<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) -> [f64; 2] {
        for &index in &self.closed[..self.touching] {
            let (slot, motion) = (&slots[index], &mut self.slots[index]);
            let force = motion.expected * motion.start.touch.spread;
            motion.stiffness = [0.0; 2];
            if force > 0.0 {
                let friction = &mechanism.contact(index).friction;
                let speed = motion.start.touch.sliding_speed;
                let Tangent { stiffness, damping } =
                    friction.tangent(slot.point.bristle, speed, force);
                motion.stiffness = [stiffness, damping];
            }
        }
        self.largest_rows(slots, |motion| motion.stiffness, |entry| entry.m22)
    }

    /// Limits a piece of `size` \[s\], with the mechanism in its middle, so that no open slot passes its
    /// wall. The motion at the start does not show that: a light journal leaves one side of its hole and is
    /// at the other before a heavy contact elsewhere has ended a piece.
    pub(super) fn limit_for_meeting<M: Mechanism>(
        &self,
        mechanism: &M,
        slots: &[Slot],
        size: f64,
    ) -> f64 {
        let mut sooner = size;
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            if slot.point.contact.is_some() || self.films.is_of_film(index) {
                continue;
            }
            let [start, middle] = [motion.start.touch, slot.at_surface(mechanism.touch(index))];
            let half = 0.5 * size;
            let [gap, rate] = [-middle.penetration, middle.rate];
            let gained = (rate - start.rate).max(0.0) / half;
            let end = -gap + half * (rate + 0.5 * half * gained);
            if rate <= 0.0 || end <= 0.0 || slight(mechanism, index, &middle, end) {
                continue;
            }
            // The depth in a closed wall is convex in time: a chord reaches it no later.
            let reached = if gap > 0.0 {
                half + 2.0 * gap / (rate + (rate * rate + 2.0 * gained * gap).sqrt())
            } else {
                half * start.penetration / (start.penetration + gap)
            };
            sooner = sooner.min(reached.max(CLOSEST * size));
        }
        sooner
    }

    /// Limits a piece of `size` \[s\], with the mechanism in its middle, if it leads to contacts that are stiffer than
    /// expected.
    pub(super) fn limit_for_stiffening<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        size: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let end = |motion: &SlotMotion| {
            2.0 * motion.now.touch.penetration - motion.start.touch.penetration
        };
        // A slot is at most as stiff as expected where it is at most as deep.
        let deeper = |index: &usize| {
            let motion = &self.slots[*index];
            end(motion) > motion.depth_after(size)
        };
        if !self.closed[..self.touching].iter().any(deeper) {
            return size;
        }
        let [stiffness, _] = self.stiffness(mechanism, slots, end);
        let longest = STIFFENED * accuracy.contact / stiffness.sqrt();
        if size > longest { longest } else { size }
    }
}

/// Returns true if the elastic energy of a slot at this `penetration` \[m\] is slight beside that of its motion.
fn slight<M: Mechanism>(mechanism: &M, slot: usize, touch: &Touch<f64>, penetration: f64) -> bool {
    let [mobility, _] = mechanism.mobility(slot, touch);
    let inside = mechanism.contact(slot).stored(penetration);
    2.0 * inside * mobility <= UNEARNED * touch.rate * touch.rate
}

impl SlotMotion {
    /// Returns the largest penetration \[m\] that the slot may have `time` \[s\] after the piece's start.
    #[inline]
    fn depth_after(&self, time: f64) -> f64 {
        let Touch { penetration, rate, gain, .. } = self.start.touch;
        penetration + gain * rate.max(0.0) * time
    }
}
