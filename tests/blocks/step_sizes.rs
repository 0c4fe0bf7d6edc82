//! Steps of any size, down to 1e-15 s: the loads stay physical.
//!
//! Hosts that add up time end with a step of some 1e-12 s, and a step of control may be put anywhere.

use crate::driven::Driven;
use nalgebra::Vector2;
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use spiel::group::{PinPlan, Plan};
use spiel::kinematics::planar::Motion;
use spiel::model::Build;

/// The sizes of the steps of a run.
struct Sizes {
    random: TestRng,
    low: f64,
    high: f64,
    even: bool,
}

impl Sizes {
    fn even(size: f64) -> Self {
        Self { even: true, ..Self::spread(size, size) }
    }

    /// Sizes between two powers of ten.
    fn spread(low: f64, high: f64) -> Self {
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[5; 32]);
        Self { random, low: low.log10(), high: high.log10(), even: false }
    }

    fn next(&mut self) -> f64 {
        let part = (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let power = if self.even { self.high } else { self.low + (self.high - self.low) * part };
        10_f64.powf(power)
    }
}

/// Size of the steps of a tail \[s\].
const TAIL: f64 = 2e-5;

/// A body thrown at a joint's other body, which stands still.
struct Thrown {
    joint: Driven,
    /// True where the joint's inputs are those of its body b alone.
    alone: bool,
    body: Motion<f64>,
    mass: f64,
    inertia: f64,
    pull: Vector2<f64>,
}

/// Result of a run.
#[derive(Debug)]
struct Run {
    /// Largest force or moment on the body.
    load: f64,
    /// Energy at the end and the loss, over the energy at the beginning.
    balance: f64,
    /// Energy at the end over that at the beginning.
    left: f64,
}

impl Thrown {
    fn energy(&self) -> f64 {
        let Motion { velocity, spin, position, .. } = self.body;
        let kinetic = self.mass * velocity.norm_squared() + self.inertia * spin * spin;
        0.5 * kinetic - self.pull.dot(&position)
    }

    /// Runs until `end` \[s\] and `tail` steps more; the body follows the mean load of each step.
    ///
    /// The balance is the median over the tail: for a step or two after an impact, a predicted load still
    /// brings the body to where the impact has left it, which takes energy and gives it back.
    fn run(mut self, end: f64, mut sizes: Sizes, tail: usize) -> Run {
        let (mut time, first) = (0.0, self.energy());
        let (mut largest, mut balances) = (0.0_f64, Vec::new());
        while time < end || balances.len() < tail {
            let size = if time < end { sizes.next() } else { TAIL };
            let frames = [Motion::rest(), self.body];
            self.joint.step(if self.alone { &frames[1..] } else { &frames }, time, size);
            let load = self.joint.load(usize::from(!self.alone));
            largest = load.into_iter().map(f64::abs).fold(largest, f64::max);
            let acceleration = (Vector2::new(load[0], load[1]) + self.pull) / self.mass;
            let turn = load[2] / self.inertia;
            let Motion { position, angle, velocity, spin } = &mut self.body;
            *position += size * (*velocity + 0.5 * size * acceleration);
            *angle += size * (*spin + 0.5 * size * turn);
            *velocity += size * acceleration;
            *spin += size * turn;
            let over = time >= end;
            time += size;
            if over || (tail == 0 && time >= end) {
                balances.push(self.balance().map(|energy| energy / first));
            }
        }
        balances.sort_by(|one, other| one[0].total_cmp(&other[0]));
        let [balance, left] = balances[balances.len() / 2];
        Run { load: largest, balance, left }
    }

    /// The energy now with the loss, and without it.
    fn balance(&mut self) -> [f64; 2] {
        let mut of =
            |name: &str| self.joint.block.number(name).map_or(0.0, |_| self.joint.get(name));
        let (lost, stored) = (of("energy.dissipated"), of("energy.stored"));
        let left = self.energy() + stored;
        [left + lost, left]
    }
}

/// A journal of a kilogram in a bearing, thrown and pulled.
fn journal(joint: Driven, alone: bool) -> Thrown {
    let (velocity, position) = (Vector2::new(1.0, 0.3), Vector2::new(3e-4, -1e-4));
    let body = Motion { velocity, position, spin: 5.0, ..Motion::rest() };
    Thrown { joint, alone, body, mass: 1.0, inertia: 1e-3, pull: Vector2::new(20.0, -5.0) }
}

fn revolute(method: i32) -> Driven {
    let joint = Driven::new("revolute_clearance", &Build::default());
    let joint = joint.with("coupling.method", method).with("friction.model", 2);
    let mobility = [("xx", 1.0), ("yy", 1.0), ("phiphi", 1e3)];
    mobility.iter().fold(joint, |joint, (name, value)| {
        joint.with(&format!("coupling.mobility_{name}"), *value)
    })
}

/// The bearing of `journal` as a group of one body.
fn group() -> Driven {
    let text = r#"
        [[body]]
        name = "journal"
        mass = 1
        inertia = 1e-3
        [[joint]]
        name = "B"
        type = "revolute_clearance"
        a = "ground"
        b = "journal"
        parameters.friction = { model = "coulomb" }
    "#;
    Driven::group(&toml::from_str::<Plan>(text).unwrap())
}

