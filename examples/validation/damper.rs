//! A measured friction damper with play: identified on one cycle, judged by the next.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::{Error, Instance};
use spiel_examples::{Chart, Mark};
use std::f64::consts::TAU;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Measured,
    name: "damper",
    title: "A friction damper with play",
    source: "Coble, Huggins, Cao, Ricles & Downey, ARTS-Laboratory, Dataset-Friction-Damper-with-Backlash 0e09aa9 (CC BY-SA 4.0), test at 1 Hz, 36 lb, 0.5 in",
    set_up: "A rod moves by ±12.8 mm at 1 Hz and turns a drum in a band, through play. Play 4.49 mm, stiffness 6.13 MN/m and friction 15.56 kN were fitted to the forces of the first of two cycles; the second one was not looked at for that.",
    through: "Two `translational_backlash` in co-simulation, `step_mean`, 10 µs: the play between rod and drum (20 kg), and the band as a drag of the drum.",
    reason: "The measured force swings by 2 kN at 40 Hz, a vibration of the rig that no model of the joint has, and the band pulls harder one way than the other, an offset of −3.7 kN that costs no energy: the energy of a cycle is judged by 5 %, forces are shown. The uncertainty of load cell and encoder is not stated.",
    caption: "Line: ours. Dots: one sample in twelve of the second cycle, less the offset.",
    run,
};

const AMPLITUDE: f64 = 12.8e-3;
const STEP: f64 = 1e-5;
const DRUM: f64 = 20.0;
/// Energy of the second cycle \[J\].
const ENERGY: f64 = 511.44;
/// Offset of the measured force \[kN\].
const OFFSET: f64 = -3.69;
/// Place \[mm\] and force \[kN\] in the second cycle.
const LOOP: [(f64, f64); 22] = [
    (-2.54, 8.9),
    (1.23, 9.2),
    (4.91, 13.4),
    (8.19, 11.1),
    (10.75, 11.3),
    (12.31, 11.0),
    (12.80, 11.6),
    (12.26, 7.0),
    (10.64, -0.0),
    (8.02, -1.2),
    (4.87, -9.8),
    (1.37, -20.1),
    (-2.48, -19.8),
    (-6.04, -19.6),
    (-8.98, -23.2),
    (-11.24, -20.1),
    (-12.54, -20.5),
    (-12.75, -20.6),
    (-11.83, -11.8),
    (-9.86, -1.3),
    (-6.99, 0.4),
    (-3.73, 8.8),
];

/// A joint whose bodies are given, and the force on b.
struct Link {
    instance: Instance,
    inputs: [u32; 4],
    force: [u32; 1],
}

impl Link {
    fn step(&mut self, motion: [f64; 4], time: f64) -> Result<f64, Error> {
        self.instance.set_real(&self.inputs, &motion)?;
        self.instance.step(time, STEP)?;
        let mut force = [0.0];
        self.instance.get_real(&self.force, &mut force)?;
        Ok(force[0])
    }
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let fmu = &joints.slide;
    let link = |settings: &[(&str, spiel::Value)]| -> Result<Link, Error> {
        Ok(Link {
            instance: fmu.start("link", settings)?,
            inputs: fmu.references(["x_a", "v_a", "x_b", "v_b"])?,
            force: fmu.references(["force_b"])?,
        })
    };
    let mut play = link(&[
        ("geometry.backlash", 4.49e-3.into()),
        ("contact.elastic", 1.into()),
        ("contact.stiffness", 6.13e6.into()),
        ("contact.damping", 1e4.into()),
    ])?;
    let mut band = link(&[
        ("geometry.backlash", 1.0.into()),
        ("drag.model", 3.into()),
        ("drag.static", 15.56e3.into()),
        ("drag.kinetic", 15.56e3.into()),
        ("drag.stribeck_speed", 0.01.into()),
        ("drag.bristle_stiffness", 1e9.into()),
        ("drag.bristle_damping", 1e4.into()),
    ])?;
    let (mut drum, mut energy, mut course) = ([0.0; 2], 0.0, Vec::new());
    let mut peaks = [0.0_f64; 2];
    for index in 0..200_000 {
        let time = f64::from(index) * STEP;
        let (sin, cos) = (TAU * time).sin_cos();
        let (place, speed) = (AMPLITUDE * sin, TAU * AMPLITUDE * cos);
        let pushed = play.step([place, speed, drum[0], drum[1]], time)?;
        let held = band.step([0.0, 0.0, drum[0], drum[1]], time)?;
        let gain = (pushed + held) / DRUM;
        drum = [drum[0] + STEP * (drum[1] + 0.5 * STEP * gain), drum[1] + STEP * gain];
        if index >= 100_000 {
            energy += pushed * speed * STEP;
            peaks = [peaks[0].min(pushed), peaks[1].max(pushed)];
            if index % 500 == 0 {
                course.push((1e3 * place, 1e-3 * pushed));
            }
        }
    }
    // The cycle is closed.
    course.push(course[0]);
    let [least, largest] = peaks.map(|force| 1e-3 * force + OFFSET);
    Ok(Outcome {
        rows: vec![
            Row::new("energy of the second cycle [J]", ENERGY, energy, 1, Bound::Relative(0.05)),
            Row::new("mean force on the way out [kN]", 11.3, largest, 1, Bound::Shown),
            Row::new("mean force on the way back [kN]", -20.9, least, 1, Bound::Shown),
        ],
        chart: Chart::new("A damper with play", "place of the rod [mm]", "force [kN]")
            .with("ours", Mark::Line, course)
            .with(
                "measured",
                Mark::Points,
                LOOP.map(|(place, force)| (place, force - OFFSET)).to_vec(),
            ),
    })
}
