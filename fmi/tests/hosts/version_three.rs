//! Tests of the rules that FMI 3.0 adds, and the suite of FMI 2.0 on it.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the instance lives until its guest is dropped, arrays are as long as announced"
)]

use super::guest::{Guest, Source};
use super::legal_order::{
    departures, every_function_in_every_state, every_function_without_an_instance,
};
use super::sequences::run_seeded;
use super::three::with_three;
use super::wild::long;
use crate::common::{DOOR, ERROR, GROUP, MOVED, OK, explosive::EXPLOSIVE};
use spiel::catalogue;
use spiel_fmi::Phase;
use spiel_fmi::fmi3::types::*;
use spiel_fmi::fmi3::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};

/// Departures of the table from the standard. Strike one out when it is corrected.
const DEPARTURES: [(&str, Phase); 1] = [
    // As in FMI 2.0: the event is ended for a host that leaves that out.
    ("fmi3SetContinuousStates", Phase::EventMode),
];

/// Source: FMI 3.0.2, the state machines of co-simulation and model exchange, and the tables of functions
/// with the states that allow them; a run that failed is in the standard's state Terminated.
fn allowed(function: &str) -> Vec<Phase> {
    use Phase::*;
    let (ended, solved) = ([StepFailed, Terminated], [EventMode, ContinuousTimeMode]);
    let before = [Instantiated, InitializationMode, StepComplete, EventMode];
    match function {
        "fmi3EnterInitializationMode" => vec![Instantiated],
        "fmi3ExitInitializationMode" => vec![InitializationMode],
        "fmi3DoStep" => vec![StepComplete],
        "fmi3UpdateDiscreteStates" | "fmi3EnterContinuousTimeMode" => vec![EventMode],
        "fmi3CompletedIntegratorStep" | "fmi3SetContinuousStates" => vec![ContinuousTimeMode],
        "fmi3EnterEventMode" | "fmi3SetTime" => solved.to_vec(),
        "fmi3Terminate" => [&[StepComplete], &solved[..]].concat(),
        "fmi3SetFloat64" => [&before[..], &[ContinuousTimeMode]].concat(),
        "fmi3SetInt32" | "fmi3SetInt64" | "fmi3SetBoolean" => before.to_vec(),
        "fmi3GetDirectionalDerivative" | "fmi3GetAdjointDerivative" => {
            [&[InitializationMode, StepComplete], &solved[..], &ended].concat()
        }
        "fmi3GetContinuousStateDerivatives"
        | "fmi3GetEventIndicators"
        | "fmi3GetContinuousStates"
        | "fmi3GetNominalsOfContinuousStates" => {
            [&[InitializationMode], &solved[..], &ended].concat()
        }
        _ => [&before[..], &[ContinuousTimeMode], &ended].concat(),
    }
}

#[test]
fn the_version_is_that_of_the_standard() {
    // SAFETY: the string is one of the library's own.
    assert_eq!(unsafe { std::ffi::CStr::from_ptr(fmi3GetVersion()) }, c"3.0");
}

#[test]
fn the_table_is_that_of_the_standard() {
    let table = Function::ALL.iter().map(|function| (function.name(), function.phases()));
    let departures = departures(table, allowed);
    assert_eq!(departures, DEPARTURES);
    assert_eq!(Function::ALL.len() + REFUSED.len() + 5, 75, "with those that need no instance");
}

#[test]
fn each_joint_keeps_to_the_table() {
    with_three(|| {
        let few = ["revolute_clearance", "rough_interface"];
        let named = |joint: &&spiel::model::ModelKind| long() > 1 || few.contains(&joint.name);
        let joints = catalogue::ALL.iter().filter(named).chain([&GROUP]);
        let mut sources: Vec<_> = joints.map(Source::linked).collect();
        sources.push(Source::equations("revolute_clearance"));
        for source in sources {
            let cases = every_function_in_every_state(&source);
            assert!(cases > 300, "{}: {cases}", source.name);
            every_function_without_an_instance(&source);
        }
    });
}

