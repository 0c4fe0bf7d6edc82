//! Machines that the unit moves, with ideal joints and with play, against references and closed forms.

use crate::driven::Driven;
use crate::machines::{self, Machine};
use crate::table::{MOTION, Motion};
use nalgebra::{Matrix3, Vector3};
use spiel::group::PLAN;
use spiel::model::Build;

/// A unit of a machine.
pub fn unit(machine: &Machine) -> Driven {
    let build = Build::default().with_file(PLAN, machine.plan.to_json());
    Driven::new("group", &build)
}

pub fn motion(unit: &mut Driven, body: &str) -> Motion {
    Motion::of(MOTION.map(|name| unit.get(&format!("{body}.{name}"))))
}

/// Runs a machine up to this row of its table; returns the largest errors there and before of places, velocities and
/// rotations \[rad\].
fn follow(machine: &Machine, size: f64, last: usize) -> ([f64; 3], Driven) {
    follow_by(unit(machine), machine, size, last)
}

/// Does the same with this unit of the machine.
fn follow_by(mut unit: Driven, machine: &Machine, size: f64, last: usize) -> ([f64; 3], Driven) {
    let (mut steps, mut errors) = (0_u32, [0.0_f64; 3]);
    for row in 1..=last {
        let time = machine.table.get(row, "t");
        while steps < (time / size).round() as u32 {
            unit.go(f64::from(steps) * size, size);
            steps += 1;
        }
        for body in machine.bodies() {
            let (now, right) = (motion(&mut unit, &body), machine.table.motion(row, &body));
            let off = [
                (now.place - right.place).norm(),
                (now.velocity - right.velocity).norm(),
                now.turn.angle_to(&right.turn),
            ];
            errors.iter_mut().zip(off).for_each(|(most, off)| *most = most.max(off));
        }
    }
    println!("{size:e}: {errors:?}, energy {:e} J", unit.get("energy.error"));
    (errors, unit)
}

#[test]
fn fourbar_of_the_modelica_standard_library() {
    let machine = machines::fourbar1();
    let last = machine.table.len() - 1;
    let (coarse, _) = follow(&machine, 2e-3, 1);
    let (fine, _) = follow(&machine, 1e-3, last);
    // Asked: 1e-4 over 5 s.
    assert!(fine[0] < 1e-4 && fine[2] < 1e-4, "{fine:?}");
    assert!(coarse[0] < 1e-4, "{coarse:?}");
    let mut start = unit(&machine);
    start.begin(0.0).unwrap();
    assert_eq!(start.get("constraints.redundant"), 0.0, "17 rows of rank 17");
}

#[test]
fn bricards_linkage_moves_although_it_is_overconstrained() {
    let machine = machines::bricard();
    let (coarse, _) = follow(&machine, 2e-3, 3);
    let (fine, mut unit) = follow(&machine, 1e-3, 3);
    assert!(fine[0] < 1e-6 && fine[2] < 2e-6, "{fine:?}; asked: 1e-4");
    let order = (coarse[0] / fine[0]).log2();
    assert!((order - 2.0).abs() < 0.3, "{order}");
    assert_eq!(unit.get("constraints.redundant"), 1.0, "30 rows of rank 29");
    for step in 2000..10_000 {
        unit.go(f64::from(step) * 1e-3, 1e-3);
    }
    let error = unit.get("energy.error");
    assert!(error.abs() < 1e-5, "after 10 s: {error:e} J; asked: 1e-4");
}

#[test]
fn andrews_squeezer_reaches_its_published_angles() {
    let machine = machines::andrews();
    let last = machine.table.len() - 1;
    let (found, mut unit) = follow(&machine, 1e-6, last);
    assert!(found[2] < 1e-7, "{found:?}");
    assert_eq!(unit.get("constraints.redundant"), 9.0, "50 rows of rank 41");
}

#[test]
fn a_top_nutates_by_its_closed_form() {
    let machine = machines::top();
    let mut unit = unit(&machine);
    let mut steps = 0_u32;
    for row in 1..machine.table.len() {
        while steps < (machine.table.get(row, "t") / 1e-4).round() as u32 {
            unit.go(f64::from(steps) * 1e-4, 1e-4);
            steps += 1;
        }
        let upright = (motion(&mut unit, "top").turn * Vector3::z()).z;
        let off = upright - machine.table.get(row, "cos_theta");
        assert!(off.abs() < 1e-5, "{steps}: {off:e}");
    }
    assert!(unit.get("energy.error").abs() < 3e-6);
}

