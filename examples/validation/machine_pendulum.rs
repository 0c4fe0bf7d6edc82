//! The pendulum of the commercial solver as a machine: a group that moves its own body.

use crate::case::{Case, Kind, Outcome};
use crate::joints::Joints;
use crate::pendulum::beside_adams;
use fmu_build::Error;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "machine_pendulum",
    title: "A pendulum that moves itself",
    source: "MSC Adams on an ideal revolute joint, Revolute_Case01 of Chrono 7689fbc (BSD-3-Clause), whose own tolerance there is 1e-3 m",
    set_up: "1 kg, 2 m from the pin to the centre of mass, 0.1 kg m² about it, let go level; 9.80665 m/s².",
    through: "`group` with `integrate` in co-simulation, 1 ms: examples/groups/pendulum.toml, a pin with a play of 10 µm, no friction.",
    reason: "The pin rests 10 µm off the bearing's centre and first falls by as much; the unit moves its body itself, so that no host adds an error.",
    caption: "Lines: ours. Dots: Adams. Below: ours less theirs.",
    run,
};

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let fmu = &joints.pendulum;
    let outputs = fmu.references(["rod.x", "rod.y"])?;
    let mut machine = fmu.start("pendulum", &[])?;
    let (step, mut places) = (1e-3, vec![[2.0, 0.0]]);
    for index in 0..5000 {
        machine.step(f64::from(index) * step, step)?;
        if (index + 1) % 10 == 0 {
            let mut place = [0.0; 2];
            machine.get_real(&outputs, &mut place)?;
            places.push(place);
        }
    }
    Ok(beside_adams(&places, ["x", "y"], "A group moves its own pendulum as the solver does"))
}
