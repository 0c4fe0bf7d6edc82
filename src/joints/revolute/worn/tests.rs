//! The joint with a wear map: agreement with the joint without one, energy, wear, cycles, derivatives.

use super::quantities::BearingCell;
use super::*;
use crate::block::Block;
use crate::catalogue;
use crate::joints::joint::reported;
use crate::joints::revolute::clearance;
use crate::kinematics::planar::Path;
use crate::laws::friction::Friction;
use crate::model::Build;
use model_description::Quantities;
use nalgebra::Vector2;

mod equations;
mod pockets;
mod predicted;

const STEP: f64 = 1e-6;

fn parameters(cells: i32) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.build.cells = cells;
    parameters
}

fn joint(parameters: &Parameters) -> WornRevolute {
    WornRevolute::new(parameters, &Files::default()).unwrap()
}

fn length(cells: usize) -> usize {
    quantities::rows(cells).len()
}

/// A journal that comes in at 0.3 m/s and slides around the hole.
fn path(time: f64) -> Motion<f64> {
    let depth = 5.0e-4 - 3e-6 + 0.3 * time - 2.5e3 * time * time;
    let angle = 0.4 + 60.0 * time;
    let (sin, cos) = angle.sin_cos();
    let rate = 0.3 - 5e3 * time;
    Motion {
        position: Vector2::new(cos, sin) * depth,
        angle: 2.0 - 900.0 * time,
        velocity: Vector2::new(cos, sin) * rate + Vector2::new(-sin, cos) * (depth * 60.0),
        spin: -900.0,
    }
}

#[test]
fn without_wear_it_is_the_plain_joint() {
    // 1e-4 of the largest load: the spline's error at 360 cells, at depths above 1e-3 of the clearance.
    let mut plain = RevoluteClearance::new(&Default::default(), &Files::default()).unwrap();
    let mut off = parameters(360);
    off.wear.enabled = false;
    let mut worn = joint(&off);
    let mut plain_report = vec![0.0; clearance::Report::COUNT];
    let mut report = vec![0.0; length(360)];
    let start = PairMotion::along(Path::straight(path(0.0)));
    let mut one = plain.begin(&start, 0.0, &mut plain_report).unwrap();
    let mut other = worn.begin(&start, 0.0, &mut report).unwrap();
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    for index in 0..110 {
        let time = f64::from(index) * STEP;
        let motion = PairMotion::along(Path::straight(path(time)));
        let step = Step { start: time, size: STEP };
        let a = reported(&mut plain, &motion, &mut one, step, &mut plain_report).unwrap();
        let b = reported(&mut worn, &motion, &mut other, step, &mut report).unwrap();
        worst = worst.max((a.b.force - b.b.force).norm());
        worst = worst.max((a.b.moment - b.b.moment).abs() / 0.01);
        worst = worst.max((a.a.moment - b.a.moment).abs() / 0.01);
        largest = largest.max(a.b.force.norm());
    }
    let plain = clearance::Report::read(&plain_report);
    let whole = Whole::read(&report);
    assert!(largest > 100.0 && worst < 2e-3 * largest, "{worst} of {largest}");
    let lost = plain.energy.dissipated;
    // Friction follows the sum of pressures: 0.2 % more than their resultant at this depth.
    let ratio = whole.energy.dissipated / lost;
    assert!((0.999..1.003).contains(&ratio), "{ratio}");
    assert!((whole.contact.impact_speed / plain.contact.impact_speed - 1.0).abs() < 1e-4);
}

/// Pressures and turning with friction of one coefficient.
fn pressed(parameters: &mut Parameters) -> impl Fn(f64) -> Motion<f64> + use<> {
    parameters.friction.model = Friction::Coulomb;
    parameters.friction.kinetic = 0.3;
    parameters.friction.r#static = 0.3;
    parameters.friction.viscous = 0.0;
    parameters.friction.stribeck_speed = 1e-9;
    let velocity = Vector2::new(1e-3, 2e-3);
    move |time: f64| Motion {
        position: Vector2::new(5.02e-4, 2e-5) + velocity * time,
        angle: 40.0 * time,
        velocity,
        spin: 40.0,
    }
}

