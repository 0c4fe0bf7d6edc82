//! Flexible bodies inside a step: in every piece their modes have the inertia of an implicit rule.
//!
//! A mode follows the midpoint rule over a piece, or Euler's in the fallback, see
//! [`begin_piece`](crate::coupling::predicted::Mechanism::begin_piece). To the pair that integrates the piece this is an inertia, which depends on the piece's
//! length, and an acceleration that is known at its start. Modes that ring shorten pieces, to a sixteenth of the step at
//! most; faster ones keep their energy and their mean deflection, and lose their phase.

use super::attempt::First;
use super::contacts::{Contacts, Laws};
use super::motion::Engine;
use crate::coupling::predicted::HostState;

/// Most pieces of a step that modes call for.
const MODAL_PIECES: f64 = 16.0;
/// Error over the tolerance at which the next piece is as long as this one \[1\].
const CALM: f64 = 0.7;

impl<const L: usize, P> Engine<L, P> {
    /// Gives the modes of flexible bodies their inertia in a piece of `size` \[s\] from `time` \[s\] after the step's start
    /// on, and finds the accelerations in it by all but the joints.
    pub(super) fn bend<M: Contacts<L>>(&mut self, mechanism: &mut M, time: f64, size: f64)
    where
        P: Laws<M, L>,
    {
        // θ of the rule that modes follow: the midpoint rule, in the fallback Euler's implicit one.
        let theta = if self.coarse { 1.0 } else { 0.5 };
        let Some(bending) = &mut self.bending else { return };
        let [start, growth] = &bending.given;
        for (middle, (start, growth)) in bending.middle.iter_mut().zip(start.iter().zip(growth)) {
            *middle = start + (time + 0.5 * size) * growth;
        }
        let from = HostState { coordinates: &self.coordinates, velocities: &self.velocities };
        let [accelerations, _] = &mut self.external;
        mechanism.begin_piece(size, theta, from, &bending.middle, accelerations);
        self.graph.forget();
        // Loads of the first stage stay, the accelerations that they give do not.
        if self.first == First::Known {
            self.first = First::Loads;
        }
        self.implicit.linearised = false;
    }

    /// Estimates the errors of the modes by their rule in a piece of `size` \[s\].
    pub(super) fn find_modal_errors(&mut self, size: f64) {
        let Some(bending) = &mut self.bending else { return };
        let ([accelerations, _], velocities) = (&self.external, &self.velocities);
        for (index, frequency) in (bending.first_modal..).zip(&bending.frequencies) {
            let turned = frequency * size;
            let elastic = accelerations[index] * (1.0 + 0.25 * turned * turned) / frequency;
            let swing = velocities[index].hypot(elastic);
            // The midpoint rule turns the phase by a twelfth of the cube too little.
            let error = swing * (turned * turned * turned / 12.0).min(1.0);
            let [places, rates] = &mut bending.wrong;
            (places[index], rates[index]) = (error / frequency, error);
        }
    }

    /// Returns the part of an error by modes that counts in a piece of `size` \[s\]: they shorten pieces to no less than a
    /// sixteenth of the step.
    pub(super) fn counted(&self, error: f64, size: f64) -> f64 {
        let longest = MODAL_PIECES * size / self.step;
        error.min(CALM * self.tolerance * longest * longest * longest)
    }

    /// Finds the responses of the busy joints in the middle of a piece of `size` \[s\]: flexible bodies respond as they are
    /// turned, and loads along the axes of that instant give exactly the energy that the joints' rates there say.
    pub(super) fn find_responses_halfway<M: Contacts<L>>(&mut self, mechanism: &mut M, size: f64)
    where
        P: Laws<M, L>,
    {
        let Some(bending) = &mut self.bending else { return };
        for (index, halfway) in bending.halfway.iter_mut().enumerate() {
            *halfway = self.coordinates[index] + 0.5 * size * self.velocities[index];
        }
        mechanism.place(&bending.halfway, &self.velocities);
        for &joint in self.busy.list() {
            self.graph.find_responses(mechanism, joint);
        }
    }

