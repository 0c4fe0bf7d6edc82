//! One contact point in continuous time.

use super::intervals::Gap;
use crate::base::Real;
use crate::coupling::{Contact, Snapshot};
use crate::kinematics::planar::PairLoad;
use crate::laws::contact::{HYSTERESIS, Onset, Touch};

/// The discrete state of a contact point, which changes in events only.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Touching {
    /// The onset of the present contact.
    pub contact: Option<Onset>,
    /// The onset of the present or the last contact; zeros before the first.
    pub last_start: Onset,
}

/// Loads and rates of a contact point at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Flow<T> {
    /// The load.
    pub load: PairLoad<T>,
    /// Rate of the bristles' deflection \[m/s\].
    pub bristle_rate: T,
    /// Power lost to damping and friction \[W\]; < 0 while bent bristles unbend.
    pub lost: T,
    /// Normal force \[N\].
    pub normal_force: T,
    /// Friction force \[N\].
    pub friction_force: T,
}

impl Touching {
    /// Number of numbers that it is stored in.
    pub(crate) const NUMBERS: usize = 3;

    /// Reads its numbers: 1 if it touches, else 0; time \[s\] and speed \[m/s\] of the last onset.
    pub(crate) fn read(numbers: &[f64]) -> Self {
        let last_start = Onset { time: numbers[1], impact_speed: numbers[2] };
        Self { contact: (numbers[0] != 0.0).then_some(last_start), last_start }
    }

    /// Writes its numbers.
    pub(crate) fn write(&self, numbers: &mut [f64]) {
        let Onset { time, impact_speed } = self.last_start;
        let touches = f64::from(u8::from(self.contact.is_some()));
        numbers.copy_from_slice(&[touches, time, impact_speed]);
    }

    /// Returns the event indicator of a contact point with `penetration` \[m\].
    pub(crate) fn indicator(&self, penetration: f64) -> f64 {
        if self.contact.is_some() { penetration + HYSTERESIS } else { penetration }
    }

    /// Handles an event at `time` \[s\] of a contact point with this gap; returns true if the contact has begun or
    /// ended, and its bristles are upright again.
    pub(crate) fn event(&mut self, (penetration, rate): Gap, time: f64) -> bool {
        let touches = match self.contact {
            Some(_) => penetration > -HYSTERESIS,
            None => penetration >= 0.0,
        };
        if touches == self.contact.is_some() {
            return false;
        }
        self.contact = touches.then_some(Onset { time, impact_speed: rate.max(0.0) });
        self.last_start = self.contact.unwrap_or(self.last_start);
        true
    }
}

impl Contact {
    /// Evaluates the laws at an instant with bristles bent by `bristle` \[m\]. Laws of micro-slip are excluded: their
    /// memory is more than a deflection.
    #[inline]
    pub(crate) fn flow<T: Real>(
        &self,
        touching: &Touching,
        bristle: T,
        touch: &Touch<T>,
    ) -> Flow<T> {
        let zero = T::from(0.0);
        let Some(onset) = touching.contact else {
            return Flow {
                load: PairLoad::zero(),
                bristle_rate: zero,
                lost: zero,
                normal_force: zero,
                friction_force: zero,
            };
        };
        let speed = touch.sliding_speed;
        let impact_speed = T::from(onset.impact_speed);
        let normal = touch.approach().force(&self.normal, impact_speed);
        let (coefficient, bristle_rate) = self.friction.at(bristle, speed);
        let friction_force = normal.total * touch.spread * coefficient;
        Flow {
            load: touch.loads(normal.total, friction_force),
            bristle_rate,
            lost: (normal.total - normal.elastic) * touch.rate + friction_force * speed,
            normal_force: normal.total,
            friction_force,
        }
    }

    /// Returns the forces at an instant.
    pub(crate) fn snapshot_of_flow(
        &self,
        touch: &Touch<f64>,
        bristle: f64,
        flow: &Flow<f64>,
    ) -> Snapshot {
        Snapshot {
            penetration: touch.penetration,
            rate: touch.rate,
            sliding_speed: touch.sliding_speed,
            normal_force: flow.normal_force,
            friction_force: flow.friction_force,
            stored: self.normal.potential(touch.penetration),
            bristle,
            bristle_rate: flow.bristle_rate,
            lost: flow.lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_begins_once_and_ends_once() {
        let mut point = Touching::default();
        assert!(!point.event((-1e-15, 0.2), 1.0) && point.indicator(-1e-15) < 0.0);
        // A solver may stop on the surface itself.
        assert!(point.event((0.0, 0.2), 2.0) && point.indicator(0.0) > 0.0);
        assert_eq!(point.contact, Some(Onset { time: 2.0, impact_speed: 0.2 }));
        assert!(!point.event((0.0, 0.2), 2.0));
        assert!(!point.event((-5e-13, -0.1), 3.0) && point.indicator(-5e-13) > 0.0);
        assert!(point.event((-1e-12, -0.1), 3.0) && point.indicator(-1e-12) < 0.0);
        assert!(!point.event((-1e-12, -0.1), 3.0));
        assert_eq!((point.contact, point.last_start.time), (None, 2.0));
    }
}
