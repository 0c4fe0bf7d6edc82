//! The meaning of a load before, between and after steps; reading it changes nothing and takes no memory.

use crate::common::*;
use spiel::Quantities;
use spiel::coupling::{InputSample, Step};
use spiel::joints::revolute::clearance::{Parameters, Report};
use spiel::joints::{RevoluteClearance, kind};
use spiel::model::Build;
use spiel::ports::{WorldInputs, WorldLoads};

/// Loads of the pure joint for a journal at `x` moving at `vx`, over a first step of `size`.
fn expected(x: f64, vx: f64, size: f64) -> Vec<f64> {
    let mut parameters = [0.0; Parameters::COUNT];
    Parameters::default().write(&mut parameters);
    let kind = kind::<RevoluteClearance>();
    let mut joint = ((kind.open)(&Build::default()).unwrap().prepare)(&parameters).unwrap();
    let (mut frames, mut inputs) = (WorldInputs::default(), [0.0; WorldInputs::COUNT]);
    (frames.frame_b.x, frames.frame_b.vx) = (x, vx);
    frames.write(&mut inputs);
    let mut outputs = [0.0; WorldLoads::COUNT + Report::COUNT];
    joint.begin(&inputs, 0.0, &mut outputs[WorldLoads::COUNT..]).unwrap();
    joint.step(InputSample::of(&inputs), Step { start: 0.0, size }, &mut outputs).unwrap();
    outputs[..WorldLoads::COUNT].to_vec()
}

fn place(client: &Client, x: f64, vx: f64) {
    assert_eq!(client.set(&[reference("frame_b.x"), reference("frame_b.vx")], &[x, vx]), OK);
}

#[test]
fn before_the_first_step_a_load_is_that_of_a_step_of_the_default_size() {
    let client = Client::of(&JOINT);
    unsafe { assert_eq!(spiel_fmi::fmi2::fmi2EnterInitializationMode(client.component), OK) };
    place(&client, 5.1e-4, 0.3);
    assert_eq!(client.get(&loads()).1, expected(5.1e-4, 0.3, block(&JOINT).safe_step().unwrap()));
    // Reports are the initial state's, and follow new inputs too.
    let penetration = [reference("contact.penetration")];
    assert!((client.get(&penetration).1[0] - 1e-5).abs() < 1e-18);
    place(&client, 5.2e-4, 0.3);
    assert!((client.get(&penetration).1[0] - 2e-5).abs() < 1e-18);
}

#[test]
fn after_new_inputs_a_load_is_that_of_the_coming_step_and_the_step_commits_it() {
    let client = Client::running(&JOINT);
    place(&client, 0.0, 0.0);
    assert_eq!(client.step(0.0, 2e-7), OK);
    assert_eq!(client.get(&loads()).1, vec![0.0; 6]);
    place(&client, 5.1e-4, 0.3);
    let peeked = client.get(&loads()).1;
    assert!(peeked[0] > 1.0);
    // Reading left no trace: reports are still those of the last step.
    assert_eq!(client.get(&[reference("contact.normal_force")]).1, [0.0]);
    let start = 2e-7;
    assert_eq!(client.step(start, 2e-7 * (1.0 + 1e-12)), OK);
    assert_eq!(client.get(&loads()).1, peeked);
    assert!(client.get(&[reference("contact.normal_force")]).1[0] > 1.0);
}

#[test]
fn a_look_ahead_changes_nothing_of_what_follows() {
    let run = |look: bool| {
        let client = Client::running(&JOINT);
        let mut all = Vec::new();
        for index in 0..200 {
            let (start, size) = (f64::from(index) * 1e-6, 1e-6);
            place(&client, 4.9e-4 + 0.3 * start, 0.3);
            if look {
                place(&client, 5.3e-4, -0.1);
                client.get(&loads());
                place(&client, 4.9e-4 + 0.3 * start, 0.3);
            }
            assert_eq!(client.step(start, size), OK);
            all.push(client.get(&loads()).1);
        }
        all
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn steps_sets_and_gets_allocate_nothing() {
    for friction in 1..=5 {
        allocates_nothing(friction);
    }
}

fn allocates_nothing(friction: i32) {
    let client = Client::of(&JOINT);
    let number = [reference("friction.model")];
    unsafe {
        let component = client.component;
        assert_eq!(
            spiel_fmi::fmi2::fmi2SetInteger(component, number.as_ptr(), 1, &raw const friction),
            OK
        );
        assert_eq!(spiel_fmi::fmi2::fmi2SetupExperiment(component, 0, 0.0, 0.0, 0, 0.0), OK);
        assert_eq!(spiel_fmi::fmi2::fmi2EnterInitializationMode(component), OK);
        assert_eq!(spiel_fmi::fmi2::fmi2ExitInitializationMode(component), OK);
    }
    let inputs: Vec<u32> = (0..12).collect();
    let outputs: Vec<u32> = (12..18).collect();
    let mut values = [0.0; 6];
    let counted = allocation_counter::measure(|| {
        for index in 0..1000 {
            let time = f64::from(index) * 1e-6;
            let mut frames = [0.0; 12];
            (frames[6], frames[9], frames[10]) = (4.9e-4 + 0.05 * time, 0.05, 1e-3);
            unsafe {
                let (component, n) = (client.component, 12);
                assert_eq!(
                    spiel_fmi::fmi2::fmi2SetReal(component, inputs.as_ptr(), n, frames.as_ptr()),
                    OK
                );
                assert_eq!(spiel_fmi::fmi2::fmi2DoStep(component, time, 1e-6, 1), OK);
                let into = values.as_mut_ptr();
                assert_eq!(spiel_fmi::fmi2::fmi2GetReal(component, outputs.as_ptr(), 6, into), OK);
            }
        }
    });
    assert!(values[0] > 0.0, "the run must have come to a contact");
    assert_eq!(counted.count_total, 0);
}
