//! Islands of a group in space: bodies that act on each other, with the predictor of their joints.

use super::bodies::{Bodies, Frame, Mass, Pose, Velocity, at_end, own};
use super::constraint::Constraint;
use super::constraints::Constraints;
use super::external_joint::ExternalJoint;
use super::joint_report::joint_report;
use super::mechanism::{BodyLoads, BodyMechanism, GroupJoint, wrenches};
use super::parts::Parts;
use super::plan::{BodyReport, JointReport, LoadReport};
use super::springs::{Applied, Spring};
use crate::base::Fault;
use crate::coupling::predicted::{
    CORRECTION, HostState, Mechanism, Memory, Outcome, Predictor, Settings,
};
use crate::coupling::{MatingJoints, Step};
use crate::group::mechanics::partition::Partition;
use crate::group::report::Totals;
use crate::ports::{SpatialFrame, SpatialLoad, UNIT_LENGTH};
use model_description::Quantities;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Bodies that pass loads to each other: every island is solved by itself.
///
/// A body that the host moves passes no load on, so that several islands may contain it.
pub(crate) struct Island {
    pub mechanism: BodyMechanism,
    pub predictor: Predictor<9, MatingJoints>,
    pub springs: Box<[Spring]>,
    pub applied: Vec<Applied>,
    /// Joints outside between its bodies.
    pub external_joints: Box<[ExternalJoint]>,
    /// Its bodies and its joints, by their numbers in the group.
    pub bodies: Box<[usize]>,
    pub joints: Box<[usize]>,
    pub markers: Box<[Frame]>,
    pub coordinates: Box<[f64]>,
    pub velocities: Box<[f64]>,
    /// From the centres of mass to the markers at the last communication point, in world axes \[m\].
    marker_arms: Box<[Vector3<f64>]>,
}

/// Limits `correction` to [`CORRECTION`] of `impulse`: force and both moments, each by its length.
fn limited(correction: BodyLoads, impulse: BodyLoads) -> BodyLoads {
    let mut limited = correction;
    for first in [0, 3, 6] {
        let length = |load: &BodyLoads| load.fixed_rows::<3>(first).norm();
        let (wanted, most) = (length(&correction), CORRECTION * length(&impulse));
        if wanted > most {
            let mut part = limited.fixed_rows_mut::<3>(first);
            part *= most / wanted;
        }
    }
    limited
}

/// Returns the motion of a marker that a frame of the host's gives; refuses a quaternion that is not of unit length.
pub(crate) fn marker_motion(frame: &SpatialFrame) -> Result<(Pose, Velocity), Fault> {
    let turn = Quaternion::new(frame.e0, frame.e1, frame.e2, frame.e3);
    let meaning = "a quaternion, scalar part first, has length 1";
    Fault::check("length of e0, e1, e2, e3", turn.norm(), UNIT_LENGTH, meaning)?;
    let position = Vector3::new(frame.x, frame.y, frame.z);
    let velocity = Velocity {
        linear: Vector3::new(frame.vx, frame.vy, frame.vz),
        spin: Vector3::new(frame.wx, frame.wy, frame.wz),
    };
    Ok((Pose { position, turn: UnitQuaternion::from_quaternion(turn) }, velocity))
}

/// Returns the motion of a body whose marker moves like this.
pub(crate) fn body_motion(marker: &Frame, (pose, velocity): (Pose, Velocity)) -> (Pose, Velocity) {
    let body = marker.body_at(&pose);
    let arm = body.position - pose.position;
    let linear = velocity.linear + velocity.spin.cross(&arm);
    (body, Velocity { linear, spin: velocity.spin })
}

