//! ElastoGap of the Modelica Standard Library: a mass between two stops, and two laws of damping.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::journal::Journal;
use fmu_build::{Error, Settings};
use spiel::Choice;
use spiel::laws::contact::Elastic;
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "elasto_gap",
    title: "A mass between two elastic stops of the Modelica Standard Library",
    source: "Modelica.Mechanics.Translational.Examples.ElastoGap by Dymola 2020x, MAP-LIB_ReferenceResults d6a2b9b; model: MSL (BSD-3-Clause)",
    set_up: "1 kg, stops at ±0.5 m, spring 10 N/m, damper 1.5 N s/m, from 2 m (1.5 m inside a stop) at rest.",
    through: "`revolute_clearance` in co-simulation, `kelvin_voigt`, `step_mean`, 0.1 ms; the library's law is integrated by the case itself.",
    reason: "The law differs: MSL caps the damping force at the spring force, so that at first touch, at speed, the force does not jump and less is lost; our law only excludes pulling forces. With the cap we reproduce their curve, without it our FMU's. Over the 102 instants of their file that we have, the difference is 8e-6 m with the cap and up to 0.23 m without.",
    caption: "Grey: the law with MSL's cap, on Dymola's dots; below less these. Line: ours. The curves separate at the second touch: the first one begins at rest.",
    run,
};

/// Spring \[N/m\] and damper \[N s/m\], half the distance of the stops \[m\].
const LAW: [f64; 3] = [10.0, 1.5, 0.5];

/// Force on the mass; the damping is capped at the spring's or the whole only kept from pulling.
fn force(place: f64, speed: f64, capped: bool) -> f64 {
    let [stiffness, damper, gap] = LAW;
    let spring = -stiffness * (place - place.clamp(-gap, gap));
    let damping = if spring == 0.0 { 0.0 } else { -damper * speed };
    if capped {
        spring + damping.clamp(-spring.abs(), spring.abs())
    } else {
        // It pushes in the spring's direction, or not at all.
        spring.signum() * ((spring + damping) * spring.signum()).max(0.0)
    }
}

/// Positions at each `step` \[s\] up to `end` \[s\], by the classical Runge–Kutta method.
fn integrated(capped: bool, step: f64, end: f64) -> Vec<f64> {
    let rates = |[x, v]: [f64; 2]| [v, force(x, v, capped)];
    let on = |[x, v]: [f64; 2], [a, b]: [f64; 2], h: f64| [x + h * a, v + h * b];
    let mut state = [2.0, 0.0];
    let mut places = vec![2.0];
    for _ in 0..(end / step).round() as u32 {
        let a = rates(state);
        let b = rates(on(state, a, 0.5 * step));
        let c = rates(on(state, b, 0.5 * step));
        let d = rates(on(state, c, step));
        for i in 0..2 {
            state[i] += step / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
        places.push(state[0]);
    }
    places
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let [stiffness, damper, gap] = LAW;
    let ratio = damper / (2.0 * stiffness.sqrt());
    let settings: &Settings = &[
        ("geometry.bearing_radius", 1.0.into()),
        ("geometry.clearance", gap.into()),
        ("contact.elastic", Elastic::KelvinVoigt.number().into()),
        ("contact.linear_stiffness", stiffness.into()),
        ("contact.damping_mass", 1.0.into()),
        ("contact.restitution", (-PI * ratio / (1.0 - ratio * ratio).sqrt()).exp().into()),
        ("friction.model", 1.into()),
    ];
    let (step, end) = (1e-4, 5.0);
    let start = [2.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let mut mass = Journal::new(&joints.pin, settings, [1.0, 1.0, 0.0], start, step)?;
    let mut ours = vec![2.0];
    for _ in 0..(end / step).round() as u32 {
        mass.advance(|_, _| [0.0; 3])?;
        ours.push(mass.state[0]);
    }
    let (capped, ours_by_hand) = (integrated(true, step, end), integrated(false, step, end));
    let at = |places: &[f64], time: f64| places[(time / step).round() as usize];
    // Dymola's, from the 2 m of the rod less `elastoGap2.s_rel`.
    let dymola = [
        (0.55, 2.0 - 1.385_626_528_999),
        (1.33, 2.0 - 3.360_550_865_825),
        (2.51, 2.0 - 1.299_135_342_778),
        (3.70, 2.0 - 1.810_978_759_308),
        (4.89, 2.0 - 2.757_721_840_899),
    ];
    let mut rows = Vec::new();
    for (time, theirs) in dymola {
        let what = format!("position at {time} s, law with MSL's cap [m]");
        rows.push(Row::new(what, theirs, at(&capped, time), 5, Bound::Absolute(1e-4)));
    }
    for (time, _) in dymola {
        let (by_hand, through) = (at(&ours_by_hand, time), at(&ours, time));
        let what = format!("position at {time} s, our law by hand and through the FMU [m]");
        rows.push(Row::new(what, by_hand, through, 5, Bound::Absolute(1e-3)));
    }
    for (time, theirs) in dymola {
        let what = format!("position at {time} s, their law and ours [m]");
        rows.push(Row::new(what, theirs, at(&ours, time), 5, Bound::Shown));
    }
    let off = dymola.iter().map(|(time, theirs)| (*time, at(&capped, *time) - theirs)).collect();
    let line = |places: &[f64]| {
        let every = places.iter().enumerate().step_by(200);
        every.map(|(index, place)| (index as f64 * step, *place)).collect()
    };
    Ok(Outcome {
        rows,
        chart: Chart::new(
            "With MSL's cap on the damping less is lost than with our law",
            "time [s]",
            "position [m]",
        )
        .with("with MSL's cap", Mark::Reference, line(&capped))
        .with("ours", Mark::Line, line(&ours))
        .with("Dymola", Mark::Points, dymola.to_vec())
        .with_difference("difference [m]", Mark::Marked, off),
    })
}
