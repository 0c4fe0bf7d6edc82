//! Balls in a row that touch, nearly touch or overlap by rounding: Newton's cradle as one group.

use crate::driven::Driven;
use spiel::group::Plan;

const MASS: f64 = 0.0326;

/// A row of `count` balls on the x axis as a group; joint k bounds ball k + 1 by ball k.
fn row(count: usize) -> Driven {
    let mut text = String::new();
    for ball in 0..count {
        text += &format!("[[body]]\nname = \"b{ball}\"\nmass = {MASS}\ninertia = 1e-6\n");
    }
    for joint in 1..count {
        // A journal pressed out of its bearing acts as a ball: the clearance is ten balls away.
        text += &format!(
            "[[joint]]\nname = \"j{joint}\"\ntype = \"revolute_clearance\"\na = \"b{}\"\nb = \"b{joint}\"\n\
             frame_a = {{ x = 0.0 }}\nparameters.contact = {{ elastic = \"hertz\", restitution = 1.0 }}\n\
             parameters.geometry = {{ bearing_radius = 0.2, clearance = 0.1 }}\n\
             parameters.friction = {{ model = \"none\" }}\n",
            joint - 1
        );
    }
    Driven::group(&toml::from_str::<Plan>(&text).unwrap())
}

/// Runs a cradle; returns the energy over the first, the speeds at the end and the largest work mismatch.
fn run(count: usize, gap: f64, step: f64) -> (f64, Vec<f64>, f64) {
    let clearance = 0.1;
    let mut group = row(count);
    // Ball k at −k (clearance + gap): each lies in the next one's bearing at its wall, so that a ball
    // moving to larger x pushes its predecessor in the row.
    let mut x: Vec<f64> = (0..count).map(|k| -(k as f64) * (clearance - gap)).collect();
    let mut v = vec![0.0; count];
    v[0] = 1.0;
    let energy = |v: &[f64]| 0.5 * MASS * v.iter().map(|v| v * v).sum::<f64>();
    let first = energy(&v);
    let mut time = 0.0;
    while time < 3e-3 + 20.0 * step {
        for ball in 0..count {
            group.block.assign(6 * ball, x[ball].into()).unwrap();
            group.block.assign(6 * ball + 3, v[ball].into()).unwrap();
        }
        group.go(time, step);
        for ball in 0..count {
            let a = group.load(ball)[0] / MASS;
            x[ball] += step * (v[ball] + 0.5 * step * a);
            v[ball] += step * a;
        }
        time += step;
    }
    let stored = group.get("energy.stored");
    let mismatch = group.get("coupling.work_mismatch");
    ((energy(&v) + stored) / first, v, mismatch)
}

/// Speeds of ten balls that touch, the first at 1 m/s, and of five from the back \[m/s\].
const TEN: [f64; 10] = [
    -0.07106, -0.03019, -0.01575, -0.00881, -0.00506, -0.00294, -0.0017, 0.00262, 0.14692, 0.98596,
];

#[test]
fn balls_that_touch_make_no_energy() {
    for count in [3, 5, 10] {
        for gap in [1e-6, 0.0, -3.6e-15, -1e-9] {
            for step in [1e-3, 1e-4, 1e-5] {
                let (left, speeds, mismatch) = run(count, gap, step);
                let case =
                    format!("{count} balls, gap {gap:e}, H {step:e}: E {left}, {speeds:.4?}");
                assert!((left - 1.0).abs() < 5e-3 && mismatch < 1e-4, "{case} {mismatch:e}");
                if count == 10 && gap <= 0.0 {
                    let off = speeds.iter().zip(TEN).map(|(v, right)| (v - right).abs());
                    assert!(off.fold(0.0, f64::max) < 2e-3, "{case}");
                }
            }
        }
    }
}

#[test]
fn a_pressed_chain_costs_as_much_per_joint_however_long_it_is() {
    // The cost is printed, not judged: the computer may be busy.
    for count in [3, 11, 51, 201, 1001] {
        let begun = std::time::Instant::now();
        let mut group = row(count);
        group.begin(0.0).unwrap();
        let built = begun.elapsed();
        let x: Vec<f64> = (0..count).map(|k| -(k as f64) * (0.1 + 1e-7)).collect();
        let mut time = 0.0;
        let mut took = std::time::Duration::MAX;
        for _ in 0..5 {
            for (ball, x) in x.iter().enumerate() {
                group.block.assign(6 * ball, (*x).into()).unwrap();
            }
            let begun = std::time::Instant::now();
            group.go(time, 1e-4);
            took = took.min(begun.elapsed());
            time += 1e-4;
        }
        assert!(
            group.get("j1.contact.normal_force") > 0.0
                || group.get("j1.contact.peak_normal_force") > 0.0
        );
        println!(
            "{} joints: built in {built:.1?}, a step {:.1?} per joint",
            count - 1,
            took / (count as u32 - 1)
        );
    }
}
