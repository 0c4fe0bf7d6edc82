//! Loads: recorded values, balance, symmetry, state.

use super::*;
use crate::joints::test_host::TestHost;
use crate::laws::pin::contact::ContactState;
use crate::ports::WorldInputs;
use model_description::Choice;
use nalgebra::{Rotation2, Vector2};
use proptest::prelude::*;

const LOADS: [&str; 6] =
    ["load_a.fx", "load_a.fy", "load_a.t", "load_b.fx", "load_b.fy", "load_b.t"];

#[test]
fn joint_a_has_the_recorded_force_and_stiffness() {
    let record =
        [(5e4, 1.080781945592e-4, 7.954585656812e9), (5e3, 1.013800476992e-4, 4.793936896674e9)];
    for (load, offset, stiffness) in record {
        let mut host = Host::new(&Build::default(), &plain());
        host.set("frame_a.x", offset);
        host.step(1e-5).unwrap();
        let [force, back, stiff] = host.reals(["load_b.fx", "load_a.fx", "joint.stiffness"]);
        println!("{:e} {:e}", force / load - 1.0, stiff / stiffness - 1.0);
        assert!((force / load - 1.0).abs() < 1e-9 && back == -force);
        assert!((stiff / stiffness - 1.0).abs() < 1e-9);
        let sum: f64 = host.slices("force").iter().sum();
        assert!((sum / force - 1.0).abs() < 1e-12);
        // 6 modes by default are within a thousandth.
        let quiet = [("contact.dissipation", 1.into()), ("friction.model", 1.into())];
        let mut host = Host::new(&Build::default(), &quiet);
        host.set("frame_a.x", offset);
        host.step(1e-5).unwrap();
        let [force, stiff] = host.reals(["load_b.fx", "joint.stiffness"]);
        println!("modal {:e} {:e}", force / load - 1.0, stiff / stiffness - 1.0);
        assert!((force / load - 1.0).abs() < 1e-3 && (stiff / stiffness - 1.0).abs() < 1e-3);
    }
}

#[test]
fn rod_and_yoke_stand_in_series() {
    let beside = [("series.rod_stiffness", 4e9.into()), ("series.yoke_stiffness", 8e9.into())];
    let mut host = Host::new(&Build::default(), &with(&plain(), &beside));
    assert_eq!(host.real("joint.stiffness"), 0.0);
    host.set("frame_a.x", 1.080781945592e-4);
    host.step(1e-5).unwrap();
    let expected = 1.0 / (1.0 / 7.954585656812e9 + 1.0 / 4e9 + 1.0 / 8e9);
    assert!((host.real("joint.stiffness") / expected - 1.0).abs() < 1e-9);
}

#[test]
fn outputs_show_which_slices_touch_and_the_place_of_their_forces() {
    let mut host = Host::new(&Build::default(), &plain());
    assert_eq!(host.integer("contact.state"), ContactState::None.number());
    assert_eq!(host.real("contact.area"), 0.0);
    host.set("frame_a.y", -1.2e-4);
    host.step(1e-5).unwrap();
    assert_eq!(host.integer("contact.state"), ContactState::All.number());
    let (forces, pressures) = (host.slices("force"), host.slices("pressure"));
    let areas: f64 = forces.iter().zip(&pressures).map(|(force, p)| force / p).sum();
    assert!((host.real("contact.area") / areas - 1.0).abs() < 1e-12);
    // The pin deflects in its middle.
    assert!(forces[0] > forces[23] && (forces[0] / forces[47] - 1.0).abs() < 1e-9);
}

fn any_motion() -> impl Strategy<Value = [f64; 12]> {
    let body = || (-1e-4..1e-4_f64, -1e-4..1e-4_f64, -0.1..0.1_f64, -0.1..0.1_f64, -3.0..3.0_f64);
    (body(), body())
        .prop_map(|(a, b)| [a.0, a.1, 0.3, a.2, a.3, a.4, b.0, b.1, -0.2, b.2, b.3, b.4])
}

const MOTION: [&str; 12] = [
    "frame_a.x",
    "frame_a.y",
    "frame_a.phi",
    "frame_a.vx",
    "frame_a.vy",
    "frame_a.w",
    "frame_b.x",
    "frame_b.y",
    "frame_b.phi",
    "frame_b.vx",
    "frame_b.vy",
    "frame_b.w",
];

