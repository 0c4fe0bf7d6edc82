//! Tests of the engine on mechanisms without a host.

mod random;
mod walls;

use crate::laws::friction::FrictionLaw;
use nalgebra::Vector2;
use walls::{Pair, Run, Walls, contact};

fn ball(stiffness: f64, exponent: f64, chi: f64, speed: f64, tolerance: f64) -> Run<Walls> {
    let pair = Pair {
        bodies: [0, 1],
        normal: Vector2::x(),
        gap: 1e-4,
        contact: contact(stiffness, exponent, chi, FrictionLaw::Without),
    };
    Run::new(Walls::new(vec![1.0], vec![pair]), &[0.0, 0.0], &[speed, 0.0], tolerance)
}

#[test]
fn study_impacts() {
    for (stiffness, exponent) in [(1e8, 1.0), (1e10, 1.5)] {
        for tolerance in [1e-3, 1e-4, 1e-5, 1e-6, 1e-7] {
            for size in [1e-3, 1e-4, 1e-5] {
                let mut run = ball(stiffness, exponent, 0.0, 1.0, tolerance);
                let steps = (0.1 / size) as usize;
                for _ in 0..steps {
                    assert!(run.step(size));
                }
                let energy = run.mechanism.energy(&run.engine, &run.slots);
                let counts = run.engine.counts;
                println!(
                    "n {exponent} tol {tolerance:.0e} H {size:.0e}: E/E0-1 {:.2e} impacts {} drift/impact {:.2e} evals/impact {:.1} rejected {} cut {} pieces {} coarse {}",
                    energy / 0.5 - 1.0,
                    counts.impacts,
                    (energy / 0.5 - 1.0) / counts.impacts as f64,
                    counts.evaluations as f64 / counts.impacts as f64,
                    counts.rejected,
                    counts.cut,
                    counts.pieces,
                    run.engine.coarse
                );
            }
        }
    }
}
