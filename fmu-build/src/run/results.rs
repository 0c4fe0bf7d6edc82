//! The results of a run: a table, a picture and a sentence.

use crate::chart::{Chart, Mark};
use crate::digits::short;
use model_description::xml::{ScalarVariable, TypeOf};
use spiel::coupling::MeasuredHost;

/// Largest number of curves in the picture.
const CURVES: usize = 4;

/// The outputs that a picture shows: forces that change, or else any that change.
fn shown<'a>(
    outputs: &'a [ScalarVariable],
    series: &'a [(String, Vec<f64>)],
) -> (String, Vec<&'a (String, Vec<f64>)>) {
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
    (first.clone(), of_unit.take(CURVES).collect())
}

/// Returns a chart of the outputs that moved.
pub(super) fn picture(
    stem: &str,
    outputs: &[ScalarVariable],
    series: &[(String, Vec<f64>)],
) -> Chart {
    let (unit, curves) = shown(outputs, series);
    let times = &series[0].1;
    let chart = Chart::new(stem, "time [s]", &format!("[{unit}]"));
    curves.into_iter().fold(chart, |chart, (name, values)| {
        let points = times.iter().copied().zip(values.iter().copied()).collect();
        chart.with(name, Mark::Line, points)
    })
}

/// The largest value of what the picture shows, and when it was.
pub(super) fn largest(outputs: &[ScalarVariable], series: &[(String, Vec<f64>)]) -> String {
    let times = &series[0].1;
    let stop = short(times.last().copied().unwrap_or_default());
    let (unit, curves) = shown(outputs, series);
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
