//! Both kinds of ports: equal joints behind them, and curved paths.

use crate::driven::Driven;
use crate::typed::flat;
use nalgebra::Vector2;
use proptest::prelude::*;
use spiel::kinematics::planar::{Axes, Frame, Motion};
use spiel::model::Build;
use spiel::ports::{PortKind, WorldInputs};
use spiel::{Choice, Value};

const JOINTS: [(&str, f64); 4] = [
    // The joint and the approximate distance of its bodies when they touch [m].
    ("revolute_clearance", 5e-4),
    ("translational_clearance", 5e-4),
    ("rough_interface", 1e-7),
    ("sliced_pin", 1e-4),
];

fn joint(name: &str, ports: PortKind, coupling: i32) -> Driven {
    let build = Build::default().with("build.ports", ports.name());
    Driven::new(name, &build).with("coupling.method", Value::Integer(coupling))
}

fn motion(frame: &Frame) -> Motion<f64> {
    Motion {
        position: Vector2::new(frame.x, frame.y),
        angle: frame.phi,
        velocity: Vector2::new(frame.vx, frame.vy),
        spin: frame.w,
    }
}

/// The inputs of relative ports for these bodies.
fn relative(inputs: &WorldInputs) -> [f64; 6] {
    let b = motion(&inputs.frame_a).relative(&motion(&inputs.frame_b));
    let Motion { position, angle, velocity, spin } = b;
    [position.x, position.y, angle, velocity.x, velocity.y, spin]
}

/// Both bodies in arbitrary motion, b `apart` from a in some direction.
fn bodies(numbers: [f64; 11], apart: f64) -> WorldInputs {
    let [x, y, phi, vx, vy, w, direction, reach, speed_x, speed_y, spin] = numbers;
    let frame_a = Frame { x, y, phi: 3.0 * phi, vx, vy, w: 20.0 * w };
    let (sin, cos) = (3.0 * direction).sin_cos();
    let distance = apart * (1.0 + 0.05 * reach);
    let frame_b = Frame {
        x: x + distance * cos,
        y: y + distance * sin,
        phi: frame_a.phi + 1e-3 * spin,
        vx: vx + 0.1 * speed_x,
        vy: vy + 0.1 * speed_y,
        w: 20.0 * spin,
    };
    WorldInputs { frame_a, frame_b }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_kinds_of_ports_give_the_same_loads(
        moments in prop::collection::vec(prop::array::uniform11(-1.0..1.0_f64), 1..4),
        joint_number in 0..JOINTS.len(), coupling in 1..3_i32, size in 1e-7..1e-5_f64,
    ) {
        let (name, apart) = JOINTS[joint_number];
        let [mut world, mut relative_to_a] =
            [PortKind::World, PortKind::Relative].map(|ports| joint(name, ports, coupling));
        for (index, numbers) in moments.into_iter().enumerate() {
            let inputs = bodies(numbers, apart);
            // The inputs of relative ports are computed here as there: only loads are tested.
            world.put(&flat(&inputs));
            relative_to_a.put(&relative(&inputs));
            let start = index as f64 * size;
            world.go(start, size);
            relative_to_a.go(start, size);
            let [ax, ay, at, bx, by, bt] = world.loads();
            let [fx, fy, torque, rx, ry, rt] = relative_to_a.loads();
            let axes = Axes::rotated(inputs.frame_a.phi);
            let (force, reaction) =
                (axes.outward(Vector2::new(fx, fy)), axes.outward(Vector2::new(rx, ry)));
            let scale = force.norm() + reaction.norm();
            let same = |a: f64, b: f64| (a - b).abs() <= 1e-12 * scale;
            prop_assert!(same(force.x, bx) && same(force.y, by), "{name}: {force} {bx} {by}");
            prop_assert!(same(reaction.x, ax) && same(reaction.y, ay), "{name}");
            prop_assert!(same(torque, bt) && same(rt, at), "{name}: {torque} {bt}, {rt} {at}");
        }
    }

    #[test]
    fn a_pair_that_turns_as_one_feels_no_friction(
        spin in -50.0..50.0_f64, direction in 0.0..6.3_f64, which in 0..2_usize,
    ) {
        // Two joints whose friction depends on speeds; the others depend on displacements.
        let (name, apart) = [JOINTS[0], JOINTS[3]][which];
        let mut joint = joint(name, PortKind::World, 1);
        let (sin, cos) = direction.sin_cos();
        let distance = 1.02 * apart;
        let frame_a = Frame { w: spin, ..Frame::default() };
        let frame_b = Frame {
            x: distance * cos,
            y: distance * sin,
            vx: -spin * distance * sin,
            vy: spin * distance * cos,
            w: spin,
            ..Frame::default()
        };
        joint.put(&flat(&WorldInputs { frame_a, frame_b }));
        joint.begin(0.0).unwrap();
        let [.., bx, by, bt] = joint.loads();
        let (normal, along) = (bx * cos + by * sin, by * cos - bx * sin);
        prop_assert!(normal < -1.0 && along.abs() < 1e-12 * normal.abs(), "{along} {normal}");
        prop_assert!(bt.abs() < 1e-12 * normal.abs());
    }
}

