//! Saved states: a restored run repeats bit for bit, and foreign states are refused.

mod bytes;

use crate::common::*;
use spiel::catalogue::ALL;
use spiel::model::ModelKind;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use std::ptr::null_mut;

/// Reads all variables, as bits.
fn everything(client: &Client, joint: &ModelKind) -> Vec<u64> {
    let rows = block(joint).rows().to_vec();
    let mut all = Vec::new();
    for (reference, row) in (0..).zip(&rows) {
        all.push(match row.start {
            spiel::Value::Real(_) => client.get(&[reference]).1[0].to_bits(),
            spiel::Value::Integer(_) => {
                let mut value = 0;
                let status = unsafe { fmi2GetInteger(client.component, &reference, 1, &mut value) };
                assert_eq!(status, OK);
                value as u64
            }
            spiel::Value::Boolean(_) => {
                let mut value = 0;
                let status = unsafe { fmi2GetBoolean(client.component, &reference, 1, &mut value) };
                assert_eq!(status, OK);
                value as u64
            }
        });
    }
    all
}

/// Some steps with inputs that lead through contact, sliding and back.
fn run(client: &Client, joint: &ModelKind, steps: std::ops::Range<i32>) -> Vec<Vec<u64>> {
    let block = block(joint);
    let number = |name: &str| block.number(name).map(|number| number as u32);
    steps
        .map(|index| {
            let time = f64::from(index) * 1e-6;
            let deep = if joint.name == "rough_interface" { 1e-7 } else { 5.2e-4 };
            let x = deep * (0.1 * f64::from(index)).sin();
            let y = -deep * (0.13 * f64::from(index)).cos();
            // One coordinate: through the play and into both flanks.
            let along = if joint.name == "translational_backlash" { 0.1 * x } else { 10.0 * x };
            let moving = [
                ("phi_b", along),
                ("x_b", along),
                ("w_b", 0.3),
                ("v_b", 0.3),
                ("w_a", 0.1),
                ("v_a", 0.1),
                ("frame_b.x", x),
                ("frame_b.y", y),
                ("frame_b.vx", 0.3),
                ("frame_b.vy", -0.2),
                ("frame_b.w", 4.0),
                ("frame_b.wz", 4.0),
                ("frame_a.w", 2.0),
                ("frame_a.wz", 2.0),
            ];
            for (name, value) in moving {
                if let Some(number) = number(name) {
                    assert_eq!(client.set(&[number], &[value]), OK, "{:?}", client.log());
                }
            }
            assert_eq!(client.step(time, 1e-6), OK, "{:?}", client.log());
            everything(client, joint)
        })
        .collect()
}

fn save(client: &Client) -> fmi2FMUstate {
    let mut state = null_mut();
    assert_eq!(unsafe { fmi2GetFMUstate(client.component, &mut state) }, OK);
    assert!(!state.is_null());
    state
}

fn pack(client: &Client, state: fmi2FMUstate) -> Vec<fmi2Byte> {
    unsafe {
        let mut size = 0;
        assert_eq!(fmi2SerializedFMUstateSize(client.component, state, &mut size), OK);
        let mut bytes = vec![0; size];
        assert_eq!(fmi2SerializeFMUstate(client.component, state, bytes.as_mut_ptr(), size), OK);
        bytes
    }
}

fn unpack(client: &Client, bytes: &[fmi2Byte]) -> (fmi2Status, fmi2FMUstate) {
    let mut state = null_mut();
    let status = unsafe {
        fmi2DeSerializeFMUstate(client.component, bytes.as_ptr(), bytes.len(), &mut state)
    };
    (status, state)
}

