//! A ball in its socket behind its ports: frames, derivatives, prediction against small steps.

use super::predicted::mobility;
use super::throw::Thrown;
use super::*;
use spiel::coupling::{Mobility, Step};

fn socket(build: Build) -> Driven {
    Driven::new("spherical_clearance", &build)
}

/// The frames of both bodies; b has moved by `shift` \[m\] more.
fn frames(shift: f64) -> [Frame; 2] {
    let a = Frame {
        place: Vector3::new(0.02, -0.01, 0.03),
        turn: UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.5, 0.2)),
        velocity: Vector3::new(0.1, 0.2, -0.1),
        spin: Vector3::new(1.0, -2.0, 0.5),
    };
    let b = Frame {
        place: a.place + a.turn * Vector3::new(3.1e-5 + shift, 2.5e-5, -3.5e-5),
        turn: UnitQuaternion::from_scaled_axis(Vector3::new(2.0, -1.0, 0.4)),
        velocity: a.velocity + a.turn * Vector3::new(0.05, -0.02, -0.03),
        spin: Vector3::new(4.0, 1.0, -12.0),
    };
    [a, b]
}

const SIZE: f64 = 1e-6;

/// A joint after three steps with memory and bristles, with these inputs.
fn after_steps(build: &Build, last: &[f64]) -> Driven {
    let mut joint = socket(build.clone());
    for step in 0..3 {
        let [a, b] = frames(f64::from(step) * 1e-7);
        joint.put(&[a.flat(), b.flat()].concat());
        joint.go(f64::from(step) * SIZE, SIZE);
    }
    joint.put(last);
    joint
}

#[test]
fn loads_balance_and_do_not_depend_on_how_the_frames_are_turned() {
    let [a, b] = frames(3e-7);
    let step = Step { start: 3.0 * SIZE, size: SIZE };
    let mut joint = after_steps(&lossy(), &[a.flat(), b.flat()].concat());
    joint.block.advance(step).unwrap();
    let [on_a, about_a, on_b, about_b] = loads(&mut joint);
    assert!(on_b.norm() > 100.0 && about_b.norm() > 0.01, "{on_b} {about_b}");
    assert!((on_a + on_b).norm() < 1e-12 * on_b.norm());
    let balance = about_a + about_b + (b.place - a.place).cross(&on_b);
    // Loads are means over the step, in which b moves by 6e-8 m.
    assert!(balance.norm() < 1e-7 * on_b.norm(), "{balance}");
    let turned = Frame { turn: UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 2.0, 1.0)), ..b };
    let mut joint = after_steps(&lossy(), &[a.flat(), turned.flat()].concat());
    joint.block.advance(step).unwrap();
    let [.., other, about] = loads(&mut joint);
    assert!((other - on_b).norm() < 1e-12 * on_b.norm() && (about - about_b).norm() < 1e-12);
}

#[test]
fn derivatives_of_a_balls_loads_are_those_of_differences() {
    for method in ["step_mean", "end_point"] {
        let build = lossy().with("coupling.method", method);
        let [a, b] = frames(3e-7);
        let inputs = [a.flat(), b.flat()].concat();
        let mut seen = 0;
        for index in 0..inputs.len() {
            let mut joint = after_steps(&build, &inputs);
            let name = joint.block.rows()[index].name.clone();
            joint.block.differentiate(&mut [(index, 1.0)].into_iter()).unwrap();
            let first = joint.block.layout().loads.start;
            let found: Vec<f64> =
                (0..12).map(|k| joint.block.derivative(first + k).unwrap()).collect();
            let is_speed = name.contains(".v") || name.contains(".w");
            let step = if is_speed { 1e-5 } else { 1e-10 };
            let at = |by: f64| {
                let mut moved = inputs.clone();
                moved[index] += by;
                let mut joint = after_steps(&build, &moved);
                joint.block.advance(Step { start: 3.0 * SIZE, size: SIZE }).unwrap();
                loads(&mut joint).map(<[f64; 3]>::from).concat()
            };
            let (less, more) = (at(-step), at(step));
            let scale = found.iter().fold(1e-3_f64, |most, x| most.max(x.abs()));
            let size = less.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for k in 0..12 {
                let slope = (more[k] - less[k]) / (2.0 * step);
                let off = (found[k] - slope).abs();
                // Places have rounding of 1e-18 m in a depth of 3e-6 m.
                let allowed = 2e-5 * scale + 1e-12 * size / step;
                assert!(off <= allowed, "{method} {name} {k}: {} {slope}", found[k]);
                seen += u32::from(slope.abs() > 1.0);
            }
        }
        assert!(seen > 60, "{seen}");
    }
}

