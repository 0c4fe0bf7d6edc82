//! Single plays at rest or in one motion, and plays that are refused.

use crate::cases::build;
use crate::driven::Driven;
use crate::law::loads;
use std::f64::consts::TAU;

#[test]
fn a_play_that_closes_becomes_a_spring_without_a_jump() {
    let load = |backlash: f64| {
        let plan = build(&[("contact.stiffness", "1e4"), ("contact.dissipation", "none")]);
        let mut joint =
            Driven::new("rotational_backlash", &plan).with("geometry.backlash", backlash);
        joint.put(&[0.0, 0.0, 3e-3, 0.0]);
        joint.begin(0.0).unwrap();
        joint.go(0.0, 1e-6);
        loads(&mut joint)[1]
    };
    assert!((load(0.0) + 30.0).abs() < 1e-12);
    assert!((load(1e-9) + 30.0).abs() < 1.1e-5);
}

#[test]
fn a_loaded_play_rests_where_the_statics_say() {
    let held = |values: &[(&str, &str)], place: f64| {
        let mut joint = Driven::new("rotational_backlash", &build(values));
        joint.put(&[0.0, 0.0, place, 0.0]);
        joint.begin(0.0).unwrap();
        joint.go(0.0, 1e-6);
        loads(&mut joint)[1]
    };
    let hertz = [
        ("geometry.backlash", "4e-3"),
        ("contact.stiffness", "2e7"),
        ("contact.reference_depth", "1"),
        ("contact.exponent", "1.5"),
    ];
    // q = g + (T/K)^(1/n).
    for (torque, place) in [(1.0, 2.013572088083e-3), (20.0, 2.1e-3)] {
        assert!((held(&hertz, place) / -torque - 1.0).abs() < 1e-9);
    }
    let seated = [&hertz[..], &[("spring.preload", "5"), ("spring.stiffness", "100")]].concat();
    assert!(held(&seated, -2.038598868832e-3).abs() < 1e-9);
    // It leaves the lower flank at 5 − 100·2e-3 = 4.8 N m.
    assert!((held(&seated, -2e-3) + 4.8).abs() < 1e-12);
}

#[test]
fn impossible_plays_are_refused_by_name() {
    let why = |model: &str, values: &[(&str, &str)]| {
        Driven::try_new(model, &build(values))
            .and_then(|mut joint| joint.begin(0.0))
            .unwrap_err()
            .to_string()
    };
    let off = ("coupling.identify", "off");
    let predicted = why("gear_mesh", &[("coupling.method", "predicted"), off]);
    assert!(predicted.starts_with("coupling.mobility = 0 is outside the finite numbers above 0"));
    let error = why("gear_mesh", &[("mesh.error_amplitude", "8e-4")]);
    assert!(error.contains("tooth error turns the mesh round"), "{error}");
    let inside = why("gear_mesh", &[("mesh.kind", "internal_teeth"), ("mesh.radius_b", "0.02")]);
    assert!(inside.starts_with("mesh.radius_b = 0.02 is outside"), "{inside}");
    assert!(
        why("rotational_backlash", &[("geometry.backlash", "3.2")])
            .starts_with("geometry.backlash = 3.2 is outside")
    );
    assert!(
        why("translational_backlash", &[("geometry.backlash", "-1")])
            .starts_with("geometry.backlash = -1 is outside")
    );
    let drag = [("drag.model", "lugre"), ("drag.static", "0.1"), ("drag.kinetic", "0.2")];
    assert!(why("rotational_backlash", &drag).starts_with("drag.static = 0.1 is outside"));
}

#[test]
fn a_gear_keeps_count_of_wrapped_angles() {
    let wheel = |wrap: bool| {
        let plan = build(&[("contact.stiffness", "1e6")]);
        let mut joint = Driven::new("gear_mesh", &plan);
        let wrapped = |angle: f64| if wrap { (angle + 3.0).rem_euclid(TAU) - 3.0 } else { angle };
        // 100 rad/s at the pinion, in steps of 1 ms; the wheel lags by 2e-4 m along the line of action.
        let inputs =
            |time: f64| [wrapped(100.0 * time), 100.0, wrapped(-50.0 * time + 2e-4 / 0.06), -50.0];
        joint.put(&inputs(0.0));
        joint.begin(0.0).unwrap();
        (0..1000)
            .map(|step| {
                let time = f64::from(step) * 1e-3;
                joint.put(&inputs(time));
                joint.go(time, 1e-3);
                loads(&mut joint)[1]
            })
            .collect::<Vec<f64>>()
    };
    for (one, other) in wheel(true).into_iter().zip(wheel(false)) {
        assert!((one - other).abs() < 1e-6 && one != 0.0, "{one} {other}");
    }
}
