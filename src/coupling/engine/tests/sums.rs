//! Sums over a step: they are what moves the bodies.

use super::impacts::{ball, row};
use super::walls::{Run, Walls};
use crate::coupling::predicted::{JointLoad, Mechanism};

/// Asserts that the bodies have moved in the last step of `size` \[s\] as the sums over its loads say: by I in velocity, by S in
/// place, beside the external accelerations.
fn assert_moved(run: &mut Run<Walls>, [places, rates]: [&[f64]; 2], size: f64) {
    let Run { mechanism, engine, external, .. } = run;
    let numbers = || vec![0.0; places.len()];
    let (mut generalised, mut pushed, mut moved) = (numbers(), numbers(), numbers());
    for (sums, change) in [(&engine.impulse, &mut pushed), (&engine.travel, &mut moved)] {
        mechanism.generalised_forces(sums, &mut generalised);
        mechanism.apply_inverse_mass(&generalised, change);
    }
    for index in 0..places.len() {
        let by_others = external[index] * size;
        let rate = rates[index] + by_others + pushed[index];
        let place = places[index] + size * (rates[index] + 0.5 * by_others) + moved[index];
        let off = [rate - engine.velocities[index], (place - engine.coordinates[index]) / size];
        assert!(off.iter().all(|off| off.abs() < 1e-9), "{index}: {off:?}");
    }
}

/// Makes steps and checks the sums after each; returns the number of impacts.
fn checked(mut run: Run<Walls>, size: f64, steps: u32) -> u64 {
    for _ in 0..steps {
        let before = [run.engine.coordinates.clone(), run.engine.velocities.clone()];
        assert!(run.step(size));
        assert_moved(&mut run, [&before[0], &before[1]], size);
    }
    run.engine.impacts
}

#[test]
fn bodies_move_by_the_impulse_and_the_travel_of_their_loads() {
    for size in [1e-3, 1e-4, 1e-5] {
        let steps = (2e-2 / size) as u32;
        let mut pushed = ball(1e10, 1.5, 0.3, 1e-4);
        pushed.external.copy_from_slice(&[40.0, -9.81]);
        assert!(checked(pushed, size, steps) > 10);
        // Clusters, each with a time of its own.
        let masses = [0.0326, 0.05, 0.01, 0.0326, 0.02];
        assert!(checked(row(&masses, (6.6e10, 1.5), 1e-4), size, steps) > 10);
    }
}

#[test]
fn external_accelerations_move_bodies_without_contact_and_are_their_peaks() {
    let mut run = ball(1e10, 1.5, 0.0, 1e-4);
    run.engine.velocities.fill(0.0);
    run.external.copy_from_slice(&[3.0, -9.81]);
    assert!(run.step(1e-3));
    assert_moved(&mut run, [&[0.0; 2], &[0.0; 2]], 1e-3);
    assert_eq!(run.engine.impulse[0], JointLoad::zeros());
    assert_eq!(*run.engine.peak_acceleration, [3.0, 9.81]);
}
