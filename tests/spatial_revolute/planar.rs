//! A parallel journal, and a ball, act as the joint in the plane: loads, memory and bristles.

use super::*;
use spiel::block::Block;

const SHARED: [(&str, &str); 11] = [
    ("geometry.clearance", "5e-5"),
    ("contact.dissipation", "exact"),
    ("contact.restitution", "0.6"),
    ("contact.restitution_law", "yield"),
    ("contact.yield_speed", "0.1"),
    ("friction.static", "0.15"),
    ("friction.kinetic", "0.1"),
    ("friction.stribeck_speed", "0.05"),
    ("friction.bristle_damping", "10"),
    ("build.ports", "relative"),
    ("contact.impact_speed_floor", "1e-3"),
];

fn pair(space: &str, method: &str, friction: &str) -> [Driven; 2] {
    ["revolute_clearance", space].map(|name| {
        let mut build =
            SHARED.iter().fold(Build::default(), |build, (name, text)| build.with(name, text));
        if name != BALL {
            build = build.with("geometry.length", "0.02").with("contact.elastic", "hertz");
        }
        let build = build.with("coupling.method", method).with("friction.model", friction);
        Driven::new(name, &build)
    })
}

const PIN: &str = "spatial_revolute";
const BALL: &str = "spherical_clearance";

/// Loads in the plane: force and moment on b, then on a.
fn compare(plane: &mut Driven, space: &mut Driven, seen: &mut f64) {
    let [fx, fy, torque, rx, ry, rt] = plane.loads();
    let [force, moment, reaction, about_a] = loads(space);
    let scale = fx.hypot(fy).max(1e-6);
    *seen = seen.max(scale);
    for (found, right, lever) in [
        (force.x, fx, 1.0),
        (force.y, fy, 1.0),
        (moment.z, torque, 0.01),
        (reaction.x, rx, 1.0),
        (reaction.y, ry, 1.0),
        (about_a.z, rt, 0.01),
    ] {
        assert!((found - right).abs() <= 1e-12 * scale * lever, "{found} {right} of {scale}");
    }
}

fn put(plane: &mut Driven, space: &mut Driven, [x, y, angle, vx, vy, w]: [f64; 6]) {
    plane.put(&[x, y, angle, vx, vy, w]);
    space.put(&[x, y, 0.0, 0.0, 0.0, 1.0, vx, vy, 0.0, 0.0, 0.0, w]);
}

#[test]
fn a_parallel_journal_and_a_ball_in_steps_are_that_of_the_plane() {
    [PIN, BALL].into_iter().for_each(in_steps);
}

fn in_steps(name: &str) {
    for method in ["step_mean", "end_point"] {
        for friction in ["none", "coulomb", "lugre"] {
            let [mut plane, mut space] = pair(name, method, friction);
            let size = 2e-6;
            let (mass, inertia) = (0.5, 5e-5);
            let mut state = [4.6e-5, 1e-5, 0.0, 0.3, -0.05, 20.0];
            let mut seen = 0.0;
            let mut starts = 0;
            let mut last = 0.0;
            for step in 0..1500 {
                put(&mut plane, &mut space, state);
                let start = f64::from(step) * size;
                plane.go(start, size);
                space.go(start, size);
                compare(&mut plane, &mut space, &mut seen);
                let [fx, fy, torque, ..] = plane.loads();
                for (k, acceleration) in
                    [fx / mass, fy / mass, torque / inertia].into_iter().enumerate()
                {
                    state[k] += size * (state[k + 3] + 0.5 * size * acceleration);
                    state[k + 3] += size * acceleration;
                }
                let began = plane.get("contact.start_time");
                if began != last {
                    (last, starts) = (began, starts + 1);
                    let places: &[&str] =
                        if name == BALL { &["contact"] } else { &["lower", "upper"] };
                    for end in places {
                        let time = space.get(&format!("{end}.start_time"));
                        let speed = space.get(&format!("{end}.impact_speed"));
                        let right = plane.get("contact.impact_speed");
                        assert!(
                            (time - began).abs() < 1e-15 && (speed / right - 1.0).abs() < 1e-12
                        );
                    }
                }
            }
            assert!(seen > 1e3 && starts > 2, "{method} {friction}: {seen} {starts}");
            for name in ["energy.dissipated", "energy.stored", "contact.peak_normal_force"] {
                let (found, right) = (space.get(name), plane.get(name));
                assert!((found - right).abs() <= 1e-10 * right.abs(), "{name} {found} {right}");
            }
            let (bristle, sliding) = if name == BALL {
                let [x, y, z] = ["x", "y", "z"].map(|way| space.get(&format!("bristle.{way}")));
                assert!(z.abs() < 1e-22, "{z}");
                (x.hypot(y), space.get("contact.sliding_speed"))
            } else {
                (space.get("slice_03.bristle.around"), space.get("upper.sliding_speed"))
            };
            for (found, in_plane) in
                [(bristle, "contact.bristle"), (sliding, "contact.sliding_speed")]
            {
                let right = plane.get(in_plane).abs();
                assert!(
                    (found.abs() - right).abs() <= 1e-9 * right + 1e-18,
                    "{in_plane} {found} {right}"
                );
            }
        }
    }
}

#[test]
fn a_parallel_journal_in_continuous_time_is_that_of_the_plane() {
    let [mut plane, mut space] = pair(PIN, "step_mean", "lugre");
    for driven in [&mut plane, &mut space] {
        driven.block.make_continuous().unwrap();
    }
    let start = [4.99e-5, 0.0, 0.0, 0.3, 0.1, 20.0];
    put(&mut plane, &mut space, start);
    let begin = |block: &mut Block| {
        block.start_solving(0.0).unwrap();
        block.begin().unwrap();
    };
    begin(&mut plane.block);
    begin(&mut space.block);
    let mut seen = 0.0;
    for (time, state) in [
        (1e-6, [5e-5 + 1e-15, 0.0, 0.0, 0.3, 0.1, 20.0]),
        (2e-6, [5.1e-5, 1e-6, 0.0, 0.2, 0.1, 21.0]),
        (3e-6, [5.2e-5, 2e-6, 0.0, -0.2, 0.1, 22.0]),
    ] {
        put(&mut plane, &mut space, state);
        let bristle = 1e-7 * time * 1e6;
        for driven in [&mut plane, &mut space] {
            driven.block.set_time(time);
            if time < 1.5e-6 {
                driven.block.event().unwrap();
            } else {
                let mut states = driven.block.states().unwrap().to_vec();
                let count = states.len();
                if count == 2 {
                    states[0] = bristle;
                } else {
                    (0..6).for_each(|slice| states[2 * slice] = bristle);
                }
                driven.block.set_states(&states);
            }
        }
        compare(&mut plane, &mut space, &mut seen);
        let (flat, all) =
            (plane.block.state_rates().unwrap().to_vec(), space.block.state_rates().unwrap());
        assert!((flat[0] - all[4]).abs() < 1e-12, "{flat:?} {all:?}");
        assert!((flat[1] - all[all.len() - 1]).abs() <= 1e-12 * flat[1].abs(), "{flat:?} {all:?}");
    }
    assert!(seen > 10.0);
}
