//! Machines that the host moves, against their reference trajectories.

use super::host::{run, run_with_masses};
use super::machines::{self, Machine};
use crate::coupling::predicted::Delay;

/// Runs a machine at several steps and asserts bounds of the followed state's errors, of places over the clearance and of
/// speeds over the largest, and of the work mismatch.
fn judge(name: &str, machine: &Machine, scheme: (Delay, bool), bounds: &[(f64, [f64; 3])]) {
    for (size, [place, speed, mismatch]) in bounds {
        let found = run(machine, *size, scheme);
        println!("{name} {scheme:?} {size:e}: {found:?}");
        // The state of a late host is followed into the step in which its load acts.
        let [off, fast] = if scheme.0 == Delay::Without { found.local } else { found.host };
        assert!(off < *place && fast < *speed, "{name} {size:e}: {found:?}");
        assert!(found.mismatch < *mismatch, "{name} {size:e}: {found:?}");
        // The host's speeds contain the impulse of the correction.
        assert!(found.host[1] < 0.01, "{name} {size:e}: {found:?}");
    }
}

#[test]
fn machines_follow_their_references_at_large_steps() {
    // Asked: 2 % of clearance and largest speed at 1e-4 s, a mismatch of 1e-3; aimed at: 0.2 % at 2e-4 s. The bounds are
    // twice what is measured.
    for (name, machine, bounds) in [
        ("door", machines::door(), [[4e-4, 1e-3, 1e-4], [4e-4, 1e-3, 1e-4]]),
        ("door_ball", machines::door_ball(), [[1e-3, 2e-4, 1e-4], [2e-3, 4e-4, 1e-4]]),
        ("chain", machines::chain(), [[4e-3, 1e-3, 1e-4], [4e-3, 2e-3, 1e-4]]),
        ("pair", machines::pair(false), [[1.5e-2, 1.5e-3, 1e-4], [1.5e-2, 1.5e-3, 1e-4]]),
        ("fourbar", machines::fourbar(false), [[4e-4, 4e-5, 1e-3], [2e-3, 2e-4, 6e-3]]),
        ("fourbar_ball", machines::fourbar(true), [[4e-4, 6e-5, 1e-3], [1.5e-3, 2e-4, 6e-3]]),
    ] {
        let [fine, coarse] = bounds;
        judge(name, &machine, (Delay::Without, false), &[(1e-4, fine), (2e-4, coarse)]);
    }
}

#[test]
fn hosts_that_hand_loads_on_a_step_late_follow_too() {
    for (name, machine) in [
        ("door", machines::door()),
        ("door_ball", machines::door_ball()),
        ("chain", machines::chain()),
        ("fourbar_ball", machines::fourbar(true)),
    ] {
        judge(name, &machine, (Delay::One, false), &[(1e-4, [2e-2, 2e-2, 5e-3])]);
    }
}

#[test]
fn hosts_that_move_places_with_new_velocities_follow_as_well() {
    // Asked: as hosts that integrate well; the prototype had 0.01 % and 0.24 % of the speed at 1e-4 and 2e-4 s.
    for (name, machine) in [("door", machines::door()), ("chain", machines::chain())] {
        // 0.04 % were measured.
        for (size, bound) in [(1e-4, 1e-3), (2e-4, 1e-3)] {
            let found = run(&machine, size, (Delay::Without, true));
            println!("{name} semi-implicit {size:e}: {found:?}");
            assert!(found.local[1] < bound && found.mismatch < 1e-3, "{name} {size:e}: {found:?}");
        }
    }
}

#[test]
fn masses_that_are_a_twentieth_off_make_no_run_unstable() {
    // Asked: stable up to 2e-4 s, with a warning where the mismatch is above its limit. 4.3 % of the speed and 0.3 clearances
    // were measured.
    for (name, machine) in [
        ("door", machines::door()),
        ("door_ball", machines::door_ball()),
        ("chain", machines::chain()),
        ("fourbar_ball", machines::fourbar(true)),
    ] {
        for share in [0.95, 1.05] {
            for size in [2e-5, 1e-4, 2e-4] {
                let found = run_with_masses(&machine, size, (Delay::Without, false), share);
                println!("{name} masses {share} {size:e}: {found:?}");
                let [off, fast] = found.local;
                assert!(fast < 0.1 && off < 0.6, "{name} {share} {size:e}: {found:?}");
                // The notice about wrong masses begins at 1 %.
                assert!(size < 1e-4 || found.mismatch > 0.01, "{name} {share} {size:e}: {found:?}");
            }
        }
    }
}
