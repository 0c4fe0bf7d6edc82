//! The whole study: four machines side by side, and sweeps of clearance and speed.

use crate::fmus::Fmus;
use crate::machine::{Dimensions, Scheme};
use crate::report::journal;
use crate::run::{Plan, Run};
use fmu_build::{Error, write_beside};
use indicatif::MultiProgress;
use spiel_examples::{Chart, Mark, Table, progress, say};
use std::f64::consts::TAU;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// Turns before the record begins, as in the paper.
const RUN_IN: u32 = 50;
/// Turns behind that whose signals are kept.
const KEPT: u32 = 30;
/// Turns of each run of a sweep, and those of them that are drawn.
const SWEPT: (u32, Range<u32>) = (30, 10..12);
/// Communication step of a joint that stands alone \[s\]: it reports no peaks inside a step, so that the
/// step has to resolve an impact.
const ALONE_STEP: f64 = 2e-5;

/// Number of turns of a study, and the kept ones: `counted` turns follow the run-in.
pub fn turns(counted: Option<u32>) -> (u32, Range<u32>) {
    let counted = counted.unwrap_or(300);
    (RUN_IN + counted, RUN_IN..RUN_IN + KEPT.min(counted))
}

/// File, title and value of a signal.
type Signal = (&'static str, &'static str, fn(&[f64]) -> f64);

