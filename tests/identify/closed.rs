//! The whole joint in a host, with a given and with a measured mobility.

use crate::FOUND;
use crate::driven::Driven;
use crate::hosts::{Host, Running, SIX};
use crate::scenes::{Arm, Scene, Spinning, Wrist};
use crate::search::error;
use model_description::Choice;
use nalgebra::{Matrix3, Vector2, Vector3};
use spiel::coupling::Step;
use spiel::coupling::predicted::Delay;
use spiel::model::Build;

const NAMES: [&str; 6] = ["xx", "xy", "yy", "xphi", "yphi", "phiphi"];

/// A joint in a host that gives it the mobility or measures nothing but loads.
pub struct Closed<'a> {
    pub joint: Driven,
    scene: &'a dyn Scene,
    pub running: Running,
    pub state: (nalgebra::DVector<f64>, nalgebra::DVector<f64>),
    size: f64,
    told: bool,
    pub loads: Vec<Vector3<f64>>,
}

/// A pin with steel's defaults, without friction.
pub fn pin() -> Build {
    Build::default()
        .with("coupling.method", "predicted")
        .with("friction.model", "none")
        .with("contact.restitution", "0.55")
}

impl<'a> Closed<'a> {
    pub fn new(
        scene: &'a dyn Scene,
        (host, delay, semi): (Host, Delay, bool),
        size: f64,
        told: bool,
    ) -> Self {
        let build = if told {
            pin()
                .with("build.mobility", "given_by_input")
                .with("coupling.delay", delay.name())
                .with("coupling.semi_implicit", if semi { "true" } else { "false" })
        } else {
            pin().with("coupling.identify", "on")
        };
        let joint = Driven::new("revolute_clearance", &build);
        let (running, state) = (Running::new(host), scene.start());
        Self { joint, scene, running, state, size, told, loads: vec![] }
    }

    /// Makes a step; returns the loads on b.
    pub fn step(&mut self) -> Vector3<f64> {
        let time = self.size * self.loads.len() as f64;
        let (q, v) = &self.state;
        let frames = self.scene.frames(q, v, time);
        if !self.joint.begun {
            self.joint.put(frames.as_flattened());
            self.joint.begin(0.0).unwrap();
        }
        self.joint.put(frames.as_flattened());
        if self.told {
            let w = self.scene.mobility(q, time);
            let numbers = [w.m11, w.m12, w.m22, w.m13, w.m23, w.m33];
            for (name, number) in NAMES.iter().zip(numbers) {
                self.joint.set(&format!("mobility.{name}"), number);
            }
        }
        let load =
            Vector3::from(["fx", "fy", "t"].map(|part| self.joint.get(&format!("load_b.{part}"))));
        self.joint.block.advance(Step { start: time, size: self.size }).unwrap();
        self.running.advance(self.scene, &mut self.state, load, time, self.size);
        self.loads.push(load);
        load
    }

    pub fn time(&self) -> f64 {
        self.size * self.loads.len() as f64
    }

    /// The mobility that the joint has measured.
    pub fn measured(&mut self) -> Matrix3<f64> {
        mobility(&mut self.joint)
    }

    /// Relative velocity away from the wall.
    pub fn parting(&self) -> f64 {
        let (q, v) = &self.state;
        let received = self.scene.received(q, v, self.time(), self.size);
        let normal: Vector2<f64> = received.place.xy().normalize();
        -received.velocity.xy().dot(&normal)
    }

    /// Restitution of the first impact, the step in which it began, and its approach speed.
    pub fn first_impact(&mut self, most: usize) -> Option<(f64, usize, f64)> {
        let mut began = None;
        for step in 0..most {
            self.step();
            let impact = self.joint.get("contact.impact_speed");
            let active = self.joint.get("contact.active") > 0.0;
            if impact > 0.0 {
                let first = *began.get_or_insert(step);
                // The correction of positions has ended by then.
                if !active && step >= first + 5 {
                    return Some((self.parting() / impact, first, impact));
                }
            }
        }
        None
    }
}

/// The mobility that a joint has measured.
fn mobility(joint: &mut Driven) -> Matrix3<f64> {
    let [xx, xy, yy, xp, yp, pp] =
        NAMES.map(|name| joint.get(&format!("coupling.measured_{name}")));
    Matrix3::new(xx, xy, xp, xy, yy, yp, xp, yp, pp)
}

#[test]
fn a_measured_kilogram_rebounds_as_with_a_given_mobility() {
    let mass = Arm { turns: false, driven: false, speed: (0.05, 0.0), ..Arm::default() };
    for size in [5e-5, 1e-4, 2e-4] {
        for host in &SIX[..5] {
            let mut found = [true, false].map(|told| {
                let mut closed = Closed::new(&mass, *host, size, told);
                let (rebound, step, _) = closed.first_impact(1000).unwrap();
                (rebound, step, closed)
            });
            let off = (found[1].0 / found[0].0 - 1.0).abs();
            let mismatch = found.each_mut().map(|run| run.2.joint.get("coupling.work_mismatch"));
            println!(
                "{:?} {size}: {:.5} told, {:.5} measured, contact at {} {mismatch:?}",
                host.0, found[0].0, found[1].0, found[1].1
            );
            assert!(off < 1e-3, "{host:?} {size}: {off}");
            assert_eq!(found[1].2.joint.get("coupling.identified"), FOUND);
            let measured = found[1].2.measured();
            let error =
                error(&measured, &Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.0)), 0.01);
            assert!(error < 1e-2, "{error}");
        }
    }
}

