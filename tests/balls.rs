//! Balls in a row that touch, nearly touch or overlap by rounding: Newton's cradle as one group.

#[path = "common/driven.rs"]
mod driven;

use driven::Driven;
use spiel::group::Plan;

const MASS: f64 = 0.0326;

/// A row of `count` balls on the x axis as a group; joint k keeps ball k + 1 from ball k.
fn row(count: usize) -> Driven {
    let mut text = String::new();
    for ball in 0..count {
        text += &format!("[[body]]\nname = \"b{ball}\"\nmass = {MASS}\ninertia = 1e-6\n");
    }
    for joint in 1..count {
        // A journal pressed out of its bearing, seen from inside: the clearance is ten balls away.
        text += &format!(
            "[[joint]]\nname = \"j{joint}\"\ntype = \"revolute_clearance\"\na = \"b{}\"\nb = \"b{joint}\"\n\
             frame_a = {{ x = 0.0 }}\nparameters.contact = {{ restitution = 1.0 }}\n\
             parameters.geometry = {{ bearing_radius = 0.2, clearance = 0.1 }}\n\
             parameters.friction = {{ model = \"none\" }}\n",
            joint - 1
        );
    }
    Driven::group(&toml::from_str::<Plan>(&text).unwrap())
}

/// What came of a run: energies over the first, speeds at the end, largest work mismatch.
fn run(count: usize, gap: f64, step: f64) -> (f64, Vec<f64>, f64) {
    let clearance = 0.1;
    let mut group = row(count);
    // Ball k at −k (clearance + gap): each hangs in the next one's bearing at its wall, so that a ball
    // moving to larger x presses the one before it in the row along.
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

#[test]
fn balls_that_touch_make_no_energy() {
    for count in [3, 5, 10] {
        for gap in [1e-6, 0.0, -3.6e-15, -1e-9] {
            for step in [1e-3, 1e-4, 1e-5] {
                let (left, speeds, mismatch) = run(count, gap, step);
                println!("{count} balls, gap {gap:e}, H {step:e}: E {left:.5}, mismatch {mismatch:.1e}, {speeds:.4?}");
            }
        }
    }
}
