//! Properties of every play under every motion.

use crate::driven::Driven;
use crate::law::{Law, carried, inputs, law, loads, swings};
use proptest::prelude::*;
use std::f64::consts::TAU;

const MODELS: [&str; 3] = ["rotational_backlash", "translational_backlash", "gear_mesh"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_mirrored_motion_has_the_mirrored_load(
        law in law(), swings in swings(), predicted in any::<bool>(),
    ) {
        let law = Law { spring: [law.spring[0], 0.0], ..law };
        let method = if predicted { "predicted" } else { "step_mean" };
        let of = |sign: f64| {
            let motion = |time: f64| inputs(time, &swings).map(|x| sign * x);
            carried(law.on("rotational_backlash", method), motion, ["energy.dissipated"])
        };
        for ((one, [lost]), (other, [mirrored])) in of(1.0).into_iter().zip(of(-1.0)) {
            for side in 0..2 {
                prop_assert!((one[side] + other[side]).abs() <= 1e-9 * (1.0 + one[side].abs()));
            }
            prop_assert!((lost - mirrored).abs() <= 1e-9 * (1.0 + lost));
        }
    }

    #[test]
    fn both_sides_of_a_shaft_feel_the_same(law in law(), swings in swings()) {
        for model in &MODELS[..2] {
            let steps = carried(law.on(model, "step_mean"), |time| inputs(time, &swings), []);
            for ([a, b], []) in steps {
                prop_assert_eq!(a, -b);
            }
        }
    }

    #[test]
    fn angles_and_places_give_the_same_numbers(
        law in law(), swings in swings(), predicted in any::<bool>(),
    ) {
        let method = if predicted { "predicted" } else { "step_mean" };
        let names = ["energy.dissipated", "energy.stored", "contact.penetration"];
        let [turned, moved] = [0, 1].map(|model| {
            carried(law.on(MODELS[model], method), |time| inputs(time, &swings), names)
        });
        prop_assert!(turned == moved);
    }

    #[test]
    fn whole_turns_of_a_shaft_change_nothing(
        law in law(), swings in swings(), turns in -1000..1000_i32, other in -1000..1000_i32,
    ) {
        let of = |[first, second]: [f64; 2]| {
            let motion = |time: f64| {
                let [a, wa, b, wb] = inputs(time, &swings);
                [a + TAU * first, wa, b + TAU * second, wb]
            };
            carried(law.on("rotational_backlash", "step_mean"), motion, [])
        };
        let [here, there] = [[0.0, 0.0], [turns.into(), other.into()]].map(of);
        // Angles of a thousand turns are known to 1e-12 rad, times the stiffness.
        for ((one, []), (other, [])) in here.into_iter().zip(there) {
            prop_assert!((one[1] - other[1]).abs() <= 1e-5 * (1.0 + one[1].abs()));
        }
    }

    #[test]
    fn a_flank_never_pulls_and_the_gap_is_empty(law in law(), swings in swings()) {
        let law = Law { spring: [0.0; 2], ..law };
        let names = ["contact.position", "contact.normal_force", "contact.flank", "drag.load"];
        let joint = || law.on("translational_backlash", "step_mean").with("drag.viscous", 0.0);
        let steps = carried(joint(), |time| inputs(time, &swings), names);
        let mut before = 0.0;
        for ([_, b], [position, force, flank, _]) in steps {
            prop_assert!(force >= 0.0);
            let inside = |x: f64| x.abs() < 0.01;
            prop_assert_eq!(flank == 1.0, position.abs() <= 0.01);
            if inside(position) && inside(before) && law.drag == "none" {
                prop_assert_eq!(b, 0.0);
            }
            if law.drag == "none" {
                // A flank pushes towards the middle or not at all.
                prop_assert!(b * (position + before) <= 0.0);
            }
            before = position;
        }
    }

    #[test]
    fn work_of_the_bodies_is_stored_or_lost(law in law(), swings in swings()) {
        for model in MODELS {
            let names = ["energy.dissipated", "energy.stored"];
            // Every step is straight, as step_mean assumes: its loads do their work exactly.
            let mut joint = law.on(model, "step_mean");
            if model == "gear_mesh" {
                joint = joint
                    .with("mesh.radius_a", 1.0)
                    .with("mesh.radius_b", 1.2)
                    .with("mesh.error_amplitude", 2e-3);
            }
            let size = 1e-5;
            let [mut a, _, mut b, _] = inputs(0.0, &swings);
            joint.put(&inputs(0.0, &swings));
            joint.begin(0.0).unwrap();
            let (mut work, mut turned, mut last, mut worst) = (0.0, 0.0, 0.0, 0.0_f64);
            let start = joint.get("energy.stored");
            let mut kept = start;
            for step in 0..400 {
                let time = f64::from(step) * size;
                let [_, wa, _, wb] = inputs(time + 0.5 * size, &swings);
                joint.put(&[a, wa, b, wb]);
                joint.go(time, size);
                let [on_a, on_b] = loads(&mut joint);
                work -= size * (on_a * wa + on_b * wb);
                turned += size * (on_a * wa).abs() + size * (on_b * wb).abs();
                (a, b) = (a + size * wa, b + size * wb);
                let [lost, stored] = names.map(|name| joint.get(name));
                // A flank that falls behind its ring passes its stored energy to its own damper, without a load.
                turned += (stored - kept).abs();
                kept = stored;
                worst = worst.max((work - lost - stored + start).abs());
                prop_assert!(lost >= last - 1e-12 * (1.0 + turned), "{model} {step}");
                last = lost;
            }
            // The rule over a step errs by 1e-6 of the energy turned over; in a step where a flank is met or
            // ceases to push (a corner) by 1e-3 of that.
            prop_assert!(worst <= 2e-4 * turned + 1e-12, "{model}: {worst} of {turned}");
        }
    }

    #[test]
    fn free_bodies_get_no_energy_from_predicted_steps(
        law in law(), speeds in (-3.0..3.0_f64, -3.0..3.0_f64), steps in 0..4_usize,
    ) {
        let size = [1e-5, 1e-4, 2e-4, 5e-4][steps];
        let inertia = [0.01, 0.05];
        let mut joint = law.on("rotational_backlash", "predicted");
        let mut y = [0.0, speeds.0, 0.0, speeds.1];
        let kinetic = |y: &[f64; 4]| {
            0.5 * (inertia[0] * y[1] * y[1] + inertia[1] * y[3] * y[3])
        };
        joint.put(&y);
        joint.begin(0.0).unwrap();
        let kept = |joint: &mut Driven| joint.get("energy.stored") + joint.get("energy.dissipated");
        let first = kinetic(&y) + kept(&mut joint);
        // Energies are compared in the gap: in contact the host's positions still await their correction.
        let (mut free, mut worst, mut moved) = (0, 0.0_f64, first);
        for step in 0..(0.05 / size) as u32 {
            joint.put(&y);
            joint.go(f64::from(step) * size, size);
            let on = loads(&mut joint);
            for (side, load) in on.into_iter().enumerate() {
                let gain = load / inertia[side];
                y[2 * side] += size * (y[2 * side + 1] + 0.5 * size * gain);
                y[2 * side + 1] += size * gain;
            }
            free = if joint.get("contact.normal_force") > 0.0 { 0 } else { free + 1 };
            // A preloaded spring moves bodies that were at rest.
            moved = moved.max(kinetic(&y));
            if free > 2 {
                let now = kinetic(&y) + kept(&mut joint) - first;
                worst = if now.abs() > worst.abs() { now } else { worst };
            }
        }
        // Measured 3e-3 at most: an impact that a step of 5e-4 s divides.
        prop_assert!(worst.abs() < 1e-2 * moved.max(1e-6), "{size}: {worst} of {moved}");
    }

    #[test]
    fn a_mesh_makes_no_energy_of_its_error(
        law in law(), a in -3.0..3.0_f64, wa in -50.0..50.0_f64, wb in -50.0..50.0_f64,
        gap in -0.03..0.03_f64, internal in any::<bool>(),
    ) {
        let kind = if internal { "internal_teeth" } else { "external_teeth" };
        let sign = if internal { 1.0 } else { -1.0 };
        let kind = law.build().with("mesh.kind", kind).with("mesh.error_amplitude", 4e-4)
            .with("mesh.error_phase", 0.3).with("mesh.teeth_a", 30);
        let error = |a: f64| 4e-4 * (30.0 * a + 0.3).cos();
        let slope = -30.0 * 4e-4 * (30.0 * a + 0.3).sin();
        let b = sign * (gap + 0.03 * a + error(a)) / 0.06;
        let mut joint = Driven::new("gear_mesh", &kind.with("coupling.method", "end_point"));
        joint.put(&[a, wa, b, wb]);
        joint.begin(0.0).unwrap();
        joint.go(0.0, 1e-9);
        let [on_a, on_b] = loads(&mut joint);
        let force = joint.get("mesh.force");
        let speed = sign * 0.06 * wb - (0.03 + slope) * wa;
        let power = on_a * wa + on_b * wb + force * speed;
        let size = (on_a * wa).abs() + (on_b * wb).abs();
        prop_assert!(power.abs() <= 1e-12 * (size + 1e-9), "{power} of {size}");
    }

    #[test]
    fn gears_without_an_error_share_the_torque_as_their_radii(law in law(), swings in swings()) {
        for (kind, sign) in [("external_teeth", 1.0), ("internal_teeth", -1.0)] {
            let law = law.build().with("mesh.kind", kind).with("mesh.radius_a", 1.0)
                .with("mesh.radius_b", 2.5);
            let joint = Driven::new("gear_mesh", &law);
            let motion = |time: f64| {
                let [a, wa, b, wb] = inputs(time, &swings);
                [a, wa, -sign * b / 2.5, -sign * wb / 2.5]
            };
            for ([a, b], [force]) in carried(joint, motion, ["mesh.force"]) {
                prop_assert!((2.5 * a - sign * b).abs() <= 1e-12 * (1.0 + b.abs()), "{kind} {a} {b}");
                prop_assert!((a - force).abs() <= 1e-12 * (1.0 + force.abs()));
            }
        }
    }

    #[test]
    fn a_mesh_of_equal_internal_gears_of_one_metre_is_a_shaft(law in law(), swings in swings()) {
        let gears = law.build().with("mesh.kind", "internal_teeth").with("mesh.radius_a", 1)
            .with("mesh.radius_b", 1);
        let gears = carried(Driven::new("gear_mesh", &gears), |time| inputs(time, &swings), []);
        let shaft = carried(law.on("rotational_backlash", "step_mean"), |time| inputs(time, &swings), []);
        for (([_, gear], []), ([_, shaft], [])) in gears.into_iter().zip(shaft) {
            prop_assert!((gear - shaft).abs() <= 1e-9 * (1.0 + shaft.abs()));
        }
    }

    #[test]
    fn a_derivative_is_the_change_of_the_loads(
        law in law(), swings in swings(), model in 0..3_usize, input in 0..4_usize, at in 0..200_u32,
    ) {
        let mut joint = law.on(MODELS[model], "step_mean");
        if model == 2 {
            joint = joint.with("mesh.radius_a", 1.0).with("mesh.radius_b", 1.2)
                .with("mesh.error_amplitude", 2e-3);
        }
        joint.put(&inputs(0.0, &swings));
        joint.begin(0.0).unwrap();
        let size = 1e-5;
        for step in 0..at {
            joint.put(&inputs(f64::from(step) * size, &swings));
            joint.go(f64::from(step) * size, size);
        }
        // The loads of the coming step, by differences.
        let here = inputs(f64::from(at) * size, &swings);
        let mut loads_at = |part: f64| {
            let mut moved = here;
            moved[input] += part;
            joint.put(&moved);
            loads(&mut joint)
        };
        let part = if input % 2 == 0 { 1e-9 } else { 1e-6 };
        let [behind, ahead, near] = [-part, part, 0.5 * part].map(&mut loads_at);
        let middle = loads_at(0.0);
        joint.block.differentiate(&mut [(input, 1.0)].into_iter()).unwrap();
        let first = joint.block.layout().loads.start;
        for side in 0..2 {
            let found = joint.block.derivative(first + side).unwrap();
            let expected = (ahead[side] - behind[side]) / (2.0 * part);
            let other = (near[side] - middle[side]) / (0.5 * part);
            // The derivative does not exist where a flank is met or left.
            prop_assume!((expected - other).abs() <= 1e-3 * (1.0 + expected.abs()));
            prop_assert!(
                (found - expected).abs() <= 2e-3 * (1.0 + expected.abs()),
                "{model} {input}: {found} {expected}"
            );
        }
    }

    #[test]
    fn a_state_saved_in_an_impact_continues_bit_by_bit(
        law in law(), swings in swings(), at in 0..350_u32, method in 0..3_usize, model in 0..3_usize,
    ) {
        let method = ["end_point", "step_mean", "predicted"][method];
        let mut joint = law.on(MODELS[model], method);
        joint.put(&inputs(0.0, &swings));
        joint.begin(0.0).unwrap();
        let size = 1e-5;
        let on = |joint: &mut Driven, steps: std::ops::Range<u32>| {
            let mut all = vec![];
            for step in steps {
                let time = f64::from(step) * size;
                joint.put(&inputs(time, &swings));
                joint.go(time, size);
                all.push((loads(joint).map(f64::to_bits), joint.get("energy.dissipated").to_bits()));
            }
            all
        };
        on(&mut joint, 0..at);
        let saved = joint.block.save().unwrap();
        let first = on(&mut joint, at..at + 50);
        joint.block.restore(&saved).unwrap();
        prop_assert!(first == on(&mut joint, at..at + 50));
    }
}

