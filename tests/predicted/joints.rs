//! Prediction through the joints themselves: ports, mobility, reports and refusals.

use crate::driven::Driven;
use nalgebra::{Matrix3, Vector2, Vector3};
use spiel::Value;
use spiel::coupling::{Mobility, Step};
use spiel::kinematics::planar::{Axes, Motion};
use spiel::model::Build;

/// A joint without prediction.
fn plain(name: &str) -> Driven {
    Driven::new(name, &Build::default())
}

/// A joint with prediction and this mobility.
fn predicted(name: &str, mobility: &Matrix3<f64>) -> Driven {
    predicted_of(name, &Build::default(), mobility)
}

fn predicted_of(name: &str, build: &Build, mobility: &Matrix3<f64>) -> Driven {
    let mut joint = Driven::new(name, build).with("coupling.method", Value::Integer(3));
    put_mobility(&mut joint, "coupling.mobility_", mobility);
    joint
}

fn put_mobility(joint: &mut Driven, group: &str, mobility: &Matrix3<f64>) {
    for (name, number) in Mobility::<3>::names().zip(Mobility(*mobility).numbers()) {
        joint.set(&format!("{group}{name}"), number);
    }
}

/// Body b, free beside a body a that stands still, moved by its host with held loads.
struct Body {
    motion: Motion<f64>,
    mobility: Matrix3<f64>,
}

impl Body {
    fn new(position: [f64; 2], angle: f64, velocity: [f64; 2], mobility: Matrix3<f64>) -> Self {
        let motion =
            Motion { position: position.into(), angle, velocity: velocity.into(), spin: 0.0 };
        Self { motion, mobility }
    }

    fn numbers(&self) -> [f64; 6] {
        let Motion { position, angle, velocity, spin } = self.motion;
        [position.x, position.y, angle, velocity.x, velocity.y, spin]
    }

    fn world(&self) -> [f64; 12] {
        let mut all = [0.0; 12];
        all[6..].copy_from_slice(&self.numbers());
        all
    }

    fn carry(&mut self, load: [f64; 3], size: f64) {
        let change = self.mobility * Vector3::from(load) * size;
        let Motion { position, angle, velocity, spin } = &mut self.motion;
        *position += (*velocity + 0.5 * change.xy()) * size;
        *angle += (*spin + 0.5 * change.z) * size;
        *velocity += change.xy();
        *spin += change.z;
    }

    fn energy(&self) -> f64 {
        let Motion { velocity, spin, .. } = self.motion;
        let moving = Vector3::new(velocity.x, velocity.y, spin);
        0.5 * moving.dot(&(self.mobility.try_inverse().unwrap() * moving))
    }
}

/// A body of 1 kg and 1e-4 kg m².
fn free() -> Matrix3<f64> {
    Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 1e4))
}

/// Drives `joint` with world ports for `steps` steps.
fn run(joint: &mut Driven, body: &mut Body, steps: u32, size: f64) {
    for _ in 0..steps {
        joint.put(&body.world());
        joint.next(size);
        let load = ["load_b.fx", "load_b.fy", "load_b.t"].map(|name| joint.get(name));
        body.carry(load, size);
    }
}

#[test]
fn a_journal_rebounds_as_the_law_says_at_every_phase() {
    for size in [1e-7, 1e-6, 1e-5, 1e-4, 2e-4] {
        for phase in 0..16 {
            let mut joint = predicted("revolute_clearance", &free());
            joint.set("contact.restitution", 0.55);
            joint.set("friction.model", 1);
            let gap = (2.2 + f64::from(phase) / 16.0) * size;
            let mut body = Body::new([5e-4 - gap, 0.0], 0.0, [1.0, 0.0], free());
            run(&mut joint, &mut body, (6e-4 / size) as u32 + 9, size);
            let off = -body.motion.velocity.x - 0.54098;
            assert!(off.abs() < 5e-4, "{size}, {phase}: {off}");
            assert!(joint.get("coupling.work_mismatch") < 1e-2, "{size}, {phase}");
            let suggested = joint.get("coupling.suggested_step");
            assert!((1e-4..4e-4).contains(&suggested), "{suggested}");
            assert_eq!(joint.get("contact.impact_speed"), 1.0);
        }
    }
}

