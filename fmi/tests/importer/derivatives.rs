//! Directional derivatives, derivatives of inputs and tunable parameters, as an importer meets them.

use crate::common::*;
use spiel::catalogue::ALL;
use spiel::model::{Build, ModelKind};
use spiel_fmi::fmi2::*;

/// Returns the derivative of an output with respect to an input at the inputs `at`, from
/// fmi2GetDirectionalDerivative.
fn exact(client: &Client, outputs: &[u32], input: u32) -> Vec<f64> {
    let mut found = vec![f64::NAN; outputs.len()];
    let status = unsafe {
        fmi2GetDirectionalDerivative(
            client.component,
            outputs.as_ptr(),
            outputs.len(),
            &input,
            1,
            &1.0,
            found.as_mut_ptr(),
        )
    };
    assert_eq!(status, OK, "{:?}", client.log());
    found
}

/// Returns that derivative by central differences of fmi2GetReal.
fn differences(client: &Client, outputs: &[u32], input: u32, at: f64, nudge: f64) -> Vec<f64> {
    let read = |value| {
        assert_eq!(client.set(&[input], &[value]), OK);
        client.get(outputs).1
    };
    let (right, left) = (read(at + nudge), read(at - nudge));
    read(at);
    right.iter().zip(&left).map(|(right, left)| (right - left) / (2.0 * nudge)).collect()
}

fn compare(joint: &ModelKind, settings: &[(&str, i32)], inputs: &[f64]) {
    compare_built(joint, &Build::default(), settings, inputs);
}

