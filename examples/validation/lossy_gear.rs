//! LossyGear of the Modelica Standard Library: a gear that sticks and turns back.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::{Error, Fmu, Settings};
use spiel_examples::{Chart, Mark};
use std::f64::consts::TAU;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "lossy_gear",
    title: "A gear with losses sticks and turns back",
    source: "Modelica.Mechanics.Rotational.Examples.LossyGearDemo1 by Dymola 2020x, MAP-LIB_ReferenceResults d6a2b9b; model: MSL (BSD-3-Clause)",
    set_up: "Ratio 2, efficiency 0.5 in both directions, inertias 1 and 1.5 kg m²; 10 sin 2πt N m on a, −10 + 2.5 t N m on b.",
    through: "`gear_mesh` in co-simulation, `step_mean`, 2 µs: 1e6 N m/rad at the pinion, 3e3 N m s/rad, `loss.stiffness` the same, no play.",
    reason: "Theirs is rigid and sticks exactly; ours is elastic in mesh and friction. The difference is of first order in the compliance: four times as large at 1e5 N m/rad.",
    caption: "Line: ours. Dots: Dymola.",
    run,
};

/// Time \[s\], angle \[rad\] and speed \[rad/s\] of b.
const DYMOLA: [[f64; 3]; 10] = [
    [0.019, -0.00015947494809304493, -0.015182955541622386],
    [0.034, -0.00043378846769864262, -0.020404152717484188],
    [0.083, -0.0011168879463210749, 0.0],
    [0.143, -0.0011168879433210753, 0.0],
    [0.252, -0.00099928589180864878, 0.0060565096718948131],
    [0.312, -0.00035526677048015892, 0.013695860389857168],
    [0.426, 0.00020835792584107045, 0.0],
    [0.475, 0.00020346508529334672, -0.0014037408599052855],
    [0.49, 0.00013755277046751061, -0.0083605808200246344],
    [0.5, 1.6621687167841887e-5, -0.016261924038578124],
];

const INERTIA: [f64; 2] = [1.0, 1.5];
const STEP: f64 = 2e-6;
const SETTINGS: [(&str, f64); 8] = [
    ("mesh.radius_a", 1.0),
    ("mesh.radius_b", 2.0),
    ("geometry.backlash", 0.0),
    ("contact.stiffness", 1e6),
    ("contact.damping", 3e3),
    ("loss.stiffness", 1e6),
    ("loss.efficiency_a", 0.5),
    ("loss.efficiency_b", 0.5),
];

/// Angle and speed of b at every 0.1 ms until 0.5 s.
fn motion(gear: &Fmu) -> Result<Vec<[f64; 3]>, Error> {
    let mut settings: Vec<_> =
        SETTINGS.iter().map(|(name, value)| (*name, (*value).into())).collect();
    settings.extend([("mesh.kind", 2.into()), ("contact.elastic", 1.into())]);
    let settings: &Settings = &settings;
    let mut mesh = gear.start("mesh", settings)?;
    let inputs = gear.references(["phi_a", "w_a", "phi_b", "w_b"])?;
    let loads = gear.references(["torque_a", "torque_b"])?;
    let (mut state, mut course) = ([0.0; 4], Vec::new());
    for step in 0..(0.5 / STEP).round() as u64 {
        let time = step as f64 * STEP;
        if step % 50 == 0 {
            course.push([time, state[2], state[3]]);
        }
        mesh.set_real(&inputs, &state)?;
        mesh.step(time, STEP)?;
        let mut load = [0.0; 2];
        mesh.get_real(&loads, &mut load)?;
        let middle = time + 0.5 * STEP;
        let outer = [10.0 * (TAU * middle).sin(), -10.0 + 2.5 * middle];
        for body in 0..2 {
            let gain = (load[body] + outer[body]) / INERTIA[body];
            state[2 * body] += STEP * (state[2 * body + 1] + 0.5 * STEP * gain);
            state[2 * body + 1] += STEP * gain;
        }
    }
    course.push([0.5, state[2], state[3]]);
    Ok(course)
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let course = motion(&joints.gear)?;
    let mut rows = Vec::new();
    for [time, angle, speed] in DYMOLA {
        let [_, own_angle, own_speed] = course[(time / (50.0 * STEP)).round() as usize];
        let milli = |value: f64| 1e3 * value;
        let what = format!("angle of b at {time} s [mrad]");
        rows.push(Row::new(what, milli(angle), milli(own_angle), 4, Bound::Absolute(0.03)));
        let what = format!("speed of b at {time} s [mrad/s]");
        rows.push(Row::new(what, milli(speed), milli(own_speed), 3, Bound::Absolute(0.5)));
    }
    Ok(Outcome {
        rows,
        chart: Chart::new("Angle of the driven wheel", "time [s]", "angle [mrad]")
            .with(
                "ours",
                Mark::Line,
                course.iter().step_by(10).map(|[time, angle, _]| (*time, 1e3 * angle)).collect(),
            )
            .with(
                "Dymola",
                Mark::Points,
                DYMOLA.iter().map(|[time, angle, _]| (*time, 1e3 * angle)).collect(),
            ),
    })
}
