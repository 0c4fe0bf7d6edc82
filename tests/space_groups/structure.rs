//! Symmetries of groups in space, limits in which they are something simpler, refusals, snapshots.

use crate::constrained::{motion, unit};
use crate::driven::Driven;
use crate::machines::{self, Machine};
use nalgebra::{UnitQuaternion, Vector3};
use spiel::group::PLAN;
use spiel::model::Build;

fn group(text: &str) -> Result<Driven, String> {
    Driven::try_new("group", &Build::default().with_file(PLAN, text)).map_err(|why| why.to_string())
}

pub fn go(unit: &mut Driven, steps: u32, size: f64) {
    for step in 0..steps {
        unit.go(f64::from(step) * size, size);
    }
}

#[test]
fn turning_the_world_turns_the_result() {
    let machine = machines::chain();
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.7, -1.1, 0.4));
    let mut plan = machine.plan.clone();
    let turned = |vector: [f64; 3]| <[f64; 3]>::from(turn * Vector3::from(vector));
    plan.gravity = plan.gravity.map(turned);
    for body in &mut plan.bodies {
        let start = body.start.as_mut().unwrap();
        let [x, y, z] = turned([start.x.unwrap(), start.y.unwrap(), start.z.unwrap()]);
        (start.x, start.y, start.z) = (Some(x), Some(y), Some(z));
        let [e0, e1, e2, e3] = [start.e0, start.e1, start.e2, start.e3].map(Option::unwrap);
        let old = UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(e0, e1, e2, e3));
        let new = turn * old;
        (start.e0, start.e1, start.e2, start.e3) =
            (Some(new.w), Some(new.i), Some(new.j), Some(new.k));
        [start.vx, start.vy, start.vz] = turned([start.vx, start.vy, start.vz]);
        [start.wx, start.wy, start.wz] = turned([start.wx, start.wy, start.wz]);
    }
    for joint in &mut plan.joints {
        // The frames on the ground turn with the world.
        if joint.a == "ground" {
            let frame = &mut joint.frame_a;
            [frame.x, frame.y, frame.z] = turned([frame.x, frame.y, frame.z]);
            // A bearing's x axis does not matter.
            frame.axis = frame.axis.map(turned);
        }
    }
    let mut one = unit(&machine);
    let mut other = unit(&Machine { plan, ..machines::chain() });
    go(&mut one, 100, 1e-4);
    go(&mut other, 100, 1e-4);
    for body in ["link1", "link2"] {
        let (here, there) = (motion(&mut one, body), motion(&mut other, body));
        // Contacts amplify the rounding of their directions.
        assert!((turn * here.place - there.place).norm() < 1e-9, "{body}");
        assert!((turn * here.velocity - there.velocity).norm() < 1e-6, "{body}");
    }
}

#[test]
fn the_order_of_bodies_and_joints_changes_nothing() {
    let machine = machines::fourbar(true);
    let mut plan = machine.plan.clone();
    plan.bodies.reverse();
    plan.pins.reverse();
    let (mut one, mut other) = (unit(&machine), unit(&Machine { plan, ..machines::fourbar(true) }));
    go(&mut one, 60, 1e-4);
    go(&mut other, 60, 1e-4);
    for body in machine.bodies() {
        let off = motion(&mut one, &body).place - motion(&mut other, &body).place;
        assert!(off.norm() < 1e-9, "{body}: {off}");
    }
}

/// Mass \[kg\] and principal moments of inertia \[kg m²\] of the two bodies of a pair.
const PAIR: [(&str, f64, [f64; 3]); 2] =
    [("a", 0.8, [6e-4, 9e-4, 7e-4]), ("b", 0.5, [3e-4, 5e-4, 4.5e-4])];

/// Returns momentum and angular momentum of a pair, and the sum of the sizes of the parts of the latter.
pub fn momentum(unit: &mut Driven) -> (Vector3<f64>, Vector3<f64>, f64) {
    let (mut linear, mut angular, mut scale) = (Vector3::zeros(), Vector3::zeros(), 0.0);
    for (body, mass, inertia) in PAIR {
        let now = motion(unit, body);
        let own = now.turn.inverse() * now.spin;
        let turning = now.turn * own.component_mul(&Vector3::from(inertia));
        let orbit = now.place.cross(&(now.velocity * mass));
        linear += now.velocity * mass;
        angular += orbit + turning;
        scale += orbit.norm() + turning.norm();
    }
    (linear, angular, scale)
}

#[test]
fn momentum_of_free_bodies_stays() {
    // At the default tolerance, which the quadrature of moments inside contacts has too, angular momentum errs by 2e-12.
    let mut pair = unit(&machines::pair(false)).with("coupling.tolerance", 1e-5);
    pair.begin(0.0).unwrap();
    let start = momentum(&mut pair);
    go(&mut pair, 200, 1e-4);
    let end = momentum(&mut pair);
    let linear = (end.0 - start.0).norm() / start.0.norm();
    let angular = (end.1 - start.1).norm() / start.2;
    println!("linear {linear:e}, angular {angular:e}");
    assert!(linear < 1e-12, "{linear:e}");
    assert!(angular < 1e-12, "{angular:e}");
}

