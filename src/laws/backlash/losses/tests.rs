//! Losses: efficiency, self-locking, passivity, and their form in continuous time.

use super::*;
use num_dual::Dual64;
use proptest::prelude::*;

const STIFFNESS: f64 = 1e6;
/// Levers of a shaft line, of external and of internal gears.
const LEVERS: [[f64; 2]; 3] = [[1.0, 1.0], [0.03, -0.06], [0.03, 0.09]];

fn of_mesh(efficiency_a: f64, efficiency_b: f64) -> Losses {
    let stiffness = STIFFNESS;
    Losses::new(&LossParameters { efficiency_a, efficiency_b, stiffness, ..Default::default() })
}

/// Normal forces of both flanks where `pushing` P > 0 is what a pushes b with.
fn pressed(pushing: f64) -> [f64; 2] {
    [(-pushing).max(0.0), pushing.max(0.0)]
}

/// Speeds of a and b in a mesh whose gap stays as it is, at the common speed 2.
fn meshing([lever_a, lever_b]: [f64; 2], forward: f64) -> [f64; 2] {
    [forward / lever_a, forward / lever_b]
}

#[test]
fn the_power_that_leaves_is_the_efficiency_times_the_power_that_enters() {
    for efficiency in [0.3, 0.5, 0.9, 0.99] {
        for levers in LEVERS {
            for forward in [1.0, -1.0] {
                for pushing in [40.0, -40.0] {
                    // a drives if it pushes b in the direction of the motion; b has another efficiency.
                    let a_drives = pushing * forward > 0.0;
                    let other = 0.7;
                    let losses = if a_drives {
                        of_mesh(efficiency, other)
                    } else {
                        of_mesh(other, efficiency)
                    };
                    let speeds = meshing(levers, forward);
                    let rubbing = Rubbing { levers, speeds, pressed: pressed(pushing) };
                    let mut held = [0.0; 3];
                    losses.slide(&mut held, &rubbing, 1e-2);
                    let lost = losses.slide(&mut held, &rubbing, 1e-3);
                    let force = -pushing;
                    let into_a = (levers[0] * force + lost.loads[0]) * speeds[0];
                    let into_b = (-levers[1] * force + lost.loads[1]) * speeds[1];
                    let (leaves, enters) =
                        if a_drives { (into_b, -into_a) } else { (into_a, -into_b) };
                    assert!((leaves / enters - efficiency).abs() < 1e-12, "{leaves} {enters}");
                    assert!((lost.lost - 1e-3 * (enters - leaves)).abs() < 1e-12 * enters);
                    let (now, _) = losses.at(&held, &rubbing);
                    assert!((now.lost - (enters - leaves)).abs() < 1e-12 * enters);
                }
            }
        }
    }
}

#[test]
fn a_mesh_that_locks_itself_holds_every_load_of_b_and_a_turns_it() {
    let losses = of_mesh(0.4, -0.2);
    let levers = [1.0, 1.0];
    for load in [1.0, 1e3, 1e6] {
        // b pushes a: F > 0 at the upper flank; friction of up to 1.5 F stands against it.
        let rubbing = Rubbing { levers, speeds: [1e-3; 2], pressed: pressed(-load) };
        let lost = losses.slide(&mut [10.0, 0.0, 0.0], &rubbing, 1.0);
        assert!((lost.force / load - 1.5).abs() < 1e-12);
        // No power reaches a.
        assert!(load + lost.loads[0] < 0.0);
    }
    let rubbing = Rubbing { levers, speeds: [1.0; 2], pressed: pressed(10.0) };
    let lost = losses.slide(&mut [0.0; 3], &rubbing, 1e-2);
    assert!(lost.force > 0.0 && 10.0 + lost.loads[1] > 0.0);
}

#[test]
fn bearings_rub_against_their_own_speed_up_to_their_friction() {
    let parameters = LossParameters {
        friction_a: 0.5,
        friction_b: 0.2,
        viscous_b: 0.01,
        stiffness: STIFFNESS,
        ..Default::default()
    };
    let losses = Losses::new(&parameters);
    let rubbing = Rubbing { levers: [0.03, -0.06], speeds: [-4.0, 3.0], pressed: [0.0; 2] };
    let mut held = [0.0_f64; 3];
    losses.slide(&mut held, &rubbing, 1.0);
    let lost: Lost<f64> = losses.slide(&mut held, &rubbing, 0.1);
    assert!((lost.loads[0] - 0.5).abs() < 1e-12 && (lost.loads[1] + 0.23).abs() < 1e-12);
    assert!((lost.lost - 0.1 * (0.5 * 4.0 + 0.23 * 3.0)).abs() < 1e-12);
    // The first deflection is elastic.
    let lost = losses.slide(&mut [0.0; 3], &rubbing, 1e-6);
    let stiffness = STIFFNESS * 0.03 * 0.03;
    assert!((lost.loads[0] - 0.5 * stiffness * 4e-6).abs() < 1e-15);
}

#[test]
fn an_efficiency_of_one_loses_nothing() {
    let losses = Losses::new(&LossParameters::default());
    assert!(losses.are_none(&[0.0; 3]) && !losses.are_none(&[1e-9, 0.0, 0.0]));
    let rubbing = Rubbing { levers: [1.0; 2], speeds: [3.0, -1.0], pressed: [1e3, 5.0] };
    let lost = losses.slide(&mut [0.0; 3], &rubbing, 1e-2);
    assert_eq!((lost.loads, lost.force, lost.lost), ([0.0; 2], 0.0, 0.0));
    // The energy that is held when losses are switched off is lost.
    let held = [1e-6, 2e-6, 0.0];
    let mut left = held;
    let lost = losses.slide(&mut left, &rubbing, 1e-2);
    assert_eq!((lost.loads, left), ([0.0; 2], [0.0; 3]));
    assert!((lost.lost / losses.stored(&held, [1.0; 2]) - 1.0).abs() < 1e-12);
}

