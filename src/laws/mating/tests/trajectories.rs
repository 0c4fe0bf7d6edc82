//! A thrown body and a falling door against the trajectories of an independent program.

use super::rigid::{Body, Hinge, Machine, State};
use super::*;
use nalgebra::{UnitQuaternion, Vector3};

/// χ of restitution 0.6 and 0.4, by the exact law.
const CHI: [f64; 2] = [0.9748717108132648, 2.082498164147007];

/// Half a kilogram with a journal beside its centre, thrown from the middle of the hole.
fn thrown(chi: f64, model: Friction) -> Machine {
    let journal = TiltingJournal { damping: [Loss::of_factor(chi); 2], ..with_faces() };
    let place = Vector3::new(-0.008, 0.004, -0.020);
    let hinges = vec![Hinge::new(journal, Vector3::zeros(), place, model)];
    let spin = Vector3::new(3.0, -4.0, 20.0);
    let velocity = Vector3::new(0.25, 0.08, 0.12) - spin.cross(&place);
    let state = State { position: -place, velocity, spin, ..State::new(&hinges) };
    let inertia = Vector3::new(4e-4, 3.5e-4, 1.5e-4);
    let body = Body { mass: 0.5, inertia, gravity: Vector3::zeros() };
    Machine::new(body, hinges, state)
}

/// A door on two hinges, its axis 20° off the vertical, released at 60°.
fn door() -> Machine {
    let steel = Material::default();
    let [inner, outer] = [0.0084, 0.013];
    let stiffness = 2.0 * crate::base::effective_modulus(&steel, &steel) * outer;
    let foundation = Faces::foundation(stiffness, inner, outer);
    let faces = Faces { half_length: 0.015, play: 2e-4, inner, outer, foundation };
    let fit = Fit { clearance: 1e-4, journal_radius: 0.008 - 1e-4 };
    let journal = super::steel(fit, 0.03, Some(faces));
    let journal = TiltingJournal { damping: [Loss::of_factor(CHI[1]); 2], ..journal };
    let hinge = |z: f64| {
        let (bearing, place) = (Vector3::new(0.0, 0.0, z), Vector3::new(-0.30, -0.02, z));
        Hinge::new(journal, bearing, place, Friction::Lugre)
    };
    let hinges = vec![hinge(-0.2), hinge(0.2)];
    let turn = UnitQuaternion::from_scaled_axis(Vector3::z() * (60_f64).to_radians());
    let position = turn * Vector3::new(0.30, 0.02, 0.0);
    let quaternion = turn.into_inner();
    let state = State { position, quaternion, ..State::new(&hinges) };
    let (sin, cos) = 20_f64.to_radians().sin_cos();
    let gravity = 9.81 * Vector3::new(sin, 0.0, -cos);
    let body = Body { mass: 6.0, inertia: Vector3::new(0.16, 0.30, 0.20), gravity };
    Machine::new(body, hinges, state)
}

/// The last start of a contact at a surface before `time` \[s\]: instant and rate.
fn start_before(machine: &Machine, hinge: usize, surface: usize, time: f64) -> (f64, f64) {
    let found = machine
        .starts
        .iter()
        .rfind(|start| start.0 == hinge && start.1 == surface && start.2 < time);
    let (.., instant, rate) = found.unwrap();
    (*instant, *rate)
}

#[test]
fn a_lossless_throw_keeps_its_energy() {
    let mut machine = thrown(0.0, Friction::Without);
    let energy = machine.kinetic();
    let mut touched = 0;
    for _ in 0..15_000 {
        machine.step(1e-7);
        touched += u32::from(machine.stored() > 0.0);
        let now = machine.kinetic() + machine.stored();
        // The rule's force is not exactly the slope of its energy: 6.7e-9 at any step.
        assert!((now / energy - 1.0).abs() < 1e-8, "{now} {energy}");
    }
    assert!(touched > 3000);
    let State { velocity, spin, .. } = &machine.state;
    // End of the table, whose rule changes where a slice begins to touch as a whole: 1e-6 m/s off many slices.
    let table = Vector3::new(-0.0956714493758198, 0.23612938689229, -0.01303361524950561);
    assert!((velocity - table).norm() < 2e-6, "{velocity}");
    assert!(
        (spin - Vector3::new(0.3973089680911038, 6.0959824635021915, 22.958614744289463)).norm()
            < 1e-4,
        "{spin}"
    );
    // Twenty-four slices; six are 5e-9 m/s off.
    let many = Vector3::new(-0.0956717443, 0.2361295466, -0.0130345726);
    assert!((velocity - many).norm() < 1e-8, "{velocity}");
}

#[test]
fn a_thrown_body_follows_the_recorded_trajectory() {
    let mut machine = thrown(CHI[0], Friction::Lugre);
    (0..15_000).for_each(|_| machine.step(1e-7));
    // Instants to 0.1 µs, rates to 1e-5 m/s at this step; the table's own step is 5e-9 s.
    for (surface, before, instant, rate) in [
        (0, 0.5e-3, 0.161044415e-3, 0.31078561),
        (6, 1e-3, 0.603146429e-3, 0.19940778),
        (5, 1e-3, 0.772622208e-3, 0.10184711),
    ] {
        let found = start_before(&machine, 0, surface, before);
        assert!((found.0 - instant).abs() < 1e-7, "{surface} {found:?}");
        assert!((found.1 - rate).abs() < 1e-5, "{surface} {found:?}");
    }
    let [damping, rubbing] = machine.state.lost;
    for (found, right) in
        [(machine.kinetic(), 0.043345965), (damping, 0.011474938), (rubbing, 0.008404101)]
    {
        assert!((found - right).abs() < 1e-7, "{found} {right}");
    }
}

#[test]
fn a_door_on_two_hinges_follows_the_recorded_trajectory() {
    let mut machine = door();
    (0..25_000).for_each(|_| machine.step(4e-7));
    for (hinge, surface, before, instant, rate) in [
        (0, 7, 7e-3, 6.587226302e-3, 0.06072355),
        (1, 7, 7e-3, 6.587226302e-3, 0.06072355),
        (1, 5, 8e-3, 7.388009205e-3, 0.03995173),
        (1, 5, 9e-3, 8.4290e-3, 0.0060533),
        (1, 7, 9e-3, 8.8759e-3, 0.02574),
        (0, 0, 10e-3, 9.707802849e-3, 0.0432349),
    ] {
        let found = start_before(&machine, hinge, surface, before);
        // The derivation's digits.
        assert!((found.0 - instant).abs() < 1e-7, "{hinge} {surface} {found:?}");
        assert!((found.1 - rate).abs() < 1e-5, "{hinge} {surface} {found:?}");
    }
}
