//! Tests of series of variables as arrays of FMI 3.0: values, refusals, continuous states, derivatives.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the instance lives until its test ends, arrays are as long as announced"
)]

use super::three::keep;
use crate::common::{Log, resources_with};
use model_description::series;
use spiel::catalogue;
use spiel::model::{Build, ModelKind};
use spiel_fmi::fmi3::types::*;
use spiel_fmi::fmi3::*;
use spiel_fmi::{BuildFile, default_guid};
use std::ffi::CString;
use std::pin::Pin;

const OK: fmi3Status = fmi3Status::fmi3OK;
const ERROR: fmi3Status = fmi3Status::fmi3Error;

/// An instance, whose lines are kept.
struct Unit {
    instance: fmi3Instance,
    log: Pin<Box<Log>>,
}

impl Drop for Unit {
    fn drop(&mut self) {
        unsafe { fmi3FreeInstance(self.instance) };
    }
}

impl Unit {
    fn new(model: &ModelKind, kind: Kind, arrays: bool) -> Self {
        let change = |file: BuildFile| BuildFile { arrays, ..file };
        let (folder, _) = resources_with(model, &Build::default(), change);
        let path = CString::new(format!("{}/", folder.path().display())).unwrap();
        let token = CString::new(default_guid(model.name)).unwrap();
        let strings =
            Strings { name: c"unit".as_ptr(), token: token.as_ptr(), resources: path.as_ptr() };
        let log = Box::pin(Log::default());
        let environment = std::ptr::from_ref::<Log>(&log).cast_mut().cast();
        let instance = unsafe { instantiate(model, kind, strings, 0, environment, Some(keep)) };
        assert!(!instance.is_null(), "{log:?}");
        Self { instance, log }
    }

    fn begin(&self) {
        unsafe {
            assert_eq!(fmi3EnterInitializationMode(self.instance, 0, 0.0, 0.0, 0, 0.0), OK);
            assert_eq!(fmi3ExitInitializationMode(self.instance), OK);
        }
    }

    fn get(&self, references: &[u32], values: &mut [f64]) -> fmi3Status {
        let (n, count) = (references.len(), values.len());
        unsafe { fmi3GetFloat64(self.instance, references.as_ptr(), n, values.as_mut_ptr(), count) }
    }

    fn set(&self, references: &[u32], values: &[f64]) -> fmi3Status {
        let (n, count) = (references.len(), values.len());
        unsafe { fmi3SetFloat64(self.instance, references.as_ptr(), n, values.as_ptr(), count) }
    }

    /// Makes steps with the pin pressed into its hole.
    fn step(&self, frame: u32) {
        for number in 0..5 {
            assert_eq!(self.set(&[frame], &[1.01e-4 + 1e-7 * f64::from(number)]), OK);
            let (mut flags, mut last) = ([0; 3], 0.0);
            let [event, terminate, early] = flags.each_mut().map(std::ptr::from_mut);
            let (start, size) = (1e-6 * f64::from(number), 1e-6);
            let last = std::ptr::from_mut(&mut last);
            let made =
                unsafe { fmi3DoStep(self.instance, start, size, 1, event, terminate, early, last) };
            assert_eq!(made, OK, "{:?}", self.log);
        }
    }

    fn last_line(&self) -> String {
        self.log.lock().unwrap().last().map(|(_, text)| text.clone()).unwrap_or_default()
    }
}

fn rows(model: &ModelKind) -> Vec<String> {
    let block = crate::common::block(model);
    block.rows().iter().map(|row| row.name.clone()).collect()
}

fn reference(names: &[String], name: &str) -> u32 {
    names.iter().position(|known| known == name).unwrap() as u32
}

#[test]
fn an_array_has_the_values_of_its_series_in_any_mixture_with_other_variables() {
    let model = catalogue::named("sliced_pin").unwrap();
    let names = rows(model);
    let [alone, together] =
        [false, true].map(|arrays| Unit::new(model, Kind::CoSimulation(0), arrays));
    for unit in [&alone, &together] {
        unit.begin();
        unit.step(reference(&names, "frame_b.x"));
    }
    let all = series(names.iter().map(String::as_str));
    assert!(all.len() >= 9, "{all:?}");
    for series in &all {
        let members: Vec<u32> = series.members.iter().map(|place| *place as u32).collect();
        let mut expected = vec![0.0; members.len() + 1];
        let other = reference(&names, "load_b.fx");
        assert_eq!(alone.get(&[&members[..], &[other]].concat(), &mut expected), OK);
        let mut found = vec![f64::NAN; members.len() + 1];
        assert_eq!(together.get(&[members[0], other], &mut found), OK, "{:?}", together.log);
        assert_eq!(found, expected, "{}", series.name);
    }
    let pressed = all.iter().find(|series| series.name == "slice.force").unwrap();
    let mut forces = vec![0.0; pressed.members.len()];
    assert_eq!(together.get(&[pressed.members[0] as u32], &mut forces), OK);
    assert!(forces[0] > 0.0, "{forces:?}");
    // A count of values that is not that of the elements.
    assert_eq!(together.get(&[pressed.members[0] as u32], &mut forces[1..]), ERROR);
    assert!(together.last_line().contains("nValues = 47 is not 48"), "{}", together.last_line());
}

