//! The memory of a contact point from step to step.

use super::Touch;
use crate::base::Real;
use crate::base::clone_in_place;
use crate::base::numerics::root::Bracket;
use crate::laws::friction::{FrictionWork, MicroSlip};
use serde::{Deserialize, Serialize};

/// Memory of a contact point.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactPoint<T = f64> {
    /// The present contact, or one that ended within the last step.
    pub contact: Option<Onset<T>>,
    /// Deflection of the friction's bristles \[m\]; 0 in flight.
    pub bristle: T,
    /// State of the micro-slip law; at rest in flight.
    pub micro_slip: MicroSlip<T>,
    /// Time \[s\], penetration \[m\] and rate \[m/s\] last received from the host.
    pub received: Option<Received<T>>,
    /// Start of the latest contact; zeros before the first.
    pub last_start: Onset<T>,
    /// Energy dissipated by damping since the beginning, minus the losses that compensated energy
    /// errors of substeps \[J\]. It may fall; its sum with the loss by friction never does.
    pub damped: T,
    /// Work done against friction since the beginning.
    pub(crate) friction: FrictionWork<T>,
}

/// The start of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Onset<T = f64> {
    /// Time of first touch \[s\].
    pub time: T,
    /// Rate δ̇⁻ at first touch \[m/s\].
    pub impact_speed: T,
}

/// A state of the contact point as received from the host.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Received<T = f64> {
    /// Time \[s\].
    pub time: f64,
    /// Penetration δ \[m\].
    pub penetration: T,
    /// δ̇ \[m/s\].
    pub rate: T,
}

impl ContactPoint {
    /// Converts the memory to dual numbers with zero derivatives.
    pub fn lift<T: Real>(&self) -> ContactPoint<T> {
        let onset = |onset: &Onset| Onset {
            time: T::from(onset.time),
            impact_speed: T::from(onset.impact_speed),
        };
        ContactPoint {
            contact: self.contact.as_ref().map(onset),
            bristle: T::from(self.bristle),
            micro_slip: self.micro_slip.lift(),
            received: self.received.map(|received| Received {
                time: received.time,
                penetration: T::from(received.penetration),
                rate: T::from(received.rate),
            }),
            last_start: onset(&self.last_start),
            damped: T::from(self.damped),
            friction: FrictionWork::lift(&self.friction),
        }
    }
}

impl<T: Real> Default for ContactPoint<T> {
    fn default() -> Self {
        let zero = T::from(0.0);
        Self {
            contact: None,
            bristle: zero,
            micro_slip: MicroSlip::Rest,
            received: None,
            last_start: Onset { time: zero, impact_speed: zero },
            damped: zero,
            friction: FrictionWork { lost: zero, held: zero },
        }
    }
}

impl<T: Real> ContactPoint<T> {
    /// Records the state at the host's `time` \[s\]: a contact may have ended, or begun unseen.
    pub fn receive(&mut self, time: f64, touch: &Touch<T>) {
        self.record(Received { time, penetration: touch.penetration, rate: touch.rate });
    }

    /// Records a state of a gap that has no [`Touch`] in the plane.
    pub fn record(&mut self, now: Received<T>) {
        if now.penetration.re() <= 0.0 {
            self.separate();
        } else if self.contact.is_none() {
            self.begin(now.first_touch(self.received.as_ref()));
        }
        self.received = Some(now);
    }

    /// Starts a contact, with undeflected bristles.
    pub fn begin(&mut self, onset: Onset<T>) {
        self.contact = Some(onset);
        self.last_start = onset;
        self.release();
    }

    /// Ends the contact: the surfaces separate.
    pub fn separate(&mut self) {
        self.contact = None;
        self.release();
    }

    /// Sets all deflections to zero; their energy is dissipated.
    fn release(&mut self) {
        self.bristle = T::from(0.0);
        self.micro_slip = MicroSlip::Rest;
        self.friction.add(T::from(0.0), T::from(0.0));
    }

    /// Energy lost since the beginning \[J\]; it never falls.
    pub fn dissipated(&self) -> T {
        self.damped + self.friction.lost
    }

    /// Acceleration of the penetration in free flight, from the last two received states before `now`
    /// \[m/s²\]. Returns 0 if the flight was not free, if there are fewer than two states, or if they are
    /// closer than `least` \[s\], where their difference is rounding.
    pub(crate) fn flight_acceleration(&self, now: &Received<T>, least: f64) -> T {
        match self.received {
            Some(before) if self.contact.is_none() && now.time > before.time + least => {
                (now.rate - before.rate) / (now.time - before.time)
            }
            _ => T::from(0.0),
        }
    }
}

