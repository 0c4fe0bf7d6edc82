//! A joint in continuous time, as a solver drives it through the C interface.

mod rebound;

use crate::common::*;
use spiel::catalogue::{ALL, named};
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use spiel_fmi::*;
use std::ffi::CString;

/// Sizes of one of the solver's states: the bristle's deflection \[m\], the energy lost \[J\].
const SCALES: [f64; 2] = [1.0 / 16_777_216.0, 1.0 / 128.0];

/// The states as a solver has them.
fn scaled(bristle: f64, lost: f64) -> [f64; 2] {
    [bristle / SCALES[0], lost / SCALES[1]]
}

/// An instance of model exchange in event mode, a journal inside its bearing.
fn solved(joint: &str) -> Client {
    let listed = named(joint).unwrap();
    let guid = CString::new(default_guid(joint)).unwrap();
    let client = Client::ordered(listed, c"solved", FMI2_MODEL_EXCHANGE, &guid, None);
    unsafe {
        assert_eq!(fmi2SetupExperiment(client.component, 0, 0.0, 0.0, 0, 0.0), OK);
        assert_eq!(fmi2EnterInitializationMode(client.component), OK, "{:?}", client.log());
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    client
}

fn event(client: &Client) -> fmi2EventInfo {
    let mut info = fmi2EventInfo {
        new_discrete_states_needed: 9,
        terminate_simulation: 9,
        nominals_changed: 9,
        states_changed: 9,
        next_event_time_defined: 9,
        next_event_time: 0.0,
    };
    assert_eq!(unsafe { fmi2NewDiscreteStates(client.component, &mut info) }, OK);
    info
}

fn indicator(client: &Client) -> f64 {
    let mut value = f64::NAN;
    assert_eq!(unsafe { fmi2GetEventIndicators(client.component, &mut value, 1) }, OK);
    value
}

fn rates(client: &Client) -> [f64; 2] {
    let mut rates = [f64::NAN; 2];
    assert_eq!(unsafe { fmi2GetDerivatives(client.component, rates.as_mut_ptr(), 2) }, OK);
    [rates[0] * SCALES[0], rates[1] * SCALES[1]]
}

fn place(client: &Client, x: f64, vx: f64, vy: f64) {
    let inputs = ["frame_b.x", "frame_b.vx", "frame_b.vy"].map(reference);
    assert_eq!(client.set(&inputs, &[x, vx, vy]), OK);
}

#[test]
fn a_contact_begins_and_ends_in_events_only() {
    let client = solved("revolute_clearance");
    let force = [reference("load_b.fx"), reference("contact.impact_speed")];
    place(&client, 4.9e-4, 0.3, 0.0);
    assert_eq!(event(&client).states_changed, 0);
    unsafe { assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK) };
    assert!(indicator(&client) < 0.0);
    // Beyond the surface, but no event yet: there is no force.
    unsafe { assert_eq!(fmi2SetTime(client.component, 0.25), OK) };
    place(&client, 5.0e-4 + 1e-9, 0.3, 0.2);
    assert!(indicator(&client) > 0.0);
    assert_eq!(client.get(&force).1, [0.0, 0.0]);
    unsafe { assert_eq!(fmi2EnterEventMode(client.component), OK) };
    let info = event(&client);
    assert_eq!((info.new_discrete_states_needed, info.terminate_simulation), (0, 0));
    assert!(indicator(&client) > 0.0);
    assert!(client.get(&force).1[0] < 0.0);
    assert!((client.get(&force).1[1] - 0.3).abs() < 1e-12);
    assert_eq!(client.get(&[reference("contact.start_time")]).1, [0.25]);
    // The bristle follows the sliding, and the law uses the solver's state.
    let [bristle, lost] = rates(&client);
    assert!((bristle - 0.2).abs() < 1e-6 && lost > 0.0, "{bristle} {lost}");
    unsafe {
        assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK);
        assert_eq!(fmi2SetContinuousStates(client.component, scaled(1e-7, 0.5).as_ptr(), 2), OK);
    }
    assert_eq!(client.get(&[reference("energy.dissipated")]).1, [0.5]);
    assert!(client.get(&[reference("load_b.fy")]).1[0] < 0.0);
    // Parted by less than the hysteresis the contact goes on; by more it ends, bristles upright.
    place(&client, 5.0e-4 - 2e-12, -0.3, 0.2);
    assert!(indicator(&client) < 0.0);
    unsafe { assert_eq!(fmi2EnterEventMode(client.component), OK) };
    assert_eq!(event(&client).states_changed, 1);
    let mut states = [f64::NAN; 2];
    unsafe {
        assert_eq!(fmi2GetContinuousStates(client.component, states.as_mut_ptr(), 2), OK);
    }
    assert_eq!(states, scaled(0.0, 0.5));
    assert_eq!(rates(&client), [0.0, 0.0]);
}

