//! The wear map at the end of a run: a table that a later build begins with, and two pictures.

use crate::chart::{Chart, Mark};
use crate::{Error, write_beside};
use spiel::wear_map::WearProfile;
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

/// Writes the map that these series end with beside the other files of a run of `stem`; gives the files,
/// none for a joint without a map.
pub(super) fn write(stem: &str, series: &[(String, Vec<f64>)]) -> Result<Vec<PathBuf>, Error> {
    let Some(depths) = depths(series) else { return Ok(Vec::new()) };
    let [bearing, journal] = &depths;
    let cells = bearing.len();
    let rows = (0..cells).map(|node| [angle(node, cells), bearing[node], journal[node]]);
    let files: [PathBuf; 3] =
        ["map.csv", "map.svg", "map_round.svg"].map(|end| format!("{stem}_{end}").into());
    write_beside(&files[0], WearProfile::to_csv(rows).as_bytes())?;
    unrolled(&depths).write(&files[1])?;
    round(&depths).write(&files[2])?;
    Ok(files.into())
}
