//! The whole study: four machines side by side, and sweeps of clearance and speed.

use crate::fmus::Fmus;
use crate::machine::{Dimensions, Scheme};
use crate::report::{journal, last_turn};
use crate::run::{Plan, Run};
use common::{Chart, Mark, Table, progress, say};
use fmu_build::{Error, write_beside};
use indicatif::MultiProgress;
use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::Path;

/// Turns of each run of a sweep.
const SWEEP_CYCLES: u32 = 4;

/// File, title and value of a signal.
type Signal = (&'static str, &'static str, fn(&[f64]) -> f64);

/// Runs everything and leaves pictures, tables and `report.md` in `folder`.
pub fn run(plan: &Plan, fmus: &Fmus, folder: &Path) -> Result<(), Error> {
    let folder = folder.join("study");
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let sweeps = sweeps(plan);
    let bars = MultiProgress::new();
    // The longest first, so that no core waits for one late run.
    let mut jobs: Vec<(String, Scheme, Plan)> =
        Scheme::STUDY.iter().rev().map(|s| (s.name().to_owned(), *s, plan.clone())).collect();
    jobs.extend(sweeps.iter().map(|(name, plan)| (name.clone(), Scheme::Mixed, plan.clone())));
    let done = common::on_all_cores(&jobs, |(name, scheme, plan)| {
        Run::new(plan, *scheme, fmus, &progress(&bars, name, 1000))
    });
    let mut runs: Vec<Run> = done.into_iter().collect::<Result<_, Error>>()?;
    let swept = runs.split_off(Scheme::STUDY.len());
    runs.reverse();
    for run in &runs {
        run.write(&folder)?;
    }
    draw_schemes(&runs, plan, &folder)?;
    draw_sweeps(&sweeps, &swept, &folder)?;
    sections_table(&runs).write(&folder.join("sections.csv"))?;
    let text = report(&runs, plan, &sweeps, &swept);
    say(text.trim_end());
    write_beside(&folder.join("report.md"), text.as_bytes())
}

/// Clearances at 150 rpm, and speeds at the plan's clearance.
fn sweeps(plan: &Plan) -> Vec<(String, Plan)> {
    let with = |clearance: f64, rpm: f64| Plan {
        dimensions: Dimensions { crank_speed: rpm * TAU / 60.0, ..plan.dimensions },
        clearance,
        cycles: SWEEP_CYCLES.min(plan.cycles),
        step: plan.step,
        coupling: plan.coupling,
    };
    let clearances = [2.5e-4, 5e-4, 1e-3].map(|c| (format!("c = {} mm", c * 1e3), with(c, 150.0)));
    let speeds =
        [100.0, 150.0, 200.0, 250.0].map(|rpm| (format!("{rpm} rpm"), with(plan.clearance, rpm)));
    clearances.into_iter().chain(speeds).collect()
}

/// The last turn of all machines, signal by signal, and where they are once a turn.
fn draw_schemes(runs: &[Run], plan: &Plan, folder: &Path) -> Result<(), Error> {
    let from = TAU * f64::from(plan.cycles.saturating_sub(1));
    let signals: [Signal; 7] = [
        ("displacement", "slider displacement [m]", |row| row[2]),
        ("velocity", "slider velocity [m/s]", |row| row[3]),
        ("acceleration", "slider acceleration [m/s²]", |row| row[4]),
        ("force_b", "force in joint B [N]", |row| row[16].hypot(row[17])),
        ("force_c", "force in joint C [N]", |row| row[18].hypot(row[19])),
        ("force_d", "force in joint D [N]", |row| row[20].hypot(row[21])),
        ("crank_moment", "crank moment [N·m]", |row| row[8]),
    ];
    // Calm machines in front of restless ones.
    let all = |chart: Chart, points: &dyn Fn(&Run) -> Vec<(f64, f64)>| {
        runs.iter().rev().fold(chart, |chart, run| {
            let mark = if run.scheme == Scheme::Ideal { Mark::Reference } else { Mark::Line };
            chart.with(run.scheme.name(), mark, points(run))
        })
    };
    for (file, what, signal) in signals {
        let title = format!("Last turn of four machines: {what}");
        let degrees = |run: &Run| {
            let points = last_turn(run, plan, 1, signal);
            points.into_iter().map(|(angle, y)| ((angle - from).to_degrees(), y)).collect()
        };
        all(Chart::new(&title, "crank angle [°]", what), &degrees)
            .write(&folder.join(format!("{file}.svg")))?;
    }
    for run in runs {
        let name = run.scheme.name();
        let title = format!("Phase portrait of the slider, scheme {name}");
        let steady = run.table.rows().iter().filter(|row| row[1] > TAU);
        Chart::new(&title, "slider velocity [m/s]", "slider acceleration [m/s²]")
            .with("", Mark::Line, steady.map(|row| (row[3], row[4])).collect())
            .write(&folder.join(format!("phase_{name}.svg")))?;
        let pairs: [(&str, usize, &str, &str, f64); 4] = [
            ("slider", 0, "slider velocity [m/s]", "slider acceleration [m/s²]", 1.0),
            ("b", 2, "offset x in B [mm]", "offset y in B [mm]", 1e3),
            ("c", 4, "offset x in C [mm]", "offset y in C [mm]", 1e3),
            ("d", 6, "height in D [mm]", "angle in D [mrad]", 1e3),
        ];
        for (what, column, x, y, scale) in pairs {
            let points = run.sections.iter().map(|s| (scale * s[column], scale * s[column + 1]));
            Chart::new(&format!("Once a turn, scheme {name}"), x, y)
                .with("", Mark::Points, points.collect())
                .write(&folder.join(format!("section_{what}_{name}.svg")))?;
        }
        for (joint, column) in [("b", 10), ("c", 12)] {
            if !run.scheme.joints().contains(&joint.to_uppercase()) {
                continue;
            }
            let title = format!("Journal centre in {}, scheme {name}", joint.to_uppercase());
            journal(run, plan, column, &title)
                .write(&folder.join(format!("journal_{joint}_{name}.svg")))?;
            let eccentricity = run
                .table
                .rows()
                .iter()
                .map(|row| (row[1] / TAU, 1e3 * row[column].hypot(row[column + 1])));
            let title = format!("Eccentricity in {}, scheme {name}", joint.to_uppercase());
            Chart::new(&title, "turns of the crank", "eccentricity [mm]")
                .with("", Mark::Line, eccentricity.collect())
                .write(&folder.join(format!("turns_{joint}_{name}.svg")))?;
        }
        if run.scheme.has_play('D') {
            let height = run.table.rows().iter().map(|row| (row[1] / TAU, 1e3 * row[14]));
            let title = format!("Height of the slider in its guide, scheme {name}");
            Chart::new(&title, "turns of the crank", "height [mm]")
                .with("", Mark::Line, height.collect())
                .write(&folder.join(format!("turns_d_{name}.svg")))?;
        }
    }
    Ok(())
}

