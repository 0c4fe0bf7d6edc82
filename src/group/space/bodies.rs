//! Rigid bodies in space by their centres of mass: poses, velocities, inertia.

use crate::kinematics::spatial::{halves, joined};
use nalgebra::{Matrix3, UnitQuaternion, Vector3, Vector6};
use serde::{Deserialize, Serialize};

/// Number of coordinates of a body: its centre's position and a rotation; velocity and spin are their rates.
pub(crate) const DEGREES: usize = 6;

/// Returns the range of a body's coordinates among those of all.
#[inline]
pub(crate) fn own(body: usize) -> std::ops::Range<usize> {
    DEGREES * body..DEGREES * (body + 1)
}

/// Returns the two vectors of six numbers of a body.
#[inline]
pub(crate) fn vectors(six: &[f64]) -> [Vector3<f64>; 2] {
    halves(&Vector6::from_column_slice(six))
}

/// Position and orientation of a body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pose {
    /// Position of the centre of mass in the world \[m\].
    pub position: Vector3<f64>,
    /// Rotation from the body's axes to the world's.
    pub turn: UnitQuaternion<f64>,
}

impl Pose {
    /// Returns the pose of the ground.
    pub fn origin() -> Self {
        Self { position: Vector3::zeros(), turn: UnitQuaternion::identity() }
    }

    /// Returns the pose after a displacement \[m\] and a rotation \[rad\], both along the world's axes.
    pub fn moved(&self, way: &Vector3<f64>, rotation: &Vector3<f64>) -> Self {
        let mut turn = UnitQuaternion::from_scaled_axis(*rotation) * self.turn;
        turn.renormalize_fast();
        Self { position: self.position + way, turn }
    }
}

/// Velocity of a centre of mass \[m/s\] and angular velocity \[rad/s\], along the world's axes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Velocity {
    pub linear: Vector3<f64>,
    pub spin: Vector3<f64>,
}

impl Velocity {
    /// Returns the velocity that six numbers of a body are.
    #[inline]
    pub fn of(six: &[f64]) -> Self {
        let [linear, spin] = vectors(six);
        Self { linear, spin }
    }
}

/// A frame on a body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Frame {
    /// Its origin from the centre of mass, in the body's axes \[m\].
    pub at: Vector3<f64>,
    /// Rotation from the frame's axes to the body's.
    pub turn: UnitQuaternion<f64>,
}

impl Frame {
    /// Returns the pose of the body with this frame at a pose.
    pub fn body_at(&self, frame: &Pose) -> Pose {
        let turn = frame.turn * self.turn.inverse();
        Pose { position: frame.position - turn * self.at, turn }
    }

    /// Returns the pose of the frame on a body with this pose.
    pub fn on(&self, body: &Pose) -> Pose {
        Pose { position: body.position + body.turn * self.at, turn: body.turn * self.turn }
    }
}

/// A frame where its body is placed, in world axes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlacedFrame {
    /// From the body's centre of mass to its origin \[m\].
    pub arm: Vector3<f64>,
    /// Its origin \[m\].
    pub point: Vector3<f64>,
    /// Its axes, as columns.
    pub axes: Matrix3<f64>,
    /// Velocity of its origin \[m/s\].
    pub velocity: Vector3<f64>,
    /// Angular velocity \[rad/s\].
    pub spin: Vector3<f64>,
}

/// Mass and inertia of a body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mass {
    /// Mass \[kg\]; 0 where loads do not move the body.
    pub mass: f64,
    /// Inertia about the centre of mass, in the body's axes \[kg m²\], and its inverse.
    pub inertia: Matrix3<f64>,
    inverse: Matrix3<f64>,
}

impl Mass {
    /// Returns that of a body that loads do not move.
    pub fn fixed() -> Self {
        Self { mass: 0.0, inertia: Matrix3::zeros(), inverse: Matrix3::zeros() }
    }

