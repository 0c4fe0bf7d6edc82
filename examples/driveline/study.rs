//! Courses of single tip-ins, and a sweep of play and damping.

use crate::tip_in::{Case, Driveline, TipIn};
use fmu_build::Error;
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// Plays of the courses \[degrees\].
const PLAYS: [f64; 3] = [0.0, 1.0, 3.0];
/// Restitutions of the damping: a rubber coupling, a dry one, very little damping.
const RESTITUTIONS: [f64; 3] = [0.3, 0.7, 0.95];
/// The largest play of the sweep \[degrees\], and their number.
const WIDEST: f64 = 4.0;
const COUNT: u32 = 33;

/// Result of the sweep.
pub struct Sweep {
    rows: Vec<Row>,
}

/// The peaks of a play, by restitution \[N m\].
struct Row {
    degrees: f64,
    peaks: [f64; 3],
}

/// Torque over time for several plays: a table and a picture each.
pub fn courses(driveline: &Driveline, out: &Path) -> Result<(), Error> {
    let tip_ins = PLAYS
        .map(|degrees| driveline.tip_in(Case { backlash: degrees.to_radians(), restitution: 0.7 }));
    let mut chart = Chart::new(
        "The wider the play, the harder the clonk",
        "time [ms]",
        "torque on the vehicle [N m]",
    );
    let mut table = Table::new(["play [deg]", "time [s]", "torque on the vehicle [N.m]"]);
    for (degrees, tip_in) in PLAYS.into_iter().zip(tip_ins) {
        let TipIn { course, .. } = tip_in?;
        let points = course.iter().map(|[time, torque]| (1e3 * time, *torque)).collect();
        chart = chart.with(&format!("play of {degrees}°"), Mark::Line, points);
        course.iter().for_each(|[time, torque]| table.push([degrees, *time, *torque]));
    }
    table.write(&out.join("tip_in.csv"))?;
    chart.write(&out.join("tip_in.svg"))
}

/// Peak torque over play for several dampings.
pub fn sweep(driveline: &Driveline, out: &Path) -> Result<Sweep, Error> {
    let plays: Vec<f64> =
        (0..COUNT).map(|index| WIDEST * f64::from(index) / f64::from(COUNT - 1)).collect();
    let of = |degrees: &f64| -> Result<([f64; 3], [f64; 3]), Error> {
        let (mut peaks, mut lost) = ([0.0; 3], [0.0; 3]);
        for (place, restitution) in RESTITUTIONS.into_iter().enumerate() {
            let tip_in = driveline.tip_in(Case { backlash: degrees.to_radians(), restitution })?;
            (peaks[place], lost[place]) = (tip_in.peak, tip_in.lost);
        }
        Ok((peaks, lost))
    };
    let found = spiel_examples::on_all_cores(&plays, of);
    let mut columns = vec!["play [deg]".to_owned()];
    for what in ["peak torque [N.m]", "energy lost [J]"] {
        columns.extend(RESTITUTIONS.map(|e| format!("{what}, restitution {e}")));
    }
    let (mut table, mut rows) = (Table::new(columns), vec![]);
    for (degrees, found) in plays.iter().zip(found) {
        let (peaks, lost) = found?;
        table.push([&[*degrees][..], &peaks, &lost].concat());
        rows.push(Row { degrees: *degrees, peaks });
    }
    table.write(&out.join("sweep.csv"))?;
    let mut chart = Chart::new(
        "Play raises the torque peak, damping lowers it",
        "play [°]",
        "peak torque [N m]",
    );
    for (place, restitution) in RESTITUTIONS.into_iter().enumerate() {
        let points = rows.iter().map(|row| (row.degrees, row.peaks[place])).collect();
        chart = chart.with(&format!("restitution {restitution}"), Mark::Line, points);
    }
    chart.write(&out.join("sweep.svg"))?;
    Ok(Sweep { rows })
}

impl Sweep {
    /// The result in one sentence.
    pub fn sentence(&self) -> String {
        let at = |degrees: f64| {
            let far = |row: &&Row| (row.degrees - degrees).abs();
            self.rows.iter().min_by(|a, b| far(a).total_cmp(&far(b))).map_or([0.0; 3], |r| r.peaks)
        };
        let ([damped, dry, hard], [_, tight, _]) = (at(2.0), at(0.0));
        format!(
            "With 2° of play a tip-in peaks at {dry:.0} N m in the coupling, {:.1} times as much as without play \
             ({tight:.0} N m); damping to a restitution of 0.3 makes it {damped:.0} N m, next to none {hard:.0} N m.",
            dry / tight
        )
    }
}
