//! Random systems: no step is refused, and none makes energy.

use super::walls::{Pair, Run, Walls, contact, lugre};
use crate::laws::contact::Damping;
use crate::laws::friction::FrictionLaw;
use nalgebra::Vector2;

struct Dice(u64);

impl Dice {
    fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn log(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.even())
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Rub {
    Without,
    Fading,
    Lasting,
}

/// A random system with its step \[s\].
fn system(seed: u64, rub: Rub, lossless: bool, tolerance: f64) -> (Run<Walls>, f64) {
    let mut dice = Dice(seed.wrapping_mul(7919).wrapping_add(12345));
    (0..10).for_each(|_| _ = dice.even());
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
            Pair { bodies: [b, a], normal, gaps: [gap; 2], contact }
        })
        .collect();
    let speed = dice.log(0.01, 10.0);
    let velocities: Vec<f64> = (0..2 * bodies).map(|_| speed * (2.0 * dice.even() - 1.0)).collect();
    let size = dice.log(1e-5, 1e-3);
    let walls = Walls::new(masses, pairs);
    (Run::new(walls, &vec![0.0; 2 * bodies], &velocities, tolerance), size)
}

/// Statistics of many systems.
#[derive(Debug, Default)]
struct Told {
    steps: u32,
    refused: u32,
    /// Steps that the fallback has finished.
    coarse: u32,
    /// Largest gain of energy, relative to that at the start, with its system.
    gain: (f64, u64),
    /// Largest difference between the energy lost and the loss told, relative to the energy at the start.
    off: (f64, u64),
    /// Number of systems in which that is more than a hundredth.
    far: u64,
}

fn run(count: u64, rub: Rub, lossless: bool, tolerance: f64) -> Told {
    let mut told = Told::default();
    for seed in 0..count {
        let (mut run, size) = system(seed, rub, lossless, tolerance);
        let start = run.mechanism.kinetic(&run.engine.velocities);
        let mut end = start;
        for _ in 0..10 + (2e-2 / size) as u32 {
            if !run.step(size) {
                told.refused += 1;
                break;
            }
            told.steps += 1;
            told.coarse += u32::from(run.engine.coarse);
            end = run.mechanism.energy(&run.engine, &run.slots);
            if end / start - 1.0 > told.gain.0 {
                told.gain = (end / start - 1.0, seed);
            }
        }
        let bent = run.mechanism.bent(&run.engine, &run.slots);
        let off = ((start - end - bent) - run.dissipated()).abs() / start;
        told.far += u64::from(off > 1e-2);
        if off > told.off.0 {
            told.off = (off, seed);
        }
    }
    told
}

#[test]
fn no_step_is_refused_none_makes_energy_and_losses_are_told() {
    let long = std::env::var("SPIEL_LONG").is_ok();
    let count = if long { 10_000 } else { 60 };
    for (rub, lossless) in
        [(Rub::Without, true), (Rub::Without, false), (Rub::Fading, false), (Rub::Lasting, false)]
    {
        for tolerance in [1e-3, 1e-4, 1e-5] {
            let told = run(count, rub, lossless, tolerance);
            println!("{rub:?}, lossless {lossless}, {tolerance:e}: {told:?}");
            assert_eq!(told.refused, 0, "{rub:?} {tolerance:e}");
            // Bristles whose damping does not fade are not passive: energy grows without bound in some systems, but in none
            // of the first sixty.
            if long && rub == Rub::Lasting {
                continue;
            }
            // Measured with ten thousand: 6e-3 at 1e-3 and 3e-4 at 1e-4 without friction, 8e-4 and 0 with it.
            let most = if long { (10.0 * tolerance).max(4e-3) } else { 2e-4 };
            assert!(told.gain.0 < most, "{rub:?} {tolerance:e}: {told:?}");
            if !long {
                // Measured: 1.2e-2 and 6e-4 where the damping does not fade, 6e-3 and 6e-4 else, at 1e-3 and 1e-4.
                let most = if rub == Rub::Lasting { 0.1 } else { (50.0 * tolerance).max(1e-2) };
                assert!(told.off.0 < most, "{rub:?} {tolerance:e}: {told:?}");
                continue;
            }
            // Measured with ten thousand: 9 at 1e-4 and 1e-5, all with friction; 113 at 1e-3.
            let most = if tolerance > 1e-4 { count / 60 } else { count / 900 };
            assert!(told.far <= most, "{rub:?} {tolerance:e}: {told:?}");
        }
    }
}
