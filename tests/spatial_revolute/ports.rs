//! Both kinds of ports, and indifference to motions of the whole.

use super::*;
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    [-size..size, -size..size, -size..size].prop_map(Vector3::from)
}

/// Body b in the frame of a body a at the origin, nearly at rest: usually in contact.
fn placed() -> impl Strategy<Value = Frame> {
    (vector(1.0), vector(1.0), vector(0.3), vector(30.0), -3.0..3.0_f64).prop_map(
        |(place, tilt, velocity, spin, about)| {
            let turn =
                UnitQuaternion::from_scaled_axis(Vector3::new(3e-3 * tilt.x, 3e-3 * tilt.y, 0.0))
                    * UnitQuaternion::from_scaled_axis(Vector3::z() * about);
            let place = Vector3::new(6e-5 * place.x, 6e-5 * place.y, 1.2e-4 * place.z);
            Frame { place, turn, velocity, spin }
        },
    )
}

/// The pair after a common displacement, in a common motion.
fn moved(frame: &Frame, by: &Frame) -> Frame {
    let arm = by.turn * frame.place;
    Frame {
        place: by.place + arm,
        turn: by.turn * frame.turn,
        velocity: by.velocity + by.spin.cross(&arm) + by.turn * frame.velocity,
        spin: by.spin + by.turn * frame.spin,
    }
}

fn world_loads(a: &Frame, b: &Frame) -> [Vector3<f64>; 4] {
    let mut joint = joint(PortKind::World, "end_point");
    joint.put(&[a.flat(), b.flat()].concat());
    joint.begin(0.0).unwrap();
    loads(&mut joint)
}

fn anywhere() -> impl Strategy<Value = Frame> {
    (vector(1.0), vector(3.0), vector(2.0), vector(2.0)).prop_map(
        |(place, turn, velocity, spin)| Frame {
            place,
            turn: UnitQuaternion::from_scaled_axis(turn),
            velocity,
            spin,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn loads_are_independent_of_a_common_motion(b in placed(), by in anywhere()) {
        let a = Frame::rest();
        let [on_a, about_a, on_b, about_b] = world_loads(&a, &b);
        let (far_a, far_b) = (moved(&a, &by), moved(&b, &by));
        let there = world_loads(&far_a, &far_b);
        // A position of metres resolves the gap to 1e-16 m only: 1e-12 of the load over an ordinary depth.
        let scale = on_b.norm().max(about_b.norm() / 0.01);
        let stiffness = 1e9;
        let tolerance = 1e-12 * scale + 1e-15 * stiffness;
        for (here, there) in [on_a, about_a, on_b, about_b].iter().zip(there) {
            prop_assert!((by.turn * here - there).norm() <= tolerance, "{here} {there}");
        }
    }

    #[test]
    fn the_pair_balances(b in placed(), by in anywhere()) {
        let (a, b) = (moved(&Frame::rest(), &by), moved(&b, &by));
        let [on_a, about_a, on_b, about_b] = world_loads(&a, &b);
        prop_assert!((on_a + on_b).norm() <= 1e-13 * on_b.norm());
        let about = about_a + about_b + (b.place - a.place).cross(&on_b);
        let largest = about_a.norm().max(about_b.norm()).max(1e-4 * on_b.norm());
        prop_assert!(about.norm() <= 1e-13 * largest, "{about}");
    }

    #[test]
    fn turning_b_about_its_axis_or_upside_down_changes_nothing(b in placed(), by in -3.0..3.0_f64) {
        let a = Frame::rest();
        let here = world_loads(&a, &b);
        let about = UnitQuaternion::from_scaled_axis(Vector3::z() * by);
        let over = UnitQuaternion::from_scaled_axis(Vector3::x() * std::f64::consts::PI);
        for turn in [b.turn * about, b.turn * over] {
            let there = world_loads(&a, &Frame { turn, ..b });
            let scale = here[2].norm().max(here[3].norm() / 0.01);
            for (here, there) in here.iter().zip(there) {
                prop_assert!((here - there).norm() <= 1e-10 * scale + 1e-7, "{here} {there}");
            }
        }
    }

    #[test]
    fn both_kinds_of_ports_give_the_same_loads(
        moments in prop::collection::vec((placed(), anywhere()), 1..4), mean in prop::bool::ANY,
    ) {
        let method = if mean { "step_mean" } else { "end_point" };
        let [mut world, mut pair] = [PortKind::World, PortKind::Relative].map(|ports| joint(ports, method));
        for (index, (b, by)) in moments.into_iter().enumerate() {
            let (a, b) = (moved(&Frame::rest(), &by), moved(&b, &by));
            world.put(&[a.flat(), b.flat()].concat());
            pair.put(&relative(&a, &b));
            let (start, size) = (index as f64 * 1e-6, 1e-6);
            world.go(start, size);
            pair.go(start, size);
            let [on_a, about_a, on_b, about_b] = loads(&mut world);
            let [force, torque, reaction, moment] = loads(&mut pair);
            let scale = on_b.norm().max(about_b.norm() / 0.01);
            for (world, pair) in
                [(on_a, reaction), (about_a, moment), (on_b, force), (about_b, torque)]
            {
                // Inputs are equal but for rounding: 4e-17 m of a length of centimetres at 2e10 N/m, and
                // the effect of an impact speed.
                let apart = (world - a.turn * pair).norm();
                prop_assert!(apart <= 1e-10 * scale + 1e-6, "{apart} of {scale}");
            }
        }
    }
}
