//! Balls with play in groups, groups of one joint, joints outside: momentum, energy, the single joint, small steps, mobility.

use crate::constrained::motion;
use crate::driven::Driven;
use crate::structure::momentum;
use nalgebra::{Matrix3, Matrix6, UnitQuaternion, Vector3};
use spiel::coupling::{Mobility, SpatialMember, SpatialMobility};
use spiel::group::PLAN;
use spiel::model::Build;

/// Mass \[kg\] and moment of inertia \[kg m²\] of a thrown body, the same about all axes, and the place of its joint \[m\].
const MASS: f64 = 0.5;
const INERTIA: f64 = 3e-4;
const ARM: [f64; 3] = [-0.008, 0.004, -0.02];

/// The parameters of a joint that differ from their start values, in a build.
fn parameters(build: Build) -> Build {
    build
        .with("contact.dissipation", "exact")
        .with("contact.restitution", 0.6)
        .with("friction.static", 0.15)
        .with("friction.kinetic", 0.1)
        .with("friction.stribeck_speed", 0.05)
        .with("friction.bristle_damping", 10.0)
}

/// These parameters as a group's file has them.
const PARAMETERS: &str = r#""contact": {"dissipation": "exact", "restitution": 0.6},
    "friction": {"static": 0.15, "kinetic": 0.1, "stribeck_speed": 0.05, "bristle_damping": 10}"#;

/// A group of one body in one joint of this type.
fn group(kind: &str, integrates: bool) -> Driven {
    let [x, y, z] = ARM;
    let start = Thrown::start();
    let [vx, vy, vz] = <[f64; 3]>::from(start.velocity);
    let [wx, wy, wz] = <[f64; 3]>::from(start.spin);
    let own = format!(
        r#", "start": {{"x": {}, "y": {}, "z": {}, "e0": 1, "vx": {vx}, "vy": {vy}, "vz": {vz},
            "wx": {wx}, "wy": {wy}, "wz": {wz}}}"#,
        -x, -y, -z
    );
    let [head, own] = if integrates { [r#""integrate": true,"#, &own] } else { [""; 2] };
    let text = format!(
        r#"{{"space": true, {head}
        "body": [{{"name": "b", "mass": {MASS}, "inertia": [{INERTIA}, {INERTIA}, {INERTIA}]{own}}}],
        "joint": [{{"name": "J", "type": "{kind}", "a": "ground", "b": "b", "at_b": [{x}, {y}, {z}],
          "parameters": {{{PARAMETERS}}}}}]}}"#
    );
    Driven::try_new("group", &Build::default().with_file(PLAN, text)).unwrap()
}