#[test]
fn calls_in_any_order_are_answered_as_promised() {
    let tally = with_three(|| run_seeded(100_000 * long(), 9));
    println!("{tally:?}");
    // A refusal ends a run, so there are fewer steps than in FMI 2.0.
    assert!(tally.steps > tally.calls / 1000, "{tally:?}: too few steps to tell anything");
}

/// The bits of loads and report along the same motion.
fn run(source: &Source) -> Vec<u64> {
    let guest = source.guest();
    guest.touch();
    assert_eq!((guest.enter(), guest.exit()), (OK, OK));
    let mut seen = guest.outputs();
    for step in 0..20 {
        let input = 1e-6 * f64::from(step);
        assert_eq!(guest.set(&[0], &[input]), OK);
        let time = f64::from(step) * source.step;
        assert_eq!(guest.step(time, source.step), OK, "{:?}", guest.log());
        seen.extend(guest.outputs());
    }
    seen
}

#[test]
fn results_are_those_of_fmi_2_to_the_bit() {
    for joint in catalogue::ALL.iter().chain([&GROUP, &MOVED, &DOOR]) {
        let [two, three] = [Source::linked(joint), with_three(|| Source::linked(joint))];
        assert!(three.three && !two.three);
        assert_eq!(run(&two), run(&three), "{}", joint.name);
    }
}

#[test]
fn an_error_ends_the_run_until_a_reset_or_a_saved_state() {
    let source = with_three(|| Source::named("revolute_clearance"));
    let guest = source.guest();
    guest.lead_to(Phase::StepComplete);
    let saved = guest.snapshot().unwrap();
    let control = source.guest();
    control.lead_to(Phase::StepComplete);
    let loads = control.outputs();
    // Before anything has been read of the step.
    assert_eq!(guest.get(&[99_999]).0, ERROR);
    assert!(guest.error().contains("99999"));
    assert_eq!(guest.step(source.step, source.step), ERROR);
    assert!(guest.error().contains("not allowed in state StepFailed"));
    assert_eq!(guest.outputs(), loads, "the last valid ones");
    unsafe { assert_eq!(fmi3SetFMUState(guest.component, saved), fmi3Status::fmi3OK) };
    assert_eq!(guest.step(source.step, source.step), OK, "{:?}", guest.log());
    assert_eq!(guest.set(&[0], &[f64::NAN]), ERROR);
    assert_eq!((guest.reset(), guest.enter(), guest.exit()), (OK, OK, OK));
}

#[test]
fn start_values_are_readable_before_initialization() {
    let source = with_three(|| Source::named("revolute_clearance"));
    let guest = source.guest();
    let clearance = source.number("geometry.clearance").unwrap();
    assert_eq!(guest.get(&[clearance]), (OK, vec![source.rows[clearance as usize].start.number()]));
    let (status, values) = guest.get(&source.reals());
    assert_eq!(status, OK, "{:?}", guest.log());
    assert!(values.iter().all(|value| value.is_finite()));
}

/// The value references of time and of the first event indicator.
fn added(source: &Source, indicators: usize) -> [u32; 2] {
    let time = (source.references - indicators - 1) as u32;
    [time, time + 1]
}

