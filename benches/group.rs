//! Cost of a step of a group by its size: chains of links under their weight.

#[path = "../examples/common/nets.rs"]
#[expect(dead_code, reason = "no program uses all of it")]
mod nets;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nets::Host;
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::group::{BodyPlan, FramePlan, JointKind, JointPlan, KIND, PLAN, Plan, Starts};
use spiel::model::Build;

const SIZE: f64 = 1e-4;

/// Links of 0.1 m hanging on each other, as many as joints.
fn chain(joints: usize) -> Plan {
    let frame = |y: f64| FramePlan { y, ..FramePlan::default() };
    let name = |index: usize| if index == 0 { "ground".into() } else { format!("l{index}") };
    let body = |index| BodyPlan {
        name: name(index),
        kind: Default::default(),
        mass: Some(1.0),
        inertia: Some(1e-3),
        centre_of_mass: [0.0, -0.05],
        marker: frame(-0.05),
        start: None,
        flexible: None,
        variables: Vec::new(),
    };
    let starts = [("friction.static", "0.15"), ("friction.kinetic", "0.1")];
    let starts = starts.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let joint = |index| JointPlan {
        name: format!("j{index}"),
        kind: JointKind::RevoluteClearance,
        cells: None,
        profile: None,
        a: name(index - 1),
        b: name(index),
        frame_a: frame(if index == 1 { 0.0 } else { -0.1 }),
        frame_b: frame(0.0),
        parameters: Starts(starts.clone().into()),
        variables: Vec::new(),
    };
    Plan {
        bodies: (1..=joints).map(body).collect(),
        joints: (1..=joints).map(joint).collect(),
        ..Plan::default()
    }
}

/// A chain whose joints are pressed as deep as `depth` \[m\], or apart.
fn hanging(joints: usize, depth: f64) -> Block {
    let build = Build::default().with_file(PLAN, chain(joints).to_json());
    let mut block = Block::new(&KIND, &build).unwrap();
    for body in 0..joints {
        let sag = (body + 1) as f64 * (5e-4 + depth);
        let start = -0.05 - 0.1 * body as f64 - sag;
        block.assign(6 * body + 1, start.into()).unwrap();
    }
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    block
}

/// Cost of a step per joint in swinging chains under tension, by the number of joints.
fn growing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step of a swinging chain");
    for joints in [10, 100, 1000] {
        group.throughput(Throughput::Elements(joints as u64));
        let mut host = Host::of(nets::chain(joints, 1e3, 0.1)).unwrap();
        // From the second step on the host's accelerations are known.
        (0..10).for_each(|_| host.advance(SIZE).unwrap());
        let mut go = || host.advance(SIZE).unwrap();
        group.bench_function(BenchmarkId::from_parameter(joints), |bencher| bencher.iter(&mut go));
    }
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step of a chain of joints");
    for joints in [2_usize, 5, 10, 20, 50, 100, 200, 1000] {
        group.throughput(Throughput::Elements(joints as u64));
        for (name, depth) in [("apart", -2e-4), ("pressed", 2e-6)] {
            let (mut block, mut time) = (hanging(joints, depth), 0.0);
            let mut go = || {
                block.assign(0, 0.0.into()).unwrap();
                block.advance(Step { start: time, size: SIZE }).unwrap();
                time += SIZE;
            };
            group.bench_function(BenchmarkId::new(name, joints), |bencher| bencher.iter(&mut go));
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(1));
    targets = steps, growing
}
criterion_main!(benches);
