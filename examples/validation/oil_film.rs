//! Butenschön's tables of a plain bearing, from the joint's own film.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::{Error, Fmu, Instance};
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "oil_film",
    title: "An oil film carries a turning journal",
    source: "Butenschön, doctoral thesis, Karlsruhe 1976, as printed in the tests of mboct-mbdyn-pkg",
    set_up: "A journal that turns at rest off the centre of its bearing, length over diameter 1, 0.5 and 0.25; R 10 mm, c 10 µm.",
    through: "`revolute_clearance` in co-simulation, `film.law` = finite; outputs `film.sommerfeld` and `film.attitude`.",
    reason: "His film ends where the gap is widest by assumption, ours where its pressure falls to zero: 3.2° for the widest bearing at ε = 0.3. The \
             pressure's shape across the width is one of a family: 1.5 % of the force near the wall.",
    caption: "Attitude angle over eccentricity. Dots: Butenschön. Lines: ours.",
    run,
};

/// Length over diameter, eccentricity, Sommerfeld number, attitude angle \[°\].
const TABLE: [[f64; 4]; 12] = [
    [1.0, 0.3, 0.4091, 68.264],
    [1.0, 0.5, 0.8903, 56.705],
    [1.0, 0.8, 3.5663, 36.235],
    [1.0, 0.95, 18.7895, 19.45],
    [0.5, 0.3, 0.1304, 68.493],
    [0.5, 0.5, 0.3124, 54.993],
    [0.5, 0.8, 1.7339, 32.938],
    [0.5, 0.95, 13.3083, 17.265],
    [0.25, 0.3, 0.0354, 68.204],
    [0.25, 0.5, 0.0888, 54.069],
    [0.25, 0.8, 0.6043, 31.249],
    [0.25, 0.95, 6.9248, 15.632],
];

/// Radial clearance of the bearing \[m\].
pub const CLEARANCE: f64 = 1e-5;
/// Angular speed of its journal \[rad/s\].
pub const SPEED: f64 = 100.0;

/// A bearing that is filled with oil, with `width` its length over its diameter.
pub fn bearing(fmu: &Fmu, width: f64) -> Result<Instance, Error> {
    let settings = [
        ("film.law", 2.into()),
        ("film.asperities", 1.into()),
        ("geometry.bearing_radius", 0.01.into()),
        ("geometry.clearance", CLEARANCE.into()),
        ("geometry.length", (0.02 * width).into()),
        ("friction.model", 1.into()),
    ];
    fmu.start("bearing", &settings)
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let fmu = &joints.pin;
    let inputs = fmu.references(["frame_b.x", "frame_b.w"])?;
    let outputs = fmu.references(["film.sommerfeld", "film.attitude"])?;
    let film = |width: f64, eccentricity: f64| -> Result<[f64; 2], Error> {
        let mut bearing = bearing(fmu, width)?;
        bearing.set_real(&inputs, &[CLEARANCE * eccentricity, SPEED])?;
        bearing.step(0.0, 1e-9)?;
        let mut values = [0.0; 2];
        bearing.get_real(&outputs, &mut values)?;
        Ok([values[0], values[1].abs().to_degrees()])
    };
    let mut rows = Vec::new();
    let mut points = Vec::new();
    for [width, eccentricity, load, angle] in TABLE {
        let [own_load, own_angle] = film(width, eccentricity)?;
        let of = format!("B/D {width}, ε {eccentricity}");
        let bound = Bound::Relative(0.02);
        rows.push(Row::new(format!("Sommerfeld number, {of}"), load, own_load, 4, bound));
        let apart = if width > 0.5 { 4.0 } else { 1.0 };
        let what = format!("attitude angle, {of} [°]");
        rows.push(Row::new(what, angle, own_angle, 2, Bound::Absolute(apart)));
        points.push((eccentricity, angle));
    }
    let mut chart = Chart::new(
        "The more eccentric the journal, the smaller its attitude angle",
        "eccentricity [1]",
        "attitude angle [°]",
    );
    for (width, name) in [(1.0, "ours, B/D 1"), (0.5, "ours, B/D 0.5"), (0.25, "ours, B/D 0.25")] {
        let mut line = Vec::new();
        for twentieth in 1..20 {
            let eccentricity = 0.05 * f64::from(twentieth);
            line.push((eccentricity, film(width, eccentricity)?[1]));
        }
        chart = chart.with(name, Mark::Line, line);
    }
    Ok(Outcome { rows, chart: chart.with("Butenschön", Mark::Points, points) })
}
