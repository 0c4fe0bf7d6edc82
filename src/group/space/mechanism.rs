//! Bodies in space and the mating parts between them as the predictor's mechanism: kinematics, Jacobian, inverse mass.

use super::bodies::{Bodies, DEGREES, Frame, PlacedFrame, exert, own};
use super::constraints::{Constraints, Target};
use crate::coupling::predicted::{LoadVector, MatingContacts, Mechanism};
use crate::group::joint_kind::GroupedInSpace;
use crate::group::mechanics::joint::JointModel;
use crate::kinematics::spatial::{Motion, Wrench, joined};
use crate::laws::mating::{CONTACTS, MatingLaws};
use nalgebra::{Matrix3, Vector3, Vector6};

/// Load of a joint in world axes: force on b, moment on b about its centre of mass, moment on a about its own.
pub(crate) type BodyLoads = LoadVector<9>;

/// A joint of the group: its two frames and their relative motion.
#[derive(Debug)]
pub(crate) struct GroupJoint {
    pub bodies: [usize; 2],
    /// The names of its bodies in the plan.
    pub ends: [Box<str>; 2],
    /// Its frames on the bodies.
    pub frames: [Frame; 2],
    pub model: JointModel<dyn GroupedInSpace>,
    /// Axes of frame a in the world, as columns.
    pub axes: Matrix3<f64>,
    /// From the centres of mass of a and b to b's frame, in world axes \[m\].
    pub arms: [Vector3<f64>; 2],
    /// Frame b relative to frame a.
    pub motion: Motion<f64>,
}

/// Bodies, and joints between them.
#[derive(Debug)]
pub(crate) struct BodyMechanism {
    pub bodies: Bodies,
    pub joints: Box<[GroupJoint]>,
    pub constraints: Constraints,
    /// The joints on each body that loads move.
    joints_on: Box<[Vec<usize>]>,
}

/// Returns the wrenches about the centres of mass of a and b.
#[inline]
pub(crate) fn wrenches(load: &BodyLoads) -> [Vector6<f64>; 2] {
    let part = |first: usize| load.fixed_rows::<3>(first).into_owned();
    let (force, on_b, on_a) = (part(0), part(3), part(6));
    [joined([-force, on_a]), joined([force, on_b])]
}

/// Returns the motion of frame b relative to frame a, in the axes of a.
pub(crate) fn relative(a: &PlacedFrame, b: &PlacedFrame) -> Motion<f64> {
    let apart = b.point - a.point;
    let drift = b.velocity - a.velocity - a.spin.cross(&apart);
    Motion {
        position: a.axes.tr_mul(&apart),
        axis: a.axes.tr_mul(&b.axes.column(2)),
        velocity: a.axes.tr_mul(&drift),
        spin: a.axes.tr_mul(&(b.spin - a.spin)),
    }
}

impl GroupJoint {
    fn place(&mut self, bodies: &Bodies) {
        let [a, b] = [0, 1].map(|side| bodies.frame(self.bodies[side], &self.frames[side]));
        self.motion = relative(&a, &b);
        self.arms = [b.point - bodies.poses[self.bodies[0]].position, b.arm];
        self.axes = a.axes;
    }
}

impl BodyMechanism {
    pub fn new(bodies: Bodies, joints: Vec<GroupJoint>, constraints: Constraints) -> Self {
        let mut joints_on = vec![Vec::new(); bodies.masses.len()];
        for (index, joint) in joints.iter().enumerate() {
            for body in joint.bodies.into_iter().filter(|body| bodies.is_moved(*body)) {
                joints_on[body].push(index);
            }
        }
        Self { bodies, joints: joints.into(), constraints, joints_on: joints_on.into() }
    }

    /// Finds the relative motions of all joints where the bodies are placed.
    pub fn place_all_joints(&mut self) {
        self.joints.iter_mut().for_each(|joint| joint.place(&self.bodies));
    }

    /// Takes the inertia of the poses at which the bodies are placed, and factors the constraints there.
    pub fn factor(&mut self) {
        self.bodies.hold_inertia();
        self.constraints.factor(&self.bodies);
    }

    /// Takes the poses at which the bodies are placed: inertia, constraints, joints. Constraints that the start decides keep
    /// what they have here if it `starts`.
    pub fn settle(&mut self, starts: bool) {
        if starts {
            let bodies = &self.bodies;
            self.constraints.decided_by_start().for_each(|one| one.hold_start(bodies));
        }
        self.factor();
        self.place_all_joints();
    }

