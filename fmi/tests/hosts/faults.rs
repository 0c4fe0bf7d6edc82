//! Effects of errors: the status, one line, the kept values, and the way on.

use super::guest::{Guest, Source};
use super::legal_order::rest;
use crate::common::{ERROR, OK};
use model_description::{Kind, Row, Variability};
use spiel_fmi::Phase;

fn each_joint(mut test: impl FnMut(&Source)) {
    for joint in spiel::catalogue::ALL.iter().chain([&crate::common::GROUP, &crate::common::SEEN]) {
        test(&Source::linked(joint));
    }
}

/// Numbers that a row does not take.
fn wrong_numbers(row: &Row) -> Vec<f64> {
    let Kind::Real { allowed, .. } = &row.kind else { return Vec::new() };
    let mut wrong = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let ends = [allowed.low, allowed.high];
    let beyond = [allowed.low - allowed.low.abs() - 1.0, allowed.high + allowed.high.abs() + 1.0];
    wrong.extend(ends.into_iter().chain(beyond).filter(|number| !allowed.contains(*number)));
    wrong
}

/// A refused set: one line that names the variable, and the old value.
fn is_refused(guest: &Guest, phase: Phase, number: u32, value: f64, row: &Row) {
    let case = format!("{}: {} = {value} in {phase}", guest.source.name, row.name);
    let readable = phase != Phase::Instantiated;
    let before = readable.then(|| guest.get(&[number]));
    guest.log();
    assert_eq!(guest.set(&[number], &[value]), ERROR, "{case}");
    let line = guest.error();
    assert!(line.contains(&row.name), "{case}: {line}");
    assert_eq!(readable.then(|| guest.get(&[number])), before, "{case}");
}

#[test]
fn a_refused_set_keeps_the_old_value_and_the_run_goes_on() {
    each_joint(|source| {
        for phase in [Phase::Instantiated, Phase::InitializationMode, Phase::StepComplete] {
            let (calm, guest) = (source.guest(), source.guest());
            calm.lead_to(phase);
            guest.lead_to(phase);
            for (number, row) in source.rows.iter().enumerate() {
                let output =
                    (source.layout.loads.start..source.layout.report.end).contains(&number);
                let fixed = phase == Phase::StepComplete
                    && row.variability != Variability::Tunable
                    && (row.name.starts_with("geometry.") || row.name.starts_with("material"));
                for value in wrong_numbers(row) {
                    is_refused(&guest, phase, number as u32, value, row);
                }
                if (output || fixed) && matches!(row.kind, Kind::Real { .. }) {
                    is_refused(&guest, phase, number as u32, 0.4, row);
                }
                if matches!(row.kind, Kind::Choice { .. }) {
                    for value in [i32::MIN, -1, 0, 77, i32::MAX] {
                        assert_eq!(guest.set_integer(number as u32, value), ERROR, "{}", row.name);
                        assert!(guest.error().contains(&row.name));
                    }
                }
            }
            for unknown in [source.references as u32, u32::MAX] {
                assert_eq!(guest.set(&[unknown], &[0.0]), ERROR);
                assert!(guest.error().contains("is unknown"));
            }
            assert_eq!(rest(&guest, phase), rest(&calm, phase), "{} in {phase}", source.name);
        }
    });
}

/// Steps that are refused before anything is computed, for a joint whose last step ended at `time`.
fn wrong_steps(time: f64, size: f64) -> Vec<(f64, f64)> {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let sizes = [0.0, -0.0, -size, -5e-324, nan, inf, -inf].map(|wrong| (time, wrong));
    let starts =
        [nan, inf, -inf, time - size, time + 2.0 * size, -1e300].map(|wrong| (wrong, size));
    sizes.into_iter().chain(starts).collect()
}

/// After a failed step: the outputs of before, no further step, and all of it again after a reset.
fn has_failed(guest: &Guest, before: &[u64], size: f64, case: &str) {
    guest.error();
    assert_eq!(guest.outputs(), before, "{case}: outputs");
    assert_eq!(guest.phase(), Phase::StepFailed, "{case}");
    for start in [0.0, size] {
        assert_eq!(guest.step(start, size), ERROR, "{case}");
        assert!(guest.error().contains("fmi2DoStep is not allowed in state StepFailed"));
    }
    assert_eq!(guest.outputs(), before, "{case}: outputs later");
}