/// Acceleration over the last turn, for each clearance and for each speed.
fn draw_sweeps(sweeps: &[(String, Plan)], runs: &[Run], folder: &Path) -> Result<(), Error> {
    let kinds = [("clearance", 0..3, "clearance, 150 rpm"), ("speed", 3..7, "speed of the crank")];
    for (file, range, what) in kinds {
        let title = format!("Acceleration of the slider, all joints with play, by {what}");
        let chart = Chart::new(&title, "crank angle [°]", "slider acceleration [m/s²]");
        let chart = range.rev().fold(chart, |chart, index| {
            let (name, plan) = &sweeps[index];
            let from = TAU * f64::from(plan.cycles - 1);
            let points = last_turn(&runs[index], plan, 1, |row| row[4]);
            let points = points.into_iter().map(|(angle, y)| ((angle - from).to_degrees(), y));
            chart.with(name, Mark::Line, points.collect())
        });
        chart.write(&folder.join(format!("sweep_{file}.svg")))?;
    }
    Ok(())
}

fn sections_table(runs: &[Run]) -> Table {
    let mut table = Table::new([
        "scheme (0 ideal, 1 translational, 2 revolute, 3 mixed)",
        "slider velocity [m/s]",
        "slider acceleration [m/s2]",
        "B offset x [m]",
        "B offset y [m]",
        "C offset x [m]",
        "C offset y [m]",
        "D height [m]",
        "D angle [rad]",
    ]);
    for (index, run) in runs.iter().enumerate() {
        for section in &run.sections {
            let mut row = vec![index as f64];
            row.extend(section);
            table.push(row);
        }
    }
    table
}

/// Number of different places among the Poincaré points of the slider, the first half of the turns
/// left out; two are the same if their velocities differ by less than 2e-8 of rω, which is what following
/// contacts in pieces leaves uncertain. Turns of a whole number of steps only: else the points lie up to
/// half a step off.
fn places(run: &Run, plan: &Plan) -> Option<usize> {
    let Dimensions { crank_length, crank_speed, .. } = plan.dimensions;
    let steps = plan.dimensions.period() / run.step;
    let settled = &run.sections[run.sections.len() / 2..];
    if (steps - steps.round()).abs() > 1e-6 || settled.len() < 3 {
        return None;
    }
    let mut seen: Vec<f64> = Vec::new();
    for [velocity, ..] in settled {
        if seen.iter().all(|place| (place - velocity).abs() > 2e-8 * crank_length * crank_speed) {
            seen.push(*velocity);
        }
    }
    Some(seen.len())
}

fn report(runs: &[Run], plan: &Plan, sweeps: &[(String, Plan)], swept: &[Run]) -> String {
    let mut text = String::from(
        "| machine | turns | largest slider acceleration of a turn: min, p10, median, p90, max [m/s²] | places once a turn | largest contact force [kN] | energy drift / lost |\n|---|---|---|---|---|---|\n",
    );
    let named = runs.iter().map(|run| (run.scheme.name().to_owned(), run, plan));
    let swept = sweeps.iter().zip(swept).map(|((name, plan), run)| (name.clone(), run, plan));
    for (name, run, plan) in named.chain(swept) {
        let peaks = run.steady_peaks();
        let at = |part: f64| peaks[(part * (peaks.len() - 1) as f64).round() as usize];
        let [drift, lost] = run.energy;
        let _ = writeln!(
            text,
            "| {name} | {} | {:.1}, {:.1}, {:.1}, {:.1}, {:.1} | {} | {:.2} | {} |",
            peaks.len(),
            at(0.0),
            at(0.1),
            run.median_peak(),
            at(0.9),
            at(1.0),
            places(run, plan).map_or("–".to_owned(), |places| places.to_string()),
            run.peak_force / 1e3,
            if lost > 0.0 { format!("{:.2} %", 100.0 * drift / lost) } else { "–".to_owned() },
        );
    }
    text
}
