//! Cost of a predicted step: apart, in lasting contact, through an impact; and of measuring the host.

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::{Matrix3, Vector2, Vector3};
use spiel::Real;
use spiel::coupling::identify::{Identifier, Received};
use spiel::coupling::predicted::{HostState, OneJoint, Predictor, Settings};
use spiel::coupling::{Contact, Coupling, Step};
use spiel::kinematics::planar::{Motion, quarter_turn};
use spiel::laws::contact::elastic::Hertz;
use spiel::laws::contact::{ElasticLaw, NormalLaw, NormalParameters, Touch, TouchGeometry};
use spiel::laws::friction::{FrictionLaw, FrictionParameters};
use std::hint::black_box;

const SIZE: f64 = 1e-4;

/// A journal of radius 9.5 mm in a hole with 0.5 mm of clearance.
struct Hole;

impl TouchGeometry for Hole {
    fn touch<T: Real>(&self, _index: usize, journal: &Motion<T>) -> Touch<T> {
        let offset = journal.position;
        let (distance, radius) = (offset.dot(&offset).sqrt(), T::from(9.5e-3));
        let normal = offset / distance;
        Touch {
            penetration: distance - 5e-4,
            rate: journal.velocity.dot(&normal),
            sliding_speed: journal.velocity.dot(&quarter_turn(normal)) + journal.spin * radius,
            normal,
            arm_a: normal * (distance + radius),
            arm_b: normal * radius,
            gain: T::from(1.0),
            spread: T::from(1.0),
        }
    }
}

fn steps(criterion: &mut Criterion) {
    let steel = spiel::Material::default();
    let elastic = Hertz::internal(0.01, 0.0095, &steel, &steel, 1.5);
    let parameters = NormalParameters { impact_speed_floor: 1e-2, ..NormalParameters::default() };
    let friction = FrictionParameters {
        r#static: 0.15,
        kinetic: 0.1,
        stribeck_speed: 0.05,
        bristle_damping: 10.0,
        ..FrictionParameters::default()
    };
    let contact = Contact {
        normal: NormalLaw::new(&parameters, ElasticLaw::Hertz(elastic)),
        friction: FrictionLaw::without_micro_slip(&friction).unwrap(),
        coupling: Coupling::StepMean,
    };
    let mobility = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.0));
    let mut joint = OneJoint::new(&Hole, &contact, 1, mobility);
    let mut group = criterion.benchmark_group("predicted step of 1e-4 s");
    // Under 200 N the journal lies 2.1 µm deep; 1e4 N press it in by 28 µm.
    for (name, x, vx, vy, push) in [
        ("apart", 1e-4, 1e-3, 0.1, 0.0),
        ("resting under 200 N", 5.0209e-4, 0.0, 0.0, 200.0),
        ("sliding under 200 N", 5.0209e-4, 0.0, 0.2, 200.0),
        ("sliding under 10 kN", 5.284e-4, 0.0, 0.2, 1e4),
    ] {
        let mut predictor = Predictor::new(&joint, Settings::default());
        let velocities = [vx, vy, 0.0];
        let first = HostState { coordinates: &[x, 0.0, 0.0], velocities: &velocities };
        let mut memory = predictor.begin(&mut joint, first, 0.0);
        let mut start = 0.0;
        // The host lets the journal slide along without leaving the wall.
        let mut place = Vector2::new(x, 0.0);
        let mut go = || {
            start += SIZE;
            let coordinates = [place.x, place.y, 0.0];
            let state = HostState { coordinates: &coordinates, velocities: &velocities };
            // The host's external force, as if it were known.
            memory.coordinates[0].external = push;
            let step = Step { start, size: SIZE };
            let outcome = predictor.step(&mut joint, black_box(state), &mut memory, step);
            place.y = 0.0;
            outcome
        };
        group.bench_function(name, |bencher| bencher.iter(&mut go));
    }
}

/// Cost of measuring a host beyond a step: during the search, with noise large enough that it never ends,
/// and while the host is tracked.
fn measuring(criterion: &mut Criterion) {
    let identifier = Identifier {
        tracks: true,
        tolerance: 3e-3,
        speed: 1e-3,
        displacement: 5e-7,
        force: 100.0,
        slot: 0,
        slots: 1,
        directions: 3,
        length: 0.01,
    };
    let mut group = criterion.benchmark_group("measuring a host");
    for (name, noise, size) in [("searching", 1e-4, SIZE), ("tracking", 0.0, SIZE)] {
        let mut identification = identifier.begin();
        let (mut speed, mut place, mut random) = (Vector3::zeros(), Vector3::zeros(), 1_u64);
        let mut go = || {
            let mut velocity = speed;
            for part in &mut velocity {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *part += noise * (random >> 40) as f64 / f64::from(1 << 23);
            }
            let drift = velocity;
            let received = Received { velocity, place, drift, size, touching: false, near: false };
            let load = identification.receive(&identifier, &received);
            identification.give(&identifier, &load);
            let rate = load.component_mul(&Vector3::new(1.0, 1.0, 500.0));
            place += size * (speed + 0.5 * size * rate);
            speed += size * rate;
            load
        };
        for _ in 0..400 {
            go();
        }
        group.bench_function(name, |bencher| bencher.iter(&mut go));
    }
}

criterion_group!(benches, steps, measuring);
criterion_main!(benches);
