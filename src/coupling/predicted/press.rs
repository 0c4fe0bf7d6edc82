//! A piece of contact: normal forces by Runge and Kutta's rule, friction implicit.

use super::memory::Slot;
use super::slot_motion::{At, Grip, SlotMotion};
use super::step_motion::StepMotion;
use super::{Accuracy, JointLoad, Mechanism};
use crate::contact::Touch;
use crate::coupling::Contact;
use crate::friction::Tangent;
use nalgebra::Matrix2;

/// Stiffness of an elastic law over its force and depth, that of Hertz's.
const POWER: f64 = 1.5;
/// So often a piece is made shorter for what its middle shows.
const SHORTENED: u32 = 8;
/// A piece in which sliding would lose more than this part of its speed ends there. What slows it is
/// known at the piece's start only and grows with the normal force: twice as much must not leap over
/// rest.
const SHORT_OF_REST: f64 = 0.5;
/// Near rest sliding changes in a piece by at most this part of the speed below which friction is
/// another.
const CREEP: f64 = 0.5;
/// Friction makes no piece shorter than this part of what the normal forces ask for: it is implicit.
const FINEST: f64 = 0.1;
/// As good as the surface from inside \[m\].
const AT_SURFACE: f64 = 1e-15;
/// Pieces in which friction is in balance with what pushes, over the reciprocal frequency of the contacts
/// times the fineness of friction.
const BALANCED: f64 = 0.5;
/// Damping of the normal forces makes no piece shorter than this part; stiffer damping is implicit.
const MOST_DAMPED: f64 = 0.02;
/// A slot that approaches inside a piece is met within this part of it,
const CLOSEST: f64 = 0.05;
/// unless it would be inside its wall by then with more than this part of its kinetic energy.
const UNEARNED: f64 = 1e-6;
/// A piece this much longer than the stiffness in its middle allows is made shorter.
const STIFFENED: f64 = 1.3;

/// `factor` times the accelerations of `stage`.
#[derive(Debug, Clone, Copy)]
struct Share {
    factor: f64,
    stage: usize,
}