#[test]
fn wear_is_to_heat_as_the_coefficient_is_to_friction() {
    let mut parameters = parameters(72);
    let motion = pressed(&mut parameters);
    parameters.contact.normal.restitution = 1.0;
    parameters.wear.coefficient_a = 2e-13;
    parameters.wear.coefficient_b = 1e-13;
    let mut joint = joint(&parameters);
    let mut report = vec![0.0; length(72)];
    let mut memory =
        joint.begin(&PairMotion::along(Path::straight(motion(0.0))), 0.0, &mut report).unwrap();
    let mut before = memory.worn.depths().clone();
    for index in 0..2000 {
        let time = f64::from(index) * 1e-5;
        let here = PairMotion::along(Path::straight(motion(time)));
        reported(&mut joint, &here, &mut memory, Step { start: time, size: 1e-5 }, &mut report)
            .unwrap();
        for (now, before) in [
            (&memory.worn.depths().bearing, &before.bearing),
            (&memory.worn.depths().journal, &before.journal),
        ] {
            assert!(now.iter().zip(before.iter()).all(|(now, before)| now >= before));
        }
        before.clone_from(memory.worn.depths());
    }
    let Whole { wear, energy, .. } = Whole::read(&report);
    // Coulomb's law has no bristles: heat is μ ∫P ds.
    for (volume, coefficient) in [(wear.volume_a, 2e-13), (wear.volume_b, 1e-13)] {
        let ratio = volume * 0.3 / (coefficient * energy.dissipated);
        assert!((ratio - 1.0).abs() < 1e-6, "{ratio}");
    }
    assert!(wear.depth_a > 1e-8 && !wear.cut, "{wear:?}");
}

#[test]
fn stages_are_one_run() {
    let mut parameters = parameters(72);
    let motion = pressed(&mut parameters);
    parameters.contact.normal.restitution = 1.0;
    parameters.wear.coefficient_a = 2e-13;
    parameters.wear.coefficient_b = 1e-13;
    let run = |files: &Files, steps: std::ops::Range<u32>| {
        let mut joint = WornRevolute::new(&parameters, files).unwrap();
        let mut report = vec![0.0; length(72)];
        let begin = f64::from(steps.start) * 1e-5;
        let mut memory = joint
            .begin(&PairMotion::along(Path::straight(motion(begin))), begin, &mut report)
            .unwrap();
        for index in steps {
            let time = f64::from(index) * 1e-5;
            let here = PairMotion::along(Path::straight(motion(time)));
            reported(&mut joint, &here, &mut memory, Step { start: time, size: 1e-5 }, &mut report)
                .unwrap();
        }
        let cells = &report[Whole::COUNT..];
        let (bearing, journal) = cells.split_at(72 * BearingCell::COUNT);
        let rows = bearing.chunks(BearingCell::COUNT).zip(journal).enumerate();
        let angle = |node: usize| std::f64::consts::TAU * node as f64 / 72.0;
        rows.map(|(node, (of_bearing, of_journal))| [angle(node), of_bearing[0], *of_journal])
            .collect::<Vec<_>>()
    };
    let one = run(&Files::default(), 0..1000);
    let half = WearProfile::to_csv(run(&Files::default(), 0..500).into_iter());
    let two = run(&Files::from([(PROFILE.to_owned(), half)]), 500..1000);
    let deepest = one.iter().map(|row| row[1]).fold(0.0, f64::max);
    assert!(deepest > 1e-8, "{deepest}");
    for (one, two) in one.iter().zip(&two) {
        // Rounding of the table and of the spline through it.
        assert!((one[1] - two[1]).abs() < 1e-10 * deepest, "{one:?} {two:?}");
        assert!((one[2] - two[2]).abs() < 1e-10 * deepest, "{one:?} {two:?}");
    }
}

