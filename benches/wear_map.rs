//! Cost of a wear map: the load of worn surfaces and their wear, by the half-angle of contact.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use nalgebra::Vector2;
use spiel::kinematics::planar::Motion;
use spiel::laws::contact::elastic::Power;
use spiel::laws::contact::{ElasticLaw, NormalLaw, NormalParameters};
use spiel::laws::wear::{Archard, Depths, Ring, Window, WornContact};
use std::hint::black_box;

const CLEARANCE: f64 = 5e-4;

fn contact(cells: usize) -> WornContact {
    let elastic = ElasticLaw::Power(Power::new(6.61e10, 1.0, 1.5));
    let law = NormalLaw::new(&NormalParameters::default(), elastic);
    WornContact::new(Ring::new(0.01, CLEARANCE, 0.01, cells), law).expect("it is a usual pin")
}

/// A journal in contact over that half-angle \[°\].
fn journal(half_angle: f64) -> Motion<f64> {
    let place = CLEARANCE / half_angle.to_radians().cos();
    Motion {
        position: Vector2::new(0.8, 0.6) * place,
        angle: 0.37,
        velocity: Vector2::new(1e-3, 2e-3),
        spin: 10.0,
    }
}

fn load(criterion: &mut Criterion) {
    let law = Archard { coefficients: [1e-15; 2], exponent: 1.0, reference_pressure: 1e6 };
    for cells in [72, 360] {
        let mut group = criterion.benchmark_group(format!("wear map of {cells} cells"));
        let contact = contact(cells);
        let depths = Depths::unworn(cells);
        let mut window = Window::new(cells);
        for half_angle in [12.0, 25.0, 48.0] {
            let journal = journal(half_angle);
            group.bench_function(format!("load, {half_angle}°"), |bencher| {
                bencher.iter(|| contact.press(&depths, black_box(&journal), 0.1, &mut window));
            });
            group.bench_function(format!("load and wear, {half_angle}°"), |bencher| {
                bencher.iter_batched_ref(
                    || depths.clone(),
                    |depths| {
                        let journal = black_box(&journal);
                        let pressed = contact.press(depths, journal, 0.1, &mut window);
                        let pressed = pressed.expect("it touches");
                        contact.wear(&law, depths, journal, pressed, 1e-6, &mut window)
                    },
                    BatchSize::SmallInput,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, load);
criterion_main!(benches);