#[test]
fn states_set_in_event_mode_end_it_with_one_line() {
    let client = solved("revolute_clearance");
    place(&client, 5.05e-4, 0.1, 0.2);
    unsafe {
        for value in [1e-8, 2e-8] {
            assert_eq!(fmi2EnterEventMode(client.component), OK);
            let states = scaled(value, 0.0);
            assert_eq!(fmi2SetContinuousStates(client.component, states.as_ptr(), 2), OK);
        }
        let log = client.log();
        assert_eq!(log.len(), 1, "{log:?}");
        assert!(log[0].1.starts_with("fmi2SetContinuousStates in event mode:"), "{log:?}");
        assert_eq!(log[0].0, OK as i32);
        // The contact has begun: the event was not left out.
        assert!(client.get(&[reference("load_b.fx")]).1[0] < 0.0);
        assert_eq!(client.get(&[reference("contact.bristle")]).1, [2e-8]);
        assert_eq!(fmi2EnterContinuousTimeMode(client.component), ERROR, "it is there already");
    }
}

#[test]
fn rates_and_loads_have_exact_derivatives_in_states_and_inputs() {
    let client = solved("revolute_clearance");
    place(&client, 5.05e-4, 0.1, 0.2);
    event(&client);
    unsafe {
        assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK);
        assert_eq!(fmi2SetContinuousStates(client.component, scaled(2e-8, 0.0).as_ptr(), 2), OK);
    }
    let unknowns = ["load_b.fx", "load_b.fy", "contact.bristle_rate", "energy.dissipated_rate"];
    let unknowns = unknowns.map(reference);
    let read = || client.get(&unknowns).1;
    let exact = |known: u32| {
        let mut found = vec![f64::NAN; 4];
        let status = unsafe {
            fmi2GetDirectionalDerivative(
                client.component,
                unknowns.as_ptr(),
                4,
                &known,
                1,
                &1.0,
                found.as_mut_ptr(),
            )
        };
        assert_eq!(status, OK, "{:?}", client.log());
        found
    };
    let compare = |found: Vec<f64>, right: Vec<f64>, left: Vec<f64>, nudge: f64| {
        for ((found, right), left) in found.iter().zip(&right).zip(&left) {
            let slope = (right - left) / (2.0 * nudge);
            // 1e-5: curvature over the nudge.
            assert!((found - slope).abs() <= 1e-5 * slope.abs() + 1e-6, "{found} {slope}");
        }
    };
    let bristle = |value: f64| {
        let states = scaled(value, 0.0);
        unsafe {
            assert_eq!(fmi2SetContinuousStates(client.component, states.as_ptr(), 2), OK);
        }
        read()
    };
    let state = block(named("revolute_clearance").unwrap()).rows().len() as u32;
    let found: Vec<f64> = exact(state).iter().map(|change| change / SCALES[0]).collect();
    assert!(found[1] < 0.0);
    // A solver's rate is on the solver's scale.
    let mut rate = f64::NAN;
    unsafe {
        let get = fmi2GetDirectionalDerivative;
        let status = get(client.component, &(state + 2), 1, &state, 1, &1.0, &mut rate);
        assert_eq!(status, OK, "{:?}", client.log());
    }
    assert!((rate - found[2]).abs() <= 1e-12 * rate.abs(), "{rate} {}", found[2]);
    compare(found, bristle(2e-8 + 1e-11), bristle(2e-8 - 1e-11), 1e-11);
    bristle(2e-8);
    let shifted = |x: f64| {
        place(&client, x, 0.1, 0.2);
        read()
    };
    compare(exact(reference("frame_b.x")), shifted(5.05e-4 + 1e-9), shifted(5.05e-4 - 1e-9), 1e-9);
}

/// A solver that knows no nominal values must not neglect a bristle.
#[test]
fn states_are_of_the_size_of_one_and_stand_beside_their_variables_in_both_kinds() {
    let client = solved("revolute_clearance");
    place(&client, 5.05e-4, 0.1, 0.2);
    event(&client);
    let first = block(named("revolute_clearance").unwrap()).rows().len() as u32;
    let solved = [first, first + 1, first + 2, first + 3];
    let mut nominals = [f64::NAN; 2];
    unsafe {
        assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK);
        assert_eq!(fmi2SetContinuousStates(client.component, scaled(3e-8, 0.25).as_ptr(), 2), OK);
        let get = fmi2GetNominalsOfContinuousStates;
        assert_eq!(get(client.component, nominals.as_mut_ptr(), 2), OK);
    }
    assert_eq!(nominals, [1.0; 2]);
    let names = ["contact.bristle", "energy.dissipated"];
    let names = [names[0], names[1], "contact.bristle_rate", "energy.dissipated_rate"];
    let check = |client: &Client| {
        let [shown, told] = [client.get(&solved).1, client.get(&names.map(reference)).1];
        for (place, (shown, told)) in shown.iter().zip(&told).enumerate() {
            assert_eq!(*shown * SCALES[place % 2], *told, "{}", names[place]);
        }
        shown
    };
    assert_eq!(check(&client)[..2], scaled(3e-8, 0.25));
    assert_eq!(client.set(&solved[..1], &[0.5]), ERROR);
    assert!(client.error().contains("shows contact.bristle to a solver"));

    // Masters of co-simulation read all described variables.
    let stepping = Client::running(named("revolute_clearance").unwrap());
    place(&stepping, 5.05e-4, 0.1, 0.2);
    assert_eq!(stepping.step(0.0, 1e-6), OK);
    assert!(check(&stepping)[0] > 0.0);
}

