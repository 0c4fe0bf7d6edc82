//! A load cycle from a table: forces in the bearing's axes, and the rotation of the journal.

use crate::Error;
use crate::measured::{self, Table, Wanted};
use nalgebra::{Rotation2, Vector2};
use spiel::laws::forecast::{LoadCycle, Sample};
use std::f64::consts::PI;
use std::path::Path;

/// Quantities of a cycle, with their units.
const COLUMNS: [(&str, &str); 9] = [
    ("time", "s"),
    ("fx", "N"),
    ("fy", "N"),
    ("force", "N"),
    ("torque", "N.m"),
    ("direction", "rad"),
    ("angle", "rad"),
    ("speed", "rad/s"),
    ("bearing_angle", "rad"),
];

/// Reads a cycle. `lever` has the friction coefficient and the journal's radius \[m\], which divide a torque;
/// remarks about the file go to `remarks`.
pub(super) fn read(
    path: &Path,
    columns: &[String],
    lever: [f64; 2],
    remarks: &mut Vec<String>,
) -> Result<Vec<Sample>, Error> {
    let refuse = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let wanted = COLUMNS.map(|(name, unit)| Wanted {
        name: name.to_owned(),
        unit: unit.to_owned(),
        needed: name == "time",
    });
    let aliases = measured::aliases(columns)?;
    if let Some(other) = aliases.keys().find(|name| !COLUMNS.iter().any(|(known, _)| known == name))
    {
        return Err(Error::unknown("quantity", other, COLUMNS.into_iter().map(|(name, _)| name)));
    }
    let table = measured::read(path, &wanted, &aliases)?;
    let time = table.column("time").unwrap_or_default();
    if time.len() < 2 {
        return Err(refuse(format!("a cycle has at least two rows; this has {}", time.len())));
    }
    let loads = loads(&table, time.len(), lever, remarks).map_err(&refuse)?;
    let angles = angles(&table, time).map_err(&refuse)?;
    let turned = table.column("bearing_angle");
    if !table.unused.is_empty() {
        remarks.push(format!("Columns that are not used: {}.", table.unused.join(", ")));
    }
    let bare = table.without_unit.join(", ");
    if !bare.is_empty() {
        remarks.push(format!("No unit in the head of {bare}: taken as SI."));
    }
    let sample = |row: usize| {
        // World axes into those of the bearing.
        let load = turned.map_or(loads[row], |angle| Rotation2::new(-angle[row]) * loads[row]);
        Sample { time: time[row] - time[0], load, angle: angles[row] }
    };
    let samples: Vec<Sample> = (0..time.len()).map(sample).collect();
    let samples = match table.column("speed") {
        Some(speed) => with_reversals(&samples, speed),
        None => samples,
    };
    not_wrapped(&samples).map_err(&refuse)?;
    check(&samples).map_err(&refuse)?;
    remarks.extend(seam(&samples));
    remarks.extend(drift(&samples));
    Ok(samples)
}

/// Adds the instants at which the speed, linear between rows, changes its sign.
fn with_reversals(samples: &[Sample], speed: &[f64]) -> Vec<Sample> {
    let mut all = vec![samples[0]];
    for (pair, speeds) in samples.windows(2).zip(speed.windows(2)) {
        if speeds[0] * speeds[1] < 0.0 {
            let part = speeds[0] / (speeds[0] - speeds[1]);
            let size = part * (pair[1].time - pair[0].time);
            all.push(Sample {
                time: pair[0].time + size,
                load: pair[0].load.lerp(&pair[1].load, part),
                angle: pair[0].angle + 0.5 * speeds[0] * size,
            });
        }
        all.push(pair[1]);
    }
    all
}

/// Refuses a cycle in which nothing wears.
pub(super) fn check(samples: &[Sample]) -> Result<(), String> {
    if samples.iter().all(|sample| sample.load == Vector2::zeros()) {
        return Err("its forces are all 0: nothing wears".to_owned());
    }
    if samples.iter().all(|sample| sample.angle == samples[0].angle) {
        return Err("the journal does not turn: nothing slides".to_owned());
    }
    Ok(())
}

/// Refuses an angle that jumps back by a turn, as a sensor's does.
fn not_wrapped(samples: &[Sample]) -> Result<(), String> {
    let steps = || samples.windows(2).map(|pair| pair[1].angle - pair[0].angle);
    let small: f64 = steps().filter(|step| step.abs() < PI).sum();
    let jump = samples.windows(2).find(|pair| {
        let step = pair[1].angle - pair[0].angle;
        step.abs() > 1.5 * PI && step * small < 0.0
    });
    match jump {
        Some(pair) => Err(format!(
            "the angle jumps from {} to {} rad after {} s: give it without jumps by a turn",
            pair[0].angle, pair[1].angle, pair[0].time
        )),
        None => Ok(()),
    }
}

