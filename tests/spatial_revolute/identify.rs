//! A joint in space that measures its host: six directions by probe loads, a burst of 24 steps.

use super::predicted::mobility;
use super::throw::Thrown;
use super::*;
use nalgebra::Matrix6;
use spiel::coupling::identify::Status;
use spiel::coupling::{Level, Mobility, SpatialMobility};

/// `coupling.identified` once the host is known.
const FOUND: f64 = Status::Found as i32 as f64;

/// A host's use of loads: mean delay in steps, and true where positions move with new velocities.
const HOSTS: [(&str, f64, bool); 4] = [
    ("own", 0.0, false),
    ("semi-implicit", 0.0, true),
    ("halves", 0.5, false),
    ("jacobi", 1.0, false),
];

fn measuring(more: &[(&str, &str)]) -> Driven {
    let build = build()
        .with("geometry.clearance", 5e-4)
        .with("geometry.axial_clearance", 1e-3)
        .with("coupling.method", "predicted");
    Driven::new(
        "spatial_revolute",
        &more.iter().fold(build, |build, (name, value)| build.with(name, *value)),
    )
}

/// A thrown body in a host that uses loads in its own way.
struct Closed {
    joint: Driven,
    host: (&'static str, f64, bool),
    body: Thrown,
    before: [Vector3<f64>; 2],
    size: f64,
    step: u32,
}

impl Closed {
    /// A body thrown at `share` of the speeds of the derivation's throw.
    fn new(joint: Driven, host: (&'static str, f64, bool), size: f64, share: f64) -> Self {
        let mut body = Thrown::start();
        body.velocity *= share;
        body.spin *= share;
        Self { joint, host, body, before: [Vector3::zeros(); 2], size, step: 0 }
    }

    fn advance(&mut self) {
        let inputs = [Frame::rest().flat(), self.body.journal().flat()].concat();
        self.joint.put(&inputs);
        self.joint.go(f64::from(self.step) * self.size, self.size);
        let [_, _, force, moment] = loads(&mut self.joint);
        let (_, late, semi_implicit) = self.host;
        let [before, turning] = self.before;
        let held = [(1.0 - late) * force + late * before, (1.0 - late) * moment + late * turning];
        let (velocity, spin) = (self.body.velocity, self.body.spin);
        self.body.go(held, self.size);
        if semi_implicit {
            self.body.position += 0.5 * self.size * (self.body.velocity - velocity);
            let turned = 0.5 * self.size * (self.body.spin - spin);
            self.body.turn *= UnitQuaternion::from_scaled_axis(turned);
        }
        self.before = [force, moment];
        self.step += 1;
    }

    /// Largest error of the measured mobility over its largest entry, with 10 mm for turning.
    fn off(&mut self) -> f64 {
        let numbers: Vec<f64> = SpatialMobility::names()
            .map(|name| self.joint.get(&format!("coupling.measured_{name}")))
            .collect();
        let right = mobility(&self.body);
        let scaled = |matrix: Matrix6<f64>| {
            Matrix6::from_fn(|row, column| {
                let turns = i32::from(row >= 3) + i32::from(column >= 3);
                matrix[(row, column)] * 0.01_f64.powi(turns)
            })
        };
        scaled(SpatialMobility::of(&numbers).0 - right).amax() / scaled(right).amax()
    }
}

#[test]
fn the_measured_mobility_delay_and_rule_are_those_of_the_host() {
    for size in [1e-5, 1e-4] {
        for host in HOSTS {
            let joint = measuring(&[("coupling.identify", "on")]);
            let mut closed = Closed::new(joint, host, size, 0.02);
            let mut found = None;
            for step in 0..120 {
                closed.advance();
                if found.is_none() && closed.joint.get("coupling.identified") == FOUND {
                    found = Some(step);
                }
            }
            let off = closed.off();
            let [delay, rule] = ["measured_delay", "measured_semi_implicit"]
                .map(|name| closed.joint.get(&format!("coupling.{name}")));
            println!(
                "{} {size:e}: found at {found:?}, off by {off:.1e}, delay {delay:.3}, rule {rule:.3}",
                host.0
            );
            // Three quiet points, a burst of 24 steps and the delay of a late load; required: 0.3 %.
            assert!(found.is_some_and(|step| step <= 60), "{host:?} {size}: {found:?}");
            assert!(off < 3e-3, "{host:?} {size}: {off}");
            assert!((delay - host.1).abs() < 0.05, "{host:?} {size}: {delay}");
            assert!((rule - f64::from(u8::from(host.2))).abs() < 0.1, "{host:?} {size}: {rule}");
        }
    }
}

#[test]
fn the_first_impact_is_that_of_a_given_mobility() {
    for (size, share) in [(1e-5, 1.0), (1e-4, 0.15)] {
        for host in HOSTS {
            let delay = ["none", "half", "one"][(2.0 * host.1) as usize];
            let rule = if host.2 { "true" } else { "false" };
            let given = [
                ("coupling.delay", delay),
                ("coupling.semi_implicit", rule),
                ("build.mobility", "given_by_input"),
            ];
            let flight = |joint: Driven, told: bool| {
                let mut closed = Closed::new(joint, host, size, share);
                let speed = closed.body.velocity;
                let (mut met, mut after) = (false, 0);
                while after < 25 {
                    if told {
                        let given = Mobility(mobility(&closed.body));
                        for (name, number) in SpatialMobility::names().zip(given.numbers()) {
                            closed.joint.set(&format!("mobility.{name}"), number);
                        }
                    }
                    closed.advance();
                    assert!(closed.step < 600, "{host:?} {size}: it has not met the hole");
                    met |= closed.joint.get("contact.peak_normal_force") > 0.0;
                    after += u32::from(met);
                }
                (closed.body.velocity - speed, closed.step)
            };
            let (one, steps) = flight(measuring(&given), true);
            let (other, _) = flight(measuring(&[("coupling.identify", "on")]), false);
            let off = (one - other).norm() / one.norm();
            println!(
                "{} {size:e}: {:.4} m/s, {off:.1e} off, after {steps} steps",
                host.0,
                one.norm()
            );
            assert!(off < 1e-2, "{host:?} {size}: {one} {other}");
        }
    }
}

#[test]
fn contact_before_identification_is_never_refused_and_makes_no_energy() {
    let more = [
        ("geometry.clearance", "5e-5"),
        ("geometry.axial_clearance", "1e-4"),
        ("coupling.identify", "on"),
    ];
    for host in HOSTS {
        let mut closed = Closed::new(measuring(&more), host, 1e-5, 1.0);
        let energy = |body: &Thrown| {
            let spins = body.spin.component_mul(&body.spin).dot(&body.inertia);
            0.5 * (body.mass * body.velocity.norm_squared() + spins)
        };
        let first = energy(&closed.body);
        for _ in 0..20 {
            closed.advance();
            // A caught contact only loses energy.
            assert!(energy(&closed.body) < 1.05 * first, "{host:?}");
        }
        let peak = closed.joint.get("contact.peak_normal_force");
        let mut warned = false;
        closed.joint.block.notices(0.0, &mut |level, text| {
            let text = text.to_string();
            warned |= level == Level::Warning && text.contains("before the host was measured");
        });
        assert!(warned && peak >= 0.0, "{host:?}");
        println!("{host:?}: {:.4} of the energy is left", energy(&closed.body) / first);
    }
}

#[test]
fn a_joint_set_back_repeats_its_probes() {
    let joint = measuring(&[("coupling.identify", "on")]);
    let mut closed = Closed::new(joint, HOSTS[1], 1e-4, 0.02);
    for _ in 0..17 {
        closed.advance();
    }
    let (saved, body, before) =
        (closed.joint.block.save().unwrap(), closed.body.clone(), closed.before);
    let run = |closed: &mut Closed| {
        (closed.body, closed.before, closed.step) = (body.clone(), before, 17);
        closed.joint.block.restore(&saved).unwrap();
        (0..60).for_each(|_| closed.advance());
        (closed.body.velocity, closed.body.spin, closed.before)
    };
    assert_eq!(run(&mut closed), run(&mut closed));
}

#[test]
fn without_identification_nothing_is_probed_and_a_mobility_is_required() {
    let mut joint = measuring(&[("coupling.identify", "off")]);
    joint.put(&[Frame::rest().flat(), Frame::rest().flat()].concat());
    let why = joint.begin(0.0).unwrap_err().to_string();
    assert!(why.starts_with("coupling.mobility_xx = 0"), "{why}");
}
