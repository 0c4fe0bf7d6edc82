//! Pictures of the worn door, and doors of several clearances beside each other.

use crate::hung::{HANGS, HINGES, Instant, LENGTH, Run, WIDTH};
use fmu_build::Error;
use spiel_examples::{Chart, Mark, Table};
use std::f64::consts::TAU;
use std::path::Path;

/// Clearances of the study, the given one last, after smaller ones \[m\].
pub fn clearances(worn: f64) -> Vec<f64> {
    [0.125, 0.25, 0.5, 1.0].map(|part| part * worn).into()
}

const NAMES: [&str; 2] = ["lower", "upper"];

/// Paths of both pins, edge loads and sag of the last run, and a table and a picture of all.
pub fn pictures(runs: &[Run], out: &Path) -> Result<(), Error> {
    let Some(worn) = runs.last() else { return Ok(()) };
    let mut table =
        Table::new(std::iter::once("time [s]".to_owned()).chain(NAMES.iter().flat_map(|hinge| {
            ["lower", "upper"].iter().flat_map(move |end| {
                ["x [m]", "y [m]", "normal force [N]"]
                    .map(|what| format!("{hinge} hinge, {end} end, {what}"))
            })
        })));
    for Instant { time, ends, edges, .. } in &worn.course {
        let mut row = vec![*time];
        for (ends, edges) in ends.iter().zip(edges) {
            for (end, force) in ends.iter().zip(edges) {
                row.extend([end[0], end[1], *force]);
            }
        }
        table.push(row);
    }
    table.write(&out.join("course.csv"))?;
    let titles = ["Lower hinge: the pin leans inwards", "Upper hinge: the pin leans outwards"];
    for (hinge, (name, title)) in NAMES.into_iter().zip(titles).enumerate() {
        path(worn, hinge, title).write(&out.join(format!("{name}_hinge.svg")))?;
    }
    edge_loads(worn).write(&out.join("edge_loads.svg"))?;
    sag(runs).write(&out.join("sag.svg"))?;
    let mut table = Table::new(["clearance [m]", "sag [m]", "peak normal force [N]", "lost [J]"]);
    for run in runs {
        table.push([run.clearance, run.hanging(), run.peak, run.lost]);
    }
    table.write(&out.join("clearances.csv"))
}

/// The pin's axis at both ends of a hole, and the circle that the clearance leaves it.
fn path(run: &Run, hinge: usize, title: &str) -> Chart {
    let circle = (0..=180).map(|index| {
        let angle = TAU * f64::from(index) / 180.0;
        (1e3 * run.clearance * angle.cos(), 1e3 * run.clearance * angle.sin())
    });
    let mut chart = Chart::new(title, "along the door [mm]", "across the door [mm]").square().with(
        "clearance",
        Mark::Reference,
        circle.collect(),
    );
    for (end, name) in ["lower end", "upper end"].into_iter().enumerate() {
        let at = |instant: &Instant| {
            let [x, y] = instant.ends[hinge][end];
            (1e3 * x, 1e3 * y)
        };
        chart = chart.with(name, Mark::Line, run.course.iter().map(at).collect());
    }
    chart
}

/// Normal forces of both halves of both holes.
fn edge_loads(run: &Run) -> Chart {
    let mut chart =
        Chart::new("The stop at 0.2 s makes the hinges rattle", "time [ms]", "normal force [N]");
    for (hinge, name) in NAMES.into_iter().enumerate() {
        for (half, which) in NAMES.into_iter().enumerate() {
            let at = |instant: &Instant| (1e3 * instant.time, instant.edges[hinge][half]);
            let label = format!("{name} hinge, {which} half");
            chart = chart.with(&label, Mark::Line, run.course.iter().map(at).collect());
        }
    }
    chart
}

/// Sag of the corner over time, by clearance.
fn sag(runs: &[Run]) -> Chart {
    let title = "The corner beside the handle sags with the play";
    let mut chart = Chart::new(title, "time [ms]", "sag [mm]").graded();
    for run in runs {
        let points = run.course.iter().map(|instant| (1e3 * instant.time, 1e3 * instant.sag));
        let label = format!("clearance {} mm", 1e3 * run.clearance);
        chart = chart.with(&label, Mark::Line, points.collect());
    }
    chart
}

impl Run {
    /// Sag at the time when the door hangs still \[m\].
    fn hanging(&self) -> f64 {
        let hangs = |instant: &&Instant| instant.time >= HANGS;
        self.course.iter().find(hangs).map_or(0.0, |instant| instant.sag)
    }

    /// Largest force of one half of a hole in a time span \[N\].
    fn hardest(&self, from: f64, to: f64) -> f64 {
        let within = self.course.iter().filter(|instant| (from..to).contains(&instant.time));
        within.flat_map(|instant| instant.edges.as_flattened()).copied().fold(0.0, f64::max)
    }
}

/// The result in one sentence.
pub fn sentence(runs: &[Run]) -> String {
    let Some(worn) = runs.last() else { return String::new() };
    // The upper pin leans outwards, the lower one inwards: the door turns by both clearances.
    let turn = 2.0 * worn.clearance / (HINGES[1] - HINGES[0] + LENGTH);
    format!(
        "With {:.2} mm of clearance the corner beside the handle sags by {:.2} mm, {:.2} mm of it because the door turns \
         in its play (rigid geometry: {:.2} mm); hanging still, half a hole carries {:.0} N, and {:.0} N when the door hits its stop.",
        1e3 * worn.clearance,
        1e3 * worn.hanging(),
        1e3 * (worn.hanging() - 1e-4),
        1e3 * turn * WIDTH,
        worn.hardest(HANGS, HANGS + 5e-3),
        worn.hardest(0.2, f64::INFINITY),
    )
}
