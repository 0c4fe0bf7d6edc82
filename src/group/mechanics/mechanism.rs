//! The bodies of a group and the joints between them as the predictor's mechanism: kinematics, Jacobian, inverse mass.

use super::attachment::Attachment;
use super::bodies::Bodies;
use super::constraint::Kept;
use super::constraints::Constraints;
use super::joint::JointModel;
use crate::coupling::Contact;
use crate::coupling::predicted::{HostState, JointLoad, Mechanism, PointContacts};
use crate::kinematics::planar::{Axes, Motion, PairLoad, Wrench};
use crate::laws::contact::Touch;
use crate::laws::film::Film;
use nalgebra::{Vector2, Vector3};
use std::ops::Range;

/// A joint of the group: its two frames and their relative motion.
#[derive(Debug)]
pub(crate) struct GroupJoint {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The joint's frames on them, from their centres of mass.
    pub frames: [Attachment; 2],
    /// Name, parameters, geometry and laws.
    pub model: JointModel,
    /// Axes of frame a relative to those of its body.
    pub seat: Axes<f64>,
    /// Axes of frame a relative to the world's.
    pub axes: Axes<f64>,
    /// Frame b relative to frame a.
    pub motion: Motion<f64>,
    /// From the centres of mass to the frames' origins, in world axes \[m\].
    pub arms: [Vector2<f64>; 2],
    /// Its slots among those of the group.
    pub slots: Range<usize>,
}

/// Bodies q = (x, y, angle) of every centre of mass, in world axes, and joints between them.
///
/// Loads are in world axes, moments about the centres of mass.
#[derive(Debug)]
pub(crate) struct BodyMechanism {
    pub bodies: Bodies,
    pub joints: Box<[GroupJoint]>,
    /// Joint of every slot, and the slot's number there.
    slots: Box<[(usize, usize)]>,
    /// True if a joint wears.
    pub wears: bool,
    pub constraints: Constraints,
    /// Number of placings of some joints so far, and the last of these in which each body was placed.
    placings: u32,
    placed: Box<[u32]>,
    /// The joints on each body that loads move.
    joints_on: Box<[Vec<usize>]>,
}

/// Returns the generalised forces of a joint's load on its bodies a and b: force \[N\], and moment about the centre of
/// mass \[N m\].
#[inline]
pub(crate) fn forces_on_bodies(load: &JointLoad) -> [[f64; 3]; 2] {
    let [x, y, on_b, on_a] = (*load).into();
    [[-x, -y, on_a], [x, y, on_b]]
}

impl BodyMechanism {
    pub fn new(bodies: Bodies, mut joints: Vec<GroupJoint>, constraints: Constraints) -> Self {
        let mut slots = Vec::new();
        let mut joints_on = vec![Vec::new(); bodies.inverse.len()];
        for (index, joint) in joints.iter_mut().enumerate() {
            let first = slots.len();
            slots.extend((0..joint.model.laws.slots()).map(|slot| (index, slot)));
            joint.slots = first..slots.len();
            for body in joint.bodies.into_iter().filter(|body| bodies.inverse[*body] != [0.0; 2]) {
                joints_on[body].push(index);
            }
        }
        let (slots, joints_on) = (slots.into(), joints_on.into());
        let placed = vec![0; bodies.inverse.len()].into();
        let joints: Box<[GroupJoint]> = joints.into();
        let wears = joints.iter().any(|joint| joint.model.laws.worn().is_some());
        Self { bodies, joints, slots, wears, constraints, placings: 0, placed, joints_on }
    }

    /// Finds the relative motion of a joint from the places of its bodies.
    #[inline]
    fn place_joint(&mut self, joint: usize) {
        let GroupJoint { bodies, frames, seat, axes, motion, arms, .. } = &mut self.joints[joint];
        let (a, b);
        (arms[0], a) = self.bodies.frame(bodies[0], &frames[0]);
        (arms[1], b) = self.bodies.frame(bodies[1], &frames[1]);
        let body = self.bodies.axes[bodies[0]];
        let body = frames[0].modal.turn(body, &self.bodies.modal_states[0]);
        *axes = body.then(seat);
        *motion = a.relative_in(axes, &b);
    }

