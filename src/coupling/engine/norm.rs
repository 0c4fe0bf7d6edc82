//! The error of a piece: the largest one of the joints that are busy, each in the units of its own contacts.

use super::contacts::{Contacts, Laws, PieceErrors};
use super::motion::Engine;
use crate::coupling::predicted::Slot;

/// Weight of errors along a normal or a spring: they add up from one oscillation to the next.
pub(super) const ELASTIC: f64 = 3.0;
/// Part of the change of a friction force that acts over the piece on average.
pub(super) const MEAN: f64 = 0.5;
/// Weight of a circular frequency beside a rate of damping.
pub(super) const FREQUENCY: f64 = 1.5;
/// Least speed of a scale \[m/s or rad/s\].
pub(super) const SLOWEST: f64 = 1e-6;
/// Speed that the error of a sliding speed is compared with, over the creep speed, and as a part of the sliding speed.
const CREEPS: f64 = 2.0;
const SHARE: f64 = 0.06;

/// Returns the speed \[m/s\] that the error of a sliding `speed` is compared with, given the creep speed of friction; at most
/// that of the contact.
pub(super) fn sliding_scale(creep: f64, speed: f64, most: f64) -> f64 {
    (CREEPS * creep).max(SHARE * speed.abs()).min(most)
}

/// Returns the larger of two numbers, or the one that is not a number.
pub(super) fn larger(one: f64, other: f64) -> f64 {
    if one.is_nan() || one >= other { one } else { other }
}

impl<const L: usize, P> Engine<L, P> {
    /// Returns the error of the piece of `size` \[s\] that ends in `trial`, over the scales of its contacts, and finds the
    /// bristles at its end.
    pub(super) fn norm<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        size: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        let (mut largest, mut at_stake, mut grown) = (0.0_f64, 0.0_f64, 0.0);
        let mut modal = 0.0_f64;
        self.find_modal_errors(size);
        let Self { graph, laws, wrong, bending, busy, .. } = self;
        for &joint in busy.list() {
            let rates = |of: &[f64]| mechanism.rates(joint, of);
            let piece = PieceErrors {
                size,
                step: self.step,
                implicit: self.is_implicit,
                wrong: wrong.each_ref().map(|of| rates(of)),
                modal: bending.as_ref().map(|bending| bending.wrong.each_ref().map(|of| rates(of))),
            };
            let found = laws.errors(mechanism, graph.at(joint, slots), &piece);
            largest = larger(largest, found.largest);
            modal = larger(modal, found.modal);
            (at_stake, grown) = (at_stake.max(found.at_stake), grown + found.grown);
        }
        self.find_impulses(mechanism, size);
        if at_stake > 0.0 {
            // No contact makes energy.
            largest = larger(largest, (self.got + grown) / at_stake);
        }
        largest = larger(largest, self.counted(modal, size));
        if largest.is_nan() { f64::INFINITY } else { largest }
    }

    /// Returns the error of a slot's penetration \[m\] at which the error is the tolerance; the mechanism is at the end of the
    /// piece.
    pub(super) fn allowed<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        index: usize,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        let joint = mechanism.joint(index);
        self.graph.find_responses(mechanism, joint);
        let here = slots[index].at_surface(mechanism.approach(index));
        let joint = self.graph.at(joint, slots);
        self.tolerance * self.laws.depth_scale(mechanism, joint, index, &here)
    }
}