    /// Returns that of a free body, whose principal moments are positive.
    pub fn of(mass: f64, inertia: Matrix3<f64>) -> Self {
        let inverse = inertia.try_inverse().unwrap_or_else(Matrix3::zeros);
        Self { mass, inertia, inverse }
    }

    /// Returns true if loads move the body.
    pub fn is_moved(&self) -> bool {
        self.mass > 0.0
    }
}

/// The inverse mass of a body in an orientation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InverseMass {
    /// 1/m \[1/kg\].
    pub mass: f64,
    /// I⁻¹ in world axes \[1/(kg m²)\].
    pub inertia: Matrix3<f64>,
}

impl InverseMass {
    /// Returns the change of velocity and spin by an impulse and its moment about the centre of mass.
    #[inline]
    pub fn times(&self, impulse: &Vector6<f64>) -> Vector6<f64> {
        let [force, moment] = halves(impulse);
        joined([force * self.mass, self.inertia * moment])
    }
}

/// The bodies of a group in space, and the ground behind the last of them.
#[derive(Debug, Clone)]
pub(crate) struct Bodies {
    pub masses: Box<[Mass]>,
    /// Poses and velocities where the bodies are placed, and their axes as columns.
    pub poses: Box<[Pose]>,
    pub velocities: Box<[Velocity]>,
    pub axes: Box<[Matrix3<f64>]>,
    /// Poses that rotations are counted from, and the rotations there \[rad\].
    from: Box<[(Pose, Vector3<f64>)]>,
    /// Inverse masses at the pose of the last [`hold_inertia`](Self::hold_inertia).
    pub inverse: Box<[InverseMass]>,
}

impl Bodies {
    /// Makes bodies, and adds the ground.
    pub fn new(masses: impl Iterator<Item = Mass>) -> Self {
        let masses: Box<[Mass]> = masses.chain([Mass::fixed()]).collect();
        let count = masses.len();
        let nothing = InverseMass { mass: 0.0, inertia: Matrix3::zeros() };
        Self {
            masses,
            poses: vec![Pose::origin(); count].into(),
            velocities: vec![Velocity::default(); count].into(),
            axes: vec![Matrix3::identity(); count].into(),
            from: vec![(Pose::origin(), Vector3::zeros()); count].into(),
            inverse: vec![nothing; count].into(),
        }
    }

    /// Returns the number of coordinates: six for every body but the ground.
    pub fn coordinates(&self) -> usize {
        DEGREES * (self.masses.len() - 1)
    }

    /// Returns true if loads move a body.
    pub fn is_moved(&self, body: usize) -> bool {
        self.masses[body].is_moved()
    }

    /// Places the bodies, counts rotations from there, and writes their coordinates and velocities.
    pub fn begin_at(
        &mut self,
        states: impl Iterator<Item = (Pose, Velocity)>,
        (coordinates, velocities): (&mut [f64], &mut [f64]),
    ) {
        for (body, state) in states.enumerate() {
            self.put(body, state, (coordinates, velocities));
        }
    }

    /// Does the work of [`begin_at`](Self::begin_at) for one body.
    pub fn put(
        &mut self,
        body: usize,
        (pose, velocity): (Pose, Velocity),
        (coordinates, velocities): (&mut [f64], &mut [f64]),
    ) {
        self.move_to(body, pose, velocity);
        self.from[body] = (pose, Vector3::zeros());
        let (q, v) = (&mut coordinates[own(body)], &mut velocities[own(body)]);
        q[..3].copy_from_slice(pose.position.as_slice());
        q[3..].fill(0.0);
        v[..3].copy_from_slice(velocity.linear.as_slice());
        v[3..].copy_from_slice(velocity.spin.as_slice());
    }

    /// Places one body; rotations are counted from where they were.
    #[inline]
    pub fn move_to(&mut self, body: usize, pose: Pose, velocity: Velocity) {
        (self.poses[body], self.velocities[body]) = (pose, velocity);
        self.axes[body] = *pose.turn.to_rotation_matrix().matrix();
    }

