//! Tables and pictures of a pin that wears for years.

use crate::impacts::Run;
use crate::wearing::{Stage, Worn};
use fmu_build::Error;
use spiel::laws::wear::{at_node, largest};
use spiel_examples::{Chart, Mark, Table};
use std::f64::consts::TAU;
use std::path::Path;

/// Depths at the cells' angles \[°, µm\].
fn curve(depths: &[f64]) -> Vec<(f64, f64)> {
    let cells = depths.len();
    (0..=cells)
        .map(|node| (360.0 * node as f64 / cells as f64, 1e6 * at_node(depths, node % cells)))
        .collect()
}

fn hours_of(stage: &Stage, turns: f64, hours: f64) -> String {
    format!("{:.0} h", stage.turns / turns * hours)
}

/// Writes table and pictures of every pin: both maps, and the path of the journal.
pub fn wear(worn: &[Worn], hours: f64, turns: f64, out: &Path) -> Result<(), Error> {
    let mut table = Table::new([
        "bearing wears",
        "journal wears",
        "time [h]",
        "depth of the bearing [m]",
        "angle in the bearing [rad]",
        "depth of the journal [m]",
        "angle on the journal [rad]",
        "volume of the bearing [m3]",
        "volume of the journal [m3]",
        "largest pressure [Pa]",
    ]);
    for pin in worn {
        let name = pin.name;
        let mut maps = [
            ("bearing", Chart::new("", "angle on the bearing [°]", "depth [µm]").graded()),
            ("journal", Chart::new("", "angle on the journal [°]", "depth [µm]").graded()),
        ];
        let mut path = Chart::new(
            &format!("The journal's path grows with the pocket (what wears: {name})"),
            "x in the bearing [µm]",
            "y in the bearing [µm]",
        )
        .graded()
        .square();
        for stage in &pin.stages {
            let label = hours_of(stage, turns, hours);
            let of = [&stage.depths.bearing, &stage.depths.journal];
            let found = of.map(|depths| largest(depths));
            for ((_, chart), depths) in maps.iter_mut().zip(of) {
                *chart = chart.clone().with(&label, Mark::Line, curve(depths));
            }
            let mut points: Vec<_> =
                stage.path.iter().map(|place| (1e6 * place.x, 1e6 * place.y)).collect();
            points.extend(points.first().copied());
            path = path.with(&label, Mark::Line, points);
            let angle = |which: usize| TAU * found[which].0 as f64 / of[which].len() as f64;
            let wears = |body: &str| f64::from(u8::from(name == body || name == "both"));
            table.push([
                wears("bearing"),
                wears("journal"),
                stage.turns / turns * hours,
                found[0].1,
                angle(0),
                found[1].1,
                angle(1),
                stage.volumes[0],
                stage.volumes[1],
                stage.pressure,
            ]);
        }
        let last = pin.stages.last();
        for (body, chart) in maps {
            let deepest = last.map_or(0.0, |stage| {
                let depths =
                    if body == "bearing" { &stage.depths.bearing } else { &stage.depths.journal };
                1e6 * largest(depths).1
            });
            if deepest > 0.0 {
                let title =
                    format!("The {body}'s pockets, up to {deepest:.1} µm (what wears: {name})");
                chart.captioned(&title).write(&out.join(format!("{name}_{body}.svg")))?;
            }
        }
        path.write(&out.join(format!("{name}_path.svg")))?;
    }
    table.write(&out.join("wear.csv"))
}

/// The result of a pin in a sentence with numbers.
pub fn sentence(worn: &Worn, hours: f64) -> String {
    let Worn { name, stages, computed, error } = worn;
    let Some(last) = stages.last() else { return String::new() };
    let ([a, b], [va, vb]) = (
        [&last.depths.bearing, &last.depths.journal].map(|depths| 1e6 * largest(depths).1),
        last.volumes.map(|volume| 1e9 * volume),
    );
    let who = if *name == "both" { "Both wear".to_owned() } else { format!("The {name} wears") };
    format!(
        "{who}: after {hours:.0} h the bearing is {a:.1} µm deep ({va:.2} mm³), the journal \
         {b:.1} µm ({vb:.2} mm³); {computed} turns were computed, the largest jump is off by \
         {:.1} % of the penetration.",
        100.0 * error
    )
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