#[test]
fn one_step_may_hold_a_whole_impact_and_reports_it() {
    let mut joint = predicted("revolute_clearance", &free());
    joint.set("contact.restitution", 0.55);
    let mut body = Body::new([4.5e-4, 0.0], 0.0, [1.0, 0.0], free());
    run(&mut joint, &mut body, 1, 1e-3);
    assert_eq!(joint.get("coupling.step_too_long"), 1.0);
    let impulse = joint.get("coupling.impulse");
    assert!((impulse - 1.54098).abs() < 5e-4, "{impulse}");
    let (peak, held) = (joint.get("contact.peak_normal_force"), joint.get("load_b.fx").abs());
    assert!(peak > 10e3 && held < 2.01e3, "{peak} {held}");
    assert!((joint.get("contact.start_time") - 5e-5).abs() < 1e-12);
}

/// A slider that falls onto a lower corner of its guide.
fn tipped(joint: &mut Driven, size: f64, steps: u32) -> Body {
    for (name, value) in [("contact.restitution", 0.55), ("friction.viscous", 0.0)] {
        joint.set(name, value);
    }
    let mut body = Body::new([0.1, -4.4e-4], -1e-3, [0.4, -0.5], free());
    run(joint, &mut body, steps, size);
    body
}

#[test]
fn a_slider_that_lands_on_a_corner_turns_as_in_small_steps() {
    let mut fine = plain("translational_clearance");
    let truth = tipped(&mut fine, 1e-8, 300_000);
    for size in [2e-5, 1e-4, 2e-4] {
        let mut joint = predicted("translational_clearance", &free());
        let body = tipped(&mut joint, size, (3e-3 / size).round() as u32);
        let off = (body.motion.velocity - truth.motion.velocity).norm()
            + 0.03 * (body.motion.spin - truth.motion.spin).abs();
        let (lost, more) = (joint.get("energy.dissipated"), body.energy() / truth.energy() - 1.0);
        println!("{size}: off {off} m/s, energy {more}, lost {lost}");
        assert!(off < 5e-3 && more < 0.01, "{size}: {off}, {more}");
        assert!(joint.get("coupling.work_mismatch") < 0.01);
    }
    let mut stiff = free();
    stiff.m33 = 0.0;
    let mut joint = predicted("translational_clearance", &stiff);
    joint.begin(0.0).unwrap();
    assert!(joint.block.warning().unwrap().contains("mobility_phiphi"));
}

#[test]
fn relative_ports_and_mobility_as_an_input_change_nothing() {
    // A turned bearing, with a mobility that has a direction.
    let mobility = Matrix3::new(2.0, 0.7, 3.0, 0.7, 1.0, -2.0, 3.0, -2.0, 40.0);
    let phi = 0.7;
    let axes = Axes::rotated(phi);
    let turn = nalgebra::Rotation3::from_axis_angle(&Vector3::z_axis(), phi);
    let relative_mobility = turn.matrix().transpose() * mobility * turn.matrix();
    let relative_ports = Build::default().with("build.ports", "relative");
    let mobility_input = Build::default().with("build.mobility", "given_by_input");
    for name in ["revolute_clearance", "translational_clearance"] {
        let mut world = predicted(name, &mobility);
        let mut relative = predicted_of(name, &relative_ports, &relative_mobility);
        let mut input = predicted_of(name, &mobility_input, &Matrix3::zeros());
        let mut body = Body::new([4.9e-4, -4.9e-4], phi + 1e-4, [0.3, -0.2], mobility);
        for index in 0..200 {
            let mut numbers = body.world();
            numbers[2] = phi;
            let Motion { position, angle, velocity, spin } = body.motion;
            let (place, speed) = (axes.inward(position), axes.inward(velocity));
            let relative_to_a = [place.x, place.y, angle - phi, speed.x, speed.y, spin];
            world.put(&numbers);
            input.put(&numbers);
            put_mobility(&mut input, "mobility.", &mobility);
            relative.put(&relative_to_a);
            for joint in [&mut world, &mut input, &mut relative] {
                joint.next(2e-5);
            }
            let load = ["load_b.fx", "load_b.fy", "load_b.t"].map(|part| world.get(part));
            let same = ["load_b.fx", "load_b.fy", "load_b.t"].map(|part| input.get(part));
            assert_eq!(load, same);
            let force =
                axes.outward(Vector2::new(relative.get("force.x"), relative.get("force.y")));
            let off = (force - Vector2::new(load[0], load[1])).norm();
            assert!(off <= 1e-8 * force.norm(), "{name}, {index}: {off} of {}", force.norm());
            body.carry(load, 2e-5);
        }
        assert!(world.get("energy.dissipated") > 1e-3);
    }
}

