//! Tables and pictures of a pin that wears for years.

use crate::impacts::Run;
use fmu_build::Error;
use fmu_build::forecast::Forecast;
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// The pin: radius of the bearing, radial clearance, length, elastic law.
pub const PIN: [&str; 4] = [
    "geometry.bearing_radius=0.01",
    "geometry.clearance=1e-4",
    "geometry.length=0.02",
    "contact.elastic=hertz",
];

/// Depths at the cells' angles \[°, µm\].
fn curve(depths: &[f64]) -> Vec<(f64, f64)> {
    let cells = depths.len();
    (0..=cells)
        .map(|node| (360.0 * node as f64 / cells as f64, 1e6 * depths[node % cells]))
        .collect()
}

/// Writes the pictures of the pockets in bearing and journal.
pub fn pockets(bodies: &str, found: &Forecast, out: &Path) -> Result<(), Error> {
    for body in ["bearing", "journal"] {
        let mut chart = Chart::new("", &format!("angle on the {body} [°]"), "depth [µm]").graded();
        let mut deepest = 0.0_f64;
        for stage in &found.stages {
            let depths = if body == "bearing" { &stage.bearing[0] } else { &stage.journal };
            deepest = depths.iter().copied().fold(deepest, f64::max);
            chart = chart.with(&format!("{:.0} h", stage.hours), Mark::Line, curve(depths));
        }
        if deepest > 0.0 {
            let deepest = 1e6 * deepest;
            let title =
                format!("The {body}'s pockets, up to {deepest:.1} µm (what wears: {bodies})");
            chart.captioned(&title).write(&out.join(format!("{bodies}_{body}.svg")))?;
        }
    }
    Ok(())
}

/// Writes the picture of the play with its uncertainty.
pub fn play(found: &Forecast, out: &Path) -> Result<(), Error> {
    let title = "The play of the wrist pin grows, how fast is known to a factor of three";
    found.play_chart().captioned(title).write(&out.join("play.svg"))
}

/// Writes the loads of the machine with worn pins.
pub fn impacts(runs: &[Run], out: &Path) -> Result<(), Error> {
    let mut table = Table::new(["time [h]", "largest normal force [N]", "time in contact [1]"]);
    let mut chart =
        Chart::new("Impacts grow with the wear of the wrist pin", "crank angle [°]", "force [N]")
            .graded();
    for run in runs {
        table.push([run.hours, run.peak, run.contact]);
        chart = chart.with(&format!("{:.0} h", run.hours), Mark::Line, run.course.clone());
    }
    table.write(&out.join("impacts.csv"))?;
    chart.write(&out.join("impacts.svg"))
}

/// The change of the peak in a sentence with numbers.
pub fn impact_sentence(runs: &[Run]) -> String {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return String::new() };
    format!(
        "Largest load of a turn: {:.0} N new, {:.0} N after {:.0} h; the pin touches {:.0} % and {:.0} % \
         of the time.",
        first.peak,
        last.peak,
        last.hours,
        100.0 * first.contact,
        100.0 * last.contact
    )
}
