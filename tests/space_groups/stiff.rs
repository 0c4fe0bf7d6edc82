//! Springs and dampers far too stiff for a step of a machine in space: none blows up, and all energy lost is reported.

use crate::driven::Driven;
use crate::structure::go;
use spiel::group::PLAN;
use spiel::model::Build;

/// Two bodies of 1 kg with this spring between them, the first of them at 1 m/s.
fn pair(spring: &str) -> Driven {
    let text = format!(
        r#"{{"space": true, "integrate": true,
        "body": [{{"name": "a", "mass": 1, "inertia": [1e-3, 1e-3, 1e-3],
                  "start": {{"x": 0, "y": 0, "z": 0, "e0": 1, "vx": 1, "wy": 2}}}},
                 {{"name": "b", "mass": 1, "inertia": [1e-3, 1e-3, 1e-3],
                  "start": {{"x": 0.1, "y": 0, "z": 0, "e0": 1}}}}],
        "spring": [{{"name": "s", "a": "a", "b": "b", {spring}}}]}}"#
    );
    let mut unit = Driven::new("group", &Build::default().with_file(PLAN, text));
    unit.begin(0.0).unwrap();
    unit
}

#[test]
fn a_spring_too_stiff_for_the_step_keeps_its_energy_and_says_so() {
    for spring in [
        r#""stiffness": 1e12, "rest": 0.1"#,
        r#""stiffness": 1e15, "rest": 0.1"#,
        r#""stiffness": 1e12, "at_b": [-0.1, 0, 0]"#,
        r#""type": "bushing", "at_b": [-0.1, 0, 0], "stiffness": [1e12, 1e12, 1e12, 1e9, 1e9, 1e9]"#,
    ] {
        let mut unit = pair(spring);
        let start = 0.5 + 0.5 * 1e-3 * 4.0;
        go(&mut unit, 30, 1e-4);
        let energy = unit.get("energy.bodies") + unit.get("energy.springs");
        println!("{spring}: {:e}", energy - start);
        // The midpoint rule keeps it but for rounding and the rotation of the frames, in 30,000 parts.
        assert!((energy - start).abs() < 1e-7, "{spring}: {energy}");
        let momentum = unit.get("a.vx") + unit.get("b.vx");
        assert!((momentum - 1.0).abs() < 1e-9, "{momentum}");
        assert_eq!(unit.get("coupling.step_too_long"), 1.0);
    }
}

#[test]
fn a_damper_too_stiff_for_the_step_makes_two_bodies_one() {
    for spring in [
        r#""damping": 1e9, "rest": 0.1"#,
        r#""damping": 1e12, "at_b": [-0.1, 0, 0]"#,
        r#""stiffness": 1e12, "damping": 1e9, "at_b": [-0.1, 0, 0]"#,
        r#""type": "bushing", "at_b": [-0.1, 0, 0], "damping": [1e9, 1e9, 1e9, 0, 0, 0]"#,
        r#""type": "bushing", "at_b": [-0.1, 0, 0], "stiffness": [1e11, 1e11, 1e11, 0, 0, 0], "damping": [1e9, 1e9, 1e9, 0, 0, 0]"#,
    ] {
        let mut unit = pair(spring);
        go(&mut unit, 30, 1e-4);
        let [a, b] = ["a.vx", "b.vx"].map(|name| unit.get(name));
        let lost = unit.get("energy.damped");
        println!("{spring}: {a} {b} {lost} {:e}", unit.get("energy.error"));
        assert!((a - 0.5).abs() < 1e-5 && (b - 0.5).abs() < 1e-5, "{spring}: {a} {b}");
        assert!((lost - 0.25).abs() < 1e-4, "{spring}: {lost}");
        assert!(unit.get("energy.error").abs() < 1e-9);
    }
}