#[test]
fn a_mobility_that_is_missing_or_impossible_is_refused_by_name() {
    let refused = |mobility: [f64; 6]| {
        let build = Build::default().with("coupling.identify", "off");
        let mut joint = predicted_of("revolute_clearance", &build, &Mobility::of(&mobility).0);
        joint.block.initialize(0.0).err().map(|fault| fault.to_string()).unwrap_or_default()
    };
    assert_eq!(
        refused([0.0; 6]),
        "coupling.mobility_xx = 0 is outside the finite numbers above 0 (coupling.method = predicted \
         must know the mobility of the pair; the command mobility computes it, coupling.identify = on measures it, but not with a film)"
    );
    assert!(refused([1.0, 2.0, 1.0, 0.0, 0.0, 0.0]).starts_with("coupling.mobility_xy = 2 "));
    assert!(refused([1.0, 0.0, 1.0, 1.0, 0.0, 0.0]).starts_with("coupling.mobility_xphi = 1 "));
    assert!(refused([1.0, 0.9, 1.0, 0.9, -0.9, 1.0]).starts_with("coupling.mobility_yphi = -0.9 "));
    assert_eq!(refused([1.0, 0.9, 1.0, 0.9, 0.9, 1.0]), "");
    // Guided along x.
    assert_eq!(refused([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]), "");
}

#[test]
fn a_missing_mobility_is_refused_at_the_first_touch() {
    let build = Build::default().with("build.mobility", "given_by_input");
    let mut joint = predicted_of("revolute_clearance", &build, &Matrix3::zeros());
    let mut body = Body::new([4.5e-4, 0.0], 0.0, [1.0, 0.0], free());
    run(&mut joint, &mut body, 4, 1e-5);
    assert_eq!(joint.get("load_b.fx"), 0.0);
    joint.put(&body.world());
    let fault = joint.block.advance(Step { start: 4e-5, size: 1e-4 }).unwrap_err();
    assert!(fault.to_string().contains("mobility.xx, .xy, .yy are all 0"), "{fault}");
    for other in ["sliced_pin", "rough_interface"] {
        let fault = Driven::try_new(other, &build).err().unwrap();
        let refusal = format!("build.mobility is not a variable of {other} that could be set");
        assert_eq!(fault.to_string(), refusal);
    }
}

#[test]
fn sliding_that_comes_to_rest_inside_an_impact_sticks() {
    // Pushed aside by its own impact, through rest: stiff bristles hold it there.
    let mobility = Matrix3::new(1.0, 0.6, 0.0, 0.6, 1.0, 0.0, 0.0, 0.0, 0.0);
    for fades in [true, false] {
        let throw = |joint: &mut Driven, size: f64, steps: u32| {
            joint.set("contact.restitution", 0.55);
            joint.set("friction.damping_fades", fades);
            let mut body = Body::new([4.7e-4, 0.0], 0.0, [0.5, 0.15], mobility);
            run(joint, &mut body, steps, size);
            body.motion.velocity
        };
        let truth = throw(&mut plain("revolute_clearance"), 2e-8, 25_000);
        for size in [1e-5, 5e-5, 1e-4] {
            let mut joint = predicted("revolute_clearance", &mobility);
            let found = throw(&mut joint, size, (5e-4 / size).round() as u32);
            assert!((found - truth).norm() < 2e-3, "{size}: {found} {truth}");
        }
    }
}
