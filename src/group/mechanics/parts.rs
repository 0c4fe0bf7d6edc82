//! The bodies, joints and constraints of a plan with the values of their parameters.

use super::attachment::{Attachment, ModalShape};
use super::constraint::Constraint;
use super::frame::BodyFrame;
use super::island::Parts;
use super::joint::JointModel;
use super::mechanism::GroupJoint;
use super::modes::Mode;
use crate::base::Fault;
use crate::group::plan::{
    BodyKind, BodyParameters, BodyPlan, FlexiblePlan, FramePlan, JointParameters, ModePlan, Plan,
    Point,
};
use crate::kinematics::planar::{Axes, Motion};
use model_description::Quantities;
use nalgebra::Vector2;

/// The parts of a plan, and the parameters that are not theirs.
pub(crate) struct Drawn<'a> {
    pub parts: Parts,
    /// Index of the first parameter of each joint.
    pub parameters_at: Box<[usize]>,
    /// The parameters behind those of the joints.
    pub rest: &'a [f64],
    /// The centres of mass in the bodies' own frames \[m\].
    pub centres: Vec<Vector2<f64>>,
}

/// Makes the parts of a plan that has been checked; the parameters of its free bodies and joints stand in front.
pub(crate) fn of_plan<'a>(
    plan: &Plan,
    own: &[JointParameters],
    parameters: &'a [f64],
) -> Result<Drawn<'a>, Fault> {
    let is_free = |body: &&BodyPlan| body.kind == BodyKind::Free;
    let free_bodies = plan.bodies.iter().filter(is_free).count();
    let (free, of_joints) = parameters.split_at(BodyParameters::COUNT * free_bodies);
    let mut free = free.chunks_exact(BodyParameters::COUNT).map(BodyParameters::read);
    // Centre of mass in the body's own frame, and 1/m, 1/J.
    let bodies = plan.bodies.iter().map(|body| match body.kind {
        BodyKind::Prescribed => (Vector2::from(body.centre_of_mass), [0.0; 2]),
        BodyKind::Free => {
            let BodyParameters { mass, inertia, centre_of_mass: centre } =
                free.next().unwrap_or_default();
            (Vector2::new(centre.x, centre.y), [mass.recip(), inertia.recip()])
        }
    });
    let (centres, inverse): (Vec<_>, Vec<_>) = bodies.unzip();
    let ground = plan.bodies.len();
    let numbers = plan.numbers();
    let number = |name: &str| numbers.get(name).copied().unwrap_or(ground);
    let attached = |body: usize, frame: &FramePlan| attached(plan, &centres, body, frame);
    let (mut joints, mut parameters_at, mut rest) = (Vec::new(), Vec::new(), of_joints);
    for (plan, own) in plan.joints.iter().zip(own) {
        parameters_at.push(parameters.len() - rest.len());
        let model;
        (model, rest) = JointModel::of_plan(plan, own.clone(), rest)?;
        let [a, b] = [&plan.a, &plan.b].map(|name| number(name));
        joints.push(GroupJoint {
            bodies: [a, b],
            frames: [attached(a, &plan.frame_a), attached(b, &plan.frame_b)],
            model,
            seat: Axes::rotated(plan.frame_a.angle),
            axes: Axes::same(),
            motion: Motion::rest(),
            arms: [Vector2::zeros(); 2],
            slots: 0..0,
        });
    }
    let pins = plan.pins.iter().map(|pin| {
        let [a, b] = [&pin.a, &pin.b].map(|name| number(name));
        Constraint::Pin([a, b], [attached(a, &point(pin.at_a)), attached(b, &point(pin.at_b))])
    });
    let welds = plan.welds.iter().map(|weld| Constraint::Weld([number(&weld.a), number(&weld.b)]));
    let locks = plan.locks.iter().flat_map(|lock| {
        let body = number(&lock.body);
        lock.directions.iter().map(move |direction| Constraint::Lock(body, *direction as usize))
    });
    let markers = plan.bodies.iter().zip(&centres);
    let from_centre = |(plan, centre): (&BodyPlan, &Vector2<f64>)| {
        let FramePlan { x, y, angle } = plan.marker;
        BodyFrame { at: Vector2::new(x, y) - centre, angle }
    };
    let parts = Parts {
        markers: markers.map(from_centre).collect(),
        constraints: pins.chain(welds).chain(locks).collect(),
        modes: modes(plan),
        inverse,
        joints,
        springs: Vec::new(),
        external_joints: Vec::new(),
    };
    Ok(Drawn { parts, parameters_at: parameters_at.into(), rest, centres })
}

/// Returns a frame of a body, or of the ground behind the last one, for these centres of mass; the body's modes are
/// counted from 0.
pub(crate) fn attached(
    plan: &Plan,
    centres: &[Vector2<f64>],
    body: usize,
    frame: &FramePlan,
) -> Attachment {
    let at = [frame.x, frame.y];
    let shape = plan.bodies.get(body).map(|body| body.shape_at(at)).unwrap_or_default();
    let centre = centres.get(body).copied().unwrap_or_default();
    let frame = BodyFrame { at: Vector2::from(at) - centre, angle: frame.angle };
    Attachment { frame, modal: ModalShape { first: 0, shape } }
}

/// Returns a point of a body as a frame.
pub(crate) fn point([x, y]: Point) -> FramePlan {
    FramePlan { x, y, angle: 0.0 }
}

/// Returns the modes of all bodies, in the order of the bodies.
fn modes(plan: &Plan) -> Vec<Mode> {
    let bodies = plan.bodies.iter().enumerate();
    let of_body = |(number, body): (usize, &BodyPlan)| -> Vec<(usize, f64, ModePlan)> {
        let Some(FlexiblePlan { damping, modes, .. }) = &body.flexible else { return Vec::new() };
        modes.iter().map(|mode| (number, *damping, mode.clone())).collect()
    };
    let mode = |(number, (body, damping, plan)): (usize, (usize, f64, ModePlan))| {
        let frequency = plan.frequency * std::f64::consts::TAU;
        let stiffness = frequency * frequency;
        Mode {
            number,
            body,
            mass: plan.mass,
            stiffness,
            damping: damping * stiffness,
            stretch: plan.stretch,
            turning: plan.turning.into(),
            siblings: 0,
        }
    };
    bodies.flat_map(of_body).enumerate().map(mode).collect()
}
