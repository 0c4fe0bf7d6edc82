//! A piece of contact: normal forces by Runge and Kutta's rule, friction by its own exact solution.

use super::memory::Slot;
use super::slot_motion::{At, Grip, SlotMotion};
use super::step_motion::StepMotion;
use super::{Accuracy, JointLoad, Mechanism};
use crate::contact::Touch;
use crate::coupling::Contact;

/// Stiffness of an elastic law over its force and depth, that of Hertz's.
const POWER: f64 = 1.5;
/// So often a piece is made shorter for sliding that comes to rest in it.
const SHORTENED: u32 = 8;
/// A piece in which sliding would lose more than this part of its speed ends there. What slows it is
/// known at the piece's start only and grows with the normal force: twice as much must not leap over
/// rest.
const SHORT_OF_REST: f64 = 0.5;
/// Near rest sliding changes in a piece by at most this part of the speed below which friction is
/// another.
const CREEP: f64 = 0.5;
/// No piece is made shorter than this part of a step for that.
const FINEST: f64 = 1e-4;
/// A slot that approaches inside a piece is met within this part of it.
const CLOSEST: f64 = 0.05;

/// `factor` times the accelerations of `stage`.
#[derive(Debug, Clone, Copy)]
struct Share {
    factor: f64,
    stage: usize,
}