/// The mean load on a journal that is pushed into its bearing, with rates given or not.
fn mean(ports: PortKind, acceleration: f64, size: f64, given: bool) -> f64 {
    let mut joint = joint("revolute_clearance", ports, 2);
    let (x, vx, load) = match ports {
        PortKind::World => ("frame_b.x", "frame_b.vx", "load_b.fx"),
        PortKind::Relative => ("r_rel.x", "v_rel.x", "force.x"),
    };
    joint.set("contact.elastic", Value::Integer(1));
    joint.set(x, 5.05e-4);
    joint.set(vx, 0.1);
    joint.begin(0.0).unwrap();
    if given {
        let vx = joint.number(vx);
        joint.block.put_rate(vx, acceleration).unwrap();
    }
    joint.go(0.0, size);
    joint.get(load)
}

#[test]
fn a_given_acceleration_bends_the_path_through_the_step() {
    let (acceleration, size) = (1e5, 1e-5);
    for ports in [PortKind::World, PortKind::Relative] {
        let straight = mean(ports, acceleration, size, false);
        let bent = mean(ports, acceleration, size, true);
        // δ is deeper by aτ²/2 and faster by aτ: the mean of K δ^1.5 (1 + χ δ̇/δ̇⁻).
        let (stiffness, chi, onset) = (6.61e10_f64, 3.0 * 0.1 / (2.0 * 0.9), 0.1);
        let average = |a: f64| {
            let force = |t: f64| {
                let (depth, rate) = (5e-6 + 0.1 * t + 0.5 * a * t * t, 0.1 + a * t);
                -stiffness * depth.powf(1.5) * (1.0 + chi * rate / onset)
            };
            let parts = 1000;
            (0..parts).map(|k| force((k as f64 + 0.5) / parts as f64 * size)).sum::<f64>()
                / parts as f64
        };
        let (expected, ratio) = (average(acceleration) / average(0.0), bent / straight);
        assert!((ratio / expected - 1.0).abs() < 1e-4, "{ports:?}: {ratio} {expected}");
        assert!(ratio > 1.5);
    }
}

#[test]
fn rates_hold_for_one_step_only() {
    let mut joint = joint("revolute_clearance", PortKind::World, 2);
    let pressed = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.05e-4];
    joint.put(&pressed);
    // From here on, the requested loads are those of a step of that size.
    joint.next(1e-5);
    joint.put(&pressed);
    let plain = joint.loads();
    joint.block.put_rate(9, 1e6).unwrap();
    joint.block.put_rate(6, 1.0).unwrap();
    let contradiction = joint.block.contradiction().unwrap();
    assert_eq!((contradiction.index, contradiction.rate, contradiction.velocity), (6, 1.0, 0.0));
    let bent = joint.loads();
    assert!(bent[0] > 2.0 * plain[0]);
    joint.next(1e-5);
    assert_eq!(joint.loads(), bent);
    joint.put(&pressed);
    assert!((joint.loads()[0] / plain[0] - 1.0).abs() < 1e-12);
    assert!(joint.block.put_rate(0, f64::NAN).is_err() && joint.block.put_rate(12, 1.0).is_err());
}

#[test]
fn a_joint_of_one_coordinate_has_no_choice_of_ports() {
    let build = Build::default().with("build.ports", "relative");
    let fault = Driven::try_new("gear_mesh", &build).err().unwrap();
    let refusal = "build.ports is not a variable of gear_mesh that could be set";
    assert_eq!(fault.to_string(), refusal);
    assert_eq!(PortKind::named("relative"), Some(PortKind::Relative));
}
