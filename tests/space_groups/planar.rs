//! Machines that stay in a plane: the group in space gives the motion of the group in the plane.

use crate::driven::Driven;
use spiel::group::PLAN;
use spiel::model::Build;

/// Returns a crank on an ideal pin, and a bar that hangs on it by a joint with play; the crank is thrown round.
fn planar() -> Driven {
    let plan = r#"{"integrate": true, "gravity": [0, -9.81],
        "body": [
            {"name": "crank", "mass": 0.4, "inertia": 5e-4, "start": {"x": 0.04, "y": 0, "phi": 0, "vy": 0.4, "w": 10}},
            {"name": "bar", "mass": 0.6, "inertia": 5.3e-3, "start": {"x": 0.26, "y": 0, "phi": 0, "vy": 0.8}}],
        "pin": [{"a": "ground", "b": "crank", "at_b": [-0.04, 0]}],
        "joint": [{"name": "J", "type": "revolute_clearance", "a": "crank", "b": "bar", "at_a": [0.04, 0],
          "at_b": [-0.18, 0], "parameters": {PARAMETERS}}]}"#;
    let parameters = r#""geometry": {"bearing_radius": 0.01, "clearance": 5e-5},
        "contact": {"elastic": "hertz", "restitution": 0.6}, "friction": {"static": 0.15, "kinetic": 0.1}"#;
    let plan = plan.replace("PARAMETERS", parameters);
    Driven::new("group", &Build::default().with_file(PLAN, plan))
}

/// Returns the same machine in space, on a hinge and in a socket.
fn in_space() -> Driven {
    let plan = r#"{"space": true, "integrate": true, "gravity": [0, -9.81, 0],
        "body": [
            {"name": "crank", "mass": 0.4, "inertia": [2e-4, 4e-4, 5e-4],
             "start": {"x": 0.04, "y": 0, "z": 0, "e0": 1, "vy": 0.4, "wz": 10}},
            {"name": "bar", "mass": 0.6, "inertia": [1.2e-4, 5.2e-3, 5.3e-3],
             "start": {"x": 0.26, "y": 0, "z": 0, "e0": 1, "vy": 0.8}}],
        "pin": [{"kind": "hinge", "a": "ground", "b": "crank", "at_b": [-0.04, 0, 0]}],
        "joint": [{"name": "J", "type": "spherical_clearance", "a": "crank", "b": "bar", "at_a": [0.04, 0, 0],
          "at_b": [-0.18, 0, 0], "parameters": {PARAMETERS}}]}"#;
    let parameters = r#""geometry": {"socket_radius": 0.01, "clearance": 5e-5},
        "contact": {"restitution": 0.6}, "friction": {"static": 0.15, "kinetic": 0.1}"#;
    let plan = plan.replace("PARAMETERS", parameters);
    Driven::new("group", &Build::default().with_file(PLAN, plan))
}

#[test]
fn a_machine_that_stays_in_a_plane_moves_in_space_as_in_the_plane() {
    let mut largest = Vec::new();
    for size in [2e-5, 1e-5] {
        let (mut plane, mut space) = (planar(), in_space());
        let mut off = 0.0_f64;
        for _ in 0..(0.02_f64 / size).round() as u32 {
            plane.next(size);
            space.next(size);
        }
        for body in ["crank", "bar"] {
            for part in ["x", "y"] {
                let name = format!("{body}.{part}");
                off = off.max((plane.get(&name) - space.get(&name)).abs());
            }
            assert_eq!(space.get(&format!("{body}.z")), 0.0);
        }
        let contact = plane.get("J.energy.dissipated") - space.get("J.energy.dissipated");
        println!("{size}: {off:e} m, {contact:e} J of {:e}", plane.get("J.energy.dissipated"));
        largest.push(off);
    }
    // Both are of second order in the parts of a step; asked: 1e-6.
    assert!(largest[1] < 1e-6, "{largest:?}");
}