fn compare_built(joint: &ModelKind, build: &Build, settings: &[(&str, i32)], inputs: &[f64]) {
    let block = block(joint);
    let layout = block.layout();
    let client = Client::built(joint, build);
    for (name, value) in settings {
        let number = block.number(name).unwrap() as u32;
        assert_eq!(unsafe { fmi2SetInteger(client.component, &number, 1, value) }, OK);
    }
    let references: Vec<u32> = (0..layout.inputs.end as u32).collect();
    assert_eq!(client.set(&references, inputs), OK);
    unsafe {
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    // Two steps make a memory; the derivatives are those of the third.
    for index in 0..2 {
        assert_eq!(client.step(f64::from(index) * 1e-6, 1e-6), OK, "{:?}", client.log());
        assert_eq!(client.set(&references, inputs), OK);
    }
    let outputs: Vec<u32> = layout.loads.clone().map(|index| index as u32).collect();
    for input in references {
        // Positions, angles and velocities are nudged so that a contact moves a little.
        let nudge = match joint.name {
            "spatial_revolute" | "spherical_clearance" => {
                let [place, turn, speed, spin] = [1e-10, 1e-8, 1e-5, 1e-3];
                let each =
                    [[place; 3], [turn; 3], [turn, speed, speed], [speed, spin, spin], [spin; 3]];
                each.concat()[input as usize % 13]
            }
            // Drag bends over a thousandth of a speed.
            _ if inputs.len() == 4 => [1e-8, 1e-6][input as usize % 2],
            _ => [1e-9, 1e-9, 1e-7, 1e-4, 1e-4, 1e-3][input as usize % 6],
        };
        let at = inputs[input as usize];
        let (found, measured) =
            (exact(&client, &outputs, input), differences(&client, &outputs, input, at, nudge));
        let scale = measured.iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
        let load = client.get(&outputs).1.iter().fold(0.0_f64, |most, load| most.max(load.abs()));
        for (found, measured) in found.iter().zip(&measured) {
            // 1e-5: curvature over the nudge; and rounding of the loads over the nudge.
            let allowed = 1e-5 * scale + 1e-12 * load / nudge + 1e-9;
            assert!(
                (found - measured).abs() < allowed,
                "{} {build:?} {settings:?} {input}: {found} {measured}",
                joint.name
            );
        }
    }
}

/// Inputs with which a joint of one coordinate is in contact.
fn line_in_contact(joint: &str) -> Option<[f64; 4]> {
    match joint {
        "rotational_backlash" => Some([0.2, 0.3, 0.2052, 0.4]),
        "translational_backlash" => Some([0.2, 0.3, 0.200_052, 0.301]),
        // 0.06 φ_b = −0.03 φ_a − 52 µm: along the line of action the wheel is ahead.
        "gear_mesh" => Some([0.2, 0.3, -0.1 - 52e-6 / 0.06, -0.16]),
        _ => None,
    }
}
/// Two frames that stand and move at will, the journal tilted and pressed against its bearing.
const IN_SPACE: [f64; 26] = [
    0.2, -0.1, 0.05, 1.0, 0.0, 0.0, 0.0, 0.3, -0.2, 0.1, 0.5, -1.0, 5.0, 0.200055, -0.09999, 0.05,
    0.9999990, 0.5e-3, -1.2e-3, 0.1e-3, 0.32, -0.25, 0.12, 0.7, 0.2, 7.0,
];

#[test]
fn every_load_has_the_derivative_that_differences_show() {
    for joint in ALL {
        if let Some(touching) = line_in_contact(joint.name) {
            for coupling in [1, 2] {
                compare(joint, &[("coupling.method", coupling)], &touching);
                for (elastic, drag) in [(1, 1), (2, 2), (2, 3)] {
                    let laws = [("contact.elastic", elastic), ("drag.model", drag)];
                    compare(
                        joint,
                        &[&laws[..], &[("coupling.method", coupling)]].concat(),
                        &touching,
                    );
                }
            }
            continue;
        }
        if ["spatial_revolute", "spherical_clearance"].contains(&joint.name) {
            for friction in 1..=3 {
                compare(joint, &[("friction.model", friction)], &IN_SPACE);
            }
            for coupling in [1, 2] {
                compare(joint, &[("coupling.method", coupling)], &IN_SPACE);
            }
            continue;
        }
        let bodies = |offset: f64, speed: f64| {
            [
                0.2,
                -0.1,
                0.4,
                0.3,
                -0.2,
                5.0,
                0.2 + offset,
                -0.1 - 0.2 * offset,
                0.4005,
                0.3 + speed,
                -0.25,
                7.0,
            ]
        };
        let contact = match joint.name {
            "rough_interface" => bodies(2e-7, 0.01),
            "sliced_pin" => bodies(1.05e-4, 0.02),
            _ => bodies(5.05e-4, 0.02),
        };
        for coupling in [1, 2] {
            compare(joint, &[("coupling.method", coupling)], &contact);
        }
        // First touch and parting inside the step.
        if joint.name == "revolute_clearance" {
            for (offset, speed) in [(4.902_7e-4, 0.3), (4.9034e-4, -0.3)] {
                compare(joint, &[], &bodies(offset, speed));
            }
            for elastic in 1..=5 {
                compare(joint, &[("contact.elastic", elastic)], &contact);
            }
        }
        if joint.name.ends_with("clearance") {
            for friction in 1..=5 {
                compare(joint, &[("friction.model", friction)], &contact);
            }
        }
        if joint.name == "rough_interface" {
            for model in [1, 3] {
                let build = Build::default().with("interface.model", model);
                compare_built(joint, &build, &[], &contact);
            }
        }
    }
}

#[test]
fn predicted_loads_refuse_to_be_derived() {
    let client = Client::of(&JOINT);
    let mobility = [reference("coupling.mobility_xx"), reference("coupling.mobility_yy")];
    assert_eq!(client.set(&mobility, &[1.0, 1.0]), OK);
    let (method, predicted) = (reference("coupling.method"), 3);
    unsafe {
        assert_eq!(fmi2SetInteger(client.component, &method, 1, &predicted), OK);
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    let (load, input, mut value) = (reference("load_b.fx"), reference("frame_b.x"), 0.5);
    let status = unsafe {
        fmi2GetDirectionalDerivative(client.component, &load, 1, &input, 1, &1.0, &mut value)
    };
    assert_eq!((status, value), (ERROR, 0.5));
    assert!(client.error().starts_with("predicted loads have no directional derivatives"));
    assert_eq!(client.step(0.0, 1e-6), OK, "nothing else has changed");
}

#[test]
fn derivatives_are_refused_where_there_are_none() {
    let client = Client::running(&JOINT);
    let ask = |unknown: u32, known: u32, seed: f64| {
        let mut value = 0.0;
        let status = unsafe {
            fmi2GetDirectionalDerivative(
                client.component,
                &unknown,
                1,
                &known,
                1,
                &seed,
                &mut value,
            )
        };
        (status, value)
    };
    let (load, input) = (reference("load_b.fx"), reference("frame_b.x"));
    assert_eq!(ask(load, input, 1.0), (OK, 0.0));
    for (unknown, known, seed, why) in [
        (load, reference("contact.exponent"), 1.0, "not a real input"),
        (load, load, 1.0, "not a real input"),
        (input, input, 1.0, "is no real output"),
        (load, 9999, 1.0, "is unknown"),
        (9999, input, 1.0, "is unknown"),
        (load, input, f64::NAN, "not a finite number"),
    ] {
        assert_eq!(ask(unknown, known, seed).0, ERROR);
        let line = client.error();
        assert!(line.contains(why), "{line}");
    }
    // Reports are those of the step before: inputs do not change them.
    assert_eq!(ask(reference("contact.penetration"), input, 1.0), (OK, 0.0));
}

#[test]
fn input_derivatives_of_order_one_are_taken() {
    let client = Client::running(&JOINT);
    let set = |reference: u32, order: i32, value: f64| unsafe {
        fmi2SetRealInputDerivatives(client.component, &reference, 1, &order, &value)
    };
    let speed = reference("frame_b.vx");
    assert_eq!(set(speed, 1, 1e5), OK);
    for (reference, order, value, why) in [
        (speed, 2, 1.0, "order = 2 of frame_b.vx is not 1"),
        (speed, 0, 1.0, "order = 0"),
        (speed, 1, f64::NAN, "is not finite"),
        (reference("load_b.fx"), 1, 1.0, "not a real input"),
        (9999, 1, 1.0, "is unknown"),
    ] {
        assert_eq!(set(reference, order, value), ERROR);
        let line = client.error();
        assert!(line.contains(why), "{line}");
    }
}

#[test]
fn tunable_parameters_change_between_steps_and_others_do_not() {
    let client = Client::running(&JOINT);
    let frame = [reference("frame_b.x"), reference("frame_b.vy")];
    assert_eq!(client.set(&frame, &[5.05e-4, 0.2]), OK);
    assert_eq!(client.step(0.0, 1e-5), OK);
    assert_eq!(client.step(1e-5, 1e-5), OK);
    let before = client.get(&[reference("load_a.fy")]).1[0];
    let coefficients = [reference("friction.kinetic"), reference("friction.static")];
    assert_eq!(client.set(&coefficients, &[0.1, 0.1]), OK);
    let after = client.get(&[reference("load_a.fy")]).1[0];
    assert!(before > 0.0 && after > 2.0 * before, "{before} {after}");
    assert_eq!(client.step(2e-5, 1e-5), OK);
    assert_eq!(client.set(&coefficients, &[-0.1, 0.1]), ERROR);
    assert!(client.error().starts_with("friction.kinetic = -0.1 is outside"));
    assert_eq!(client.get(&coefficients).1, [0.1, 0.1]);
    assert_eq!(client.set(&[reference("geometry.clearance")], &[1e-4]), ERROR);
    assert!(client.error().contains("is a fixed parameter"));
}

#[test]
fn tuned_parameters_that_do_not_fit_each_other_are_all_as_before() {
    let client = Client::of(&JOINT);
    let model = reference("friction.model");
    unsafe {
        assert_eq!(fmi2SetInteger(client.component, &model, 1, &5), OK);
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    let [friction, restitution] = [reference("friction.static"), reference("contact.restitution")];
    assert_eq!(client.set(&[friction, restitution], &[0.0, 0.5]), ERROR);
    assert!(client.error().starts_with("friction.static = 0 "));
    assert_eq!(client.get(&[friction, restitution]).1, [0.01, 0.9]);
    assert_eq!(client.step(0.0, 1e-6), OK);
}

#[test]
fn tuning_takes_no_memory() {
    for friction in 1..=5 {
        let client = Client::of(&JOINT);
        let (model, coefficient) = (reference("friction.model"), reference("friction.static"));
        unsafe {
            assert_eq!(fmi2SetInteger(client.component, &model, 1, &friction), OK);
            assert_eq!(fmi2EnterInitializationMode(client.component), OK);
            assert_eq!(fmi2ExitInitializationMode(client.component), OK);
        }
        let counted = allocation_counter::measure(|| {
            let status = unsafe { fmi2SetReal(client.component, &coefficient, 1, &0.2) };
            assert_eq!(status, OK);
        });
        assert_eq!(counted.count_total, 0, "friction {friction}");
    }
}
