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
