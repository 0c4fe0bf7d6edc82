//! Default poses of the bodies of a group: assembled by their joints.

use super::assembly::assembled;
use super::frame::BodyFrame;
use crate::group::plan::{BodyKind, BodyPlan, Plan};
use crate::kinematics::planar::{Frame, Motion};
use nalgebra::Vector2;

/// Returns the bodies' markers at rest, with the two frames of each joint, pin and external joint on each other as far
/// as the plan's loops allow.
///
/// Prescribed bodies stand at the origin, and so does the first body of those that are joined to neither these nor the
/// ground.
pub(crate) fn markers(plan: &Plan) -> Vec<Frame> {
    let point = |[x, y]: [f64; 2]| BodyFrame { at: Vector2::new(x, y), angle: 0.0 };
    let joints = plan.joints.iter().map(|joint| {
        ([&*joint.a, &*joint.b], [BodyFrame::from(joint.frame_a), BodyFrame::from(joint.frame_b)])
    });
    let pins = plan.pins.iter().map(|pin| ([&*pin.a, &*pin.b], [point(pin.at_a), point(pin.at_b)]));
    let external = plan.mobilities.iter().map(|joint| {
        ([&*joint.a, &*joint.b], [BodyFrame::from(joint.frame_a), BodyFrame::from(joint.frame_b)])
    });
    let pairs: Vec<_> = joints.chain(pins).chain(external).collect();
    let numbers = plan.numbers();
    let ends: Vec<_> =
        pairs.iter().map(|(names, _)| names.map(|name| numbers.get(name).copied())).collect();
    let prescribed = |body: &BodyPlan| (body.kind == BodyKind::Prescribed).then(Motion::rest);
    let fixed: Vec<_> = plan.bodies.iter().map(prescribed).collect();
    let placed = assembled(&fixed, &ends, Motion::rest(), |pair, back, place| {
        let [a, b] = &pairs[pair].1;
        let (from, to) = if back { (b, a) } else { (a, b) };
        to.centre(&from.on(place))
    });
    let placed = placed.iter().zip(&plan.bodies);
    placed.map(|(place, body)| (&BodyFrame::from(body.marker).on(place)).into()).collect()
}
