//! The slider-crank of examples/hosts with nothing given: every impact against fine steps from the same flight.

use crate::FOUND;
use crate::driven::Driven;
use crate::hosts::{Host, Running, SIX, State};
use crate::scenes::{Scene, Wrist};
use nalgebra::{Vector2, Vector3};
use spiel::coupling::Step;
use spiel::model::Build;

const NAMES: [&str; 6] = ["xx", "xy", "yy", "xphi", "yphi", "phiphi"];
/// Communication step \[s\].
const SIZE: f64 = 1e-4;
/// Step of the reference \[s\].
const FINE: f64 = 5e-6;

/// The pin of examples/hosts/pins.toml.
fn pin(clearance: f64, friction: &str) -> Build {
    let mut build = Build::default()
        .with("geometry.clearance", clearance)
        .with("friction.model", friction)
        .with("contact.elastic", "hertz")
        .with("contact.restitution", "0.55")
        .with("coupling.method", "predicted")
        .with("coupling.filter", "1");
    for side in ["material_a", "material_b"] {
        build = build.with(&format!("{side}.youngs_modulus"), 7e10);
        build = build.with(&format!("{side}.poissons_ratio"), 0.33);
    }
    build
}

/// A machine with a pin.
struct Machine<'a> {
    wrist: &'a Wrist,
    joint: Driven,
    running: Running,
    state: State,
    told: bool,
    time: f64,
}

impl Machine<'_> {
    fn step(&mut self, size: f64) {
        let frames = self.wrist.frames(&self.state.0, &self.state.1, self.time);
        self.joint.put(frames.as_flattened());
        if self.told {
            let w = self.wrist.mobility(&self.state.0, self.time);
            let numbers = [w.m11, w.m12, w.m22, w.m13, w.m23, w.m33];
            for (name, number) in NAMES.iter().zip(numbers) {
                self.joint.set(&format!("mobility.{name}"), number);
            }
        }
        if !self.joint.begun {
            self.joint.begin(self.time).unwrap();
        }
        self.joint.block.advance(Step { start: self.time, size }).unwrap();
        let load =
            Vector3::from(["fx", "fy", "t"].map(|part| self.joint.get(&format!("load_b.{part}"))));
        self.running.advance(self.wrist, &mut self.state, load, self.time, size);
        self.time += size;
    }

    /// Velocity of the pin in its hole.
    fn velocity(&self) -> Vector2<f64> {
        self.wrist.received(&self.state.0, &self.state.1, self.time, SIZE).velocity.xy()
    }

    fn place(&self) -> Vector2<f64> {
        self.wrist.received(&self.state.0, &self.state.1, self.time, SIZE).place.xy()
    }
}

/// The pin's velocity after the same flight in fine steps.
fn fine(wrist: &Wrist, build: &Build, state: &State, [from, to]: [f64; 2]) -> Vector2<f64> {
    let build =
        build.clone().with("build.mobility", "given_by_input").with("coupling.identify", "off");
    let mut machine = Machine {
        wrist,
        joint: Driven::new("revolute_clearance", &build),
        running: Running::new(Host::Held),
        state: state.clone(),
        told: true,
        time: from,
    };
    for _ in 0..((to - from) / FINE).round() as usize {
        machine.step(FINE);
    }
    machine.velocity()
}

/// Least length of a flight between impacts in steps, after which velocities are compared: by then corrections
/// of positions have ended.
const FLIGHT: u32 = 5;

impl<'a> Machine<'a> {
    fn new(wrist: &'a Wrist, build: &Build, host: Host, told: bool) -> Self {
        let build = if told {
            build.clone().with("build.mobility", "given_by_input")
        } else {
            build.clone()
        };
        Self {
            wrist,
            joint: Driven::new("revolute_clearance", &build),
            running: Running::new(host),
            state: wrist.start(),
            told,
            time: 0.0,
        }
    }
}

/// Errors of the velocity after every impact over the speed before it, against fine steps from the same flight,
/// and the step in which the host was found.
fn impacts(wrist: &Wrist, build: &Build, host: Host, steps: usize) -> (Vec<f64>, Option<usize>) {
    let mut machine = Machine::new(wrist, build, host, false);
    let (mut flight, mut free, mut found, mut errors) = (None, 0, None, vec![]);
    for step in 0..steps {
        let before = (machine.state.clone(), machine.time, machine.velocity().norm());
        machine.step(SIZE);
        if machine.joint.get("coupling.identified") == FOUND {
            found = found.or(Some(step));
        }
        if machine.joint.get("contact.active") > 0.0 {
            if free >= FLIGHT {
                flight = Some(before);
            }
            free = 0;
            continue;
        }
        free += 1;
        if free == FLIGHT
            && let Some((state, from, speed)) = flight.take()
        {
            let right = fine(wrist, build, &state, [from, machine.time]);
            errors.push((machine.velocity() - right).norm() / speed);
        }
    }
    (errors, found)
}

#[test]
fn the_slider_crank_of_the_examples_is_right_from_its_second_impact_on() {
    let wrist = Wrist { held: false, start: 0.0, ..Wrist::default() };
    for friction in ["none", "lugre"] {
        for (host, ..) in &SIX[1..5] {
            let (errors, found) = impacts(&wrist, &pin(5e-4, friction), *host, 600);
            println!("{friction} {host:?}: found at {found:?}, impacts off by {errors:.4?}");
            assert!(found.is_some_and(|step| step < 34) && errors.len() >= 2, "{found:?}");
            for error in &errors[1..] {
                assert!(*error < 1e-2, "{friction} {host:?}: {errors:?}");
            }
        }
    }
}

#[test]
fn a_host_that_touches_after_fifteen_steps_is_found_at_the_touch() {
    let wrist = Wrist { held: false, start: 0.0, ..Wrist::default() };
    for friction in ["none", "lugre"] {
        let build = pin(1e-4, friction);
        for (host, ..) in &SIX[1..5] {
            let mut machine = Machine::new(&wrist, &build, *host, false);
            let (mut found, mut deepest, mut touched) = (None, 0.0_f64, None);
            for step in 0..600 {
                machine.step(SIZE);
                if machine.joint.get("coupling.identified") == FOUND {
                    found = found.or(Some(step));
                }
                deepest = deepest.max(machine.place().norm() / 1e-4);
                let active = machine.joint.get("contact.active") > 0.0;
                touched = touched.or(active.then_some(step));
            }
            let mismatch = machine.joint.get("coupling.work_mismatch");
            println!(
                "{friction} {host:?}: touches at {touched:?}, found at {found:?}, {deepest:.2} clearances, mismatch \
                 {mismatch:.1e}"
            );
            // The step of the touch is caught, the next one predicted.
            assert!(found.is_some_and(|step| step <= 20), "{friction} {host:?}: {found:?}");
            // Measured 1.35 where the host is a step late, 1.12 with everything given; and 6.8e-3.
            assert!(deepest < 1.5 && mismatch < 1e-2, "{deepest} {mismatch}");
        }
    }
}