#[test]
fn a_free_body_keeps_its_angular_momentum_and_bounds_its_energy() {
    let plan = r#"{"space": true, "integrate": true, "body": [{"name": "body", "mass": 1,
        "inertia": [0.001, 0.002, 0.0028], "start": {"wx": 12, "wy": 1, "wz": 8}}]}"#;
    let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan));
    let inertia = Matrix3::from_diagonal(&Vector3::new(1e-3, 2e-3, 2.8e-3));
    let of = |motion: Motion| {
        let turn = motion.turn.to_rotation_matrix();
        let momentum = turn * inertia * turn.transpose() * motion.spin;
        (momentum, 0.5 * motion.spin.dot(&momentum))
    };
    unit.begin(0.0).unwrap();
    let (momentum, energy) = of(motion(&mut unit, "body"));
    let mut worst = [0.0_f64; 2];
    for step in 0..100_000 {
        unit.go(f64::from(step) * 1e-3, 1e-3);
        if step % 10 == 0 {
            let (now, then) = of(motion(&mut unit, "body"));
            // The first and the second half of the run.
            let half = usize::from(step >= 50_000);
            worst[half] = worst[half].max((then / energy - 1.0).abs());
            let off = (now - momentum).norm() / momentum.norm();
            assert!(off < 1e-12, "{step}: {off:e}");
        }
    }
    println!("energy {worst:?}");
    assert!(worst[0] < 2e-5 && worst[1] < 1.01 * worst[0], "{worst:?}");
}

/// The machines with play that have references.
fn with_play() -> [(&'static str, Machine); 7] {
    [
        ("door", machines::door()),
        ("door_ball", machines::door_ball()),
        ("chain", machines::chain()),
        ("pair", machines::pair(false)),
        ("pair_lossless", machines::pair(true)),
        ("fourbar", machines::fourbar(false)),
        ("fourbar_ball", machines::fourbar(true)),
    ]
}

#[test]
fn machines_with_play_follow_their_references() {
    // Largest errors of places [m] and of velocities [m/s] at 1e-4 s. A pair loses digits fastest.
    let bounds = [
        (1e-7, 3e-5),
        (1e-7, 2e-5),
        (4e-7, 2e-4),
        (2e-6, 4e-4),
        (2e-6, 8e-4),
        (1e-6, 1e-4),
        (1e-6, 2e-4),
    ];
    for ((name, machine), (place, speed)) in with_play().into_iter().zip(bounds) {
        print!("{name} ");
        let last = machine.table.len() - 1;
        let (found, mut unit) = follow(&machine, 1e-4, last);
        assert!(found[0] < place && found[1] < speed, "{name}: {found:?}");
        assert!(unit.get("energy.error").abs() < 1e-5, "{name}");
    }
}

#[test]
fn machines_with_play_reach_the_digits_of_their_references() {
    // Steps [s], and the errors of velocities that an integration of the same laws at 1e-7 s should have [m/s]; the
    // references themselves are within a tenth of these.
    let bounds = [
        (1e-5, 1e-4),
        (1e-5, 1e-5),
        (1e-5, 1e-4),
        (2e-6, 5e-5),
        (5e-7, 5e-5),
        (1e-5, 1e-4),
        (1e-5, 5e-5),
    ];
    for ((name, machine), (size, speed)) in with_play().into_iter().zip(bounds) {
        print!("{name} ");
        let last = machine.table.len() - 1;
        let unit = unit(&machine).with("coupling.tolerance", 1e-8);
        let ([_, found, _], _) = follow_by(unit, &machine, size, last);
        assert!(found < speed, "{name}: {found:e}");
    }
}

#[test]
fn loads_and_dampers_do_no_work_on_a_machine_at_rest() {
    let plan = r#"{"space": true, "integrate": true,
        "body": [{"name": "block", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
        "joint": [{"name": "bearing", "type": "spatial_revolute", "a": "ground", "b": "block"}],
        "spring": [{"name": "air", "a": "ground", "b": "block", "damping": 10.0},
            {"name": "turn", "type": "turn", "a": "ground", "b": "block", "stiffness": 5.0, "damping": 1.0}],
        "load": [{"body": "block", "force": [-1000, 0, 0]}]}"#;
    for size in [1e-3, 1e-4] {
        let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan));
        let mut works = [[0.0; 2]; 2];
        for (half, works) in works.iter_mut().enumerate() {
            while unit.time < 0.05 * (half + 1) as f64 - 1e-9 {
                unit.next(size);
            }
            *works = [unit.get("energy.loads"), unit.get("energy.damped")];
        }
        // The block has come to rest in the first half: 1 kN over the play is 0.05 J.
        let [then, now] = works;
        println!("{size}: {works:?} {:e}", unit.get("energy.error"));
        assert!((now[0] - then[0]).abs() < 1e-6 && (now[1] - then[1]).abs() < 1e-6, "{works:?}");
        assert!(unit.get("energy.error").abs() < 2e-6, "{:e}", unit.get("energy.error"));
    }
}