    /// Takes the inverse masses of the poses at which the bodies are placed.
    pub fn hold_inertia(&mut self) {
        let bodies = self.masses.iter().zip(&self.axes).zip(&mut self.inverse);
        for ((mass, axes), inverse) in bodies.filter(|((mass, _), _)| mass.is_moved()) {
            *inverse = InverseMass {
                mass: mass.mass.recip(),
                inertia: axes * mass.inverse * axes.transpose(),
            };
        }
    }

    /// Returns the pose of a body at these coordinates of it.
    #[inline]
    fn pose_at(&self, body: usize, q: &[f64]) -> Pose {
        let ((from, counted), [position, rotation]) = (&self.from[body], vectors(q));
        from.moved(&(position - from.position), &(rotation - counted))
    }

    /// Places one body; the ground stays.
    #[inline]
    pub fn place_body(&mut self, body: usize, coordinates: &[f64], velocities: &[f64]) {
        let (Some(q), Some(v)) = (coordinates.get(own(body)), velocities.get(own(body))) else {
            return;
        };
        self.move_to(body, self.pose_at(body, q), Velocity::of(v));
    }

    /// Places all bodies.
    pub fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for body in 0..self.masses.len() {
            self.place_body(body, coordinates, velocities);
        }
    }

    /// Counts the rotation of a body from its pose at these coordinates of all.
    pub fn go_on_from(&mut self, body: usize, coordinates: &[f64]) {
        let q = &coordinates[own(body)];
        let pose = self.pose_at(body, q);
        self.from[body] = (pose, Vector3::from_column_slice(&q[3..]));
    }

    /// Returns a frame of `body` where that is placed.
    #[inline]
    pub fn frame(&self, body: usize, frame: &Frame) -> PlacedFrame {
        let (axes, Velocity { linear, spin }) = (&self.axes[body], self.velocities[body]);
        let arm = axes * frame.at;
        PlacedFrame {
            arm,
            point: self.poses[body].position + arm,
            axes: axes * frame.turn.to_rotation_matrix().matrix(),
            velocity: linear + spin.cross(&arm),
            spin,
        }
    }

    /// Returns the inertia of a body in world axes where it is placed \[kg m²\].
    pub fn inertia(&self, body: usize) -> Matrix3<f64> {
        let axes = &self.axes[body];
        axes * self.masses[body].inertia * axes.transpose()
    }

    /// Writes M⁻¹ times a generalised impulse or force, without constraints.
    pub fn apply_inverse_mass(&self, generalised: &[f64], velocities: &mut [f64]) {
        let each = generalised.chunks_exact(DEGREES).zip(velocities.chunks_exact_mut(DEGREES));
        for (inverse, (impulse, velocity)) in self.inverse.iter().zip(each) {
            let change = inverse.times(&Vector6::from_column_slice(impulse));
            velocity.copy_from_slice(change.as_slice());
        }
    }
}

/// Returns the wrench about a centre of mass of a force at the end of `arm` with a moment there, as six numbers.
#[inline]
pub(crate) fn wrench_at(
    arm: &Vector3<f64>,
    force: &Vector3<f64>,
    moment: &Vector3<f64>,
) -> Vector6<f64> {
    joined([*force, moment + arm.cross(force)])
}

/// Returns the force of a wrench about a centre of mass, and its moment about the end of `arm`: the inverse of
/// [`wrench_at`].
#[inline]
pub(crate) fn at_end(arm: &Vector3<f64>, wrench: &Vector6<f64>) -> Vector6<f64> {
    let [force, moment] = halves(wrench);
    joined([force, moment - arm.cross(&force)])
}

/// Adds a wrench about the centre of mass of `body` to generalised forces; the ground has none.
#[inline]
pub(crate) fn exert(forces: &mut [f64], body: usize, wrench: &Vector6<f64>) {
    if let Some(own) = forces.get_mut(own(body)) {
        own.iter_mut().zip(wrench.iter()).for_each(|(sum, part)| *sum += part);
    }
}
