//! Every function in every state with every kind of arguments, against the table of legal orders.

use super::calls::make;
use super::expected::{Arguments, Expected, NOT_YET, expected};
use super::guest::{Guest, Source, is_direction};
use crate::common::{ERROR, OK};
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;

/// The expected answer in a version; nothing if it has no such function or the function no such arguments.
fn expected_of(source: &Source, function: Function, arguments: Arguments) -> Option<Expected> {
    use Arguments::{HalfNull, Null};
    source.phases(function)?;
    match (function, arguments) {
        // FMI 3.0 lets a host pass null for what it does not want to know.
        (Function::NewDiscreteStates | Function::CompletedIntegratorStep, Null | HalfNull)
            if source.three =>
        {
            expected(function, arguments).map(|_| Expected::Taken)
        }
        // No result depends on a category, and an error would end the run.
        (Function::SetDebugLogging, Arguments::Unknown) if source.three => Some(Expected::Taken),
        _ => expected(function, arguments),
    }
}

const PHASES: [Phase; 5] = [
    Phase::Instantiated,
    Phase::InitializationMode,
    Phase::StepComplete,
    Phase::StepFailed,
    Phase::Terminated,
];

/// The states of an instance in model exchange; only in FMI 3.0 may its run have failed.
const SOLVING: [Phase; 6] = [
    Phase::Instantiated,
    Phase::InitializationMode,
    Phase::EventMode,
    Phase::ContinuousTimeMode,
    Phase::Terminated,
    Phase::StepFailed,
];

/// Returns true if co-simulation has no such function.
pub fn only_in_model_exchange(function: &str) -> bool {
    matches!(
        function,
        "fmi2EnterEventMode"
            | "fmi2NewDiscreteStates"
            | "fmi2EnterContinuousTimeMode"
            | "fmi2CompletedIntegratorStep"
            | "fmi2SetTime"
            | "fmi2SetContinuousStates"
            | "fmi2GetDerivatives"
            | "fmi2GetEventIndicators"
            | "fmi2GetContinuousStates"
            | "fmi2GetNominalsOfContinuousStates"
    )
}

/// The state after a call of `function` in `phase` that came to `status`.
fn after(source: &Source, function: Function, phase: Phase, status: fmi2Status) -> Phase {
    match (function, status) {
        // FMI 3.0: an error ends the run.
        (_, ERROR) if source.three => Phase::StepFailed,
        (Function::EnterInitializationMode, OK) => Phase::InitializationMode,
        (Function::ExitInitializationMode, OK) if source.continuous => Phase::EventMode,
        (Function::ExitInitializationMode, OK) => Phase::StepComplete,
        (Function::EnterEventMode, OK) => Phase::EventMode,
        (Function::EnterContinuousTimeMode | Function::SetContinuousStates, OK) => {
            Phase::ContinuousTimeMode
        }
        (Function::Terminate, OK) => Phase::Terminated,
        (Function::Reset, OK) => Phase::Instantiated,
        (Function::DoStep, ERROR) if phase == Phase::StepComplete => Phase::StepFailed,
        _ => phase,
    }
}

/// All that can still be seen of an instance in `phase`: the rest of its run, bit by bit.
pub fn rest(guest: &Guest, phase: Phase) -> Vec<u64> {
    guest.log();
    if phase == Phase::Instantiated {
        assert_eq!(guest.enter(), OK, "{:?}", guest.log());
    }
    let mut seen = Vec::new();
    if matches!(phase, Phase::Instantiated | Phase::InitializationMode) {
        seen.extend(guest.outputs());
        assert_eq!(guest.exit(), OK, "{:?}", guest.log());
    }
    if guest.source.continuous {
        seen.extend(solved(guest, phase));
        return seen;
    }
    if matches!(phase, Phase::Instantiated | Phase::InitializationMode) {
        assert_eq!(guest.step(0.0, guest.source.step), OK, "{:?}", guest.log());
    }
    seen.extend(guest.outputs());
    if matches!(phase, Phase::StepFailed | Phase::Terminated) {
        assert_eq!(guest.step(guest.source.step, guest.source.step), ERROR);
        seen.extend(guest.outputs());
        return seen;
    }
    assert_eq!(guest.step(guest.source.step, guest.source.step), OK, "{:?}", guest.log());
    seen.extend(guest.outputs());
    seen
}

/// The rest of a run in model exchange.
fn solved(guest: &Guest, phase: Phase) -> Vec<u64> {
    let mut seen = guest.outputs();
    let mut look = || {
        let (statuses, values) = guest.flow();
        assert_eq!(statuses, [OK; 3], "{:?}", guest.log());
        seen.extend(values.concat().into_iter().map(f64::to_bits));
        seen.extend(guest.outputs());
        values
    };
    look();
    if matches!(phase, Phase::Terminated | Phase::StepFailed) {
        return seen;
    }
    if phase != Phase::ContinuousTimeMode {
        assert_eq!((guest.update(), guest.solve()), (OK, OK));
    }
    for step in 2..5 {
        let [mut states, rates, _] = look();
        states.iter_mut().zip(rates).for_each(|(state, rate)| *state += guest.source.step * rate);
        assert_eq!(guest.set_time(guest.source.step * f64::from(step)), OK);
        assert_eq!(guest.set_states(&states), OK, "{:?}", guest.log());
        if step == 3 {
            // Far from any contact: an event.
            let moved = |number: &usize| !is_direction(&guest.source.rows[*number].name);
            let places = guest.source.layout.inputs.clone().filter(moved);
            let places: Vec<u32> = places.map(|number| number as u32).collect();
            assert_eq!(guest.set(&places, &vec![0.0; places.len()]), OK);
            assert_eq!((guest.enter_event(), guest.update(), guest.solve()), (OK, OK, OK));
        }
    }
    look();
    seen
}