fn loads_of(host: &mut Host, motion: &[f64; 12], size: f64) -> [f64; 6] {
    for (name, value) in MOTION.iter().zip(motion) {
        host.set(name, *value);
    }
    host.step(size).unwrap();
    host.reals(LOADS)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_loads_of_the_pair_balance(
        motion in any_motion(), method in 1..3_i32, size in 1e-6..1e-4_f64,
    ) {
        let mut host = Host::new(&Build::default(), &[("coupling.method", method.into())]);
        for _ in 0..2 {
            let [ax, ay, at, bx, by, bt] = loads_of(&mut host, &motion, size);
            prop_assert_eq!([ax + bx, ay + by], [0.0, 0.0]);
            // About b's mean origin over the step.
            if method == 1 {
                let offset = Vector2::new(motion[0] - motion[6], motion[1] - motion[7]);
                let about_b = at + bt + offset.perp(&Vector2::new(ax, ay));
                prop_assert!(about_b.abs() <= 1e-12 * (ax.hypot(ay) + at.abs()));
            }
        }
    }

    #[test]
    fn turning_the_inputs_turns_the_loads(motion in any_motion(), angle in 0.0..6.3_f64) {
        let turn = Rotation2::new(angle);
        let rotated = {
            let mut rotated = motion;
            for first in [0, 3, 6, 9] {
                let v = turn * Vector2::new(motion[first], motion[first + 1]);
                (rotated[first], rotated[first + 1]) = (v.x, v.y);
            }
            rotated[2] += angle;
            rotated[8] += angle;
            // x, y, phi, vx, vy, w: angles stand between.
            rotated
        };
        let mut one = Host::new(&Build::default(), &[]);
        let mut other = Host::new(&Build::default(), &[]);
        for _ in 0..3 {
            let plain = loads_of(&mut one, &motion, 1e-5);
            let loads = loads_of(&mut other, &rotated, 1e-5);
            let size = plain[0].hypot(plain[1]);
            for first in [0, 3] {
                let expected = turn * Vector2::new(plain[first], plain[first + 1]);
                let found = Vector2::new(loads[first], loads[first + 1]);
                prop_assert!((expected - found).norm() <= 1e-12 * size, "{:e}", (expected - found).norm() / size);
                prop_assert!((plain[first + 2] - loads[first + 2]).abs() <= 1e-12 * size);
            }
        }
    }

    #[test]
    fn a_copied_state_repeats_bit_for_bit(motion in any_motion(), wears in any::<bool>()) {
        let mut parameters = Parameters::default();
        parameters.wear.enabled = wears;
        let mut pin = TestHost::<SlicedPin>::new(&parameters).unwrap();
        let inputs = WorldInputs::read(&motion);
        pin.first(&inputs, 0.0).unwrap();
        let step = Step { start: 0.0, size: 1e-5 };
        pin.step(&inputs, step).unwrap();
        let state = pin.state();
        let copy = state.clone();
        let mut run = |state: Memory| {
            pin.set_state(&state).unwrap();
            let loads = [(); 3].map(|()| pin.step(&inputs, step).unwrap());
            (loads, pin.state(), pin.values().to_vec())
        };
        let first = run(state);
        // In between the working memory is used for another motion.
        run(first.1.clone());
        prop_assert!(run(copy) == first);
    }
}

#[test]
fn the_mean_over_a_step_is_that_of_many_small_ones() {
    // Into contact, deeper, and out of it, all within a step or begun before it.
    let cases = [(0.9e-4, 0.2), (1.02e-4, 0.1), (1.1e-4, -0.2), (1.2e-4, 0.05)];
    for (offset, speed) in cases {
        let size = 1e-4;
        let mean = |parts: i32| {
            let mut host = Host::new(&Build::default(), &plain());
            let (mut sum, part) = (0.0, size / f64::from(parts));
            for index in 0..parts {
                host.set("frame_a.x", offset + speed * part * f64::from(index));
                host.set("frame_a.vx", speed);
                host.step(part).unwrap();
                sum += host.real("load_b.fx") / f64::from(parts);
            }
            sum
        };
        let (coarse, fine) = (mean(1), mean(200));
        println!("{offset:e} {speed}: {:e}", coarse / fine - 1.0);
        assert!((coarse / fine - 1.0).abs() < 1e-3);
    }
}

#[test]
fn a_motion_without_solution_fails_and_changes_nothing() {
    let mut undisturbed = Host::new(&Build::default(), &plain());
    let mut host = Host::new(&Build::default(), &plain());
    for host in [&mut undisturbed, &mut host] {
        host.set("frame_a.x", 1.1e-4);
        host.step(1e-5).unwrap();
    }
    let before = host.slices("force");
    host.set("frame_a.x", 1e300);
    let fault = host.step(1e-5).unwrap_err();
    assert_eq!(fault, Fault::NoFiniteSolution { time: 1e-5 });
    assert_eq!(host.slices("force"), before);
    host.set("frame_a.x", 1.1e-4);
    for host in [&mut undisturbed, &mut host] {
        host.step(1e-5).unwrap();
    }
    assert_eq!(host.slices("force"), undisturbed.slices("force"));
}