#[test]
fn tunable_parameters_change_in_event_mode_only() {
    let client = solved("revolute_clearance");
    let restitution = [reference("contact.restitution")];
    assert_eq!(client.set(&restitution, &[0.5]), OK);
    unsafe { assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK) };
    assert_eq!(client.set(&restitution, &[0.6]), ERROR);
    assert!(client.error().contains("contact.restitution can be set in event mode only"));
    assert_eq!(client.step(0.0, 1e-6), ERROR);
}

#[test]
fn models_without_equations_are_refused_with_the_alternative() {
    let guid = CString::new(default_guid(GROUP.name)).unwrap();
    let client = Client::ordered(&GROUP, c"x", FMI2_MODEL_EXCHANGE, &guid, None);
    assert!(client.component.is_null());
    assert!(client.error().contains("group is for co-simulation only, build it with --kind cs"));
    let listed = named("revolute_clearance").unwrap();
    let guid = CString::new(default_guid(listed.name)).unwrap();
    let client = Client::ordered(listed, c"x", FMI2_MODEL_EXCHANGE, &guid, None);
    let (friction, bristles) = (reference("friction.model"), 5);
    assert_eq!(unsafe { fmi2SetInteger(client.component, &friction, 1, &bristles) }, OK);
    assert_eq!(unsafe { fmi2EnterInitializationMode(client.component) }, ERROR);
    assert!(client.error().starts_with("friction.model = bristles is not possible here"));
}

#[test]
fn a_snapshot_in_continuous_time_repeats_bit_for_bit() {
    for joint in ALL {
        let client = solved(joint.name);
        let rows = block(joint).rows().to_vec();
        let reals: Vec<u32> = (0..rows.len() as u32)
            .filter(|index| matches!(rows[*index as usize].start, spiel::Value::Real(_)))
            .collect();
        let number = |name: &str| rows.iter().position(|row| row.name == name).map(|at| at as u32);
        let run = |client: &Client| {
            let mut all = Vec::new();
            for index in 1..20 {
                let deep = if joint.name == "rough_interface" { 1e-7 } else { 5.05e-4 };
                let place = deep * (0.4 * f64::from(index)).sin();
                let moving = [
                    ("frame_b.x", place),
                    ("frame_b.vx", 0.1),
                    ("frame_b.vy", 0.2),
                    ("phi_b", 10.0 * place),
                    ("w_b", 0.1),
                    ("x_b", 10.0 * place),
                    ("v_b", 0.1),
                ];
                for (name, value) in moving {
                    if let Some(number) = number(name) {
                        assert_eq!(client.set(&[number], &[value]), OK);
                    }
                }
                event(client);
                all.extend(client.get(&reals).1.iter().map(|value| value.to_bits()));
            }
            all
        };
        run(&client);
        let mut state = std::ptr::null_mut();
        unsafe { assert_eq!(fmi2GetFMUstate(client.component, &mut state), OK) };
        let first = run(&client);
        unsafe {
            assert_eq!(fmi2SetFMUstate(client.component, state), OK);
            assert_eq!(run(&client), first, "{}", joint.name);
            let mut size = 0;
            assert_eq!(fmi2SerializedFMUstateSize(client.component, state, &mut size), OK);
            let mut bytes = vec![0; size];
            let into = bytes.as_mut_ptr();
            assert_eq!(fmi2SerializeFMUstate(client.component, state, into, size), OK);
            let other = solved(joint.name);
            let mut copy = std::ptr::null_mut();
            let from = bytes.as_ptr();
            assert_eq!(fmi2DeSerializeFMUstate(other.component, from, size, &mut copy), OK);
            assert_eq!(fmi2SetFMUstate(other.component, copy), OK);
            assert_eq!(run(&other), first, "{}", joint.name);
        }
    }
}

#[test]
fn a_solver_takes_no_memory() {
    let client = solved("revolute_clearance");
    place(&client, 5.05e-4, 0.1, 0.2);
    event(&client);
    unsafe { assert_eq!(fmi2EnterContinuousTimeMode(client.component), OK) };
    let counted = allocation_counter::measure(|| {
        let mut rates = [0.0; 2];
        unsafe {
            assert_eq!(fmi2SetTime(client.component, 1e-3), OK);
            assert_eq!(fmi2SetContinuousStates(client.component, [1e-8, 0.0].as_ptr(), 2), OK);
            assert_eq!(fmi2GetDerivatives(client.component, rates.as_mut_ptr(), 2), OK);
            let mut z = 0.0;
            assert_eq!(fmi2GetEventIndicators(client.component, &mut z, 1), OK);
        }
        assert!(rates[0] != 0.0);
    });
    assert_eq!(counted.count_total, 0);
}
