//! A piece of contact: normal forces by Nyström's rule, friction implicit.
//!
//! Forces at start, middle and end, k₀, k₁, k₂ as accelerations: the place goes on by h v + h²/6 (k₀ + 2 k₁), the
//! speed by h/6 (k₀ + 4 k₁ + k₂). The place of the middle follows from k₀ alone. That is of the fourth order for
//! forces that depend on the place; for damping the speeds in the middle are those after h/4 (k₀ + k₁), which makes it
//! the third order, stable as long as damping settles in no less than a fifth of a piece.

use super::couplings::TURN;
use super::memory::Slot;
use super::piece_size::FINEST;
use super::slot_motion::{At, ContactForce, SlotMotion};
use super::step_motion::StepMotion;
use super::{Accuracy, JointLoad, Mechanism};
use crate::laws::contact::Touch;

/// Most times that a piece is shortened by the state in its middle.
const SHORTENED: u32 = 8;
/// A piece ends where sliding has lost this part of its speed \[1\]. The force that slows it is known
/// at the piece's start only and grows with the normal force; even twice that force must not reverse
/// the sliding.
const SHORT_OF_REST: f64 = 0.5;
/// Near rest the sliding speed changes in a piece by at most this part of the creep speed, below which friction
/// damps far more.
const CREEP: f64 = 0.5;
/// Most spurious energy removed in a piece, as a part of the energy that bodies gain in it.
const PAID_BACK: f64 = 0.05;
/// Least penetration of a slot that has just met its surface \[m\].
const AT_SURFACE: f64 = 1e-15;

