//! A motion that no load changes: the joint says so, instead of growing its loads without bound.

use spiel::Fault;
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::model::Build;

/// Presses body b into body a at a constant speed, and returns the largest load before the refusal, and the refusal.
fn pressed(
    joint: &str,
    [place, speed]: [&str; 2],
    (start, rate, size): (f64, f64, f64),
) -> (f64, Fault) {
    let build =
        Build::default().with("coupling.method", "predicted").with("coupling.identify", "on");
    let mut block = Block::new(catalogue::named(joint).unwrap(), &build).unwrap();
    let [place, speed] = [place, speed].map(|name| block.number(name).unwrap());
    let force = block.number("contact.peak_normal_force").unwrap();
    block.assign(place, start.into()).unwrap();
    block.assign(speed, rate.into()).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let mut most: f64 = 0.0;
    for count in 0..2000 {
        let time = f64::from(count) * size;
        block.assign(place, (start + rate * time).into()).unwrap();
        block.assign(speed, rate.into()).unwrap();
        if let Err(refusal) = block.advance(Step { start: time, size }) {
            return (most, refusal);
        }
        most = most.max(block.value(force).unwrap().number());
    }
    panic!("{joint} was pressed to the end, with {most} N at most");
}

#[test]
fn a_motion_that_no_load_changes_is_refused_with_the_way_out() {
    let plane = ["frame_b.x", "frame_b.vx"];
    for (joint, inputs, motion) in [
        ("revolute_clearance", plane, (4.9e-4, 0.1, 1e-6)),
        ("revolute_clearance", plane, (4.0e-4, 0.1, 1e-5)),
        ("spherical_clearance", plane, (0.0, 0.1, 1e-5)),
        ("rotational_backlash", ["phi_b", "w_b"], (0.0, 1.0, 1e-5)),
    ] {
        let (most, refusal) = pressed(joint, inputs, motion);
        assert!(refusal.to_string().contains("choose coupling.method = step_mean"), "{refusal}");
        // The impulse of a hundred kilograms, in one step.
        assert!(most <= 1e3 * motion.1 / motion.2, "{joint}: {most}");
    }
}
