//! Forecasts the same pins by Archard's law with a map of every slice, over the cycle of the rod, as the command `forecast` does.

use crate::machine::{CLEARANCE, Dimensions, JOINTS, LOAD, SWING};
use fmu_build::forecast::{Forecast, Options, forecast};
use fmu_build::{Error, write_beside};
use std::fmt::Write;
use std::path::Path;

/// Slices, and cells around the hole of each.
const SLICES: usize = 24;
const CELLS: usize = 72;
/// Rate of wear \[m²\], its exponent, and the length of a slice for which it holds \[m\]: those of the paper's law here.
const RATE: f64 = 1e-20;
const EXPONENT: f64 = 1.1;
const REFERENCE_LENGTH: f64 = 5e-3;

/// Archard's coefficient \[1/Pa\] with which a new pin wears at the rate of the paper's law.
fn coefficient(joint: &Dimensions) -> f64 {
    let pressure = LOAD / (2.0 * joint.radius * joint.length);
    let width = 2.0 * joint.radius * (0.5 * SWING.0) * REFERENCE_LENGTH;
    RATE * pressure.powf(EXPONENT - 1.0) / width
}

/// Forecasts each joint for these hours; its page, table, picture and map go to `folder`.
pub fn forecasts(hours: u32, folder: &Path) -> Result<Vec<Forecast>, Error> {
    let cycle = folder.join("archard_cycle.csv");
    let mut rows = "time [s],fx [N],bearing_angle [rad],angle [rad]".to_owned();
    for (part, angle) in [(0.0, 0.0), (0.25, 0.5), (0.75, -0.5), (1.0, 0.0)] {
        let (time, angle) = (part / SWING.1, angle * SWING.0);
        let _ = write!(rows, "\n{time},{LOAD},{angle},{}", -angle);
    }
    write_beside(&cycle, rows.as_bytes())?;
    let of = |joint: &Dimensions| -> Result<Forecast, Error> {
        let settings = [
            ("geometry.length", joint.length),
            ("geometry.pin_radius", joint.radius),
            ("geometry.clearance", CLEARANCE),
            ("wear.coefficient_a", coefficient(joint)),
            ("wear.exponent", 1.0),
        ];
        let options = Options {
            joint: "sliced_pin".to_owned(),
            cycle: Some(cycle.clone()),
            hours: f64::from(hours),
            output: Some(folder.join(format!("archard_{}.html", joint.name.to_lowercase()))),
            slices: Some(SLICES),
            cells: Some(CELLS),
            set: settings.map(|(name, value)| format!("{name}={value:e}")).to_vec(),
            no_errors: true,
            ..Options::default()
        };
        let found = forecast(&options, &|_| ())?.remove(0);
        found.write()?;
        Ok(found)
    };
    spiel_examples::on_all_cores(&JOINTS, of).into_iter().collect()
}

/// Sentences with the depths at the edge and in the middle of each pin.
pub fn sentence(found: &[Forecast]) -> String {
    let line = |(joint, found): (&Dimensions, &Forecast)| {
        let slices = found.stages.last().map_or(&[][..], |stage| &stage.bearing);
        let deepest = |slice: Option<&Vec<f64>>| {
            slice.map_or(f64::NAN, |cells| cells.iter().copied().fold(0.0, f64::max))
        };
        format!(
            "{} {:.1} µm at its edges and {:.1} µm in the middle",
            joint.name,
            1e6 * deepest(slices.first()),
            1e6 * deepest(slices.get(SLICES / 2)),
        )
    };
    let lines: Vec<_> = JOINTS.iter().zip(found).map(line).collect();
    format!(
        "By Archard's law, with a coefficient that wears a new pin as fast: {}.",
        lines.join("; ")
    )
}
