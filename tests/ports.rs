//! Both kinds of ports: the same joint behind them, and paths that bend.

use nalgebra::Vector2;
use proptest::prelude::*;
use spiel::joints::ports::{Inputs, PortKind};
use spiel::joints::{Listed, Options, find};
use spiel::planar::{Axes, Frame, Motion};
use spiel::unit::Unit;
use spiel::{Choice, Quantities, Value};

const JOINTS: [(&str, f64); 4] = [
    // The joint and about how far its bodies are apart when they touch [m].
    ("revolute_clearance", 5e-4),
    ("translational_clearance", 5e-4),
    ("rough_interface", 1e-7),
    ("sliced_pin", 1e-4),
];

fn unit(joint: &Listed, ports: PortKind, coupling: i32) -> Box<dyn Unit> {
    let mut unit = (joint.unit)(&Options { ports, ..Options::default() }).unwrap();
    let method = unit.rows().iter().position(|row| row.name == "coupling.method").unwrap();
    unit.assign(method, Value::Integer(coupling)).unwrap();
    unit
}

fn set(unit: &mut dyn Unit, values: &[f64]) {
    for (index, value) in values.iter().enumerate() {
        unit.assign(index, Value::Real(*value)).unwrap();
    }
}

fn loads(unit: &mut dyn Unit) -> [f64; 6] {
    let first = unit.layout().loads.start;
    std::array::from_fn(|index| match unit.value(first + index).unwrap() {
        Value::Real(number) => number,
        other => panic!("{other:?}"),
    })
}

fn motion(frame: &Frame) -> Motion<f64> {
    Motion {
        position: Vector2::new(frame.x, frame.y),
        angle: frame.phi,
        velocity: Vector2::new(frame.vx, frame.vy),
        spin: frame.w,
    }
}

/// What relative ports take of the same bodies.
fn relative(inputs: &Inputs) -> [f64; 6] {
    let seen = motion(&inputs.frame_a).relative(&motion(&inputs.frame_b));
    let Motion { position, angle, velocity, spin } = seen;
    [position.x, position.y, angle, velocity.x, velocity.y, spin]
}

fn values(inputs: &Inputs) -> Vec<f64> {
    let real = |index| match inputs.value(index) {
        Some(Value::Real(number)) => number,
        other => panic!("{other:?}"),
    };
    (0..12).map(real).collect()
}

/// Both bodies moving and turning at will, b `apart` from a in some direction.
fn bodies(numbers: [f64; 11], apart: f64) -> Inputs {
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
    Inputs { frame_a, frame_b }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_kinds_of_ports_give_the_same_loads(
        moments in prop::collection::vec(prop::array::uniform11(-1.0..1.0_f64), 1..4),
        joint in 0..JOINTS.len(), coupling in 1..3_i32, size in 1e-7..1e-5_f64,
    ) {
        let (name, apart) = JOINTS[joint];
        let joint = find(name).unwrap();
        let [mut world, mut seen] =
            [PortKind::World, PortKind::Relative].map(|ports| unit(joint, ports, coupling));
        for (index, numbers) in moments.into_iter().enumerate() {
            let inputs = bodies(numbers, apart);
            // What relative ports get is computed here as there: only loads are on trial.
            set(world.as_mut(), &values(&inputs));
            set(seen.as_mut(), &relative(&inputs));
            if index == 0 {
                for unit in [&mut world, &mut seen] {
                    unit.initialize(0.0, size).unwrap();
                    unit.begin().unwrap();
                }
            }
            let step = spiel::coupling::Step { start: index as f64 * size, size };
            world.advance(step).unwrap();
            seen.advance(step).unwrap();
            let [ax, ay, at, bx, by, bt] = loads(world.as_mut());
            let [fx, fy, torque, rx, ry, rt] = loads(seen.as_mut());
            let axes = Axes::turned(inputs.frame_a.phi);
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
        spin in -50.0..50.0_f64, direction in 0.0..6.3_f64, joint in 0..2_usize,
    ) {
        // Two joints whose friction asks for speeds; the others ask for displacements.
        let (name, apart) = [JOINTS[0], JOINTS[3]][joint];
        let mut unit = unit(find(name).unwrap(), PortKind::World, 1);
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
        set(unit.as_mut(), &values(&Inputs { frame_a, frame_b }));
        unit.initialize(0.0, 1e-6).unwrap();
        unit.begin().unwrap();
        let [.., bx, by, bt] = loads(unit.as_mut());
        let (normal, along) = (bx * cos + by * sin, by * cos - bx * sin);
        prop_assert!(normal < -1.0 && along.abs() < 1e-12 * normal.abs(), "{along} {normal}");
        prop_assert!(bt.abs() < 1e-12 * normal.abs());
    }
}

/// The mean load on a journal that is pushed into its bearing, with rates given or not.
fn mean(ports: PortKind, acceleration: f64, size: f64, given: bool) -> f64 {
    let joint = find("revolute_clearance").unwrap();
    let mut unit = unit(joint, ports, 2);
    let names: Vec<_> = unit.rows().into_iter().map(|row| row.name).collect();
    let index = |name: &str| names.iter().position(|known| known == name).unwrap();
    let (x, vx, load) = match ports {
        PortKind::World => ("frame_b.x", "frame_b.vx", "load_b.fx"),
        PortKind::Relative => ("r_rel.x", "v_rel.x", "force.x"),
    };
    unit.assign(index(x), Value::Real(5.05e-4)).unwrap();
    unit.assign(index(vx), Value::Real(0.1)).unwrap();
    unit.initialize(0.0, size).unwrap();
    unit.begin().unwrap();
    if given {
        unit.put_rate(index(vx), acceleration).unwrap();
    }
    let Value::Real(load) = unit.value(index(load)).unwrap() else { panic!() };
    load
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
    let joint = find("revolute_clearance").unwrap();
    let mut unit = unit(joint, PortKind::World, 2);
    set(unit.as_mut(), &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.05e-4]);
    unit.initialize(0.0, 1e-5).unwrap();
    unit.begin().unwrap();
    let plain = loads(unit.as_mut());
    unit.put_rate(9, 1e6).unwrap();
    unit.put_rate(6, 1.0).unwrap();
    let contradiction = unit.contradiction().unwrap();
    assert_eq!((contradiction.index, contradiction.rate, contradiction.velocity), (6, 1.0, 0.0));
    let bent = loads(unit.as_mut());
    assert!(bent[0] > 2.0 * plain[0]);
    unit.advance(spiel::coupling::Step { start: 0.0, size: 1e-5 }).unwrap();
    assert_eq!(loads(unit.as_mut()), bent);
    set(unit.as_mut(), &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.05e-4]);
    assert!((loads(unit.as_mut())[0] / plain[0] - 1.0).abs() < 1e-12);
    assert!(unit.put_rate(0, f64::NAN).is_err() && unit.put_rate(12, 1.0).is_err());
}

#[test]
fn a_plant_has_no_relative_ports() {
    let options = Options { ports: PortKind::Relative, ..Options::default() };
    let fault = (find("slider_crank").unwrap().unit)(&options).err().unwrap();
    assert_eq!(fault.to_string(), "slider_crank has no option ports");
    assert_eq!(PortKind::named("relative"), Some(PortKind::Relative));
}
