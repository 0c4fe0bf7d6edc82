//! The revolute joint's FMU under a free journal: restitution, energy, the reference trajectory.

mod common;

use common::{Journal, paper, reference};
use model_description::Choice;
use spiel::laws::contact::Dissipation;

/// Rebound speed of a steel journal of 1 kg that meets the wall at 1 m/s.
fn rebound(dissipation: Dissipation, step: f64) -> f64 {
    let settings = vec![
        ("contact.restitution", 0.4.into()),
        ("contact.dissipation", dissipation.number().into()),
        ("friction.model", 1.into()),
    ];
    let mut journal = Journal::new(&settings, 1.0, 1e-4, 0.0).unwrap();
    journal.rate[0] = 1.0;
    while journal.rate[0] > 0.0 || journal.place[0] > 4e-4 {
        journal.step(step).unwrap();
    }
    -journal.rate[0]
}

#[test]
fn the_fmu_realises_the_restitution_of_each_dissipation() {
    let record = [1.0, 0.619_736, 0.701_635, 0.362_872, 0.379_646, 0.398_837, 0.4];
    for (item, expected) in Dissipation::ITEMS.iter().zip(record) {
        let law = Dissipation::from_number(item.number).unwrap();
        let coarse = (rebound(law, 1e-6) - expected).abs();
        let fine = (rebound(law, 1e-7) - expected).abs();
        // 1e-3: the coupling's own error of first order; it falls with the step.
        assert!(coarse < 1e-3, "{}: {coarse:e}", item.name);
        assert!(fine < 0.2 * coarse + 1e-6, "{}: {coarse:e} {fine:e}", item.name);
    }
}

#[test]
fn a_thrown_journal_follows_the_reference_ever_closer() {
    let (_, rows) = reference("journal_drop.csv");
    let mut errors = Vec::new();
    for step in [8e-7, 4e-7, 2e-7] {
        let mut journal = Journal::new(&paper(), 1.0, 0.5 * 0.0095 * 0.0095, 9.81).unwrap();
        (journal.place[0], journal.rate[0], journal.rate[2]) = (2e-4, 0.05, 50.0);
        let (mut at, mut worst) = (0, [0.0_f64; 2]);
        for row in &rows[1..] {
            let until = (row[0] / step).round() as u64;
            while at < until {
                journal.step(step).unwrap();
                at += 1;
            }
            // Relative to the throw: 0.05 m/s and 50 rad/s.
            let speed = (journal.rate[0] - row[4]).hypot(journal.rate[1] - row[5]) / 0.05;
            let spin = (journal.rate[2] - row[6]).abs() / 50.0;
            worst = [worst[0].max(speed), worst[1].max(spin)];
        }
        println!("H = {step:e}: speed {:.2e}, spin {:.2e}", worst[0], worst[1]);
        errors.push(worst);
    }
    assert!(errors[2].iter().all(|error| *error < 1e-3), "{errors:?}");
    for index in 0..2 {
        assert!(errors[2][index] < 0.7 * errors[0][index], "{errors:?}");
    }
}

#[test]
fn energy_is_neither_made_nor_lost_but_for_the_coupling() {
    let mut drifts = Vec::new();
    for step in [1e-6, 5e-7, 2.5e-7] {
        let settings = [paper(), vec![("friction.damping_fades", true.into())]].concat();
        let inertia = 0.5 * 0.0095 * 0.0095;
        let mut journal = Journal::new(&settings, 1.0, inertia, 9.81).unwrap();
        (journal.place[0], journal.rate[0], journal.rate[2]) = (2e-4, 0.05, 50.0);
        let energy = |journal: &mut Journal| {
            let [vx, vy, spin] = journal.rate;
            let [_, _, lost, stored] = journal.reported();
            let kinetic = 0.5 * (vx * vx + vy * vy + inertia * spin * spin);
            kinetic + 9.81 * journal.place[1] + lost + stored
        };
        let before = energy(&mut journal);
        for _ in 0..(0.03 / step) as u64 {
            journal.step(step).unwrap();
        }
        let lost = journal.reported()[2];
        drifts.push((energy(&mut journal) - before).abs() / lost);
    }
    println!("drift over lost energy: {drifts:?}");
    // The host's path bends within a step, the joint's is straight: an error of first order in H.
    assert!(drifts[0] < 2e-3, "{drifts:?}");
    assert!(drifts[2] < 0.4 * drifts[0], "{drifts:?}");
}
