//! Archard's law through a wear map: worn volume over load and sliding distance.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::Error;
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Exact,
    name: "archard",
    title: "Worn volume is load times sliding distance",
    source: "Archard, J. Applied Physics 24 (1953) 981–988: V = (K/H) F s",
    set_up: "A journal of 9.5 mm turns at 20 rad/s, 30 µm deep in a bearing of 10 mm and 10 mm length; K/H = 2e-13 and 1e-13 1/Pa.",
    through: "`revolute_clearance` with a wear map of 180 cells in co-simulation, `step_mean`, 1 ms; the load is that of the FMU's own outputs.",
    reason: "The load falls from step to step as the surfaces wear, and is summed by the trapezoidal rule here. Pressures along an arc press more than their resultant: `contact.arc_factor`.",
    caption: "Lines: Archard's law with the load of the outputs. Dots: worn volumes of the maps.",
    run,
};

const SPEED: f64 = 20.0;
const RADIUS: f64 = 9.5e-3;
const COEFFICIENTS: [f64; 2] = [2e-13, 1e-13];

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let fmu = &joints.worn_pin;
    let [a, b] = COEFFICIENTS;
    let settings = [
        ("wear.coefficient_a", a.into()),
        ("wear.coefficient_b", b.into()),
        ("friction.model", 1.into()),
    ];
    let mut pin = fmu.start("pin", &settings)?;
    let inputs = fmu.references(["frame_b.x", "frame_b.phi", "frame_b.w"])?;
    let outputs = fmu.references([
        "contact.normal_force",
        "contact.arc_factor",
        "wear.volume_a",
        "wear.volume_b",
    ])?;
    let (step, mut before, mut travelled) = (1e-3, None, 0.0);
    let (mut rows, mut lines, mut dots) = (Vec::new(), [Vec::new(), Vec::new()], Vec::new());
    for index in 0..3000 {
        let time = f64::from(index) * step;
        pin.set_real(&inputs, &[5.3e-4, SPEED * time, SPEED])?;
        pin.step(time, step)?;
        let mut values = [0.0; 4];
        pin.get_real(&outputs, &mut values)?;
        let pressed = values[0] * values[1];
        let mean = before.map_or(pressed, |before: f64| 0.5 * (before + pressed));
        before = Some(pressed);
        travelled += mean * SPEED * RADIUS * step;
        if (index + 1) % 1000 == 0 {
            for (body, volume) in ["bearing", "journal"].iter().zip([0, 1]) {
                let exact = 1e9 * COEFFICIENTS[volume] * travelled;
                let what = format!("worn volume of the {body} after {:.0} s [mm³]", time + step);
                let found = 1e9 * values[2 + volume];
                rows.push(Row::new(what, exact, found, 4, Bound::Relative(1e-3)));
            }
        }
        if (index + 1) % 100 == 0 {
            for (line, coefficient) in lines.iter_mut().zip(COEFFICIENTS) {
                line.push((time + step, 1e9 * coefficient * travelled));
            }
            dots.extend([2, 3].map(|volume| (time + step, 1e9 * values[volume])));
        }
    }
    let [bearing, journal] = lines;
    Ok(Outcome {
        rows,
        chart: Chart::new("Worn volumes", "time [s]", "worn volume [mm³]")
            .with("Archard, bearing", Mark::Line, bearing)
            .with("Archard, journal", Mark::Line, journal)
            .with("ours", Mark::Points, dots),
    })
}