/// A remark about a journal that does not come back.
fn drift(samples: &[Sample]) -> Option<String> {
    let LoadCycle { drifts, turns, .. } = LoadCycle::new(samples, 1);
    drifts.then(|| {
        format!(
            "The journal ends {} turns from where it began, so that every cycle meets it at another angle: it wears evenly.",
            crate::digits::short(turns)
        )
    })
}

/// A remark about a cycle whose end differs from its start.
pub(super) fn seam(samples: &[Sample]) -> Option<String> {
    let [first, last] = [samples[0], samples[samples.len() - 1]];
    let largest = samples.iter().map(|sample| sample.load.norm()).fold(0.0, f64::max);
    let jump = (last.load - first.load).norm();
    (jump > 0.05 * largest).then(|| {
        format!(
            "The load jumps by {} % of its largest value from the last row to the first: a cycle ends with the row that \
             it begins with.",
            crate::digits::in_digits(100.0 * jump / largest, 2)
        )
    })
}

/// Forces as the table gives them \[N\].
fn loads(
    table: &Table,
    rows: usize,
    [friction, radius]: [f64; 2],
    remarks: &mut Vec<String>,
) -> Result<Vec<Vector2<f64>>, String> {
    let column = |name: &str| table.column(name);
    let given = [column("fx").or(column("fy")), column("force"), column("torque")];
    if given.iter().flatten().count() != 1 {
        let others = match table.unused.is_empty() {
            true => String::new(),
            false => format!(" (not known are {})", table.unused.join(", ")),
        };
        return Err(format!(
            "the load is either fx and fy, or force, or torque: name columns with --columns{others}"
        ));
    }
    for (one, other) in [("fx", "fy"), ("fy", "fx")] {
        if column(one).is_some() && column(other).is_none() {
            remarks.push(format!("There is no column {other}: it is taken as 0."));
        }
    }
    let along = |sizes: &[f64]| -> Vec<Vector2<f64>> {
        let direction = column("direction");
        let at = |(row, size): (usize, &f64)| {
            let (sin, cos) = direction.map_or(0.0, |direction| direction[row]).sin_cos();
            Vector2::new(cos, sin) * *size
        };
        sizes.iter().enumerate().map(at).collect()
    };
    if let Some(force) = column("force") {
        return Ok(along(force));
    }
    if let Some(torque) = column("torque") {
        let lever = friction * radius;
        if lever <= 0.0 {
            return Err(
                "a torque of friction needs friction.kinetic above 0: it divides the torque"
                    .to_owned(),
            );
        }
        remarks.push(format!(
            "The load is the torque's size over friction.kinetic = {friction} and the journal's radius, {} m: up to {} N.",
            crate::digits::short(radius),
            crate::digits::short(torque.iter().fold(0.0_f64, |most, it| most.max(it.abs())) / lever)
        ));
        let sizes: Vec<f64> = torque.iter().map(|torque| torque.abs() / lever).collect();
        return Ok(along(&sizes));
    }
    if column("direction").is_some() {
        return Err("direction belongs to force or torque; fx and fy have their own".to_owned());
    }
    let at = |name: &str, row: usize| column(name).map_or(0.0, |values| values[row]);
    Ok((0..rows).map(|row| Vector2::new(at("fx", row), at("fy", row))).collect())
}

/// Angles of the journal \[rad\]: as they are given, or from the speed, which is linear between rows.
fn angles(table: &Table, time: &[f64]) -> Result<Vec<f64>, String> {
    match (table.column("angle"), table.column("speed")) {
        (Some(angle), None) => Ok(angle.to_vec()),
        (None, Some(speed)) => {
            let mut angle = 0.0;
            let mut angles = vec![angle];
            for (times, speeds) in time.windows(2).zip(speed.windows(2)) {
                angle += 0.5 * (speeds[0] + speeds[1]) * (times[1] - times[0]);
                angles.push(angle);
            }
            Ok(angles)
        }
        (None, None) => {
            Err("it has no column angle [rad] or speed [rad/s]; name it with --columns".to_owned())
        }
        (Some(_), Some(_)) => Err("the rotation is either angle or speed".to_owned()),
    }
}
