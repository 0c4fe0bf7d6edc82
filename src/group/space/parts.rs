//! The bodies, joints and constraints of a group in space, made from its plan.

use super::bodies::{Frame, Mass};
use super::constraint::{Constraint, Kept};
use super::external_joint::ExternalJoint;
use super::mechanism::GroupJoint;
use super::plan::{
    BodyInertia, PinKind, SpaceDirection, SpaceFramePlan, SpaceLoadPlan, SpacePlan,
    SpaceSpringKind, check_inertia,
};
use super::springs::{Applied, Spring, SpringKind};
use crate::base::Fault;
use crate::group::mechanics::joint::JointModel;
use crate::group::plan::{BodyKind, JointParameters, Numbers};
use crate::kinematics::spatial::Motion;
use crate::laws::bushing::Bushing;
use crate::model::Files;
use model_description::Quantities;
use nalgebra::{Matrix3, Vector3};

/// Rows of joints that keep the origins together, and of those that keep the z axes parallel.
const TOGETHER: [Kept; 3] = [Kept::Place(0), Kept::Place(1), Kept::Place(2)];
const PARALLEL: [Kept; 2] = [Kept::RightAngle(1, 2), Kept::RightAngle(0, 2)];
/// The row that keeps x of b normal to y of a.
const UNTURNED: Kept = Kept::RightAngle(1, 0);

/// All bodies of a group, and the joints, constraints, springs and loads on them; bodies have the numbers of the group.
pub(crate) struct Parts {
    pub masses: Vec<Mass>,
    /// Markers of the bodies.
    pub markers: Vec<Frame>,
    pub joints: Vec<GroupJoint>,
    pub constraints: Vec<Constraint>,
    pub springs: Vec<Spring>,
    pub applied: Vec<Applied>,
    pub external_joints: Vec<ExternalJoint>,
    /// Frames at which the host gives a load and gets the motion: bodies that it does not move, then ports.
    pub ports: Vec<(usize, Frame)>,
}

/// A plan with the centres of mass of its bodies.
struct Drawing<'a> {
    plan: &'a SpacePlan,
    numbers: Numbers<'a>,
    centres: Vec<Vector3<f64>>,
}

/// Returns the frame at a point of a body with the body's axes.
fn point([x, y, z]: [f64; 3]) -> SpaceFramePlan {
    SpaceFramePlan { x, y, z, ..SpaceFramePlan::default() }
}

