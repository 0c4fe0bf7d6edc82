//! Cost of one step of a shaft with play, its host included: the coupling of 0.01 and 0.05 kg m² under an
//! alternating torque, 27 events in 60 ms.

use criterion::{Criterion, criterion_group, criterion_main};
use spiel::Quantities;
use spiel::coupling::{InputSample, Method, Step};
use spiel::joints::backlash::{LineGeometry, RotationalBacklash, line};
use spiel::model::{Blueprint, Build, Model};
use std::hint::black_box;

const INERTIA: [f64; 2] = [0.01, 0.05];
const DURATION: f64 = 0.06;

/// The joint, with a model of its bodies.
struct Machine {
    model: Box<dyn Model>,
    outputs: Vec<f64>,
}

impl Machine {
    fn new(method: Method) -> Self {
        let mut parameters = RotationalBacklash::start();
        parameters.geometry.backlash = 4e-3;
        let contact = &mut parameters.contact;
        (contact.stiffness, contact.reference_depth, contact.exponent) = (2e7, 1.0, 1.5);
        (contact.restitution, contact.impact_speed_floor) = (0.4, 0.1);
        parameters.drag.viscous = 0.01;
        parameters.coupling.shared.method = method;
        parameters.coupling.mobility.0.x = 120.0;
        let rows = parameters.rows().len();
        let mut values = vec![0.0; rows];
        parameters.write(&mut values);
        let kind = line::<RotationalBacklash>();
        let build = Build::default();
        let Blueprint { variables, prepare, .. } = (kind.open)(&build).unwrap();
        let outputs = vec![0.0; variables.loads.len() + variables.report.len()];
        Self { model: prepare(&values).unwrap(), outputs }
    }

    /// Runs the whole motion; returns the last speed of a.
    fn run(&mut self, size: f64) -> f64 {
        let mut y = [0.0, 50.0, 0.0, 50.0];
        self.model.begin(&y, 0.0, &mut self.outputs[2..]).unwrap();
        for step in 0..(DURATION / size).round() as u32 {
            let start = f64::from(step) * size;
            let step = Step { start, size };
            self.model.step(InputSample::of(&y), step, &mut self.outputs).unwrap();
            self.model.commit();
            let drive = 6.0 * (80.0 * std::f64::consts::PI * (start + 0.5 * size)).sin();
            for (side, outside) in [drive, -0.5].into_iter().enumerate() {
                let gain = (self.outputs[side] + outside) / INERTIA[side];
                y[2 * side] += size * (y[2 * side + 1] + 0.5 * size * gain);
                y[2 * side + 1] += size * gain;
            }
        }
        y[1]
    }
}

fn backlash(criterion: &mut Criterion) {
    for (name, method, sizes) in [
        ("step_mean", Method::StepMean, &[1e-5][..]),
        ("predicted", Method::Predicted, &[1e-5, 1e-4, 2e-4, 1e-3]),
    ] {
        for &size in sizes {
            let mut machine = Machine::new(method);
            let steps = (DURATION / size).round() as u64;
            let mut group = criterion.benchmark_group("rattling coupling, a step");
            group.throughput(criterion::Throughput::Elements(steps));
            group.bench_function(format!("{name} {size:e}"), |bencher| {
                bencher.iter(|| black_box(machine.run(black_box(size))));
            });
            group.finish();
        }
    }
}

criterion_group!(benches, backlash);
criterion_main!(benches);
