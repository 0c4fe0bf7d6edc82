//! A gap with one coordinate as the predictor's mechanism: a joint in the plane that moves along x alone.

use crate::coupling::Contact;
use crate::coupling::predicted::{JointLoad, Mechanism, Parallel, PointContacts};
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::Touch;
use nalgebra::Vector2;

/// A play over the mobility W, in the coordinate x. The load on b is −F along x.
#[derive(Debug)]
pub(super) struct Gap<'a> {
    pub play: &'a Play,
    /// The flanks as contact points.
    pub contact: &'a Contact,
    /// W.
    pub mobility: f64,
    pub position: f64,
    pub speed: f64,
}

/// Returns the load of a force along x.
fn along(force: f64) -> JointLoad {
    JointLoad::new(force, 0.0, 0.0, 0.0)
}

impl Mechanism for Gap<'_> {
    fn coordinates(&self) -> usize {
        1
    }

    fn joints(&self) -> usize {
        1
    }

    fn slots(&self) -> usize {
        Flank::BOTH.len()
    }

    fn joint(&self, _slot: usize) -> usize {
        0
    }

    #[inline]
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        (self.position, self.speed) = (coordinates[0], velocities[0]);
    }

    #[inline]
    fn velocity_response(&mut self, _joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        velocities[0] = self.mobility * impulse.x;
    }

    #[inline]
    fn rates(&self, _joint: usize, velocities: &[f64]) -> JointLoad {
        along(velocities[0])
    }

    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        generalised[0] = loads[0].x;
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        velocities[0] = self.mobility * generalised[0];
    }
}

impl PointContacts for Gap<'_> {
    fn contact(&self, _slot: usize) -> &Contact {
        self.contact
    }

    #[inline]
    fn touch(&self, slot: usize) -> Touch<f64> {
        let flank = Flank::BOTH[slot];
        let nowhere = Vector2::zeros();
        Touch {
            penetration: self.play.penetration(flank, self.position),
            rate: self.speed * flank.sign(),
            sliding_speed: 0.0,
            normal: Vector2::new(flank.sign(), 0.0),
            arm_a: nowhere,
            arm_b: nowhere,
            gain: 1.0,
            spread: 1.0,
        }
    }

    #[inline]
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, _friction: f64) -> JointLoad {
        along(-touch.normal.x * normal)
    }

    fn parallel(&self, _joint: usize) -> Option<Parallel<'_>> {
        let Play { spring, drag, .. } = self.play;
        let (place, speed) = (self.position, self.speed);
        let acts = !(spring.is_none() && drag.is_none());
        acts.then(|| Parallel { spring, drag, place, speed, along: along(1.0) })
    }
}
