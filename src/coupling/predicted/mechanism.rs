//! The interface between the predictor and the bodies that it integrates over a step.

use super::HostState;
use crate::coupling::Contact;
use crate::kinematics::planar::Motion;
use crate::kinematics::spatial::{self, Wrench};
use crate::laws::backlash::{Drag, Spring};
use crate::laws::contact::Touch;
use crate::laws::film::Film;
use crate::laws::mating::MatingLaws;
use nalgebra::{SVector, Vector3};

/// Load of one joint: force on its body b \[N\] along axes that never turn, two in the plane and three in space, moment
/// on b about the reference point of b's coordinates, and moment on a about that of a's \[N m\]. The opposite force acts
/// on body a.
///
/// With both moments and fixed axes the generalised forces of a load do not depend on the pose, and the mean of
/// a load is the load that a host can hold: levers that turn 1e-3 rad in a step would make the work of a joint on
/// fast bodies wrong by some per cent.
pub type LoadVector<const L: usize> = SVector<f64, L>;

/// The load of a joint in the plane.
pub type JointLoad = LoadVector<4>;

/// Bodies with coordinates q and velocities v, under the loads of joints that touch at slots.
///
/// The predictor calls [`place`](Self::place) and then the others, all for the state last set. It asks for a touch and a
/// load per closed slot and evaluation, and for the responses of rigid bodies once a step; these are the same wherever the
/// bodies are placed. It asks for those of flexible bodies in every piece, and at the communication point for
/// [`apply_inverse_mass`](Self::apply_inverse_mass). None of the methods may allocate memory but
/// [`neighbours`](Self::neighbours),
/// [`coupled_coordinates`](Self::coupled_coordinates) and [`placing_coordinates`](Self::placing_coordinates), which are
/// called once.
pub trait Mechanism<const L: usize = 4> {
    /// True if there may be joints that do not act on each other, so that their contacts have pieces of their own: such a
    /// mechanism has more code.
    const IS_DIVISIBLE: bool = false;

    /// Returns the number of coordinates.
    fn coordinates(&self) -> usize;
    /// Returns the number of joints.
    fn joints(&self) -> usize;
    /// Returns the number of contact slots, of all joints together.
    fn slots(&self) -> usize;
    /// Returns the joint that `slot` belongs to; the slots of a joint follow each other.
    fn joint(&self, slot: usize) -> usize;
    /// Sets the coordinates and the velocities.
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]);
    /// Sets the coordinates and the velocities of the bodies of these joints only; the others stay where they are.
    fn place_joints(&mut self, _joints: &[usize], coordinates: &[f64], velocities: &[f64]) {
        self.place(coordinates, velocities);
    }
    /// Goes on from here: coordinates of rotations are integrals of spins, which describe small rotations from the last place
    /// at which this was called; with `moved` only these coordinates have changed since.
    fn go_on_from(&mut self, _coordinates: &[f64], _moved: Option<&[usize]>) {}
    /// Returns the joints whose bodies a load at this one may move, itself among them, in ascending order.
    fn neighbours(&self, _joint: usize) -> Vec<usize> {
        (0..self.joints()).collect()
    }
    /// Returns the coordinates that a load at this joint may move.
    fn coupled_coordinates(&self, _joint: usize) -> Vec<usize> {
        (0..self.coordinates()).collect()
    }
    /// Returns the coordinates that the place of this joint depends on.
    fn placing_coordinates(&self, _joint: usize) -> Vec<usize> {
        (0..self.coordinates()).collect()
    }
    /// Writes the velocities that an impulse at one joint alone gives, to its
    /// [coupled coordinates](Self::coupled_coordinates) only.
    fn velocity_response(&mut self, joint: usize, impulse: &LoadVector<L>, velocities: &mut [f64]);
    /// Returns the rates J·velocities of `joint`, which depend on its [placing coordinates](Self::placing_coordinates)
    /// only: the power of a load there is its product with them.
    fn rates(&self, joint: usize, velocities: &[f64]) -> LoadVector<L>;
    /// Writes the generalised forces Jᵀ·load of the joints' loads, with J the Jacobian of the joints' motions.
    fn generalised_forces(&self, loads: &[LoadVector<L>], generalised: &mut [f64]);
    /// Returns the index of the first modal coordinate of flexible bodies: the inertia of these changes with every
    /// piece, see [`begin_piece`](Self::begin_piece).
    fn first_modal(&self) -> usize {
        self.coordinates()
    }
    /// Returns the circular frequency of a modal coordinate by itself \[1/s\].
    fn modal_frequency(&self, _coordinate: usize) -> f64 {
        0.0
    }
    /// Returns true if a body is flexible.
    fn is_flexible(&self) -> bool {
        self.first_modal() < self.coordinates()
    }
    /// Returns true if the responses of velocities to impulses at the joints are the same in every place.
    fn responds_alike(&self) -> bool {
        false
    }
    /// Begins a piece of h = `size` \[s\] at `from`, in which modal coordinates go from q and v to v + a h and
    /// q + h (v + `implicit` a h). Writes the accelerations of the coordinates in it besides those by joints:
    /// `given` and those by springs inside the bodies. From here on responses have the inertia of this piece.
    fn begin_piece(
        &mut self,
        _size: f64,
        _implicit: f64,
        _from: HostState,
        _given: &[f64],
        _accelerations: &mut [f64],
    ) {
    }
    /// Returns the work \[J\] of the joints' loads on modal coordinates in the piece, by the midpoint rule, beyond that of loads
    /// on a motion with the accelerations of its start.
    fn excess_work(&self, _from: HostState, _to: HostState) -> f64 {
        0.0
    }
    /// Ends the piece at `to`, with these `accelerations` besides those by joints and these impulses of the joints.
    /// Returns the work of the joints' loads on modal coordinates \[J\] and the energy that damping took there \[J\].
    fn end_piece(
        &mut self,
        _from: HostState,
        _to: HostState,
        _accelerations: &[f64],
        _impulses: &[LoadVector<L>],
    ) -> [f64; 2] {
        [0.0; 2]
    }
    /// Writes the velocities that a generalised impulse gives: Mob·impulse, with Mob the inverse mass matrix of the
    /// constrained bodies.
    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]);
}

