//! Mistakes of hosts: masses, pins, steps, delays, noise.

use crate::driven::Driven;
use crate::machine::{Grouped, Loads, Machine, Scheme, paper, plan};
use spiel::Choice;
use spiel::coupling::predicted::Delay;
use spiel::group::Plan;
use spiel_examples::plant::{Body, Effort};

const STEP: f64 = 1e-4;

fn machine(scheme: Scheme, plan: &Plan) -> Machine<Grouped> {
    Machine::new(scheme, Grouped(Driven::group(plan)))
}

/// Energy lost and work mismatch after 30 ms.
fn outcome<L: Loads>(machine: &mut Machine<L>, group: impl Fn(&mut L) -> &mut Driven) -> [f64; 2] {
    let group = group(&mut machine.loads);
    let found = ["energy.dissipated", "coupling.work_mismatch"].map(|name| group.get(name));
    println!("lost {} J, mismatch {:e}", found[0], found[1]);
    found
}

fn run(scheme: Scheme, plan: &Plan, steps: impl Fn(u32) -> f64) -> [f64; 2] {
    let mut machine = machine(scheme, plan);
    let mut index = 0;
    while machine.time < 0.03 {
        machine.advance(steps(index));
        index += 1;
    }
    outcome(&mut machine, |loads| &mut loads.0)
}

#[test]
fn masses_ten_per_cent_off_are_tolerated_and_show_in_the_mismatch() {
    for scheme in [Scheme::Revolute, Scheme::Mixed] {
        let right = plan(scheme, &paper());
        let [_, good] = run(scheme, &right, |_| STEP);
        assert!(good < 2e-4, "{good:e}");
        for factor in [0.9, 1.1] {
            let mut wrong = right.clone();
            for body in &mut wrong.bodies {
                body.mass = body.mass.map(|mass| mass * factor);
                body.inertia = body.inertia.map(|inertia| inertia * factor);
            }
            let [lost, mismatch] = run(scheme, &wrong, |_| STEP);
            assert!(lost > 0.0 && lost < 2.0, "{factor}: {lost}");
            assert!((10.0 * good..0.3).contains(&mismatch), "{factor}: {mismatch:e}");
        }
    }
}

#[test]
fn a_forgotten_pin_shows_in_the_work_mismatch() {
    let right = plan(Scheme::First, &paper());
    let [_, good] = run(Scheme::First, &right, |_| STEP);
    let mut wrong = right;
    wrong.pins.clear();
    let [_, bad] = run(Scheme::First, &wrong, |_| STEP);
    assert!(good < 5e-4 && bad > 1e-2, "{good:e} {bad:e}");
}

#[test]
fn random_steps_are_as_accurate_as_even_ones() {
    let random = |index: u32| {
        let dice = f64::from(index.wrapping_mul(2_654_435_769) >> 8) / f64::from(1 << 24);
        STEP * (0.25 + 1.5 * dice)
    };
    for scheme in [Scheme::Revolute, Scheme::Mixed] {
        let [lost, mismatch] = run(scheme, &plan(scheme, &paper()), random);
        assert!(mismatch < 5e-4 && lost > 0.0, "{mismatch:e} {lost}");
    }
}

#[test]
fn a_declared_delay_of_one_step_is_compensated() {
    let outcome_with = |delay: Delay| {
        let plan = plan(Scheme::Mixed, &paper());
        let group = Driven::group(&plan).with("coupling.delay", delay.number());
        let mut machine = Machine::new(Scheme::Mixed, Grouped(group));
        machine.late = Some([Effort::default(); 3]);
        machine.run(if delay == Delay::One { 0.016 } else { 0.005 }, 5e-5);
        outcome(&mut machine, |loads| &mut loads.0)
    };
    let [_, right] = outcome_with(Delay::One);
    // Only for a short time: the machine shakes itself to pieces.
    assert!(right < 5e-3, "{right:e}");
    let [_, wrong] = outcome_with(Delay::Without);
    assert!(wrong > 10.0 * right, "{wrong:e} {right:e}");
}

/// A group that receives noisy positions and velocities.
struct Noisy(Grouped, u64);

impl Loads for Noisy {
    fn loads(&mut self, bodies: &[Body; 3], time: f64, step: f64) -> [Effort; 3] {
        let mut even = || {
            self.1 = self.1.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.1 >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let heard = bodies.map(|mut body| {
            // Uniform noise of these standard deviations: 1e-7 m, 1e-4 m/s.
            let mut noise = |size: f64| 12.0_f64.sqrt() * size * even();
            body.position.x += noise(1e-7);
            body.position.y += noise(1e-7);
            body.velocity.x += noise(1e-4);
            body.velocity.y += noise(1e-4);
            body
        });
        self.0.loads(&heard, time, step)
    }
}

#[test]
fn a_filter_makes_noise_tolerable() {
    let group = Driven::group(&plan(Scheme::Mixed, &paper())).with("coupling.filter", 0.1);
    let mut machine = Machine::new(Scheme::Mixed, Noisy(Grouped(group), 7));
    machine.run(0.1, STEP);
    let [lost, mismatch] = outcome(&mut machine, |loads| &mut loads.0.0);
    assert!(mismatch < 0.1 && (0.1..5.0).contains(&lost), "{mismatch:e} {lost}");
}
