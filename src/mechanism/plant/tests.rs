//! The plant closed ideally, driven and free.

use super::*;
use crate::mechanism::{IdealMotion, mobility};

/// The plant with the flat arrays of its host.
struct Run {
    plant: Plant,
    inputs: [f64; Inputs::COUNT],
    outputs: [f64; Reactions::COUNT + Report::COUNT],
}

impl Run {
    fn new(parameters: &Parameters, inputs: &Inputs, time: f64) -> Self {
        let plant = Plant::new(parameters).unwrap();
        let mut values = [0.0; Inputs::COUNT];
        let outputs = [0.0; Reactions::COUNT + Report::COUNT];
        inputs.write(&mut values);
        let mut run = Self { plant, inputs: values, outputs };
        run.plant.begin(&run.inputs, time, &mut run.outputs[Reactions::COUNT..]).unwrap();
        run
    }

    fn step(&mut self, step: Step) {
        self.plant.step(InputSample::of(&self.inputs), step, &mut self.outputs).unwrap();
        self.plant.commit();
    }

    fn report(&self) -> Report {
        Report::read(&self.outputs[Reactions::COUNT..])
    }

    fn state(&self) -> State {
        *self.plant.state.as_ref().unwrap().committed()
    }
}

fn run(change: impl FnOnce(&mut Parameters), step: f64, time: f64) -> (State, Reactions) {
    let ideal = Ideal { b: true, c: true, d: true };
    let mut parameters = Parameters { ideal, ..Parameters::default() };
    change(&mut parameters);
    let mut run = Run::new(&parameters, &Inputs::default(), 1.0);
    for index in 0..(time / step).round() as u32 {
        run.step(Step { start: 1.0 + f64::from(index) * step, size: step });
    }
    (run.state(), Reactions::read(&run.outputs))
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
        let mut run = Run::new(&parameters, &inputs, 0.0);
        let balance = |run: &Run| {
            let Report { energy, rod_c, .. } = run.report();
            let work = load.fx * rod_c.x + load.fy * rod_c.y + load.t * rod_c.phi;
            energy.bodies - energy.drive - work
        };
        let before = balance(&run);
        for index in 0..(0.05 / size).round() as u32 {
            run.step(Step { start: f64::from(index) * size, size });
        }
        (balance(&run) - before).abs()
    };
    // With arms that stay where they were at the step's start the error was of first order.
    let (coarse, fine) = (off(2e-4), off(1e-4));
    assert!(coarse < 1e-3 && fine < 0.35 * coarse, "{coarse:e} {fine:e}");
}

#[test]
fn a_rod_too_short_is_refused() {
    let mut parameters = Parameters::default();
    parameters.rod.length = 0.1;
    let message = Plant::new(&parameters).unwrap_err().to_string();
    assert!(message.starts_with("rod.length = 0.1 is outside"), "{message}");
}

#[test]
fn reported_mobilities_are_those_of_the_mechanism_and_zero_where_a_joint_is_ideal() {
    let open = |ideal: Ideal| {
        let start = Start { crank_angle: 0.7 };
        let parameters = Parameters { ideal, start, ..Parameters::default() };
        let run = Run::new(&parameters, &Inputs::default(), 0.0);
        let report = run.report();
        (run.state(), run.plant, [report.mobility_b, report.mobility_c, report.mobility_d])
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
        let (state, plant, reported) = open(ideal);
        let [crank_b, rod_b, rod_c, slider_c, slider_d] = plant.places().map(Some);
        let (a, b) = [(crank_b, rod_b), (rod_c, slider_c), (None, slider_d)][joint];
        let found = mobility(&state.bodies, &plant.constraints, a, b).numbers();
        let of = |m: &MobilityReport| [m.xx, m.xy, m.yy, m.xphi, m.yphi, m.phiphi];
        for (found, reported) in found.into_iter().zip(of(&reported[joint])) {
            // Rounding of constraints that pull by themselves.
            assert!(
                (found - reported).abs() < 1e-9 * (1.0 + found.abs()),
                "{joint}: {found} {reported}"
            );
        }
        assert!(of(&reported[joint])[0] > 0.0 && of(&reported[joint])[2] > 0.3);
        for (index, other) in reported.iter().enumerate().filter(|_| ideal != Ideal::default()) {
            assert!(index == joint || of(other) == [0.0; 6]);
        }
    }
}