#[test]
fn accelerated_wear_is_that_of_a_longer_distance() {
    let volume = |acceleration: f64, coefficient: f64| {
        let mut parameters = parameters(48);
        let motion = pressed(&mut parameters);
        parameters.wear.acceleration = acceleration;
        parameters.wear.coefficient_a = coefficient;
        let mut joint = joint(&parameters);
        let mut report = vec![0.0; length(48)];
        let mut memory =
            joint.begin(&PairMotion::along(Path::straight(motion(0.0))), 0.0, &mut report).unwrap();
        for index in 0..100 {
            let time = f64::from(index) * 1e-5;
            let here = PairMotion::along(Path::straight(motion(time)));
            reported(&mut joint, &here, &mut memory, Step { start: time, size: 1e-5 }, &mut report)
                .unwrap();
        }
        Whole::read(&report).wear
    };
    let (fast, slow) = (volume(100.0, 1e-15), volume(1.0, 1e-13));
    assert!((fast.volume_a / slow.volume_a - 1.0).abs() < 1e-3);
    assert!((fast.sliding_distance / slow.sliding_distance - 1.0).abs() < 1e-6);
}

#[test]
fn loads_do_the_work_that_is_stored_or_lost() {
    let mut parameters = parameters(72);
    parameters.wear.enabled = false;
    let mut joint = joint(&parameters);
    // A profile on both sides, so that pressures have a moment.
    let angles = (0..72).map(|node| std::f64::consts::TAU * f64::from(node) / 72.0);
    joint.start = Depths::new(
        angles.clone().map(|angle| 1e-6 * (1.0 + (3.0 * angle).cos())).collect(),
        angles.map(|angle| 0.7e-6 * (1.0 + (2.0 * angle).sin())).collect(),
    );
    let mut report = vec![0.0; length(72)];
    let mut motion = path(0.0);
    let mut memory =
        joint.begin(&PairMotion::along(Path::straight(motion)), 0.0, &mut report).unwrap();
    let (mut work, mut exchanged) = (0.0, 0.0);
    for index in 0..110 {
        let time = f64::from(index) * STEP;
        // A straight path in every step: the loads do their work along it.
        let Motion { velocity, spin, .. } = path(time + 0.5 * STEP);
        motion = Motion { velocity, spin, ..motion };
        let here = PairMotion::along(Path::straight(motion));
        let load =
            reported(&mut joint, &here, &mut memory, Step { start: time, size: STEP }, &mut report)
                .unwrap();
        let power = load.b.force.dot(&velocity) + load.b.moment * spin;
        work -= power * STEP;
        exchanged += (power * STEP).abs();
        motion.position += velocity * STEP;
        motion.angle += spin * STEP;
        // Balance of the pair: the mean of the step against the pose of its start.
        let balance = load.a.moment + load.b.moment + (path_position(&here).perp(&load.b.force));
        assert!(balance.abs() < 1e-6 * (1.0 + load.b.force.norm()), "{balance}");
    }
    let energy = Whole::read(&report).energy;
    let kept = energy.dissipated + energy.stored;
    assert!(
        exchanged > 1e-4 && (work - kept).abs() < 1e-4 * exchanged,
        "{work} {kept} of {exchanged}"
    );
}

fn path_position(motion: &PairMotion<f64>) -> Vector2<f64> {
    motion.path.start.position
}