/// Runs everything and leaves pictures, tables and `report.md` in `folder`.
pub fn run(plan: &Plan, fmus: &Fmus, folder: &Path) -> Result<(), Error> {
    let folder = folder.join("study");
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let sweeps = sweeps(plan);
    let bars = MultiProgress::new();
    // The longest first, so that no core waits for one late run.
    let resolved = |scheme: Scheme, plan: &Plan| {
        let alone = scheme.joints().len() == 1;
        Plan { step: plan.step.or(alone.then_some(ALONE_STEP)), ..plan.clone() }
    };
    let of =
        |name: &str, scheme: Scheme, plan: &Plan| (name.to_owned(), scheme, resolved(scheme, plan));
    let mut jobs: Vec<(String, Scheme, Plan)> =
        Scheme::STUDY.iter().rev().map(|s| of(s.name(), *s, plan)).collect();
    // The rig that the paper measured: play between rod and slider only.
    jobs.extend(sweeps.iter().map(|(name, plan)| of(name, Scheme::Wrist, plan)));
    let done = spiel_examples::on_all_cores(&jobs, |(name, scheme, plan)| {
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
        cycles: SWEPT.0,
        kept: SWEPT.1,
        step: plan.step,
        coupling: plan.coupling,
    };
    let clearances = [2.5e-4, 5e-4, 1e-3].map(|c| (format!("c = {} mm", c * 1e3), with(c, 150.0)));
    let speeds =
        [100.0, 150.0, 200.0, 250.0].map(|rpm| (format!("{rpm} rpm"), with(plan.clearance, rpm)));
    clearances.into_iter().chain(speeds).collect()
}

/// Draws a run: signals over two turns, portraits of five, sections of all kept turns.
fn draw_schemes(runs: &[Run], plan: &Plan, folder: &Path) -> Result<(), Error> {
    draw_signals(runs, plan, folder)?;
    for run in runs {
        draw_portraits(run, plan, folder)?;
        draw_sections(run, folder)?;
        draw_angles(run, plan, folder)?;
    }
    Ok(())
}

/// Two turns of all machines, signal by signal, whole and at the two places that the paper enlarges.
fn draw_signals(runs: &[Run], plan: &Plan, folder: &Path) -> Result<(), Error> {
    let start = plan.kept.start;
    let signals: [Signal; 7] = [
        ("displacement", "slider displacement [m]", |row| row[2]),
        ("velocity", "slider velocity [m/s]", |row| row[3]),
        ("acceleration", "slider acceleration [m/s²]", |row| row[4]),
        ("force_b", "force in joint B [N]", |row| row[16].hypot(row[17])),
        ("force_c", "force in joint C [N]", |row| row[18].hypot(row[19])),
        ("force_d", "force in joint D [N]", |row| row[20].hypot(row[21])),
        ("crank_moment", "crank moment [N·m]", |row| row[8]),
    ];
    let views = [("", 0.0, 720.0), ("_373", 373.0, 377.0), ("_400", 400.0, 420.0)];
    for (file, what, signal) in signals {
        for (view, from, to) in views {
            let title = format!("Play in the pins makes the machine knock: {what}");
            let chart = Chart::new(&title, "crank angle [°]", what);
            // Calm machines are drawn over restless ones.
            let chart = runs.iter().rev().fold(chart, |chart, run| {
                let mark = if run.scheme == Scheme::Ideal { Mark::Reference } else { Mark::Line };
                let points =
                    run.turns(start..start + 2).map(|row| (degrees(row, start), signal(row)));
                let points = points.filter(|(angle, _)| (from..=to).contains(angle));
                chart.with(run.scheme.name(), mark, points.collect())
            });
            chart.write(&folder.join(format!("{file}{view}.svg")))?;
        }
    }
    Ok(())
}

/// Crank angle from the start of a turn \[°\].
fn degrees(row: &[f64], turn: u32) -> f64 {
    (row[1] - TAU * f64::from(turn)).to_degrees()
}

/// Five turns: the slider's phase portrait, and the paths in joints with play.
fn draw_portraits(run: &Run, plan: &Plan, folder: &Path) -> Result<(), Error> {
    let (name, turns) = (run.scheme.name(), plan.kept.start..plan.kept.start + 5);
    let title = format!("Phase portrait of the slider, scheme {name}");
    Chart::new(&title, "slider velocity [m/s]", "slider acceleration [m/s²]")
        .with("", Mark::Line, run.turns(turns.clone()).map(|row| (row[3], row[4])).collect())
        .write(&folder.join(format!("phase_{name}.svg")))?;
    for (joint, column) in [('B', 10), ('C', 12)] {
        if run.scheme.has_play(joint) {
            let title = format!("Journal centre in {joint}, scheme {name}");
            let file = format!("journal_{}_{name}.svg", joint.to_lowercase());
            journal(run, plan, turns.clone(), column, &title).write(&folder.join(file))?;
        }
    }
    let path = run.turns(turns).map(|row| (row[2], 1e3 * row[14])).collect();
    Chart::new(&format!("Slider's centre in D, scheme {name}"), "x [m]", "y [mm]")
        .with("", Mark::Line, path)
        .write(&folder.join(format!("path_d_{name}.svg")))
}

/// The machine's state once a turn.
fn draw_sections(run: &Run, folder: &Path) -> Result<(), Error> {
    let name = run.scheme.name();
    let pairs: [(&str, usize, &str, &str, [f64; 2]); 4] = [
        ("slider", 0, "slider velocity [m/s]", "slider acceleration [m/s²]", [1.0, 1.0]),
        ("b", 2, "offset x in B [mm]", "offset y in B [mm]", [1e3, 1e3]),
        ("c", 4, "offset x in C [mm]", "offset y in C [mm]", [1e3, 1e3]),
        ("d", 6, "x of the slider [m]", "y of the slider [mm]", [1.0, 1e3]),
    ];
    for (what, column, x, y, scale) in pairs {
        let points = run.sections.iter();
        let points = points.map(|s| (scale[0] * s[column], scale[1] * s[column + 1]));
        Chart::new(&format!("Once a turn, {} turns, scheme {name}", run.sections.len()), x, y)
            .with("", Mark::Points, points.collect())
            .write(&folder.join(format!("section_{what}_{name}.svg")))?;
    }
    Ok(())
}

/// Offsets of journals and slider over the crank angle, turn over turn.
fn draw_angles(run: &Run, plan: &Plan, folder: &Path) -> Result<(), Error> {
    let name = run.scheme.name();
    let offsets = [('B', 10, "offset x"), ('C', 12, "offset x"), ('D', 14, "height")];
    for (joint, column, what) in offsets {
        let title = format!("{what} in {joint}, {} turns, scheme {name}", plan.kept.len());
        let chart = Chart::new(&title, "crank angle [°]", &format!("{what} in {joint} [mm]"));
        // One series, with a gap between two turns.
        let points = plan.kept.clone().flat_map(|turn| {
            let points = run.turns(turn..turn + 1);
            let points = points.map(move |row| (degrees(row, turn), 1e3 * row[column]));
            points.chain([(f64::NAN, f64::NAN)])
        });
        let chart = chart.with("", Mark::Line, points.collect());
        chart.write(&folder.join(format!("angle_{}_{name}.svg", joint.to_lowercase())))?;
    }
    Ok(())
}

/// Acceleration with play between rod and slider only, for each clearance and for each speed.
fn draw_sweeps(sweeps: &[(String, Plan)], runs: &[Run], folder: &Path) -> Result<(), Error> {
    let kinds = [("clearance", 0..3, "clearance, 150 rpm"), ("speed", 3..7, "speed of the crank")];
    for (file, range, what) in kinds {
        let title = format!("Play between rod and slider raises the acceleration: by {what}");
        let chart = Chart::new(&title, "crank angle [°]", "slider acceleration [m/s²]");
        let chart = range.rev().fold(chart, |chart, index| {
            let (name, plan) = &sweeps[index];
            let points = runs[index].turns(plan.kept.clone());
            let points = points.map(|row| (degrees(row, plan.kept.start), row[4]));
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
        "slider displacement [m]",
        "slider height [m]",
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
/// left out; two are equal if their velocities differ by less than 2e-8 of rω, the uncertainty of following
/// contacts in pieces. Turns of a whole number of steps only: else the points lie up to
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
