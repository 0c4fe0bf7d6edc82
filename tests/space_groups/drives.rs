//! Drives of machines in space: moments that keep a speed, torques, their work and their reactions.

use crate::driven::Driven;
use crate::structure::{go, momentum};
use nalgebra::Vector3;
use spiel::group::PLAN;
use spiel::model::Build;

fn machine(text: &str) -> Result<Driven, String> {
    let unit = Driven::try_new("group", &Build::default().with_file(PLAN, text));
    unit.map_err(|why| why.to_string())
}

/// A bar on a hinge about y at its end, driven.
fn bar(drive: &str) -> Result<Driven, String> {
    machine(&format!(
        r#"{{"space": true, "integrate": true, "gravity": [0, 0, -9.81],
        "body": [{{"name": "bar", "mass": 2, "inertia": [1e-3, 0.02, 0.02], "centre_of_mass": [0.2, 0, 0],
                  "start": {{"x": 0, "y": 0, "z": 0, "e0": 1}}}}],
        "pin": [{{"kind": "hinge", "a": "ground", "b": "bar", "frame_a": {{"axis": [0, 1, 0]}},
                 "frame_b": {{"axis": [0, 1, 0]}}}}],
        "drive": [{{"body": "bar", "frame_a": {{"axis": [0, 1, 0]}}, {drive}}}]}}"#
    ))
}

#[test]
fn a_drive_exerts_the_moment_that_its_speed_takes() {
    let mut unit = bar(r#""speed": 5"#).unwrap();
    unit.begin(0.0).unwrap();
    let size = 1e-3;
    for step in 0..2000 {
        unit.go(f64::from(step) * size, size);
        // The first step begins at rest. The mean of the moment against gravity, about y: −m g l cos φ.
        if step > 0 {
            let angle = 5.0 * (f64::from(step) + 0.5) * size;
            let right = -2.0 * 9.81 * 0.2 * angle.cos();
            let off = unit.get("bar.drive_moment") - right;
            assert!(off.abs() < 2e-5 * 3.924, "{step}: {off:e}");
        }
    }
    // It begins with its speed: the work is that of the height.
    let right = 2.0 * 9.81 * -0.2 * 10.0_f64.sin();
    let work = unit.get("energy.drive");
    assert!((work - right).abs() < 1e-5 && unit.get("energy.error").abs() < 1e-5, "{work} {right}");
}

#[test]
fn a_torque_turns_a_body_and_does_its_work() {
    let mut unit = bar(r#""torque": -6"#).unwrap().with("gravity.z", 0.0);
    unit.begin(0.0).unwrap();
    go(&mut unit, 1000, 1e-3);
    let (inertia, angle) = (0.02 + 2.0 * 0.04, 0.5 * 6.0 / 0.1);
    let (speed, work) = (6.0 / inertia, 6.0 * angle);
    // Parts of 0.01 rad are of the second order.
    assert!((unit.get("bar.wy") / -speed - 1.0).abs() < 1e-5, "{}", unit.get("bar.wy"));
    // Nearly five turns.
    assert!((unit.get("energy.drive") / work - 1.0).abs() < 1e-5, "{}", unit.get("energy.drive"));
    assert!(unit.get("energy.error").abs() < 2e-5 * work);
    // Its parameter may be set before the start.
    let mut slower = bar(r#""torque": -6"#).unwrap().with("gravity.z", 0.0).with("bar.torque", 3.0);
    slower.begin(0.0).unwrap();
    go(&mut slower, 100, 1e-3);
    assert!((slower.get("bar.wy") - 3.0).abs() < 1e-4);
}

#[test]
fn a_motor_between_free_bodies_keeps_their_momentum() {
    let text = r#"{"space": true, "integrate": true,
        "body": [{"name": "a", "mass": 0.8, "inertia": [6e-4, 9e-4, 7e-4],
                  "start": {"x": 0, "y": 0, "z": 0, "e0": 1, "wx": 2}},
                 {"name": "b", "mass": 0.5, "inertia": [3e-4, 5e-4, 4.5e-4],
                  "start": {"x": 0, "y": 0, "z": 0.1, "e0": 1, "wx": 2, "vy": -0.2}}],
        "pin": [{"kind": "hinge", "a": "a", "b": "b", "at_a": [0, 0, 0.05], "at_b": [0, 0, -0.05]}],
        "drive": [{"a": "a", "body": "b", "torque": 0.01}]}"#;
    let mut unit = machine(text).unwrap();
    unit.begin(0.0).unwrap();
    let (_, start, scale) = momentum(&mut unit);
    go(&mut unit, 1000, 1e-3);
    let off = (momentum(&mut unit).1 - start).norm() / scale;
    let spin = |unit: &mut Driven, body: &str| {
        Vector3::from(["x", "y", "z"].map(|way| unit.get(&format!("{body}.w{way}"))))
    };
    let turning = spin(&mut unit, "b") - spin(&mut unit, "a");
    println!("{off:e}, turning {turning}");
    assert!(off < 1e-6 && turning.norm() > 20.0, "{off:e} {turning}");
    assert!(unit.get("energy.error").abs() < 1e-5, "{}", unit.get("energy.error"));
}

#[test]
fn a_drive_has_a_speed_or_a_torque() {
    for (drive, which) in [(r#""speed": 1, "torque": 1"#, "both"), (r#""a": "ground""#, "neither")]
    {
        let error = bar(drive).err().unwrap();
        assert!(
            error.contains(&format!("drive of bar: it has {which} of speed and torque")),
            "{error}"
        );
    }
}