#[test]
fn time_and_event_indicators_are_variables() {
    let source = with_three(|| Source::equations("revolute_clearance"));
    let guest = source.guest();
    let indicators = source.counts[1];
    let [time, first] = added(&source, indicators);
    assert_eq!(guest.get(&[time, first]), (OK, vec![0.0, 0.0]));
    guest.lead_to(Phase::ContinuousTimeMode);
    let listed: Vec<u32> = (first..first + indicators as u32).collect();
    let ([.., status], [.., expected]) = guest.flow();
    assert_eq!(status, OK);
    assert_eq!(guest.get(&listed), (OK, expected));
    assert_eq!(guest.set_time(0.25), OK);
    assert_eq!(guest.get(&[time]), (OK, vec![0.25]));
    let mut whole = 0;
    let status = unsafe { fmi3GetInt32(guest.component, &time, 1, &raw mut whole, 1) };
    assert_eq!(status, fmi3Status::fmi3Error);
    assert!(guest.error().contains("these are read as Float64 only"));
    // In co-simulation, too, where nothing indicates events.
    let source = with_three(|| Source::named("revolute_clearance"));
    let guest = source.guest();
    guest.lead_to(Phase::StepComplete);
    assert_eq!(guest.get(&[time, first]), (OK, vec![source.step, 0.0]));
    assert_eq!(guest.get(&[first + indicators as u32]).0, ERROR);
    assert!(guest.error().contains(&format!("this model has 0..={}", source.references - 1)));
}

#[test]
fn continuous_states_are_set_one_by_one_while_a_solver_integrates() {
    let source = with_three(|| Source::equations("revolute_clearance"));
    let guest = source.guest();
    guest.lead_to(Phase::ContinuousTimeMode);
    let first = source.rows.len() as u32;
    let mut states = guest.flow().1[0].clone();
    states[1] += 0.25;
    assert_eq!(guest.set(&[first + 1], &[states[1]]), OK, "{:?}", guest.log());
    assert_eq!(guest.flow().1[0], states);
    assert_eq!(guest.set(&[first], &[f64::NAN]), ERROR);
    assert!(guest.error().contains("is not a finite number"));
    guest.reset();
    guest.lead_to(Phase::EventMode);
    assert_eq!(guest.set(&[first + 1], &[0.0]), ERROR);
    assert!(guest.error().contains("set with the continuous states"));
}

#[test]
fn the_tolerance_of_the_experiment_is_that_of_the_motion_unless_the_user_has_chosen_one() {
    let source = with_three(|| Source::named("revolute_clearance"));
    let number = source.number("coupling.tolerance").unwrap();
    let after = |chosen: Option<f64>, defined: u8, tolerance: f64| {
        let guest = source.guest();
        if let Some(chosen) = chosen {
            assert_eq!(guest.set(&[number], &[chosen]), OK);
        }
        let enter = fmi3EnterInitializationMode;
        let status = unsafe { enter(guest.component, defined, tolerance, 0.0, 0, 0.0) };
        assert_eq!(status, fmi3Status::fmi3OK);
        guest.get(&[number]).1[0]
    };
    assert_eq!(after(None, 1, 1e-6), 1e-6);
    assert_eq!(after(None, 0, 1e-6), 1e-4);
    assert_eq!(after(Some(1e-5), 1, 1e-6), 1e-5);
}

#[test]
fn the_experiment_starts_when_initialization_begins() {
    let source = with_three(|| Source::named("revolute_clearance"));
    let guest = source.guest();
    let enter = fmi3EnterInitializationMode;
    for (start, stop, expected) in [
        (f64::NAN, 1.0, "startTime = NaN is not a finite number"),
        (2.0, 1.0, "stopTime = 1 is not a finite number from startTime = 2"),
    ] {
        let status = unsafe { enter(guest.component, 0, 0.0, start, 1, stop) };
        assert_eq!(status, fmi3Status::fmi3Error);
        assert!(guest.error().contains(expected));
        guest.reset();
    }
    unsafe { assert_eq!(enter(guest.component, 0, 0.0, 2.0, 0, 0.0), fmi3Status::fmi3OK) };
    assert_eq!((guest.exit(), guest.step(2.0, source.step)), (OK, OK));
    let [time, _] = added(&source, Source::equations("revolute_clearance").counts[1]);
    assert_eq!(guest.get(&[time]), (OK, vec![2.0 + source.step]));
}