#[test]
fn a_link_on_an_ideal_hinge_has_parts_as_long_as_its_own_vibration_allows() {
    // About its own long axis the link has a thousandth of the inertia that swings: it must not count.
    let plan = r#"{"space": true, "integrate": true,
        "body": [{"name": "link", "mass": 8, "inertia": [0.001, 0.2, 0.2], "centre_of_mass": [0.474, 0, 0]}],
        "pin": [{"kind": "hinge", "a": "ground", "b": "link"}],
        "spring": [{"name": "servo", "type": "turn", "a": "ground", "b": "link", "stiffness": 2000.0,
            "damping": 88.0, "rest": 0.1}]}"#;
    let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan));
    let inertia: f64 = 0.2 + 8.0 * 0.474 * 0.474;
    let (decay, square) = (0.5 * 88.0 / inertia, 2000.0 / inertia);
    let phase = (square - decay * decay).sqrt();
    for _ in 0..100 {
        unit.next(1e-3);
        assert_eq!(unit.get("coupling.step_too_long"), 0.0);
        let time = unit.time;
        let swing = (phase * time).cos() + decay / phase * (phase * time).sin();
        let right = 0.1 * (1.0 - (-decay * time).exp() * swing);
        let found = 2.0 * unit.get("link.e3").atan2(unit.get("link.e0"));
        assert!((found - right).abs() < 1e-6, "{time}: {found} {right}");
    }
    assert!(unit.get("energy.error").abs() < 1e-4, "{:e}", unit.get("energy.error"));
}

#[test]
fn springs_and_drives_have_the_values_of_their_parameters() {
    let plan = r#"{"space": true, "integrate": true,
        "body": [{"name": "block", "mass": 2, "inertia": [0.01, 0.01, 0.01]},
            {"name": "wheel", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
        "pin": [{"kind": "hinge", "a": "ground", "b": "wheel", "at_a": [1, 0, 0]}],
        "drive": [{"body": "wheel", "speed": 1}],
        "spring": [{"name": "line", "a": "ground", "b": "block", "at_a": [0, 0, 1], "rest": 1},
            {"name": "mount", "type": "bushing", "a": "ground", "b": "block", "stiffness": [1, 1, 1, 1, 1, 1]}],
        "load": [{"body": "block", "force": [3, 0, 0]}]}"#;
    let build = Build::default().with_file(PLAN, plan);
    let mut unit = Driven::new("group", &build)
        .with("wheel.speed", 5.0)
        .with("line.stiffness", 0.0)
        .with("mount.stiffness.xx", 800.0)
        .with("mount.damping.xx", 80.0);
    for _ in 0..1000 {
        unit.next(1e-3);
    }
    // At rest on the mount: 3 N over 800 N/m.
    let place = unit.get("block.x");
    assert!((place - 3.0 / 800.0).abs() < 1e-8, "{place}");
    assert!((unit.get("wheel.wz") - 5.0).abs() < 1e-12);
    let mut bad = Driven::new("group", &build).with("mount.stiffness.xy", 900.0);
    let why = bad.begin(0.0).unwrap_err().to_string();
    assert_eq!(why, "spring mount: stiffness has the eigenvalue -8.990e2; all must be 0 or above");
}
