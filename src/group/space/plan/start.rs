//! Start poses of the bodies of a plan in space: given, or assembled by their joints.

use super::document::{PinKind, SpaceBodyPlan, SpacePlan};
use super::frame::{SpaceFramePlan, quaternion};
use super::machine::SpaceStartPlan;
use crate::group::mechanics::assembly::assembled;
use crate::group::plan::{BodyKind, check_finite};
use crate::group::space::bodies::{Frame, Pose};
use crate::ports::SpatialFrame;
use nalgebra::{UnitQuaternion, Vector3};

impl SpaceStartPlan {
    pub(crate) fn check(&self) -> Result<(), String> {
        let Self { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz } = *self;
        let given = [x, y, z, e0, e1, e2, e3].map(Option::unwrap_or_default);
        let finite = check_finite(given).and(check_finite([vx, vy, vz, wx, wy, wz]));
        finite.map_err(|why| why.to_string())?;
        self.turn().map(drop)
    }

    /// Returns the rotation that it gives, if it gives one.
    fn turn(&self) -> Result<Option<UnitQuaternion<f64>>, String> {
        let given = [self.e0, self.e1, self.e2, self.e3];
        if given.iter().all(Option::is_none) {
            return Ok(None);
        }
        let turn = quaternion(given.map(Option::unwrap_or_default));
        turn.map(Some).map_err(|length| format!("e0 … e3 have the length {length}, not 1"))
    }
}

/// Returns a frame of a plan as one of a body whose centre of mass is in its origin.
fn of_plan(frame: &SpaceFramePlan) -> Frame {
    // Plans have been checked.
    Frame { at: frame.origin(), turn: frame.turn().unwrap_or_default() }
}

/// Returns the motions of the markers at the start.
pub(crate) fn starts(plan: &SpacePlan) -> Vec<SpatialFrame> {
    let joints = plan.joints.iter().map(|it| ([&*it.a, &*it.b], [it.frame_a, it.frame_b]));
    let pins = plan.pins.iter().filter(|pin| pin.kind != PinKind::Distance);
    let pins = pins.map(|it| ([&*it.a, &*it.b], [it.frame_a, it.frame_b]));
    let outside = plan.mobilities.iter();
    let outside = outside.map(|it| ([&*it.a, &*it.b], [it.frame_a, it.frame_b]));
    let pairs: Vec<_> = joints.chain(pins).chain(outside).collect();
    let numbers = plan.numbers();
    let ends: Vec<_> =
        pairs.iter().map(|(names, _)| names.map(|name| numbers.get(name).copied())).collect();
    let given = |body: &SpaceBodyPlan| -> Option<UnitQuaternion<f64>> {
        // An orientation of the marker, as one of the body.
        let turn = body.start?.turn().ok()??;
        Some(turn * of_plan(&body.marker).turn.inverse())
    };
    let fixed = |body: &SpaceBodyPlan| -> Option<Pose> {
        if body.kind == BodyKind::Prescribed {
            return Some(Pose::origin());
        }
        let start = body.start?;
        let position = Vector3::new(start.x?, start.y?, start.z?);
        let marker = of_plan(&body.marker);
        let turn = start.turn().ok()??;
        Some(marker.body_at(&Pose { position, turn }))
    };
    let fixed: Vec<_> = plan.bodies.iter().map(fixed).collect();
    let across = |pair: usize, back: bool, place: &Pose| {
        let [a, b] = pairs[pair].1.map(|frame| of_plan(&frame));
        let (from, to, number) = if back { (b, a, ends[pair][0]) } else { (a, b, ends[pair][1]) };
        let there = from.on(place);
        let body = to.body_at(&there);
        match number.and_then(|number| given(&plan.bodies[number])) {
            Some(turn) => Pose { position: there.position - turn * to.at, turn },
            None => body,
        }
    };
    let placed = assembled(&fixed, &ends, Pose::origin(), across);
    plan.bodies.iter().zip(placed).map(|(body, place)| start_of(body, &place)).collect()
}

/// Returns the start motion of a body's marker, which is by joints at this pose of the body.
fn start_of(body: &SpaceBodyPlan, place: &Pose) -> SpatialFrame {
    let start = body.start.unwrap_or_default();
    let Pose { position, turn } = of_plan(&body.marker).on(place);
    let turn = start.turn().ok().flatten().unwrap_or(turn);
    // The shorter of the two quaternions of a rotation.
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    SpatialFrame {
        x: start.x.unwrap_or(position.x),
        y: start.y.unwrap_or(position.y),
        z: start.z.unwrap_or(position.z),
        e0: sign * turn.w,
        e1: sign * turn.i,
        e2: sign * turn.j,
        e3: sign * turn.k,
        vx: start.vx,
        vy: start.vy,
        vz: start.vz,
        wx: start.wx,
        wy: start.wy,
        wz: start.wz,
    }
}