#[test]
fn rates_of_the_states_are_those_of_the_report_and_bristles_stay_in_the_surface() {
    let mut joint = socket(lossy().with("build.ports", "relative"));
    joint.block.make_continuous().unwrap();
    assert_eq!((joint.block.indicator_count(), joint.block.continuous().len()), (1, 4));
    let place = Vector3::new(3e-5, 2e-5, -4e-5);
    let vector = |vector: Vector3<f64>| <[f64; 3]>::from(vector);
    // The ball rolls: its surface does not slip, and its bristles only turn.
    let normal = place.normalize();
    let drift = Vector3::new(0.02, -0.05, 0.03);
    let across = drift - normal * normal.dot(&drift);
    let spin = across.cross(&normal) / 0.00995;
    joint.put(&[vector(place), [0.0, 0.0, 1.0], vector(across), vector(spin)].concat());
    joint.block.start_solving(0.0).unwrap();
    joint.block.begin().unwrap();
    let bristle = normal.cross(&Vector3::new(1.0, 2.0, 0.5)) * 1e-7;
    let states = [&vector(bristle)[..], &[0.0]].concat();
    joint.block.set_states(&states);
    let rates = joint.block.state_rates().unwrap().to_vec();
    for (k, variable) in joint.block.continuous().to_vec().iter().enumerate() {
        let told = joint.block.value(variable.rate).unwrap().number();
        assert!((told - rates[k]).abs() <= 1e-12 * rates[k].abs(), "{k}: {told} {}", rates[k]);
    }
    let rate = Vector3::from_row_slice(&rates[..3]);
    let turning = across / place.norm();
    // d/dt (n·z) = 0, and nothing changes along the surface.
    assert!((normal.dot(&rate) + turning.dot(&bristle)).abs() < 1e-9 * rate.norm(), "{rate}");
    assert!((rate - normal * normal.dot(&rate)).norm() < 1e-9 * rate.norm(), "{rate}");
    assert!(rate.norm() > 1e-5, "{rate}");
}

/// Throws a body with a ball into its socket in steps of `size` \[s\] until `end` \[s\], with its mobility as inputs if that
/// `is_given`.
fn throw(joint: &mut Driven, body: &mut Thrown, is_given: bool, [size, end]: [f64; 2]) {
    for step in 0..(end / size).round() as u32 {
        let w = Mobility(mobility(body));
        let numbers: Vec<f64> = if is_given { w.numbers().collect() } else { Vec::new() };
        joint.put(&[Frame::rest().flat(), body.journal().flat(), numbers].concat());
        joint.go(f64::from(step) * size, size);
        let [_, _, force, moment] = loads(joint);
        body.go([force, moment], size);
    }
}

#[test]
fn a_predicted_ball_in_steps_of_a_tenth_of_a_millisecond_is_that_in_tiny_steps() {
    for friction in ["none", "coulomb", "lugre"] {
        let build = lossy().with("friction.model", friction);
        let predicts = build.clone().with("coupling.method", "predicted");
        let predicts =
            predicts.with("coupling.filter", 1.0).with("build.mobility", "given_by_input");
        let (mut tiny, mut right) = (socket(build), Thrown::start());
        // Two impacts are over, and the ball flies.
        let end = 1e-3;
        throw(&mut tiny, &mut right, false, [1e-7, end]);
        let found = ["energy.dissipated", "contact.active", "contact.start_time"]
            .map(|name| tiny.get(name));
        assert!(found[0] > 5e-3 && found[1] == 0.0, "{found:?} {}", right.kinetic());
        for size in [1e-5, 5e-5, 1e-4] {
            let (mut joint, mut body) = (socket(predicts.clone()), Thrown::start());
            throw(&mut joint, &mut body, true, [size, end]);
            let off = (body.velocity - right.velocity).norm() / 0.3;
            let spun = (body.spin - right.spin).norm() / 20.0;
            let lost = joint.get("energy.dissipated") / tiny.get("energy.dissipated") - 1.0;
            // Tiny steps are of first order themselves.
            assert!(off < 5e-4 && spun < 5e-4 && lost.abs() < 2e-3, "{off} {spun} {lost}");
            assert!(joint.get("coupling.work_mismatch") < 2e-3);
        }
    }
}