/// A body whose moment of inertia is the same about all axes: its host is exact under held loads but for the turning arm.
#[derive(Debug, Clone)]
struct Thrown {
    place: Vector3<f64>,
    turn: UnitQuaternion<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Thrown {
    fn start() -> Self {
        let (arm, spin) = (Vector3::from(ARM), Vector3::new(3.0, -4.0, 20.0));
        let velocity = Vector3::new(0.25, 0.08, 0.12) - spin.cross(&arm);
        Self { place: -arm, turn: UnitQuaternion::identity(), velocity, spin }
    }

    /// The motion of the body's frame at this arm, as inputs.
    fn flat(&self, arm: Vector3<f64>) -> Vec<f64> {
        let turn = self.turn.into_inner();
        let place = self.place + arm;
        let velocity = self.velocity + self.spin.cross(&arm);
        let vector = |vector: Vector3<f64>| <[f64; 3]>::from(vector);
        let quaternion = [turn.w, turn.i, turn.j, turn.k];
        [&vector(place)[..], &quaternion, &vector(velocity), &vector(self.spin)].concat()
    }

    /// Moves on under a force and a moment about the centre of mass.
    fn go(&mut self, force: Vector3<f64>, moment: Vector3<f64>, size: f64) {
        let (slower, turned) = (self.velocity, self.spin);
        self.velocity += force * (size / MASS);
        self.spin += moment * (size / INERTIA);
        self.place += (slower + self.velocity) * (0.5 * size);
        let mean = (turned + self.spin) * 0.5;
        self.turn = UnitQuaternion::from_scaled_axis(mean * size) * self.turn;
    }
}

/// Throws a body onto a joint by itself, whose host gives it the mobility.
fn alone(kind: &str, size: f64, end: f64) -> Thrown {
    let build = parameters(Build::default())
        .with("coupling.method", "predicted")
        .with("build.mobility", "given_by_input");
    let (mut joint, mut body) = (Driven::new(kind, &build), Thrown::start());
    for step in 0..(end / size).round() as u32 {
        let arm = body.turn * Vector3::from(ARM);
        let b = SpatialMember::Free { mass: MASS, inertia: Matrix3::identity() * INERTIA, arm };
        let mobility = SpatialMobility::of_pair(&SpatialMember::Ground, &b).unwrap();
        let numbers: Vec<f64> = Mobility(mobility.0).numbers().collect();
        let rest = [&[0.0; 3][..], &[1.0], &[0.0; 9]].concat();
        joint.put(&[rest, body.flat(arm), numbers].concat());
        joint.go(f64::from(step) * size, size);
        let [force, moment] =
            ["f", "t"].map(|kind| vector(&mut joint, |way| format!("load_b.{kind}{way}")));
        body.go(force, moment + arm.cross(&force), size);
    }
    body
}

/// Throws it onto the joint of a group that the host moves.
fn grouped(kind: &str, size: f64, end: f64) -> Thrown {
    let (mut unit, mut body) = (group(kind, false), Thrown::start());
    for step in 0..(end / size).round() as u32 {
        unit.put(&body.flat(Vector3::zeros()));
        unit.go(f64::from(step) * size, size);
        let [force, moment] =
            ["f", "t"].map(|kind| vector(&mut unit, |way| format!("b.{kind}{way}")));
        body.go(force, moment, size);
    }
    body
}

fn vector(unit: &mut Driven, name: impl Fn(&str) -> String) -> Vector3<f64> {
    Vector3::from(["x", "y", "z"].map(|way| unit.get(&name(way))))
}

/// Until then two impacts are over, and the body flies.
const END: f64 = 1e-3;

#[test]
fn a_group_of_one_joint_is_that_joint() {
    for kind in ["spherical_clearance", "spatial_revolute"] {
        for size in [2e-5, 1e-4] {
            let (one, other) = (alone(kind, size, END), grouped(kind, size, END));
            let start = Thrown::start();
            assert!((one.velocity - start.velocity).norm() > 0.05, "there was an impact");
            let off = (one.velocity - other.velocity).norm() / 0.3;
            let spun = (one.spin - other.spin).norm() / 20.0;
            println!("{kind} {size}: {off:.1e} {spun:.1e}");
            // The single joint's mobility is that of the step's start.
            assert!(off < 1e-3 && spun < 1e-3, "{kind} {size}: {off} {spun}");
        }
    }
}

#[test]
fn a_group_that_the_host_moves_in_small_steps_is_the_one_that_moves_itself() {
    for kind in ["spherical_clearance", "spatial_revolute"] {
        let hosted = grouped(kind, 2e-6, END);
        let mut own = group(kind, true);
        for step in 0..10 {
            own.go(f64::from(step) * 1e-4, 1e-4);
        }
        let own = motion(&mut own, "b");
        let off = (own.velocity - hosted.velocity).norm() / 0.3;
        let spun = (own.spin - hosted.spin).norm() / 20.0;
        println!("{kind}: {off:.1e} {spun:.1e}");
        assert!(off < 1e-3 && spun < 1e-3, "{kind}: {off} {spun}");
    }
}

#[test]
fn two_free_bodies_in_a_lossless_ball_joint_keep_momentum_and_energy() {
    let text = r#"{"space": true, "integrate": true,
        "body": [{"name": "a", "mass": 0.8, "inertia": [6e-4, 9e-4, 7e-4],
                  "start": {"x": 0.05, "y": 0, "z": 0.02, "e0": 1, "vx": 0.1, "vy": -0.2, "wz": 5}},
                 {"name": "b", "mass": 0.5, "inertia": [3e-4, 5e-4, 4.5e-4],
                  "start": {"x": -0.04, "y": 0.03, "z": 0, "e0": 1, "vx": -0.3, "wx": 8, "wy": -3}}],
        "joint": [{"name": "J", "type": "spherical_clearance", "a": "a", "b": "b",
                   "at_a": [-0.05, 0, -0.02], "at_b": [0.04, -0.03, 0],
                   "parameters": {"contact": {"restitution": 1}, "friction": {"model": "none"}}}]}"#;
    let unit = Driven::try_new("group", &Build::default().with_file(PLAN, text)).unwrap();
    let mut unit = unit.with("coupling.tolerance", 1e-7);
    unit.begin(0.0).unwrap();
    let (start, energy) = (momentum(&mut unit), unit.get("energy.bodies"));
    let mut impacts = 0;
    let mut before = 0.0;
    for step in 0..200 {
        unit.go(f64::from(step) * 1e-4, 1e-4);
        let peak = unit.get("J.contact.peak_normal_force");
        impacts += u32::from(before == 0.0 && peak > 0.0);
        before = peak;
    }
    let end = momentum(&mut unit);
    let linear = (end.0 - start.0).norm() / start.0.norm();
    let angular = (end.1 - start.1).norm() / start.2;
    let gain = unit.get("energy.error") / energy;
    println!("{impacts} impacts: linear {linear:.1e}, angular {angular:.1e}, energy {gain:.1e}");
    assert!(impacts > 5, "{impacts}");
    // At the default tolerance the quadrature of moments inside thirty contacts errs by 4e-10.
    assert!(linear < 1e-12 && angular < 1e-12, "{linear:e} {angular:e}");
    assert!(gain.abs() < 1e-4, "{gain:e}");
}