    /// Returns the bodies that a load at `joint` may move, each once.
    fn bodies_moved(&self, joint: usize) -> Vec<usize> {
        let connected = |body: usize| self.constraints.connected_to(body);
        let mut bodies: Vec<_> =
            self.joints[joint].bodies.into_iter().flat_map(connected).collect();
        bodies.retain(|body| self.bodies.inverse[*body] != [0.0; 2]);
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }
}

impl Mechanism for BodyMechanism {
    const IS_DIVISIBLE: bool = true;

    fn coordinates(&self) -> usize {
        self.bodies.coordinates()
    }

    fn joints(&self) -> usize {
        self.joints.len()
    }

    fn slots(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    fn joint(&self, slot: usize) -> usize {
        self.slots[slot].0
    }

    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        self.bodies.place(coordinates, velocities);
        for joint in 0..self.joints.len() {
            self.place_joint(joint);
        }
    }

    fn place_joints(&mut self, joints: &[usize], coordinates: &[f64], velocities: &[f64]) {
        self.bodies.place_modes(coordinates, velocities);
        self.placings = self.placings.wrapping_add(1);
        for &joint in joints {
            for body in self.joints[joint].bodies {
                // Joints share bodies.
                if std::mem::replace(&mut self.placed[body], self.placings) != self.placings {
                    self.bodies.place_body(body, coordinates, velocities);
                }
            }
            self.place_joint(joint);
        }
    }

    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        let ground = self.bodies.inverse.len() - 1;
        let bodies = self.joints[joint].bodies.into_iter().filter(|body| *body != ground);
        bodies.flat_map(|body| 3 * body..3 * body + 3).collect()
    }

    fn neighbours(&self, joint: usize) -> Vec<usize> {
        let bodies = self.bodies_moved(joint).into_iter();
        let mut joints: Vec<_> =
            bodies.flat_map(|body| self.joints_on[body].iter().copied()).collect();
        joints.sort_unstable();
        joints.dedup();
        joints
    }

    fn coupled_coordinates(&self, joint: usize) -> Vec<usize> {
        let bodies = self.bodies_moved(joint).into_iter();
        let own = |body: usize| (3 * body..3 * body + 3).chain(self.bodies.modes.of_body(body));
        bodies.flat_map(own).collect()
    }

    fn velocity_response(&mut self, joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        let GroupJoint { bodies: pair, frames, arms, .. } = &self.joints[joint];
        let Bodies { inverse, modes, .. } = &self.bodies;
        for (side, own) in forces_on_bodies(impulse).into_iter().enumerate() {
            let (body, [x, y, turn]) = (pair[side], own);
            // The ground has no coordinates.
            if let Some(velocity) = velocities.get_mut(3 * body..3 * body + 3) {
                let [mass, inertia] = inverse[body];
                velocity.copy_from_slice(&[mass * x, mass * y, inertia * turn]);
            }
            if !frames[side].modal.is_rigid() {
                let bent = self.bodies.modal_forces(body, &frames[side], arms[side], own);
                for (at, force) in bent {
                    velocities[at] = modes.inverse_at(at) * force;
                }
            }
        }
        let pair = *pair;
        self.constraints.project_at(pair, inverse, velocities);
    }

    #[inline(always)]
    fn rates(&self, joint: usize, velocities: &[f64]) -> JointLoad {
        let GroupJoint { bodies, frames, arms, .. } = &self.joints[joint];
        let of = |side: usize| {
            let body = bodies[side];
            // The ground has no coordinates.
            let rigid = match velocities.get(3 * body..3 * body + 3) {
                Some(own) => Vector3::new(own[0], own[1], own[2]),
                None => Vector3::zeros(),
            };
            let there = &frames[side];
            if there.modal.is_rigid() {
                return rigid;
            }
            rigid + self.bodies.bending_rates(body, there, arms[side], velocities)
        };
        let (a, b) = (of(0), of(1));
        JointLoad::new(b.x - a.x, b.y - a.y, b.z, a.z)
    }

    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        generalised.fill(0.0);
        for (load, joint) in loads.iter().zip(&self.joints) {
            // Most joints of a machine do not touch.
            if *load == JointLoad::zeros() {
                continue;
            }
            let GroupJoint { bodies, frames, arms, .. } = joint;
            for (side, own) in forces_on_bodies(load).into_iter().enumerate() {
                let (there, arm) = (&frames[side], arms[side]);
                self.bodies.exert(bodies[side], there, arm, own, generalised);
            }
        }
    }

    #[inline]
    fn first_modal(&self) -> usize {
        self.bodies.first_mode()
    }

    fn responds_alike(&self) -> bool {
        self.constraints.are_constant() && !self.is_flexible()
    }

    fn modal_frequency(&self, coordinate: usize) -> f64 {
        self.bodies.modes.frequency_at(coordinate)
    }

    fn begin_piece(
        &mut self,
        size: f64,
        implicit: f64,
        from: HostState,
        given: &[f64],
        accelerations: &mut [f64],
    ) {
        let Self { bodies, constraints, .. } = self;
        accelerations.copy_from_slice(given);
        bodies.modes.begin_piece(size, implicit, from, given, accelerations);
        constraints.update_modal_masses(bodies);
        if constraints.keep_accelerations_again() {
            constraints.project(&bodies.inverse, accelerations);
            constraints.keep(bodies, Kept::Nothing);
        }
    }

    fn excess_work(&self, from: HostState, to: HostState) -> f64 {
        self.bodies.modes.excess_work(from, to)
    }

    fn end_piece(
        &mut self,
        from: HostState,
        to: HostState,
        accelerations: &[f64],
        impulses: &[JointLoad],
    ) -> [f64; 2] {
        for (GroupJoint { bodies, frames, arms, .. }, impulse) in self.joints.iter().zip(impulses) {
            for (side, own) in forces_on_bodies(impulse).into_iter().enumerate() {
                let pushed = self.bodies.modal_forces(bodies[side], &frames[side], arms[side], own);
                for (at, part) in pushed {
                    self.bodies.modes.add_impulse(at, part);
                }
            }
        }
        self.bodies.modes.end_piece(from, to, accelerations)
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        self.bodies.apply_inverse_mass(generalised, velocities);
        self.constraints.project(&self.bodies.inverse, velocities);
    }
}

