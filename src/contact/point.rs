//! What a contact point remembers from step to step.

use super::Touch;
use crate::friction::MicroSlip;

/// A contact point's memory.
#[derive(Debug, PartialEq, Default)]
pub struct ContactPoint {
    /// The contact that is going on, or ended within the last step.
    pub contact: Option<Since>,
    /// Deflection of the friction's bristles [m]; 0 in flight.
    pub bristle: f64,
    /// What micro-slip has left behind; at rest in flight.
    pub micro_slip: MicroSlip,
    /// Time [s], penetration [m] and rate [m/s] last received from the host.
    pub received: Option<Received>,
    /// The start of the last contact there was; zeros before the first.
    pub last_start: Since,
    /// Energy lost to damping and friction since the beginning [J].
    pub dissipated: f64,
}

/// How a contact began.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Since {
    /// When the surfaces met [s].
    pub time: f64,
    /// The rate δ̇⁻ at which they met [m/s].
    pub impact_speed: f64,
}

/// A state of the contact point as the host gave it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Received {
    /// Time [s].
    pub time: f64,
    /// Penetration δ [m].
    pub penetration: f64,
    /// δ̇ [m/s].
    pub rate: f64,
}

impl ContactPoint {
    /// Takes note of what the host gave at `time` [s]: a contact may be over, or have begun unseen.
    pub fn receive(&mut self, time: f64, touch: &Touch<f64>) {
        let now = Received { time, penetration: touch.penetration, rate: touch.rate };
        if now.penetration <= 0.0 {
            self.contact = None;
            self.release();
        } else if self.contact.is_none() {
            self.begin(now.first_touch(self.received.as_ref()));
        }
        self.received = Some(now);
    }

    /// A contact begins: bristles upright.
    pub fn begin(&mut self, since: Since) {
        self.contact = Some(since);
        self.last_start = since;
        self.release();
    }

    /// Nothing is bent any more.
    fn release(&mut self) {
        self.bristle = 0.0;
        self.micro_slip = MicroSlip::Rest;
    }

    /// Acceleration of the penetration in free flight, from the last two received states before
    /// `now` was reached [m/s²]; 0 if the flight was not free or there are no two.
    pub fn flight_acceleration(&self, now: &Received) -> f64 {
        match self.received {
            Some(before) if self.contact.is_none() && now.time > before.time => {
                (now.rate - before.rate) / (now.time - before.time)
            }
            _ => 0.0,
        }
    }
}

impl Clone for ContactPoint {
    fn clone(&self) -> Self {
        Self { micro_slip: self.micro_slip.clone(), ..*self }
    }

    // The derived one would move the largest memory of micro-slip there is.
    fn clone_from(&mut self, other: &Self) {
        let Self { contact, bristle, micro_slip, received, last_start, dissipated } = other;
        self.micro_slip.clone_from(micro_slip);
        (self.contact, self.received, self.last_start) = (*contact, *received, *last_start);
        (self.bristle, self.dissipated) = (*bristle, *dissipated);
    }
}

impl Received {
    /// Where the surfaces met on the way to this state, δ > 0, from the state `before`.
    ///
    /// Between two received states the motion was smooth, for nothing touched: the cubic through
    /// both penetrations and rates has its root where the surfaces met. Without a state before, the
    /// contact is as old as the simulation.
    fn first_touch(&self, before: Option<&Self>) -> Since {
        let approach = self.rate.max(0.0);
        let Some(before) = before.filter(|b| b.penetration <= 0.0 && b.time < self.time) else {
            return Since { time: self.time, impact_speed: approach };
        };
        let span = self.time - before.time;
        let cubic = |s: f64| {
            let (h00, h10) = ((1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s), s * (1.0 - s) * (1.0 - s));
            let (h01, h11) = (s * s * (3.0 - 2.0 * s), s * s * (s - 1.0));
            h00 * before.penetration
                + h01 * self.penetration
                + span * (h10 * before.rate + h11 * self.rate)
        };
        let slope = |s: f64| {
            let climb = 6.0 * s * (1.0 - s) * (self.penetration - before.penetration) / span;
            climb + (1.0 - s) * (1.0 - 3.0 * s) * before.rate + s * (3.0 * s - 2.0) * self.rate
        };
        let (mut low, mut high) = (0.0, 1.0);
        while high - low > 1e-15 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if cubic(middle) > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        Since { time: before.time + high * span, impact_speed: slope(high).max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;

    fn touch(penetration: f64, rate: f64) -> Touch<f64> {
        let zero = Vector2::zeros();
        Touch {
            penetration,
            rate,
            sliding_speed: 0.0,
            normal: Vector2::x(),
            arm_a: zero,
            arm_b: zero,
        }
    }

    #[test]
    fn a_contact_that_began_between_two_received_states_is_dated_back() {
        // δ = −1e-6 + 0.2τ + 50τ²: meets 0 at τ₀ with rate 0.2 + 100τ₀.
        let meet = (-0.2 + (0.04_f64 + 2e-4).sqrt()) / 100.0;
        let at = |time: f64| touch(-1e-6 + 0.2 * time + 50.0 * time * time, 0.2 + 100.0 * time);
        let mut point = ContactPoint::default();
        point.receive(0.0, &at(0.0));
        point.receive(1e-5, &at(1e-5));
        let since = point.contact.unwrap();
        assert!((since.time - meet).abs() < 1e-14);
        assert!((since.impact_speed - (0.2 + 100.0 * meet)).abs() < 1e-11);
    }

    #[test]
    fn a_contact_ends_only_when_the_host_says_so() {
        let mut point = ContactPoint::default();
        point.receive(0.0, &touch(1e-6, -0.1));
        assert_eq!(point.contact.unwrap().impact_speed, 0.0);
        point.bristle = 1e-7;
        point.receive(1.0, &touch(-1e-9, -0.1));
        assert_eq!((point.contact, point.bristle), (None, 0.0));
    }
}