/// Two bars on a bushing with coupled directions, whose frames are turned on both; the second is thrown.
fn on_a_bushing(in_space: bool) -> Driven {
    let matrices = |numbers: [[f64; 6]; 2]| {
        numbers.map(|[xx, xy, xr, yy, yr, rr]| {
            if in_space {
                // Stiff and loose out of the plane, where nothing moves.
                format!(
                    "[{xx}, {xy}, 0, 0, 0, {xr}, {yy}, 0, 0, 0, {yr}, 5e3, 0, 0, 0, 3, 0, 0, 3, 0, {rr}]"
                )
            } else {
                format!("[{xx}, {xy}, {xr}, {yy}, {yr}, {rr}]")
            }
        })
    };
    let [k, d] = matrices([[4e3, 5e2, 20.0, 2e3, -30.0, 4.0], [2.0, 0.3, 0.01, 1.0, -0.01, 0.01]]);
    let text = if in_space {
        format!(
            r#"{{"space": true, "integrate": true, "gravity": [0.5, -9.81, 0],
            "body": [
                {{"name": "a", "mass": 0.4, "inertia": [2e-4, 4e-4, 5e-4],
                 "start": {{"x": 0, "y": 0, "z": 0, "e0": 1}}}},
                {{"name": "b", "mass": 0.6, "inertia": [1.2e-4, 5.2e-3, 5.3e-3],
                 "start": {{"x": 0.23, "y": 0.03, "z": 0, "e0": 1, "vx": 0.3, "vy": 0.5, "wz": 30}}}}],
            "spring": [{{"name": "s", "type": "bushing", "a": "a", "b": "b",
              "frame_a": {{"x": 0.05, "x_axis": [0.8, 0.6, 0], "axis": [0, 0, 1]}},
              "frame_b": {{"x": -0.17, "x_axis": [0.6, 0.8, 0], "axis": [0, 0, 1]}},
              "stiffness": {k}, "damping": {d}}}]}}"#
        )
    } else {
        let [a, b] = [0.6_f64.asin(), 0.8_f64.asin()];
        format!(
            r#"{{"integrate": true, "gravity": [0.5, -9.81],
            "body": [
                {{"name": "a", "mass": 0.4, "inertia": 5e-4, "start": {{"x": 0, "y": 0, "phi": 0}}}},
                {{"name": "b", "mass": 0.6, "inertia": 5.3e-3,
                 "start": {{"x": 0.23, "y": 0.03, "phi": 0, "vx": 0.3, "vy": 0.5, "w": 30}}}}],
            "spring": [{{"name": "s", "type": "bushing", "a": "a", "b": "b",
              "frame_a": {{"x": 0.05, "angle": {a}}}, "frame_b": {{"x": -0.17, "angle": {b}}},
              "stiffness": {k}, "damping": {d}}}]}}"#
        )
    };
    Driven::new("group", &Build::default().with_file(PLAN, text))
}

#[test]
fn a_bushing_in_the_plane_is_that_in_space() {
    let (mut plane, mut space) = (on_a_bushing(false), on_a_bushing(true));
    for _ in 0..200 {
        plane.next(5e-4);
        space.next(5e-4);
    }
    let each =
        ["a.x", "a.y", "b.x", "b.y"].iter().map(|name| (plane.get(name) - space.get(name)).abs());
    let largest = each.fold(0.0, f64::max);
    let [lost, other] = [&mut plane, &mut space].map(|unit| unit.get("energy.damped"));
    println!("{largest:e} m, {lost} {other} J, {:e}", plane.get("energy.error"));
    assert!(lost > 0.1 && (lost / other - 1.0).abs() < 1e-3, "{lost} {other}");
    assert!(plane.get("energy.error").abs() < 1e-3 * lost);
    // Parts are as long as the bushing's vibration allows, 0.02 and 0.01 rad: both are of the second order.
    assert!(largest < 1e-6, "{largest:e}");
    let mut bad = on_a_bushing(false).with("s.stiffness.xy", 5e3);
    let why = bad.begin(0.0).unwrap_err().to_string();
    assert!(why.starts_with("spring s: stiffness has the eigenvalue -"), "{why}");
}