#[test]
fn a_measured_slider_crank_rebounds_as_with_a_given_mobility() {
    for (size, most) in [(5e-5, 1e-3), (1e-4, 2e-2)] {
        for start in [0.3, 0.7, 1.9, 2.6, 4.0, 5.2] {
            for host in &SIX[1..5] {
                let wrist = Wrist { held: false, start, ..Wrist::default() };
                let found = [true, false]
                    .map(|told| Closed::new(&wrist, *host, size, told).first_impact(1000).unwrap());
                let [(told, ..), (measured, step, speed)] = found;
                let off = (measured / told - 1.0).abs();
                println!(
                    "{:?} {size} {start}: {told:.4} told, {measured:.4} measured, contact at {step}, {speed:.2} m/s: {off:.1e}",
                    host.0
                );
                assert!(off < most || step <= 42);
            }
        }
    }
}

#[test]
fn a_mobility_is_followed_through_contacts() {
    for size in [5e-5, 1e-4] {
        for host in &SIX[1..5] {
            let wrist = Wrist { held: false, ..Wrist::default() };
            let mut lost = [0.0; 2];
            let (mut errors, mut anew, mut mismatch) = (vec![], 0, 0.0);
            for (told, lost) in [true, false].into_iter().zip(&mut lost) {
                let mut closed = Closed::new(&wrist, *host, size, told);
                let mut before = 0.0;
                for _ in 0..(0.3 / size) as usize {
                    let truth = wrist.mobility(&closed.state.0, closed.time());
                    closed.step();
                    let status = closed.joint.get("coupling.identified");
                    if !told && status == FOUND {
                        errors.push(error(&closed.measured(), &truth, 0.01));
                    }
                    anew += usize::from(before == FOUND && status != FOUND);
                    before = status;
                }
                *lost = closed.joint.get("energy.dissipated");
                mismatch = closed.joint.get("coupling.work_mismatch");
            }
            errors.sort_by(f64::total_cmp);
            let [median, worst] = [errors[errors.len() / 2], errors[errors.len() - 1]];
            println!(
                "{:?} {size}: lost {:.4} J told, {:.4} measured; mobility {median:.1e} off, at worst {worst:.1e}, \
                 mismatch {mismatch:.1e}, anew {anew}",
                host.0, lost[0], lost[1]
            );
            assert!(anew == 0 && median < 2e-3 && worst < 5e-2 && mismatch < 1e-2);
        }
    }
}

#[test]
fn joints_by_relative_motion_measure_in_the_axes_of_a() {
    let scene = Spinning;
    let build = pin().with("build.ports", "relative").with("coupling.identify", "on");
    // All walls are out of reach.
    let build = build.with("geometry.bearing_radius", 0.5).with("geometry.clearance", 0.4);
    for (host, ..) in &SIX[1..5] {
        let mut joint = Driven::new("revolute_clearance", &build);
        let (mut running, mut state) = (Running::new(*host), scene.start());
        let mut errors = vec![];
        for step in 0..300 {
            let time = 1e-4 * f64::from(step);
            let [a, b] = scene.frames(&state.0, &state.1, time);
            let received = scene.received(&state.0, &state.1, time, 1e-4);
            let turn = nalgebra::Rotation2::new(a[2]);
            let inward = |vector: Vector2<f64>| turn.inverse() * vector;
            let (place, velocity) = (inward(received.place.xy()), inward(received.velocity.xy()));
            let spin = received.velocity.z;
            joint.put(&[place.x, place.y, b[2] - a[2], velocity.x, velocity.y, spin]);
            if !joint.begun {
                joint.begin(0.0).unwrap();
            }
            let [x, y, moment, ..] = joint.loads();
            joint.block.advance(Step { start: time, size: 1e-4 }).unwrap();
            if joint.get("coupling.identified") == FOUND {
                let turn = Matrix3::new_rotation(a[2]);
                let truth = turn.transpose() * scene.mobility(&state.0, time) * turn;
                errors.push(error(&mobility(&mut joint), &truth, 0.5));
            }
            let load = (turn * Vector2::new(x, y)).push(moment);
            running.advance(&scene, &mut state, load, time, 1e-4);
        }
        let (found, first) = (300 - errors.len(), errors[0]);
        errors.sort_by(f64::total_cmp);
        let median = errors[errors.len() / 2];
        println!("{host:?}: found at {found}, {first:.1e} off, later {median:.1e}");
        assert!(found <= 40 && first < 1e-2 && median < 2e-3);
    }
}

#[test]
fn a_slider_in_its_guide_measures_its_host() {
    let mass = Arm { turns: false, driven: false, speed: (0.3, 0.05), ..Arm::default() };
    for (host, delay, semi_implicit) in &SIX[1..5] {
        let build = Build::default().with("coupling.method", "predicted");
        let build = build.with("friction.model", "none");
        let told = build
            .clone()
            .with("coupling.mobility_xx", 1.0)
            .with("coupling.mobility_yy", 1.0)
            .with("coupling.delay", delay.name())
            .with("coupling.semi_implicit", semi_implicit.to_string());
        let speeds = [told, build.with("coupling.identify", "on")].map(|build| {
            let mut closed = Closed::new(&mass, (*host, *delay, *semi_implicit), 1e-4, false);
            closed.joint = Driven::new("translational_clearance", &build);
            for _ in 0..140 {
                closed.step();
            }
            assert!(closed.joint.get("contact.impact_speed") > 0.0);
            closed.state.1[1]
        });
        println!("{host:?}: leaves with {speeds:?}");
        assert!(speeds[0] < 0.0 && (speeds[1] / speeds[0] - 1.0).abs() < 1e-3, "{speeds:?}");
    }
}
