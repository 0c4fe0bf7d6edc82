//! The quadrature over slices: its force is the slope of its energy, which has no jumps, and many slices change little.

use super::properties::{close, motions};
use super::*;
use nalgebra::Vector3;
use proptest::prelude::*;

/// Largest difference of the elastic load from the slope of the elastic energy along six directions, over
/// the largest part of the load; forces below 1 N do not count.
fn off_the_slope(journal: &TiltingJournal, b: &Motion<f64>) -> f64 {
    let (load, _) = normal_load(journal, b);
    let (turn, step) = (0.01, 2e-9);
    let slope = |k: usize| {
        let energy = |by: f64| {
            let mut displaced = *b;
            if k < 3 {
                displaced.position[k] += by;
            } else {
                let mut rotation = Vector3::zeros();
                rotation[k - 3] = by / turn;
                displaced.axis = crate::kinematics::spatial::rotated(displaced.axis, rotation);
            }
            normal_load(journal, &displaced).1
        };
        // Of fourth order: the loads are stiff.
        let difference = |by: f64| energy(by) - energy(-by);
        (8.0 * difference(step) - difference(2.0 * step)) / (12.0 * step)
    };
    let found = |k: usize| if k < 3 { load.force[k] } else { load.moment[k - 3] / turn };
    let size = (0..6).map(|k| found(k).abs()).fold(1.0, f64::max);
    (0..6).map(|k| (found(k) + slope(k)).abs() / size).fold(0.0, f64::max)
}

/// Distance to first touch at the nearest border of slices, or at a face \[m\].
fn border(journal: &TiltingJournal, b: &Motion<f64>) -> f64 {
    let mut contact = Contact::<f64>::new(journal.slices);
    journal.survey(&mut contact, b);
    let edges = contact.edges.iter().map(|edge| edge.section.depth.abs());
    edges.chain(contact.gaps.map(|gap| gap.0.abs())).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_force_of_a_contact_along_the_whole_hole_is_the_slope_of_its_energy() {
    let axis = |x: f64, y: f64| Vector3::new(x, y, 1.0).normalize();
    for (journal, position, axis) in [
        (with_faces(), Vector3::new(8e-5, 3e-5, 0.0), axis(1e-3, -2e-3)),
        (short(), Vector3::new(8e-5, 3e-5, 4e-3), axis(1e-3, -2e-3)),
        (with_faces(), Vector3::new(1e-5, -2e-5, 1.1e-4), axis(2e-4, 3e-4)),
    ] {
        let b = Motion { position, axis, ..Motion::rest() };
        let off = off_the_slope(&journal, &b);
        assert!(off < 1e-6, "{off}");
    }
}

proptest! {
    #[test]
    fn the_elastic_force_is_the_slope_of_the_energy(b in motions(with_faces())) {
        for journal in [with_faces(), short()] {
            // A difference over nanometres cannot tell where a contact just begins, at an edge or at a face.
            if border(&journal, &b) < 2e-8 {
                continue;
            }
            let off = off_the_slope(&journal, &b);
            // The rule's error at six slices; the largest of 800,000 such motions has 2.6e-4.
            prop_assert!(off < 5e-4, "{off}");
        }
    }
}

#[test]
fn a_closed_cycle_of_the_elastic_joint_does_no_work() {
    // In and out of contact with edges, whole slices and a face; 4000 trapezoids: 1e-6 of the work.
    let journal = with_faces();
    let motion = |phase: f64| {
        let (sin, cos) = phase.sin_cos();
        let slope = Vector3::new(4e-3 * (phase + 0.4).cos(), 3e-3 * sin, 1.0);
        let position = Vector3::new(6e-5 * cos, 4.5e-5 * sin, 1.2e-4 * (2.0 * phase).sin());
        Motion { position, axis: slope.normalize(), ..Motion::rest() }
    };
    let count = 4000;
    let (mut net, mut sum) = (0.0, 0.0);
    let mut before = (motion(0.0), normal_load(&journal, &motion(0.0)).0);
    for step in 1..=count {
        let now = motion(std::f64::consts::TAU * f64::from(step) / f64::from(count));
        let load = normal_load(&journal, &now).0;
        let displaced = now.position - before.0.position;
        let rotated = before.0.axis.cross(&now.axis);
        let work = 0.5 * (load.power(&displaced, &rotated) + before.1.power(&displaced, &rotated));
        net += work;
        sum += work.abs();
        before = (now, load);
    }
    assert!(net.abs() < 1e-6 * sum && sum > 0.1, "{net} of {sum}");
}

/// Follows the energy along a straight way between two motions; returns the largest jump over the largest energy.
fn largest_jump(journal: &TiltingJournal, from: &Motion<f64>, to: &Motion<f64>) -> f64 {
    let energy = |s: f64| {
        let between = |one: Vector3<f64>, other: Vector3<f64>| one + (other - one) * s;
        let axis = between(from.axis, to.axis).normalize();
        let position = between(from.position, to.position);
        normal_load(journal, &Motion { position, axis, ..Motion::rest() }).1
    };
    let intervals = 256;
    let place = |k: i32| f64::from(k) / f64::from(intervals);
    let energies: Vec<f64> = (0..=intervals).map(|k| energy(place(k))).collect();
    let most = energies.iter().fold(0.0_f64, |most, one| most.max(*one));
    let mut jump = 0.0_f64;
    for k in 0..intervals {
        let [mut low, mut high] = [k, k + 1].map(|k| (place(k), energies[k as usize]));
        // A smooth energy's second difference is a quarter in each half; a jump's is all of it in one of them.
        for _ in 0..40 {
            let bend = |a: (f64, f64), b: (f64, f64)| {
                (energy(0.5 * (a.0 + b.0)) - 0.5 * (a.1 + b.1)).abs()
            };
            let half = 0.5 * (low.0 + high.0);
            let middle = (half, energy(half));
            (low, high) =
                if bend(low, middle) > bend(middle, high) { (low, middle) } else { (middle, high) };
        }
        jump = jump.max((high.1 - low.1).abs());
    }
    jump / most.max(1e-12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_energy_has_no_jumps(from in motions(with_faces()), to in motions(with_faces())) {
        for journal in [with_faces(), short()] {
            let jump = largest_jump(&journal, &from, &to);
            // Not zero: three nodes differ from four, and both ends of a slice may touch, its middle not. The
            // largest of 400 such ways has 3.2e-7.
            prop_assert!(jump < 1e-6, "{jump}");
        }
    }
}

#[test]
fn slices_and_twice_as_many_agree() {
    // Elastic and tilted: twice the worst of the derivation's table, edge and deep.
    for (out, tilt, most) in [(0.5, 0.9, 2e-5), (1.2, 1.0, 4e-6)] {
        let journal = with_faces();
        let slope = tilt * journal.fit.free_slope(0.02);
        let position = Vector3::new(out * 5e-5, 0.0, 0.0);
        let axis = Vector3::new(slope, 0.3 * slope, 1.0).normalize();
        let b = Motion { position, axis, ..Motion::rest() };
        let [six, twelve] =
            [6, 12].map(|slices| normal_load(&TiltingJournal { slices, ..journal }, &b).0);
        assert!(close(&six, &twelve, most), "{six:?} {twelve:?}");
    }
}
