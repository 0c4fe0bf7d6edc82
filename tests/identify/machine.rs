//! The slider-crank of examples/hosts, told nothing: every impact against fine steps from the same flight.

use crate::driven::Driven;
use crate::hosts::{Host, Running, SIX, State};
use crate::scenes::{Scene, Wrist};
use nalgebra::{Vector2, Vector3};
use spiel::coupling::Step;
use spiel::model::Build;

const NAMES: [&str; 6] = ["xx", "xy", "yy", "xphi", "yphi", "phiphi"];
/// Communication step \[s\].
const SIZE: f64 = 1e-4;
/// Of the reference.
const FINE: f64 = 5e-6;

/// The pin of examples/hosts/pins.toml.
fn pin(clearance: f64, friction: &str) -> Build {
    let mut build = Build::default()
        .with("geometry.clearance", clearance)
        .with("friction.model", friction)
        .with("contact.restitution", "0.55")
        .with("coupling.method", "predicted")
        .with("coupling.filter", "1")
        .with("coupling.identify", std::env::var("IDENT").unwrap_or("auto".into()));
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

/// The same flight in fine steps.
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

#[test]
fn the_slider_crank_of_the_examples_is_measured() {
    for friction in ["none", "lugre"] {
        for clearance in [5e-4, 1e-4, 2e-5] {
            for host in &SIX[1..5] {
                let wrist = Wrist { held: false, start: 0.0, ..Wrist::default() };
                let build = pin(clearance, friction);
                let (kind, delay, semi) = *host;
                for told in [true, false] {
                    let mut own = build.clone();
                    if told {
                        use model_description::Choice;
                        own = own
                            .with("coupling.identify", "off")
                            .with("build.mobility", "given_by_input")
                            .with("coupling.delay", delay.name())
                            .with("coupling.semi_implicit", if semi { "true" } else { "false" });
                    }
                    let mut machine = Machine {
                        wrist: &wrist,
                        joint: Driven::new("revolute_clearance", &own),
                        running: Running::new(kind),
                        state: wrist.start(),
                        told,
                        time: 0.0,
                    };
                    println!("--- {friction} {clearance} {kind:?} told {told}");
                    let mut flight = None;
                    let (mut free, mut inside, mut found, mut deepest) = (0, 0, false, 0f64);
                    for step in 0..600 {
                        let before = (machine.state.clone(), machine.time);
                        let approach = machine.velocity().norm();
                        machine.step(SIZE);
                        let place = machine.place().norm();
                        deepest = deepest.max(place / clearance);
                        if !told
                            && !found
                            && machine.joint.get("coupling.identified") == crate::FOUND
                        {
                            found = true;
                            println!("  found at {step}");
                        }
                        let active = machine.joint.get("contact.active") > 0.0;
                        if active {
                            if free >= 3 {
                                let now = before.clone();
                                if let Some(((state, from), began, speed)) =
                                    flight.replace((before, step, approach))
                                {
                                    let (state, from): (State, f64) = (state, from);
                                    let (q, v): &State = &now.0;
                                    let own = wrist.received(q, v, now.1, SIZE).velocity.xy();
                                    let right = fine(&wrist, &build, &state, [from, now.1]);
                                    let off = (own - right).norm() / speed;
                                    println!(
                                        "  impact at {began}, {speed:.3} m/s, to {step}: {:.4?} for {:.4?}: {:.2} %{}",
                                        own.as_slice(),
                                        right.as_slice(),
                                        100.0 * off,
                                        if found { " found" } else { "" }
                                    );
                                }
                            }
                            (free, inside) = (0, inside + 1);
                        } else {
                            free += 1;
                        }
                    }
                    println!(
                        "  inside {inside} of 600, deepest {deepest:.2e} mismatch {:.1e}",
                        machine.joint.get("coupling.work_mismatch")
                    );
                }
            }
        }
    }
}