/// The derivative of each load by each input, and the products of their adjoint with a seed.
#[test]
fn adjoint_derivatives_are_transposed_directional_ones() {
    let source = with_three(|| Source::named("revolute_clearance"));
    let guest = source.guest();
    guest.lead_to(Phase::StepComplete);
    let unknowns: Vec<u32> = source.layout.loads.clone().map(|number| number as u32).collect();
    let knowns: Vec<u32> = source.layout.inputs.clone().map(|number| number as u32).collect();
    let seed: Vec<f64> = (0..unknowns.len()).map(|index| 1.0 + index as f64).collect();
    let (u, k) = (unknowns.len(), knowns.len());
    let mut adjoint = vec![0.0; k];
    let ask = fmi3GetAdjointDerivative;
    let (component, from, by) = (guest.component, unknowns.as_ptr(), knowns.as_ptr());
    let status =
        unsafe { ask(component, from, u, by, k, seed.as_ptr(), u, adjoint.as_mut_ptr(), k) };
    assert_eq!(status, fmi3Status::fmi3OK, "{:?}", guest.log());
    assert!(adjoint.iter().any(|sum| *sum != 0.0));
    for (known, sum) in knowns.iter().zip(&adjoint) {
        let slopes = unknowns.iter().map(|unknown| guest.derivative(*unknown, *known).1);
        let expected: f64 = slopes.zip(&seed).map(|(slope, weight)| slope * weight).sum();
        assert!((expected - sum).abs() <= 1e-12 * expected.abs(), "{known}: {sum}, {expected}");
    }
    let (none, nowhere) = (null(), null_mut());
    assert_eq!(
        unsafe { ask(component, none, 0, none, 0, null(), 0, nowhere, 0) },
        fmi3Status::fmi3OK
    );
    let status =
        unsafe { ask(component, from, u, by, k, seed.as_ptr(), u, adjoint.as_mut_ptr(), k + 1) };
    assert_eq!(status, fmi3Status::fmi3Error);
    assert!(guest.error().contains("nValues"));
}

#[test]
fn whole_numbers_and_enumerations_have_a_type_each() {
    let source = with_three(|| Source::named("rough_interface"));
    let choice = source.number("interface.model").unwrap();
    let try_both = |guest: &Guest| unsafe {
        let (mut narrow, mut wide) = (0, 0);
        let (c, r) = (guest.component, &raw const choice);
        let wide_status = fmi3GetInt64(c, r, 1, &raw mut wide, 1);
        (wide_status, wide, fmi3GetInt32(c, r, 1, &raw mut narrow, 1))
    };
    let guest = source.guest();
    let start = source.rows[choice as usize].start.number() as i64;
    assert_eq!(try_both(&guest), (fmi3Status::fmi3OK, start, fmi3Status::fmi3Error));
    assert!(guest.error().contains("is not of type Int32"));
    let source = with_three(|| Source::named("sliced_pin"));
    let (modes, guest) = (source.number("bending.modes").unwrap(), source.guest());
    let (c, r, mut read) = (guest.component, &raw const modes, 0);
    unsafe {
        assert_eq!(fmi3SetInt32(c, r, 1, &9, 1), fmi3Status::fmi3OK);
        assert_eq!(fmi3GetInt32(c, r, 1, &raw mut read, 1), fmi3Status::fmi3OK);
    }
    assert_eq!(read, 9);
}

