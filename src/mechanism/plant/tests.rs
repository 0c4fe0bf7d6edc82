//! The plant closed ideally, driven and free.

use super::*;
use crate::mechanism::{IdealMotion, mobility};

fn run(change: impl FnOnce(&mut Parameters), step: f64, time: f64) -> (State, Reactions) {
    let ideal = Ideal { b: true, c: true, d: true };
    let mut parameters = Parameters { ideal, ..Parameters::default() };
    change(&mut parameters);
    let mut plant = SliderCrank::prepare(&parameters, &Options::default()).unwrap();
    let (mut state, mut report) = plant.initial(&Inputs::default(), 1.0).unwrap();
    let mut reactions = Reactions::default();
    for index in 0..(time / step).round() as u32 {
        let step = Step { start: 1.0 + f64::from(index) * step, size: step };
        reactions = plant.advance(&Inputs::default(), &mut state, step, &mut report).unwrap();
    }
    (state, reactions)
}

#[test]
fn closed_ideally_it_moves_as_the_ideal_mechanism() {
    let (_, reactions) = run(|_| (), 1e-4, 1e-4);
    // 1e-6: the record has six decimals.
    assert!((reactions.slider_acceleration + 84.040_624).abs() < 1e-6);
    let (state, _) = run(|_| (), 1e-4, 0.1);
    let dimensions = Dimensions::default();
    let ideal = IdealMotion::at(&dimensions, 0.1 * dimensions.crank_speed);
    let slider = &state.bodies[SLIDER];
    assert!((slider.position.x - ideal.slider[0]).abs() < 1e-7);
    assert!((slider.velocity.x - ideal.slider[1]).abs() < 1e-5);
}

#[test]
fn a_free_crank_keeps_the_machines_energy() {
    let energy = |state: &State| {
        let body = |b: &Body| b.kinetic_energy() + 9.81 * b.mass * b.position.y;
        state.bodies.iter().map(body).sum::<f64>()
    };
    let start = run(|p| p.drive.enabled = false, 1e-4, 0.0).0;
    let drift = |step| {
        let end = run(|p| p.drive.enabled = false, step, 0.2).0;
        (energy(&end) - energy(&start)).abs() / energy(&start)
    };
    let (coarse, fine) = (drift(1e-4), drift(5e-5));
    // Second order in the step.
    assert!(coarse < 1e-4 && fine < 0.35 * coarse, "{coarse:e} {fine:e}");
}

#[test]
fn the_drives_work_is_the_energy_the_machine_gains() {
    let before = run(|_| (), 1e-4, 0.0).0;
    let after = run(|_| (), 1e-4, 0.05).0;
    let energy = |state: &State| {
        let body = |b: &Body| b.kinetic_energy() + 9.81 * b.mass * b.position.y;
        state.bodies.iter().map(body).sum::<f64>()
    };
    let gained = energy(&after) - energy(&before);
    assert!(
        (gained - after.drive_work).abs() < 1e-4 * gained.abs(),
        "{gained} {}",
        after.drive_work
    );
}

#[test]
fn a_held_load_does_the_work_that_the_machine_gains() {
    let load = JointLoad { fx: -150.0, fy: 80.0, t: 3.0 };
    let inputs = Inputs { rod_c: load, ..Inputs::default() };
    let off = |size: f64| {
        let ideal = Ideal { b: true, c: false, d: true };
        let parameters = Parameters { ideal, ..Parameters::default() };
        let mut plant = SliderCrank::prepare(&parameters, &Options::default()).unwrap();
        let (mut state, mut report) = plant.initial(&inputs, 0.0).unwrap();
        let balance = |report: &Report| {
            let Report { energy, rod_c, .. } = report;
            let work = load.fx * rod_c.x + load.fy * rod_c.y + load.t * rod_c.phi;
            energy.bodies - energy.drive - work
        };
        let before = balance(&report);
        for index in 0..(0.05 / size).round() as u32 {
            let step = Step { start: f64::from(index) * size, size };
            plant.advance(&inputs, &mut state, step, &mut report).unwrap();
        }
        (balance(&report) - before).abs()
    };
    // With arms that stay where they were at the step's start the error was of first order.
    let (coarse, fine) = (off(2e-4), off(1e-4));
    assert!(coarse < 1e-3 && fine < 0.35 * coarse, "{coarse:e} {fine:e}");
}

#[test]
fn a_rod_too_short_is_refused() {
    let mut parameters = Parameters::default();
    parameters.rod.length = 0.1;
    let message = SliderCrank::prepare(&parameters, &Options::default()).unwrap_err().to_string();
    assert!(message.starts_with("rod.length = 0.1 is outside"), "{message}");
}

#[test]
fn told_mobilities_are_those_of_the_mechanism_and_zero_where_a_joint_is_ideal() {
    let open = |ideal: Ideal| {
        let start = Start { crank_angle: 0.7 };
        let parameters = Parameters { ideal, start, ..Parameters::default() };
        let mut plant = SliderCrank::prepare(&parameters, &Options::default()).unwrap();
        let (state, report) = plant.initial(&Inputs::default(), 0.0).unwrap();
        (plant, state, [report.mobility_b, report.mobility_c, report.mobility_d])
    };
    let closed = Ideal { b: true, c: true, d: true };
    for (joint, ideal) in [
        (0, Ideal { b: false, ..closed }),
        (1, Ideal { c: false, ..closed }),
        (2, Ideal { d: false, ..closed }),
        (0, Ideal::default()),
        (1, Ideal::default()),
        (2, Ideal::default()),
    ] {
        let (plant, state, told) = open(ideal);
        let [crank_b, rod_b, rod_c, slider_c, slider_d] = plant.places().map(Some);
        let (a, b) = [(crank_b, rod_b), (rod_c, slider_c), (None, slider_d)][joint];
        let found = mobility(&state.bodies, &plant.constraints, a, b).numbers();
        let of = |m: &MobilityReport| [m.xx, m.xy, m.yy, m.xphi, m.yphi, m.phiphi];
        for (found, told) in found.into_iter().zip(of(&told[joint])) {
            // Rounding of constraints that pull by themselves.
            assert!((found - told).abs() < 1e-9 * (1.0 + found.abs()), "{joint}: {found} {told}");
        }
        assert!(of(&told[joint])[0] > 0.0 && of(&told[joint])[2] > 0.3);
        for (index, other) in told.iter().enumerate().filter(|_| ideal != Ideal::default()) {
            assert!(index == joint || of(other) == [0.0; 6]);
        }
    }
}