impl StepMotion {
    /// A piece of contact of at most `rest` \[s\]; gives its length.
    pub(super) fn press<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        external: &[f64],
        rest: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let mut size = self.size(mechanism, slots, rest, accuracy);
        // Friction bends through the whole piece at the speed that its own force leads to in the
        // middle, and its mean is held: the midpoint rule, which neither feeds nor starves bristles.
        self.grip_start(mechanism, slots);
        self.exert(mechanism, slots, external, 0, At::Start, [0.0; 2]);
        for _ in 0..SHORTENED {
            self.move_to(mechanism, 0.5 * size, None, Share { factor: 0.5 * size, stage: 0 });
            self.grip(mechanism, slots);
            match self.rest(mechanism, slots, size, accuracy) {
                Some(sooner) => size = sooner,
                None => break,
            }
        }
        let (half, sixth) = (0.5 * size, size / 6.0);
        self.carry_travel(size);
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            if slot.point.contact.is_some() {
                let law = &mechanism.contact(index).friction;
                motion.drag(law, slot, At::Here, size);
            }
        }
        // Nyström's form of the classical rule.
        self.exert(mechanism, slots, external, 1, At::Here, [2.0 * sixth, size * sixth]);
        mechanism.place(&self.coordinates, &self.velocities);
        self.exert(mechanism, slots, external, 0, At::Start, [sixth, size * sixth]);
        let bend = Share { factor: half * half, stage: 0 };
        self.move_to(mechanism, half, Some(bend), Share { factor: half, stage: 1 });
        self.grip(mechanism, slots);
        self.exert(mechanism, slots, external, 2, At::Here, [2.0 * sixth, size * sixth]);
        let bend = Share { factor: size * half, stage: 1 };
        self.move_to(mechanism, size, Some(bend), Share { factor: size, stage: 2 });
        self.grip(mechanism, slots);
        self.exert(mechanism, slots, external, 3, At::Here, [sixth, 0.0]);
        self.arrive(size);
        size
    }

    /// Place and velocity at the end of a piece.
    fn arrive(&mut self, size: f64) {
        let sixth = size / 6.0;
        let [k0, k1, k2, k3] = &self.accelerations;
        for (index, place) in self.coordinates.iter_mut().enumerate() {
            let (k0, k1, k2, k3) = (k0[index], k1[index], k2[index], k3[index]);
            let velocity = &mut self.velocities[index];
            *place += size * (*velocity + sixth * (k0 + k1 + k2));
            *velocity += sixth * (k0 + 2.0 * (k1 + k2) + k3);
            let peak = &mut self.peak_acceleration[index];
            *peak = peak.max(k0.abs()).max(k2.abs());
        }
    }

    /// How long the piece may be.
    fn size<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        rest: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let mut size = rest.min(self.last_piece);
        // The deeper a piece leads, the shorter it must be: the fourth root between the two makes
        // this settle fast.
        for _ in 0..3 {
            let [stiffness, viscosity] = self.stiffness(mechanism, slots, size);
            let last = size;
            size = (accuracy.contact / stiffness.sqrt()).min(viscosity.recip());
            if (0.8..1.25).contains(&(size / last)) {
                break;
            }
        }
        let [stiffness, damping] = self.friction(mechanism, slots, size);
        size = size.min(accuracy.contact / stiffness.sqrt()).min(accuracy.friction / damping);
        self.last_piece = size;
        for (slot, motion) in slots.iter().zip(&self.slots) {
            let Touch { penetration, rate, .. } = motion.start.touch;
            if slot.point.contact.is_none() && rate > 0.0 {
                size = size.min((-penetration / rate).max(CLOSEST * size));
            }
        }
        if size < rest { rest / (rest / size).ceil() } else { rest }
    }

    /// Sums over the closed slots, as deep as they may get within `time` \[s\]: stiffness times mobility
    /// \[1/s²\], and how fast the damping settles \[1/s\].
    fn stiffness<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot], time: f64) -> [f64; 2] {
        let (mut stiffness, mut viscosity) = (0.0, 0.0);
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let Some(onset) = slot.point.contact else { continue };
            let law = &mechanism.contact(index).normal;
            let depth = motion.depth_after(time);
            if depth > 0.0 {
                let [mobility, _] = motion.mobility;
                stiffness += POWER * law.elastic.force(depth) / depth * mobility;
                viscosity += law.viscosity(depth, onset.impact_speed) * mobility;
            }
        }
        self.stiffest = self.stiffest.max(stiffness);
        [stiffness, viscosity]
    }

    /// The same of friction, normal forces together with it.
    fn friction<M: Mechanism>(&self, mechanism: &M, slots: &[Slot], time: f64) -> [f64; 2] {
        let (mut stiffness, mut damping) = (0.0, 0.0);
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let depth = motion.depth_after(time);
            if slot.point.contact.is_some() && depth > 0.0 {
                let Contact { normal, friction, .. } = mechanism.contact(index);
                let [along_normal, along_tangent] = motion.mobility;
                let force = normal.elastic.force(depth);
                let speed = motion.start.touch.sliding_speed;
                let tangent = friction.tangent(slot.point.bristle, speed, force);
                stiffness += POWER * force / depth * along_normal;
                stiffness += tangent.stiffness * along_tangent;
                damping += tangent.damping * along_tangent;
            }
        }
        [stiffness, damping]
    }

    /// A shorter piece, where sliding comes to rest or turns round in one of `size` \[s\] whose middle the
    /// mechanism is placed at.
    ///
    /// Near rest friction is another: it damps a hundred times as much, bristles that yielded are bent
    /// anew. A piece that leaps over it would miss that the contact sticks.
    fn rest<M: Mechanism>(
        &self,
        mechanism: &M,
        slots: &[Slot],
        size: f64,
        accuracy: Accuracy,
    ) -> Option<f64> {
        let mut sooner = size;
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            if slot.point.contact.is_none() {
                continue;
            }
            let (start, middle) =
                (motion.start.touch.sliding_speed, motion.now.touch.sliding_speed);
            let end = 2.0 * middle - start;
            let change = (end - start).abs();
            let law = &mechanism.contact(index).friction;
            let creep = law.creep_speed();
            if start.abs() <= creep {
                if change > CREEP * creep {
                    sooner = sooner.min(size * CREEP * creep / change);
                }
            } else if end * start.signum() < (1.0 - SHORT_OF_REST) * start.abs() {
                sooner = sooner.min(size * SHORT_OF_REST * start.abs() / change);
            }
            let tangent = law.tangent(slot.point.bristle, end, motion.now.force.total);
            let settles = accuracy.friction / (tangent.damping * motion.mobility[1]);
            if settles < 0.5 * size {
                let turns = if start * end < 0.0 { size * start.abs() / change } else { 0.0 };
                sooner = sooner.min(turns.max(settles));
            }
        }
        let sooner = sooner.max(FINEST * self.step);
        (sooner < 0.9 * size).then_some(sooner)
    }

    /// How the closed slots press at the piece's start, and what drags there.
    fn grip_start<M: Mechanism>(&mut self, mechanism: &M, slots: &mut [Slot]) {
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            let Some(onset) = slot.point.contact else { continue };
            let Touch { penetration, rate, .. } = motion.start.touch;
            let Contact { normal, friction, .. } = mechanism.contact(index);
            motion.start.force = normal.force(penetration, rate, onset.impact_speed);
            motion.drag(friction, slot, At::Start, 0.0);
        }
    }

    /// How the closed slots press where the mechanism is placed.
    fn grip<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) {
        for (index, (slot, motion)) in slots.iter().zip(&mut self.slots).enumerate() {
            if let Some(onset) = slot.point.contact {
                let touch = mechanism.touch(index);
                motion.now = Grip::of(mechanism, index, slot, touch, onset.impact_speed);
            }
        }
    }

    /// Loads and accelerations of the grips; adds them up with the weights of I and S.
    fn exert<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        external: &[f64],
        stage: usize,
        at: At,
        [weight, travel_weight]: [f64; 2],
    ) {
        self.loads.fill(JointLoad::zeros());
        let mut power = 0.0;
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            if slot.point.contact.is_some() {
                power += motion.sum_up(slot, at, weight);
                let Grip { touch, force } = motion.grip(at);
                let load = mechanism.load(index, touch, force.total, motion.friction);
                self.loads[mechanism.joint(index)] += load;
            }
        }
        self.work.net += weight * power;
        self.work.turned_over += weight * power.abs();
        for (joint, load) in self.loads.iter().enumerate() {
            self.impulse[joint] += load * weight;
            self.travel[joint] += load * travel_weight;
        }
        self.accelerate(mechanism, external, stage);
    }

    /// Places the mechanism `time` \[s\] after the start, with shares of the accelerations added to
    /// place and velocity.
    fn move_to<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        time: f64,
        bend: Option<Share>,
        gain: Share,
    ) {
        let [coordinates, velocities] = &mut self.trial;
        let part =
            |share: Share, index: usize| share.factor * self.accelerations[share.stage][index];
        for (index, velocity) in self.velocities.iter().enumerate() {
            let bent = bend.map_or(0.0, |bend| part(bend, index));
            coordinates[index] = self.coordinates[index] + time * velocity + bent;
            velocities[index] = velocity + part(gain, index);
        }
        mechanism.place(coordinates, velocities);
    }
}

impl SlotMotion {
    /// How deep the slot may be `time` \[s\] after the piece's start.
    #[inline]
    fn depth_after(&self, time: f64) -> f64 {
        let Touch { penetration, rate, .. } = self.start.touch;
        penetration + rate.max(0.0) * time
    }
}
