//! A piece of contact: normal forces by Nyström's rule, friction implicit.
//!
//! Forces at start, middle and end, k₀, k₁, k₂ as accelerations: the place goes on by h v + h²/6 (k₀ + 2 k₁), the
//! speed by h/6 (k₀ + 4 k₁ + k₂). The middle is placed with k₀ alone. That is the fourth order for forces of the
//! place; for damping the speeds there are those after h/4 (k₀ + k₁), which makes it the third, stable as long as
//! damping settles in no less than a fifth of a piece.

use super::couplings::TURN;
use super::memory::Slot;
use super::piece_size::FINEST;
use super::slot_motion::{At, Grip, SlotMotion};
use super::step_motion::StepMotion;
use super::{Accuracy, JointLoad, Mechanism};
use crate::laws::contact::Touch;

/// So often a piece is made shorter for what its middle shows.
const SHORTENED: u32 = 8;
/// A piece in which sliding would lose more than this part of its speed ends there. What slows it is
/// known at the piece's start only and grows with the normal force: twice as much must not leap over
/// rest.
const SHORT_OF_REST: f64 = 0.5;
/// Near rest sliding changes in a piece by at most this part of the speed below which friction is
/// another.
const CREEP: f64 = 0.5;
/// A piece gives back at most this part of the energy that bodies get in it.
const PAID_BACK: f64 = 0.05;
/// As good as the surface from inside \[m\].
const AT_SURFACE: f64 = 1e-15;

impl StepMotion {
    /// A piece of contact of at most `rest` \[s\] from `time` \[s\] on; gives its length.
    pub(super) fn press<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        rest: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let (mut size, damped) = self.size_bent(mechanism, slots, rest, accuracy);
        if damped {
            return self.press_coarsely(mechanism, slots, time, size);
        }
        let (wanted, finest) = (size, FINEST * size);
        self.grip_start(mechanism, slots);
        self.exert(mechanism, slots, 0, At::Start, [0.0; 2]);
        if !self.films.is_empty() {
            self.oil(mechanism, At::Start, 0, size);
            self.exert(mechanism, slots, 0, At::Start, [0.0; 2]);
        }
        for round in 0.. {
            self.move_to(mechanism, 0.5 * size, 0);
            self.grip(mechanism, slots);
            self.drift(size);
            let stiffened = self.stiffened(mechanism, slots, size, accuracy);
            let sooner =
                stiffened.min(self.rest(mechanism, size).min(self.turned(size)).max(finest));
            let sooner = sooner.min(self.met(mechanism, slots, size));
            if sooner > 0.9 * size || round == SHORTENED {
                break;
            }
            size = sooner;
        }
        if size < wanted {
            self.bend(mechanism, slots, size);
        }
        self.rub(mechanism, slots, size);
        if !self.films.is_empty() {
            self.exert(mechanism, slots, 1, At::Here, [0.0; 2]);
            self.oil(mechanism, At::Here, 1, size);
        }
        let sixth = size / 6.0;
        self.carry_travel(size);
        self.piece_impulse.fill(JointLoad::zeros());
        self.exert(mechanism, slots, 1, At::Here, [4.0 * sixth, 2.0 * size * sixth]);
        mechanism.place(&self.coordinates, &self.velocities);
        self.exert(mechanism, slots, 0, At::Start, [sixth, size * sixth]);
        self.first_loads.copy_from_slice(&self.loads);
        self.move_to(mechanism, size, 1);
        self.grip(mechanism, slots);
        self.exert(mechanism, slots, 2, At::Here, [sixth, 0.0]);
        self.arrive(mechanism, slots, size);
        self.take_films(mechanism, slots, size);
        size
    }

    /// Place and velocity at the end of a piece; what the bodies have got beyond the work of the loads.
    fn arrive<M: Mechanism>(&mut self, mechanism: &M, slots: &mut [Slot], size: f64) {
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
        // Velocities are those of an even acceleration but for what grows in the piece, which works along
        // the outer acceleration.
        let growing = size * size / 12.0;
        let changes = self.loads.iter().zip(&self.first_loads).map(|(last, first)| last - first);
        let got = |(joint, (impulse, change)): (usize, (&JointLoad, JointLoad))| {
            if *impulse == JointLoad::zeros() {
                return 0.0;
            }
            mechanism.power(joint, impulse, mean)
                + growing * mechanism.power(joint, &change, &self.external)
        };
        let got: f64 = self.piece_impulse.iter().zip(changes).enumerate().map(got).sum();
        self.work.unearned += got - self.piece_work;
        self.piece_work = 0.0;
        let kept = 1.0 - self.pay_back(slots, got, size);
        for &index in &self.closed[..self.touching] {
            let motion = &mut self.slots[index];
            motion.normal_impulse += kept * motion.pressed;
        }
    }

    /// Takes back elastic energy that pieces have made: bodies that part do so with a part less of the impulse
    /// of the piece at hand, in which they have `got` so much \[J\]; gives that part.
    fn pay_back(&mut self, slots: &mut [Slot], got: f64, size: f64) -> f64 {
        let made: f64 = slots.iter().map(|slot| slot.made).sum();
        if made <= 0.0 || got <= 0.0 || !self.films.is_empty() {
            return 0.0;
        }
        let share = (made / got).min(PAID_BACK);
        slots.iter_mut().for_each(|slot| slot.made *= 1.0 - share * got / made);
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

    /// A shorter piece, where sliding comes to rest or turns round in one of `size` \[s\] with the drift
    /// there is.
    ///
    /// Near rest friction is another: it damps a hundred times as much, bristles that yielded are bent
    /// anew. A piece that leaps over it would miss that the contact sticks.
    fn rest<M: Mechanism>(&self, mechanism: &M, size: f64) -> f64 {
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

    /// A shorter piece, where normals turn far in one of `size` \[s\] whose middle the mechanism is placed at: what
    /// slots do to each other is taken from its start.
    fn turned(&self, size: f64) -> f64 {
        let turn = |index: &usize| {
            let SlotMotion { start, now, .. } = &self.slots[*index];
            start.touch.normal.perp(&now.touch.normal).abs()
        };
        let furthest = self.closed[..self.touching].iter().map(turn).fold(0.0, f64::max);
        if furthest > TURN { size * TURN / furthest } else { size }
    }

    /// How the closed slots press at the piece's start.
    fn grip_start<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) {
        for &index in &self.closed[..self.touching] {
            let motion = &mut self.slots[index];
            motion.pressed = 0.0;
            let touch = motion.start.touch;
            let law = &mechanism.contact(index).normal;
            // A slot that has just met is at its surface: a dashpot presses there, too.
            let least = if touch.rate > 0.0 { AT_SURFACE } else { f64::NEG_INFINITY };
            let touch = Touch { penetration: touch.penetration.max(least), ..touch };
            motion.start.force = touch.force(law, slots[index].impact_speed(&touch, mechanism));
        }
    }

    /// How the closed slots press where the mechanism is placed.
    fn grip<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) {
        for &index in &self.closed[..self.touching] {
            let (slot, touch) = (&slots[index], mechanism.touch(index));
            let speed = slot.impact_speed(&slot.at_surface(touch), mechanism);
            self.slots[index].now = Grip::of(mechanism, index, slot, touch, speed);
        }
    }

    /// Loads and accelerations of the grips; adds them up with the weights of I and S.
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
            let Grip { touch, force } = motion.grip(at);
            slot.feel(touch, mechanism);
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

    /// Places the mechanism `time` \[s\] after the start, as it moves under the accelerations of a `stage`.
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