#[test]
fn redundant_hinges_share_their_load_by_the_least_norm() {
    // Two ideal hinges carry a door: its weight along their line is shared evenly.
    let plan = r#"{"space": true, "integrate": true, "gravity": [0, 0, -9.81],
        "body": [{"name": "frame", "kind": "prescribed"},
                 {"name": "door", "mass": 6, "inertia": [0.16, 0.3, 0.2], "centre_of_mass": [0.3, 0, 0]}],
        "pin": [{"kind": "hinge", "a": "frame", "b": "door", "at_a": [0, 0, -0.2], "at_b": [0, 0, -0.2]},
                {"kind": "hinge", "a": "frame", "b": "door", "at_a": [0, 0, 0.2], "at_b": [0, 0, 0.2]}]}"#;
    let mut unit = group(plan).unwrap();
    go(&mut unit, 10, 1e-3);
    assert_eq!(unit.get("constraints.redundant"), 5.0, "10 rows of rank 5");
    // All of the weight is on the frame, about the hinge line at its marker.
    let [fz, ty] = ["frame.fz", "frame.ty"].map(|name| unit.get(name));
    assert!((fz + 6.0 * 9.81).abs() < 1e-8, "{fz}");
    assert!((ty - 0.3 * 6.0 * 9.81).abs() < 1e-8, "{ty}");
    assert!(unit.get("door.z").abs() < 1e-12 && unit.get("energy.error").abs() < 1e-12);
}

#[test]
fn a_bushing_holds_a_body_and_loses_nothing_without_a_damper() {
    let plan = r#"{"space": true, "integrate": true, "gravity": [0, 0, -9.81],
        "body": [{"name": "block", "mass": 2, "inertia": [0.01, 0.02, 0.015],
                  "start": {"x": 0, "y": 0, "z": 0, "e0": 0.9553, "e1": 0.1, "e2": 0.2, "e3": 0.1936}}],
        "spring": [{"name": "mount", "type": "bushing", "a": "ground", "b": "block",
                    "at_b": [0.1, 0, 0.05], "stiffness": [3000, 2000, 4000, 20, 30, 25]}]}"#;
    let mut unit = group(plan).unwrap();
    unit.begin(0.0).unwrap();
    let all = unit.get("energy.bodies") + unit.get("energy.springs");
    go(&mut unit, 4000, 2.5e-4);
    let error = unit.get("energy.error");
    println!("{error:e} of {all}");
    assert!(error.abs() < 2e-4 * all.abs(), "{error:e} of {all}");
    assert!(unit.get("energy.springs") > 0.0);
}

#[test]
fn a_snapshot_goes_on_as_the_unit_did() {
    let mut one = unit(&machines::fourbar(true));
    go(&mut one, 40, 1e-4);
    let state = one.block.save().unwrap();
    let mut other = unit(&machines::fourbar(true));
    other.begin(0.0).unwrap();
    other.block.restore(&state).unwrap();
    for step in 40..80 {
        for unit in [&mut one, &mut other] {
            unit.go(f64::from(step) * 1e-4, 1e-4);
        }
    }
    for body in ["crank", "coupler", "rocker"] {
        assert_eq!(motion(&mut one, body), motion(&mut other, body));
    }
}

