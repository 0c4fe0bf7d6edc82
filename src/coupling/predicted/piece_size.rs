//! How long a piece of contact may be: what normal forces and friction ask for.

use super::films::FILM_PIECES;
use super::memory::Slot;
use super::slot_motion::SlotMotion;
use super::step_motion::{Bending, StepMotion};
use super::{Accuracy, Mechanism};
use crate::laws::contact::{Damping, NormalTangent, Touch};
use crate::laws::friction::Tangent;
use nalgebra::Matrix2;

/// Friction makes no piece shorter than this part of what the normal forces ask for: it is implicit.
pub(super) const FINEST: f64 = 0.2;
/// Pieces in which friction is in balance with what pushes, over the reciprocal frequency of the contacts
/// times the fineness of friction.
const BALANCED: f64 = 0.5;
/// Damping of the normal forces makes no piece shorter than this part; stiffer damping is implicit.
const MOST_DAMPED: f64 = 0.02;
/// Pieces of contact over the time in which normal forces damp; the rule is stable to 5. Beyond 2 it turns damped
/// motion round, here with a sixth of its speed.
const DAMPED: f64 = 2.5;
/// A viscous damper, which acts at once and not with a force that grows, wants pieces so many times shorter.
const AT_ONCE: f64 = 4.0;
/// Implicit pieces in a step, at most: nothing upsets them, and they are of the first order anyway.
const IMPLICIT_PIECES: f64 = 300.0;
/// A slot that approaches inside a piece is met within this part of it,
const CLOSEST: f64 = 0.05;
/// unless it would be inside its wall by then with more than this part of its kinetic energy.
const UNEARNED: f64 = 1e-6;
/// A slot that leaves goes at most this part of the way to the surface at its speed,
const LEAVING: f64 = 0.6;
/// unless it has less than this part of its kinetic energy still to get.
const LEFT: f64 = 1e-3;
/// A film's gap narrows by at most this part of it in a piece,
const NARROWER: f64 = 0.25;
/// unless that makes more pieces in a step.
const MOST_FILM_PIECES: f64 = 100.0;
/// Rounds in which piece and bending find each other.
const BENDING_ROUNDS: u32 = 2;
/// A piece this much longer than the stiffness in its middle allows is made shorter.
const STIFFENED: f64 = 1.3;

impl StepMotion {
    /// The same as [`size`](Self::size) where bodies may bend. The longer a piece, the less they give way in it;
    /// without time they do most, and from there on each round allows for the piece of the one before.
    pub(super) fn size_bent<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        rest: f64,
        accuracy: Accuracy,
    ) -> (f64, bool) {
        if !mechanism.bends() {
            return self.size(mechanism, slots, rest, accuracy);
        }
        let (mut size, mut damped) = (0.0, false);
        for _ in 0..BENDING_ROUNDS {
            self.bend(mechanism, slots, size);
            (size, damped) = self.size(mechanism, slots, rest, accuracy);
        }
        self.bend(mechanism, slots, size);
        (size, damped)
    }

    /// From here on the piece is `size` \[s\] long, where bodies bend: contacts feel each other so.
    pub(super) fn bend<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot], size: f64) {
        if mechanism.bends() {
            self.begin_piece(mechanism, size, Bending::Midpoint);
            mechanism.place(&self.coordinates, &self.velocities);
            for at in 0..self.touching {
                self.update_couplings(mechanism, slots, self.closed[at]);
            }
        }
    }

    /// How long the piece may be, and whether the damping of normal forces is too stiff for it.
    pub(super) fn size<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        rest: f64,
        accuracy: Accuracy,
    ) -> (f64, bool) {
        let mut size = rest.min(self.last_piece);
        let mut damped = false;
        // The deeper a piece leads, the shorter it must be: the fourth root between the two makes
        // this settle fast.
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
        // What damps faster than any piece is in balance all the time, which changes with the load.
        let balanced = BALANCED * accuracy.friction / accuracy.contact * size;
        size = size.min(if dampers > finest { dampers } else { balanced });
        self.last_piece = size;
        if !self.films.is_empty() {
            size = size.min(self.step / FILM_PIECES);
        }
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let Touch { penetration, rate, gain, .. } = motion.start.touch;
            if slot.point.contact.is_some() && rate < 0.0 {
                // The force ends with a corner, and what it still gives is to be got.
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
                if self.films.own(index) {
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

    /// The largest row sums over the closed slots, as deep as `depth` says: stiffness times mobility
    /// \[1/s²\], which bounds the square of the highest frequency, and how fast the damping settles
    /// \[1/s\].
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

    /// The largest sums of `of` each closed slot that a closed slot feels, times the `part` of W.
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

    /// The largest row sums of friction: bristles that still bend \[1/s²\], damping \[1/s\]. The slots
    /// press as stiffly as was last found.
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

    /// A shorter piece, where an open slot gets to its wall in one of `size` \[s\] whose middle the mechanism is
    /// placed at. How it moves at the start may say nothing of that: a light journal leaves one side of its hole
    /// and is at the other before a heavy contact elsewhere has ended a piece.
    pub(super) fn met<M: Mechanism>(&self, mechanism: &M, slots: &[Slot], size: f64) -> f64 {
        let mut sooner = size;
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            if slot.point.contact.is_some() || self.films.own(index) {
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
            // The depth in a wall all round is convex in time: a chord gets there no later.
            let reached = if gap > 0.0 {
                half + 2.0 * gap / (rate + (rate * rate + 2.0 * gained * gap).sqrt())
            } else {
                half * start.penetration / (start.penetration + gap)
            };
            sooner = sooner.min(reached.max(CLOSEST * size));
        }
        sooner
    }

    /// A shorter piece, where one of `size` \[s\] whose middle the mechanism is placed at leads to
    /// contacts that are stiffer than was expected.
    pub(super) fn stiffened<M: Mechanism>(
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

/// Whether a slot that touches so has next to no energy compared with its motion at this `penetration` \[m\].
fn slight<M: Mechanism>(mechanism: &M, slot: usize, touch: &Touch<f64>, penetration: f64) -> bool {
    let [mobility, _] = mechanism.mobility(slot, touch);
    let inside = mechanism.contact(slot).stored(penetration);
    2.0 * inside * mobility <= UNEARNED * touch.rate * touch.rate
}

impl SlotMotion {
    /// How deep the slot may be `time` \[s\] after the piece's start.
    #[inline]
    fn depth_after(&self, time: f64) -> f64 {
        let Touch { penetration, rate, gain, .. } = self.start.touch;
        penetration + gain * rate.max(0.0) * time
    }
}
