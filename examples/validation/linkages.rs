//! Linkages in space and their published motions, without play: a group that moves its own bodies.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::{Error, Fmu};
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The four-bar of the Modelica Standard Library.
pub const FOURBAR1: Case = Case {
    kind: Kind::Compared,
    name: "fourbar1",
    title: "The four-bar of the Modelica Standard Library",
    source: "Dymola's result of Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar1 among the Modelica Association's reference results (MAP-LIB_ReferenceResults, 2ea98d3, 3-clause BSD), by DASSL with a tolerance of 1e-6",
    set_up: "Three bars of steel with a hinge, a slider, a ball and a universal joint; the first turns at 300 degrees a second at the start; 9.80665 m/s².",
    through: "`group` in space with `integrate`, 1 ms: examples/validation/fourbar1.toml.",
    reason: "Ours differs by 6e-6 rad after 1 s and 2e-5 rad after 5 s from Runge–Kutta steps that were halved until eleven digits stood; the rest is the error of theirs, which grows with time.",
    caption: "Angular velocity of the first bar. Line: ours. Dots: Dymola. Below: ours less Dymola's.",
    run: fourbar1,
};

/// Andrews' squeezing mechanism.
pub const ANDREWS: Case = Case {
    kind: Kind::Compared,
    name: "andrews",
    title: "Andrews' squeezing mechanism",
    source: "Test set for initial value problem solvers (Mazzia and Magherini), reference solution at 0.03 s, whose digits beyond the tenth are not used",
    set_up: "Seven bodies in a plane with ten hinges, a spring and a motor of 33 mN m; the motor's body turns two and a half times in 30 ms.",
    through: "`group` in space with `integrate`, 1 µs: examples/validation/andrews.toml. 50 equations of rank 41.",
    reason: "The order is 2, and the mechanism turns at 1140 rad/s in the end.",
    caption: "Lines: ours. Dots: the published end.",
    run: andrews,
};

/// Bricard's linkage.
pub const BRICARD: Case = Case {
    kind: Kind::Compared,
    name: "bricard",
    title: "Bricard's linkage, which is overconstrained",
    source: "Problem A04 of the library of multibody benchmarks (IFToMM), solved by Exudyn 1.13.6: trapezoidal rule with steps of 1e-3 to 1.25e-4 s, extrapolated; the problem itself asks for constant energy over 10 s",
    set_up: "Five bars of 1 m and 1 kg, six hinges, let go at rest; 9.81 m/s². Counted by equations it could not move: 30 of them, of rank 29, hold 30 coordinates.",
    through: "`group` in space with `integrate`, 1 ms: examples/validation/bricard.toml.",
    reason: "Both follow the same equations; ours is 5e-7 m off at this step.",
    caption: "The middle of the second bar. Lines: ours. Dots: Exudyn.",
    run: bricard,
};

