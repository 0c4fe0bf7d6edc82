//! Measured largest pressures of a plain bearing: shown, not judged.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::root::reaches;
use fmu_build::{Error, Fmu};
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Measured,
    name: "patel",
    title: "Pressures in a plain bearing",
    source: "Patel and others, Hydrodynamic journal bearing lubricated with a ferrofluid, table I at second hand",
    set_up: "Bearing 40.12 mm, journal 39.97 mm, length 40 mm, oil of 0.045 Pa s at 27 °C; 150 and 450 N, 250 to 650 rev/min.",
    through: "`revolute_clearance` in co-simulation, `film.law` = finite; the journal is put where its film carries the load, output `film.pressure_max`.",
    reason: "Not judged: the temperature of the film, and with it the viscosity, was not measured, and one of six pressures falls as the speed rises, which no theory of one viscosity has. A film of one viscosity is between 7 % above and 28 % below.",
    caption: "Lines: ours, 150 and 450 N. Dots: measured.",
    run,
};

/// Load \[N\], speed \[rev/min\] and largest pressure \[kPa\].
const MEASURED: [[f64; 3]; 6] = [
    [150.0, 250.0, 207.0],
    [150.0, 500.0, 234.0],
    [150.0, 650.0, 234.0],
    [450.0, 250.0, 1006.0],
    [450.0, 500.0, 1020.0],
    [450.0, 650.0, 820.0],
];

const CLEARANCE: f64 = 7.5e-5;

/// Largest pressure \[kPa\] where the film carries `load` \[N\] at `speed` \[rev/min\].
fn pressure(fmu: &Fmu, load: f64, speed: f64) -> Result<f64, Error> {
    let settings = [
        ("film.law", 2.into()),
        ("film.asperities", 1.into()),
        ("film.viscosity", 0.045.into()),
        ("geometry.bearing_radius", 0.02006.into()),
        ("geometry.clearance", CLEARANCE.into()),
        ("geometry.length", 0.04.into()),
        ("friction.model", 1.into()),
    ];
    let inputs = fmu.references(["frame_b.x", "frame_b.w"])?;
    let outputs = fmu.references(["load_b.fx", "load_b.fy", "film.pressure_max"])?;
    let at = |eccentricity: f64| -> Result<[f64; 2], Error> {
        let mut bearing = fmu.start("bearing", &settings)?;
        bearing.set_real(&inputs, &[CLEARANCE * eccentricity, 2.0 * PI / 60.0 * speed])?;
        bearing.step(0.0, 1e-9)?;
        let mut values = [0.0; 3];
        bearing.get_real(&outputs, &mut values)?;
        Ok([values[0].hypot(values[1]), 1e-3 * values[2]])
    };
    let eccentricity = reaches(load, [1e-3, 0.999], |eccentricity| Ok(at(eccentricity)?[0]))?;
    Ok(at(eccentricity)?[1])
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let mut rows = Vec::new();
    for [load, speed, measured] in MEASURED {
        let what = format!("largest pressure, {load} N, {speed} rev/min [kPa]");
        let found = pressure(&joints.pin, load, speed)?;
        rows.push(Row::new(what, measured, found, 0, Bound::Shown));
    }
    let mut chart = Chart::new("Largest pressures", "speed [rev/min]", "pressure [kPa]");
    for (load, name) in [(150.0, "ours, 150 N"), (450.0, "ours, 450 N")] {
        let line: Result<Vec<(f64, f64)>, Error> = (4..=14)
            .map(|step| {
                let speed = 50.0 * f64::from(step);
                Ok((speed, pressure(&joints.pin, load, speed)?))
            })
            .collect();
        chart = chart.with(name, Mark::Line, line?);
    }
    let points = MEASURED.iter().map(|[_, speed, pressure]| (*speed, *pressure)).collect();
    Ok(Outcome { rows, chart: chart.with("measured", Mark::Points, points) })
}