/// Compares a run in steps of wild sizes with one in even steps that follows every contact.
fn compare(name: &str, make: impl Fn() -> Thrown, end: f64, high: f64, tail: usize) {
    let even = make().run(end, Sizes::even(1e-6), tail);
    for low in [1e-15, 1e-12, 1e-9] {
        let wild = make().run(end, Sizes::spread(low, high), tail);
        let case = format!("{name} from {low:e} s to {high:e} s: {wild:?}, even {even:?}");
        println!("{case}");
        assert!(wild.load <= 1.5 * even.load, "{case}");
        // The energy of the bodies and the loss add up, and never exceed the initial energy.
        let most = if tail > 0 { 1e-3 } else { 0.01 };
        assert!((wild.balance - even.balance).abs() < most, "{case}");
        assert!(wild.left < 1.01, "{case}");
    }
}

#[test]
fn predicted_loads_stay_physical() {
    compare("predicted", || journal(revolute(3), false), 0.02, 1e-3, 100);
    compare("group", || journal(group(), true), 0.02, 1e-3, 100);
}

#[test]
fn mean_and_end_point_loads_stay_physical() {
    compare("step_mean", || journal(revolute(2), false), 0.003, 1e-5, 0);
    compare("end_point", || journal(revolute(1), false), 0.003, 2e-6, 0);
}

#[test]
fn the_other_joints_stay_physical() {
    let slider = || {
        let joint = Driven::new("translational_clearance", &Build::default());
        let joint = joint.with("friction.model", 2);
        let body = Motion { velocity: Vector2::new(0.5, 0.4), spin: 3.0, ..Motion::rest() };
        Thrown {
            joint,
            alone: false,
            body,
            mass: 1.0,
            inertia: 1e-3,
            pull: Vector2::new(0.0, -20.0),
        }
    };
    compare("translational", slider, 0.01, 1e-5, 0);
    let pin = || {
        let joint = Driven::new("sliced_pin", &Build::default().with("build.slices", 8));
        let mut thrown = journal(joint.with("friction.model", 2), false);
        thrown.body.position *= 0.1;
        thrown
    };
    compare("sliced pin", pin, 0.002, 2e-6, 0);
    let rough = || {
        let joint = Driven::new("rough_interface", &Build::default().with("clamp.force", 2000));
        let body = Motion { velocity: Vector2::new(0.05, 0.0), ..Motion::rest() };
        Thrown { joint, alone: false, body, mass: 1.0, inertia: 1.0, pull: Vector2::zeros() }
    };
    compare("rough interface", rough, 0.002, 1e-5, 0);
}

#[test]
fn one_tiny_step_inside_a_contact_changes_nothing() {
    for size in [1e-15, 1e-12, 1e-9] {
        let (mut calm, mut nudged) = (revolute(3), revolute(3));
        let at = |x: f64, vx: f64| {
            let velocity = Vector2::new(vx, 0.0);
            [Motion::rest(), Motion { position: Vector2::new(x, 0.0), velocity, ..Motion::rest() }]
        };
        let mut body = (4.5e-4, 1.0);
        let mut time = 0.0;
        for _ in 0..3 {
            for joint in [&mut calm, &mut nudged] {
                joint.step(&at(body.0, body.1), time, 5e-5);
            }
            let force = calm.load(1)[0];
            body.0 += 5e-5 * (body.1 + 0.5 * 5e-5 * force);
            body.1 += 5e-5 * force;
            time += 5e-5;
        }
        let before = calm.load(1)[0].abs();
        nudged.step(&at(body.0, body.1), time, size);
        let tiny = nudged.load(1)[0].abs();
        assert!(before > 1e3 && tiny < 4.0 * before, "{size:e}: {before} N, then {tiny} N");
        nudged.step(&at(body.0, body.1), time + size, 5e-5);
        calm.step(&at(body.0, body.1), time, 5e-5);
        let (one, other) = (calm.load(1)[0], nudged.load(1)[0]);
        assert!((one - other).abs() < 1e-3 * before, "{size:e}: {one} N, {other} N");
    }
}

#[test]
fn a_machine_that_moves_itself_and_its_drive_stay_calm() {
    let mut plan: Plan =
        toml::from_str(include_str!("../../examples/groups/wrist_pin.toml")).unwrap();
    let (a, b) = ("rod".into(), "slider".into());
    plan.pins.push(PinPlan { a, b, at_a: [0.2705, 0.0], at_b: [0.0; 2] });
    let run = |mut sizes: Sizes| {
        let mut plant = Driven::group(&plan);
        let (mut time, mut largest) = (0.0, [0.0_f64; 2]);
        while time < 0.3 {
            let size = sizes.next();
            plant.go(time, size);
            time += size;
            for (largest, name) in
                largest.iter_mut().zip(["slider.peak_acceleration.x", "crank.drive_moment"])
            {
                *largest = largest.max(plant.get(name).abs());
            }
        }
        (largest, plant.get("energy.bodies") - plant.get("energy.drive"))
    };
    let (even, kept) = run(Sizes::even(1e-4));
    for low in [1e-15, 1e-12, 1e-9] {
        let (wild, left) = run(Sizes::spread(low, 1e-3));
        println!("from {low:e} s: {wild:?}, {left} J; even {even:?}, {kept} J");
        assert!(wild[0] <= 1.5 * even[0] && wild[1] <= 1.5 * even[1], "{wild:?} {even:?}");
        assert!((left - kept).abs() < 0.01 * kept.abs().max(10.0), "{left} {kept}");
    }
}
