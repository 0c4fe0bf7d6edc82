//! Where the bodies of a group are before a host has said so: put together by their joints.

use super::bodies::Fixed;
use super::plan::{BodyKind, FramePlan, GROUND, Plan};
use crate::planar::{Frame, Motion};
use nalgebra::Vector2;

impl From<FramePlan> for Fixed {
    fn from(frame: FramePlan) -> Self {
        Self { at: Vector2::new(frame.x, frame.y), angle: frame.angle }
    }
}

/// The bodies' markers at rest, each joint and pin with its two frames on each other as far as the
/// plan's loops allow. Prescribed bodies stand at the origin, as does what hangs on nothing else.
pub(super) fn markers(plan: &Plan) -> Vec<Frame> {
    let point = |[x, y]: [f64; 2]| Fixed { at: Vector2::new(x, y), angle: 0.0 };
    let joints = plan.joints.iter().map(|joint| {
        ([&*joint.a, &*joint.b], [Fixed::from(joint.frame_a), Fixed::from(joint.frame_b)])
    });
    let pins = plan.pins.iter().map(|pin| ([&*pin.a, &*pin.b], [point(pin.at_a), point(pin.at_b)]));
    let links: Vec<_> = joints.chain(pins).collect();
    let first = |kind: BodyKind| (kind == BodyKind::Prescribed).then(Motion::<f64>::rest);
    let mut places: Vec<_> = plan.bodies.iter().map(|body| first(body.kind)).collect();
    loop {
        while hang_on(plan, &links, &mut places, None) {}
        // Nothing hangs on what stands: perhaps on the ground, else the next one stands by itself.
        if !hang_on(plan, &links, &mut places, Some(Motion::rest())) {
            match places.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(Motion::rest()),
                None => break,
            }
        }
    }
    let placed = places.iter().flatten().zip(&plan.bodies);
    placed.map(|(place, body)| (&Fixed::from(body.marker).on(place)).into()).collect()
}

/// Places one body by a link to one that stands; false if there is none.
fn hang_on(
    plan: &Plan,
    links: &[([&str; 2], [Fixed; 2])],
    places: &mut [Option<Motion<f64>>],
    ground: Option<Motion<f64>>,
) -> bool {
    for (names, frames) in links {
        let of = |name: &str| {
            if name == GROUND { ground } else { plan.body(name).and_then(|body| places[body]) }
        };
        for (from, to) in [(0, 1), (1, 0)] {
            let (Some(stands), Some(body)) = (of(names[from]), plan.body(names[to])) else {
                continue;
            };
            if places[body].is_none() {
                places[body] = Some(frames[to].centre(&frames[from].on(&stands)));
                return true;
            }
        }
    }
    false
}
