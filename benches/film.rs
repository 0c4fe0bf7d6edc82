//! Cost of an oil film: one force with its derivatives, a predicted step, and the table at set-up.

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::Vector2;
use spiel::Quantities;
use spiel::coupling::{Method, Step};
use spiel::joints::Joint;
use spiel::joints::revolute::clearance::{Parameters, Report, RevoluteClearance};
use spiel::kinematics::planar::{Motion, Path};
use spiel::laws::film::{Bearing, Film, FilmLaw, FilmParameters, Finite, Roughness};
use spiel::laws::friction::Friction;
use spiel::ports::PairMotion;
use std::hint::black_box;

const PIN: Bearing = Bearing { radius: 0.01, length: 0.01, clearance: 25e-6 };
const LAWS: [(&str, FilmLaw); 3] =
    [("finite", FilmLaw::Finite), ("butenschoen", FilmLaw::Butenschoen), ("short", FilmLaw::Short)];

/// A journal that turns and closes, `eccentricity` clearances from the centre.
fn journal(eccentricity: f64) -> Motion<f64> {
    Motion {
        position: Vector2::new(0.3, -0.95) * (eccentricity * PIN.clearance),
        angle: 0.0,
        velocity: Vector2::new(1e-3, -2e-3),
        spin: 100.0,
    }
}

fn force(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("film force");
    let roughness = Roughness { height_std: 4e-7, radius: 4e-5, density: 3.125e9 };
    for (name, law) in LAWS {
        let parameters = FilmParameters { law, ..Default::default() };
        let film = Film::new(&parameters, PIN, &roughness, 1.1e11).unwrap().unwrap();
        let b = journal(0.9);
        group.bench_function(name, |bencher| bencher.iter(|| film.load(black_box(&b)).lost));
    }
}

fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("oiled pin");
    for (name, method, eccentricity) in [
        ("end_point, full film", Method::EndPoint, 0.8),
        ("end_point, in contact", Method::EndPoint, 1.002),
        ("predicted, full film", Method::Predicted, 0.8),
    ] {
        let mut parameters = Parameters::default();
        parameters.geometry.clearance = PIN.clearance;
        parameters.film.law = FilmLaw::Finite;
        parameters.friction.model = Friction::Coulomb;
        parameters.coupling.shared.method = method;
        let w = &mut parameters.coupling.mobility.0;
        (w.m11, w.m22) = (1.0, 1.0);
        let mut joint = RevoluteClearance::new(&parameters, &Default::default()).unwrap();
        let b = journal(eccentricity);
        let mut report = vec![0.0; Report::COUNT];
        let mut start =
            joint.begin(&PairMotion::along(Path::straight(b)), 0.0, &mut report).unwrap();
        let mut end = joint.end(report.len());
        let mut time = 0.0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                time += 1e-6;
                let motion = PairMotion::along(Path::straight(*black_box(&b)));
                let step = Step { start: time, size: 1e-6 };
                joint.step(&motion, (&mut start, &mut end), step).unwrap().b.force
            });
        });
    }
}

fn set_up(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("film table");
    group.sample_size(10);
    group.bench_function("set-up", |bencher| {
        bencher.iter(|| Finite::new(black_box(0.5), black_box(1e-3)));
    });
}

criterion_group!(benches, force, step, set_up);
criterion_main!(benches);
