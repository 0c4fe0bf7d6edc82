//! Default poses of the bodies of a group: assembled by their joints.

use super::frame::BodyFrame;
use crate::group::plan::{BodyKind, Plan};
use crate::kinematics::planar::{Frame, Motion};
use nalgebra::Vector2;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

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
    let mut on = vec![Vec::new(); plan.bodies.len()];
    let mut grounded = Vec::new();
    for (index, (names, _)) in pairs.iter().enumerate() {
        for name in names {
            numbers.get(name).map_or(&mut grounded, |body| &mut on[*body]).push(index);
        }
    }
    let places = plan.bodies.iter().map(|_| None).collect();
    let mut placed =
        Placed { pairs: &pairs, numbers: &numbers, on: &on, places, ready: BinaryHeap::new() };
    for (body, plan) in plan.bodies.iter().enumerate() {
        if plan.kind == BodyKind::Prescribed {
            placed.put(body, Motion::rest());
        }
    }
    placed.place_joined();
    // Bodies that are joined to the ground, but to no prescribed body, are placed next.
    for pair in grounded {
        placed.place_across(pair, Some(Motion::rest()));
        placed.place_joined();
    }
    // Of bodies that are joined to neither, the first stands at the origin.
    for body in 0..plan.bodies.len() {
        if placed.places[body].is_none() {
            placed.put(body, Motion::rest());
            placed.place_joined();
        }
    }
    let placed = placed.places.iter().flatten().zip(&plan.bodies);
    placed.map(|(place, body)| (&BodyFrame::from(body.marker).on(place)).into()).collect()
}

/// Bodies during their placement, in which some already have a pose.
struct Placed<'a> {
    /// Names of two bodies, and the frames on them that coincide.
    pairs: &'a [([&'a str; 2], [BodyFrame; 2])],
    numbers: &'a BTreeMap<&'a str, usize>,
    /// The pairs on each body.
    on: &'a [Vec<usize>],
    places: Vec<Option<Motion<f64>>>,
    /// Pairs of which a body is placed; the one that comes first in the plan is next.
    ready: BinaryHeap<Reverse<usize>>,
}

impl Placed<'_> {
    fn put(&mut self, body: usize, place: Motion<f64>) {
        self.places[body] = Some(place);
        self.ready.extend(self.on[body].iter().map(|pair| Reverse(*pair)));
    }

    /// Places all bodies that are joined to placed ones.
    fn place_joined(&mut self) {
        while let Some(Reverse(pair)) = self.ready.pop() {
            self.place_across(pair, None);
        }
    }

    /// Places one body of a pair on the other, if that is placed.
    fn place_across(&mut self, pair: usize, ground: Option<Motion<f64>>) {
        let (names, frames) = &self.pairs[pair];
        for (from, to) in [(0, 1), (1, 0)] {
            let of = |name: &str| match self.numbers.get(name) {
                Some(body) => self.places[*body],
                None => ground,
            };
            if let (Some(place), Some(body)) = (of(names[from]), self.numbers.get(names[to]))
                && self.places[*body].is_none()
            {
                self.put(*body, frames[to].centre(&frames[from].on(&place)));
                return;
            }
        }
    }
}
