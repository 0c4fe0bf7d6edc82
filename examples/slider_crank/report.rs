//! The pictures of a run and the sentence that sums it up.

use crate::run::{Plan, Run};
use fmu_build::{Error, write_beside};
use spiel_examples::{Chart, Mark};
use std::ops::Range;
use std::path::Path;

/// The head of the first picture, with a pin in its hole; the clearance is magnified.
const JOINT: &str = include_str!("joint.svg");

/// Draws the last turn of a run against the ideal motion, and its journals' paths.
pub fn draw(run: &Run, plan: &Plan, folder: &Path) -> Result<(), Error> {
    let clearance = plan.clearance * 1e3;
    let last_turn = plan.cycles - 1..plan.cycles;
    let points = |y: &dyn Fn(&[f64]) -> f64| -> Vec<(f64, f64)> {
        run.turns(last_turn.clone()).map(|row| (row[0], y(row))).collect()
    };
    let last = |column: usize| points(&|row| row[column]);
    for (file, column, what) in [
        ("displacement", 2, "slider displacement [m]"),
        ("velocity", 3, "slider velocity [m/s]"),
        ("acceleration", 4, "slider acceleration [m/s²]"),
    ] {
        let quantity = what.split(" [").next().unwrap_or(what);
        let title = format!(
            "The {quantity} over the last turn, with {clearance} mm of clearance ({}) and with ideal joints",
            run.scheme.name()
        );
        Chart::new(&title, "time [s]", what)
            .with("ideal joints", Mark::Reference, last(column + 3))
            .with("joints with play", Mark::Line, last(column))
            .write(&folder.join(format!("{file}.svg")))?;
    }
    let force = |column: usize| points(&|row| row[column].hypot(row[column + 1]));
    Chart::new("The forces of the joints come in blows", "time [s]", "force, mean over a step [N]")
        .with("B, crank and rod", Mark::Line, force(16))
        .with("C, rod and slider", Mark::Line, force(18))
        .with("D, slider and guide", Mark::Line, force(20))
        .write(&folder.join("forces.svg"))?;
    for (joint, file, x) in [('B', "journal_b", 10), ('C', "journal_c", 12)] {
        if run.scheme.has_play(joint) {
            let title = format!("Journal centre in pin {joint}");
            // Five turns, without the start-up if there are more.
            let turns = plan.cycles.saturating_sub(5).max(1).min(plan.cycles - 1)..plan.cycles;
            journal(run, plan, turns, x, &title).write(&folder.join(format!("{file}.svg")))?;
        }
    }
    Ok(())
}

/// Draws a joint with play, magnified, beside part of the last turn of a machine with and without it.
pub fn first(run: &Run, plan: &Plan, folder: &Path) -> Result<(), Error> {
    let turn: Vec<_> = run.turns(plan.cycles - 1..plan.cycles).collect();
    let part = &turn[..turn.len() / 2];
    let begin = part.first().map_or(0.0, |row| row[0]);
    let points =
        |column: usize| part.iter().map(|row| (1e3 * (row[0] - begin), row[column])).collect();
    let chart = Chart::new("", "time [ms]", "acceleration of the slider [m/s²]")
        .with(&format!("pins with {} mm of clearance", 1e3 * plan.clearance), Mark::Line, points(4))
        .with("ideal joints", Mark::Reference, points(7))
        .svg();
    let both =
        format!("{JOINT}<g transform=\"translate(250 0) scale(.7778)\">\n{chart}</g>\n</svg>\n");
    write_beside(&folder.join("first.svg"), both.as_bytes())
}

/// The path of a journal's centre over some turns, columns `x` and the next, in its clearance circle.
pub fn journal(run: &Run, plan: &Plan, turns: Range<u32>, x: usize, title: &str) -> Chart {
    let radius = plan.clearance * 1e3;
    let around = (0..=360).map(|degree| f64::from(degree).to_radians().sin_cos());
    let circle = around.map(|(sin, cos)| (radius * cos, radius * sin)).collect();
    let path = run.turns(turns).map(|row| (row[x] * 1e3, row[x + 1] * 1e3)).collect();
    Chart::new(title, "offset along x [mm]", "offset along y [mm]")
        .square()
        .with("clearance circle", Mark::Reference, circle)
        .with("", Mark::Line, path)
}

/// One sentence with numbers.
pub fn sentence(run: &Run, plan: &Plan) -> String {
    let ideal = plan.dimensions.crank_length
        * plan.dimensions.crank_speed.powi(2)
        * (1.0 + plan.dimensions.crank_length / plan.dimensions.rod_length);
    let [drift, lost] = run.energy;
    format!(
        "With {} mm of clearance ({}) the slider's acceleration peaks at {:.0} m/s² (median of {} turns) \
         instead of {:.1}, contact forces at {:.1} kN; at H = {:e} s{} the energy balance drifts by \
         {:.2} % of the {:.2} J lost in the joints, and single impacts are chaotic: only their \
         statistics repeat.",
        plan.clearance * 1e3,
        run.scheme.name(),
        run.median_peak(),
        run.steady_peaks().len(),
        ideal,
        run.peak_force / 1e3,
        run.step,
        run.about_step(),
        100.0 * drift.abs() / lost.max(1e-12),
        lost,
    )
}
