//! Chung & Ooi, test 3: the rebound for a prescribed restitution.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::impact::Throw;
use crate::joints::Joints;
use fmu_build::Error;
use spiel::laws::contact::Elastic;
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Exact,
    name: "restitution",
    title: "The rebound has the restitution that was set",
    source: "Chung & Ooi, Granular Matter 13 (2011) 643–656, test 3",
    set_up: "A ceramic sphere of radius 2.5 mm, 380 GPa, ν = 0.23, meets a rigid plane at 3.9 m/s, restitution 0.2 to 1.",
    through: "`revolute_clearance` in co-simulation, `step_mean`, 1 ns, dissipation `exact`.",
    reason: "The damping law gives the restitution exactly for every elastic law; the difference is that of the step.",
    caption: "Grey: restitution as set. Dots: rebound over approach.",
    run,
};

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let radius: f64 = 2.5e-3;
    let mass = 4.0 / 3.0 * PI * radius.powi(3) * 4000.0;
    let mut rows = Vec::new();
    let mut points = Vec::new();
    for fifths in 1..=5 {
        let asked = 0.2 * f64::from(fifths);
        let throw = Throw {
            radius,
            materials: [[1e20, 0.0], [3.8e11, 0.23]],
            approach: [mass, 3.9],
            restitution: asked,
            elastic: Elastic::Hertz,
            stiffness: 1.0,
            step: 1e-9,
        };
        let back = throw.run(&joints.pin)?.restitution;
        let what = format!("rebound over approach, set to {asked:.1}");
        rows.push(Row::new(what, asked, back, 5, Bound::Absolute(1e-4)));
        points.push((asked, back));
    }
    Ok(Outcome {
        rows,
        chart: Chart::new(
            "The rebound has the restitution that was set",
            "restitution as set [1]",
            "rebound over approach [1]",
        )
        .with("as set", Mark::Reference, vec![(0.2, 0.2), (1.0, 1.0)])
        .with("ours", Mark::Points, points),
    })
}
