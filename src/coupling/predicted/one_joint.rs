//! One joint between two bodies, by the mobility of their relative motion.

use super::{JointLoad, Mechanism, PointContacts};
use crate::coupling::Contact;
use crate::kinematics::planar::{Axes, Motion, PairLoad, Wrench};
use crate::laws::contact::{Touch, TouchGeometry};
use crate::laws::film::Film;
use nalgebra::{Matrix3, Vector2, Vector3};

/// A joint as a [`Mechanism`]: q is the pose of body b's frame in the frame of body a, x, y and angle; loads are
/// those on b in the axes of a, with the moment on a about the origin of its frame.
#[derive(Debug, Clone)]
pub struct OneJoint<'a, G> {
    /// The geometry of its surfaces.
    pub geometry: G,
    /// The laws of its contact points.
    pub contact: &'a Contact,
    /// The film between its bodies.
    pub film: Option<&'a Film>,
    /// Number of its contact points.
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
        Self { geometry, contact, film: None, slots, mobility, motion: Motion::rest() }
    }
}

/// Returns a motion as coordinates and velocities.
pub fn coordinates(motion: &Motion<f64>) -> ([f64; 3], [f64; 3]) {
    let Motion { position, angle, velocity, spin } = motion;
    ([position.x, position.y, *angle], [velocity.x, velocity.y, *spin])
}

/// Returns a joint's mean load over a step as its host applies it: forces and moments at the origins of the two
/// frames, which move in the step.
///
/// A body with its centre of mass C and its frame's origin O gains the angular momentum
/// `∫ (M + s × F) dt` about C, M the moment about O and s the arm from C to O. The mean of M(t) is its
/// share of that exactly. On a, `M = −M_b − r(t) × F(t)`: r, from a's origin to b's, goes on moving while the force
/// acts, and a lever r(t₀) held under the mean force would put the moment F ṙ H/2 on a frictionless bearing. At the
/// arm s the held mean of F misses `ṡ × μ`, with μ the error in the impulse's moment: the position correction
/// brings that back, since its push and the opposite one act at the arms of two steps. So both moments are means
/// about moving origins, each corrected for itself, and the places of the masses need not be known.
pub(crate) fn pair_load(load: &JointLoad) -> PairLoad<f64> {
    let force = load.xy();
    PairLoad { a: Wrench { force: -force, moment: load.w }, b: Wrench { force, moment: load.z } }
}

/// Joins the loads on both bodies to one that the predictor can sum.
#[inline]
pub(crate) fn joint_load(pair: &PairLoad<f64>) -> JointLoad {
    let Wrench { force, moment } = pair.b;
    JointLoad::new(force.x, force.y, moment, pair.a.moment)
}

/// Turns a mean load over a step from the axes of a, which turn at `turning` \[rad/s\], to the axes of a at the
/// communication point, `centre` \[s\] before the middle of the time in which the load acts.
///
/// Without that a bearing that turns at 5 rad/s gave a journal that whirls in it at 1 m/s a tenth more
/// energy in 0.1 s: F v ω H/2 is its power.
#[inline]
pub(crate) fn turned_back(load: &JointLoad, turning: f64, centre: f64) -> JointLoad {
    let force = Axes::rotated(turning * centre).outward(load.xy());
    JointLoad::new(force.x, force.y, load.z, load.w)
}

/// Adds to a load on b at its frame's origin, which is at `position` \[m\], the reaction on a.
#[inline]
pub(crate) fn balanced(load: Vector3<f64>, position: Vector2<f64>) -> JointLoad {
    let reaction = Wrench::at(position, -load.xy());
    load.push(reaction.moment - load.z)
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

    #[inline]
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        let (&[x, y, angle], &[vx, vy, spin]) = (coordinates, velocities) else {
            unreachable!("a joint has three coordinates");
        };
        let (position, velocity) = (Vector2::new(x, y), Vector2::new(vx, vy));
        self.motion = Motion { position, angle, velocity, spin };
    }

    #[inline]
    fn velocity_response(&mut self, _joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        self.apply_inverse_mass(impulse.xyz().as_slice(), velocities);
    }

    #[inline]
    fn rates(&self, _joint: usize, velocities: &[f64]) -> JointLoad {
        Vector3::from_column_slice(velocities).push(0.0)
    }

    #[inline]
    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        generalised.copy_from_slice(loads[0].xyz().as_slice());
    }

    #[inline]
    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        let impulse = Vector3::from_column_slice(generalised);
        velocities.copy_from_slice((self.mobility * impulse).as_slice());
    }
}

impl<G: TouchGeometry> PointContacts for OneJoint<'_, G> {
    fn contact(&self, _slot: usize) -> &Contact {
        self.contact
    }

    #[inline]
    fn touch(&self, slot: usize) -> Touch<f64> {
        self.geometry.touch(slot, &self.motion)
    }

    #[inline]
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        joint_load(&touch.loads(normal, friction))
    }

    #[inline]
    fn film(&self, _joint: usize) -> Option<(&Film, &Motion<f64>)> {
        Some((self.film?, &self.motion))
    }

    #[inline]
    fn film_load(&self, _joint: usize, load: Vector3<f64>) -> JointLoad {
        balanced(load, self.motion.position)
    }

    #[inline]
    fn conforms(&self, _slot: usize) -> bool {
        G::CONFORMS
    }

    fn wears(&self) -> bool {
        G::CONFORMS
    }

    #[inline]
    fn wear(&mut self, slot: usize, impact_speed: f64, way: f64) {
        self.geometry.wear(slot, &self.motion, impact_speed, way);
    }
}
