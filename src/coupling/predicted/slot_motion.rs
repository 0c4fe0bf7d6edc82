//! A contact slot on its way through a step.

use super::Mechanism;
use super::memory::Slot;
use crate::laws::contact::{NormalForce, Touch};
use crate::laws::friction::FrictionLaw;
use nalgebra::Vector2;

/// A contact slot inside a step.
#[derive(Debug, Clone)]
pub(super) struct SlotMotion {
    /// Largest normal force \[N\].
    pub peak_normal_force: f64,
    /// ∫F_N dt \[N s\].
    pub normal_impulse: f64,
    /// The same in the piece at hand.
    pub pressed: f64,
    /// Elastic energy at the piece's start, and what has been put into it since by the rule that adds up
    /// loads \[J\].
    pub stored: f64,
    pub put_in: f64,
    /// Energy that the slot had lost at the piece's start \[J\].
    pub lost: f64,
    /// At the piece's start.
    pub start: Grip,
    /// Where the mechanism is placed.
    pub now: Grip,
    /// Friction force held over the piece \[N\].
    pub friction: f64,
    /// What the slot is taken to answer with, per depth \[N/m\] and per rate \[N s/m\].
    pub stiffness: [f64; 2],
    /// The elastic force expected in the piece \[N\].
    pub expected: f64,
    /// How implicit friction is in the sliding speed over the piece, 0.5 to 1.
    pub theta: f64,
    /// Change of the sliding speed over the piece, for a friction that stays \[m/s\].
    pub drift: f64,
    /// The sliding speed that friction is that of over the piece \[m/s\].
    pub mean_speed: f64,
    /// What the law of friction last said for the piece.
    pub answer: Answer,
}

/// A friction force and how it grows with the speed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answer {
    /// \[m/s\]
    pub speed: f64,
    /// \[N\]
    pub force: f64,
    /// \[N s/m\]
    pub slope: f64,
}

/// Where in a piece: at its start, or where the mechanism has been moved to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Start,
    Here,
}

/// How a slot touches and presses somewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grip {
    pub touch: Touch<f64>,
    pub force: NormalForce<f64>,
}

impl SlotMotion {
    pub fn new() -> Self {
        let nowhere = Vector2::zeros();
        let touch = Touch {
            penetration: 0.0,
            rate: 0.0,
            sliding_speed: 0.0,
            normal: nowhere,
            arm_a: nowhere,
            arm_b: nowhere,
            gain: 1.0,
            spread: 1.0,
        };
        let grip = Grip { touch, force: NormalForce { total: 0.0, elastic: 0.0 } };
        Self {
            peak_normal_force: 0.0,
            normal_impulse: 0.0,
            pressed: 0.0,
            stored: 0.0,
            put_in: 0.0,
            lost: 0.0,
            start: grip,
            now: grip,
            friction: 0.0,
            stiffness: [0.0; 2],
            expected: 0.0,
            theta: 0.5,
            drift: 0.0,
            mean_speed: 0.0,
            answer: Answer::default(),
        }
    }

    /// Adds up what the grip `at` does with this `weight` \[s\]; gives its power \[W\].
    #[inline]
    pub fn sum_up(&mut self, law: &FrictionLaw, slot: &mut Slot, at: At, weight: f64) -> f64 {
        let Grip { touch, force: NormalForce { total, elastic } } = *self.grip(at);
        let (pressed, slid) = (total * touch.rate, self.friction * touch.sliding_speed);
        let point = &mut slot.point;
        let stored = weight * elastic * touch.rate;
        point.damped += weight * pressed - stored;
        let held = law.stored_energy(point.bristle, &point.micro_slip, total * touch.spread);
        self.put_in += stored;
        point.friction.add(weight * slid, held);
        self.pressed += weight * total;
        self.peak_normal_force = self.peak_normal_force.max(total);
        -(pressed + slid)
    }

    /// Finds the elastic energy at the start of a piece; gives what that is beyond what the piece before has
    /// put in \[J\].
    pub fn take_stock<M: Mechanism>(&mut self, mechanism: &M, index: usize) -> f64 {
        let Touch { penetration, gain, .. } = self.start.touch;
        let expected = self.stored + std::mem::take(&mut self.put_in);
        self.stored = mechanism.contact(index).stored(penetration.max(0.0));
        // A surface of another shape than the law's stores what nobody knows.
        if gain == 1.0 { self.stored - expected } else { 0.0 }
    }

    /// The grip at a place.
    #[inline]
    pub fn grip(&self, at: At) -> &Grip {
        match at {
            At::Start => &self.start,
            At::Here => &self.now,
        }
    }
}

impl Grip {
    /// The grip of a closed `slot` that touches so.
    #[inline]
    pub fn of<M: Mechanism>(
        mechanism: &M,
        index: usize,
        slot: &Slot,
        touch: Touch<f64>,
        impact_speed: f64,
    ) -> Self {
        let touch = slot.at_surface(touch);
        Self { touch, force: touch.force(&mechanism.contact(index).normal, impact_speed) }
    }
}