impl Drawing<'_> {
    /// Returns the number of a body; the ground follows the bodies.
    fn number(&self, name: &str) -> usize {
        self.numbers.get(name).copied().unwrap_or(self.plan.bodies.len())
    }

    /// Returns a frame of a body.
    fn frame(&self, body: usize, frame: &SpaceFramePlan) -> Frame {
        let centre = self.centres.get(body).copied().unwrap_or_default();
        // Plans have been checked.
        Frame { at: frame.origin() - centre, turn: frame.turn().unwrap_or_default() }
    }

    fn frames(&self, bodies: [usize; 2], frames: [&SpaceFramePlan; 2]) -> [Frame; 2] {
        [0, 1].map(|side| self.frame(bodies[side], frames[side]))
    }

    fn pins(&self) -> impl Iterator<Item = Constraint> {
        self.plan.pins.iter().map(|pin| {
            let bodies = [&pin.a, &pin.b].map(|name| self.number(name));
            let kept: Vec<Kept> = match pin.kind {
                PinKind::Ball => TOGETHER.to_vec(),
                PinKind::Hinge => [&TOGETHER[..], &PARALLEL].concat(),
                PinKind::Cylinder => [&TOGETHER[..2], &PARALLEL].concat(),
                PinKind::Slider => [&TOGETHER[..2], &PARALLEL, &[UNTURNED]].concat(),
                PinKind::Universal => [&TOGETHER[..], &[Kept::RightAngle(0, 1)]].concat(),
                PinKind::Distance => vec![Kept::Distance(pin.length.unwrap_or(0.0))],
            };
            Constraint {
                name: format!("pin of {} and {}", pin.a, pin.b).into(),
                bodies,
                frames: self.frames(bodies, [&pin.frame_a, &pin.frame_b]),
                kept: kept.into(),
                from_start: false,
                drive: None,
            }
        })
    }

    /// Returns a constraint between a body and frame a of another, which the start decides.
    fn by_start(
        &self,
        name: String,
        [a, b]: [&str; 2],
        frame_a: &SpaceFramePlan,
        kept: &[Kept],
    ) -> Constraint {
        let bodies = [a, b].map(|name| self.number(name));
        Constraint {
            name: name.into(),
            bodies,
            frames: self.frames(bodies, [frame_a, &SpaceFramePlan::default()]),
            kept: kept.into(),
            from_start: true,
            drive: None,
        }
    }

    fn welds(&self) -> impl Iterator<Item = Constraint> {
        let all = [&TOGETHER[..], &PARALLEL, &[UNTURNED]].concat();
        self.plan.welds.iter().map(move |weld| {
            let name = format!("weld of {} and {}", weld.a, weld.b);
            self.by_start(name, [&weld.a, &weld.b], &SpaceFramePlan::default(), &all)
        })
    }

    fn locks(&self) -> impl Iterator<Item = Constraint> {
        self.plan.locks.iter().map(|lock| {
            let kept = |direction: &SpaceDirection| match direction {
                SpaceDirection::X => Kept::Place(0),
                SpaceDirection::Y => Kept::Place(1),
                SpaceDirection::Z => Kept::Place(2),
                SpaceDirection::Rx => PARALLEL[0],
                SpaceDirection::Ry => PARALLEL[1],
                SpaceDirection::Rz => UNTURNED,
            };
            let kept: Vec<_> = lock.directions.iter().map(kept).collect();
            let a = lock.a.as_deref().unwrap_or_default();
            let name = format!("lock of {}", lock.body);
            self.by_start(name, [a, &lock.body], &lock.frame_a, &kept)
        })
    }

    fn drives(&self) -> impl Iterator<Item = Constraint> {
        self.plan.drives_of_speed().enumerate().map(|(number, (drive, speed))| {
            let a = drive.a.as_deref().unwrap_or_default();
            let name = format!("drive of {}", drive.body);
            let kept = [Kept::Spin(speed)];
            let constraint = self.by_start(name, [a, &drive.body], &drive.frame_a, &kept);
            Constraint { drive: Some(number), ..constraint }
        })
    }

    fn motors(&self) -> impl Iterator<Item = Spring> {
        self.plan.drives_of_torque().map(|(drive, torque)| {
            let a = drive.a.as_deref().unwrap_or_default();
            let bodies = [a, &drive.body].map(|name| self.number(name));
            let frame_b = SpaceFramePlan::default();
            let frames = self.frames(bodies, [&drive.frame_a, &frame_b]);
            Spring { kind: SpringKind::Torque(torque), bodies, frames }
        })
    }

    fn springs(&self) -> impl Iterator<Item = Spring> {
        self.plan.springs.iter().map(|spring| {
            let bodies = [&spring.a, &spring.b].map(|name| self.number(name));
            // Plans have been checked.
            let [stiffness, damping] = [&spring.stiffness, &spring.damping].map(|numbers| {
                numbers.matrix::<6>(spring.kind == SpaceSpringKind::Bushing).unwrap_or_default()
            });
            let numbers = [stiffness[(0, 0)], damping[(0, 0)], spring.rest];
            let kind = match spring.kind {
                SpaceSpringKind::Line => SpringKind::Line(numbers),
                SpaceSpringKind::Turn => SpringKind::Turn(numbers),
                SpaceSpringKind::Bushing => {
                    SpringKind::Bushing(Box::new(Bushing { stiffness, damping }))
                }
            };
            Spring { kind, bodies, frames: self.frames(bodies, [&spring.frame_a, &spring.frame_b]) }
        })
    }
}

