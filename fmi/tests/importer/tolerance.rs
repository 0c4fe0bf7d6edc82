//! The tool's tolerance sets the accuracy inside a step, unless the user has chosen one.

use crate::common::*;
use model_description::DEFAULT_TOLERANCE;
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::TOLERANCE;
use spiel::model::Build;
use spiel_fmi::fmi2::{fmi2EnterInitializationMode, fmi2SetupExperiment};

#[test]
fn the_tolerance_of_the_experiment_is_that_of_the_motion_unless_the_user_has_chosen_one() {
    let kind = catalogue::ALL.iter().find(|kind| kind.name == "revolute_clearance").unwrap();
    let number = Block::new(kind, &Build::default()).unwrap().number(TOLERANCE).unwrap() as u32;
    let after = |chosen: Option<f64>, defined: i32, tolerance: f64| {
        let client = Client::of(kind);
        if let Some(chosen) = chosen {
            assert_eq!(client.set(&[number], &[chosen]), OK);
        }
        let status =
            unsafe { fmi2SetupExperiment(client.component, defined, tolerance, 0.0, 0, 0.0) };
        assert_eq!(status, OK);
        assert_eq!(unsafe { fmi2EnterInitializationMode(client.component) }, OK);
        client.get(&[number]).1[0]
    };
    assert_eq!(after(None, 1, 1e-6), 1e-6);
    assert_eq!(after(None, 0, 1e-6), 1e-4);
    assert_eq!(after(Some(1e-5), 1, 1e-6), 1e-5);
    // The nearest that is allowed.
    assert_eq!(after(None, 1, 1e-14), 1e-8);
    assert_eq!(after(None, 1, 1.0), 1e-2);
    // The tolerance of the model description is no choice, and the others are no tolerances.
    for tolerance in [DEFAULT_TOLERANCE, 0.0, -1.0, f64::NAN] {
        assert_eq!(after(None, 1, tolerance), 1e-4, "{tolerance}");
    }
}
