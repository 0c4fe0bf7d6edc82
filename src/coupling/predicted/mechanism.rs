//! What the predictor asks of the thing it carries over a step.

use super::HostState;
use super::exchange::CORRECTION;
use crate::coupling::Contact;
use crate::kinematics::planar::Motion;
use crate::laws::contact::Touch;
use crate::laws::film::Film;
use nalgebra::{Vector3, Vector4};

/// Load of one joint: force on its body b \[N\] along two axes that never turn, moment on b about the
/// point that b's coordinates are those of, and moment on a about a's \[N m\]. Body a feels the opposite
/// force.
///
/// With both moments and fixed axes, what a load is for the coordinates does not depend on the pose,
/// and the mean of a load is the load that a host can hold: levers that turn 1e-3 rad in a step would
/// make the work of a joint on fast bodies wrong by some per cent.
pub type JointLoad = Vector4<f64>;

/// `correction` no larger than a part of `impulse`, forces and moments each among themselves.
pub(crate) fn limited(correction: JointLoad, impulse: JointLoad) -> JointLoad {
    let share = |wanted: f64, most: f64| if wanted > most { most / wanted } else { 1.0 };
    let force = share(correction.xy().norm(), CORRECTION * impulse.xy().norm());
    let [b, a] = [2, 3].map(|moment| {
        correction[moment] * share(correction[moment].abs(), CORRECTION * impulse[moment].abs())
    });
    JointLoad::new(correction.x * force, correction.y * force, b, a)
}

/// Bodies that move as coordinates q with velocities v say, under the loads of joints that touch at
/// slots.
///
/// The predictor calls [`place`](Self::place) and then the others, all for the place last given. It
/// asks for a touch and a load per closed slot and for one [`spread`](Self::spread) and one
/// [`mobilise`](Self::mobilise) per evaluation: with these linear in their lengths, so is a step.
/// None of them may take memory but [`neighbours`](Self::neighbours) and [`moved`](Self::moved),
/// which are asked once.
pub trait Mechanism {
    /// How many coordinates there are.
    fn coordinates(&self) -> usize;
    /// How many joints.
    fn joints(&self) -> usize;
    /// How many contact slots, of all joints together.
    fn slots(&self) -> usize;
    /// The joint that `slot` belongs to.
    fn joint(&self, slot: usize) -> usize;
    /// The laws of `slot`.
    fn contact(&self, slot: usize) -> &Contact;
    /// Takes up a place and a velocity.
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]);
    /// How `slot` touches here.
    fn touch(&self, slot: usize) -> Touch<f64>;
    /// What a normal force and a friction force \[N\] at `slot` are for its joint.
    fn load(&self, slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad;
    /// Returns true if the surfaces of its slots conform, see [`TouchGeometry::CONFORMS`](crate::laws::contact::TouchGeometry::CONFORMS).
    fn conforms(&self) -> bool {
        false
    }
    /// The film of `joint`, if it is oiled, and the motion of b's frame relative to a's where the mechanism is
    /// placed.
    fn oiled(&self, _joint: usize) -> Option<(&Film, &Motion<f64>)> {
        None
    }
    /// What a force and a moment on b at its frame's origin, in the axes of a, with what balances them on a, are
    /// for an oiled joint.
    fn pressed(&self, _joint: usize, _load: Vector3<f64>) -> JointLoad {
        JointLoad::zeros()
    }
    /// The bodies slide by `way` \[m\] at `slot`, in a contact that began at `impact_speed` \[m/s\]:
    /// what wears there does.
    fn wear(&mut self, _slot: usize, _impact_speed: f64, _way: f64) {}
    /// Rate that a unit impulse at `slot` gives along its normal and along its tangent \[1/kg\]; in a
    /// mechanism with constraints that of the free bodies will do, for it is never less.
    fn mobility(&self, slot: usize, touch: &Touch<f64>) -> [f64; 2];
    /// The joints whose bodies a load at this one may move, itself among them, in ascending order.
    fn neighbours(&self, _joint: usize) -> Vec<usize> {
        (0..self.joints()).collect()
    }
    /// The coordinates that a load at this joint may move.
    fn moved(&self, _joint: usize) -> Vec<usize> {
        (0..self.coordinates()).collect()
    }
    /// The velocities that an impulse at one joint alone gives, written to those coordinates that it may
    /// [move](Self::moved).
    fn respond(&mut self, joint: usize, impulse: &JointLoad, velocities: &mut [f64]);
    /// Power of a load of `joint` \[W\] where the coordinates change at these velocities.
    fn power(&self, joint: usize, load: &JointLoad, velocities: &[f64]) -> f64;
    /// What the joints' loads are for the coordinates, whatever the pose: Jᵀ·load.
    fn spread(&self, loads: &[JointLoad], generalised: &mut [f64]);
    /// The first of the coordinates in which bodies bend: these answer with another inertia in every piece, see
    /// [`begin_piece`](Self::begin_piece).
    fn first_bent(&self) -> usize {
        self.coordinates()
    }
    /// Whether there are such.
    fn bends(&self) -> bool {
        self.first_bent() < self.coordinates()
    }
    /// A piece of `size` \[s\] begins at `from`, in which what bends goes from q and v to v + a h and
    /// q + h (v + `implicit` a h). Writes what accelerates the coordinates in it besides the
    /// joints, springs inside the bodies among it, where `given` is what else does. Responses from here on
    /// are those with the inertia of this piece.
    fn begin_piece(
        &mut self,
        _size: f64,
        _implicit: f64,
        _from: HostState,
        _given: &[f64],
        _accelerations: &mut [f64],
    ) {
    }
    /// The piece that was begun has led to `to`, with these `accelerations` besides the joints' in it and these
    /// impulses of the joints; gives the work of the joints' loads on what bends \[J\], and what damping took
    /// there \[J\].
    fn end_piece(
        &mut self,
        _from: HostState,
        _to: HostState,
        _accelerations: &[f64],
        _impulses: &[JointLoad],
    ) -> [f64; 2] {
        [0.0; 2]
    }
    /// The velocity that a generalised impulse gives: Mob·impulse.
    fn mobilise(&mut self, generalised: &[f64], velocities: &mut [f64]);
}