#[test]
fn in_continuous_time_friction_is_that_of_short_intervals() {
    // It follows a load that changes with a delay of the spring's way, a hundredth of the swing here.
    let losses = Losses { stiffness: 20.0 * STIFFNESS, ..of_mesh(0.5, 0.8) };
    let size = 1e-6;
    let (mut held, mut bent, mut works) = ([0.0; 3], [0.0; 3], [0.0; 2]);
    for step in 0..20_000 {
        let time = (f64::from(step) + 0.5) * size;
        let speed = 0.02 * (400.0 * time).sin();
        let pushing = 50.0 + 30.0 * (1000.0 * time).cos();
        let rubbing = Rubbing { levers: [1.0; 2], speeds: [speed; 2], pressed: pressed(pushing) };
        let of_step = losses.slide(&mut held, &rubbing, size);
        let (now, rates) = losses.flow(&bent, &rubbing);
        bent.iter_mut().zip(rates).for_each(|(bent, rate)| *bent += size * rate);
        works[0] += size * now.lost;
        works[1] += of_step.lost;
        assert!(now.force.abs() <= pushing / 3.0 + 1e-9, "{now:?}");
    }
    assert!((works[0] / works[1] - 1.0).abs() < 0.02, "{works:?}");
}

proptest! {
    #[test]
    fn no_motion_under_any_load_gains_energy(
        path in prop::collection::vec((-2.0..2.0_f64, -2.0..2.0_f64, -100.0..100.0_f64), 1..40),
        efficiencies in (0.05..1.0_f64, -0.9..1.0_f64),
    ) {
        let losses = Losses {
            friction: [0.3, 0.1],
            ..of_mesh(efficiencies.0, efficiencies.1)
        };
        let levers = [0.5, -0.7];
        let (mut held, mut turnover) = ([0.0; 3], 0.0);
        for (a, b, pushing) in path {
            let rubbing = Rubbing { levers, speeds: [a, b], pressed: pressed(pushing) };
            let before = losses.stored(&held, levers);
            let lost = losses.slide(&mut held, &rubbing, 1e-4);
            let grown = losses.stored(&held, levers) - before;
            let work = -1e-4 * (lost.loads[0] * a + lost.loads[1] * b);
            turnover += work.abs() + before;
            prop_assert!(lost.lost >= -1e-13 * turnover, "{}", lost.lost);
            prop_assert!((work - grown - lost.lost).abs() < 1e-12 * turnover);
            // In continuous time at the same instant.
            let (now, rates) = losses.flow(&held, &rubbing);
            let rate: f64 = [STIFFNESS, 0.25 * STIFFNESS, 0.49 * STIFFNESS]
                .iter()
                .zip(held.iter().zip(rates))
                .map(|(k, (z, rate))| k * z * rate)
                .sum();
            let power = -(now.loads[0] * a + now.loads[1] * b);
            prop_assert!((power - rate - now.lost).abs() < 1e-9 * (1.0 + power.abs() + rate.abs()));
            prop_assert!(now.lost > -1e-9 * STIFFNESS * 1e-3 - 1e-9 * power.abs(), "{now:?}");
        }
    }

    #[test]
    fn parts_of_an_interval_make_the_whole_with_their_derivatives(
        start in -1e-4..1e-4_f64,
        speed in -1.0..1.0_f64,
        pushing in -100.0..100.0_f64,
    ) {
        let losses = of_mesh(0.6, 0.8);
        let rubbing = Rubbing { levers: [1.0; 2], speeds: [speed; 2], pressed: pressed(pushing) };
        let (mut whole, mut parts) = ([start, 0.0, 0.0], [start, 0.0, 0.0]);
        let once = losses.slide(&mut whole, &rubbing, 1e-4);
        let twice = [0, 1].map(|_| losses.slide(&mut parts, &rubbing, 0.5e-4));
        let scale = 1.0 + pushing.abs();
        prop_assert!((once.force - 0.5 * (twice[0].force + twice[1].force)).abs() < 1e-11 * scale);
        prop_assert!((once.lost - twice[0].lost - twice[1].lost).abs() < 1e-11 * scale);
        let lifted = Rubbing {
            levers: [Dual64::from(1.0); 2],
            speeds: [Dual64::new(speed, 1.0); 2],
            pressed: pressed(pushing).map(Dual64::from),
        };
        let mut held = [start, 0.0, 0.0].map(Dual64::from);
        let slope = losses.slide(&mut held, &lifted, 1e-4).force;
        let at = |speed: f64| {
            let rubbing =
                Rubbing { levers: [1.0; 2], speeds: [speed; 2], pressed: pressed(pushing) };
            losses.slide(&mut [start, 0.0, 0.0], &rubbing, 1e-4).force
        };
        let step = 1e-7;
        let (left, right) = ((at(speed) - at(speed - step)) / step, (at(speed + step) - at(speed)) / step);
        prop_assert!((slope.re - once.force).abs() < 1e-12 * scale);
        let off = (slope.eps - 0.5 * (left + right)).abs();
        prop_assert!(off <= (left - right).abs() + 1e-5 * scale, "{} {left} {right}", slope.eps);
    }
}