/// Runs a machine over `count` steps of `step` \[s\]; returns these outputs at the start and after every `every` steps.
fn run<const N: usize>(
    fmu: &Fmu,
    name: &str,
    outputs: [&str; N],
    (step, count, every): (f64, u32, u32),
) -> Result<Vec<[f64; N]>, Error> {
    let outputs = fmu.references(outputs)?;
    let mut machine = fmu.start(name, &[])?;
    let mut rows = Vec::new();
    let mut row = [0.0; N];
    machine.get_real(&outputs, &mut row)?;
    rows.push(row);
    for index in 0..count {
        machine.step(f64::from(index) * step, step)?;
        if (index + 1) % every == 0 {
            machine.get_real(&outputs, &mut row)?;
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Returns the angles \[rad\] of rotations about one axis by their quaternions' scalar part and component along it, counted over
/// turns from 0.
fn angles(parts: impl Iterator<Item = [f64; 2]>) -> Vec<f64> {
    let mut last = 0.0;
    let unwound = parts.map(|[scalar, along]| {
        let angle = 2.0 * along.atan2(scalar);
        last = angle - 2.0 * PI * ((angle - last) / (2.0 * PI)).round();
        last
    });
    unwound.collect()
}

fn fourbar1(joints: &Joints) -> Result<Outcome, Error> {
    // Time [s], angle [rad] and angular velocity [rad/s] of the hinge on the ground.
    const THEIRS: [(f64, f64, f64); 13] = [
        (0.05, 0.271493141, 5.681430604),
        (0.1, 0.573724169, 6.460775152),
        (0.15, 0.922398045, 7.528480275),
        (0.2, 1.329995840, 8.800323369),
        (0.25, 1.803753622, 10.149027504),
        (0.29, 2.230097484, 11.137631406),
        (1.0, 7.802133831, 9.361588418),
        (1.06, 8.411868606, 10.928651586),
        (1.1, 8.865632658, 11.690280785),
        (1.15, 9.457837455, 11.813062640),
        (1.2, 10.030137872, 10.956444875),
        (1.25, 10.546419357, 9.664548711),
        (5.0, 40.328236222, 11.739421904),
    ];
    let found = run(&joints.fourbar1, "fourbar1", ["b1.e0", "b1.e1", "b1.wx"], (1e-3, 5000, 10))?;
    let turned = angles(found.iter().map(|[e0, e1, _]| [*e0, *e1]));
    let mut rows = Vec::new();
    for (time, angle, spin) in THEIRS {
        let at = (100.0 * time).round() as usize;
        // DASSL's error grows with time.
        let bound = Bound::Absolute(if time < 2.0 { 1e-4 } else { 2e-3 });
        rows.push(Row::new(format!("angle at {time} s [rad]"), angle, turned[at], 6, bound));
        let what = format!("angular velocity at {time} s [rad/s]");
        let bound = Bound::Absolute(if time < 2.0 { 5e-4 } else { 2e-2 });
        rows.push(Row::new(what, spin, found[at][2], 5, bound));
    }
    let shown = found.iter().take(131).enumerate();
    let line = shown.map(|(index, row)| (0.01 * index as f64, row[2])).collect();
    let shown = || THEIRS.iter().filter(|(time, ..)| *time < 2.0);
    let dots = shown().map(|(time, _, spin)| (*time, *spin)).collect();
    let off =
        shown().map(|(time, _, spin)| (*time, found[(100.0 * time).round() as usize][2] - spin));
    let title = "The loop turns as Dymola has it";
    let chart = Chart::new(title, "time [s]", "angular velocity [rad/s]")
        .with("ours", Mark::Line, line)
        .with("Dymola", Mark::Points, dots)
        .with_difference("difference [rad/s]", Mark::Marked, off.collect());
    Ok(Outcome { rows, chart })
}

fn andrews(joints: &Joints) -> Result<Outcome, Error> {
    // Name, start and published end [rad], the body, and the angle that its rotation contains besides, by place.
    const ANGLES: [(&str, f64, f64, usize, Option<usize>); 7] = [
        ("β", -0.0617138900142764, 15.81077119629904, 0, None),
        ("Θ", 0.0, -15.75637105984298, 1, Some(0)),
        ("γ", 0.455279819163070, 0.04082224013073101, 2, None),
        ("Φ", 0.222668390165886, -0.5347301163226948, 3, Some(4)),
        ("δ", 0.487364979543843, 0.5244099658805304, 4, None),
        ("Ω", -0.222668390165886, 0.5347301163226948, 5, Some(6)),
        ("ε", 1.230547444549821, 1.048080741042263, 6, None),
    ];
    let outputs = [
        "K1.e0", "K1.e3", "K2.e0", "K2.e3", "K3.e0", "K3.e3", "K4.e0", "K4.e3", "K5.e0", "K5.e3",
        "K6.e0", "K6.e3", "K7.e0", "K7.e3", "K1.wz",
    ];
    let found = run(&joints.andrews, "andrews", outputs, (1e-6, 30_000, 100))?;
    let turned: Vec<Vec<f64>> = (0..7)
        .map(|body| angles(found.iter().map(|row| [row[2 * body], row[2 * body + 1]])))
        .collect();
    let angle = |(_, start, _, body, also): &(&str, f64, f64, usize, Option<usize>), at: usize| {
        start + turned[*body][at] - also.map_or(0.0, |body| turned[body][at])
    };
    let last = found.len() - 1;
    let mut rows: Vec<Row> = ANGLES
        .iter()
        .map(|one| {
            let bound = Bound::Absolute(2e-7);
            Row::new(format!("{} at 30 ms [rad]", one.0), one.2, angle(one, last), 8, bound)
        })
        .collect();
    let spin = found[last][14];
    rows.push(Row::new("rate of β [rad/s]", 1139.920302151208, spin, 4, Bound::Relative(1e-5)));
    let title = "The squeezer ends where the test set has it";
    let mut chart = Chart::new(title, "time [ms]", "angle [rad]");
    for one in ANGLES.iter().skip(2) {
        let line = (0..=last).map(|at| (0.1 * at as f64, angle(one, at))).collect();
        chart = chart.with(one.0, Mark::Line, line);
    }
    let ends = ANGLES.iter().skip(2).map(|one| (30.0, one.2)).collect();
    chart = chart.with("published", Mark::Points, ends);
    Ok(Outcome { rows, chart })
}

fn bricard(joints: &Joints) -> Result<Outcome, Error> {
    const THEIRS: [(f64, [f64; 3]); 2] = [
        (1.0, [0.3924913916, -0.4433539694, -0.6611034434]),
        (2.0, [-0.8737378566, -0.4901763414, -0.2214873334]),
    ];
    let outputs = ["bar2.x", "bar2.y", "bar2.z", "energy.error"];
    let found = run(&joints.bricard, "bricard", outputs, (1e-3, 10_000, 20))?;
    let mut rows = Vec::new();
    let mut chart = Chart::new("Bricard's linkage moves", "time [s]", "middle of bar 2 [m]");
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        for (time, place) in THEIRS {
            let ours = found[(50.0 * time) as usize][axis];
            let what = format!("{name} of the middle of bar 2 at {time} s [m]");
            rows.push(Row::new(what, place[axis], ours, 7, Bound::Absolute(1e-5)));
        }
        let line = found.iter().enumerate().map(|(at, row)| (0.02 * at as f64, row[axis]));
        chart = chart.with(name, Mark::Line, line.take(201).collect());
    }
    let dots = THEIRS.iter().flat_map(|(time, place)| place.iter().map(|it| (*time, *it)));
    chart = chart.with("Exudyn", Mark::Points, dots.collect());
    let lost = found.last().map_or(f64::NAN, |row| row[3]);
    rows.push(Row::new("energy gained in 10 s [J]", 0.0, lost, 6, Bound::Absolute(1e-4)));
    Ok(Outcome { rows, chart })
}
