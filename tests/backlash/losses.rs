//! Losses that grow with the load: the rigid gears of another library, steady efficiencies, self-locking, energy.

use crate::driven::Driven;
use spiel::model::Build;
use std::f64::consts::TAU;

/// Two inertias about a joint: place and speed of a, then of b.
struct Train {
    joint: Driven,
    inertia: [f64; 2],
    motion: [f64; 4],
    loads: [f64; 2],
}

impl Train {
    fn new(model: &str, values: &[(&str, f64)], inertia: [f64; 2], motion: [f64; 4]) -> Self {
        let build = values.iter().fold(Build::default(), |build, (name, value)| {
            let whole = ["contact.elastic", "mesh.kind", "coupling.method"].contains(name);
            build
                .with(name, if whole { format!("{}", *value as i32) } else { format!("{value:e}") })
        });
        Self { joint: Driven::new(model, &build), inertia, motion, loads: [0.0; 2] }
    }

    /// Makes a step with the load of the joint held, under outer torques at its middle.
    fn step(&mut self, size: f64, torque: impl Fn(f64) -> [f64; 2]) {
        self.joint.put(&self.motion);
        self.joint.next(size);
        let [a, b, ..] = self.joint.loads();
        self.loads = [a, b];
        let outer = torque(self.joint.time - 0.5 * size);
        for (body, outer) in outer.into_iter().enumerate() {
            let gain = (self.loads[body] + outer) / self.inertia[body];
            self.motion[2 * body] += size * (self.motion[2 * body + 1] + 0.5 * size * gain);
            self.motion[2 * body + 1] += size * gain;
        }
    }
}

