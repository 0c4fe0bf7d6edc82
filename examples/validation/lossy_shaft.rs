//! LossyGear of the Modelica Standard Library at ratio 1: a locked drive comes to rest and stays.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::lossy_gear::Train;
use fmu_build::Error;
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "lossy_shaft",
    title: "A drive with losses comes to rest and stays",
    source: "Modelica.Mechanics.Rotational.Examples.LossyGearDemo3 by Dymola 2020x, MAP-LIB_ReferenceResults d6a2b9b; model: MSL (BSD-3-Clause)",
    set_up: "Ratio 1, efficiency 0.25 in both directions, bearings of 0.5 N m, inertias 1e-3 kg m², 10 rad/s at the start; 1 N m on b from 0.5 s on, which does not move it.",
    through: "`rotational_backlash` in co-simulation, `step_mean`, 1 µs: 1e5 N m/rad, 5 N m s/rad, `loss.stiffness` the same, no play.",
    reason: "Theirs is rigid and sticks exactly. Ours first winds the springs of its bearings up, 5 µrad, and swings on them at rest by some µrad, undamped; the later load adds 10 µrad.",
    caption: "Line: ours. Dots: Dymola.",
    run,
};

/// Time \[s\] and speed of b \[rad/s\].
const SPEEDS: [(f64, f64); 3] = [(0.005, 7.5), (0.01, 5.0), (0.015, 2.5)];
/// Time \[s\] and angle of b \[rad\].
const ANGLES: [(f64, f64); 4] = [(0.005, 0.04375), (0.015, 0.09375), (0.1, 0.1), (0.6, 0.1)];

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let settings = [
        ("geometry.backlash", 0.0.into()),
        ("contact.elastic", 1.into()),
        ("contact.stiffness", 1e5.into()),
        ("contact.damping", 5.0.into()),
        ("loss.stiffness", 1e5.into()),
        ("loss.efficiency_a", 0.25.into()),
        ("loss.efficiency_b", 0.25.into()),
        ("loss.friction_a", 0.5.into()),
        ("loss.friction_b", 0.5.into()),
    ];
    let train = Train {
        inertia: [1e-3; 2],
        start: [0.0, 10.0, 0.0, 10.0],
        torque: |time| [0.0, if time > 0.5 { 1.0 } else { 0.0 }],
        step: 1e-6,
        every: 1000,
    };
    let course = train.course(&joints.shaft, &settings, 0.6)?;
    let at = |time: f64| course[(1e3 * time).round() as usize];
    let mut rows = Vec::new();
    for (time, speed) in SPEEDS {
        let what = format!("speed of b at {time} s [rad/s]");
        rows.push(Row::new(what, speed, at(time)[2], 5, Bound::Absolute(1e-3)));
    }
    for (time, angle) in ANGLES {
        let what = format!("angle of b at {time} s [rad]");
        rows.push(Row::new(what, angle, at(time)[1], 6, Bound::Absolute(3e-5)));
    }
    let line = course[..41].iter().map(|[time, _, speed]| (1e3 * time, *speed)).collect();
    let dots = SPEEDS.map(|(time, speed)| (1e3 * time, speed)).to_vec();
    Ok(Outcome {
        rows,
        chart: Chart::new("The drive comes to rest in 20 ms", "time [ms]", "speed [rad/s]")
            .with("ours", Mark::Line, line)
            .with("Dymola", Mark::Points, dots),
    })
}
