//! One joint between two bodies, by the mobility of their relative motion.

use super::{JointLoad, Mechanism};
use crate::contact::{Touch, TouchGeometry};
use crate::coupling::Contact;
use crate::planar::{Motion, PairLoad, Wrench};
use nalgebra::{Matrix3, Vector2, Vector3};

/// A joint as a [`Mechanism`]: q is the place of body b's frame in the frame of body a, x, y and
/// angle, and loads are those on b in the axes of a.
#[derive(Debug, Clone)]
pub struct OneJoint<'a, G> {
    /// How it touches.
    pub geometry: G,
    /// The laws of its contact points.
    pub contact: &'a Contact,
    /// How many contact points it has.
    pub slots: usize,
    /// W, the relative velocity per unit impulse on b, in the axes of a \[1/kg, 1/(kg m), 1/(kg m²)\].
    /// Zeros in the third row and column leave the rotation to the host.
    pub mobility: Matrix3<f64>,
    /// The motion of b relative to a.
    pub motion: Motion<f64>,
}

impl<'a, G: TouchGeometry> OneJoint<'a, G> {
    /// A joint with `slots` contact points over the mobility W.
    pub fn new(geometry: G, contact: &'a Contact, slots: usize, mobility: Matrix3<f64>) -> Self {
        Self { geometry, contact, slots, mobility, motion: Motion::rest() }
    }
}

/// A motion as coordinates and velocities.
pub fn coordinates(motion: &Motion<f64>) -> ([f64; 3], [f64; 3]) {
    let Motion { position, angle, velocity, spin } = motion;
    ([position.x, position.y, *angle], [velocity.x, velocity.y, *spin])
}

/// `load` on b, which is at `position`, and what balances it on a.
pub fn pair_load(load: &JointLoad, position: Vector2<f64>) -> PairLoad<f64> {
    let b = Wrench { force: Vector2::new(load.x, load.y), moment: load.z };
    let mut a = Wrench::at(position, -b.force);
    a.moment -= b.moment;
    PairLoad { a, b }
}

impl<G: TouchGeometry> Mechanism for OneJoint<'_, G> {
    fn coordinates(&self) -> usize {
        3
    }

    fn joints(&self) -> usize {
        1
    }

    fn slots(&self) -> usize {
        self.slots
    }

    fn joint(&self, _slot: usize) -> usize {
        0
    }

    fn contact(&self, _slot: usize) -> &Contact {
        self.contact
    }

    #[inline]
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        let (&[x, y, angle], &[vx, vy, spin]) = (coordinates, velocities) else {
            unreachable!("a joint has three coordinates");
        };
        let (position, velocity) = (Vector2::new(x, y), Vector2::new(vx, vy));
        self.motion = Motion { position, angle, velocity, spin };
    }

    #[inline]
    fn touch(&self, slot: usize) -> Touch<f64> {
        self.geometry.touch(slot, &self.motion)
    }

    #[inline]
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        let Wrench { force, moment } = touch.loads(normal, friction).b;
        // The coordinates are b's only: what a feels follows from it.
        JointLoad::new(force.x, force.y, moment, 0.0)
    }

    #[inline]
    fn conforms(&self) -> bool {
        G::CONFORMS
    }

    #[inline]
    fn wear(&mut self, slot: usize, impact_speed: f64, way: f64) {
        self.geometry.wear(slot, &self.motion, impact_speed, way);
    }

    #[inline]
    fn mobility(&self, slot: usize, touch: &Touch<f64>) -> [f64; 2] {
        [(1.0, 0.0), (0.0, 1.0)].map(|(normal, friction)| {
            let unit = self.load(slot, touch, normal, friction).xyz();
            unit.dot(&(self.mobility * unit))
        })
    }

    #[inline]
    fn respond(&mut self, _joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        self.mobilise(impulse.xyz().as_slice(), velocities);
    }

    #[inline]
    fn power(&self, _joint: usize, load: &JointLoad, velocities: &[f64]) -> f64 {
        load.xyz().dot(&Vector3::from_column_slice(velocities))
    }

    #[inline]
    fn spread(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        generalised.copy_from_slice(loads[0].xyz().as_slice());
    }

    #[inline]
    fn mobilise(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        let impulse = Vector3::from_column_slice(generalised);
        velocities.copy_from_slice((self.mobility * impulse).as_slice());
    }
}
