//! The time for settings: choices of the build cannot be set, fixed parameters until initialization ends;
//! both take the value that they have.

use super::guest::{Guest, Source};
use super::legal_order::rest;
use crate::common::{ERROR, GROUP, OK};
use model_description::{Kind, Row, Variability};
use spiel::catalogue;
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;

const STEPPING: &[Phase] = &[
    Phase::Instantiated,
    Phase::InitializationMode,
    Phase::StepComplete,
    Phase::StepFailed,
    Phase::Terminated,
];
const SOLVING: &[Phase] = &[
    Phase::Instantiated,
    Phase::InitializationMode,
    Phase::EventMode,
    Phase::ContinuousTimeMode,
    Phase::Terminated,
];

/// Every model as it is, and built in every other way that its constants allow; and the equations.
fn each_source(mut test: impl FnMut(&Source, &[Phase])) {
    for model in catalogue::ALL.iter().chain([&GROUP]) {
        for source in Source::variants(model) {
            test(&source, STEPPING);
        }
        let mut block = crate::common::block(model);
        if block.make_continuous().is_ok() {
            test(&Source::equations(model.name), SOLVING);
        }
    }
}

/// A value of the row that it does not start with.
fn other(row: &Row) -> f64 {
    let start = row.start.number();
    match row.kind {
        Kind::Choice { items, .. } => {
            let numbers = items.iter().map(|item| f64::from(item.number));
            numbers.into_iter().find(|number| *number != start).unwrap()
        }
        Kind::Boolean => 1.0 - start,
        Kind::Integer { allowed } if allowed.contains(start - 1.0) => start - 1.0,
        Kind::Integer { .. } => start + 1.0,
        Kind::Real { allowed, .. } => {
            let tried = [0.9 * start, 1.1 * start, 0.5, 0.0, 2.0];
            tried.into_iter().find(|number| *number != start && allowed.contains(*number)).unwrap()
        }
    }
}

/// Sets a variable by the function of its type.
fn set(guest: &Guest, number: u32, row: &Row, value: f64) -> fmi2Status {
    match row.kind {
        Kind::Real { .. } => guest.set(&[number], &[value]),
        Kind::Integer { .. } | Kind::Choice { .. } => guest.set_integer(number, value as i32),
        Kind::Boolean => guest.set_boolean(number, value as i32),
    }
}

/// The function that sets a variable.
fn setter(row: &Row) -> Function {
    match row.kind {
        Kind::Real { .. } => Function::SetReal,
        Kind::Integer { .. } | Kind::Choice { .. } => Function::SetInteger,
        Kind::Boolean => Function::SetBoolean,
    }
}

/// The parameters of that variability that may be set in `phase` by the order of calls, with numbers.
fn settable(source: &Source, of: Variability, phase: Phase) -> Vec<(u32, &Row)> {
    let rows = source.layout.parameters.clone().map(|index| (index as u32, &source.rows[index]));
    rows.filter(|(_, row)| row.variability == of && setter(row).phases().contains(&phase)).collect()
}

#[test]
fn a_constant_takes_its_own_value_in_every_state_and_no_other_in_any() {
    let mut cases = 0;
    each_source(|source, phases| {
        for phase in phases {
            let (calm, guest) = (source.guest(), source.guest());
            calm.lead_to(*phase);
            guest.lead_to(*phase);
            for (number, row) in settable(source, Variability::Constant, *phase) {
                let case = format!("{}: {} in {phase}", source.name, row.name);
                assert_eq!(set(&guest, number, row, row.start.number()), OK, "{case}");
                assert!(guest.log().is_empty(), "{case}");
                assert_eq!(set(&guest, number, row, other(row)), ERROR, "{case}");
                let line = guest.error();
                let named = line.starts_with(&format!("{} = ", row.name));
                assert!(named && line.contains("it was chosen when the FMU was built"), "{line}");
                assert_eq!(set(&guest, number, row, row.start.number()), OK, "{case} afterwards");
                cases += 1;
            }
            let all = source.rows.iter().filter(|row| row.variability == Variability::Constant);
            for row in all.filter(|row| !setter(row).phases().contains(phase)) {
                let number = source.number(&row.name).unwrap();
                assert_eq!(set(&guest, number, row, row.start.number()), ERROR, "{}", row.name);
                assert!(guest.error().contains("not allowed in state"), "{} in {phase}", row.name);
            }
            // Failed steps leave only outputs to compare.
            if *phase != Phase::StepFailed {
                assert_eq!(rest(&guest, *phase), rest(&calm, *phase), "{} in {phase}", source.name);
            }
        }
    });
    assert!(cases > 50, "{cases}");
}

#[test]
fn a_fixed_parameter_takes_its_own_value_after_initialization_and_no_other() {
    let mut cases = 0;
    each_source(|source, phases| {
        for phase in [Phase::StepComplete, Phase::EventMode] {
            if !phases.contains(&phase) {
                continue;
            }
            let (calm, guest) = (source.guest(), source.guest());
            calm.lead_to(phase);
            guest.lead_to(phase);
            for (number, row) in settable(source, Variability::Fixed, phase) {
                let case = format!("{}: {} in {phase}", source.name, row.name);
                assert_eq!(set(&guest, number, row, row.start.number()), OK, "{case}");
                assert!(guest.log().is_empty(), "{case}");
                assert_eq!(set(&guest, number, row, other(row)), ERROR, "{case}");
                let line = guest.error();
                let said = "is a fixed parameter: it can be set only before initialization ends";
                assert_eq!(line, format!("{} {said}", row.name));
                cases += 1;
            }
            let from = rest(&calm, phase).len() / 2;
            let calm = source.guest();
            calm.lead_to(phase);
            // After a set that was taken, loads are those of the coming step: that one is compared.
            let (seen, expected) = (rest(&guest, phase), rest(&calm, phase));
            assert_eq!(seen[from..], expected[from..], "{} in {phase}", source.name);
        }
    });
    assert!(cases > 300, "{cases}");
}

#[test]
fn a_step_may_begin_where_a_clock_of_large_numbers_says_the_last_one_ended() {
    let source = Source::named("revolute_clearance");
    let guest = source.guest();
    let setup = guest.call.fmi2SetupExperiment;
    // A day and some, in steps that are hardly longer than what a number of that size resolves.
    let (start, size) = (1e5, 1e-8);
    for (stop, status) in [(f64::INFINITY, ERROR), (start - 1.0, ERROR), (2.0 * start, OK)] {
        // SAFETY: the instance lives.
        assert_eq!(unsafe { setup(guest.component, 0, 0.0, start, 1, stop) }, status, "{stop}");
    }
    assert_eq!((guest.enter(), guest.exit()), (OK, OK));
    assert_eq!(guest.step(start, size), OK);
    let end = start + size;
    let late = end + 2.0 * f64::EPSILON * end;
    assert_eq!(guest.step(late, size), OK, "{:?}", guest.log());
    assert_eq!(guest.step(late + 3.0 * size, size), ERROR);
}
