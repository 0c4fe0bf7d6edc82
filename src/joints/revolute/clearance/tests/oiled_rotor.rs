//! A journal of 1 kg whose oiled pin is predicted: orbits compared with a fine run, and errors of hosts.

use super::oil::oiled;
use super::*;
use crate::joints::Joint;
use crate::joints::joint::reported;
use crate::kinematics::planar::{Motion, Path};
use crate::laws::film::FilmLaw;
use crate::model::Files;
use crate::ports::PairMotion;
use model_description::Quantities;

/// A host of 1 kg under 100 N down and a load that turns at 100 rad/s; every load is held.
struct Rotor {
    joint: RevoluteClearance,
    memory: Option<<RevoluteClearance as Joint>::State>,
    report: Vec<f64>,
    place: Vector2<f64>,
    velocity: Vector2<f64>,
    load: f64,
    weight: f64,
    time: f64,
    /// The load that the host applies one step later, and its share.
    late: f64,
    last: Vector2<f64>,
}

impl Rotor {
    fn new(load: f64, change: impl FnOnce(&mut Parameters)) -> Self {
        let parameters = oiled(FilmLaw::Finite, |all| {
            all.coupling.shared.method = Method::Predicted;
            (all.coupling.mobility.0.m11, all.coupling.mobility.0.m22) = (1.0, 1.0);
            all.coupling.shared.filter = 1.0;
            change(all);
        });
        let late = parameters.coupling.shared.delay.steps();
        let joint = RevoluteClearance::new(&parameters, &Files::new()).unwrap();
        let (place, velocity, last) = (Vector2::zeros(), Vector2::zeros(), Vector2::zeros());
        let report = vec![0.0; Report::COUNT];
        let memory = None;
        Self { joint, memory, report, place, velocity, load, weight: 100.0, time: 0.0, late, last }
    }

    /// The impulse and its integral, from outside, over a step.
    fn outer(&self, size: f64) -> [Vector2<f64>; 2] {
        let w = 100.0_f64;
        let (from, to) = (w * self.time, w * (self.time + size));
        let unit = |angle: f64| Vector2::new(angle.cos(), angle.sin());
        let quarter = |angle: f64| Vector2::new(angle.sin(), -angle.cos());
        let weight = Vector2::new(0.0, -self.weight);
        let impulse = weight * size + (quarter(to) - quarter(from)) * (self.load / w);
        let way = -(unit(to) - unit(from)) * (self.load / (w * w));
        let travel = weight * (0.5 * size * size) + way - quarter(from) * (self.load / w * size);
        [impulse, travel]
    }

    fn step(&mut self, size: f64) {
        let motion = PairMotion::along(Path::straight(Motion {
            position: self.place,
            angle: 100.0 * self.time,
            velocity: self.velocity,
            spin: 100.0,
        }));
        if self.memory.is_none() {
            self.memory = Some(self.joint.begin(&motion, self.time, &mut self.report).unwrap());
        }
        let memory = self.memory.as_mut().unwrap();
        let step = Step { start: self.time, size };
        let load = reported(&mut self.joint, &motion, memory, step, &mut self.report);
        let force = load.unwrap().b.force;
        let held = force * (1.0 - self.late) + self.last * self.late;
        self.last = force;
        let [impulse, travel] = self.outer(size);
        self.place += self.velocity * size + held * (0.5 * size * size) + travel;
        self.velocity += held * size + impulse;
        self.time += size;
    }

    /// The distance from a run at 1e-6 s after every step of `size` \[s\], in clearances, from the first on.
    fn from_the_start(start: impl Fn() -> Self, size: f64, count: u32) -> Vec<f64> {
        let [mut fine, mut coarse] = [start(), start()];
        let every = (size / 1e-6).round() as u32;
        let step = |_| {
            coarse.step(size);
            (0..every).for_each(|_| fine.step(1e-6));
            (coarse.place - fine.place).norm() / 25e-6
        };
        (0..count).map(step).collect()
    }

