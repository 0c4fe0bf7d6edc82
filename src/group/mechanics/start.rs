//! Where the bodies of a group are before a host has said so: put together by their joints.

use super::bodies::Fixed;
use crate::group::plan::{BodyKind, FramePlan, Plan};
use crate::kinematics::planar::{Frame, Motion};
use nalgebra::Vector2;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

impl From<FramePlan> for Fixed {
    fn from(frame: FramePlan) -> Self {
        Self { at: Vector2::new(frame.x, frame.y), angle: frame.angle }
    }
}

/// The bodies' markers at rest, each joint, pin and open place with its two frames on each other as far as the
/// plan's loops allow. Prescribed bodies stand at the origin, as does what hangs on nothing else.
pub(crate) fn markers(plan: &Plan) -> Vec<Frame> {
    let point = |[x, y]: [f64; 2]| Fixed { at: Vector2::new(x, y), angle: 0.0 };
    let joints = plan.joints.iter().map(|joint| {
        ([&*joint.a, &*joint.b], [Fixed::from(joint.frame_a), Fixed::from(joint.frame_b)])
    });
    let pins = plan.pins.iter().map(|pin| ([&*pin.a, &*pin.b], [point(pin.at_a), point(pin.at_b)]));
    let open = plan
        .mobilities
        .iter()
        .map(|open| ([&*open.a, &*open.b], [Fixed::from(open.frame_a), Fixed::from(open.frame_b)]));
    let links: Vec<_> = joints.chain(pins).chain(open).collect();
    let numbers = plan.numbers();
    let mut on = vec![Vec::new(); plan.bodies.len()];
    let mut grounded = Vec::new();
    for (index, (names, _)) in links.iter().enumerate() {
        for name in names {
            numbers.get(name).map_or(&mut grounded, |body| &mut on[*body]).push(index);
        }
    }
    let places = plan.bodies.iter().map(|_| None).collect();
    let mut placed =
        Placed { links: &links, numbers: &numbers, on: &on, places, ready: BinaryHeap::new() };
    for (body, plan) in plan.bodies.iter().enumerate() {
        if plan.kind == BodyKind::Prescribed {
            placed.put(body, Motion::rest());
        }
    }
    placed.hang();
    // What hangs on nothing that stands hangs on the ground,
    for link in grounded {
        placed.hang_on(link, Some(Motion::rest()));
        placed.hang();
    }
    // or one of it stands by itself.
    for body in 0..plan.bodies.len() {
        if placed.places[body].is_none() {
            placed.put(body, Motion::rest());
            placed.hang();
        }
    }
    let placed = placed.places.iter().flatten().zip(&plan.bodies);
    placed.map(|(place, body)| (&Fixed::from(body.marker).on(place)).into()).collect()
}

/// Bodies on their way to their places.
struct Placed<'a> {
    /// Names of two bodies, and the frames on them that are one.
    links: &'a [([&'a str; 2], [Fixed; 2])],
    numbers: &'a BTreeMap<&'a str, usize>,
    /// The links on each body.
    on: &'a [Vec<usize>],
    places: Vec<Option<Motion<f64>>>,
    /// Links on bodies that stand; the first of the plan is next.
    ready: BinaryHeap<Reverse<usize>>,
}

impl Placed<'_> {
    fn put(&mut self, body: usize, place: Motion<f64>) {
        self.places[body] = Some(place);
        self.ready.extend(self.on[body].iter().map(|link| Reverse(*link)));
    }

    /// Places all that hangs on what stands.
    fn hang(&mut self) {
        while let Some(Reverse(link)) = self.ready.pop() {
            self.hang_on(link, None);
        }
    }

    /// Places one body of a link on the other, if that stands.
    fn hang_on(&mut self, link: usize, ground: Option<Motion<f64>>) {
        let (names, frames) = &self.links[link];
        for (from, to) in [(0, 1), (1, 0)] {
            let of = |name: &str| match self.numbers.get(name) {
                Some(body) => self.places[*body],
                None => ground,
            };
            if let (Some(stands), Some(body)) = (of(names[from]), self.numbers.get(names[to]))
                && self.places[*body].is_none()
            {
                self.put(*body, frames[to].centre(&frames[from].on(&stands)));
                return;
            }
        }
    }
}
