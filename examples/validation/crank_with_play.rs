//! Impacts of a whole machine against an independent solver: a slider-crank with play in both pins.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::Error;
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "crank_with_play",
    title: "A slider-crank with play in both pins",
    source: "examples/validation/crank_with_play.py: own equations of motion, Hertz' law and Hunt & Crossley's damping, written apart from the library and integrated by DOP853 of SciPy with located touches",
    set_up: "Crank 0.15 m at 200 rev/min, rod 0.541 m, 1.2 kg and 0.0292681 kg m², slider 2 kg; aluminium, bearings of 10 mm, play 1 mm, no friction. 26 impacts in 0.3 s, one turn, up to 0.5 m/s.",
    through: "`group` with `integrate` in co-simulation, 0.1 ms, each impact predicted: examples/validation/crank_with_play.toml.",
    reason: "Two tolerances of the solver, 1e-10 and 1e-12, agree to 1e-5 m/s after the last impact. Every impact magnifies earlier differences; `coupling.tolerance` is 1e-6 here.",
    caption: "Line: ours. Dots: the independent solver. Below: ours less the solver's.",
    run,
};

/// Time \[s\], speed of the slider \[m/s\], spin of the rod \[rad/s\] and place of the slider \[m\].
const SOLVER: [[f64; 4]; 8] = [
    [0.02, -1.62255432, -5.00383, 0.6755881017],
    [0.05, -3.11910628, -3.1057438, 0.6010602939],
    [0.08, -2.83908438, 0.699108, 0.5035270856],
    [0.1, -2.31034503, 3.3871059, 0.4493507528],
    [0.15, 0.00599911, 6.0815433, 0.3900024379],
    [0.2, 2.32925932, 3.1813446, 0.4491948107],
    [0.25, 3.03524434, -2.9019679, 0.6011894582],
    [0.3, 0.06107817, -5.8068044, 0.6919055992],
];

const STEP: f64 = 1e-4;

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let fmu = &joints.crank;
    let outputs = fmu.references(["slider.vx", "rod.w", "slider.x"])?;
    let mut machine = fmu.start("machine", &[("coupling.tolerance", 1e-6.into())])?;
    let mut course = Vec::new();
    for index in 0..=3000 {
        let mut values = [0.0; 3];
        machine.get_real(&outputs, &mut values)?;
        course.push(values);
        machine.step(f64::from(index) * STEP, STEP)?;
    }
    let mut rows = Vec::new();
    for [time, speed, spin, place] in SOLVER {
        let [own_speed, own_spin, own_place] = course[(time / STEP).round() as usize];
        let mut row = |what: String, theirs, ours, digits, bound| {
            rows.push(Row::new(what, theirs, ours, digits, Bound::Absolute(bound)));
        };
        row(format!("speed of the slider at {time} s [m/s]"), speed, own_speed, 5, 1e-3);
        row(format!("spin of the rod at {time} s [rad/s]"), spin, own_spin, 4, 5e-3);
        row(format!("place of the slider at {time} s [m]"), place, own_place, 6, 1e-5);
    }
    let line = course.iter().enumerate().step_by(5);
    let line = line.map(|(index, [speed, ..])| (STEP * index as f64, *speed)).collect();
    let off =
        SOLVER.map(|[time, speed, ..]| (time, course[(time / STEP).round() as usize][0] - speed));
    let dots = SOLVER.map(|[time, speed, ..]| (time, speed)).to_vec();
    Ok(Outcome {
        rows,
        chart: Chart::new("Speed of the slider through 26 impacts", "time [s]", "speed [m/s]")
            .with("ours", Mark::Line, line)
            .with("independent solver", Mark::Points, dots)
            .with_difference("difference [m/s]", Mark::Marked, off.to_vec()),
    })
}