#[test]
fn a_refused_step_leaves_the_last_valid_outputs_until_a_reset_or_a_snapshot() {
    each_joint(|source| {
        let calm = source.guest();
        calm.lead_to(Phase::StepComplete);
        let calm = rest(&calm, Phase::StepComplete);
        for (start, size) in wrong_steps(source.step, source.step) {
            let case = format!("{}: {start} {size}", source.name);
            let guest = source.guest();
            guest.lead_to(Phase::StepComplete);
            let (before, snapshot) = (guest.outputs(), guest.snapshot());
            guest.log();
            assert_eq!(guest.step(start, size), ERROR, "{case}");
            has_failed(&guest, &before, source.step, &case);
            if let Some(snapshot) = snapshot {
                // SAFETY: the snapshot is this instance's own.
                let status = unsafe { (guest.call.fmi2SetFMUstate)(guest.component, snapshot) };
                assert_eq!(status, OK, "{case}");
                assert_eq!(rest(&guest, Phase::StepComplete), calm, "{case}: after a snapshot");
            }
            assert_eq!(guest.reset(), OK);
            guest.lead_to(Phase::StepComplete);
            assert_eq!(rest(&guest, Phase::StepComplete), calm, "{case}: after a reset");
        }
    });
}

#[test]
fn a_refused_step_after_new_inputs_leaves_the_outputs_of_the_last_step() {
    each_joint(|source| {
        let guest = source.guest();
        guest.lead_to(Phase::StepComplete);
        let before = guest.outputs();
        let far = vec![1e-3; source.layout.inputs.len()];
        assert_eq!(guest.set(&(0..far.len() as u32).collect::<Vec<_>>(), &far), OK);
        assert_eq!(guest.step(source.step, -1.0), ERROR);
        has_failed(&guest, &before, source.step, source.name);
    });
}

#[test]
fn a_step_without_a_finite_solution_leaves_the_outputs_of_the_last_step() {
    let mut failed = 0;
    each_joint(|source| {
        for number in 0..source.layout.inputs.len() as u32 {
            for value in [1e300, -1e300, f64::MAX, 1e154] {
                let guest = source.guest();
                guest.lead_to(Phase::StepComplete);
                let before = guest.outputs();
                let case = format!("{}: input {number} = {value:e}", source.name);
                assert_eq!(guest.set(&[number], &[value]), OK, "{case}");
                if guest.step(source.step, source.step) == ERROR {
                    failed += 1;
                    has_failed(&guest, &before, source.step, &case);
                } else {
                    let values = guest.outputs().into_iter().map(f64::from_bits);
                    assert!(values.into_iter().all(f64::is_finite), "{case}");
                }
            }
        }
    });
    assert!(failed > 10, "only {failed} inputs were too far");
}

#[test]
fn times_off_by_rounding_are_no_error() {
    each_joint(|source| {
        let guest = source.guest();
        guest.lead_to(Phase::StepComplete);
        let mut time = source.step;
        for turn in 0..100 {
            let off = if turn % 2 == 0 { 1.0 + 1e-12 } else { 1.0 - 1e-12 };
            assert_eq!(guest.step(time * off, source.step * off), OK, "{}", source.name);
            time += source.step;
        }
    });
}

#[test]
fn a_set_whose_values_do_not_fit_together_takes_none_of_them() {
    let source = Source::named("revolute_clearance");
    let guest = source.guest();
    let number = |name| source.number(name).unwrap();
    // Bristles need some friction, which zero is not; by itself the variable may be zero.
    assert_eq!(guest.set_integer(number("friction.model"), 5), OK);
    guest.lead_to(Phase::StepComplete);
    let both = [number("frame_b.x"), number("friction.static")];
    let before = guest.get(&both);
    assert_eq!(guest.set(&both, &[1e-4, 0.0]), ERROR);
    guest.error();
    assert_eq!(guest.get(&both), before);
    assert_eq!(guest.step(source.step, source.step), OK);
}
