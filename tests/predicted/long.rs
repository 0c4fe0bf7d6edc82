//! Machines in long runs: driven between walls, resting, whirling, tilting.

use crate::fine;
use crate::hosts::{Flaws, Host, Method, Run, run};
use crate::machine::{Machine, block, driven, journal, resting, sticking};
use spiel::coupling::predicted::{Delay, Settings};
use std::sync::OnceLock;

/// The machines and their reference runs.
fn machines() -> &'static [(Machine, Run); 3] {
    static MACHINES: OnceLock<[(Machine, Run); 3]> = OnceLock::new();
    MACHINES.get_or_init(|| {
        [driven(), resting(), journal()].map(|machine| {
            let real = fine::run(&machine, 2e-7);
            (machine, real)
        })
    })
}

/// Errors of impulse and of energy, and the mean excess of energy.
fn errors(run: &Run, real: &Run) -> [f64; 3] {
    let off = |a: f64, b: f64| a / b - 1.0;
    [off(run.impulse, real.impulse), off(run.taken, real.taken), off(run.kinetic, real.kinetic)]
}

fn predicted(filter: f64) -> Method {
    Method::Predicted(Settings { filter, ..Settings::default() })
}

#[test]
fn the_driven_machine_is_hit_280_times_a_second() {
    let (machine, real) = &machines()[0];
    let rate = f64::from(real.contacts) / machine.span;
    assert!((rate - 280.0).abs() < 5.0, "{rate}");
}

#[test]
fn impulse_and_energy_are_right_and_never_grow() {
    for (machine, real) in machines() {
        for size in [1e-6, 1e-5, 2e-5, 5e-5, 7e-5, 1e-4, 1.5e-4, 2e-4, 2.5e-4, 3e-4, 4e-4, 5e-4] {
            let run = run(machine, Host::Held, &predicted(0.3), size, Flaws::default());
            let [impulse, taken, kinetic] = errors(&run, real);
            if size <= 2e-4 {
                assert!(impulse.abs() < 0.01, "{size}: {impulse}");
                assert!(taken.abs() < 0.01, "{size}: {taken}");
            }
            if real.kinetic > 1e-3 {
                assert!(kinetic < 0.01, "{size}: {kinetic}");
            } else {
                // The body that came to rest, from any start.
                let off = (run.place - real.place).norm();
                assert!(off < 1e-6, "{size}: {off}");
            }
            assert!(taken < 0.05, "{size}: {taken}");
        }
    }
}

#[test]
fn random_steps_do_no_harm() {
    for (machine, real) in machines() {
        for size in [1e-5, 5e-5, 1e-4, 2e-4] {
            let flaws = Flaws { steps: (0.25, 1.75), ..Flaws::default() };
            let run = run(machine, Host::Held, &predicted(0.3), size, flaws);
            let [impulse, taken, _] = errors(&run, real);
            assert!(impulse.abs() < 0.02 && taken.abs() < 0.02, "{size}: {impulse}, {taken}");
        }
    }
}

#[test]
fn noise_on_the_inputs_does_little_harm() {
    for (machine, real) in machines() {
        for size in [1e-5, 5e-5, 1e-4, 2e-4] {
            let flaws = Flaws { noise: (1e-7, 1e-4), ..Flaws::default() };
            let run = run(machine, Host::Held, &predicted(0.1), size, flaws);
            let [impulse, taken, _] = errors(&run, real);
            assert!(impulse.abs() < 0.02 && taken.abs() < 0.02, "{size}: {impulse}, {taken}");
        }
    }
}

#[test]
fn short_steps_tolerate_a_wrong_mobility_and_the_mismatch_shows_it() {
    let (machine, real) = &machines()[0];
    for (size, mobility, most) in [
        (1e-5, 0.7, 0.03),
        (1e-5, 1.3, 0.03),
        (5e-5, 0.9, 0.03),
        (5e-5, 1.1, 0.03),
        (1e-4, 0.97, 0.05),
        (1e-4, 1.03, 0.05),
    ] {
        let flaws = Flaws { mobility, ..Flaws::default() };
        let run = run(machine, Host::Held, &predicted(0.3), size, flaws);
        let [impulse, taken, _] = errors(&run, real);
        assert!(impulse.abs() < most && taken.abs() < most, "{size}: {impulse}, {taken}");
        // A right mobility has 5e-4 at most.
        assert!(run.mismatch > 5e-3, "{size} {mobility}: {}", run.mismatch);
    }
    let short = Machine { span: 0.2, ..machine.clone() };
    for mobility in [0.7, 0.9, 1.1, 1.3] {
        let flaws = Flaws { mobility, ..Flaws::default() };
        let run = run(&short, Host::Held, &predicted(0.3), 2e-4, flaws);
        assert!(run.mismatch > 0.1, "{mobility}: {}", run.mismatch);
    }
}

#[test]
fn the_work_mismatch_of_a_right_mobility_is_small() {
    for (machine, _) in machines() {
        let mismatch = |size, delay| {
            let method = Method::Predicted(Settings { delay, ..Settings::default() });
            run(machine, Host::Held, &method, size, Flaws::default()).mismatch
        };
        // 1e-4 of it is the error of the pieces inside a step, which belongs to it.
        for (size, most) in [(1e-5, 2e-4), (1e-4, 1e-3), (2e-4, 5e-3)] {
            let mismatch = mismatch(size, Delay::Without);
            assert!(mismatch < most, "{size}: {mismatch}");
        }
    }
    let (machine, _) = &machines()[0];
    let late = Method::Predicted(Settings { delay: Delay::One, ..Settings::default() });
    let run = run(machine, Host::Held, &late, 5e-5, Flaws::default());
    assert!(run.mismatch > 0.1, "{}", run.mismatch);
}

#[test]
fn corners_that_land_one_after_the_other_or_together_are_followed() {
    for tilted in [0.0, 1e-4, 2e-3, -5e-3] {
        let machine = block(tilted, 4e-3);
        let real = fine::run(&machine, 1e-7);
        for size in [1e-5, 5e-5, 1e-4] {
            let run = run(&machine, Host::Held, &predicted(1.0), size, Flaws::default());
            let [impulse, taken, _] = errors(&run, &real);
            assert!(impulse.abs() < 0.005 && taken.abs() < 0.02, "{size}: {impulse}, {taken}");
            let off = run.place - real.place;
            assert!(off.xy().norm() < 4e-5 && off.z.abs() < 1e-3, "{tilted}, {size}: {off}");
        }
    }
}

#[test]
fn bristles_bend_as_far_as_they_do_in_small_steps() {
    let machine = sticking();
    let real = fine::run(&machine, 2e-7);
    let largest = 10.0 / (1e5 * 200.0);
    assert!(real.place.y.abs() > 0.05 * largest, "{}", real.place.y / largest);
    for size in [1e-6, 1e-5, 1e-4] {
        let run = run(&machine, Host::Held, &predicted(1.0), size, Flaws::default());
        // The force acts on a body that is half a step late.
        let off = (run.place.y - real.place.y).abs() / largest;
        assert!(off < 0.01 + 400.0 * size, "{size}: {off}");
    }
}
