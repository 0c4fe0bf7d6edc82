//! A ball between two walls: the energy of its impacts.

use super::walls::{Pair, Run, Walls, contact};
use crate::laws::friction::FrictionLaw;
use nalgebra::Vector2;

/// A kilogram that flies at 1 m/s between walls with f = `stiffness` δⁿ.
fn ball(stiffness: f64, exponent: f64, chi: f64, tolerance: f64) -> Run<Walls> {
    let contact = contact(stiffness, exponent, chi, FrictionLaw::Without);
    let pair = Pair { bodies: [0, 1], normal: Vector2::x(), gap: 1e-4, contact };
    Run::new(Walls::new(vec![1.0], vec![pair]), &[0.0, 0.0], &[1.0, 0.0], tolerance)
}

/// A linear and a Hertzian contact; impacts take 3e-4 s.
const LAWS: [(f64, f64); 2] = [(1e8, 1.0), (1e10, 1.5)];
const STEPS: [f64; 3] = [1e-3, 1e-4, 1e-5];

/// Relative change of energy in `time` \[s\], and the number of impacts.
fn drift(law: (f64, f64), tolerance: f64, size: f64, time: f64) -> (f64, f64) {
    let mut run = ball(law.0, law.1, 0.0, tolerance);
    (0..(time / size).round() as u32).for_each(|_| assert!(run.step(size)));
    let energy = run.mechanism.energy(&run.engine, &run.slots);
    (energy / 0.5 - 1.0, run.engine.counts.impacts as f64)
}

#[test]
fn a_lossless_impact_errs_by_less_than_the_tolerance() {
    for law in LAWS {
        for tolerance in [1e-3, 1e-4, 1e-5, 1e-6, 1e-7] {
            for size in STEPS {
                let (drift, impacts) = drift(law, tolerance, size, 0.05);
                let each = drift.abs() / impacts / tolerance;
                println!("{law:?} {tolerance:e} {size:e}: {each:.2e} tolerances an impact");
                // Measured: 1.5e-5. Without the correction at the end of a contact it is 0.5.
                assert!(each < 1e-3, "{tolerance:e} {size:e}");
            }
        }
    }
}

#[test]
fn the_energy_of_a_thousand_impacts_stays() {
    for law in LAWS {
        for (tolerance, bound) in [(1e-4, 1e-5), (1e-7, 1e-6)] {
            for size in STEPS {
                let (drift, impacts) = drift(law, tolerance, size, 0.52);
                println!("{law:?} {tolerance:e} {size:e}: {drift:.2e} after {impacts} impacts");
                assert!(
                    drift.abs() < bound && impacts > 990.0,
                    "{tolerance:e} {size:e}: {drift:e}"
                );
            }
        }
    }
}

#[test]
fn losses_are_those_of_the_law_and_never_a_gain() {
    for chi in [0.05, 0.5, 2.0, 30.0] {
        for size in STEPS {
            let mut run = ball(1e10, 1.5, chi, 1e-4);
            let mut before = 0.5;
            for _ in 0..(0.02 / size).round() as u32 {
                assert!(run.step(size));
                let energy = run.mechanism.energy(&run.engine, &run.slots);
                assert!(energy < before + 1e-5, "{chi}: {energy} after {before}");
                before = energy;
            }
            let [lost, told] = [0.5 - before, run.dissipated()];
            assert!((told - lost).abs() < 1e-4, "{chi} {size:e}: {told} {lost}");
        }
    }
}
