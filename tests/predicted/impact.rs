//! Restitution of one impact.

use crate::hosts::{Flaws, Host, Method, run};
use crate::machine::impact;
use spiel::coupling::Coupling;
use spiel::coupling::predicted::{Delay, Settings};

/// Restitution of modified dissipation for a required 0.55.
const RESTITUTION: f64 = 0.54098;

/// Rebound speeds after 1 m/s for 16 phases of the impact in the step.
fn rebounds(size: f64, method: &Method, host: Host) -> Vec<f64> {
    let phases = (0..16).map(|phase| f64::from(phase) / 16.0);
    let rebound = |phase: f64| {
        let mut machine = impact((2.2 + phase) * size);
        machine.span = 6e-4 + 9.0 * size;
        -run(&machine, host, method, size, Flaws::default()).velocity.x
    };
    phases.map(rebound).collect()
}

/// The largest error of the restitution.
fn error(size: f64, method: &Method, host: Host) -> f64 {
    let off =
        |rebound: f64| if rebound.is_nan() { f64::INFINITY } else { (rebound - RESTITUTION).abs() };
    rebounds(size, method, host).into_iter().map(off).fold(0.0, f64::max)
}

fn predicted(delay: Delay, semi_implicit: bool) -> Method {
    Method::Predicted(Settings { delay, semi_implicit, ..Settings::default() })
}

#[test]
fn a_mass_rebounds_as_the_law_says_in_every_step_at_every_phase() {
    for size in [1e-7, 2e-7, 5e-7, 1e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3] {
        let error = error(size, &predicted(Delay::Without, false), Host::Held);
        assert!(error < 5e-4, "{size}: {error}");
    }
}

#[test]
fn without_prediction_the_same_steps_are_too_long() {
    let plain = |method| error(5e-5, &Method::Plain(method), Host::Held);
    assert!(plain(Coupling::StepMean) > 0.1 && plain(Coupling::EndPoint) > 0.1);
}

#[test]
fn every_kind_of_host_has_settings_that_are_right_for_it() {
    let hosts = [
        (Host::SymplecticEuler, Delay::Without, true),
        (Host::Held, Delay::Without, false),
        (Host::Halves, Delay::Half, false),
        (Host::Jacobi, Delay::One, false),
    ];
    for (host, delay, semi_implicit) in hosts {
        for size in [1e-5, 5e-5, 2e-4] {
            let error = error(size, &predicted(delay, semi_implicit), host);
            assert!(error < 5e-4, "{host:?}, {size}: {error}");
        }
        for wrong in [Delay::Without, Delay::Half, Delay::One] {
            if wrong != delay {
                let error = error(5e-5, &predicted(wrong, semi_implicit), host);
                assert!(error > 0.2, "{host:?} with {wrong:?}: {error}");
            }
        }
        let error = error(5e-5, &predicted(delay, !semi_implicit), host);
        assert!(error > 0.1, "{host:?} with positions misunderstood: {error}");
    }
}
