//! Oil whose temperature is an input, as an importer meets it.

use crate::common::*;
use spiel::block::Block;
use spiel::model::Build;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use spiel_fmi::*;
use std::ffi::CString;

fn warm() -> Build {
    let choices = [
        ("build.temperature", "given_by_input"),
        ("film.law", "finite"),
        ("film.viscosity_law", "vogel"),
        ("geometry.clearance", "25e-6"),
        ("coupling.method", "step_mean"),
    ];
    choices.iter().fold(Build::default(), |build, (name, text)| build.with(name, text))
}

/// The number of a variable of that pin.
fn number(name: &str) -> u32 {
    Block::new(&JOINT, &warm()).unwrap().number(name).unwrap() as u32
}

/// An instance of this kind, its journal off the middle and turning.
fn running(kind: fmi2Type) -> Client {
    let guid = CString::new(default_guid(JOINT.name)).unwrap();
    let (_folder, place) = resources(&JOINT, &warm());
    let client = Client::ordered(&JOINT, c"warm", kind, &guid, Some(&place));
    let inputs = ["frame_b.x", "frame_b.y", "frame_b.vx", "frame_b.w"].map(number);
    assert_eq!(client.set(&inputs, &[8e-6, -15e-6, 1e-3, 80.0]), OK);
    unsafe {
        assert_eq!(fmi2SetupExperiment(client.component, 0, 0.0, 0.0, 0, 0.0), OK);
        assert_eq!(fmi2EnterInitializationMode(client.component), OK, "{:?}", client.log());
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    client
}

const KINDS: [fmi2Type; 2] = [FMI2_CO_SIMULATION, FMI2_MODEL_EXCHANGE];

fn slope(client: &Client, load: u32) -> f64 {
    let (known, mut slope) = (number("oil.temperature"), f64::NAN);
    let status = unsafe {
        fmi2GetDirectionalDerivative(client.component, &load, 1, &known, 1, &1.0, &mut slope)
    };
    assert_eq!(status, OK, "{:?}", client.log());
    slope
}

#[test]
fn oil_that_warms_carries_less_and_the_derivative_says_by_how_much() {
    let (temperature, load) = (number("oil.temperature"), number("load_b.fx"));
    for kind in KINDS {
        let client = running(kind);
        let at = |value: f64| {
            assert_eq!(client.set(&[temperature], &[value]), OK);
            client.get(&[load]).1[0]
        };
        // Films are proportional to the viscosity, which Vogel's law gives.
        let part = at(373.15) / at(313.15);
        assert!((part / (0.0096 / 0.0880) - 1.0).abs() < 1e-2, "{part}");
        let (hot, cold) = (at(330.001), at(329.999));
        let found = at(330.0) * -972.1 / (330.0_f64 - 178.15).powi(2);
        let difference = (hot - cold) / 2e-3;
        let derivative = slope(&client, load);
        assert!((derivative / difference - 1.0).abs() < 1e-6, "{derivative} {difference}");
        assert!((derivative / found - 1.0).abs() < 1e-12, "{derivative} {found}");
    }
}

#[test]
fn a_temperature_below_the_pole_is_refused_in_one_line_and_the_old_one_kept() {
    let temperature = number("oil.temperature");
    for kind in KINDS {
        let client = running(kind);
        assert_eq!(client.set(&[temperature], &[350.0]), OK);
        // One more input stands before them.
        let loads: Vec<u32> = loads().iter().map(|load| load + 1).collect();
        let before = client.get(&loads).1;
        for (value, why) in [
            (
                179.0,
                "oil.temperature = 179 is outside the finite numbers from 179.15 (temperature of the oil",
            ),
            (-1.0, "oil.temperature = -1 is outside the finite numbers above 0"),
            (f64::NAN, "oil.temperature = NaN is outside"),
            (190.0, "film.viscosity = "),
        ] {
            assert_eq!(client.set(&[temperature], &[value]), ERROR);
            let line = client.error();
            assert!(line.starts_with(why), "{line}");
            // All or none: the journal has not moved either.
            let both = [number("frame_b.x"), temperature];
            assert_eq!(client.set(&both, &[0.0, value]), ERROR);
            client.error();
            assert_eq!(client.get(&[temperature]).1, [350.0]);
            assert_eq!(client.get(&loads).1, before);
        }
        if kind == FMI2_CO_SIMULATION {
            assert_eq!(client.step(0.0, 1e-6), OK);
            let now = client.get(&[number("film.viscosity_now")]).1[0];
            assert!((now - 6.567e-5 * (972.1_f64 / (350.0 - 178.15)).exp()).abs() < 1e-15);
        }
    }
}

#[test]
fn a_state_is_kept_with_its_temperature() {
    let (client, temperature) = (running(FMI2_CO_SIMULATION), number("oil.temperature"));
    assert_eq!(client.set(&[temperature], &[340.0]), OK);
    let mut state = std::ptr::null_mut();
    unsafe { assert_eq!(fmi2GetFMUstate(client.component, &mut state), OK) };
    let load = [number("load_b.fx")];
    let before = client.get(&load).1;
    assert_eq!(client.set(&[temperature], &[400.0]), OK);
    assert_eq!(client.step(0.0, 1e-6), OK);
    assert_ne!(client.get(&load).1, before);
    unsafe {
        assert_eq!(fmi2SetFMUstate(client.component, state), OK);
        assert_eq!(fmi2FreeFMUstate(client.component, &mut state), OK);
    }
    assert_eq!(client.get(&[temperature]).1, [340.0]);
    assert_eq!(client.get(&load).1, before);
}
