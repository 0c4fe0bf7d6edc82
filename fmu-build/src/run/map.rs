//! The wear map at the end of a run, of a joint or of the slices of a hole: a table that a later build begins
//! with, and two pictures.

use crate::chart::{Chart, Mark};
use crate::{Error, write_beside};
use spiel::laws::pin::map::MappedWear;
use spiel::laws::wear::WearProfile;
use std::f64::consts::TAU;
use std::path::PathBuf;

/// In the round picture the deepest wear is drawn as this part of the radius.
const DRAWN: f64 = 0.3;

/// The depths of both bodies by cell \[m\], at the end of these series; `None` for a joint without a map.
fn depths(series: &[(String, Vec<f64>)]) -> Option<[Vec<f64>; 2]> {
    let of = |body: &str| -> Vec<f64> {
        let is_cell = |name: &str| {
            let number = name.strip_prefix(body)?.strip_suffix(".depth")?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
        };
        let cells = series.iter().filter(|(name, _)| is_cell(name).is_some());
        cells.filter_map(|(_, values)| values.last().copied()).collect()
    };
    let found = ["bearing_", "journal_"].map(of);
    (!found[0].is_empty()).then_some(found)
}

/// The depths of the hole's slices by cell \[m\], at the end of these series; `None` without a map of them.
fn slices(series: &[(String, Vec<f64>)]) -> Option<Vec<Vec<f64>>> {
    let mut slices: Vec<Vec<f64>> = Vec::new();
    for (name, values) in series {
        let Some((slice, cell)) = name.split_once(".depth_") else { continue };
        if !slice.starts_with("slice_") || !cell.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        if cell.parse() == Ok(1) {
            slices.push(Vec::new());
        }
        slices.last_mut()?.push(*values.last()?);
    }
    (!slices.is_empty()).then_some(slices)
}

/// The slices that are drawn: all, or this many spread over the length.
const DRAWN_SLICES: usize = 6;

/// A chart of some of the slices, from one end of the pin to the other.
fn of_slices(
    slices: &[Vec<f64>],
    chart: Chart,
    point: impl Fn(usize, usize, f64) -> (f64, f64),
) -> Chart {
    let last = slices.len() - 1;
    let drawn = slices.len().min(DRAWN_SLICES);
    let mut chart = chart.graded();
    for index in 0..drawn {
        let k = if drawn > 1 { (index * last + (drawn - 1) / 2) / (drawn - 1) } else { 0 };
        let cells = slices[k].len();
        let line = (0..=cells).map(|node| point(node, cells, slices[k][node % cells])).collect();
        chart = chart.with(&format!("slice {}", k + 1), Mark::Line, line);
    }
    chart
}

/// The two pictures of a hole in slices: unrolled, and round.
fn slice_pictures(slices: &[Vec<f64>]) -> [Chart; 2] {
    let most = slices.iter().flatten().copied().fold(0.0, f64::max);
    let scale = if most > 0.0 { DRAWN / most } else { 0.0 };
    let title = format!("Worn: hole up to {:.3} µm", most * 1e6);
    let unrolled = Chart::new(&title, "angle on the rod [°]", "depth [µm]");
    let title =
        format!("Where the hole is worn; {:.3} µm are drawn as {DRAWN} of the radius", most * 1e6);
    let round = Chart::new(&title, "x over the radius [1]", "y over the radius [1]").square();
    [
        of_slices(slices, unrolled, |node, cells, depth| {
            (angle(node, cells).to_degrees(), depth * 1e6)
        }),
        of_slices(slices, round, |node, cells, depth| {
            let (sin, cos) = angle(node, cells).sin_cos();
            let reach = 1.0 + scale * depth;
            (reach * cos, reach * sin)
        }),
    ]
}

/// The angle of a cell \[rad\].
fn angle(node: usize, cells: usize) -> f64 {
    TAU * node as f64 / cells as f64
}

/// Over the angle, as if the surfaces were unrolled.
fn unrolled([bearing, journal]: &[Vec<f64>; 2]) -> Chart {
    let curve = |depths: &[f64]| -> Vec<(f64, f64)> {
        let cells = depths.len();
        (0..=cells)
            .map(|node| (angle(node, cells).to_degrees(), depths[node % cells] * 1e6))
            .collect()
    };
    let most = |depths: &[f64]| depths.iter().copied().fold(0.0, f64::max) * 1e6;
    let title = format!(
        "Worn: bearing up to {:.3} µm, journal up to {:.3} µm",
        most(bearing),
        most(journal)
    );
    Chart::new(&title, "angle on the body [°]", "depth [µm]")
        .with("bearing", Mark::Line, curve(bearing))
        .with("journal", Mark::Line, curve(journal))
}

/// Round the joint, with the depths drawn much too large.
fn round([bearing, journal]: &[Vec<f64>; 2]) -> Chart {
    let most = bearing.iter().chain(journal).copied().fold(0.0, f64::max);
    let scale = if most > 0.0 { DRAWN / most } else { 0.0 };
    let curve = |depths: &[f64], radius: f64, side: f64| -> Vec<(f64, f64)> {
        let cells = depths.len();
        let point = |node: usize| {
            let reach = radius + side * scale * depths[node % cells];
            let (sin, cos) = angle(node, cells).sin_cos();
            (reach * cos, reach * sin)
        };
        (0..=cells).map(point).collect()
    };
    let unworn = vec![0.0; bearing.len()];
    let title = if most > 0.0 {
        format!("Where it is worn; {:.3} µm are drawn as {DRAWN} of the radius", most * 1e6)
    } else {
        "Nothing is worn".to_owned()
    };
    Chart::new(&title, "x over the radius [1]", "y over the radius [1]")
        .square()
        .with("bearing", Mark::Line, curve(bearing, 1.0, 1.0))
        .with("journal, turned back to angle 0", Mark::Line, curve(journal, 0.9, -1.0))
        .with("", Mark::Line, curve(&unworn, 1.0, 1.0))
        .with("", Mark::Line, curve(&unworn, 0.9, 1.0))
}

/// Returns true if a joint with outputs of these names has a map.
pub(super) fn has_map(names: &[&str]) -> bool {
    let series: Vec<_> = names.iter().map(|name| ((*name).to_owned(), vec![0.0])).collect();
    depths(&series).is_some() || slices(&series).is_some()
}

/// Returns the map's path, beside the other files of a run of `stem`.
pub(super) fn places(stem: &str) -> [PathBuf; 3] {
    ["map.csv", "map.svg", "map_round.svg"].map(|end| format!("{stem}_{end}").into())
}

/// Writes the map that these series end with to its places; gives the files, none for a joint without a map.
pub(super) fn write(
    places: Option<[PathBuf; 3]>,
    series: &[(String, Vec<f64>)],
) -> Result<Vec<PathBuf>, Error> {
    let Some(files) = places else { return Ok(Vec::new()) };
    let (table, pictures) = if let Some(depths) = depths(series) {
        let [bearing, journal] = &depths;
        let cells = bearing.len();
        let rows = (0..cells).map(|node| [angle(node, cells), bearing[node], journal[node]]);
        (WearProfile::to_csv(rows), [unrolled(&depths), round(&depths)])
    } else if let Some(slices) = slices(series) {
        let sizes = (slices.len(), slices[0].len());
        (MappedWear::to_csv(sizes, |k, node| slices[k][node]), slice_pictures(&slices))
    } else {
        return Ok(Vec::new());
    };
    write_beside(&files[0], table.as_bytes())?;
    for (picture, file) in pictures.iter().zip(&files[1..]) {
        picture.write(file)?;
    }
    Ok(files.into())
}