impl StepMotion {
    /// A piece of contact of at most `rest` \[s\] from `time` \[s\] on; gives its length.
    pub(super) fn press<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        external: &[f64],
        time: f64,
        rest: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let (mut size, damped) = self.size(mechanism, slots, rest, accuracy);
        if damped {
            return self.press_coarsely(mechanism, slots, external, time, size);
        }
        let finest = FINEST * size;
        self.grip_start(mechanism, slots);
        self.exert(mechanism, slots, external, 0, At::Start, [0.0; 2]);
        for _ in 0..SHORTENED {
            self.move_to(mechanism, 0.5 * size, None, Share { factor: 0.5 * size, stage: 0 });
            self.grip(mechanism, slots);
            let stiffened = self.stiffened(mechanism, slots, size, accuracy);
            let sooner = stiffened.min(self.rest(mechanism, slots, size).max(finest));
            if sooner > 0.9 * size {
                break;
            }
            size = sooner;
        }
        self.rub(mechanism, slots, size);
        let (half, sixth) = (0.5 * size, size / 6.0);
        self.carry_travel(size);
        self.piece_impulse.fill(JointLoad::zeros());
        // Nyström's form of the classical rule.
        self.exert(mechanism, slots, external, 1, At::Here, [2.0 * sixth, size * sixth]);
        mechanism.place(&self.coordinates, &self.velocities);
        self.exert(mechanism, slots, external, 0, At::Start, [sixth, size * sixth]);
        self.first_loads.copy_from_slice(&self.loads);
        let bend = Share { factor: half * half, stage: 0 };
        self.move_to(mechanism, half, Some(bend), Share { factor: half, stage: 1 });
        self.grip(mechanism, slots);
        self.exert(mechanism, slots, external, 2, At::Here, [2.0 * sixth, size * sixth]);
        let bend = Share { factor: size * half, stage: 1 };
        self.move_to(mechanism, size, Some(bend), Share { factor: size, stage: 2 });
        self.grip(mechanism, slots);
        self.exert(mechanism, slots, external, 3, At::Here, [sixth, 0.0]);
        self.arrive(mechanism, external, size);
        size
    }

    /// Place and velocity at the end of a piece; what the bodies have got beyond the work of the loads.
    fn arrive<M: Mechanism>(&mut self, mechanism: &M, external: &[f64], size: f64) {
        let sixth = size / 6.0;
        let [k0, k1, k2, k3] = &self.accelerations;
        let [mean, _] = &mut self.trial;
        for (index, place) in self.coordinates.iter_mut().enumerate() {
            let (k0, k1, k2, k3) = (k0[index], k1[index], k2[index], k3[index]);
            let velocity = &mut self.velocities[index];
            let gain = sixth * (k0 + 2.0 * (k1 + k2) + k3);
            *place += size * (*velocity + sixth * (k0 + k1 + k2));
            mean[index] = *velocity + 0.5 * gain;
            *velocity += gain;
            let peak = &mut self.peak_acceleration[index];
            *peak = peak.max(k0.abs()).max(k2.abs());
        }
        // Velocities are those of an even acceleration but for what grows in the piece, which works along
        // the outer acceleration.
        let growing = size * size / 12.0;
        let changes = self.loads.iter().zip(&self.first_loads).map(|(last, first)| last - first);
        let got = |(joint, (impulse, change)): (usize, (&JointLoad, JointLoad))| {
            mechanism.power(joint, impulse, mean)
                + growing * mechanism.power(joint, &change, external)
        };
        let got: f64 = self.piece_impulse.iter().zip(changes).enumerate().map(got).sum();
        self.work.unearned += got - self.piece_work;
        self.piece_work = 0.0;
    }

    /// How long the piece may be, and whether the damping of normal forces is too stiff for it.
    fn size<M: Mechanism>(
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
            size = elastic.min(viscosity.recip().max(MOST_DAMPED * elastic));
            if (0.8..1.25).contains(&(size / last)) {
                break;
            }
        }
        let [stiffness, damping] = self.friction(mechanism, slots, size);
        let [springs, dampers] = [accuracy.contact / stiffness.sqrt(), accuracy.friction / damping];
        let finest = FINEST * size;
        size = size.min(springs.max(finest));
        // What damps faster than any piece is in balance all the time, which changes with the load.
        let balanced = BALANCED * accuracy.friction / accuracy.contact * size;
        size = size.min(if dampers > finest { dampers } else { balanced });
        self.last_piece = size;
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            let Touch { penetration, rate, .. } = motion.start.touch;
            if slot.point.contact.is_none() && rate > 0.0 {
                let closest = CLOSEST * size;
                let inside = mechanism.contact(index).stored(penetration + rate * closest);
                let [mobility, _] = mechanism.mobility(index, &motion.start.touch);
                let fair = 2.0 * inside * mobility <= UNEARNED * rate * rate;
                let reached = -penetration / rate;
                size = size.min(if fair { reached.max(closest) } else { reached });
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
        for (index, (slot, motion)) in slots.iter().zip(&mut self.slots).enumerate() {
            motion.stiffness = [0.0; 2];
            let Some(onset) = slot.point.contact else { continue };
            let depth = depth(motion);
            if depth > 0.0 {
                let law = &mechanism.contact(index).normal;
                let stiffness = POWER * law.elastic.force(depth) / depth;
                motion.stiffness = [stiffness, law.viscosity(depth, onset.impact_speed)];
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
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_none() {
                continue;
            }
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

    /// The largest row sums of friction: bristles that still bend \[1/s²\], damping \[1/s\].
    fn friction<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot], time: f64) -> [f64; 2] {
        for (index, (slot, motion)) in slots.iter().zip(&mut self.slots).enumerate() {
            let depth = motion.depth_after(time);
            motion.stiffness = [0.0; 2];
            if slot.point.contact.is_some() && depth > 0.0 {
                let Contact { normal, friction, .. } = mechanism.contact(index);
                let force = normal.elastic.force(depth);
                let speed = motion.start.touch.sliding_speed;
                let Tangent { stiffness, damping } =
                    friction.tangent(slot.point.bristle, speed, force);
                motion.stiffness = [stiffness, damping];
            }
        }
        self.largest_rows(slots, |motion| motion.stiffness, |entry| entry.m22)
    }

    /// A shorter piece, where one of `size` \[s\] whose middle the mechanism is placed at leads to
    /// contacts that are stiffer than was expected.
    fn stiffened<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        size: f64,
        accuracy: Accuracy,
    ) -> f64 {
        let end = |motion: &SlotMotion| {
            let [start, middle] = [motion.start, motion.now].map(|grip| grip.touch.penetration);
            2.0 * middle - start
        };
        let [stiffness, _] = self.stiffness(mechanism, slots, end);
        let longest = STIFFENED * accuracy.contact / stiffness.sqrt();
        if size > longest { longest } else { size }
    }

    /// A shorter piece, where sliding comes to rest or turns round in one of `size` \[s\] whose middle the
    /// mechanism is placed at.
    ///
    /// Near rest friction is another: it damps a hundred times as much, bristles that yielded are bent
    /// anew. A piece that leaps over it would miss that the contact sticks.
    fn rest<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot], size: f64) -> f64 {
        self.drift(slots, size);
        let mut sooner = size;
        for (index, (slot, motion)) in slots.iter().zip(&self.slots).enumerate() {
            if slot.point.contact.is_none() {
                continue;
            }
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

    /// How the closed slots press at the piece's start.
    fn grip_start<M: Mechanism>(&mut self, mechanism: &M, slots: &[Slot]) {
        for (index, (slot, motion)) in slots.iter().zip(&mut self.slots).enumerate() {
            let Some(onset) = slot.point.contact else { continue };
            let Touch { penetration, rate, .. } = motion.start.touch;
            let law = &mechanism.contact(index).normal;
            // A slot that has just met is at its surface: a dashpot presses there, too.
            let depth = if rate > 0.0 { penetration.max(AT_SURFACE) } else { penetration };
            motion.start.force = law.force(depth, rate, onset.impact_speed);
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
        self.piece_work += weight * power;
        self.work.turned_over += weight * power.abs();
        for (joint, load) in self.loads.iter().enumerate() {
            self.piece_impulse[joint] += load * weight;
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
