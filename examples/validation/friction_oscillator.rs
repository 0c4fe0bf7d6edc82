//! A mass on a spring with dry friction comes to rest.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::stick_slip::rim;
use fmu_build::{Error, Settings};
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Exact,
    name: "friction_oscillator",
    title: "A mass on a spring comes to rest by dry friction",
    source: "Friction oscillator of the Siconos tutorials (Apache-2.0); exact: each half turn is a circle in the plane of position and speed, about ±1",
    set_up: "1 kg, 1 N/m, friction 1 N, from 12 m at 6 m/s.",
    through: "`revolute_clearance` in co-simulation, 0.1 ms: the mass is the rim of a pressed journal, friction by LuGre's law with bristles of 1e5 1/m.",
    reason: "Bristles replace the jump in friction: at rest they bend by 1e-5 m, and at every turning point friction builds up over that distance.",
    caption: "Grey: the exact turning points. Line: ours.",
    run,
};

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let friction: &Settings = &[
        ("friction.static", 1.0.into()),
        ("friction.kinetic", 1.0.into()),
        ("friction.bristle_stiffness", 1e5.into()),
    ];
    let (step, end) = (1e-4, 30.0);
    let mut mass = rim(joints, friction, [12.0, 6.0], step)?;
    let (mut path, mut turnings) = (Vec::new(), Vec::new());
    for index in 0..(end / step) as u32 {
        let [.., place, _, _, speed] = mass.state;
        if index % 200 == 0 {
            path.push((mass.time(), place));
        }
        mass.advance(|_, state| [0.0, 0.0, -state[2]])?;
        // Once it rests its bristles still swing.
        if speed * mass.state[5] < 0.0 && turnings.len() < 7 {
            turnings.push(mass.state[2]);
        }
    }
    let rest = mass.state[2];
    path.push((end, rest));
    // Friction moves the centre of each half turn to the side that the mass comes from.
    let first = f64::hypot(13.0, 6.0) - 1.0;
    let exact: Vec<f64> = (0..7).map(|n| (first - 2.0 * f64::from(n)) * (-1f64).powi(n)).collect();
    let bound = Bound::Absolute(1e-3);
    let mut rows: Vec<_> = [0, 1, 6]
        .into_iter()
        .map(|n| {
            let ours = turnings.get(n).copied().unwrap_or(f64::NAN);
            Row::new(format!("turning point {} [m]", n + 1), exact[n], ours, 6, bound)
        })
        .collect();
    rows.push(Row::new("position at rest [m]", 2.0 - exact[6], rest, 6, bound));
    let mut chart =
        Chart::new("The mass comes to rest as the exact solution does", "time [s]", "position [m]");
    for place in &exact {
        chart = chart.with("", Mark::Reference, vec![(0.0, *place), (end, *place)]);
    }
    Ok(Outcome { rows, chart: chart.with("ours", Mark::Line, path) })
}