    /// Returns the work of the joints on modes in the piece that ends in `trial`, beyond that of
    /// [`energy_given`](Self::energy_given) \[J\].
    pub(super) fn excess_work<M: Contacts<L>>(&self, mechanism: &M) -> f64
    where
        P: Laws<M, L>,
    {
        let [coordinates, velocities] = &self.trial;
        let from = HostState { coordinates: &self.coordinates, velocities: &self.velocities };
        mechanism.excess_work(from, HostState { coordinates, velocities })
    }

    /// Finds the mean velocities in a piece of the fallback of `size` \[s\] that ends in `trial`: modes follow Euler's
    /// implicit rule.
    pub(super) fn find_mean(&mut self, size: f64) {
        let Some(bending) = &mut self.bending else { return };
        let ([_, velocities], [accelerations, _]) = (&self.trial, &self.external);
        for (index, mean) in bending.mean.iter_mut().enumerate() {
            let end = velocities[index];
            let middle = 0.5 * (self.velocities[index] + end - size * accelerations[index]);
            *mean = if index < bending.first_modal { middle } else { end };
        }
    }

    /// Places flexible bodies where the responses have been found.
    pub(super) fn place_halfway<M: Contacts<L>>(&self, mechanism: &mut M)
    where
        P: Laws<M, L>,
    {
        if let Some(bending) = &self.bending {
            mechanism.place(&bending.halfway, &self.velocities);
        }
    }

    /// Records the state at the start of a piece.
    pub(super) fn begin_bending(&mut self) {
        let Some(bending) = &mut self.bending else { return };
        let [coordinates, velocities] = &mut bending.began;
        coordinates.copy_from_slice(&self.coordinates);
        velocities.copy_from_slice(&self.velocities);
        bending.impulses.copy_from_slice(&self.impulse);
    }

    /// Ends a piece of `size` \[s\] in the present state: finds the works on the modes and the peaks of the accelerations.
    pub(super) fn end_bending<M: Contacts<L>>(&mut self, mechanism: &mut M, size: f64)
    where
        P: Laws<M, L>,
    {
        let Some(bending) = &mut self.bending else { return };
        if size <= 0.0 {
            return;
        }
        let [coordinates, velocities] = &bending.began;
        let from = HostState { coordinates, velocities };
        let to = HostState { coordinates: &self.coordinates, velocities: &self.velocities };
        let impulses = self.impulse.iter().zip(&mut bending.impulses);
        impulses.for_each(|(now, before)| *before = now - *before);
        let [accelerations, _] = &self.external;
        let pressed = !self.coarse && !self.busy.is_empty();
        if pressed {
            mechanism.place(&bending.halfway, from.velocities);
        }
        let [bent, damped] = mechanism.end_piece(from, to, accelerations, &bending.impulses);
        if pressed {
            mechanism.place(to.coordinates, to.velocities);
        }
        let ends = to.velocities.iter().zip(from.velocities);
        for (peak, (after, before)) in self.peak_acceleration.iter_mut().zip(ends) {
            *peak = peak.max((after - before).abs() / size);
        }
        // The rest is the work on the bodies as rigid ones, which the host has to find.
        self.work.net -= bent;
        bending.damped += damped;
    }

    /// Sets the modal coordinates, behind the `hosted` ones, and their rates.
    pub fn set_bent(&mut self, hosted: usize, bent: &[[f64; 2]]) {
        let own = self.coordinates[hosted..].iter_mut().zip(&mut self.velocities[hosted..]);
        own.zip(bent).for_each(|((place, rate), [q, v])| (*place, *rate) = (*q, *v));
    }

    /// Writes the modal coordinates, behind the `hosted` ones, and their rates; returns the energy that damping inside the
    /// bodies has taken in the last step or part of a step \[J\].
    pub fn bent(&self, hosted: usize, bent: &mut [[f64; 2]]) -> f64 {
        let own = self.coordinates[hosted..].iter().zip(&self.velocities[hosted..]);
        bent.iter_mut().zip(own).for_each(|(to, (q, v))| *to = [*q, *v]);
        self.bending.as_ref().map_or(0.0, |bending| bending.damped)
    }
}
