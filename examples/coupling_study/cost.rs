//! Cost and saving of prediction.

use crate::curves::{Bench, Curves, methods};
use crate::hosts::{Flaws, Host, run};
use std::time::Instant;

const DRIVEN: usize = 1;
const STEP: f64 = 2e-4;

/// CPU time per simulated second of both methods at equal accuracy, in one sentence.
pub fn sentence(bench: &Bench, curves: &Curves) -> String {
    let error = curves.of(DRIVEN, 2).find(|(size, _)| *size == STEP).map_or(f64::NAN, |at| at.1);
    let plain = curves.largest(DRIVEN, 1, error.max(2e-3));
    let (machine, _) = &bench.0[DRIVEN - 1];
    let cost = |method: usize, size: f64| {
        let (_, method) = &methods()[method];
        // The best of a few: others use the computer too.
        let once = |_| {
            let began = Instant::now();
            std::hint::black_box(run(machine, Host::Held, method, size, Flaws::default()));
            began.elapsed().as_secs_f64() / machine.span
        };
        (0..5).map(once).fold(f64::INFINITY, f64::min)
    };
    let (predicted, mean) = (cost(2, STEP), cost(1, plain));
    format!(
        "Prediction tolerates {:.0} times the step of step_mean and {:.0} times that of end_point (5 %, driven \
         body). As good as step_mean at {plain:.0e} s it takes {:.1} µs a step and {:.2} ms of CPU per \
         simulated second at {STEP:.0e} s, {:.0} times less than step_mean's {:.1} ms.",
        curves.largest(DRIVEN, 2, 0.05) / curves.largest(DRIVEN, 1, 0.05),
        curves.largest(DRIVEN, 2, 0.05) / curves.largest(DRIVEN, 0, 0.05),
        predicted * STEP * 1e6,
        predicted * 1e3,
        mean / predicted,
        mean * 1e3,
    )
}
