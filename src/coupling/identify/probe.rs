//! Probe loads that change neither velocity nor place in the end.

use super::{Identifier, Received};
use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// Impulses of a probe, in parts of its amplitude. Their zeroth and first moments vanish; the pause after them
/// distinguishes delays.
const PATTERN: [f64; 4] = [1.0, -2.0, 1.0, 0.0];
/// Number of points before the first burst.
const QUIET: u64 = 3;
/// First amplitude \[N\].
const FIRST: f64 = 0.1;
/// Largest decrease and largest increase of an amplitude at once, as factors.
const CHANGE: (f64, f64) = (0.3, 1000.0);
/// Largest decrease of the noise estimate at once, as a factor.
const QUIETENING: f64 = 0.8;
/// Factors by which probes exceed the noise on velocities, and on places over a step.
const ABOVE_NOISE: (f64, f64) = (1000.0, 60.0);
/// Factor on the largest velocity by a probe in contact.
const IN_CONTACT: f64 = 0.1;
/// Least velocity by a probe, as a part of the largest \[1\].
const LEAST: f64 = 1e-6;

/// A column of the mobility counts as zero if its norm is below this part of the largest column's
/// \[1\].
const NOTHING: f64 = 1e-5;

/// The measured response to probes along each direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Response<const D: usize> {
    /// Norm of the mobility's column \[1/kg\].
    pub size: SVector<f64, D>,
    /// Its standard deviation.
    pub deviation: SVector<f64, D>,
    /// Noise on velocities \[m/s\] and on places \[m\], standard deviations.
    pub noise: (f64, f64),
}

/// The probes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Probe<const D: usize> {
    /// Points received.
    points: u64,
    random: u64,
    /// Amplitude of every direction \[N\].
    amplitudes: SVector<f64, D>,
    /// Impulse of the present triplet \[N s\], with its sign.
    impulse: f64,
    /// Directions without response to the largest force, or without probes.
    silent: SVector<bool, D>,
    /// The response that amplitudes follow from.
    response: Option<Response<D>>,
}

impl<const D: usize> Probe<D> {
    pub(super) fn new(identifier: &Identifier) -> Self {
        let amplitudes = SVector::repeat(FIRST);
        Self {
            points: 0,
            random: u64::from(identifier.slot),
            amplitudes,
            impulse: 0.0,
            silent: SVector::from_fn(|direction, _| direction >= identifier.directions),
            response: None,
        }
    }

    /// Sets the response.
    pub(super) fn set_response(&mut self, mut response: Response<D>) {
        if let Some(Response { noise, .. }) = self.response {
            response.noise.0 = response.noise.0.max(QUIETENING * noise.0);
        }
        self.response = Some(response);
    }

    /// Returns true if a direction responds.
    pub(super) fn is_seen(&self, direction: usize) -> bool {
        self.response.is_some_and(|response| response.sees(direction))
    }

    /// Returns true if a direction does not respond, even to the largest force.
    pub(super) fn is_locked(&self, direction: usize) -> bool {
        self.response.is_some_and(|response| {
            !response.sees(direction) && (response.is_zero(direction) || self.silent[direction])
        })
    }

    /// Returns the probe load on b (x, y, moment) for the step from the point just received; a triplet that
    /// begins has a force of at most `most` \[N\].
    pub(super) fn next(
        &mut self,
        identifier: &Identifier,
        received: &Received<D>,
        most: f64,
    ) -> SVector<f64, D> {
        let mut load = SVector::<f64, D>::zeros();
        if let Some(tick) = self.points.checked_sub(QUIET)
            && has_turn(identifier, tick)
        {
            let within = (tick % burst(identifier)) as usize;
            let (direction, phase) = (within / PATTERN.len(), within % PATTERN.len());
            if phase == 0 {
                let amplitude = if most > 0.0 {
                    self.amplitude(identifier, direction, received).min(most)
                } else {
                    0.0
                };
                self.impulse = self.sign(received) * received.size * amplitude;
            }
            // Impulses, not forces: the lengths of steps may differ.
            load[direction] = PATTERN[phase] * self.impulse / received.size;
        }
        self.points += 1;
        load.component_mul(&identifier.scale())
    }

    /// Returns true if no other joint's probe affects the next point: it is this joint's turn, or all
    /// triplets are complete, after which their effects vanish.
    pub(super) fn is_alone(&self, identifier: &Identifier) -> bool {
        self.points.checked_sub(QUIET).is_none_or(|tick| {
            tick.is_multiple_of(PATTERN.len() as u64) || has_turn(identifier, tick)
        })
    }

    /// Returns true if the response to a triplet is complete.
    pub(super) fn triplet_is_over(&self) -> bool {
        self.points > QUIET && (self.points - QUIET).is_multiple_of(PATTERN.len() as u64)
    }

    /// Chooses the amplitude along a direction \[N\].
    fn amplitude(
        &mut self,
        identifier: &Identifier,
        direction: usize,
        received: &Received<D>,
    ) -> f64 {
        let size = received.size;
        let amplitude = &mut self.amplitudes[direction];
        self.silent[direction] = *amplitude >= identifier.force;
        let Some(response) = self.response else { return *amplitude };
        let share = if received.touching { IN_CONTACT } else { 1.0 };
        let most = share * identifier.speed.min(identifier.displacement / size);
        if response.sees(direction) {
            let (noise, place_noise) = response.noise;
            let wanted = (ABOVE_NOISE.0 * noise).max(ABOVE_NOISE.1 * place_noise / size);
            let speed = wanted.max(LEAST * most).min(most);
            let wanted = speed / (response.size[direction] * size);
            let least = (CHANGE.0 * *amplitude).min(most / (response.size[direction] * size));
            *amplitude = wanted.max(least).min(identifier.force);
        } else if response.is_zero(direction) {
            return 0.0;
        } else {
            let speed = response.most(direction) * size * *amplitude;
            // The response along a direction without probes in the fitted points is unknown.
            if speed.is_finite() {
                *amplitude = (*amplitude * CHANGE.1.min(most / speed)).min(identifier.force);
            }
        }
        *amplitude
    }

    /// Returns a sign that is random but reproducible, a hash of the states received: joints that probe one
    /// body at once must not agree.
    ///
    /// Source of the mixing: Steele, Lea & Flood, OOPSLA 2014, splitmix64.
    fn sign(&mut self, received: &Received<D>) -> f64 {
        for number in received.place.iter().chain(&received.velocity) {
            self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ number.to_bits();
            self.random = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            self.random = (self.random ^ (self.random >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            self.random ^= self.random >> 31;
        }
        if self.random & 1 == 0 { 1.0 } else { -1.0 }
    }
}

/// Returns true if it is this joint's turn.
fn has_turn(identifier: &Identifier, tick: u64) -> bool {
    (tick / burst(identifier)) % u64::from(identifier.slots) == u64::from(identifier.slot)
}

/// Returns the number of steps of a burst: every direction once.
fn burst(identifier: &Identifier) -> u64 {
    (identifier.directions * PATTERN.len()) as u64
}

impl<const D: usize> Response<D> {
    /// Returns true if there is a significant response along a direction.
    fn sees(&self, direction: usize) -> bool {
        self.size[direction] > 10.0 * self.deviation[direction]
    }

    /// Returns true if the column is negligible beside the largest.
    fn is_zero(&self, direction: usize) -> bool {
        self.most(direction) < NOTHING * self.size.max()
    }

    /// Returns the largest size that the column may have.
    fn most(&self, direction: usize) -> f64 {
        self.size[direction] + 3.0 * self.deviation[direction]
    }
}
