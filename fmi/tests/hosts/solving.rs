//! Hosts with a solver of their own: wild values, snapshots, and changes in event mode only.

use super::guest::{Guest, Source};
use super::wild::Dice;
use crate::common::{ERROR, OK};
use spiel_fmi::Phase;
use spiel_fmi::fmi2::types::*;
use std::ptr::null_mut;

fn each(mut test: impl FnMut(&Source)) {
    for name in ["revolute_clearance", "translational_clearance"] {
        test(&Source::equations(name));
    }
}

#[test]
fn time_may_go_back_and_states_must_be_numbers() {
    each(|source| {
        let guest = source.guest();
        guest.lead_to(Phase::ContinuousTimeMode);
        for time in [1.0, 0.5, -3.0, 0.0] {
            assert_eq!(guest.set_time(time), OK, "{time}");
        }
        let ([..], [states, rates, _]) = guest.flow();
        for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(guest.set_time(wrong), ERROR);
            assert!(guest.error().contains("is not a finite number"));
            let mut spoilt = states.clone();
            spoilt[source.counts[0] - 1] = wrong;
            assert_eq!(guest.set_states(&spoilt), ERROR);
            assert!(guest.error().contains("energy.dissipated"), "it says which");
        }
        assert_eq!(guest.flow().1[..2], [states, rates], "nothing was taken");
    });
}

#[test]
fn tunable_parameters_change_in_event_mode_only() {
    each(|source| {
        let guest = source.guest();
        let tunable = source.number("friction.static").unwrap();
        let fixed = source.number("material_b.youngs_modulus").unwrap();
        guest.lead_to(Phase::EventMode);
        assert_eq!(guest.set(&[tunable], &[0.02]), OK, "{:?}", guest.log());
        assert_eq!(guest.set(&[fixed], &[1e11]), ERROR);
        assert!(guest.error().contains("fixed"));
        assert_eq!(guest.solve(), OK);
        assert_eq!(guest.set(&[tunable], &[0.03]), ERROR);
        assert!(guest.error().contains("event mode"));
        assert_eq!(guest.get(&[tunable]), (OK, vec![0.02]));
        assert_eq!(guest.enter_event(), OK);
        assert_eq!(guest.set(&[tunable], &[0.03]), OK);
    });
}

/// All that a solver sees of a run from here, bit by bit.
fn seen(guest: &Guest, steps: u32) -> Vec<u64> {
    let (source, mut seen) = (guest.source, Vec::new());
    for step in 0..steps {
        let (_, [mut states, rates, indicators]) = guest.flow();
        seen.extend([&states[..], &rates, &indicators].concat().into_iter().map(f64::to_bits));
        seen.extend(guest.outputs());
        states.iter_mut().zip(&rates).for_each(|(state, rate)| *state += source.step * rate);
        assert_eq!(guest.set_time(source.step * f64::from(step)), OK);
        assert_eq!(guest.set_states(&states), OK);
        if step == steps / 2 {
            let places: Vec<u32> = (0..source.layout.inputs.len() as u32).collect();
            assert_eq!(guest.set(&places, &vec![0.0; places.len()]), OK);
            assert_eq!((guest.enter_event(), guest.update(), guest.solve()), (OK, OK, OK));
        }
    }
    seen
}

#[test]
fn a_run_from_a_snapshot_repeats_bit_for_bit_and_in_another_instance_too() {
    each(|source| {
        let guest = source.guest();
        guest.lead_to(Phase::ContinuousTimeMode);
        seen(&guest, 3);
        guest.touch();
        assert_eq!((guest.enter_event(), guest.update(), guest.solve()), (OK, OK, OK));
        let mut states = guest.flow().1[0].clone();
        states[0] = 0.2;
        assert_eq!(guest.set_states(&states), OK);
        let saved = guest.snapshot().unwrap();
        let first = seen(&guest, 6);
        let (call, other) = (guest.call, source.guest());
        let (mut size, mut handle) = (0, null_mut());
        // SAFETY: the snapshot is the instance's own; the bytes are as many as announced.
        unsafe {
            assert_eq!((call.fmi2SetFMUstate)(guest.component, saved), OK);
            assert_eq!(seen(&guest, 6), first, "{}", source.name);
            (call.fmi2SerializedFMUstateSize)(guest.component, saved, &raw mut size);
            let mut bytes: Vec<fmi2Byte> = vec![0; size];
            (call.fmi2SerializeFMUstate)(guest.component, saved, bytes.as_mut_ptr(), size);
            let read = call.fmi2DeSerializeFMUstate;
            let status = read(other.component, bytes.as_ptr(), size, &raw mut handle);
            assert_eq!(status, OK, "{:?}", other.log());
            assert_eq!((call.fmi2SetFMUstate)(other.component, handle), OK, "{:?}", other.log());
            assert_eq!(seen(&other, 6), first, "{}: through bytes", source.name);
        }
    });
}

#[test]
fn wild_values_give_an_error_or_finite_answers() {
    each(|source| {
        let (guest, mut dice, mut taken) = (source.guest(), Dice::new(11), 0);
        guest.lead_to(Phase::ContinuousTimeMode);
        for round in 0..5000 {
            let case = format!("{} in round {round}", source.name);
            for number in source.layout.inputs.clone() {
                let value = dice.wild();
                assert_eq!(guest.set(&[number as u32], &[value]) == OK, value.is_finite());
            }
            let states: Vec<f64> = (0..source.counts[0]).map(|_| dice.wild()).collect();
            let fair = states.iter().all(|state| state.is_finite());
            assert_eq!(guest.set_states(&states) == OK, fair, "{case}: {states:?}");
            let time = dice.wild();
            assert_eq!(guest.set_time(time) == OK, time.is_finite(), "{case}: {time}");
            if dice.below(3) == 0 {
                assert_eq!(guest.enter_event(), OK, "{case}");
                let updated = guest.update();
                assert!(matches!(updated, OK | ERROR), "{case}: {updated:?}");
                assert_eq!(guest.solve(), OK, "{case}");
            }
            let (statuses, values) = guest.flow();
            assert!(statuses.iter().all(|status| matches!(status, &OK | &ERROR)), "{case}");
            for (status, values) in statuses.iter().zip(&values) {
                // A refused call leaves an array without meaning.
                let finite = values.iter().all(|value| value.is_finite());
                assert!(finite || *status == ERROR, "{case}: {values:?}");
            }
            let (status, reals) = guest.get(&source.reals());
            assert!(matches!(status, OK | ERROR), "{case}: {status:?}");
            assert!(reals.iter().all(|real| real.is_finite()), "{case}: {reals:?}");
            taken += usize::from(statuses == [OK; 3]);
            guest.log();
        }
        assert!(taken > 1000, "{}: only {taken} rounds were taken", source.name);
    });
}