/// A mechanism in space whose joints are mating parts, with four slots each: both ends of the hole and both thrust faces.
pub trait MatingContacts: Mechanism<9> {
    /// Returns the laws of `joint`.
    fn mating(&self, joint: usize) -> MatingLaws<'_>;
    /// Returns the motion of b relative to a in the state set.
    fn motion(&self, joint: usize) -> &spatial::Motion<f64>;
    /// Returns the joint load of a load on b at its frame's origin, in the axes of a, with its reaction on a.
    fn load(&self, joint: usize, load: &Wrench<f64>) -> LoadVector<9>;
}

/// A spring and a drag that act beside the contacts of a joint, where these are.
#[derive(Debug, Clone, Copy)]
pub struct Parallel<'a> {
    /// The spring.
    pub spring: &'a Spring,
    /// The drag.
    pub drag: &'a Drag,
    /// Place of b along the gap \[m or rad\].
    pub place: f64,
    /// Its speed \[m/s or rad/s\].
    pub speed: f64,
    /// Joint load of a unit force on b along the gap.
    pub along: JointLoad,
}

/// A mechanism in the plane whose joints touch at points, with films between their surfaces.
pub trait PointContacts: Mechanism {
    /// Returns the laws of `slot`.
    fn contact(&self, slot: usize) -> &Contact;
    /// Returns the touch of `slot` in the state set.
    fn touch(&self, slot: usize) -> Touch<f64>;
    /// Returns the joint load of a normal force and a friction force \[N\] at `slot`.
    fn load(&self, slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad;
    /// Returns true if the surfaces of `slot` conform, see [`TouchGeometry::CONFORMS`](crate::laws::contact::TouchGeometry::CONFORMS).
    fn conforms(&self, _slot: usize) -> bool {
        false
    }
    /// Returns the film of `joint`, if it has one, and the motion of b's frame relative to a's.
    fn film(&self, _joint: usize) -> Option<(&Film, &Motion<f64>)> {
        None
    }
    /// Returns the joint load of a film's force and moment on b at its frame's origin, in the axes of a, with their
    /// reaction on a.
    fn film_load(&self, _joint: usize, _load: Vector3<f64>) -> JointLoad {
        JointLoad::zeros()
    }
    /// Returns the spring and drag that act on `joint` beside its contacts, if it has them.
    fn parallel(&self, _joint: usize) -> Option<Parallel<'_>> {
        None
    }
    /// Returns true if surfaces wear, see [`wear`](Self::wear).
    fn wears(&self) -> bool {
        false
    }
    /// Accumulates wear at `slot` over a sliding distance `way` \[m\], in a contact that began at `impact_speed`
    /// \[m/s\].
    fn wear(&mut self, _slot: usize, _impact_speed: f64, _way: f64) {}
}