/// One case of the table: status, log, state afterwards, and a run that goes on undisturbed.
fn check(source: &Source, phase: Phase, function: Function, arguments: Arguments, calm: &[u64]) {
    let guest = source.guest();
    guest.lead_to(phase);
    let Some(status) = make(&guest, guest.component, function, arguments) else { return };
    let log = guest.log();
    let case = format!("{}: {} {arguments:?} in {phase}", source.name, function.name());
    let legal = source.phases(function).unwrap().contains(&phase);
    let expected =
        if legal { expected_of(source, function, arguments).unwrap() } else { Expected::Refused };
    // Predicted loads have no derivatives.
    let derived = function == Function::GetDirectionalDerivative && arguments == Arguments::Valid;
    let expected = if derived && source.name == "group" { Expected::Refused } else { expected };
    // In states that both kinds have, the order alone does not refuse a function of the other kind.
    let foreign = !source.continuous && only_in_model_exchange(function.name());
    let expected = if foreign && legal { Expected::Either } else { expected };
    let missing = legal && NOT_YET.contains(&function);
    assert!(matches!(status, OK | ERROR), "{case}: {status:?} is never returned");
    match expected {
        Expected::Taken if missing => {}
        Expected::Taken => assert_eq!(status, OK, "{case}: {log:?}"),
        Expected::Refused if missing && function == Function::SetDebugLogging => {}
        Expected::Refused => assert_eq!(status, ERROR, "{case}"),
        Expected::Either => {}
    }
    let ended = function == Function::SetContinuousStates && phase == Phase::EventMode;
    if status == OK && ended && !source.three {
        // The host has left calls out: one line says so.
        assert!(matches!(&log[..], [(status, _)] if *status == OK as i32), "{case}: {log:?}");
    } else if status == OK {
        assert!(log.is_empty(), "{case}: {log:?}");
    } else {
        assert_eq!(log.len(), 1, "{case}: {log:?}");
        assert_eq!(log[0].0, ERROR as i32, "{case}: {log:?}");
        let ordered = log[0].1.contains("not allowed in state");
        assert!(foreign || ordered != legal, "{case}: {log:?}");
    }
    let next = after(source, function, phase, status);
    if next == phase && function != Function::DoStep && function != Function::Reset {
        // After a set that was taken, loads are those of the coming step: only that one is compared.
        let taken = status == OK && function.name().starts_with("fmi2SetReal");
        let from = if taken && arguments == Arguments::Valid { calm.len() / 2 } else { 0 };
        assert_eq!(rest(&guest, phase)[from..], calm[from..], "{case} has changed something");
    } else if next == Phase::InitializationMode {
        assert_eq!(guest.exit(), OK, "{case}");
    } else {
        assert_eq!(guest.phase(), next, "{case}");
    }
}

/// Every function and state about which a `table` and the `standard` disagree.
#[allow(dead_code, reason = "loaded libraries have the table of the linked ones")]
pub fn departures(
    table: impl Iterator<Item = (&'static str, &'static [Phase])>,
    standard: impl Fn(&str) -> Vec<Phase>,
) -> Vec<(&'static str, Phase)> {
    let mut departures = Vec::new();
    for (name, phases) in table {
        let allowed = standard(name);
        let differs = |phase: &Phase| phases.contains(phase) != allowed.contains(phase);
        departures.extend(Phase::ALIVE.into_iter().filter(differs).map(|phase| (name, phase)));
    }
    departures
}

/// The whole table for one joint.
pub fn every_function_in_every_state(source: &Source) -> usize {
    let mut cases = 0;
    let phases = if source.continuous { &SOLVING[..] } else { &PHASES };
    let possible =
        |phase: &&Phase| source.three || !source.continuous || **phase != Phase::StepFailed;
    for phase in phases.iter().filter(possible).copied() {
        let control = source.guest();
        control.lead_to(phase);
        let calm = rest(&control, phase);
        for function in Function::ALL {
            for arguments in Arguments::ALL {
                if expected_of(source, *function, arguments).is_some() {
                    check(source, phase, *function, arguments, &calm);
                    cases += 1;
                }
            }
        }
    }
    cases
}

/// Every function on no instance at all.
pub fn every_function_without_an_instance(source: &Source) {
    let guest = source.guest();
    guest.lead_to(if source.continuous { Phase::EventMode } else { Phase::StepComplete });
    let known = |function: &&Function| source.phases(**function).is_some();
    for function in Function::ALL.iter().filter(known) {
        for arguments in Arguments::ALL {
            let status = make(&guest, std::ptr::null_mut(), *function, arguments);
            let case = format!("{}: {} {arguments:?}", source.name, function.name());
            assert!(matches!(status, None | Some(ERROR)), "{case}: {status:?}");
            assert!(guest.log().is_empty(), "{case}");
        }
    }
    // SAFETY: FMI 2.0 lets an importer free nothing.
    unsafe { (guest.call.fmi2FreeInstance)(std::ptr::null_mut()) };
}
