//! Properties of every joint as it is linked into this program.

use super::calls::make;
use super::expected::Arguments;
use super::guest::Source;
use super::legal_order::{
    departures, every_function_in_every_state, every_function_without_an_instance,
    only_in_model_exchange,
};
use super::threads::threads_do_not_disturb_each_other;
use crate::common::OK;
use crate::common::explosive::EXPLOSIVE;
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;

#[test]
fn a_thousand_instances_in_sixteen_threads_do_what_each_does_alone() {
    threads_do_not_disturb_each_other(&Source::named("revolute_clearance"), 1000, 200);
}

/// Departures of the table from the standard. Strike one out when it is corrected.
const DEPARTURES: [(&str, Phase); 4] = [
    // OpenModelica calls it there; the event is ended for it.
    ("fmi2SetContinuousStates", Phase::EventMode),
    // May be asked for in initialization, and is not.
    ("fmi2GetEventIndicators", Phase::InitializationMode),
    // May be asked for from the beginning, and not in initialization.
    ("fmi2GetNominalsOfContinuousStates", Phase::Instantiated),
    ("fmi2GetNominalsOfContinuousStates", Phase::InitializationMode),
];

/// Source: FMI 2.0.5, state machine of co-simulation, as the Reference FMUs have it.
fn in_co_simulation(function: &str) -> &'static [Phase] {
    use Phase::{InitializationMode, Instantiated, StepComplete, StepFailed, Terminated};
    match function {
        "fmi2SetupExperiment" | "fmi2EnterInitializationMode" => &[Instantiated],
        "fmi2ExitInitializationMode" => &[InitializationMode],
        "fmi2DoStep" => &[StepComplete],
        "fmi2Terminate" => &[StepComplete, StepFailed],
        "fmi2SetReal"
        | "fmi2SetInteger"
        | "fmi2SetBoolean"
        | "fmi2SetString"
        | "fmi2SetRealInputDerivatives" => &[Instantiated, InitializationMode, StepComplete],
        "fmi2GetReal"
        | "fmi2GetInteger"
        | "fmi2GetBoolean"
        | "fmi2GetString"
        | "fmi2GetDirectionalDerivative" => {
            &[InitializationMode, StepComplete, StepFailed, Terminated]
        }
        "fmi2CancelStep" | "fmi2GetRealOutputDerivatives" => {
            &[StepComplete, StepFailed, Terminated]
        }
        name if name.ends_with("Status") => &[StepComplete, StepFailed, Terminated],
        name if only_in_model_exchange(name) => &[],
        _ => &[Instantiated, InitializationMode, StepComplete, StepFailed, Terminated],
    }
}

/// Source: FMI 2.0.5, state machine of model exchange, as the Reference FMUs have it.
fn in_model_exchange(function: &str) -> &'static [Phase] {
    use Phase::{ContinuousTimeMode, EventMode, InitializationMode, Instantiated, Terminated};
    match function {
        "fmi2SetupExperiment" | "fmi2EnterInitializationMode" => &[Instantiated],
        "fmi2ExitInitializationMode" => &[InitializationMode],
        "fmi2NewDiscreteStates" | "fmi2EnterContinuousTimeMode" => &[EventMode],
        "fmi2CompletedIntegratorStep" | "fmi2SetContinuousStates" => &[ContinuousTimeMode],
        "fmi2EnterEventMode" | "fmi2SetTime" | "fmi2Terminate" => &[EventMode, ContinuousTimeMode],
        "fmi2SetReal" => &[Instantiated, InitializationMode, EventMode, ContinuousTimeMode],
        "fmi2SetInteger" | "fmi2SetBoolean" | "fmi2SetString" => {
            &[Instantiated, InitializationMode, EventMode]
        }
        "fmi2GetReal"
        | "fmi2GetInteger"
        | "fmi2GetBoolean"
        | "fmi2GetString"
        | "fmi2GetDirectionalDerivative"
        | "fmi2GetContinuousStates"
        | "fmi2GetEventIndicators" => {
            &[InitializationMode, EventMode, ContinuousTimeMode, Terminated]
        }
        "fmi2GetDerivatives" => &[EventMode, ContinuousTimeMode, Terminated],
        "fmi2GetNominalsOfContinuousStates" => {
            &[Instantiated, EventMode, ContinuousTimeMode, Terminated]
        }
        "fmi2DoStep"
        | "fmi2CancelStep"
        | "fmi2SetRealInputDerivatives"
        | "fmi2GetRealOutputDerivatives" => &[],
        name if name.ends_with("Status") => &[],
        _ => &[Instantiated, InitializationMode, EventMode, ContinuousTimeMode, Terminated],
    }
}

#[test]
fn the_table_is_that_of_the_standard() {
    let table = Function::ALL.iter().map(|function| (function.name(), function.phases()));
    let departures =
        departures(table, |name| [in_co_simulation(name), in_model_exchange(name)].concat());
    let known = |departure: &&(&str, Phase)| !DEPARTURES.contains(departure);
    assert_eq!(departures.iter().find(known), None, "{departures:?}");
    assert_eq!(departures.len(), DEPARTURES.len(), "mended: {departures:?}");
}

/// The joints that are equations, too.
fn equations() -> [Source; 2] {
    ["revolute_clearance", "translational_clearance"].map(Source::equations)
}

#[test]
fn equations_keep_to_the_table() {
    for source in equations() {
        let cases = every_function_in_every_state(&source);
        assert!(cases > 400, "{}: {cases}", source.name);
        every_function_without_an_instance(&source);
    }
}

#[test]
fn each_joint_keeps_to_the_table() {
    for joint in spiel::catalogue::ALL.iter().chain([&crate::common::GROUP, &crate::common::SEEN]) {
        let cases = every_function_in_every_state(&Source::linked(joint));
        assert!(cases > 400, "{}: {cases}", joint.name);
    }
}

#[test]
fn each_joint_survives_calls_on_no_instance() {
    for joint in spiel::catalogue::ALL.iter().chain([&crate::common::GROUP, &crate::common::SEEN]) {
        every_function_without_an_instance(&Source::linked(joint));
    }
}

#[test]
fn after_a_panic_every_call_but_the_end_is_refused_as_fatal() {
    let source = Source::linked(&EXPLOSIVE);
    let guest = source.guest();
    assert_eq!((guest.enter(), guest.exit()), (OK, OK));
    assert_eq!(guest.set(&[0], &[-1.0]), OK);
    assert_eq!(guest.step(0.0, 1.0), fmi2Status::fmi2Fatal);
    for function in Function::ALL {
        for arguments in Arguments::ALL {
            let Some(status) = make(&guest, guest.component, *function, arguments) else {
                continue;
            };
            let case = format!("{} {arguments:?}", function.name());
            assert_eq!(status, fmi2Status::fmi2Fatal, "{case}");
            let log = guest.log();
            assert_eq!(log.len(), 1, "{case}: {log:?}");
            assert!(log[0].1.contains("only fmi2FreeInstance is possible"), "{case}: {log:?}");
        }
    }
}