/// Returns mass and centre of mass of a free body with these parameters.
fn body(name: &str, parameters: &BodyInertia) -> Result<(Mass, Vector3<f64>), Fault> {
    let BodyInertia { mass, inertia: i, centre_of_mass: c } = *parameters;
    let tensor = Matrix3::new(i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz);
    check_inertia(&tensor).map_err(|why| Fault::from(format!("body {name}: {why}")))?;
    Ok((Mass::of(mass, tensor), Vector3::new(c.x, c.y, c.z)))
}

/// The parts of a plan, the index of the first parameter of each joint, and the parameters behind those of the joints.
type Drawn<'a> = (Parts, Box<[usize]>, &'a [f64]);

/// Makes the parts of a plan that has been checked, with the parameters of free bodies and joints off the front of
/// `parameters`.
pub(crate) fn of_plan<'a>(
    plan: &SpacePlan,
    own: &[JointParameters],
    parameters: &'a [f64],
) -> Result<Drawn<'a>, Fault> {
    let mut rest = parameters;
    let (mut masses, mut centres) = (Vec::new(), Vec::new());
    for plan in &plan.bodies {
        let (mass, centre) = match plan.kind {
            BodyKind::Prescribed => (Mass::fixed(), Vector3::from(plan.centre_of_mass)),
            BodyKind::Free => {
                let (first, behind) = rest.split_at(BodyInertia::COUNT);
                rest = behind;
                body(&plan.name, &BodyInertia::read(first))?
            }
        };
        masses.push(mass);
        centres.push(centre);
    }
    let drawing = Drawing { plan, numbers: plan.numbers(), centres };
    let (mut joints, mut parameters_at) = (Vec::new(), Vec::new());
    for (plan, own) in plan.joints.iter().zip(own) {
        parameters_at.push(parameters.len() - rest.len());
        let model;
        let new = plan.kind.single().new;
        (model, rest) = JointModel::new(&plan.name, own.clone(), rest, new, &Files::new())?;
        let bodies = [&plan.a, &plan.b].map(|name| drawing.number(name));
        joints.push(GroupJoint {
            bodies,
            ends: [&plan.a, &plan.b].map(|name| name.as_str().into()),
            frames: drawing.frames(bodies, [&plan.frame_a, &plan.frame_b]),
            model,
            axes: Matrix3::identity(),
            arms: [Vector3::zeros(); 2],
            motion: Motion::rest(),
        });
    }
    let markers: Vec<_> =
        plan.bodies.iter().enumerate().map(|(body, it)| drawing.frame(body, &it.marker)).collect();
    let constraints = drawing.pins().chain(drawing.welds()).chain(drawing.locks());
    let load = |plan: &SpaceLoadPlan| {
        let body = drawing.number(&plan.body);
        let ([fx, fy, fz], [tx, ty, tz]) = (plan.force, plan.moment);
        let load = [fx, fy, fz, tx, ty, tz];
        Applied { body, frame: drawing.frame(body, &point(plan.at)), load, rate: [0.0; 6] }
    };
    let free = plan.bodies.iter().enumerate().filter(|(_, body)| body.kind == BodyKind::Free);
    let ports = plan.ports.iter().map(|port| {
        let body = drawing.number(&port.body);
        (body, drawing.frame(body, &port.frame))
    });
    let outside = plan.mobilities.iter().enumerate().map(|(number, joint)| {
        let bodies = [&joint.a, &joint.b].map(|name| drawing.number(name));
        ExternalJoint { number, bodies, frame: drawing.frame(bodies[1], &joint.frame_b) }
    });
    let parts = Parts {
        external_joints: outside.collect(),
        constraints: constraints.chain(drawing.drives()).collect(),
        springs: drawing.springs().chain(drawing.motors()).collect(),
        applied: plan.loads.iter().map(load).collect(),
        ports: free.map(|(body, _)| (body, markers[body])).chain(ports).collect(),
        masses,
        markers,
        joints,
    };
    Ok((parts, parameters_at.into(), rest))
}
