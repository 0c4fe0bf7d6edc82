//! Random systems: no step is refused, and none makes energy.

use super::walls::{Pair, Run, Walls, contact, lugre};
use crate::laws::contact::Damping;
use crate::laws::friction::FrictionLaw;
use nalgebra::Vector2;

struct Dice(u64);

impl Dice {
    fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn log(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.even())
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rub {
    Without,
    Fading,
    Lasting,
}

/// A random system with its step \[s\].
pub fn system(seed: u64, rub: Rub, lossless: bool, tolerance: f64) -> (Run<Walls>, f64) {
    let mut dice = Dice(seed.wrapping_mul(7919).wrapping_add(12345));
    (0..10).for_each(|_| drop(dice.even()));
    let bodies = 1 + (3.999 * dice.even()) as usize;
    let pairs = 1 + (2.999 * dice.even()) as usize;
    let masses: Vec<f64> = (0..bodies).map(|_| dice.log(0.01, 100.0)).collect();
    let pairs = (0..pairs)
        .map(|_| {
            let b = (bodies as f64 * dice.even() * 0.9999) as usize;
            let a = ((bodies + 1) as f64 * dice.even() * 0.9999) as usize;
            let a = if a == b { bodies } else { a };
            let angle = std::f64::consts::TAU * dice.even();
            let gap = dice.log(1e-6, 1e-3);
            let exponent = if dice.even() < 0.5 { 1.0 } else { 1.5 };
            let stiffness = if exponent == 1.0 { dice.log(1e4, 1e10) } else { dice.log(1e7, 1e12) };
            let e = if lossless || dice.even() < 0.3 { 1.0 } else { dice.even() };
            let chi = if e < 0.03 { 30.0 } else { 1.5 * (1.0 - e) / e };
            let damped = !lossless && dice.even() > 0.6;
            let damper = dice.log(1.0, 1e9);
            let friction = match rub {
                Rub::Without => FrictionLaw::Without,
                _ => {
                    let kinetic = dice.log(0.05, 1.0);
                    let rest = kinetic * (1.0 + dice.even());
                    lugre(rub == Rub::Fading, kinetic, rest, dice.log(1e-3, 0.1))
                }
            };
            let mut contact = contact(stiffness, exponent, chi, friction);
            if damped {
                contact.normal.damping = Damping::Viscous(damper);
            }
            let normal = Vector2::new(angle.cos(), angle.sin());
            Pair { bodies: [b, a], normal, gap, contact }
        })
        .collect();
    let speed = dice.log(0.01, 10.0);
    let velocities: Vec<f64> = (0..2 * bodies).map(|_| speed * (2.0 * dice.even() - 1.0)).collect();
    let size = dice.log(1e-5, 1e-3);
    let walls = Walls::new(masses, pairs);
    (Run::new(walls, &vec![0.0; 2 * bodies], &velocities, tolerance), size)
}

#[test]
fn study_random() {
    let count: u64 = std::env::var("COUNT").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let only: Option<u64> = std::env::var("CASE").ok().and_then(|n| n.parse().ok());
    for (rub, lossless) in
        [(Rub::Without, true), (Rub::Without, false), (Rub::Fading, false), (Rub::Lasting, false)]
    {
        for tolerance in [1e-3, 1e-4, 1e-5] {
            let (mut worst, mut case, mut above) = (0.0, 0, [0; 2]);
            let (mut steps, mut refused, mut coarse) = (0u64, 0, 0u64);
            let (mut evaluations, mut pieces, mut impacts, mut rejected) = (0, 0, 0, 0);
            let mut drift: (f64, u64) = (0.0, 0);
            let mut slowest = 0.0_f64;
            let mut balance: (f64, u64) = (0.0, 0);
            for seed in 0..count {
                if only.is_some_and(|only| only != seed) {
                    continue;
                }
                let (mut run, size) = system(seed, rub, lossless, tolerance);
                let start = run.mechanism.kinetic(&run.engine.velocities);
                let (mut gain, mut fell) = (0.0_f64, false);
                for _ in 0..10 + (2e-2 / size) as usize {
                    let clock = std::time::Instant::now();
                    if !run.step(size) {
                        refused += 1;
                        println!("refused case {seed}");
                        break;
                    }
                    slowest = slowest.max(clock.elapsed().as_secs_f64());
                    steps += 1;
                    fell |= run.engine.coarse;
                    coarse += u64::from(run.engine.coarse);
                    gain = gain.max(run.mechanism.energy(&run.engine, &run.slots) / start - 1.0);
                }
                let end = run.mechanism.energy(&run.engine, &run.slots);
                let off = ((start - end) - run.dissipated()).abs() / start;
                if std::env::var("LIST").is_ok() && (fell || gain > 1e-4) {
                    if std::env::var("LIST").unwrap() == "1" {
                        println!(
                            "  case {seed} {rub:?} {lossless} {tolerance:.0e}: gain {gain:.1e} fell {fell} H {size:.1e} bodies {} pairs {} rejected {} of {}",
                            run.mechanism.masses.len(),
                            run.mechanism.pairs.len(),
                            run.engine.counts.rejected,
                            run.engine.counts.pieces
                        );
                    }
                }
                if off > balance.0 {
                    balance = (off, seed);
                }
                let counts = run.engine.counts;
                if lossless && !fell && counts.impacts > 0 {
                    let each = (end / start - 1.0).abs() / counts.impacts as f64;
                    if each > drift.0 {
                        drift = (each, seed);
                    }
                }
                if gain > worst {
                    (worst, case) = (gain, seed);
                }
                above[0] += u32::from(gain > 1e-3);
                above[1] += u32::from(gain > 1e-6);
                evaluations += counts.evaluations;
                pieces += counts.pieces;
                impacts += counts.impacts;
                rejected += counts.rejected;
            }
            let per = |number: u64| number as f64 / steps as f64;
            println!(
                "{rub:?} lossless {lossless} tol {tolerance:.0e}: {steps} H refused {refused} gain {worst:.1e} (case {case}) above {above:?} drift/impact {:.1e} ({}) f/H {:.2} pieces/H {:.2} rej {:.2} impacts {impacts} fallback H {coarse} slowest {:.2} ms balance off {:.1e} ({})",
                drift.0,
                drift.1,
                per(evaluations),
                per(pieces),
                per(rejected),
                slowest * 1e3,
                balance.0,
                balance.1
            );
        }
    }
}