/// Returns the mobility that a unit reports of a joint outside.
fn reported(unit: &mut Driven, name: &str) -> Matrix6<f64> {
    let numbers: Vec<f64> =
        Mobility::<6>::names().map(|entry| unit.get(&format!("{name}.{entry}"))).collect();
    Mobility::<6>::of(&numbers).0
}

#[test]
fn the_mobility_at_a_joint_outside_is_that_of_the_bodies_and_their_constraints() {
    // A free body, turned, whose centre of mass is not in its origin; and a bar on a hinge about y.
    let text = r#"{"space": true, "integrate": true,
        "body": [{"name": "free", "mass": 0.5, "inertia": [4e-4, 3.5e-4, 1.5e-4], "centre_of_mass": [0.01, 0, 0.02],
                  "start": {"x": 1, "y": 0, "z": 0, "e0": 0.8, "e1": 0.6}},
                 {"name": "bar", "mass": 2, "inertia": [1e-3, 0.02, 0.02], "centre_of_mass": [0.2, 0, 0],
                  "start": {"x": 0, "y": 0, "z": 0, "e0": 1}}],
        "pin": [{"kind": "hinge", "a": "ground", "b": "bar", "frame_a": {"axis": [0, 1, 0]},
                 "frame_b": {"axis": [0, 1, 0]}}],
        "mobility": [{"name": "held", "a": "ground", "b": "free", "at_b": [0.002, 0.004, 0]},
                     {"name": "tip", "a": "ground", "b": "bar", "at_b": [0.5, 0, 0]},
                     {"name": "between", "a": "bar", "b": "free", "at_a": [0.5, 0, 0], "at_b": [0.002, 0.004, 0]}]}"#;
    let mut unit = Driven::try_new("group", &Build::default().with_file(PLAN, text)).unwrap();
    unit.begin(0.0).unwrap();
    let turn = UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(0.8, 0.6, 0.0, 0.0));
    let axes = turn.to_rotation_matrix().into_inner();
    let moments = Matrix3::from_diagonal(&Vector3::new(4e-4, 3.5e-4, 1.5e-4));
    let arm = turn * (Vector3::new(0.002, 0.004, 0.0) - Vector3::new(0.01, 0.0, 0.02));
    let b = SpatialMember::Free { mass: 0.5, inertia: axes * moments * axes.transpose(), arm };
    let right = SpatialMobility::of_pair(&SpatialMember::Ground, &b).unwrap().0;
    let off = (reported(&mut unit, "held") - right).norm() / right.norm();
    assert!(off < 1e-12, "{off:e}");
    let tip = reported(&mut unit, "tip");
    // The bar only turns about y.
    let turning = 1.0 / (0.02 + 2.0 * 0.2 * 0.2);
    let mut hinged = Matrix6::zeros();
    (hinged[(2, 2)], hinged[(4, 4)]) = (0.25 * turning, turning);
    (hinged[(2, 4)], hinged[(4, 2)]) = (-0.5 * turning, -0.5 * turning);
    assert!((tip - hinged).norm() < 1e-8 * hinged.norm(), "{tip}");
    // Between both: that of b, and that of a at b's point.
    let between = reported(&mut unit, "between");
    let point = Vector3::new(1.0, 0.0, 0.0) + turn * Vector3::new(0.002, 0.004, 0.0);
    let row = Vector3::y().cross(&point);
    let row = nalgebra::Vector6::new(row.x, row.y, row.z, 0.0, 1.0, 0.0);
    let both = right + row * row.transpose() * turning;
    assert!((between - both).norm() < 1e-8 * both.norm(), "{between}{both}");
    // It follows the bodies.
    unit.set("bar.ty", 1.0);
    for step in 0..100 {
        unit.go(f64::from(step) * 1e-3, 1e-3);
    }
    let there = reported(&mut unit, "tip");
    assert!((there[(4, 4)] / turning - 1.0).abs() < 1e-8 && there[(0, 0)] > 1e-3, "{there}");
}