    /// Returns the bodies that a load at `joint` may move, each once.
    fn bodies_moved(&self, joint: usize) -> Vec<usize> {
        let connected = |body: usize| self.constraints.connected_to(body);
        let mut bodies: Vec<_> =
            self.joints[joint].bodies.into_iter().flat_map(connected).collect();
        bodies.retain(|body| self.bodies.is_moved(*body));
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }
}

impl Mechanism<9> for BodyMechanism {
    const IS_DIVISIBLE: bool = true;

    fn coordinates(&self) -> usize {
        self.bodies.coordinates()
    }

    fn joints(&self) -> usize {
        self.joints.len()
    }

    fn slots(&self) -> usize {
        CONTACTS * self.joints.len()
    }

    #[inline]
    fn joint(&self, slot: usize) -> usize {
        slot / CONTACTS
    }

    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        self.bodies.place(coordinates, velocities);
        self.place_all_joints();
    }

    fn place_joints(&mut self, joints: &[usize], coordinates: &[f64], velocities: &[f64]) {
        for &joint in joints {
            let joint = &mut self.joints[joint];
            for body in joint.bodies {
                self.bodies.place_body(body, coordinates, velocities);
            }
            joint.place(&self.bodies);
        }
    }

    fn go_on_from(&mut self, coordinates: &[f64], moved: Option<&[usize]>) {
        match moved {
            // The coordinates of a body move together.
            Some(moved) => {
                let bodies = moved.iter().filter(|index| *index % DEGREES == 0);
                bodies.for_each(|first| self.bodies.go_on_from(first / DEGREES, coordinates));
            }
            None => {
                let bodies = 0..coordinates.len() / DEGREES;
                bodies.for_each(|body| self.bodies.go_on_from(body, coordinates));
            }
        }
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
        self.bodies_moved(joint).into_iter().flat_map(own).collect()
    }

    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        let ground = self.bodies.masses.len() - 1;
        let bodies = self.joints[joint].bodies.into_iter().filter(|body| *body != ground);
        bodies.flat_map(own).collect()
    }

    fn velocity_response(&mut self, joint: usize, impulse: &BodyLoads, velocities: &mut [f64]) {
        let pair = self.joints[joint].bodies;
        for (body, wrench) in pair.into_iter().zip(wrenches(impulse)) {
            exert(velocities, body, &self.bodies.inverse[body].times(&wrench));
        }
        self.constraints.project_at(pair, velocities);
    }

    #[inline]
    fn rates(&self, joint: usize, velocities: &[f64]) -> BodyLoads {
        // The ground has no coordinates.
        let of = |body: usize| {
            let own = velocities.get(own(body));
            own.map_or_else(Vector6::zeros, Vector6::from_column_slice)
        };
        let [a, b] = self.joints[joint].bodies.map(of);
        let mut rates = BodyLoads::zeros();
        let drift = b.fixed_rows::<3>(0) - a.fixed_rows::<3>(0);
        rates.fixed_rows_mut::<3>(0).copy_from(&drift);
        rates.fixed_rows_mut::<3>(3).copy_from(&b.fixed_rows::<3>(3));
        rates.fixed_rows_mut::<3>(6).copy_from(&a.fixed_rows::<3>(3));
        rates
    }

    fn generalised_forces(&self, loads: &[BodyLoads], generalised: &mut [f64]) {
        generalised.fill(0.0);
        for (load, joint) in loads.iter().zip(&self.joints) {
            // Most joints of a machine do not touch.
            if *load != BodyLoads::zeros() {
                for (body, wrench) in joint.bodies.into_iter().zip(wrenches(load)) {
                    exert(generalised, body, &wrench);
                }
            }
        }
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        self.bodies.apply_inverse_mass(generalised, velocities);
        self.constraints.project(Target::Nothing, velocities);
    }
}

impl MatingContacts for BodyMechanism {
    fn mating(&self, joint: usize) -> MatingLaws<'_> {
        self.joints[joint].model.laws.laws()
    }

    fn motion(&self, joint: usize) -> &Motion<f64> {
        &self.joints[joint].motion
    }

    #[inline]
    fn load(&self, joint: usize, load: &Wrench<f64>) -> BodyLoads {
        let GroupJoint { axes, arms: [from_a, from_b], .. } = &self.joints[joint];
        let (force, moment) = (axes * load.force, axes * load.moment);
        let on_b = moment + from_b.cross(&force);
        let on_a = moment + from_a.cross(&force);
        let mut all = BodyLoads::zeros();
        all.fixed_rows_mut::<3>(0).copy_from(&force);
        all.fixed_rows_mut::<3>(3).copy_from(&on_b);
        all.fixed_rows_mut::<3>(6).copy_from(&-on_a);
        all
    }
}