impl Parts {
    /// Divides the group into islands, each in the order of the group; loads go to the first island of their body.
    pub fn islands(self, settings: Settings) -> Box<[Island]> {
        let Self {
            masses, markers, joints, constraints, springs, applied, external_joints, ..
        } = self;
        let ties = joints.iter().map(|joint| joint.bodies.to_vec());
        let ties = ties.chain(constraints.iter().map(|constraint| constraint.bodies.to_vec()));
        let ties = ties.chain(springs.iter().map(|spring| spring.bodies.to_vec()));
        let ties = ties.chain(external_joints.iter().map(|joint| joint.bodies.to_vec()));
        let ties: Vec<_> = ties.collect();
        let moved = |body: usize| masses.get(body).is_some_and(Mass::is_moved);
        let Partition { bodies, of_tie } = Partition::of(masses.len(), moved, &ties);
        let draft = |bodies| Draft { bodies, ..Draft::default() };
        let mut islands: Vec<Draft> = bodies.into_iter().map(draft).collect();
        let mut of_tie = of_tie.into_iter();
        let mut island = || of_tie.next().unwrap_or_default();
        let still = |body: &usize| !moved(*body);
        for (number, joint) in joints.into_iter().enumerate() {
            let island = &mut islands[island()];
            island.bodies.extend(joint.bodies.into_iter().filter(still));
            island.joints.push((number, joint));
        }
        for constraint in constraints {
            let island = &mut islands[island()];
            island.bodies.extend(constraint.bodies.into_iter().filter(still));
            island.constraints.push(constraint);
        }
        for spring in springs {
            let island = &mut islands[island()];
            island.bodies.extend(spring.bodies.into_iter().filter(still));
            island.springs.push(spring);
        }
        for joint in external_joints {
            let island = &mut islands[island()];
            island.bodies.extend(joint.bodies.into_iter().filter(still));
            island.external_joints.push(joint);
        }
        for load in applied {
            if let Some(island) = islands.iter_mut().find(|it| it.bodies.contains(&load.body)) {
                island.applied.push(load);
            }
        }
        islands.into_iter().map(|draft| draft.island(&masses, &markers, settings)).collect()
    }
}

/// The contents of an island; bodies have the numbers of the group.
#[derive(Default)]
struct Draft {
    bodies: Vec<usize>,
    joints: Vec<(usize, GroupJoint)>,
    constraints: Vec<Constraint>,
    springs: Vec<Spring>,
    applied: Vec<Applied>,
    external_joints: Vec<ExternalJoint>,
}

impl Draft {
    fn island(self, masses: &[Mass], markers: &[Frame], settings: Settings) -> Island {
        let Self { mut bodies, joints, mut constraints, mut springs, mut applied, .. } = self;
        let mut external_joints = self.external_joints;
        bodies.sort_unstable();
        bodies.dedup();
        // The ground, the last number of the group, is behind the bodies here, too.
        bodies.retain(|body| *body < masses.len());
        let local = |body: usize| bodies.binary_search(&body).unwrap_or(bodies.len());
        let (numbers, mut joints): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
        joints.iter_mut().for_each(|joint| joint.bodies = joint.bodies.map(local));
        constraints.iter_mut().for_each(|one| one.bodies = one.bodies.map(local));
        springs.iter_mut().for_each(|spring| spring.bodies = spring.bodies.map(local));
        applied.iter_mut().for_each(|load| load.body = local(load.body));
        external_joints.iter_mut().for_each(|joint| joint.bodies = joint.bodies.map(local));
        let held = Bodies::new(bodies.iter().map(|body| masses[*body].clone()));
        let constraints = Constraints::new(constraints, &held);
        let mechanism = BodyMechanism::new(held, joints, constraints);
        let numbers_of = || vec![0.0; mechanism.coordinates()].into_boxed_slice();
        Island {
            predictor: Predictor::limited_by(&mechanism, settings, limited),
            markers: bodies.iter().map(|body| markers[*body]).collect(),
            marker_arms: vec![Vector3::zeros(); bodies.len()].into(),
            joints: numbers.into(),
            springs: springs.into(),
            external_joints: external_joints.into(),
            applied,
            coordinates: numbers_of(),
            velocities: numbers_of(),
            bodies: bodies.into(),
            mechanism,
        }
    }
}

impl Island {
    /// Places the bodies by these motions, and takes their inertia; constraints that the start decides keep what they
    /// have there if `starts`.
    pub fn place_at(&mut self, states: impl Iterator<Item = (Pose, Velocity)>, starts: bool) {
        let Self { mechanism, coordinates, velocities, .. } = self;
        mechanism.bodies.begin_at(states, (coordinates, velocities));
        mechanism.settle(starts);
    }

