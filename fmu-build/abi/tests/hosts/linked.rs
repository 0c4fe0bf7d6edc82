//! What holds of every joint as it is linked into this program.

use super::calls::make;
use super::expected::Arguments;
use super::guest::Source;
use super::legal_order::{every_function_in_every_state, every_function_without_an_instance};
use super::threads::threads_disturb_nobody;
use crate::common::OK;
use crate::common::explosive::Explosive;
use fmi2_abi::types::*;
use fmi2_abi::{Function, Phase};
use spiel::joints::Listed;

#[test]
fn a_thousand_instances_in_sixteen_threads_do_what_each_does_alone() {
    threads_disturb_nobody(&Source::named("revolute_clearance"), 1000, 200);
}

#[test]
fn the_table_is_that_of_the_standard() {
    use Phase::{InitializationMode, Instantiated, StepComplete, StepFailed, Terminated};
    // Source: FMI 2.0.5, state machine of co-simulation, as the Reference FMUs have it.
    for function in Function::ALL {
        let states: &[Phase] = match function.name() {
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
            name if name.ends_with("Status")
                || name == "fmi2CancelStep"
                || name == "fmi2GetRealOutputDerivatives" =>
            {
                &[StepComplete, StepFailed, Terminated]
            }
            _ => &[Instantiated, InitializationMode, StepComplete, StepFailed, Terminated],
        };
        assert_eq!(function.phases(), states, "{}", function.name());
    }
}

#[test]
fn each_joint_keeps_to_the_table() {
    for joint in spiel::joints::ALL {
        let cases = every_function_in_every_state(&Source::linked(joint));
        assert!(cases > 400, "{}: {cases}", joint.name);
    }
}

#[test]
fn each_joint_survives_calls_on_no_instance() {
    for joint in spiel::joints::ALL {
        every_function_without_an_instance(&Source::linked(joint));
    }
}

#[test]
fn after_a_panic_every_call_but_the_end_is_refused_as_fatal() {
    let source = Source::linked(&Listed::model::<Explosive>());
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
