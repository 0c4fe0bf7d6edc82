//! A sphere between two others, as in Exudyn's test suite.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::journal::Journal;
use fmu_build::{Error, Settings};
use spiel::Choice;
use spiel::laws::contact::{Dissipation, Elastic};
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "stops",
    title: "A sphere between two stops",
    source: "Exudyn 1.13.6 (BSD), TestModels/contactSphereSphereTest.py with `impactModel = 2`, run by us at 1 µs (0.324147 m) to 20 µs (0.324573 m)",
    set_up: "1.6 kg, stops 1 m apart, linear stiffness 1e6 N/m, restitution 0.7, from the middle at 10 m/s, without gravity.",
    through: "`revolute_clearance` in co-simulation, `step_mean`, 10 µs, exponent 1, dissipation `exact`.",
    reason: "Our value no longer changes with the step. Their damping follows from the restitution by a formula that is not quite exact: one impact set to 0.7 has a restitution of 0.69997 at 0.2 µs (0.50017 instead of 0.5), and six impacts move the position by 5e-4 m. The value stored in their suite belongs to its step of 1 ms.",
    caption: "Line: ours. Dot: Exudyn at 2 s.",
    run,
};

fn run(joints: &Joints) -> Result<Outcome, Error> {
    // 4/3 E* √R = 1e6, R = 1 m: as a journal of 0.5 m in a bearing of 1 m, two equal materials.
    let settings: &Settings = &[
        ("geometry.bearing_radius", 1.0.into()),
        ("geometry.clearance", 0.5.into()),
        ("contact.elastic", Elastic::Hertz.number().into()),
        ("material_a.youngs_modulus", 1.5e6.into()),
        ("material_a.poissons_ratio", 0.0.into()),
        ("material_b.youngs_modulus", 1.5e6.into()),
        ("material_b.poissons_ratio", 0.0.into()),
        ("contact.exponent", 1.0.into()),
        ("contact.dissipation", Dissipation::Exact.number().into()),
        ("contact.restitution", 0.7.into()),
        ("friction.model", 1.into()),
    ];
    let (step, end) = (1e-5, 2.0);
    let start = [0.0, 0.0, 0.0, 0.0, 10.0, 0.0];
    let mut sphere = Journal::new(&joints.pin, settings, [1.0 / 1.6, 1.0 / 1.6, 0.0], start, step)?;
    let mut path = Vec::new();
    for index in 0..(end / step) as u32 {
        if index % 400 == 0 {
            path.push((sphere.time(), 0.5 + sphere.state[1]));
        }
        sphere.advance(|_, _| [0.0; 3])?;
    }
    let last = 0.5 + sphere.state[1];
    path.push((end, last));
    Ok(Outcome {
        rows: vec![Row::new("position after 2 s [m]", 0.324_147, last, 5, Bound::Absolute(1e-3))],
        chart: Chart::new(
            "After many impacts the sphere is where the reference has it",
            "time [s]",
            "position [m]",
        )
        .with("ours", Mark::Line, path)
        .with("Exudyn", Mark::Points, vec![(end, 0.324_147)]),
    })
}
