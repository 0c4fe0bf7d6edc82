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
    [0.019, -0.0001594749481, -0.01518295554],
    [0.034, -0.0004337884677, -0.02040415272],
    [0.083, -0.001116887946, 0.0],
    [0.143, -0.001116887943, 0.0],
    [0.252, -0.0009992858918, 0.006056509672],
    [0.312, -0.0003552667705, 0.01369586039],
    [0.426, 0.0002083579258, 0.0],
    [0.475, 0.0002034650853, -0.00140374086],
    [0.49, 0.0001375527705, -0.00836058082],
    [0.5, 1.662168717e-5, -0.01626192404],
];

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

/// Two inertias about a joint with backlash.
pub struct Train {
    /// Inertias of a and b \[kg m²\].
    pub inertia: [f64; 2],
    /// Angle and speed of a, then of b, at the start.
    pub start: [f64; 4],
    /// Outer torques at a time \[N m\].
    pub torque: fn(f64) -> [f64; 2],
    /// Communication step \[s\].
    pub step: f64,
    /// Steps from one point of the course to the next.
    pub every: u64,
}

impl Train {
    /// Time, angle and speed of b until `end` \[s\].
    pub fn course(
        &self,
        joint: &Fmu,
        settings: &Settings,
        end: f64,
    ) -> Result<Vec<[f64; 3]>, Error> {
        let mut mesh = joint.start("mesh", settings)?;
        let inputs = joint.references(["phi_a", "w_a", "phi_b", "w_b"])?;
        let loads = joint.references(["torque_a", "torque_b"])?;
        let (size, mut state, mut course) = (self.step, self.start, Vec::new());
        for step in 0..=(end / size).round() as u64 {
            let time = step as f64 * size;
            if step % self.every == 0 {
                course.push([time, state[2], state[3]]);
            }
            mesh.set_real(&inputs, &state)?;
            mesh.step(time, size)?;
            let mut load = [0.0; 2];
            mesh.get_real(&loads, &mut load)?;
            let outer = (self.torque)(time + 0.5 * size);
            for (body, outer) in outer.into_iter().enumerate() {
                let gain = (load[body] + outer) / self.inertia[body];
                state[2 * body] += size * (state[2 * body + 1] + 0.5 * size * gain);
                state[2 * body + 1] += size * gain;
            }
        }
        Ok(course)
    }
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let mut settings: Vec<_> =
        SETTINGS.iter().map(|(name, value)| (*name, (*value).into())).collect();
    settings.extend([("mesh.kind", 2.into()), ("contact.elastic", 1.into())]);
    let train = Train {
        inertia: [1.0, 1.5],
        start: [0.0; 4],
        torque: |time| [10.0 * (TAU * time).sin(), -10.0 + 2.5 * time],
        step: 2e-6,
        every: 50,
    };
    let course = train.course(&joints.gear, &settings, 0.5)?;
    let mut rows = Vec::new();
    for [time, angle, speed] in DYMOLA {
        let [_, own_angle, own_speed] = course[(1e4 * time).round() as usize];
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
