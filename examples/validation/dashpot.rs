//! Schwager & Pöschel: the rebound from a spring beside a dashpot that does not pull.

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
    name: "dashpot",
    title: "A spring beside a dashpot that does not pull",
    source: "Schwager & Pöschel, Granular Matter 9 (2007) 465–469, eq. 21",
    set_up: "1 kg, spring of 1e6 N/m, 1 m/s; the damper is designed for restitution 0.3 to 0.9 as if it could pull at the end.",
    through: "`revolute_clearance` in co-simulation, `kelvin_voigt`, `step_mean`, 0.1 µs.",
    reason: "Contact ends where the force ends, before the penetration does: the restitution is higher than designed, by as much as Schwager and Pöschel's formula gives. The remaining difference is that of the step.",
    caption: "Grey: the formula. Dots: ours; below less the formula. On a straight line restitution would be as designed.",
    run,
};

/// Damping ratio for a restitution as if the damper pulled.
fn damping(asked: f64) -> f64 {
    let log: f64 = asked.ln();
    -log / (PI * PI + log * log).sqrt()
}

/// Their formula: the force ends at zero.
fn formula(damping: f64) -> f64 {
    let rate = damping / (1.0 - damping * damping).sqrt();
    (-rate * (PI - (2.0 * rate).atan2(1.0 - rate * rate))).exp()
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let mut rows = Vec::new();
    let mut points = Vec::new();
    for asked in [0.3, 0.4, 0.55, 0.7, 0.9] {
        let throw = Throw {
            radius: 0.01,
            materials: [[2.07e11, 0.3]; 2],
            approach: [1.0, 1.0],
            restitution: asked,
            elastic: Elastic::KelvinVoigt,
            stiffness: 1e6,
            step: 1e-7,
        };
        let back = throw.run(&joints.pin)?.restitution;
        let what = format!("rebound over approach, designed for {asked}");
        rows.push(Row::new(what, formula(damping(asked)), back, 5, Bound::Absolute(1e-4)));
        points.push((asked, back));
    }
    let off =
        points.iter().map(|(asked, back)| (*asked, back - formula(damping(*asked)))).collect();
    let line = (20..=100).map(|percent| 0.01 * f64::from(percent));
    let line = line.map(|asked| (asked, formula(damping(asked)))).collect();
    Ok(Outcome {
        rows,
        chart: Chart::new(
            "The rebound is faster than designed, as the formula predicts",
            "laid out for [1]",
            "comes back [1]",
        )
        .with("Schwager & Pöschel", Mark::Reference, line)
        .with("ours", Mark::Points, points)
        .with_difference("difference [1]", Mark::Marked, off),
    })
}