impl PointContacts for BodyMechanism {
    #[inline]
    fn contact(&self, slot: usize) -> &Contact {
        self.joints[self.slots[slot].0].model.laws.contact()
    }

    #[inline]
    fn touch(&self, slot: usize) -> Touch<f64> {
        let (joint, slot) = self.slots[slot];
        let GroupJoint { model, motion, .. } = &self.joints[joint];
        model.laws.touch(slot, motion)
    }

    #[inline]
    fn load(&self, slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        let GroupJoint { axes, arms, .. } = &self.joints[self.slots[slot].0];
        let PairLoad { a, b } = touch.loads(normal, friction);
        let force = axes.outward(b.force);
        let [on_a, on_b] = arms.map(|arm| Wrench::at(arm, force).moment);
        JointLoad::new(force.x, force.y, b.moment + on_b, a.moment - on_a)
    }

    #[inline]
    fn conforms(&self, slot: usize) -> bool {
        self.wears && self.joints[self.slots[slot].0].model.laws.worn().is_some()
    }

    #[inline]
    fn wears(&self) -> bool {
        self.wears
    }

    fn wear(&mut self, slot: usize, impact_speed: f64, way: f64) {
        let GroupJoint { model, motion, .. } = &mut self.joints[self.slots[slot].0];
        if let Some(worn) = model.laws.worn_mut() {
            worn.wear(motion, impact_speed, way);
        }
    }

    #[inline]
    fn film(&self, joint: usize) -> Option<(&Film, &Motion<f64>)> {
        let GroupJoint { model, motion, .. } = &self.joints[joint];
        Some((model.laws.film()?, motion))
    }

    fn film_load(&self, joint: usize, load: Vector3<f64>) -> JointLoad {
        let GroupJoint { axes, arms, motion, .. } = &self.joints[joint];
        let moment = Wrench::at(motion.position, load.xy()).moment + load.z;
        let force = axes.outward(load.xy());
        let [on_a, on_b] = arms.map(|arm| Wrench::at(arm, force).moment);
        JointLoad::new(force.x, force.y, load.z + on_b, -moment - on_a)
    }
}
