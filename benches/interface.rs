//! Cost of one step of each interface model, alone and in the joint.

#[path = "../tests/common/typed.rs"]
mod typed;

use criterion::{Criterion, criterion_group, criterion_main};
use spiel::Material;
use spiel::coupling::Step;
use spiel::joints::RoughInterface;
use spiel::joints::rough_interface::{InterfaceLaw, Parameters, Report};
use spiel::laws::interface::{
    BristleState, Bristles, Iwan, IwanNetwork, IwanStack, Moduli, NetworkState, RoughSurfaces,
    Roughness, StackState,
};
use spiel::ports::WorldInputs;
use std::hint::black_box;
use typed::Typed;

/// A vibration whose amplitude swells and fades: reversals, closed loops, slip; 64 steps a cycle.
fn history(amplitude: f64) -> Vec<f64> {
    let swell = |i: f64| amplitude * (0.6 + 0.4 * (i / 640.0).sin()) * (i / 10.0).sin();
    (0..6400).map(|i| swell(f64::from(i))).collect()
}

fn steps(c: &mut Criterion) {
    let roughness = Roughness::of_profile(1e-6, 1.6e-4, 0.0339, 1e-4).unwrap();
    let steel = Material { youngs_modulus: 207e9, poissons_ratio: 0.29 };
    let surfaces = RoughSurfaces::new(roughness, Moduli::of(&steel, &steel), 0.2).unwrap();
    let bristles = Bristles::<64>::new(&surfaces, 0.0).unwrap();
    let iwan = Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap();
    let network = IwanNetwork::<40>::new(&iwan, 1000.0).unwrap();
    let stack = IwanStack::<32>::new(iwan);

    let (mut group, path) = (c.benchmark_group("step"), history(2e-6));
    let mut next = path.iter().copied().cycle();
    let mut state = BristleState::at(0.0);
    group.bench_function("bristles_64", |b| {
        b.iter(|| bristles.step(&mut state, next.next().unwrap(), black_box(1e-7)))
    });
    let mut state = NetworkState::at(0.0);
    group.bench_function("network_40", |b| {
        b.iter(|| network.step(&mut state, next.next().unwrap(), black_box(900.0)))
    });
    let mut state = StackState::at(0.0);
    group.bench_function("stack_32", |b| {
        b.iter(|| stack.step(&mut state, black_box(next.next().unwrap())))
    });
    group.bench_function("normal_force", |b| b.iter(|| surfaces.normal_force(black_box(1e-7))));
    group.finish();
}

/// A communication step of the joint: three quadrature nodes, the received state and the end.
fn joint(c: &mut Criterion) {
    let (mut group, path) = (c.benchmark_group("rough_interface"), history(2e-6));
    for (name, model) in [
        ("bristles", InterfaceLaw::Bristles),
        ("iwan_stack", InterfaceLaw::IwanStack),
        ("iwan_network", InterfaceLaw::IwanNetwork),
    ] {
        let mut parameters = Parameters::default();
        (parameters.interface.model, parameters.clamp.force) = (model, 1000.0);
        let mut joint = Typed::<Report>::new::<RoughInterface>(&parameters).unwrap();
        let mut inputs = WorldInputs::default();
        joint.begin(&inputs).unwrap();
        let mut next = path.iter().copied().cycle();
        group.bench_function(name, |b| {
            b.iter(|| {
                inputs.frame_b.x = next.next().unwrap();
                let step = Step { start: 0.0, size: 1e-6 };
                joint.advance(black_box(&inputs), step)
            })
        });
    }
    group.finish();
}

criterion_group!(benches, steps, joint);
criterion_main!(benches);