#[test]
fn derivatives_are_those_of_the_load() {
    let parameters = parameters(72);
    let mut joint = joint(&parameters);
    let mut report = vec![0.0; length(72)];
    let mut memory =
        joint.begin(&PairMotion::along(Path::straight(path(0.0))), 0.0, &mut report).unwrap();
    for index in 0..40 {
        let time = f64::from(index) * STEP;
        let here = PairMotion::along(Path::straight(path(time)));
        reported(&mut joint, &here, &mut memory, Step { start: time, size: STEP }, &mut report)
            .unwrap();
    }
    let time = 40.0 * STEP;
    let step = Step { start: time, size: STEP };
    let base = path(time);
    for which in 0..6 {
        let displaced = |by: f64| {
            let mut motion = base;
            match which {
                0 | 1 => motion.position[which] += by,
                2 => motion.angle += by,
                3 | 4 => motion.velocity[which - 3] += by,
                _ => motion.spin += by,
            }
            motion
        };
        let size = if which < 3 { 1e-10 } else { 1e-5 };
        let mut load = |by: f64| {
            let here = PairMotion::along(Path::straight(displaced(by)));
            reported(&mut joint, &here, &mut memory.clone(), step, &mut report).unwrap().b
        };
        let (high, low) = (load(size), load(-size));
        let seed = |index: usize| f64::from(u8::from(index == which));
        let dual = |value: f64, index: usize| Dual64::new(value, seed(index));
        let lifted = Motion {
            position: Vector2::new(dual(base.position.x, 0), dual(base.position.y, 1)),
            angle: dual(base.angle, 2),
            velocity: Vector2::new(dual(base.velocity.x, 3), dual(base.velocity.y, 4)),
            spin: dual(base.spin, 5),
        };
        let here = PairMotion::along(Path::straight(lifted));
        let derived = joint.derivative(&here, &memory, step).unwrap().b;
        let slope = (high.force - low.force) / (2.0 * size);
        let found = derived.force.map(|x| x.eps);
        // Without wear the load depends on the journal's angle by rounding only.
        let most = 1e-3 * (found.norm() + 1.0) + f64::EPSILON * high.force.norm() / size;
        assert!((slope - found).norm() < most, "{which}: {slope} {found}");
    }
}

#[test]
fn a_saved_state_continues_bit_by_bit() {
    let kind = catalogue::named("revolute_clearance").unwrap();
    let build = Build::default()
        .with("build.cells", 48)
        .with("build.ports", "relative")
        .with("wear.coefficient_a", 1e-13)
        .with("wear.cycle_time", 1e-5);
    let mut block = Block::new(kind, &build).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let put = |block: &mut Block, time: f64| {
        let motion = path(time);
        let values = [
            motion.position.x,
            motion.position.y,
            motion.angle,
            motion.velocity.x,
            motion.velocity.y,
            motion.spin,
        ];
        for (index, value) in values.into_iter().enumerate() {
            block.put(index, value);
        }
    };
    let run = |block: &mut Block, from: u32, to: u32| {
        for index in from..to {
            let time = f64::from(index) * STEP;
            put(block, time);
            block.advance(Step { start: time, size: STEP }).unwrap();
        }
    };
    run(&mut block, 0, 30);
    let saved = block.save().unwrap();
    let bytes = block.pack(&saved);
    run(&mut block, 30, 80);
    let outputs = |block: &mut Block| {
        (block.layout().loads.start..block.layout().report.end)
            .map(|index| block.value(index).unwrap().number())
            .collect::<Vec<_>>()
    };
    let first = outputs(&mut block);
    block.restore(&saved).unwrap();
    run(&mut block, 30, 80);
    assert_eq!(first, outputs(&mut block));
    let again = block.unpack(&bytes).unwrap();
    block.restore(&again).unwrap();
    run(&mut block, 30, 80);
    assert_eq!(first, outputs(&mut block));
    assert!(first.iter().any(|value| *value > 1e-12));
}

#[test]
fn maps_of_a_few_cells_and_wide_clearances_are_refused() {
    let kind = catalogue::named("revolute_clearance").unwrap();
    let refused =
        |build: Build| match Block::new(kind, &build).and_then(|mut it| it.initialize(0.0)) {
            Ok(()) => panic!("it is not refused"),
            Err(fault) => fault.to_string(),
        };
    let build = Build::default().with("build.cells", 12);
    assert_eq!(refused(build), "build.cells = 12: allowed are 0, and 24 to 720");
    let build = Build::default().with("build.cells", 24).with("geometry.clearance", 0.002);
    assert!(refused(build).contains("small relative to geometry.bearing_radius"));
    let build = Build::default().with_file(PROFILE, "angle,bearing,journal\n");
    assert_eq!(
        refused(build),
        "revolute_clearance takes no file profile without a wear map: build.cells is 0"
    );
    let build = Build::default().with("build.cells", 24).with_file(PROFILE, "s,h\n");
    assert_eq!(refused(build), "profile: line 1 is not angle,bearing,journal");
}
