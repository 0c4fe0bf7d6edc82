//! Throws a journal against its bearing; the crate `fmi` loads its FMU.

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{CoSimulation, Common};
use fmi::traits::FmiImport;
use std::process::ExitCode;

const STEP: f64 = 1e-6;
const START: f64 = 4.9e-4;
const RESTITUTION: f64 = 0.5;

/// Rebound speed of a journal of 1 kg that meets the wall at 1 m/s.
fn rebound(path: &str) -> Result<f64, fmi::Error> {
    let import: Fmi2Import = fmi::import::from_path(path)?;
    let variables = &import.model_description().model_variables.variables;
    let reference = |name: &str| {
        let variable = variables.iter().find(|variable| variable.name == name);
        variable.unwrap_or_else(|| panic!("the crate reads no variable {name}")).value_reference
    };
    let inputs = [reference("frame_b.x"), reference("frame_b.vx")];
    let load = [reference("load_b.fx")];
    let active = [reference("contact.active")];

    let mut joint = import.instantiate_cs("joint", false, false)?;
    joint.set_real(&[reference("contact.restitution")], &[RESTITUTION])?;
    joint.set_integer(&[reference("contact.dissipation")], &[7])?;
    joint.setup_experiment(None, 0.0, None)?;
    joint.enter_initialization_mode()?;
    joint.exit_initialization_mode()?;

    let (mut time, mut place, mut speed) = (0.0, START, 1.0);
    let (mut force, mut touching, mut touched) = ([0.0], [0], false);
    while speed > 0.0 || place > START {
        joint.set_real(&inputs, &[place, speed])?;
        joint.do_step(time, STEP, true)?;
        joint.get_real(&load, &mut force)?;
        joint.get_boolean(&active, &mut touching)?;
        touched |= touching[0] != 0;
        place += speed * STEP + 0.5 * force[0] * STEP * STEP;
        speed += force[0] * STEP;
        time += STEP;
    }
    assert!(touched, "contact.active was never true");
    joint.terminate()?;
    Ok(-speed)
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).expect("the FMU to load");
    match rebound(&path) {
        Ok(speed) => {
            println!("rebound at {speed:.4} m/s, prescribed {RESTITUTION}");
            // 2e-3: the coupling's own error at a step of 1e-6 s.
            ExitCode::from(u8::from((speed - RESTITUTION).abs() >= 2e-3))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
