//! Lund and Thomsen's table of a bearing with two axial grooves, beside the joint's film without grooves.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::oil_film::{CLEARANCE, SPEED, bearing};
use fmu_build::Error;
use nalgebra::{Matrix2, Rotation2, Vector2};
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "lund_thomsen",
    title: "Stiffness and damping of an oil film",
    source: "Lund & Thomsen, in Topics in Fluid Film Bearing and Rotor Bearing System Design, ASME (1978), as printed in the tests of ROSS 631a249 (Apache-2.0)",
    set_up: "A bearing as long as wide, loaded between two axial grooves of 20°; x along the load, y a quarter turn on in the sense of rotation. Stiffness times clearance over load; damping times clearance and speed over load.",
    through: "`revolute_clearance` in co-simulation, `film.law` = finite; central differences of its load.",
    reason: "The grooves cut their film at ±90° from the load; our film has none and reaches further around a journal near the centre. The more eccentric the journal, the less the grooves matter. Damping is symmetric in both.",
    caption: "Dots: Lund and Thomsen. Lines: ours, without grooves.",
    run,
};

/// Eccentricity, S, attitude angle \[°\], Kxx, Kxy, Kyx, Kyy, Bxx, Bxy, Byy.
const TABLE: [[f64; 10]; 5] = [
    [0.15, 0.991, 70.58, 1.56, 7.29, -2.16, 1.52, 14.66, 1.58, 4.49],
    [0.224, 0.635, 63.54, 1.62, 5.33, -1.57, 1.56, 10.8, 1.7, 3.41],
    [0.46, 0.235, 49.27, 2.19, 3.57, -0.8, 1.55, 7.36, 1.89, 2.19],
    [0.559, 0.159, 44.33, 2.73, 3.36, -0.48, 1.48, 6.94, 1.78, 1.74],
    [0.65, 0.108, 39.72, 3.45, 3.34, -0.23, 1.44, 6.89, 1.72, 1.43],
];

/// The columns of the table.
const NAMES: [&str; 10] = [
    "ε [1]",
    "S [1]",
    "attitude angle [°]",
    "Kxx [1]",
    "Kxy [1]",
    "Kyx [1]",
    "Kyy [1]",
    "Bxx [1]",
    "Bxy [1]",
    "Byy [1]",
];

/// Results of the joint.
struct Own {
    /// In the table's columns.
    columns: [f64; 10],
    /// |Bxy − Byx|.
    skew: f64,
}

/// Results of the joint at an eccentricity.
fn ours(joints: &Joints, eccentricity: f64) -> Result<Own, Error> {
    let fmu = &joints.pin;
    let inputs = ["x", "y", "vx", "vy", "w"].map(|part| format!("frame_b.{part}"));
    let inputs = fmu.references(inputs.each_ref().map(String::as_str))?;
    let outputs = fmu.references(["load_b.fx", "load_b.fy", "film.sommerfeld"])?;
    let load = |place: Vector2<f64>, velocity: Vector2<f64>| -> Result<[f64; 3], Error> {
        let mut pin = bearing(fmu, 1.0)?;
        pin.set_real(&inputs, &[place.x, place.y, velocity.x, velocity.y, SPEED])?;
        pin.step(0.0, 1e-9)?;
        let mut values = [0.0; 3];
        pin.get_real(&outputs, &mut values)?;
        Ok(values)
    };
    let (place, rest) = (Vector2::new(eccentricity * CLEARANCE, 0.0), Vector2::zeros());
    let [fx, fy, sommerfeld] = load(place, rest)?;
    let weight = fx.hypot(fy);
    // The load that the film balances is opposite to its force.
    let along = Rotation2::new((-fy).atan2(-fx));
    let (nudge, creep) = (1e-4 * CLEARANCE, 1e-4 * CLEARANCE * SPEED);
    let slope = |of_place: bool| -> Result<Matrix2<f64>, Error> {
        let mut columns = [Vector2::zeros(); 2];
        for (axis, column) in columns.iter_mut().enumerate() {
            let unit = along * Vector2::ith(axis, 1.0);
            let one = |sign: f64| -> Result<Vector2<f64>, Error> {
                let [x, y, _] = if of_place {
                    load(place + sign * nudge * unit, rest)?
                } else {
                    load(place, sign * creep * unit)?
                };
                Ok(along.inverse() * Vector2::new(x, y))
            };
            // Both are made dimensionless by the clearance, the speed and the load.
            *column = -(one(1.0)? - one(-1.0)?) / (2e-4 * weight);
        }
        Ok(Matrix2::from_columns(&columns))
    };
    let (k, b) = (slope(true)?, slope(false)?);
    let angle = -along.angle().to_degrees();
    let s = 1.0 / (std::f64::consts::TAU * sommerfeld);
    let [stiffness, damping] = [k, b].map(|of| [of[(0, 0)], of[(0, 1)], of[(1, 0)], of[(1, 1)]]);
    let ([kxx, kxy, kyx, kyy], [bxx, bxy, byx, byy]) = (stiffness, damping);
    let columns = [eccentricity, s, angle, kxx, kxy, kyx, kyy, bxx, bxy, byy];
    Ok(Own { columns, skew: (bxy - byx).abs() })
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let mut rows = Vec::new();
    for theirs in TABLE.iter().step_by(2) {
        let [eccentricity, ..] = *theirs;
        let Own { columns, skew } = ours(joints, eccentricity)?;
        for (column, name) in NAMES.iter().enumerate().skip(1) {
            let what = format!("{name}, ε {eccentricity}");
            rows.push(Row::new(what, theirs[column], columns[column], 2, Bound::Shown));
        }
        let what = format!("|Bxy − Byx| [1], ε {eccentricity}");
        rows.push(Row::new(what, 0.0, skew, 3, Bound::Absolute(2e-2)));
    }
    let mut chart = Chart::new(
        "The grooves matter less the more eccentric the journal",
        "eccentricity [1]",
        "stiffness × clearance / load [1]",
    );
    for (column, name) in NAMES.iter().enumerate().take(7).skip(3) {
        let mut line = Vec::new();
        for step in 6..=28 {
            let eccentricity = 0.025 * f64::from(step);
            line.push((eccentricity, ours(joints, eccentricity)?.columns[column]));
        }
        chart = chart.with(name, Mark::Line, line);
    }
    let dots = (3..7).flat_map(|column| TABLE.map(|row| (row[0], row[column])));
    Ok(Outcome { rows, chart: chart.with("Lund & Thomsen", Mark::Points, dots.collect()) })
}
