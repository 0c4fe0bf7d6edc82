//! A host that applies loads with the wrong sign: the joint says so before the first contact.

use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::model::Build;

/// Throws a body of 1 kg that moves against the loads; returns the refusal and its time \[s\].
fn thrown(joint: &str, [place, speed, force]: [&str; 3], build: &Build) -> (String, f64) {
    let build = build.clone().with("coupling.method", "predicted");
    let mut block = Block::new(catalogue::named(joint).unwrap(), &build).unwrap();
    let [place, speed, force] = [place, speed, force].map(|name| block.number(name).unwrap());
    let (size, mut x, mut v) = (1e-4, 0.0, 0.01);
    block.assign(speed, v.into()).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    for count in 0..1000 {
        let time = f64::from(count) * size;
        block.assign(place, x.into()).unwrap();
        block.assign(speed, v.into()).unwrap();
        if let Err(refusal) = block.advance(Step { start: time, size }) {
            return (refusal.to_string(), time);
        }
        let load = -block.value(force).unwrap().number();
        (x, v) = (x + v * size + 0.5 * load * size * size, v + load * size);
    }
    panic!("{joint} went on with {v} m/s");
}

#[test]
fn a_host_that_applies_loads_with_the_wrong_sign_is_refused_before_a_contact() {
    let relative = Build::default().with("build.ports", "relative");
    for (joint, ports, build) in [
        ("revolute_clearance", ["r_rel.x", "v_rel.x", "force.x"], &relative),
        ("revolute_clearance", ["frame_b.x", "frame_b.vx", "load_b.fx"], &Build::default()),
        ("rotational_backlash", ["phi_b", "w_b", "torque_b"], &Build::default()),
    ] {
        let (refusal, time) = thrown(joint, ports, build);
        assert!(refusal.contains("the sign of the load is wrong in the host"), "{refusal}");
        assert!((1e-3..0.02).contains(&time), "{joint} at {time} s");
    }
}
