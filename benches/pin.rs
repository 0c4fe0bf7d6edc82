//! A step of the bending pin must fit into a host's communication step.

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::Vector2;
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::laws::contact::line::{LineLaw, Liu, Modulus};
use spiel::laws::pin::beam::{Beam, Support};
use spiel::laws::pin::contact::Pose;
use spiel::laws::pin::solve::{Bending, Newton, PinContact};
use spiel::model::Build;
use spiel::{Material, Pair};
use std::hint::black_box;

/// Joint A of the project, worn a little more at its ends.
fn joint(slices: usize, bending: Bending) -> PinContact<LineLaw> {
    let beam = Beam::new(0.24, 0.05, 2.1e11, slices, Support::Pinned).unwrap();
    let steel = Material { youngs_modulus: 2.1e11, poissons_ratio: 0.3 };
    let law = LineLaw::Liu(Liu::new(&Pair::new(steel, steel).unwrap(), Modulus::Youngs));
    let mut pin = PinContact::new(&beam, 1e-4, law, bending).unwrap();
    let depths: Vec<_> = pin.slices().position.iter().map(|s| 2e-4 * s * s).collect();
    pin.set_wear(&depths);
    pin
}

fn step(bench: &mut Criterion) {
    for (name, slices, bending) in [
        ("m = 6, 48 stations", 48, Bending::Modal { modes: 6 }),
        ("m = 4, 24 stations", 24, Bending::Modal { modes: 4 }),
        ("full, 48 elements", 48, Bending::Full),
    ] {
        let mut group = bench.benchmark_group(name);
        let mut pin = joint(slices, bending);
        let straight = vec![0.0; pin.bending_line().len()];
        let pose = |angle: f64| Pose::plane(Vector2::new(angle.cos(), angle.sin()) * 1.08e-4);
        group.bench_function("cold", |bench| {
            bench.iter(|| {
                pin.start_from(&straight);
                black_box(pin.solve(&pose(0.3)))
            });
        });
        pin.set_newton(Newton { most_passes: 2, tolerance: 1e-6, ..Newton::default() });
        // The contact wanders round the hole: 1e-3 rad a step.
        let mut angle = 0.3;
        group.bench_function("warm, two passes", |bench| {
            bench.iter(|| {
                angle += 1e-3;
                assert_eq!(pin.solve(&pose(angle)), Some(2));
                black_box(pin.slices().on_rod())
            });
        });
        group.bench_function("warm, two passes, stiffness", |bench| {
            bench.iter(|| {
                angle += 1e-3;
                assert_eq!(pin.solve(&pose(angle)), Some(2));
                black_box((pin.slices().on_rod(), pin.stiffness()))
            });
        });
    }
}

/// The whole joint as a host drives it: inputs are set and a step is made.
fn joint_step(bench: &mut Criterion) {
    let sliced = catalogue::named("sliced_pin").unwrap();
    let mut group = bench.benchmark_group("joint, m = 6, 48 stations");
    for (name, wears, depth) in
        [("apart", false, 0.5), ("in contact", false, 1.08), ("wearing", true, 1.08)]
    {
        let build = Build::default().with("wear.enabled", wears);
        let mut block = Block::new(sliced, &build).unwrap();
        block.initialize(0.0).unwrap();
        block.begin().unwrap();
        let [x, y, w] =
            ["frame_a.x", "frame_a.y", "frame_a.w"].map(|name| block.number(name).unwrap());
        block.assign(w, 1.0.into()).unwrap();
        let (mut angle, mut time) = (0.3_f64, 0.0);
        group.bench_function(name, |bench| {
            bench.iter(|| {
                angle += 1e-5;
                block.assign(x, (angle.cos() * depth * 1e-4).into()).unwrap();
                block.assign(y, (angle.sin() * depth * 1e-4).into()).unwrap();
                block.advance(Step { start: time, size: 1e-5 }).unwrap();
                time += 1e-5;
            });
        });
    }
}

criterion_group!(benches, step, joint_step);
criterion_main!(benches);
