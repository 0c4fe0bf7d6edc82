//! Palmgren's fit of measured approaches: a roller on a raceway.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::root::reaches;
use fmu_build::{Error, Fmu};
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Measured,
    name: "roller",
    title: "A roller on a raceway",
    source: "Palmgren, Ball and Roller Bearing Engineering (1959): approach 3.84e-5 Q^0.9/l^0.8 in mm, of load Q in N and length l in mm",
    set_up: "Steel on steel, length 10 mm, 100 to 5000 N. The fit does not depend on the radius; ours is 10 mm in a hole of 20 mm.",
    through: "`sliced_pin` in co-simulation, `contact.line_law` = conformal; the pin is put where it carries the load, and bends by less than 0.4 % of the approach.",
    reason: "The fit stands for many measured contacts, whose scatter is not stated. The approach of a line contact depends on where the bodies are held, 10 % per factor of three in that distance: it is judged by 10 %, with the law's default, a radius.",
    caption: "Line: ours. Dots: Palmgren's fit.",
    run,
};

const LENGTH: f64 = 0.01;
const RADIUS: f64 = 0.01;

/// Palmgren's approach \[µm\] under `load` \[N\].
fn palmgren(load: f64) -> f64 {
    3.84e-2 * load.powf(0.9) / (1e3 * LENGTH).powf(0.8)
}

/// Approach \[µm\] at which the pin carries `load` \[N\].
fn approach(fmu: &Fmu, load: f64) -> Result<f64, Error> {
    let settings = [
        ("geometry.pin_radius", RADIUS.into()),
        ("geometry.length", LENGTH.into()),
        ("geometry.clearance", RADIUS.into()),
        ("contact.line_law", 7.into()),
        ("friction.model", 1.into()),
    ];
    let inputs = fmu.references(["frame_b.x"])?;
    let outputs = fmu.references(["load_b.fx"])?;
    let carried = |depth: f64| -> Result<f64, Error> {
        let mut pin = fmu.start("pin", &settings)?;
        pin.set_real(&inputs, &[RADIUS + depth])?;
        pin.step(0.0, 1e-9)?;
        let mut force = [0.0];
        pin.get_real(&outputs, &mut force)?;
        Ok(force[0].abs())
    };
    Ok(1e6 * reaches(load, [1e-9, 1e-4], carried)?)
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let (mut rows, mut line, mut dots) = (Vec::new(), Vec::new(), Vec::new());
    for load in [100.0, 300.0, 1000.0, 2000.0, 5000.0] {
        let (theirs, ours) = (palmgren(load), approach(&joints.sliced_pin, load)?);
        let what = format!("approach under {load} N [µm]");
        rows.push(Row::new(what, theirs, ours, 3, Bound::Relative(0.1)));
        line.push((load, ours));
        dots.push((load, theirs));
    }
    Ok(Outcome {
        rows,
        chart: Chart::new("Approach of a line contact", "load [N]", "approach [µm]")
            .with("ours", Mark::Line, line)
            .with("Palmgren", Mark::Points, dots),
    })
}