#[test]
fn an_array_is_set_whole_or_not_at_all() {
    let model = catalogue::named("revolute_clearance").unwrap();
    let names = rows(model);
    let unit = Unit::new(model, Kind::CoSimulation(0), true);
    let speeds = reference(&names, "contact.table.speed_1");
    let mut before = [0.0; 6];
    assert_eq!(unit.get(&[speeds], &mut before), OK);
    let asked = before.map(|speed| 0.5 * speed);
    assert_eq!(unit.set(&[speeds], &asked), OK, "{:?}", unit.log);
    let mut found = [0.0; 6];
    assert_eq!(unit.get(&[speeds], &mut found), OK);
    assert_eq!(found, asked);
    let wrong = [asked[0], asked[1], asked[2], asked[3], asked[4], f64::NAN];
    assert_eq!(unit.set(&[speeds], &wrong.map(|speed| 2.0 * speed)), ERROR);
    assert_eq!(unit.get(&[speeds], &mut found), OK);
    assert_eq!(found, asked, "nothing was set");
    // More values than are credible, in arrays or in lists.
    let many = vec![speeds; 4 * names.len()];
    assert_eq!(unit.get(&many, &mut vec![0.0; 24 * names.len()]), ERROR);
    assert!(unit.last_line().contains("more than"), "{}", unit.last_line());
}

#[test]
fn continuous_states_are_the_elements_of_arrays() {
    let model = catalogue::named("sliced_pin").unwrap();
    let unit = Unit::new(model, Kind::ModelExchange, true);
    unit.begin();
    unsafe {
        assert_eq!(fmi3EnterContinuousTimeMode(unit.instance), OK);
        let mut states = vec![0.0; 3 * 48];
        let n = states.len();
        assert_eq!(fmi3GetContinuousStates(unit.instance, states.as_mut_ptr(), n), OK);
        let bristles: Vec<f64> = (0..48).map(|number| 0.01 * f64::from(number)).collect();
        let first = rows(model).len() as u32;
        assert_eq!(unit.set(&[first], &bristles), OK, "{:?}", unit.log);
        assert_eq!(fmi3GetContinuousStates(unit.instance, states.as_mut_ptr(), n), OK);
        assert_eq!(states[..48], bristles);
        let mut rates = vec![0.0; 48];
        assert_eq!(unit.get(&[first + 3 * 48], &mut rates), OK, "{:?}", unit.log);
    }
}

#[test]
fn derivatives_of_an_array_are_those_of_its_elements() {
    let model = catalogue::named("sliced_pin").unwrap();
    let names = rows(model);
    let known = [reference(&names, "frame_b.x")];
    let find = |unit: &Unit, unknowns: &[u32], count: usize| {
        let (mut slopes, n) = (vec![0.0; count], unknowns.len());
        let ask = fmi3GetDirectionalDerivative;
        let (from, by, seed) = (unknowns.as_ptr(), known.as_ptr(), [1.0]);
        let into = slopes.as_mut_ptr();
        let status = unsafe { ask(unit.instance, from, n, by, 1, seed.as_ptr(), 1, into, count) };
        (status, slopes)
    };
    let loads = reference(&names, "load_b.fx");
    let [alone, together] =
        [false, true].map(|arrays| Unit::new(model, Kind::CoSimulation(0), arrays));
    for unit in [&alone, &together] {
        unit.begin();
        unit.step(known[0]);
    }
    assert_eq!(find(&alone, &[loads], 1), find(&together, &[loads], 1));
    let (status, _) = find(&together, &[loads], 2);
    assert_eq!(status, ERROR);
    assert!(together.last_line().contains("nValues = 2 is not 1"), "{}", together.last_line());
}

#[test]
fn version_2_refuses_a_build_with_arrays() {
    let model = catalogue::named("sliced_pin").unwrap();
    let change = |file: BuildFile| BuildFile { arrays: true, ..file };
    let (_folder, address) = resources_with(model, &Build::default(), change);
    let log = Log::default();
    let callbacks = crate::common::callbacks(&log);
    let token = CString::new(default_guid(model.name)).unwrap();
    use spiel_fmi::fmi2::{instantiate, types::*};
    let (name, kind) = (c"unit".as_ptr(), FMI2_CO_SIMULATION);
    let made = unsafe {
        instantiate(model, name, kind, token.as_ptr(), address.as_ptr(), &callbacks, FMI2_FALSE)
    };
    assert!(made.is_null());
    let lines = log.lock().unwrap();
    assert!(lines[0].1.contains("arrays = true needs FMI 3.0"), "{lines:?}");
}
