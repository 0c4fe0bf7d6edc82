//! Islands: bodies of a group that act on each other through joints, constraints and springs, and on no others.

use super::attachment::Attachment;
use super::bodies::Bodies;
use super::constraint::Constraint;
use super::constraints::Constraints;
use super::external_joint::ExternalJoint;
use super::frame::BodyFrame;
use super::joint::JointModel;
use super::mechanism::{BodyMechanism, GroupJoint, forces_on_bodies};
use super::modes::Mode;
use super::partition::Partition;
use super::springs::Spring;
use crate::base::Fault;
use crate::coupling::predicted::{HostState, Memory, Outcome, PointContacts, Predictor, Settings};
use crate::coupling::{Snapshot, Step};
use crate::group::report::{JointReport, LoadReport, OilReport, Totals};
use crate::kinematics::planar::{Frame, Load, Motion, Wrench};
use model_description::Quantities;
use nalgebra::Vector2;

/// All bodies of a group, and the joints, constraints and springs between them; bodies have the numbers of the group.
pub(crate) struct Parts {
    /// 1/m and 1/J of every body.
    pub inverse: Vec<[f64; 2]>,
    /// Markers of the bodies, from their centres of mass.
    pub markers: Vec<BodyFrame>,
    /// Modes of the bodies that bend.
    pub modes: Vec<Mode>,
    pub joints: Vec<GroupJoint>,
    pub constraints: Vec<Constraint>,
    /// Springs; empty where the host moves the bodies.
    pub springs: Vec<Spring>,
    /// Joints outside the unit; empty where the host moves the bodies.
    pub external_joints: Vec<ExternalJoint>,
}

/// Bodies that pass loads to each other by joints, constraints or springs: every island is solved by itself.
///
/// A body that the host moves passes no load on, so that several islands may contain it.
pub(crate) struct Island {
    pub mechanism: BodyMechanism,
    pub predictor: Predictor,
    pub springs: Box<[Spring]>,
    pub external_joints: Box<[ExternalJoint]>,
    /// Its bodies and its joints, by their numbers in the group.
    pub bodies: Box<[usize]>,
    pub joints: Box<[usize]>,
    pub markers: Box<[BodyFrame]>,
    coordinates: Box<[f64]>,
    velocities: Box<[f64]>,
}

impl Parts {
    /// Divides the group into islands, each in the order of the group.
    pub fn islands(self, settings: Settings) -> Box<[Island]> {
        let Self { inverse, markers, modes, joints, constraints, springs, external_joints } = self;
        let moved = |body: &usize| inverse.get(*body).is_some_and(|moved| *moved != [0.0; 2]);
        let ties = joints.iter().map(|joint| joint.bodies.to_vec());
        let ties = ties.chain(constraints.iter().map(|constraint| constraint.bodies().collect()));
        let ties = ties.chain(springs.iter().map(|spring| spring.bodies.to_vec()));
        let ties = ties.chain(external_joints.iter().map(|joint| joint.bodies.to_vec()));
        let ties: Vec<_> = ties.collect();
        let Partition { bodies, of_tie } = Partition::of(inverse.len(), |body| moved(&body), &ties);
        let draft = |bodies| Draft { bodies, ..Draft::default() };
        let mut islands: Vec<Draft> = bodies.into_iter().map(draft).collect();
        let mut of_tie = of_tie.into_iter();
        // A plan's check has made sure that one body of each joint, constraint and spring is free.
        let mut island = || of_tie.next().unwrap_or_default();
        for (number, joint) in joints.into_iter().enumerate() {
            let island = &mut islands[island()];
            island.bodies.extend(joint.bodies.into_iter().filter(|body| !moved(body)));
            island.joints.push((number, joint));
        }
        for constraint in constraints {
            let island = &mut islands[island()];
            island.bodies.extend(constraint.bodies().filter(|body| !moved(body)));
            island.constraints.push(constraint);
        }
        for spring in springs {
            let island = &mut islands[island()];
            island.bodies.extend(spring.bodies.into_iter().filter(|body| !moved(body)));
            island.springs.push(spring);
        }
        for joint in external_joints {
            let island = &mut islands[island()];
            island.bodies.extend(joint.bodies.into_iter().filter(|body| !moved(body)));
            island.external_joints.push(joint);
        }
        islands
            .into_iter()
            .map(|draft| draft.island(&inverse, &markers, &modes, settings))
            .collect()
    }
}

