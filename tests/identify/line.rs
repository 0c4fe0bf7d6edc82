//! Joints with backlash that measure their host: one direction, four steps a burst.

use crate::FOUND;
use crate::driven::Driven;
use spiel::model::Build;

/// Inertias of a and b \[kg m²\]; W = 1/0.01 + 1/0.05.
const INERTIA: [f64; 2] = [0.01, 0.05];
const MOBILITY: f64 = 120.0;

/// A host's use of loads: mean delay in steps, and true where positions move with new velocities.
const HOSTS: [(&str, f64, bool); 4] = [
    ("own", 0.0, false),
    ("semi-implicit", 0.0, true),
    ("halves", 0.5, false),
    ("jacobi", 1.0, false),
];

/// Two shafts on both sides of a joint.
struct Shafts {
    joint: Driven,
    host: (&'static str, f64, bool),
    y: [f64; 4],
    before: [f64; 2],
    size: f64,
    step: u32,
    /// External torques by time.
    torques: fn(f64) -> [f64; 2],
}

impl Shafts {
    fn new(joint: Driven, host: (&'static str, f64, bool), size: f64, speeds: [f64; 2]) -> Self {
        let torques = |time: f64| [0.3 * (40.0 * time).sin(), -0.05];
        let y = [0.0, speeds[0], 0.0, speeds[1]];
        Self { joint, host, y, before: [0.0; 2], size, step: 0, torques }
    }

    fn advance(&mut self) {
        let (time, size) = (f64::from(self.step) * self.size, self.size);
        self.joint.put(&self.y);
        if self.step == 0 {
            self.joint.begin(0.0).unwrap();
        }
        self.joint.go(time, size);
        let first = self.joint.block.layout().loads.start;
        let loads = [0, 1].map(|side| self.joint.block.value(first + side).unwrap().number());
        let outer = (self.torques)(time + 0.5 * size);
        let (_, late, semi_implicit) = self.host;
        for side in 0..2 {
            let held = (1.0 - late) * loads[side] + late * self.before[side];
            let gain = (held + outer[side]) / INERTIA[side];
            let [place, speed] = [2 * side, 2 * side + 1];
            let moved = if semi_implicit { size * gain } else { 0.5 * size * gain };
            self.y[place] += size * (self.y[speed] + moved);
            self.y[speed] += size * gain;
        }
        self.before = loads;
        self.step += 1;
    }
}

fn joint(identify: &str, more: &[(&str, &str)]) -> Build {
    let build = Build::default()
        .with("coupling.method", "predicted")
        .with("coupling.identify", identify)
        .with("geometry.backlash", 0.02)
        .with("contact.stiffness", 2e7)
        .with("contact.reference_depth", 1.0)
        .with("contact.exponent", 1.5)
        .with("contact.restitution", 0.4);
    more.iter().fold(build, |build, (name, value)| build.with(name, *value))
}

#[test]
fn mobility_delay_and_rule_are_those_of_the_host() {
    for size in [1e-5, 1e-4, 1e-3] {
        for host in HOSTS {
            let joint = Driven::new("rotational_backlash", &joint("at_start", &[]));
            let mut shafts = Shafts::new(joint, host, size, [0.05, 0.0]);
            let mut found = None;
            for step in 0..60 {
                shafts.advance();
                if found.is_none() && shafts.joint.get("coupling.identified") == FOUND {
                    found = Some(step);
                }
            }
            let measured = shafts.joint.get("coupling.measured");
            let delay = shafts.joint.get("coupling.measured_delay");
            let rule = shafts.joint.get("coupling.measured_semi_implicit");
            println!("{} {size:e}: found at {found:?}, W {measured}, {delay}, {rule}", host.0);
            assert!(found.is_some_and(|step| step <= 40), "{host:?} {size}: {found:?}");
            assert!((measured / MOBILITY - 1.0).abs() < 1e-2, "{host:?} {size}: {measured}");
            assert!((delay - host.1).abs() < 0.05, "{host:?} {size}: {delay}");
            assert!((rule - f64::from(u8::from(host.2))).abs() < 0.3, "{host:?} {size}: {rule}");
        }
    }
}

#[test]
fn the_first_impact_is_that_of_a_given_mobility() {
    for size in [1e-4, 5e-4] {
        for host in HOSTS {
            // The flank is met after some 50 points: half the backlash at 0.01/(50 H).
            let speed = 0.01 / (50.0 * size);
            let delay = ["none", "half", "one"][(2.0 * host.1) as usize];
            let rule = if host.2 { "true" } else { "false" };
            let given = [
                ("coupling.mobility", "120"),
                ("coupling.delay", delay),
                ("coupling.semi_implicit", rule),
            ];
            let rebound = |build: &Build| {
                let joint = Driven::new("rotational_backlash", build);
                let mut shafts = Shafts::new(joint, host, size, [0.0, speed]);
                shafts.torques = |_| [0.0; 2];
                for _ in 0..90 {
                    shafts.advance();
                }
                let gap = shafts.y[3] - shafts.y[1];
                assert!(gap < 0.0, "it has not met its flank: {gap}");
                -gap / speed
            };
            let [one, other] = [rebound(&joint("off", &given)), rebound(&joint("on", &[]))];
            println!("{} {size:e}: {one:.5} given, {other:.5} measured", host.0);
            assert!((other / one - 1.0).abs() < 1e-2, "{host:?} {size}: {one} {other}");
        }
    }
}

#[test]
fn a_delay_that_changes_is_noticed() {
    let block = Driven::new("rotational_backlash", &joint("on", &[("geometry.backlash", "1")]));
    let mut shafts = Shafts::new(block, HOSTS[0], 1e-4, [0.05, 0.0]);
    let (mut lost, mut again) = (None, None);
    for step in 0..400 {
        if step == 150 {
            shafts.host = HOSTS[3];
        }
        shafts.advance();
        let known = shafts.joint.get("coupling.identified") == FOUND;
        if step > 150 && !known && lost.is_none() {
            lost = Some(step - 150);
        }
        if lost.is_some() && known && again.is_none() {
            again = Some(step - 150);
        }
    }
    println!("noticed after {lost:?}, right after {again:?}");
    assert!(lost.is_some_and(|step| step <= 40) && again.is_some_and(|step| step <= 80));
    assert!((shafts.joint.get("coupling.measured_delay") - 1.0).abs() < 0.05);
}

#[test]
fn a_gear_mesh_measures_along_its_line_of_action() {
    let build = joint("on", &[("geometry.backlash", "4e-3"), ("contact.stiffness", "1e9")]);
    let mut shafts = Shafts::new(Driven::new("gear_mesh", &build), HOSTS[0], 1e-4, [0.2, 0.0]);
    for _ in 0..60 {
        shafts.advance();
    }
    // Base radii 0.03 and 0.06 m.
    let mobility = 0.03 * 0.03 / INERTIA[0] + 0.06 * 0.06 / INERTIA[1];
    let measured = shafts.joint.get("coupling.measured");
    assert!((measured / mobility - 1.0).abs() < 1e-2, "{measured} {mobility}");
}

#[test]
fn without_identification_nothing_is_probed_and_a_mobility_is_required() {
    let why = Driven::try_new("rotational_backlash", &joint("off", &[])).and_then(|mut joint| {
        joint.put(&[0.0; 4]);
        joint.begin(0.0)
    });
    assert!(why.unwrap_err().to_string().starts_with("coupling.mobility = 0"));
    let given = Driven::new("rotational_backlash", &joint("off", &[("coupling.mobility", "120")]));
    let mut shafts = Shafts::new(given, HOSTS[0], 1e-4, [0.05, 0.0]);
    for _ in 0..30 {
        shafts.advance();
        assert_eq!(shafts.joint.get("coupling.probe_force"), 0.0);
        assert_eq!(shafts.before, [0.0; 2]);
    }
}

#[test]
fn a_joint_set_back_repeats_its_probes() {
    let block = Driven::new("rotational_backlash", &joint("on", &[]));
    let mut shafts = Shafts::new(block, HOSTS[1], 1e-4, [0.05, 0.0]);
    for _ in 0..17 {
        shafts.advance();
    }
    let (saved, y, before) = (shafts.joint.block.save().unwrap(), shafts.y, shafts.before);
    let run = |shafts: &mut Shafts| {
        (shafts.y, shafts.before, shafts.step) = (y, before, 17);
        shafts.joint.block.restore(&saved).unwrap();
        for _ in 0..60 {
            shafts.advance();
        }
        (shafts.y, shafts.before)
    };
    assert_eq!(run(&mut shafts), run(&mut shafts));
}

#[test]
fn flanks_that_meet_before_identification_make_no_energy() {
    for size in [1e-4, 1e-3] {
        for host in HOSTS {
            for first in [0.5, 2.5, 5.5, 12.0, 25.0] {
                let speed = 0.01 / (first * size);
                let block = Driven::new("rotational_backlash", &joint("auto", &[]));
                let mut shafts = Shafts::new(block, host, size, [0.0, speed]);
                shafts.torques = |_| [0.0; 2];
                let mut speeds = vec![];
                for _ in 0..250 {
                    shafts.advance();
                    speeds.push((shafts.y[3] - shafts.y[1]).abs() / speed);
                }
                // Corrections of positions make single points stray by more.
                let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
                let most = speeds.windows(10).map(mean).fold(0.0, f64::max);
                let met = shafts.joint.get("contact.impact_speed");
                let found = shafts.joint.get("coupling.identified");
                println!("{} {size:e} {first}: {most:.4} at most, {found}", host.0);
                assert!(met > 0.0 && most < 1.02, "{host:?} {size} {first}: {most}");
            }
        }
    }
}
