//! The results of a run: a table, a picture and a sentence.

use crate::digits::short;
use model_description::xml::{ScalarVariable, TypeOf};
use spiel::coupling::MeasuredHost;

/// Largest number of curves in the picture.
const CURVES: usize = 4;

/// The curves that a picture shows, and their unit: the force of every joint; of an FMU that has none by these names,
/// forces that change, or else any outputs that change.
pub(super) fn shown(
    outputs: &[ScalarVariable],
    series: &[(String, Vec<f64>)],
) -> (String, Vec<(String, Vec<f64>)>) {
    let joints = forces(series);
    if !joints.is_empty() {
        return ("N".to_owned(), joints);
    }
    let unit = |output: &ScalarVariable| match &output.kind {
        TypeOf::Real { unit, .. } => unit.clone().unwrap_or_default(),
        _ => String::new(),
    };
    let moves = |(_, values): &(String, Vec<f64>)| values.iter().any(|value| *value != values[0]);
    let moving = || outputs.iter().zip(&series[1..]).filter(|(_, series)| moves(series));
    let wanted = moving().map(|(output, _)| unit(output));
    let first =
        wanted.clone().find(|unit| unit == "N").or_else(|| moving().map(|m| unit(m.0)).next());
    let first = first.unwrap_or_default();
    let of_unit = moving().filter(|(output, _)| unit(output) == first).map(|(_, series)| series);
    (first.clone(), of_unit.take(CURVES).cloned().collect())
}

/// Sizes of the forces of a group's joints, or of the force of a joint on body b.
fn forces(series: &[(String, Vec<f64>)]) -> Vec<(String, Vec<f64>)> {
    let values = |name: &str| series.iter().find(|(column, _)| column == name).map(|(_, v)| v);
    let size = |name: &str, [x, y, z]: [&str; 3]| {
        let parts = [x, y, z].map(|part| values(&format!("{name}{part}")));
        let [Some(x), Some(y), z] = parts else { return None };
        let of = |(at, (x, y)): (usize, (&f64, &f64))| x.hypot(*y).hypot(z.map_or(0.0, |z| z[at]));
        Some(x.iter().zip(y).enumerate().map(of).collect::<Vec<f64>>())
    };
    let joints = series.iter().filter_map(|(column, _)| {
        let joint = column.strip_suffix(".load.fx")?;
        Some((joint.to_owned(), size(&format!("{joint}.load"), [".fx", ".fy", ".fz"])?))
    });
    let joints: Vec<_> = joints.collect();
    if !joints.is_empty() {
        return joints;
    }
    let alone = size("load_b", [".fx", ".fy", ".fz"]).or_else(|| size("force", [".x", ".y", ".z"]));
    alone.map(|values| ("force on b".to_owned(), values)).into_iter().collect()
}

/// The largest value of what the picture of loads shows, or of the largest forces inside steps, and when it was.
pub(super) fn largest(outputs: &[ScalarVariable], series: &[(String, Vec<f64>)]) -> String {
    let times = &series[0].1;
    let stop = short(times.last().copied().unwrap_or_default());
    let (unit, mut curves) = shown(outputs, series);
    if unit == "N" {
        let inside = series.iter().filter(|(name, _)| name.ends_with("contact.peak_normal_force"));
        curves.extend(inside.cloned());
    }
    let steps = times.len().saturating_sub(1);
    let peaks = curves.iter().flat_map(|(name, values)| {
        times.iter().zip(values).map(move |(time, value)| (name, *time, *value))
    });
    match peaks.max_by(|(_, _, a), (_, _, b)| a.abs().total_cmp(&b.abs())) {
        Some((name, time, value)) => format!(
            "{steps} steps to {stop} s; largest: {name} = {} {unit} at {} s",
            short(value),
            short(time)
        ),
        None => format!("{steps} steps to {stop} s; no output changed"),
    }
}

/// The measurements of a joint on its host, by the end of a run.
pub(super) fn measured(series: &[(String, Vec<f64>)]) -> Option<MeasuredHost> {
    MeasuredHost::of(|name| {
        let name = format!("coupling.measured{name}");
        series.iter().find(|(column, _)| *column == name)?.1.last().copied()
    })
}