/// The contents of an island; bodies have the numbers of the group.
#[derive(Default)]
struct Draft {
    bodies: Vec<usize>,
    joints: Vec<(usize, GroupJoint)>,
    constraints: Vec<Constraint>,
    springs: Vec<Spring>,
    external_joints: Vec<ExternalJoint>,
}

impl Draft {
    fn island(
        self,
        inverse: &[[f64; 2]],
        markers: &[BodyFrame],
        modes: &[Mode],
        settings: Settings,
    ) -> Island {
        let Self { mut bodies, joints, constraints, mut springs, mut external_joints } = self;
        bodies.sort_unstable();
        bodies.dedup();
        // The ground, the last number of the group, is behind the bodies here, too.
        bodies.retain(|body| *body < inverse.len());
        let local = |body: usize| bodies.binary_search(&body).unwrap_or(bodies.len());
        let (numbers, joints): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
        let mut joints: Vec<GroupJoint> = joints;
        let held = Bodies::new(bodies.iter().map(|body| inverse[*body]));
        let mut own: Vec<Mode> = Vec::new();
        let mut first_of = vec![0; bodies.len() + 1];
        for (number, body) in bodies.iter().enumerate() {
            let siblings = held.first_mode() + own.len();
            first_of[number] = siblings;
            // Modes stand in the order of the bodies.
            let from = modes.partition_point(|mode| mode.body < *body);
            let of_body = modes[from..].iter().take_while(|mode| mode.body == *body);
            own.extend(of_body.map(|mode| Mode { body: number, siblings, ..mode.clone() }));
        }
        let held = held.with_modes(own);
        let move_modes = |bodies: [usize; 2], there: &mut [Attachment; 2]| {
            let sides = there.iter_mut().zip(bodies);
            sides.for_each(|(there, body)| there.modal.first = first_of[body]);
        };
        for GroupJoint { bodies, frames, .. } in &mut joints {
            *bodies = bodies.map(local);
            move_modes(*bodies, frames);
        }
        for Spring { bodies, ends, .. } in &mut springs {
            *bodies = bodies.map(local);
            move_modes(*bodies, ends);
        }
        for ExternalJoint { bodies, .. } in &mut external_joints {
            *bodies = bodies.map(local);
        }
        let constraints = constraints.into_iter().map(|constraint| {
            let mut constraint = constraint.between(local);
            if let Constraint::Pin(bodies, there) = &mut constraint {
                move_modes(*bodies, there);
            }
            constraint
        });
        let constraints = Constraints::new(constraints.collect(), &held);
        let mechanism = BodyMechanism::new(held, joints, constraints);
        let numbers_of = || vec![0.0; mechanism.bodies.rigid_coordinates()].into_boxed_slice();
        Island {
            predictor: Predictor::new(&mechanism, settings),
            markers: bodies.iter().map(|body| markers[*body]).collect(),
            joints: numbers.into(),
            springs: springs.into(),
            external_joints: external_joints.into(),
            coordinates: numbers_of(),
            velocities: numbers_of(),
            bodies: bodies.into(),
            mechanism,
        }
    }
}

impl Island {
    /// Places the bodies, not yet the joints, by the host's motions of their markers.
    pub fn place(&mut self, inputs: &[f64], time: f64) -> Result<(), Fault> {
        let states = self.coordinates.chunks_exact_mut(3).zip(self.velocities.chunks_exact_mut(3));
        for ((body, marker), (q, v)) in self.bodies.iter().zip(&self.markers).zip(states) {
            let frame = Frame::read(&inputs[Frame::COUNT * body..]);
            let Motion { position, angle, velocity, spin } = marker.centre(&Motion::from(&frame));
            q.copy_from_slice(&[position.x, position.y, angle]);
            v.copy_from_slice(&[velocity.x, velocity.y, spin]);
        }
        let BodyMechanism { bodies, constraints, .. } = &mut self.mechanism;
        bodies.begin_at(&self.coordinates);
        bodies.place(&self.coordinates, &self.velocities);
        constraints.factor(bodies).ok_or(Fault::ConstraintsClash { time })
    }

