//! Chung & Ooi, test 1: two glass spheres.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::impact::Throw;
use crate::joints::Joints;
use fmu_build::Error;
use spiel::laws::contact::Elastic;
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "glass_spheres",
    title: "Two glass spheres collide",
    source: "Chung & Ooi, Granular Matter 13 (2011) 643–656, test 1, curves as digitised in Kratos Multiphysics; closed forms: Johnson, Contact Mechanics (1985), section 11.4",
    set_up: "Radius 10 mm, 48 GPa, ν = 0.2, 2800 kg/m³; both fly at 10 m/s; elastic.",
    through: "`revolute_clearance` in co-simulation, `step_mean`, 10 ns: half the mass, half the radius, twice the speed.",
    reason: "A plot can be read to 1 % of the largest force; the difference from closed forms is that of the step.",
    caption: "Line: ours. Dots: a few points of the digitised curve.",
    run,
};

/// Prediction of Hertz' law: largest force \[N\] and duration of contact \[s\] of a `mass` \[kg\] that
/// meets a plane with a sphere's `radius` \[m\] at `speed` \[m/s\]; `modulus` \[Pa\] is E*.
pub fn closed_form(mass: f64, radius: f64, modulus: f64, speed: f64) -> [f64; 2] {
    let stiffness = 4.0 / 3.0 * modulus * radius.sqrt();
    let depth = (1.25 * mass * speed * speed / stiffness).powf(0.4);
    // Twice ∫ dx/√(1 − x^(5/2)) from 0 to 1.
    [stiffness * depth.powf(1.5), 2.943_275 * depth / speed]
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let (radius, youngs, poissons): (f64, f64, f64) = (0.01, 4.8e10, 0.2);
    let mass = 4.0 / 3.0 * PI * radius.powi(3) * 2800.0;
    let throw = Throw {
        radius: 0.5 * radius,
        materials: [[youngs, poissons]; 2],
        approach: [0.5 * mass, 20.0],
        restitution: 1.0,
        elastic: Elastic::Hertz,
        stiffness: 1.0,
        step: 1e-8,
    };
    let impact = throw.run(&joints.pin)?;
    let modulus = 0.5 * youngs / (1.0 - poissons * poissons);
    let [force, time] = closed_form(0.5 * mass, 0.5 * radius, modulus, 20.0);
    // Digitised: penetration [µm] and force [kN], time [µs] and force [kN].
    let (depth_read, force_read) = (148.095, 4.2326);
    let there = impact.course.windows(2).find(|pair| pair[1][1] >= 1e-6 * depth_read);
    let at_depth = there.map_or(f64::NAN, |pair| pair[1][2]);
    let read = [(6.24, 3.13), (12.63, 7.89), (20.45, 10.70), (27.20, 8.36), (33.37, 3.82)];
    let (percent, exact) = (Bound::Relative(1e-2), Bound::Relative(1e-4));
    Ok(Outcome {
        rows: vec![
            Row::new("largest force, digitised [kN]", 10.70, impact.peak / 1e3, 3, percent),
            Row::new("time of contact, digitised [µs]", 40.5, impact.duration * 1e6, 2, percent),
            Row::new("largest force, closed form [kN]", force / 1e3, impact.peak / 1e3, 4, exact),
            Row::new(
                "time of contact, closed form [µs]",
                time * 1e6,
                impact.duration * 1e6,
                3,
                exact,
            ),
            Row::new(
                "force at 148.1 µm, digitised [kN]",
                force_read,
                at_depth / 1e3,
                3,
                Bound::Absolute(0.107),
            ),
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
