//! The motion of a contact slot inside a step.

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
    /// ∫F_N dt of the present piece \[N s\].
    pub pressed: f64,
    /// Elastic energy at the piece's start \[J\].
    pub stored: f64,
    /// Work of the elastic force since then, by the quadrature of the loads \[J\].
    pub put_in: f64,
    /// Energy that the slot had lost at the piece's start \[J\].
    pub lost: f64,
    /// Touch and normal force at the piece's start.
    pub start: ContactForce,
    /// Touch and normal force in the mechanism's present state.
    pub now: ContactForce,
    /// Friction force held over the piece \[N\].
    pub friction: f64,
    /// Stiffness \[N/m\] and viscosity \[N s/m\] assumed for the slot.
    pub stiffness: [f64; 2],
    /// The elastic force expected in the piece \[N\].
    pub expected: f64,
    /// θ: weight of the end in the mean sliding speed of the piece, 0.5 to 1.
    pub theta: f64,
    /// Change of the sliding speed over the piece under constant friction \[m/s\].
    pub drift: f64,
    /// Sliding speed at which friction over the piece is evaluated \[m/s\].
    pub mean_speed: f64,
    /// The last evaluation of the friction law for the piece.
    pub answer: Answer,
}

/// A friction force and its derivative with respect to the speed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answer {
    /// Sliding speed \[m/s\].
    pub speed: f64,
    /// Friction force \[N\].
    pub force: f64,
    /// Its derivative \[N s/m\].
    pub slope: f64,
}

/// A place in a piece: its start, or the mechanism's present state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Start,
    Here,
}

/// Touch and normal force of a slot at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContactForce {
    pub touch: Touch<f64>,
    pub force: NormalForce<f64>,
}

impl SlotMotion {
    pub(super) fn new() -> Self {
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
        let open = ContactForce { touch, force: NormalForce { total: 0.0, elastic: 0.0 } };
        Self {
            peak_normal_force: 0.0,
            normal_impulse: 0.0,
            pressed: 0.0,
            stored: 0.0,
            put_in: 0.0,
            lost: 0.0,
            start: open,
            now: open,
            friction: 0.0,
            stiffness: [0.0; 2],
            expected: 0.0,
            theta: 0.5,
            drift: 0.0,
            mean_speed: 0.0,
            answer: Answer::default(),
        }
    }

    /// Adds up losses and impulse of the contact force `at` that place with this `weight` \[s\]; returns its power
    /// \[W\].
    #[inline]
    pub(super) fn sum_up(
        &mut self,
        law: &FrictionLaw,
        slot: &mut Slot,
        at: At,
        weight: f64,
    ) -> f64 {
        let ContactForce { touch, force: NormalForce { total, elastic } } = *self.force_at(at);
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

    /// Updates the elastic energy at the start of a piece; returns its excess \[J\] over the work of the elastic force
    /// in the piece before.
    pub(super) fn update_stored_energy<M: Mechanism>(
        &mut self,
        mechanism: &M,
        index: usize,
    ) -> f64 {
        let Touch { penetration, gain, .. } = self.start.touch;
        let expected = self.stored + std::mem::take(&mut self.put_in);
        self.stored = mechanism.contact(index).stored(penetration.max(0.0));
        // A worn surface has no closed-form potential, so its energy error is not tracked.
        if gain == 1.0 { self.stored - expected } else { 0.0 }
    }

    /// Returns the contact force at a place.
    #[inline]
    pub(super) fn force_at(&self, at: At) -> &ContactForce {
        match at {
            At::Start => &self.start,
            At::Here => &self.now,
        }
    }
}

impl ContactForce {
    /// The contact force of a closed `slot` with this touch.
    #[inline]
    pub(super) fn of<M: Mechanism>(
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