impl StepMotion {
    /// Integrates a piece of contact of at most `rest` \[s\] from `time` \[s\] on; returns its length.
    pub(super) fn press<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        rest: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let (mut size, damped) = self.size_flexible(mechanism, slots, rest, accuracy);
        if damped {
            return self.press_coarsely(mechanism, slots, time, size);
        }
        let (wanted, finest) = (size, FINEST * size);
        self.find_start_forces(mechanism, slots);
        self.exert(mechanism, slots, 0, At::Start, [0.0; 2]);
        if !self.films.is_empty() {
            self.solve_films(mechanism, At::Start, 0, size);
            self.exert(mechanism, slots, 0, At::Start, [0.0; 2]);
        }
        for round in 0.. {
            self.move_to(mechanism, 0.5 * size, 0);
            self.find_forces(mechanism, slots);
            self.drift(size);
            let stiffened = self.limit_for_stiffening(mechanism, slots, size, accuracy);
            let sooner = stiffened.min(
                self.limit_for_sticking(mechanism, size)
                    .min(self.limit_for_turning(size))
                    .max(finest),
            );
            let sooner = sooner.min(self.limit_for_meeting(mechanism, slots, size));
            if sooner > 0.9 * size || round == SHORTENED {
                break;
            }
            size = sooner;
        }
        if size < wanted {
            self.update_flexible(mechanism, slots, size);
        }
        self.rub(mechanism, slots, size);
        if !self.films.is_empty() {
            self.exert(mechanism, slots, 1, At::Here, [0.0; 2]);
            self.solve_films(mechanism, At::Here, 1, size);
        }
        let sixth = size / 6.0;
        self.carry_travel(size);
        self.piece_impulse.fill(JointLoad::zeros());
        self.exert(mechanism, slots, 1, At::Here, [4.0 * sixth, 2.0 * size * sixth]);
        mechanism.place(&self.coordinates, &self.velocities);
        self.exert(mechanism, slots, 0, At::Start, [sixth, size * sixth]);
        self.first_loads.copy_from_slice(&self.loads);
        self.move_to(mechanism, size, 1);
        self.find_forces(mechanism, slots);
        self.exert(mechanism, slots, 2, At::Here, [sixth, 0.0]);
        self.finish_piece(mechanism, slots, size);
        self.add_film_loads(mechanism, slots, size);
        size
    }

    /// Finishes a piece: coordinates and velocities at its end, and the energy that the bodies have gained beyond the
    /// work of the loads.
    fn finish_piece<M: Mechanism>(&mut self, mechanism: &M, slots: &mut [Slot], size: f64) {
        let sixth = size / 6.0;
        let [k0, k1, k2] = &self.accelerations;
        let [mean, _] = &mut self.trial;
        for (index, place) in self.coordinates.iter_mut().enumerate() {
            let (k0, k1, k2) = (k0[index], k1[index], k2[index]);
            let velocity = &mut self.velocities[index];
            let gain = sixth * (k0 + 4.0 * k1 + k2);
            *place += size * (*velocity + sixth * (k0 + 2.0 * k1));
            mean[index] = *velocity + 0.5 * gain;
            *velocity += gain;
            let peak = &mut self.peak_acceleration[index];
            *peak = peak.max(k0.abs()).max(k1.abs());
        }
        // Velocities are those of a constant acceleration but for the growth of loads in the piece, which works
        // along the external acceleration.
        let growing = size * size / 12.0;
        let changes = self.loads.iter().zip(&self.first_loads).map(|(last, first)| last - first);
        let got = |(joint, (impulse, change)): (usize, (&JointLoad, JointLoad))| {
            if *impulse == JointLoad::zeros() {
                return 0.0;
            }
            impulse.dot(&mechanism.rates(joint, mean))
                + growing * change.dot(&mechanism.rates(joint, &self.external))
        };
        let got: f64 = self.piece_impulse.iter().zip(changes).enumerate().map(got).sum();
        self.work.unearned += got - self.piece_work;
        self.piece_work = 0.0;
        let kept = 1.0 - self.remove_spurious_energy(slots, got, size);
        for &index in &self.closed[..self.touching] {
            let motion = &mut self.slots[index];
            motion.normal_impulse += kept * motion.pressed;
        }
    }

    /// Removes elastic energy that pieces have created: while bodies separate, it leaves out a part
    /// of the impulse of this piece, in which they have gained the energy `got` \[J\]. Returns the
    /// part left out \[1\].
    fn remove_spurious_energy(&mut self, slots: &mut [Slot], got: f64, size: f64) -> f64 {
        let error: f64 = slots.iter().map(|slot| slot.energy_error).sum();
        if error <= 0.0 || got <= 0.0 || !self.films.is_empty() {
            return 0.0;
        }
        let share = (error / got).min(PAID_BACK);
        slots.iter_mut().for_each(|slot| slot.energy_error *= 1.0 - share * got / error);
        self.work.net -= share * got;
        let sixth = size / 6.0;
        let [k0, k1, k2] = &self.accelerations;
        for (index, velocity) in self.velocities.iter_mut().enumerate() {
            let sum = k0[index] + 4.0 * k1[index] + k2[index];
            *velocity -= share * (sixth * sum - size * self.external[index]);
        }
        for (impulse, piece) in self.impulse.iter_mut().zip(&self.piece_impulse) {
            *impulse -= piece * share;
        }
        share
    }

    /// Limits a piece of `size` \[s\] so that sliding under the present drift does not pass rest.
    ///
    /// Near rest friction damps a hundred times as much, and bristles that yielded are bent again. A longer piece would
    /// miss that the contact sticks.
    fn limit_for_sticking<M: Mechanism>(&self, mechanism: &M, size: f64) -> f64 {
        let mut sooner = size;
        for &index in &self.closed[..self.touching] {
            let motion = &self.slots[index];
            let start = motion.start.touch.sliding_speed;
            let (end, change) = (start + motion.drift, motion.drift.abs());
            let law = &mechanism.contact(index).friction;
            let creep = law.creep_speed();
            if start.abs() <= creep {
                if change > CREEP * creep {
                    sooner = sooner.min(size * CREEP * creep / change);
                }
            } else if end * start.signum() < (1.0 - SHORT_OF_REST) * start.abs() {
                sooner = sooner.min(size * SHORT_OF_REST * start.abs() / change);
            }
        }
        sooner
    }

    /// Limits a piece of `size` \[s\], with the mechanism in its middle, so that normals turn by at most [`TURN`]: the
    /// couplings of the slots are those of its start.
    fn limit_for_turning(&self, size: f64) -> f64 {
        let turn = |index: &usize| {
            let SlotMotion { start, now, .. } = &self.slots[*index];
            start.touch.normal.perp(&now.touch.normal).abs()
        };
        let furthest = self.closed[..self.touching].iter().map(turn).fold(0.0, f64::max);
        if furthest > TURN { size * TURN / furthest } else { size }
    }

    /// Finds the contact forces of the closed slots at the piece's start.
    fn find_start_forces<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) {
        for &index in &self.closed[..self.touching] {
            let motion = &mut self.slots[index];
            motion.pressed = 0.0;
            let touch = motion.start.touch;
            let law = &mechanism.contact(index).normal;
            // A slot that has just met is at its surface: a dashpot has a force there, too.
            let least = if touch.rate > 0.0 { AT_SURFACE } else { f64::NEG_INFINITY };
            let touch = Touch { penetration: touch.penetration.max(least), ..touch };
            motion.start.force = touch.force(law, slots[index].impact_speed(&touch, mechanism));
        }
    }

    /// Finds the contact forces of the closed slots in the mechanism's present state.
    fn find_forces<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) {
        for &index in &self.closed[..self.touching] {
            let (slot, touch) = (&slots[index], mechanism.touch(index));
            let speed = slot.impact_speed(&slot.at_surface(touch), mechanism);
            self.slots[index].now = ContactForce::of(mechanism, index, slot, touch, speed);
        }
    }

    /// Computes the loads and accelerations of the contact forces; adds them up with the weights of I and S.
    fn exert<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        stage: usize,
        at: At,
        [weight, travel_weight]: [f64; 2],
    ) {
        self.loads.fill(JointLoad::zeros());
        let mut power = 0.0;
        for &index in &self.closed[..self.touching] {
            let (slot, motion) = (&mut slots[index], &mut self.slots[index]);
            let ContactForce { touch, force } = motion.force_at(at);
            slot.record_impact_speed(touch, mechanism);
            let load = mechanism.load(index, touch, force.total, motion.friction);
            self.loads[mechanism.joint(index)] += load;
            if weight > 0.0 {
                let way = weight * touch.sliding_speed.abs();
                mechanism.wear(index, slot.onset().impact_speed, way);
                power += motion.sum_up(&mechanism.contact(index).friction, slot, at, weight);
            }
        }
        self.work.net += weight * power;
        self.piece_work += weight * power;
        self.work.turned_over += weight * power.abs();
        for (joint, load) in self.loads.iter().enumerate() {
            self.piece_impulse[joint] += load * weight;
            self.impulse[joint] += load * weight;
            self.travel[joint] += load * travel_weight;
        }
        self.accelerate(mechanism, stage);
    }

    /// Moves the mechanism to `time` \[s\] after the piece's start, under the accelerations of a `stage`.
    fn move_to<M: Mechanism>(&mut self, mechanism: &mut M, time: f64, stage: usize) {
        let [coordinates, velocities] = &mut self.trial;
        for (index, acceleration) in self.accelerations[stage].iter().enumerate() {
            let (velocity, gain) = (self.velocities[index], time * acceleration);
            coordinates[index] = self.coordinates[index] + time * (velocity + 0.5 * gain);
            velocities[index] = velocity + gain;
        }
        mechanism.place(coordinates, velocities);
    }
}