clone_in_place!(ContactPoint {
    contact,
    bristle,
    micro_slip,
    received,
    last_start,
    damped,
    friction
});

/// `rate` if the surfaces approach, else 0.
fn approach<T: Real>(rate: T) -> T {
    if rate.re() > 0.0 { rate } else { T::from(0.0) }
}

impl<T: Real> Received<T> {
    /// The start of the contact between the state `before` and this one, which has δ > 0.
    ///
    /// Between two received states the motion was smooth, because nothing touched: the cubic through both
    /// penetrations and rates has its root at first touch. Without a state before, the contact is as old as
    /// the simulation.
    fn first_touch(&self, before: Option<&Self>) -> Onset<T> {
        let apart = |before: &&Self| before.penetration.re() <= 0.0 && before.time < self.time;
        let Some(before) = before.filter(apart) else {
            return Onset { time: T::from(self.time), impact_speed: approach(self.rate) };
        };
        let span = self.time - before.time;
        let cubic = |s: T| {
            let rest = -s + 1.0;
            let (h00, h10) = ((s * 2.0 + 1.0) * rest * rest, s * rest * rest);
            let (h01, h11) = (s * s * (-s * 2.0 + 3.0), s * s * (s - 1.0));
            h00 * before.penetration
                + h01 * self.penetration
                + (h10 * before.rate + h11 * self.rate) * span
        };
        let slope = |s: T| {
            let climb = s * (-s + 1.0) * (self.penetration - before.penetration) * (6.0 / span);
            climb + (-s + 1.0) * (-s * 3.0 + 1.0) * before.rate + s * (s * 3.0 - 2.0) * self.rate
        };
        // Bisection, as the cubic need not be monotonic. An instant near the state before counts as that
        // one.
        let met = Bracket::between(1e-15, 1.0)
            .threshold(4.0 * f64::EPSILON, |s| cubic(T::from(s)).re() > 0.0);
        let met = implicit_root(T::from(met), cubic, |s| slope(s).re() * span);
        // Over a tiny span the penetrations differ by rounding and their slope is not that of the motion.
        let (slower, faster) = if before.rate.re() < self.rate.re() {
            (before.rate, self.rate)
        } else {
            (self.rate, before.rate)
        };
        let (speed, spread) = (slope(met), faster - slower);
        let speed = if speed.re() > (faster + spread).re() { faster } else { speed };
        let speed = if speed.re() < (slower - spread).re() { slower } else { speed };
        Onset { time: met * span + before.time, impact_speed: approach(speed) }
    }
}

/// Returns the root `at` of `function` with its derivatives, by the implicit function theorem: they are
/// the derivatives of the function at the root, divided by minus its `slope` along the argument. A
/// plain number is returned unchanged.
pub(crate) fn implicit_root<T: Real>(
    at: T,
    function: impl Fn(T) -> T,
    slope: impl Fn(T) -> f64,
) -> T {
    if T::NDERIV == 0 {
        return at;
    }
    let (value, slope) = (function(at), slope(at));
    if slope == 0.0 { at } else { at - (value - value.re()) / slope }
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
            gain: 1.0,
            spread: 1.0,
        }
    }

    #[test]
    fn a_contact_that_began_between_two_received_states_is_dated_back() {
        // δ = −1e-6 + 0.2τ + 50τ²: 0 at τ₀ with rate 0.2 + 100τ₀.
        let touch_time = (-0.2 + (0.04_f64 + 2e-4).sqrt()) / 100.0;
        let at = |time: f64| touch(-1e-6 + 0.2 * time + 50.0 * time * time, 0.2 + 100.0 * time);
        let mut point = ContactPoint::default();
        point.receive(0.0, &at(0.0));
        point.receive(1e-5, &at(1e-5));
        let onset = point.contact.unwrap();
        assert!((onset.time - touch_time).abs() < 1e-14);
        assert!((onset.impact_speed - (0.2 + 100.0 * touch_time)).abs() < 1e-11);
    }

    #[test]
    fn a_contact_ends_only_at_a_received_state_without_penetration() {
        let mut point = ContactPoint::default();
        point.receive(0.0, &touch(1e-6, -0.1));
        assert_eq!(point.contact.unwrap().impact_speed, 0.0);
        point.bristle = 1e-7;
        point.receive(1.0, &touch(-1e-9, -0.1));
        assert_eq!((point.contact, point.bristle), (None, 0.0));
    }
}