#[test]
fn a_predicted_load_in_small_steps_is_that_of_the_plain_law() {
    let law = Law {
        elastic: "power",
        dissipation: "exact",
        drag: "none",
        exponent: 1.5,
        spring: [100.0, 0.0],
    };
    let swings = [[0.0, 20.0, 0.0], [0.012, 50.0, 0.0]];
    let mut off = vec![];
    for size in [1e-5, 1e-6] {
        let of = |method: &str| {
            let mut joint = law.on("rotational_backlash", method);
            joint.put(&inputs(0.0, &swings));
            joint.begin(0.0).unwrap();
            let steps = (0.02 / size) as u32;
            let one = |step: u32| {
                let time = f64::from(step) * size;
                joint.put(&inputs(time, &swings));
                joint.go(time, size);
                loads(&mut joint)[1]
            };
            (0..steps).map(one).collect::<Vec<f64>>()
        };
        let (plain, predicted) = (of("end_point"), of("predicted"));
        let largest = plain.iter().fold(0.0_f64, |most, load| most.max(load.abs()));
        let both = plain.iter().zip(&predicted);
        off.push(both.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / largest);
    }
    println!("off the plain law: {off:?}");
    assert!(off[1] < 0.2 * off[0] && off[1] < 1e-2, "{off:?}");
}