#[test]
fn a_restored_run_repeats_bit_for_bit() {
    for joint in ALL.iter().chain([&GROUP]) {
        let client = Client::running(joint);
        run(&client, joint, 0..20);
        let mut state = save(&client);
        let first = run(&client, joint, 20..50);
        unsafe { assert_eq!(fmi2SetFMUstate(client.component, state), OK) };
        assert_eq!(run(&client, joint, 20..50), first, "{}", joint.name);
        // As bytes into a new instance.
        let bytes = pack(&client, state);
        let other = Client::of(joint);
        let (status, copy) = unpack(&other, &bytes);
        assert_eq!(status, OK, "{:?}", other.log());
        unsafe { assert_eq!(fmi2SetFMUstate(other.component, copy), OK) };
        assert_eq!(run(&other, joint, 20..50), first, "{}", joint.name);
        unsafe { assert_eq!(fmi2FreeFMUstate(client.component, &mut state), OK) };
        assert!(state.is_null());
    }
}

/// Makes an instance that predicts its contacts ready for its first step.
fn predict(client: &Client, joint: &ModelKind) {
    let rows = block(joint).rows().to_vec();
    let number = |name: &str| rows.iter().position(|row| row.name == name).unwrap() as u32;
    let diagonal: &[(&str, f64)] =
        if ["spatial_revolute", "spherical_clearance"].contains(&joint.name) {
            &[("xx", 1.0), ("yy", 1.0), ("zz", 1.0), ("rxrx", 1e4), ("ryry", 1e4), ("rzrz", 1e4)]
        } else if joint.name.ends_with("clearance") {
            &[("xx", 1.0), ("yy", 1.0), ("phiphi", 1e4)]
        } else {
            &[("", 1.0)]
        };
    for (entry, value) in diagonal {
        let name = format!("coupling.mobility_{entry}");
        let mobility = number(name.trim_end_matches('_'));
        assert_eq!(client.set(&[mobility], &[*value]), OK, "{:?}", client.log());
    }
    unsafe {
        let method = number("coupling.method");
        assert_eq!(fmi2SetInteger(client.component, &method, 1, &3), OK);
        assert_eq!(fmi2SetupExperiment(client.component, 0, 0.0, 0.0, 0, 0.0), OK);
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
}

#[test]
fn predicted_contacts_are_saved_packed_and_reset_like_others() {
    let predicts = |joint: &&ModelKind| block(joint).number("coupling.delay").is_some();
    for joint in ALL.iter().filter(predicts) {
        let client = Client::of(joint);
        predict(&client, joint);
        let before = run(&client, joint, 0..20);
        let state = save(&client);
        let first = run(&client, joint, 20..50);
        unsafe { assert_eq!(fmi2SetFMUstate(client.component, state), OK) };
        assert_eq!(run(&client, joint, 20..50), first, "{}", joint.name);
        // Into a running instance without prediction.
        let other = Client::running(joint);
        run(&other, joint, 0..3);
        let (status, copy) = unpack(&other, &pack(&client, state));
        assert_eq!(status, OK, "{:?}", other.log());
        unsafe { assert_eq!(fmi2SetFMUstate(other.component, copy), OK) };
        assert_eq!(run(&other, joint, 20..50), first, "{}", joint.name);
        assert_eq!(unsafe { fmi2Reset(client.component) }, OK);
        predict(&client, joint);
        assert_eq!(run(&client, joint, 0..20), before);
        assert_ne!(run(&Client::running(joint), joint, 0..20), before);
    }
}

#[test]
fn a_worn_hole_stays_worn() {
    let joint = ALL.iter().find(|joint| joint.name == "sliced_pin").unwrap();
    let rows = block(joint).rows().to_vec();
    let number = |name: &str| rows.iter().position(|row| row.name == name).unwrap() as u32;
    let worn = |client: &Client| client.get(&[number("wear.volume")]).1[0];
    let client = Client::of(joint);
    let (enabled, truth) = (number("wear.enabled"), 1);
    unsafe {
        assert_eq!(fmi2SetBoolean(client.component, &enabled, 1, &truth), OK);
        assert_eq!(client.set(&[number("wear.acceleration")], &[1e10]), OK);
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    let inputs = [number("frame_a.x"), number("frame_a.w")];
    assert_eq!(client.set(&inputs, &[1.05e-4, 1.0]), OK);
    assert_eq!(client.step(0.0, 1e-4), OK, "{:?}", client.log());
    let (volume, bytes) = (worn(&client), pack(&client, save(&client)));
    assert!(volume > 0.0);
    let other = Client::of(joint);
    let (_, state) = unpack(&other, &bytes);
    unsafe { assert_eq!(fmi2SetFMUstate(other.component, state), OK) };
    assert_eq!(worn(&other), volume);
    for client in [&client, &other] {
        assert_eq!(client.step(1e-4, 1e-4), OK);
    }
    assert_eq!(everything(&client, joint), everything(&other, joint));
    assert!(worn(&other) > volume);
}

#[test]
fn a_reset_instance_repeats_its_first_run() {
    for joint in ALL.iter().chain([&GROUP]) {
        let client = Client::running(joint);
        let first = run(&client, joint, 0..30);
        unsafe {
            assert_eq!(fmi2Reset(client.component), OK);
            assert_eq!(fmi2SetupExperiment(client.component, 0, 0.0, 0.0, 0, 0.0), OK);
            assert_eq!(fmi2EnterInitializationMode(client.component), OK);
            assert_eq!(fmi2ExitInitializationMode(client.component), OK);
        }
        assert_eq!(run(&client, joint, 0..30), first, "{}", joint.name);
    }
}

#[test]
fn a_look_at_the_coming_step_is_part_of_the_state() {
    let client = Client::running(&JOINT);
    run(&client, &JOINT, 0..20);
    assert_eq!(client.set(&[reference("frame_b.x")], &[5.1e-4]), OK);
    let looked = client.get(&loads()).1;
    let state = save(&client);
    // A step whose size is off by rounding commits the evaluated loads, now and after a return.
    let size = 1e-6 * (1.0 + 1e-12);
    for _ in 0..2 {
        assert_eq!(client.step(2e-5, size), OK);
        assert_eq!(client.get(&loads()).1, looked);
        unsafe { assert_eq!(fmi2SetFMUstate(client.component, state), OK) };
    }
}

#[test]
fn a_failed_step_is_undone_by_an_older_state() {
    let client = Client::running(&JOINT);
    run(&client, &JOINT, 0..20);
    let state = save(&client);
    assert_eq!(client.step(2e-5, -1.0), ERROR);
    assert_eq!(client.step(2e-5, 1e-6), ERROR);
    unsafe { assert_eq!(fmi2SetFMUstate(client.component, state), OK) };
    assert_eq!(client.step(2e-5, 1e-6), OK);
}

#[test]
fn a_state_remembers_tuned_parameters() {
    let client = Client::running(&JOINT);
    let kinetic = reference("friction.kinetic");
    assert_eq!(client.set(&[kinetic], &[0.3]), OK);
    let state = save(&client);
    assert_eq!(client.set(&[kinetic], &[0.1]), OK);
    let tuned = run(&client, &JOINT, 0..30);
    unsafe { assert_eq!(fmi2SetFMUstate(client.component, state), OK) };
    assert_eq!(client.get(&[kinetic]).1, [0.3]);
    let before = run(&client, &JOINT, 0..30);
    assert_ne!(before, tuned);
    let fresh = Client::of(&JOINT);
    assert_eq!(fresh.set(&[kinetic], &[0.3]), OK);
    unsafe {
        assert_eq!(fmi2SetupExperiment(fresh.component, 0, 0.0, 0.0, 0, 0.0), OK);
        assert_eq!(fmi2EnterInitializationMode(fresh.component), OK);
        assert_eq!(fmi2ExitInitializationMode(fresh.component), OK);
    }
    assert_eq!(run(&fresh, &JOINT, 0..30), before);
}

#[test]
fn a_state_in_the_place_of_another_takes_no_memory() {
    let client = Client::running(&JOINT);
    run(&client, &JOINT, 0..20);
    let mut state = save(&client);
    run(&client, &JOINT, 20..22);
    let counted = allocation_counter::measure(|| unsafe {
        assert_eq!(fmi2GetFMUstate(client.component, &mut state), OK);
        assert_eq!(fmi2SetFMUstate(client.component, state), OK);
    });
    assert_eq!(counted.count_total, 0);
}