    /// Returns the memory before the first step, at `time` \[s\].
    pub fn begin(&mut self, time: f64) -> Memory {
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        predictor.begin(mechanism, HostState { coordinates, velocities }, time)
    }

    /// Advances `memory` by a step.
    pub fn step(&mut self, memory: &mut Memory, step: Step) -> Result<Outcome, Fault> {
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        predictor.step(mechanism, HostState { coordinates, velocities }, memory, step)
    }

    /// Adds the joints' loads on the bodies at their markers to `loads`, the host's.
    pub fn load_markers(&self, loads: &mut [f64]) {
        let BodyMechanism { bodies, joints, .. } = &self.mechanism;
        for (joint, load) in self.predictor.loads().iter().enumerate() {
            for (body, [fx, fy, moment]) in
                joints[joint].bodies.into_iter().zip(forces_on_bodies(load))
            {
                // The ground has no marker.
                let Some(marker) = self.markers.get(body) else { continue };
                let arm = bodies.axes[body].outward(marker.at);
                let moment = moment - Wrench::at(arm, Vector2::new(fx, fy)).moment;
                let sums = &mut loads[Load::COUNT * self.bodies[body]..][..Load::COUNT];
                sums.iter_mut().zip([fx, fy, moment]).for_each(|(sum, part)| *sum += part);
            }
        }
    }

    /// Returns the joints, in their order.
    pub fn models(&self) -> impl Iterator<Item = &JointModel> {
        self.mechanism.joints.iter().map(|joint| &joint.model)
    }

    /// Returns the joints to be changed, in their order.
    pub fn models_mut(&mut self) -> impl Iterator<Item = &mut JointModel> {
        self.mechanism.joints.iter_mut().map(|joint| &mut joint.model)
    }

    /// Returns true if `memory` can be that of this island.
    pub fn fits(&self, memory: &Memory) -> bool {
        memory.fits_mechanism(&self.mechanism)
    }

    /// Adds the reports of the joints to `totals` and passes each to `joints`, with its number in the group.
    ///
    /// They describe the last step if `stepped`, else the beginning.
    pub fn report(
        &self,
        memory: &Memory,
        stepped: bool,
        totals: &mut Totals,
        mut joints: impl FnMut(usize, LoadReport, JointReport, Option<OilReport>),
    ) {
        let Self { mechanism, predictor, .. } = self;
        let now = |slot: usize| -> Snapshot {
            if stepped {
                return predictor.snapshot(mechanism, memory, slot);
            }
            mechanism
                .contact(slot)
                .snapshot(&memory.slots[slot].point, &mechanism.touch(slot).approach())
        };
        totals.add(mechanism, predictor, memory, now, |number, joint, oil| {
            let mut load = Load::default();
            if stepped {
                let (held, arm) = (predictor.loads()[number], mechanism.joints[number].arms[1]);
                let t = held.z - Wrench::at(arm, held.xy()).moment;
                load = Load { fx: held.x, fy: held.y, t };
            }
            joints(self.joints[number], LoadReport { load }, joint, oil);
        });
    }

    /// Returns the largest accelerations of the centres of mass of free bodies inside the last step \[m/s², rad/s²\],
    /// with the bodies' numbers in the group.
    pub fn peak_accelerations(&self) -> impl Iterator<Item = (usize, &[f64])> {
        let peaks = self.predictor.peak_accelerations().chunks_exact(3);
        let moved = self.bodies.iter().zip(&self.mechanism.bodies.inverse);
        peaks
            .zip(moved)
            .filter_map(|(peak, (body, moved))| (moved[0] > 0.0).then_some((*body, peak)))
    }
}
