//! Cost of the law of a pin in space: free, parallel, on two edges and a face; and of a whole step.

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::Vector3;
use spiel::Material;
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::kinematics::spatial::Motion;
use spiel::laws::contact::elastic::Hertz;
use spiel::laws::contact::{ElasticLaw, Loss};
use spiel::laws::friction::{FrictionLaw, FrictionParameters};
use spiel::laws::mating::{Contact, Faces, Fit, LineLoad, TiltingJournal};
use spiel::model::Build;
use spiel::{Value, catalogue};
use std::hint::black_box;

/// The default joint with faces of 10.5 and 15 mm.
fn journal() -> TiltingJournal {
    let steel = Material::default();
    let hertz = Hertz::internal(0.01, 0.00995, &steel, &steel, 1.5);
    let [inner, outer] = [0.0105, 0.015];
    let foundation = Faces::foundation(3.5e9, inner, outer);
    TiltingJournal {
        fit: Fit { clearance: 5e-5, journal_radius: 0.00995 },
        bearing_length: 0.02,
        journal_length: 0.0202,
        slices: 6,
        line: LineLoad::Spread(ElasticLaw::Hertz(hertz), 0.02),
        damping: [Loss::of_factor(0.2); 2],
        floor: 1e-3,
        faces: Some(Faces { half_length: 0.01, play: 1e-4, inner, outer, foundation }),
    }
}

fn motion(place: [f64; 3], tilt: f64) -> Motion<f64> {
    let velocity = Vector3::new(0.02, 0.1, 0.01);
    let axis = Vector3::new(tilt, 0.0, 1.0).normalize();
    Motion { position: Vector3::from(place), axis, velocity, spin: Vector3::new(0.5, 0.1, 20.0) }
}

fn law(bench: &mut Criterion) {
    let journal = journal();
    let friction = FrictionLaw::without_micro_slip(&FrictionParameters::default()).unwrap();
    let mut contact = Contact::new(journal.slices);
    let mut group = bench.benchmark_group("spatial law");
    for (name, b) in [
        ("free", motion([1e-5, 0.0, 0.0], 1e-4)),
        ("parallel", motion([5.5e-5, 0.0, 0.0], 0.0)),
        ("two edges and a face", motion([0.0, 0.0, 6e-5], 5.3e-3)),
    ] {
        let mut bristles = [[1e-7; 3]; 8];
        let mut evaluate = || {
            journal.survey(&mut contact, black_box(&b));
            contact.find_onsets(journal.floor, |_| 0.1, |_, _, rate| rate);
            journal.press(&mut contact);
            let rubbed = contact.friction_load(|surface, rub| {
                let force = rub.normal_force;
                friction.slide_along(&mut bristles[surface], rub.slip, 1e-6, force)
            });
            rubbed.0.force.x + contact.load.force.x
        };
        assert_eq!(evaluate() != 0.0, name != "free");
        group.bench_function(name, |bench| bench.iter(&mut evaluate));
    }
}

/// Steps of 1e-4 s in which half a kilogram goes to and fro between the walls of its hole.
fn step(bench: &mut Criterion) {
    let mut build = Build::default()
        .with("coupling.method", "predicted")
        .with("contact.restitution", 1.0)
        .with("geometry.face_outer_radius", 0.015);
    for (name, value) in [("xx", 2.0), ("yy", 2.0), ("zz", 2.0)] {
        build = build.with(&format!("coupling.mobility_{name}"), value);
    }
    let mut block = Block::new(catalogue::named("spatial_revolute").unwrap(), &build).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let inputs = ["frame_b.x", "frame_b.vx"].map(|name| block.number(name).unwrap());
    let load = block.layout().loads.start + 6;
    let (mut place, mut speed, mut count) = (0.0, 0.3, 0);
    bench.bench_function("spatial step, struck every third", |bench| {
        bench.iter(|| {
            let size = 1e-4;
            for (input, value) in inputs.into_iter().zip([place, speed]) {
                block.assign(input, Value::Real(value)).unwrap();
            }
            let acceleration = 2.0 * block.value(load).unwrap().number();
            block.advance(Step { start: size * f64::from(count), size }).unwrap();
            count += 1;
            place += size * (speed + 0.5 * size * acceleration);
            speed += size * acceleration;
        });
    });
    assert!(place.abs() < 1e-4 && (0.1..0.5).contains(&speed.abs()), "{place} {speed}");
}

/// Steps of 1e-6 s of a pin that moves about in its hole without contact.
fn flight(bench: &mut Criterion) {
    let build = Build::default().with("geometry.face_outer_radius", 0.015);
    let mut block = Block::new(catalogue::named("spatial_revolute").unwrap(), &build).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let input = block.number("frame_b.x").unwrap();
    let load = block.layout().loads.start;
    let mut count = 0_u32;
    bench.bench_function("spatial step, free", |bench| {
        bench.iter(|| {
            let place = 1e-5 * f64::from(count % 2);
            block.assign(input, Value::Real(place)).unwrap();
            let size = 1e-6;
            block.advance(Step { start: size * f64::from(count), size }).unwrap();
            count = count.wrapping_add(1);
            block.value(load).unwrap()
        });
    });
}

criterion_group!(benches, law, flight, step);
criterion_main!(benches);
