//! Cost of one step of a joint, by itself and through the loaded library.

#[path = "../tests/common/typed.rs"]
mod typed;

use criterion::{Criterion, criterion_group, criterion_main};
use fmu_build::{Fmu, Variant, build};
use spiel::coupling::{Method, Step};
use spiel::joints::revolute::clearance::{Parameters, Report, RevoluteClearance};
use spiel::laws::contact::ElasticLaw;
use spiel::laws::contact::elastic::fractal::Stiffness;
use spiel::laws::contact::elastic::{
    Bearing, Fractal, FractalIntegrated, Hertz, Hybrid, KelvinVoigt, Surface,
};
use spiel::ports::WorldInputs;
use spiel::{Material, Pair};
use std::hint::black_box;
use typed::Typed;

/// Journal beside the wall, or pressed into it while sliding.
fn inputs(in_contact: bool) -> WorldInputs {
    let mut inputs = WorldInputs::default();
    inputs.frame_b.x = if in_contact { 5.05e-4 } else { 1e-4 };
    (inputs.frame_b.vx, inputs.frame_b.vy, inputs.frame_b.w) = (1e-3, 0.2, 5.0);
    inputs
}

fn pure(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("advance");
    for (place, in_contact) in [("apart", false), ("in contact", true)] {
        for (name, method) in [("end_point", Method::EndPoint), ("step_mean", Method::StepMean)] {
            let mut parameters = Parameters::default();
            parameters.coupling.shared.method = method;
            let mut joint = Typed::<Report>::new::<RevoluteClearance>(&parameters).unwrap();
            let inputs = inputs(in_contact);
            joint.begin(&inputs).unwrap();
            let mut start = 0.0;
            group.bench_function(format!("{place}, {name}"), |bencher| {
                bencher.iter(|| {
                    start += 1e-6;
                    let step = Step { start, size: 1e-6 };
                    joint.advance(black_box(&inputs), step)
                });
            });
        }
    }
}

fn loaded(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("revolute_clearance.fmu");
    build(&Variant::of("revolute_clearance").unwrap(), &path).unwrap();
    let fmu = Fmu::open(&path).unwrap();
    let mut group = criterion.benchmark_group("set 12, step, get 6");
    let (references, loads): (Vec<u32>, Vec<u32>) = ((0..12).collect(), (12..18).collect());
    for (place, in_contact) in [("apart", false), ("in contact", true)] {
        for (name, method) in [("end_point", 1), ("step_mean", 2)] {
            let mut instance = fmu.start("bench", &[("coupling.method", method.into())]).unwrap();
            let frame = inputs(in_contact).frame_b;
            let mut states = [0.0; 12];
            states[6..].copy_from_slice(&[frame.x, frame.y, 0.0, frame.vx, frame.vy, frame.w]);
            let (mut start, mut load) = (0.0, [0.0; 6]);
            group.bench_function(format!("{place}, {name}"), |bencher| {
                bencher.iter(|| {
                    instance.set_real(&references, black_box(&states)).unwrap();
                    instance.step(start, 1e-6).unwrap();
                    instance.get_real(&loads, &mut load).unwrap();
                    start += 1e-6;
                    load[0]
                });
            });
        }
    }
}

/// Calls of masters that roll back and linearise.
fn states_and_derivatives(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("revolute_clearance.fmu");
    build(&Variant::of("revolute_clearance").unwrap(), &path).unwrap();
    let fmu = Fmu::open(&path).unwrap();
    let loads: Vec<u32> = (12..18).collect();
    for (place, in_contact) in [("apart", false), ("in contact", true)] {
        let mut instance = fmu.start("bench", &[]).unwrap();
        let frame = inputs(in_contact).frame_b;
        let states = [frame.x, frame.y, 0.0, frame.vx, frame.vy, frame.w];
        instance.set_real(&[6, 7, 8, 9, 10, 11], &states).unwrap();
        instance.step(0.0, 1e-6).unwrap();
        let mut saved = instance.save().unwrap();
        criterion.bench_function(&format!("get and set state, {place}"), |bencher| {
            bencher.iter(|| {
                instance.save_over(&mut saved).unwrap();
                instance.restore(&saved).unwrap();
            });
        });
        let mut change = [0.0; 6];
        criterion.bench_function(&format!("derivative of 6 loads, {place}"), |bencher| {
            bencher.iter(|| {
                instance.derivative(&loads, &[6], black_box(&[1.0]), &mut change).unwrap();
                change[0]
            });
        });
    }
}

/// One elastic force.
fn laws(criterion: &mut Criterion) {
    let steel = Material::default();
    let pair = Pair::new(steel, steel).unwrap();
    let bearing = Bearing { radius: 0.01, length: 0.01, clearance: 5e-4 };
    let stiffness = Stiffness::new(&Surface::default(), &pair, &bearing).unwrap();
    let laws = [
        ("hertz", ElasticLaw::Hertz(Hertz::internal(0.01, 0.0095, &steel, &steel, 1.5))),
        ("kelvin_voigt", ElasticLaw::KelvinVoigt(KelvinVoigt::new(1e8, 1.0, 0.9))),
        ("hybrid", ElasticLaw::Hybrid(Hybrid::new(&pair, 5e-4, 1.5).unwrap())),
        ("fractal", ElasticLaw::Fractal(Fractal::new(stiffness, 1.5).unwrap())),
        ("fractal_integrated", ElasticLaw::FractalIntegrated(FractalIntegrated::new(stiffness))),
    ];
    let mut group = criterion.benchmark_group("elastic force");
    for (name, law) in laws {
        group.bench_function(name, |bencher| bencher.iter(|| law.force(black_box(3e-6))));
    }
}

criterion_group!(benches, laws, pure, loaded, states_and_derivatives);
criterion_main!(benches);