    /// The largest distance from a run at 1e-6 s over 19 ms, in clearances, and the work mismatch.
    fn error(load: f64, size: f64, change: impl Fn(&mut Parameters)) -> [f64; 2] {
        let mut fine = Self::new(load, |_| {});
        let mut coarse = Self::new(load, change);
        let every = (size / 1e-6).round() as u32;
        let mut worst = 0.0_f64;
        // Other loads are unknown in the very first step, so that one is small.
        for _ in 0..100 {
            coarse.step(1e-6);
            fine.step(1e-6);
        }
        for _ in 0..(0.019 / size).round() as u32 {
            coarse.step(size);
            (0..every).for_each(|_| fine.step(1e-6));
            worst = worst.max((coarse.place - fine.place).norm() / 25e-6);
        }
        [worst, Report::read(&coarse.report).coupling.step.work_mismatch]
    }
}

/// Errors at a step and with a rotating load, against their measured values.
#[test]
fn a_predicted_journal_follows_its_orbit_at_a_tenth_of_a_millisecond() {
    // Measured: 1.1e-5, 3.3e-4, 2.5e-3 at 1e-4 s; plain loads are lost beyond 1e-6 s.
    for load in [0.0, 300.0, 2000.0] {
        let [off, mismatch] = Rotor::error(load, 1e-4, |_| {});
        assert!(off < 1e-2 && mismatch < 1e-2, "{load}: {off} {mismatch}");
        let [off, _] = Rotor::error(load, 2e-4, |_| {});
        assert!(off < 3e-2, "{load}: {off}");
    }
}

#[test]
fn a_first_step_with_unknown_loads_is_corrected() {
    // Measured from the fifth step on: 7.9e-4 and 4.3e-3; without the correction 4.8e-2 and 0.13, for milliseconds.
    for (load, first, later) in [(300.0, 0.1, 1.2e-3), (2000.0, 0.6, 6e-3)] {
        let off = Rotor::from_the_start(|| Rotor::new(load, |_| {}), 1e-4, 200);
        let largest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
        // The error of the unknown load itself remains: the host has moved.
        assert!(largest(&off) < first, "{load}: {off:?}");
        assert!(largest(&off[4..]) < later, "{load}: {off:?}");
    }
}

#[test]
fn a_journal_without_other_loads_gets_no_correction_of_its_first_step() {
    let off = Rotor::from_the_start(
        || {
            let mut free = Rotor::new(0.0, |_| {});
            (free.weight, free.velocity) = (0.0, Vector2::new(0.1, 0.0));
            free
        },
        1e-4,
        20,
    );
    // The film stops it within the first step. Measured: 6.3e-2, then 3.6e-3, as without a correction.
    assert!(off[0] < 0.07 && off[1..].iter().all(|off| *off < 4e-3), "{off:?}");
}

#[test]
fn errors_fall_at_least_as_the_square_of_the_step() {
    let [coarse, fine] = [4e-5, 2e-5].map(|size| Rotor::error(300.0, size, |_| {})[0]);
    // Measured: 8; the error of the host's held loads falls with the square, and is the smaller one here.
    assert!((3.2..10.0).contains(&(coarse / fine)), "{coarse} {fine}");
}

#[test]
fn a_mobility_given_too_small_shows_in_the_work_mismatch() {
    let given = |part: f64| {
        move |all: &mut Parameters| {
            (all.coupling.mobility.0.m11, all.coupling.mobility.0.m22) = (part, part);
        }
    };
    let [off, mismatch] = Rotor::error(300.0, 1e-4, given(0.9));
    assert!(off > 0.1 && mismatch > 0.03, "{off} {mismatch}");
    // A mobility that is too large costs little.
    let [off, mismatch] = Rotor::error(300.0, 1e-4, given(1.25));
    assert!(off < 1e-2 && mismatch < 1e-2, "{off} {mismatch}");
}

#[test]
fn a_host_that_is_late_costs_a_part_of_a_clearance() {
    use crate::coupling::predicted::Delay;
    // Measured at 2e-5 s: 1.7e-3 and 4.0e-3; at 1e-4 s 4.3e-2 and 9.8e-2.
    for (delay, most) in [(Delay::Half, 4e-3), (Delay::One, 1e-2)] {
        let [off, _] = Rotor::error(300.0, 2e-5, |all| all.coupling.shared.delay = delay);
        assert!(off < most, "{delay:?}: {off}");
    }
}

#[test]
fn an_oiled_pin_that_is_predicted_must_know_its_mobility() {
    let parameters = oiled(FilmLaw::Short, |all| all.coupling.shared.method = Method::Predicted);
    let refused = Host::new(&parameters).err().unwrap().to_string();
    assert!(refused.starts_with("coupling.mobility_xx = 0"), "{refused}");
}
