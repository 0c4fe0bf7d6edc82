//! The state of a group: steps allocate nothing, saved states continue, masses are fixed.

use crate::driven::Driven;
use crate::machine::{Scheme, paper, plan};
use crate::plans::mixed;
use nalgebra::Vector2;
use spiel::Fault;
use spiel::base::fault::Name;
use spiel::block::Holds;
use spiel::coupling::Step;
use spiel_examples::plant::{Dimensions, bodies};

#[test]
fn a_step_of_a_group_allocates_nothing() {
    for scheme in [Scheme::Mixed, Scheme::First] {
        // As the bodies are thrown about here, contacts begin at nearly zero speed.
        let mut starts = paper();
        starts.0.remove("contact.impact_speed_floor");
        let mut group = Driven::group(&plan(scheme, &starts));
        let start = bodies(&Dimensions::default(), 0.0);
        let frames = |index: i32| {
            let mut bodies = start;
            // Every joint goes into contact and out again.
            bodies[1].position.x += 5.01e-4 * f64::from(index % 2);
            bodies[2].position.y += 2.5e-4 * f64::from(index % 3);
            bodies.map(|body| body.frame(Vector2::zeros()))
        };
        group.step(&frames(0), 0.0, 1e-5);
        let mut saved = group.block.save().unwrap();
        for index in 1..30 {
            let frames = frames(index);
            let time = 1e-5 * f64::from(index);
            let taken = allocation_counter::measure(|| {
                group.step(&frames, time, 1e-5);
                group.block.put_rate(3, 0.1).unwrap();
                let mut seeds = [(3, 1.0), (8, -2.0)].into_iter();
                let refused = group.block.differentiate(&mut seeds);
                assert_eq!(refused, Err(Fault::NoDerivatives));
                group.block.save_into(&mut saved).unwrap();
            });
            assert_eq!(taken.count_total, 0, "{scheme:?} in step {index}");
        }
    }
}

#[test]
fn a_saved_group_continues_bit_by_bit() {
    let mut group = Driven::group(&mixed());
    let start = bodies(&Dimensions::default(), 0.0);
    let frames = |index: i32| {
        let mut bodies = start;
        bodies[1].position.x += (2e-5 * f64::from(index)).min(5.01e-4);
        bodies.map(|body| body.frame(Vector2::zeros()))
    };
    let run = |group: &mut Driven, from: i32| -> Vec<f64> {
        let step = |index: i32| {
            group.step(&frames(index), 1e-5 * f64::from(index), 1e-5);
            (0..3).flat_map(|body| group.load(body)).collect::<Vec<_>>()
        };
        (from..from + 40).flat_map(step).collect()
    };
    run(&mut group, 0);
    let saved = group.block.save().unwrap();
    let bytes = group.block.pack(&saved);
    let first = run(&mut group, 40);
    assert!(first.iter().any(|load| load.abs() > 100.0));
    group.block.restore(&saved).unwrap();
    assert_eq!(run(&mut group, 40), first);
    let mut other = Driven::group(&mixed());
    let read = other.block.unpack(&bytes).unwrap();
    other.block.restore(&read).unwrap();
    other.begun = true;
    assert_eq!(run(&mut other, 40), first);
    // Another group refuses the state.
    let smaller = Driven::group(&plan(Scheme::Revolute, &paper()));
    assert!(smaller.block.unpack(&bytes).is_err());
    for cut in (0..bytes.len()).step_by(97) {
        assert!(other.block.unpack(&bytes[..cut]).is_err());
    }
}

#[test]
fn masses_are_fixed_once_steps_have_begun() {
    let mut group = Driven::group(&mixed());
    let (mass, friction) = (group.number("rod.mass"), group.number("C.friction.static"));
    group.set("rod.mass", 1.3);
    let frames = bodies(&Dimensions::default(), 0.0).map(|body| body.frame(Vector2::zeros()));
    group.step(&frames, 0.0, 1e-5);
    let refused = group.block.admit(mass, Holds::Real, 1.0).unwrap_err();
    assert_eq!(refused, Fault::Fixed(Name::of("rod.mass")));
    assert_eq!(group.block.assign(friction, 0.02.into()), Ok(()));
    group.block.advance(Step { start: 1e-5, size: 1e-5 }).unwrap();
    group.block.reset();
    assert_eq!(group.get("rod.mass"), 1.2);
}
