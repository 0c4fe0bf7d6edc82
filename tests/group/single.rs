//! A group against joints by themselves.

use crate::driven::Driven;
use crate::machine::paper;
use nalgebra::Vector2;
use spiel::group::{BodyPlan, FramePlan, GROUND, JointKind, JointPlan, Plan};
use spiel::kinematics::planar::{Motion, Wrench};
use spiel::model::Build;
use spiel_examples::plant::Body;

fn body(name: &str, mass: f64, inertia: f64) -> BodyPlan {
    BodyPlan {
        name: name.into(),
        kind: Default::default(),
        mass: Some(mass),
        inertia: Some(inertia),
        centre_of_mass: [0.0; 2],
        marker: FramePlan::default(),
        start: None,
        flexible: None,
        variables: Vec::new(),
    }
}

fn joint(name: &str, kind: JointKind, at: f64) -> JointPlan {
    let frame = FramePlan { x: at, ..FramePlan::default() };
    JointPlan {
        name: name.into(),
        kind,
        cells: None,
        profile: None,
        a: GROUND.into(),
        b: "link".into(),
        frame_a: frame,
        frame_b: frame,
        parameters: paper(),
        variables: Vec::new(),
    }
}

/// A body under its weight, a turning force and the given load; one step.
fn carry(body: &mut Body, [fx, fy, t]: [f64; 3], time: f64, step: f64) {
    let (sin, cos) = (200.0 * (time + 0.5 * step)).sin_cos();
    let load = Wrench { force: Vector2::new(fx, fy), moment: t };
    let outer = Vector2::new(60.0 * cos, 60.0 * sin - 9.81 * body.mass);
    let (acceleration, turning) = ((load.force + outer) / body.mass, load.moment / body.inertia);
    body.position += step * (body.velocity + 0.5 * step * acceleration);
    body.angle += step * (body.spin + 0.5 * step * turning);
    body.velocity += step * acceleration;
    body.spin += step * turning;
}

fn start(mass: f64, inertia: f64, spin: f64) -> Body {
    let (position, velocity) = (Vector2::zeros(), Vector2::new(0.1, 0.2));
    Body { mass, inertia, position, angle: 0.0, velocity, spin }
}

#[test]
fn a_group_of_one_joint_is_that_joint() {
    for (kind, name) in [
        (JointKind::RevoluteClearance, "revolute_clearance"),
        (JointKind::TranslationalClearance, "translational_clearance"),
    ] {
        let (mass, inertia) = (1.5, 1e-3);
        let plan = Plan {
            bodies: vec![body("link", mass, inertia)],
            joints: vec![joint("B", kind, 0.0)],
            ..Plan::default()
        };
        let mut group = Driven::group(&plan);
        let build = Build { start: paper().0, ..Build::default() };
        let mut single = Driven::new(name, &build)
            .with("coupling.method", 3)
            .with("coupling.mobility_xx", mass.recip())
            .with("coupling.mobility_yy", mass.recip())
            .with("coupling.mobility_phiphi", inertia.recip())
            .with("coupling.filter", 1.0);
        let (mut together, mut alone) = (start(mass, inertia, 3.0), start(mass, inertia, 3.0));
        let step = 1e-4;
        let mut pressed = 0.0;
        for index in 0..300 {
            let time = f64::from(index) * step;
            group.step(&[together.frame(Vector2::zeros())], time, step);
            single.step(&[Motion::rest(), alone.frame(Vector2::zeros())], time, step);
            let (one, other) = (group.load(0), single.load(1));
            for (one, other) in one.into_iter().zip(other) {
                pressed += one.abs();
                // Contact doubles rounding errors a few times.
                let off = (one - other).abs();
                assert!(off < 1e-6 * (one.abs() + 1.0), "{name} at {time}: {one} {other}");
            }
            carry(&mut together, one, time, step);
            carry(&mut alone, other, time, step);
        }
        assert!(pressed > 1e3);
        let work = ["B.energy.dissipated", "energy.dissipated"].map(|name| group.get(name));
        assert!(work[0] > 1e-3 && work[0] == work[1], "{work:?}");
        let lost = single.get("energy.dissipated");
        assert!((work[0] - lost).abs() < 1e-6 * lost, "{work:?} {lost}");
        let [one, other] =
            [&mut group, &mut single].map(|block| block.get("coupling.work_mismatch"));
        assert!((one - other).abs() < 1e-6 && one < 1e-3, "{one} {other}");
    }
}

/// A light link hung up in two bearings: impulse of its contacts and energy lost in 50 ms.
fn link(step: f64) -> [f64; 2] {
    let (mass, inertia) = (0.1, 1e-4);
    let pin = JointKind::RevoluteClearance;
    let plan = Plan {
        bodies: vec![body("link", mass, inertia)],
        joints: vec![joint("left", pin, -0.05), joint("right", pin, 0.05)],
        ..Plan::default()
    };
    let mut group = Driven::group(&plan);
    let mut body = start(mass, inertia, 3.0);
    let (mut impulse, count) = (0.0, (0.05 / step).round() as u32);
    for index in 0..count {
        let time = f64::from(index) * step;
        group.step(&[body.frame(Vector2::zeros())], time, step);
        impulse += group.get("coupling.impulse");
        carry(&mut body, group.load(0), time, step);
    }
    let mismatch = group.get("coupling.work_mismatch");
    println!("H = {step:e}: {impulse} N s, {} J, {mismatch:e}", group.get("energy.dissipated"));
    assert!(mismatch < 5e-3, "{step:e}: {mismatch:e}");
    [impulse, group.get("energy.dissipated")]
}

#[test]
fn two_stiff_joints_on_a_light_body_tolerate_large_steps() {
    let right = link(1e-6);
    for step in [1e-5, 5e-5, 1e-4, 2e-4] {
        for (value, right) in link(step).into_iter().zip(right) {
            assert!((value / right - 1.0).abs() < 0.05, "{step:e}: {value} {right}");
        }
    }
}

/// Impulse of one frictionless impact held by a single step, with this tolerance inside the step.
fn impulse_of_an_impact(elastic: i32, tolerance: f64) -> f64 {
    let plan = Plan {
        bodies: vec![body("link", 1.5, 1e-3)],
        joints: vec![joint("B", JointKind::RevoluteClearance, 0.0)],
        ..Plan::default()
    };
    let mut group = Driven::group(&plan)
        .with("B.friction.model", 1)
        .with("B.contact.elastic", elastic)
        .with("coupling.tolerance", tolerance);
    let body = start(1.5, 1e-3, 0.0);
    group.step(&[body.frame(Vector2::zeros())], 0.0, 4e-3);
    group.get("coupling.impulse")
}

#[test]
fn the_impulse_of_an_impact_follows_the_tolerance() {
    // Hertz, Kelvin and Voigt, hybrid.
    for elastic in 1..=3 {
        let right = impulse_of_an_impact(elastic, 1e-8);
        let errors = [1e-3, 1e-4, 1e-5, 1e-6].map(|tolerance| {
            (impulse_of_an_impact(elastic, tolerance) / right - 1.0).abs() / tolerance
        });
        println!("{elastic}: {errors:.3?}");
        let right_size = errors.iter().all(|error| *error < 1.0);
        assert!(right_size, "{elastic}: {right} N s, {errors:?}");
    }
}
