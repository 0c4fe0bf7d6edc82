//! Throws a journal against its bearing; the crate `fmi` loads its FMUs, of FMI 2.0 and of FMI 3.0.

use fmi::traits::FmiImport;
use std::process::ExitCode;

const STEP: f64 = 1e-6;
const START: f64 = 4.9e-4;
const RESTITUTION: f64 = 0.5;

/// Rebound speed of a journal of 1 kg that meets the wall at 1 m/s. `step` makes a step from a time with a place and a
/// speed; it gives the force and true for contact.
fn rebound(
    mut step: impl FnMut(f64, [f64; 2]) -> Result<(f64, bool), fmi::Error>,
) -> Result<f64, fmi::Error> {
    let (mut time, mut place, mut speed, mut touched) = (0.0, START, 1.0, false);
    while speed > 0.0 || place > START {
        let (force, touching) = step(time, [place, speed])?;
        touched |= touching;
        place += speed * STEP + 0.5 * force * STEP * STEP;
        speed += force * STEP;
        time += STEP;
    }
    assert!(touched, "contact.active was never true");
    Ok(-speed)
}

/// The rebound by an FMU of FMI 2.0.
fn by_two(path: &str) -> Result<f64, fmi::Error> {
    use fmi::fmi2::instance::{CoSimulation, Common};
    let import: fmi::fmi2::import::Fmi2Import = fmi::import::from_path(path)?;
    let variables = &import.model_description().model_variables.variables;
    let reference = |name: &str| {
        let variable = variables.iter().find(|variable| variable.name == name);
        variable.unwrap_or_else(|| panic!("the crate reads no variable {name}")).value_reference
    };
    let inputs = [reference("frame_b.x"), reference("frame_b.vx")];
    let (load, active) = ([reference("load_b.fx")], [reference("contact.active")]);

    let mut joint = import.instantiate_cs("joint", false, false)?;
    joint.set_real(&[reference("contact.restitution")], &[RESTITUTION])?;
    joint.set_integer(&[reference("contact.dissipation")], &[7])?;
    joint.setup_experiment(None, 0.0, None)?;
    joint.enter_initialization_mode()?;
    joint.exit_initialization_mode()?;
    let speed = rebound(|time, state| {
        let (mut force, mut touching) = ([0.0], [0]);
        joint.set_real(&inputs, &state)?;
        joint.do_step(time, STEP, true)?;
        joint.get_real(&load, &mut force)?;
        joint.get_boolean(&active, &mut touching)?;
        Ok((force[0], touching[0] != 0))
    })?;
    joint.terminate()?;
    Ok(speed)
}

/// The rebound by an FMU of FMI 3.0 that was built with the damping of the other one: the crate reads no choices.
fn by_three(path: &str) -> Result<f64, fmi::Error> {
    use fmi::fmi3::{CoSimulation, Common, Fmi3Model, GetSet};
    let import: fmi::fmi3::import::Fmi3Import = fmi::import::from_path(path)?;
    let variables = &import.model_description().model_variables;
    let reference = |name: &str| {
        let variable = variables.find_by_name(name);
        variable.unwrap_or_else(|| panic!("the crate reads no variable {name}")).value_reference()
    };
    let inputs = [reference("frame_b.x"), reference("frame_b.vx")];
    let (load, active) = ([reference("load_b.fx")], [reference("contact.active")]);

    let mut joint = import.instantiate_cs("joint", false, false, false, false, &[])?;
    joint.set_float64(&[reference("contact.restitution")], &[RESTITUTION])?;
    joint.enter_initialization_mode(None, 0.0, None)?;
    joint.exit_initialization_mode()?;
    let speed = rebound(|time, state| {
        let (mut force, mut touching) = ([0.0], [false]);
        let (mut event, mut end, mut early, mut last) = (true, true, true, 0.0);
        joint.set_float64(&inputs, &state)?;
        joint.do_step(time, STEP, true, &mut event, &mut end, &mut early, &mut last)?;
        assert!(!event && !end && !early && last == time + STEP);
        joint.get_float64(&load, &mut force)?;
        joint.get_boolean(&active, &mut touching)?;
        Ok((force[0], touching[0]))
    })?;
    joint.terminate()?;
    Ok(speed)
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(two), Some(three)) = (words.next(), words.next()) else {
        eprintln!("usage: importer FMU-OF-FMI-2 FMU-OF-FMI-3");
        return ExitCode::FAILURE;
    };
    match (by_two(&two), by_three(&three)) {
        (Ok(speed), Ok(other)) => {
            println!(
                "rebound at {speed:.4} m/s, {other:.4} m/s by FMI 3.0, prescribed {RESTITUTION}"
            );
            // 2e-3: the coupling's own error at a step of 1e-6 s.
            let good = (speed - RESTITUTION).abs() < 2e-3 && speed == other;
            ExitCode::from(u8::from(!good))
        }
        (one, other) => {
            eprintln!("error: {one:?}, {other:?}");
            ExitCode::FAILURE
        }
    }
}