/// A gear of ratio 2 in radians of its pinion, with hardly any play.
fn gear(
    stiffness: f64,
    damping: f64,
    efficiency: f64,
    more: &[(&'static str, f64)],
) -> Vec<(&'static str, f64)> {
    let own = [
        ("mesh.kind", 2.0),
        ("mesh.radius_a", 1.0),
        ("mesh.radius_b", 2.0),
        ("geometry.backlash", 0.0),
        ("contact.elastic", 1.0),
        ("contact.stiffness", stiffness),
        ("contact.damping", damping),
        ("loss.stiffness", stiffness),
        ("loss.efficiency_a", efficiency),
        ("loss.efficiency_b", efficiency),
    ];
    [&own[..], more].concat()
}

/// Modelica.Mechanics.Rotational.Examples.LossyGearDemo1 by Dymola 2020x, of the reference results of the Modelica
/// Association: time, angle and speed of b.
const DEMO_1: [[f64; 3]; 8] = [
    [0.034, -0.0004337884677, -0.02040415272],
    [0.083, -0.001116887946, 0.0],
    [0.143, -0.001116887943, 0.0],
    [0.252, -0.0009992858918, 0.006056509672],
    [0.312, -0.0003552667705, 0.01369586039],
    [0.426, 0.0002083579258, 0.0],
    [0.475, 0.0002034650853, -0.00140374086],
    [0.5, 1.662168717e-5, -0.01626192404],
];

#[test]
fn a_lossy_gear_that_sticks_and_turns_back_moves_as_the_rigid_one_of_another_library() {
    for (stiffness, damping, angle, speed) in [(1e5, 1e3, 1e-4, 2e-3), (1e6, 3e3, 3e-5, 5e-4)] {
        let values = gear(stiffness, damping, 0.5, &[]);
        let mut train = Train::new("gear_mesh", &values, [1.0, 1.5], [0.0; 4]);
        let torque = |time: f64| [10.0 * (TAU * time).sin(), -10.0 + 2.5 * time];
        let (size, mut worst) = (2e-6, [0.0_f64; 2]);
        let (mut stands, mut lost) = (vec![], 0.0);
        for [time, angle_b, speed_b] in DEMO_1 {
            while train.joint.time < time - 0.5 * size {
                train.step(size, torque);
                let still = train.motion[3].abs() < 1e-3;
                if stands.len() % 2 == usize::from(!still) && train.joint.time > 0.01 {
                    stands.push(train.joint.time);
                }
            }
            worst[0] = worst[0].max((train.motion[2] - angle_b).abs());
            worst[1] = worst[1].max((train.motion[3] - speed_b).abs());
            lost = train.joint.get("energy.dissipated");
        }
        println!("{stiffness:e}: {worst:?} lost {lost:e}");
        assert!(worst[0] < angle && worst[1] < speed, "{stiffness:e}: {worst:?}");
        // The rigid gear loses 1.8524e-2 J, stands from 0.0805 s on and until 0.3713 s.
        assert!((lost / 1.8524e-2 - 1.0).abs() < 3e-2, "{lost}");
        let near = |time: f64| stands.iter().any(|stand| (stand - time).abs() < 2e-3);
        assert!(near(0.0805) && near(0.3713), "{stands:?}");
    }
}

#[test]
fn a_wheel_that_drives_a_bad_gear_comes_to_rest_and_stays() {
    // LossyGearDemo3: ratio 1, η 0.25, bearings of 0.5 N m on both; the rigid gear slows at 500 rad/s² to rest at 0.02 s
    // and 0.1 rad, and 1 N m on b from 0.5 s on does not move it.
    let bearings = [("mesh.radius_b", 1.0), ("loss.friction_a", 0.5), ("loss.friction_b", 0.5)];
    let values = gear(1e5, 5.0, 0.25, &bearings);
    let mut train = Train::new("gear_mesh", &values, [1e-3; 2], [0.0, 10.0, 0.0, 10.0]);
    let torque = |time: f64| [0.0, if time > 0.5 { 1.0 } else { 0.0 }];
    for (until, angle, speed) in
        [(0.005, 0.04375, 7.5), (0.01, 0.075, 5.0), (0.015, 0.09375, 2.5), (0.03, 0.1, 0.0)]
    {
        while train.joint.time < until - 5e-7 {
            train.step(1e-6, torque);
        }
        // At rest it swings on the springs of both bearings, which have no damping.
        let bounds = if until < 0.02 { [2e-6, 3e-4] } else { [1e-5, 6e-2] };
        assert!((train.motion[2] - angle).abs() < bounds[0], "{until}: {:?}", train.motion);
        assert!((train.motion[3] - speed).abs() < bounds[1], "{until}: {:?}", train.motion);
    }
    let rest = train.motion[2];
    while train.joint.time < 0.6 {
        train.step(2e-6, torque);
    }
    assert!((train.motion[2] - rest).abs() < 5e-5, "{:?}", train.motion);
}

#[test]
fn predicted_steps_have_the_losses_of_small_ones() {
    // Half a degree of play, which both flanks meet.
    let mobility = ("coupling.mobility", 1.0 + 4.0 / 1.5);
    let torque = |time: f64| [10.0 * (TAU * time).sin(), -10.0 + 2.5 * time];
    let run = |more: &[(&'static str, f64)], size: f64| {
        let mut values = gear(1e6, 3e3, 0.8, more);
        values.push(("loss.friction_b", 0.3));
        values.retain(|(name, _)| *name != "loss.stiffness" && *name != "geometry.backlash");
        values.extend([("loss.stiffness", 1e5), ("geometry.backlash", 1e-2)]);
        let mut train = Train::new("gear_mesh", &values, [1.0, 1.5], [0.0; 4]);
        while train.joint.time < 0.5 - 0.5 * size {
            train.step(size, torque);
        }
        [train.motion[2], train.motion[3], train.joint.get("energy.dissipated")]
    };
    let fine = run(&[], 2e-6);
    let predicted = run(&[("coupling.method", 3.0), mobility], 2e-4);
    println!("{fine:?} {predicted:?}");
    assert!((predicted[0] - fine[0]).abs() < 1e-3 && (predicted[1] - fine[1]).abs() < 2e-2);
    assert!((predicted[2] / fine[2] - 1.0).abs() < 2e-2);
}

#[test]
fn steady_gears_have_their_efficiency_and_a_locked_one_holds() {
    for kind in [1.0, 2.0] {
        let sign = if kind == 1.0 { -1.0 } else { 1.0 };
        for (efficiency, drives) in [(0.3, 1.0), (0.99, 1.0), (0.7, -1.0), (0.95, -1.0)] {
            let values = gear(1e6, 0.0, efficiency, &[("mesh.kind", kind)]);
            // The pinion is ahead by a load of 50 N, or behind by it; both turn at even speeds.
            let ahead = drives * 5e-5;
            let mut train =
                Train::new("gear_mesh", &values, [1e14; 2], [ahead, 3.0, 0.0, sign * 1.5]);
            let mut work = 0.0;
            for _ in 0..200 {
                train.step(1e-4, |_| [0.0; 2]);
                work -= 1e-4 * (train.loads[0] * 3.0 + train.loads[1] * sign * 1.5);
            }
            // The bodies' work is lost or held by friction; the flank keeps its own energy.
            let flank = 0.5 * 1e6 * 5e-5 * 5e-5;
            let kept = train.joint.get("energy.dissipated") + train.joint.get("energy.stored");
            assert!(((kept - flank) / work - 1.0).abs() < 1e-9, "{kept} {work}");
            let power = [train.loads[0] * 3.0, train.loads[1] * sign * 1.5];
            let (leaves, enters) =
                if drives > 0.0 { (power[1], -power[0]) } else { (power[0], -power[1]) };
            assert!((leaves / enters / efficiency - 1.0).abs() < 1e-9, "{leaves} {enters}");
            assert!((train.joint.get("loss.power") / (enters - leaves) - 1.0).abs() < 1e-9);
        }
    }
    // b cannot drive a gear that locks itself, however hard it is turned.
    let values = gear(1e6, 1e3, 0.4, &[("loss.efficiency_b", -0.1)]);
    let mut train = Train::new("gear_mesh", &values, [1.0, 1.5], [0.0; 4]);
    let mut farthest = 0.0_f64;
    while train.joint.time < 0.3 {
        train.step(5e-6, |time| [0.0, 100.0 * time.min(0.2)]);
        farthest = farthest.max(train.motion[2].abs());
    }
    println!("{farthest:e}");
    assert!(farthest < 1e-4, "{farthest}");
}