#[test]
fn flaws_are_refused_with_the_thing_the_value_and_the_way_out() {
    let body = |more: &str| {
        format!(
            r#"{{"space": true, "integrate": true,
               "body": [{{"name": "door", "mass": 1, "inertia": [1, 1, 1], "start": {{"x": 0}}}}], {more}}}"#
        )
    };
    let with = |field: &str, value: &str| {
        let text = r#"{"space": true, "integrate": true, "body": [{"name": "door", "mass": 1, "start": {"x": 0}, "inertia": [1, 1, 1]}]}"#;
        let text =
            text.replace(&format!("\"{field}\": [1, 1, 1]"), &format!("\"{field}\": {value}"));
        text.replace(&format!("\"{field}\": 1,"), &format!("\"{field}\": {value},"))
    };
    let pin = |frame: &str| {
        body(&format!(
            r#""pin": [{{"kind": "hinge", "a": "ground", "b": "door", "frame_a": {frame}}}]"#
        ))
    };
    for (text, why) in [
        (with("inertia", "0.2"), "inertia = 0.2 is one number; in space it needs Ixx, Iyy, Izz (, Ixy, Ixz, Iyz)"),
        (with("inertia", "[1, 1, -1]"), "all must be above 0"),
        (with("inertia", "[0.1, 0.1, 0.3]"), "principal moments 0.1000, 0.1000, 0.3000 break the triangle rule"),
        (with("mass", "-2"), "mass = -2 is not a finite number above 0"),
        (pin(r#"{"axis": [0, 0, 0]}"#), "has no direction"),
        (pin(r#"{"axis": [0, 0, 1], "x_axis": [0, 0, 2]}"#), "x_axis is parallel to axis"),
        (pin(r#"{"rotation": [0.5, 0, 0, 0]}"#), "rotation has the length 0.5, not 1"),
        (pin(r#"{"rotation": [1, 0, 0, 0], "axis": [0, 0, 1]}"#), "give axis or rotation, not both"),
        (
            body(r#""joint": [{"name": "B", "type": "revolute_clearance", "a": "ground", "b": "door"}]"#),
            "revolute_clearance is planar and this group is in space; use spatial_revolute",
        ),
        (
            body(r#""spring": [{"name": "mount", "type": "bushing", "a": "ground", "b": "door", "stiffness": [1, 1, 1, 1, -3, 1]}]"#),
            "spring mount: stiffness has the eigenvalue -3",
        ),
        (
            body(r#""spring": [{"name": "mount", "type": "bushing", "a": "ground", "b": "door", "stiffness": 5}]"#),
            "= 5 is one number; a bushing needs 6",
        ),
        (
            body(r#""lock": [{"body": "door", "directions": ["x", "x"]}]"#),
            "directions must name x, y, z, rx, ry or rz, each once",
        ),
        (body(r#""pin": [{"kind": "distance", "a": "ground", "b": "door"}]"#), "length is missing"),
        (
            r#"{"space": true, "integrate": true, "body": [{"name": "c", "mass": 1, "inertia": [1, 1, 1]}]}"#.to_owned(),
            "body c: nothing holds or touches it",
        ),
        (
            r#"{"body": [{"name": "c", "mass": 1, "inertia": 1}], "joint": [{"name": "B", "type": "spatial_revolute", "a": "ground", "b": "c"}]}"#.to_owned(),
            "spatial_revolute is a joint in space and this group is planar",
        ),
    ] {
        let error = group(&text).err().unwrap_or_default();
        assert!(error.contains(why), "{text}\n{error}");
    }
}

#[test]
fn constraints_that_cannot_be_met_are_named() {
    let refused = |more: &str| {
        let text = format!(
            r#"{{"space": true, "integrate": true, "body": [{{"name": "crank", "mass": 1, "inertia": [1, 1, 1],
               "start": {{"x": 0, "y": 0, "z": 0}}}}], {more}}}"#
        );
        group(&text).unwrap().begin(0.0).unwrap_err().to_string()
    };
    let error = refused(
        r#""lock": [{"body": "crank", "directions": ["x", "y", "z", "rx", "ry", "rz"]}],
           "drive": [{"body": "crank", "speed": 20}]"#,
    );
    assert!(
        error.contains("drive of crank contradicts lock of crank")
            || error.contains("lock of crank contradicts drive of crank"),
        "{error}"
    );
    let error = refused(
        r#""pin": [{"a": "ground", "b": "crank"}, {"a": "ground", "b": "crank", "at_a": [0.1, 0, 0], "at_b": [0.102, 0, 0]}]"#,
    );
    assert!(error.contains("pin of ground and crank: cannot be closed"), "{error}");
    assert!(error.contains("mm remain after 50 moves"), "{error}");
    let plan = r#"{"space": true, "integrate": true, "body": [{"name": "crank", "mass": 1, "inertia": [1, 1, 1],
        "start": {"x": 0, "y": 0, "z": 0, "e0": 1}}],
        "pin": [{"kind": "hinge", "a": "ground", "b": "crank", "frame_b": {"axis": [1, 0, 0]}}]}"#;
    let error = group(plan).unwrap().begin(0.0).unwrap_err().to_string();
    assert!(error.contains("its axes are more than 30 degrees off"), "{error}");
}

#[test]
fn a_machine_that_starts_outside_its_play_is_refused() {
    let mut plan = machines::door().plan;
    plan.bodies[0].start.as_mut().unwrap().x = Some(0.2);
    let refused =
        |plan| unit(&Machine { plan, ..machines::door() }).begin(0.0).unwrap_err().to_string();
    let error = refused(plan);
    let way = "move body door by (-0.0673, 0.0000, -0.0000) m or leave out its start";
    assert!(error.contains("the clearance is 0.1 mm") && error.ends_with(way), "{error}");
    // A journal that has left its bearing along the axis touches nothing.
    let mut plan = machines::door().plan;
    plan.bodies[0].start.as_mut().unwrap().z = Some(0.3);
    let error = refused(plan);
    assert!(error.contains("joint lower: its frames are 300.0 mm apart"), "{error}");
}
