//! Chung & Ooi, test 2: a sphere on a rigid plane.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::glass_spheres::closed_form;
use crate::impact::Throw;
use crate::joints::Joints;
use fmu_build::Error;
use spiel::laws::contact::Elastic;
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "sphere_on_plane",
    title: "A metal sphere meets a rigid plane",
    source: "Chung & Ooi, Granular Matter 13 (2011) 643–656, test 2, curves as digitised in Kratos Multiphysics; closed forms: Johnson, Contact Mechanics (1985), section 11.4",
    set_up: "Radius 0.1 m, 70 GPa, ν = 0.3, 2699 kg/m³, 0.2 m/s; elastic.",
    through: "`revolute_clearance` in co-simulation, `step_mean`, 0.1 µs; the bearing's Young's modulus is 1e20 Pa.",
    reason: "A plot can be read to 1 %; the difference from closed forms is that of the step.",
    caption: "Line: ours. Dots: a few points of the digitised curve.",
    run,
};

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let (radius, youngs, poissons, speed): (f64, f64, f64, f64) = (0.1, 7e10, 0.3, 0.2);
    let mass = 4.0 / 3.0 * PI * radius.powi(3) * 2699.0;
    let throw = Throw {
        radius,
        materials: [[1e20, 0.0], [youngs, poissons]],
        approach: [mass, speed],
        restitution: 1.0,
        elastic: Elastic::Hertz,
        stiffness: 1.0,
        step: 1e-7,
    };
    let impact = throw.run(&joints.pin)?;
    let modulus = youngs / (1.0 - poissons * poissons);
    let [force, time] = closed_form(mass, radius, modulus, speed);
    // Digitised: time [µs] and force [kN].
    let read = [(129.1, 4.06), (246.6, 9.10), (355.6, 11.36), (464.0, 9.75), (579.3, 5.09)];
    let (percent, exact) = (Bound::Relative(1e-2), Bound::Relative(1e-4));
    let (ours, lasts) = (impact.peak / 1e3, impact.duration * 1e6);
    Ok(Outcome {
        rows: vec![
            Row::new("largest force, digitised [kN]", 11.36, ours, 3, percent),
            Row::new("time of contact, digitised [µs]", 727.0, lasts, 1, percent),
            Row::new("largest force, closed form [kN]", force / 1e3, ours, 4, exact),
            Row::new("time of contact, closed form [µs]", time * 1e6, lasts, 2, exact),
        ],
        chart: Chart::new(
            "Force over time lies on the published curve",
            "time since first touch [µs]",
            "force [kN]",
        )
        .with("ours", Mark::Line, impact.points(|[t, _, force]| (1e6 * t, force / 1e3)))
        .with("Chung & Ooi, digitised", Mark::Points, read.to_vec()),
    })
}
