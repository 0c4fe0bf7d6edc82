//! A pendulum on a pin with very little play, beside one on an ideal joint in a commercial solver.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints as Fmus;
use crate::machine::{Joints, Machine, Place, Play, Settings};
use fmu_build::Error;
use nalgebra::Vector2;
use spiel_examples::plant::Body;
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "pendulum",
    title: "A pendulum on a pin with hardly any play",
    source: "MSC Adams on an ideal revolute joint, Revolute_Case01 of Chrono 7689fbc (BSD-3-Clause), whose own tolerance there is 1e-3 m",
    set_up: "1 kg, 2 m from the pin to the centre of mass, 0.1 kg m² about it, let go level; 9.80665 m/s².",
    through: "`revolute_clearance` in co-simulation, `predicted`, 0.2 ms: steel, bearing of 10 mm, play 10 µm, no friction.",
    reason: "The pin rests 10 µm off the bearing's centre and first falls by as much; the rest is the error of both steps. Over the 51 instants of their file that we have, the largest difference is 7e-5 m.",
    caption: "Lines: ours. Dots: Adams. Below: ours less theirs.",
    run,
};

fn run(fmus: &Fmus) -> Result<Outcome, Error> {
    let settings: Settings = vec![
        ("geometry.clearance", 1e-5.into()),
        ("contact.restitution", 0.5.into()),
        ("friction.model", 1.into()),
    ];
    let joints = Joints::Apart {
        revolute: &fmus.predicted_pin,
        translational: &fmus.guide,
        settings: &settings,
    };
    let pin = Place { letter: 'A', a: None, b: Some((0, Vector2::new(-2.0, 0.0))) };
    let mut machine = Machine {
        bodies: [Body {
            mass: 1.0,
            inertia: 0.1,
            position: Vector2::new(2.0, 0.0),
            angle: 0.0,
            velocity: Vector2::zeros(),
            spin: 0.0,
        }],
        constraints: Vec::new(),
        play: Play::new(Some(joints), vec![pin])?,
        gravity: 9.80665,
        step: 2e-4,
        steps: 0,
    };
    // Every hundredth of a second.
    let mut places = Vec::new();
    for index in 0..=25_000 {
        if index % 50 == 0 {
            let place = machine.bodies[0].position;
            places.push([place.x, place.y]);
        }
        machine.advance()?;
    }
    Ok(beside_adams(&places, ["x", "y"], "With hardly any play the pin swings as an ideal one"))
}

/// Positions of the centre of mass every hundredth of a second, in the plane of these axes, beside those of the
/// commercial solver, which are equal for both of its joints.
pub fn beside_adams(places: &[[f64; 2]], axes: [&str; 2], title: &str) -> Outcome {
    const THEIRS: [(f64, [f64; 2]); 5] = [
        (0.5, [1.66081, -1.11432]),
        (1.0, [-0.892381, -1.78988]),
        (2.0, [-1.95112, -0.439479]),
        (3.5, [1.99919, -0.0570217]),
        (5.0, [-1.99968, -0.0355587]),
    ];
    let mut rows = Vec::new();
    for (time, theirs) in THEIRS {
        let ours = places[(100.0 * time) as usize];
        for (axis, (theirs, ours)) in axes.iter().zip(theirs.into_iter().zip(ours)) {
            let what = format!("{axis} of the centre of mass at {time} s [m]");
            rows.push(Row::new(what, theirs, ours, 5, Bound::Absolute(1e-3)));
        }
    }
    let mut chart = Chart::new(title, "time [s]", "position of the centre of mass [m]");
    for (index, axis) in axes.iter().enumerate() {
        let line = places.iter().enumerate().map(|(i, place)| (0.01 * i as f64, place[index]));
        chart = chart.with(&format!("{axis}, ours"), Mark::Line, line.collect());
    }
    for (index, axis) in axes.iter().enumerate() {
        let dots = THEIRS.map(|(time, place)| (time, place[index]));
        chart = chart.with(&format!("{axis}, Adams"), Mark::Points, dots.to_vec());
        let off = THEIRS
            .map(|(time, place)| (time, places[(100.0 * time) as usize][index] - place[index]));
        chart = chart.with_difference("difference [m]", Mark::Marked, off.to_vec());
    }
    Outcome { rows, chart }
}