    /// Places the bodies by the host's motions of their markers.
    pub fn place(&mut self, inputs: &[f64]) -> Result<(), Fault> {
        for (index, body) in self.bodies.iter().enumerate() {
            let frame = SpatialFrame::read(&inputs[SpatialFrame::COUNT * body..]);
            let state = body_motion(&self.markers[index], marker_motion(&frame)?);
            self.mechanism.bodies.put(index, state, (&mut self.coordinates, &mut self.velocities));
        }
        self.mechanism.settle(true);
        for ((arm, marker), axes) in
            self.marker_arms.iter_mut().zip(&self.markers).zip(&self.mechanism.bodies.axes)
        {
            *arm = axes * marker.at;
        }
        self.check_joints()
    }

    /// Refuses tilts and depths beyond the range of a joint's law.
    pub fn check_joints(&self) -> Result<(), Fault> {
        self.mechanism.joints.iter().try_for_each(|joint| {
            let checked = joint.model.laws.check_start(&joint.motion);
            checked.map_err(|fault| fault.of_part(joint.model.name()))
        })
    }

    /// Returns the memory before the first step, at `time` \[s\].
    pub fn begin(&mut self, time: f64) -> Memory<9> {
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        predictor.begin(mechanism, HostState { coordinates, velocities }, time)
    }

    /// Advances `memory` by a step of the host.
    pub fn step(&mut self, memory: &mut Memory<9>, step: Step) -> Result<Outcome, Fault> {
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        predictor.step(mechanism, HostState { coordinates, velocities }, memory, step)
    }

    /// Adds the joints' loads on the bodies at their markers to `loads`, the host's.
    pub fn load_markers(&self, loads: &mut [f64]) {
        for (joint, load) in self.mechanism.joints.iter().zip(self.predictor.loads()) {
            for (body, wrench) in joint.bodies.into_iter().zip(wrenches(load)) {
                // The ground has no marker.
                let Some(arm) = self.marker_arms.get(body) else { continue };
                let sums = &mut loads[SpatialLoad::COUNT * self.bodies[body]..];
                let load = at_end(arm, &wrench);
                sums.iter_mut().zip(load.iter()).for_each(|(sum, part)| *sum += part);
            }
        }
    }

    /// Places the bodies at the end of the last step.
    pub fn place_at_end(&mut self) {
        let HostState { coordinates, velocities } = self.predictor.end();
        self.mechanism.place(coordinates, velocities);
    }

    /// Returns true if `memory` can be that of this island.
    pub fn fits(&self, memory: &Memory<9>) -> bool {
        memory.fits_mechanism(&self.mechanism)
    }

    /// Adds the joints where the bodies are placed to `totals`, and passes the report of each with its number in the group
    /// to `joints`; without a step made, loads are 0.
    pub fn report(
        &mut self,
        memory: &Memory<9>,
        stepped: bool,
        totals: &mut Totals,
        mut joints: impl FnMut(usize, LoadReport, JointReport),
    ) {
        let Self { mechanism, predictor, .. } = self;
        for number in 0..mechanism.joints() {
            let whole = joint_report(mechanism, predictor, memory, number, totals);
            let mut load = SpatialLoad::default();
            if stepped {
                let [_, wrench] = wrenches(&predictor.loads()[number]);
                let [_, arm] = &mechanism.joints[number].arms;
                load = SpatialLoad::read(at_end(arm, &wrench).as_slice());
            }
            joints(self.joints[number], LoadReport { load }, whole);
        }
    }

    /// Returns the largest accelerations of the free bodies inside the last step, with their numbers in the group.
    pub fn peak_accelerations(&self) -> impl Iterator<Item = (usize, BodyReport)> {
        let peaks = self.predictor.peak_accelerations();
        let bodies = self.bodies.iter().enumerate();
        let free = bodies.filter(|(local, _)| self.mechanism.bodies.is_moved(*local));
        free.map(|(local, body)| {
            let most = |parts: &[f64]| parts.iter().fold(0.0_f64, |most, part| most.max(*part));
            let own = &peaks[own(local)];
            let mut report = BodyReport::default();
            report.peak_acceleration.linear = most(&own[..3]);
            report.peak_acceleration.angular = most(&own[3..]);
            (*body, report)
        })
    }
}