#[test]
fn kinds_that_joints_do_not_have_are_refused_with_a_line() {
    let log = Box::new(crate::common::Log::default());
    let callbacks = crate::common::callbacks(&log);
    let joint = &catalogue::ALL[0];
    let token = CString::new(spiel_fmi::default_guid(joint.name)).unwrap();
    let cases = [
        (Kind::CoSimulation(1), Some(&token), "eventModeUsed = true"),
        (Kind::CoSimulation(255), Some(&token), "eventModeUsed = true"),
        (Kind::ScheduledExecution, Some(&token), "scheduled execution is not supported"),
        (Kind::CoSimulation(0), None, "fmi3InstantiateCoSimulation: instantiationToken is null"),
        (Kind::ModelExchange, None, "fmi3InstantiateModelExchange: instantiationToken is null"),
    ];
    for (kind, token, expected) in cases {
        let strings = Strings {
            name: c"n".as_ptr(),
            token: token.map_or(null(), |token| token.as_ptr()),
            resources: null(),
        };
        let environment = callbacks.component_environment;
        let keep = Some(super::three::keep as fmi3LogMessageCallback);
        let instance = unsafe { instantiate(joint, kind, strings, 0, environment, keep) };
        let lines = std::mem::take(&mut *log.lock().unwrap());
        assert!(instance.is_null() && lines.len() == 1, "{lines:?}");
        assert!(lines[0].0 == 3 && lines[0].1.contains(expected), "{lines:?}");
    }
    // Without a logger and without an environment.
    let strings = Strings { name: c"n".as_ptr(), token: token.as_ptr(), resources: null() };
    let instance =
        unsafe { instantiate(joint, Kind::CoSimulation(0), strings, 1, null_mut(), None) };
    unsafe {
        assert_eq!(fmi3SetTime(instance, f64::NAN), fmi3Status::fmi3Error);
        fmi3FreeInstance(instance);
    }
}

#[test]
fn features_that_joints_do_not_have_are_refused_for_something_and_taken_for_nothing() {
    let source = with_three(|| Source::named("revolute_clearance"));
    let guest = source.guest();
    let c = guest.component;
    unsafe {
        assert_eq!(fmi3GetClock(c, null(), 0, null_mut()), fmi3Status::fmi3OK);
        assert_eq!(fmi3SetString(c, null(), 0, null(), 0), fmi3Status::fmi3OK);
        assert_eq!(fmi3EnterConfigurationMode(c), fmi3Status::fmi3Error);
        assert!(guest.error().contains("structural parameters are not supported"));
        assert_eq!(fmi3GetUInt16(c, &0, 1, null_mut(), 1), fmi3Status::fmi3Error);
        assert!(guest.error().contains("of this type are not supported"));
        assert_eq!(fmi3EnterStepMode(null_mut()), fmi3Status::fmi3Error);
    }
}

#[test]
fn warnings_are_logged_only_where_they_are_chosen() {
    let lines = |chosen: bool| {
        let source = with_three(|| Source::equations("revolute_clearance"));
        let guest = source.guest();
        if chosen {
            let names = [c"logStatusWarning".as_ptr()];
            let listen = fmi3SetDebugLogging;
            let status = unsafe { listen(guest.component, 1, 1, names.as_ptr()) };
            assert_eq!(status, fmi3Status::fmi3OK);
        }
        guest.touch();
        assert_eq!((guest.enter(), guest.exit()), (OK, OK));
        // A host that leaves event mode out gets a line about it.
        let states = guest.flow().1[0].clone();
        assert_eq!(guest.set_states(&states), OK);
        guest.log()
    };
    assert_eq!(lines(false), []);
    assert!(
        lines(true).iter().any(|(status, line)| *status == 0 && line.contains("left them out"))
    );
}

#[test]
fn after_a_panic_every_call_but_the_end_is_refused_and_other_instances_live() {
    let source = with_three(|| Source::linked(&EXPLOSIVE));
    let (guest, other) = (source.guest(), source.guest());
    assert_eq!((guest.enter(), guest.exit()), (OK, OK));
    assert_eq!(guest.set(&[0], &[-1.0]), OK);
    // Fatal would say that no instance can be used any more.
    assert_eq!(guest.step(0.0, 1.0), ERROR);
    assert!(guest.error().contains("panic in fmi3DoStep"));
    assert_eq!(guest.reset(), ERROR);
    assert!(guest.error().contains("only fmi3FreeInstance is possible"));
    assert_eq!((other.enter(), other.exit()), (OK, OK));
}
