//! A rebound by an adaptive solver that knows no nominal values.

use super::{event, indicator, solved};
use crate::common::{OK, reference};
use spiel_fmi::fmi2::*;

/// Speeds with which a journal of a kilogram leaves the wall that it slides along, by an adaptive solver
/// to which every state is of the size of one; and its steps.
fn rebound(tolerance: f64) -> ([f64; 2], u32) {
    // Bogacki and Shampine, Applied Mathematics Letters 2 (1989) 321–325.
    const WEIGHTS: [[f64; 3]; 3] =
        [[0.5, 0.0, 0.0], [0.0, 0.75, 0.0], [2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]];
    const ERRORS: [f64; 4] = [-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0];
    let client = solved("revolute_clearance");
    let inputs = ["frame_b.x", "frame_b.y", "frame_b.vx", "frame_b.vy"].map(reference);
    let load = ["load_b.fx", "load_b.fy"].map(reference);
    let rates = |state: &[f64; 6]| {
        assert_eq!(client.set(&inputs, &state[..4]), OK);
        let mut rates = [state[2], state[3], 0.0, 0.0, f64::NAN, f64::NAN];
        unsafe {
            let solved = state[4..].as_ptr();
            assert_eq!(fmi2SetContinuousStates(client.component, solved, 2), OK);
            let into = rates[4..].as_mut_ptr();
            assert_eq!(fmi2GetDerivatives(client.component, into, 2), OK);
        }
        rates[2..4].copy_from_slice(&client.get(&load).1);
        rates
    };
    let mut state = [5.0e-4 + 1e-9, 0.0, 0.3, 0.05, 0.0, 0.0];
    assert_eq!(client.set(&inputs, &state[..4]), OK);
    event(&client);
    unsafe { assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK) };
    let (mut size, mut steps) = (1e-7, 0);
    loop {
        let mut stages = vec![rates(&state)];
        let mut reached = state;
        for weights in WEIGHTS {
            for (index, reached) in reached.iter_mut().enumerate() {
                let rate: f64 = weights.iter().zip(&stages).map(|(w, r)| w * r[index]).sum();
                *reached = state[index] + size * rate;
            }
            stages.push(rates(&reached));
        }
        let error = |index: usize| {
            let error: f64 = ERRORS.iter().zip(&stages).map(|(w, r)| w * r[index]).sum();
            (size * error).abs() / (tolerance * (1.0 + reached[index].abs()))
        };
        let worst = (0..6).map(error).fold(1e-9, f64::max);
        size *= (0.9 / worst.cbrt()).clamp(0.2, 5.0);
        if worst <= 1.0 {
            (state, steps) = (reached, steps + 1);
            rates(&state);
            if indicator(&client) < 0.0 {
                return ([state[2], state[3]], steps);
            }
        }
    }
}

// With states in metres the bristle was lost at this tolerance.
#[test]
fn a_solver_that_knows_no_nominal_values_finds_the_rebound_at_its_usual_tolerance() {
    let (exact, fine) = rebound(1e-10);
    let (found, coarse) = rebound(1e-6);
    let error = exact.iter().zip(&found).map(|(exact, found)| (found / exact - 1.0).abs());
    let error = error.fold(0.0, f64::max);
    println!("{exact:?} in {fine} steps, {error:.1e} off in {coarse}");
    // Friction has slowed it, and the wall thrown it back.
    assert!(exact[0] < -0.1 && exact[1] > 0.0 && exact[1] < 0.05, "{exact:?}");
    // 1e-3: a thousand local errors of 1e-6, of which few add up.
    assert!(error < 1e-3, "{error}");
}
