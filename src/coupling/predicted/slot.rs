//! A contact slot: its point, its surface, and the beginning and end of its contacts.

use crate::base::clone_in_place;
use crate::coupling::identify::Held;
use crate::coupling::{Snapshot, Step};
use crate::laws::contact::{Approach, ContactPoint, Onset, Received, Touch};
use crate::laws::mating::Surface;
use serde::{Deserialize, Serialize};

/// Distance from the surface within which a flight ends \[m\].
pub(crate) const LANDING: f64 = 1e-12;

/// Largest offset of the surface of a slot that is found inside its wall although it had left: its
/// travel in this number of steps. The host has placed a deeper slot there, so the depth beyond that
/// is penetration.
const STRAY_STEPS: f64 = 10.0;

/// Part of a surface's offset that is taken back in one contact time.
const RETURN: f64 = 0.02;
/// Largest speed at which it is taken back, over the speed of the impact \[1\]; at least [`LEAST_RETURN_SPEED`].
const RETURN_SPEED: f64 = 0.02;
/// \[m/s\]
const LEAST_RETURN_SPEED: f64 = 1e-3;

/// One contact slot.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// Its contact point.
    pub point: ContactPoint,
    /// Offset of the surface into the wall \[m\], ≥ 0: the place where the slot was found although it had left;
    /// mostly 0.
    pub surface: f64,
    /// Energy \[J\], ≥ 0, that errors of the pieces of past contacts have given to the bodies, and
    /// that has not been subtracted from later losses yet.
    pub owed: f64,
    /// Parts of its surface with states of their own; none of a contact point.
    pub parts: Box<[Surface]>,
}

/// Returns true if a slot that was open touches: inside, or at the surface and approaching.
pub(crate) fn is_met(here: &Approach) -> bool {
    let Approach { penetration, rate, .. } = *here;
    penetration > 0.0 || (penetration > -2.0 * LANDING && rate > 0.0)
}

impl Slot {
    /// Records the first approach of a slot, at `time` \[s\]: one that touches has always touched.
    pub(crate) fn record(&mut self, time: f64, here: Approach) {
        let Approach { penetration, rate, .. } = here;
        self.point.record(Received { time, penetration, rate });
    }

    /// Returns `here` with the penetration counted from the offset surface.
    #[inline]
    pub(crate) fn at_surface(&self, mut here: Approach) -> Approach {
        here.penetration -= self.surface;
        here
    }

    /// Takes the offset of the surface back as the slot leaves the wall in flight; `penetration` \[m\] is the true
    /// one.
    #[inline]
    fn recede(&mut self, penetration: f64) {
        self.surface = self.surface.min(penetration.max(0.0));
    }

    /// Returns true if it touches.
    pub(crate) fn touches(&self) -> bool {
        self.point.contact.is_some()
    }

    /// Returns the onset of a closed slot's contact.
    #[inline]
    pub(crate) fn onset(&self) -> Onset {
        self.point.contact.unwrap_or_default()
    }

    /// Returns δ̇⁻ \[m/s\] of a closed slot with this `touch`: that of its onset or, if its surfaces conform, the largest
    /// rate so far.
    #[inline]
    pub(crate) fn impact_speed(&self, touch: &Touch<f64>, conforms: bool) -> f64 {
        let met = self.onset().impact_speed;
        if conforms && touch.penetration > 0.0 { met.max(touch.rate) } else { met }
    }

    /// Records δ̇⁻ of a touch that has exerted a force.
    #[inline]
    pub(crate) fn record_impact_speed(&mut self, touch: &Touch<f64>, conforms: bool) {
        let speed = self.impact_speed(touch, conforms);
        if let Some(onset) = &mut self.point.contact {
            onset.impact_speed = speed;
        }
    }

    /// Sets the slot to its state at the start of a step, from its approach; returns that with the penetration
    /// counted from the offset surface. A slot that had left the wall and is found inside it begins at the surface: a
    /// departing body must not be hit again.
    #[inline]
    pub(crate) fn receive(&mut self, here: Approach, step: Step, contact_time: f64) -> Approach {
        if self.point.contact.is_none() {
            let way = STRAY_STEPS * step.size * here.rate.hypot(here.sliding_speed);
            self.surface = here.penetration.max(0.0).min(way.max(self.surface));
        } else {
            let returned = RETURN * (step.size / contact_time.max(step.size));
            // A wall that moves pushes: it goes slowly beside the impact.
            let most =
                (RETURN_SPEED * self.onset().impact_speed).max(LEAST_RETURN_SPEED) * step.size;
            self.surface -= (returned * self.surface).min(most);
        }
        let mut seen = self.at_surface(here);
        if !is_met(&seen) {
            self.depart(&mut seen);
        } else if self.point.contact.is_none() {
            self.meet(step.start, seen.rate);
        }
        seen
    }

    /// Sets the slot to its state after a step in which the load `held` catches the bodies, or in
    /// which they do not touch (`None`); returns its forces. The touches are those at both ends of
    /// the step along the motion without that load; the step starts at `time` \[s\].
    pub(crate) fn hold<const D: usize>(
        &mut self,
        held: Option<&Held<D>>,
        [start, end]: &[Touch<f64>; 2],
        time: f64,
    ) -> Snapshot {
        self.point.separate();
        if held.is_none() || self.surface > start.penetration {
            self.surface = start.penetration.max(0.0);
        }
        if let Some(Held { approach, begins: true, .. }) = held {
            self.point.last_start = Onset { time, impact_speed: *approach };
        }
        let reached = self.at_surface(end.approach()).penetration;
        Snapshot {
            penetration: if held.is_some() { reached } else { reached.min(0.0) },
            rate: end.rate,
            sliding_speed: end.sliding_speed,
            normal_force: held.map_or(0.0, |held| held.normal_force),
            friction_force: 0.0,
            stored: 0.0,
            bristle: 0.0,
            bristle_rate: 0.0,
            lost: 0.0,
        }
    }

    /// Begins a contact at `time` \[s\] with `rate` \[m/s\].
    pub(crate) fn meet(&mut self, time: f64, rate: f64) {
        self.point.begin(Onset { time, impact_speed: rate.max(0.0) });
    }

    /// Ends the contact, if any, of a slot that is `here`, and counts that from the surface as it is then.
    pub(crate) fn depart(&mut self, here: &mut Approach) {
        let penetration = here.penetration + self.surface;
        self.point.separate();
        self.recede(penetration);
        here.penetration = penetration - self.surface;
    }

    /// Follows a slot without contact that is `here`, counted from its surface, as it leaves its wall.
    pub(crate) fn pass(&mut self, here: &mut Approach) {
        self.depart(here);
        // It is outside, however little.
        here.penetration = here.penetration.min(-f64::MIN_POSITIVE);
    }
}

clone_in_place!(Slot { point, surface, owed, parts });
