//! Properties of the tilting journal for random motions: balance, symmetry, energy.

use super::*;
use crate::laws::mating::FirstTouch;
use nalgebra::{Rotation2, Rotation3, Vector2, Vector3};
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    [-size..size, -size..size, -size..size].prop_map(Vector3::from)
}

/// Motions with possible contact: up to 1.4 clearances off centre, up to 1.3 times the free tilt.
pub fn motions(journal: TiltingJournal) -> impl Strategy<Value = Motion<f64>> {
    let Fit { clearance: c, .. } = journal.fit;
    let free = journal.fit.free_slope(journal.bearing_length);
    let tilt = (0.0..1.3_f64, -3.2..3.2_f64);
    let place = (0.0..1.4_f64, -3.2..3.2_f64, -1.5e-4..1.5e-4_f64);
    (place, tilt, vector(0.3), vector(30.0)).prop_map(
        move |((out, way, up), (tilt, along), velocity, spin)| {
            let flat = Rotation2::new(way) * Vector2::new(out * c, 0.0);
            let slope = Rotation2::new(along) * Vector2::new(tilt * free, 0.0);
            let axis = Vector3::new(slope.x, slope.y, 1.0).normalize();
            Motion { position: Vector3::new(flat.x, flat.y, up), axis, velocity, spin }
        },
    )
}

/// The load with all losses and deflected bristles.
fn lossy(journal: &TiltingJournal, b: &Motion<f64>) -> PairLoad<f64> {
    let mut contact = Contact::new(journal.slices);
    let bristles = [[3e-7, -2e-7, 0.0], [2e-7, -1e-7, 4e-7]];
    load(journal, &mut contact, b, 0.2, &friction(Friction::Lugre), bristles)
}

fn damped() -> TiltingJournal {
    TiltingJournal { damping: [Loss::of_factor(1.2); 2], ..with_faces() }
}

pub fn close(one: &Wrench<f64>, other: &Wrench<f64>, tolerance: f64) -> bool {
    let size = one.force.amax().max(one.moment.amax() / 0.01).max(1e-9);
    (one.force - other.force).amax() <= tolerance * size
        && (one.moment - other.moment).amax() <= tolerance * size * 0.01
}

proptest! {
    #[test]
    fn reversing_the_axis_of_a_cylinder_changes_nothing(b in motions(damped())) {
        let journal = damped();
        let upside_down = Motion { axis: -b.axis, ..b };
        prop_assert_eq!(lossy(&journal, &b), lossy(&journal, &upside_down));
    }

    #[test]
    fn rotating_everything_about_the_bearings_axis_rotates_the_loads(
        b in motions(damped()), angle in -3.2..3.2_f64,
    ) {
        // The cylinder alone: the bristles of the faces are given in a's own axes.
        let journal = TiltingJournal { faces: None, ..damped() };
        let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), angle);
        let rotated = Motion {
            position: turn * b.position,
            axis: turn * b.axis,
            velocity: turn * b.velocity,
            spin: turn * b.spin,
        };
        let (here, there) = (lossy(&journal, &b).b, lossy(&journal, &rotated).b);
        let here = Wrench { force: turn * here.force, moment: turn * here.moment };
        // Depths of a hundredth of the clearance are known to 1e-13 only.
        prop_assert!(close(&here, &there, 1e-10), "{here:?} {there:?}");
    }

    #[test]
    fn the_mirror_swaps_lower_and_upper(b in motions(damped())) {
        // Without bristles, which have a sense of rotation.
        let journal = damped();
        let mirror = |v: Vector3<f64>| Vector3::new(v.x, v.y, -v.z);
        let spin_mirror = |v: Vector3<f64>| Vector3::new(-v.x, -v.y, v.z);
        let other = Motion {
            position: mirror(b.position),
            axis: -mirror(b.axis),
            velocity: mirror(b.velocity),
            spin: spin_mirror(b.spin),
        };
        let (mut here, mut there) = (Contact::new(6), Contact::new(6));
        let law = friction(Friction::Coulomb);
        let one = load(&journal, &mut here, &b, 0.2, &law, [[0.0; 3]; 2]).b;
        let two = load(&journal, &mut there, &other, 0.2, &law, [[0.0; 3]; 2]).b;
        let two = Wrench { force: mirror(two.force), moment: spin_mirror(two.moment) };
        prop_assert!(close(&one, &two, 1e-9), "{one:?} {two:?}");
        for (k, other) in [1, 0, 3, 2].into_iter().enumerate() {
            prop_assert!((here.gaps[k].0 - there.gaps[other].0).abs() < 1e-16);
        }
    }

    #[test]
    fn dissipated_power_is_positive_and_that_of_the_loads(b in motions(damped()), onset in 1e-3..0.5_f64) {
        let journal = damped();
        let mut contact = Contact::<f64>::new(6);
        load(&journal, &mut contact, &b, onset, &friction(Friction::Without), [[0.0; 3]; 2]);
        prop_assert!(contact.damped >= 0.0);
        let law = friction(Friction::Coulomb);
        let (load, lost) = contact.friction_load(|_, site| {
            law.at_along([0.0; 3], site.slip).map(|(part, _)| site.normal_force * part)
        });
        prop_assert!(lost >= 0.0);
        let power = load.power(&b.velocity, &b.spin);
        prop_assert!((power + lost).abs() <= 1e-12 * (lost + 1e-9), "{power} {lost}");
    }

    #[test]
    fn damping_dissipates_the_power_of_its_force(b in motions(damped())) {
        let (mut with, mut without) = (Contact::new(6), Contact::new(6));
        let none = friction(Friction::Without);
        let zero = [[0.0; 3]; 2];
        let damped_load = load(&damped(), &mut with, &b, 0.2, &none, zero).b;
        let elastic = load(&with_faces(), &mut without, &b, 0.2, &none, zero).b;
        let [all, spring] = [damped_load, elastic].map(|load| load.power(&b.velocity, &b.spin));
        let rounding = 1e-11 * (with.damped + spring.abs() + 1e-9);
        prop_assert!((all - spring + with.damped).abs() <= rounding);
    }

    #[test]
    fn both_faces_never_load_a_parallel_journal_together(up in -3e-4..3e-4_f64) {
        let position = Vector3::new(0.0, 0.0, up);
        let mut contact = Contact::<f64>::new(6);
        with_faces().survey(&mut contact, &Motion { position, ..Motion::rest() });
        prop_assert!(!(contact.touches(6) && contact.touches(7)));
        prop_assert_eq!(contact.touches(6) || contact.touches(7), up.abs() > 1e-4);
    }
}

#[test]
fn a_flat_face_has_the_drilling_moment_of_its_mean_radius() {
    let journal = with_faces();
    let position = Vector3::new(0.0, 0.0, 1.3e-4);
    let b = Motion { position, spin: Vector3::new(0.0, 0.0, 40.0), ..Motion::rest() };
    let mut contact = Contact::<f64>::new(6);
    let law = friction(Friction::Coulomb);
    let on_b = load(&journal, &mut contact, &b, 0.2, &law, [[0.0; 3]; 2]).b;
    let (inner, outer) = (0.0105_f64, 0.015_f64);
    let lever = 2.0 / 3.0 * (outer.powi(3) - inner.powi(3)) / (outer.powi(2) - inner.powi(2));
    let share = (40.0 * lever / 0.05_f64).tanh();
    let right = -0.1 * share * lever * f64::abs(on_b.force.z);
    assert!((on_b.moment.z / right - 1.0).abs() < 1e-12, "{} {right}", on_b.moment.z);
    // Between the faces nothing touches, and a journal that has sunk touches the upper one.
    assert!(on_b.force.z < 0.0 && contact.touches(6));
}

#[test]
fn a_parallel_journal_is_that_of_the_plane() {
    // All terms at once: damping, Coulomb friction. Table of the derivation, formula of the plane.
    let (ex, ey, vx, vy, wz): (f64, f64, f64, f64, f64) =
        (5.8708223945065936e-05, 0.0, 0.17004401213924245, -0.1954211182006741, 42.58682462884565);
    let journal = TiltingJournal {
        damping: [Loss::of_factor(1.2272727272727273); 2],
        ..super::steel(Fit { clearance: 5e-5, journal_radius: 0.00995 }, 0.02, None)
    };
    let b = Motion {
        position: Vector3::new(ex, ey, 0.0),
        velocity: Vector3::new(vx, vy, 0.0),
        spin: Vector3::new(0.0, 0.0, wz),
        ..Motion::rest()
    };
    let mut contact = Contact::<f64>::new(6);
    let law = friction(Friction::Coulomb);
    let on_b = load(&journal, &mut contact, &b, 0.2, &law, [[0.0; 3]; 2]).b;
    for (found, right) in [
        (on_b.force.x, -11233.705485732904),
        (on_b.force.y, -1123.1277646647611),
        (on_b.moment.z, -11.175121258414373),
    ] {
        assert!((found / right - 1.0).abs() < 1e-12, "{found} {right}");
    }
    assert_eq!(on_b.force.z, 0.0);
}

#[test]
fn a_parallel_collar_has_the_stiffness_that_its_foundation_was_made_of() {
    let (stiffness, inner, outer) = (3e8, 0.0105, 0.015);
    let foundation = Faces::foundation(stiffness, inner, outer);
    let faces = Faces { half_length: 0.01, play: 1e-4, inner, outer, foundation };
    assert!((faces.stiffness() / stiffness - 1.0).abs() < 1e-12);
}

#[test]
fn widened_parts_have_more_clearance_and_more_play() {
    use crate::laws::mating::MatingParts;
    let parts = MatingParts::Journal(with_faces());
    let MatingParts::Journal(wider) = parts.widened([1e-6, 3e-6]) else { unreachable!() };
    assert!((wider.fit.clearance - 5.1e-5).abs() < 1e-15);
    assert!((wider.faces.unwrap().play - 1.03e-4).abs() < 1e-15);
}

#[test]
fn the_energy_of_a_parallel_journal_is_the_work_of_its_force() {
    use crate::laws::mating::MatingParts;
    let parts = MatingParts::Journal(with_faces());
    let (depth, change) = (2e-6, 1e-9);
    let [less, more] = [-change, change].map(|change| parts.pressed(depth + change)[0]);
    let force = parts.pressed(depth)[1];
    assert!(((more - less) / (2.0 * change) / force - 1.0).abs() < 1e-5);
}

#[test]
fn the_rate_of_a_depth_is_the_velocity_against_its_unit_load() {
    for (journal, position) in
        [(with_faces(), Vector3::new(8e-5, 3e-5, 0.0)), (short(), Vector3::new(8e-5, 3e-5, 4e-3))]
    {
        let b = Motion {
            position,
            axis: Vector3::new(1e-2, -2e-2, 1.0).normalize(),
            velocity: Vector3::new(0.1, -0.2, 0.3),
            spin: Vector3::new(40.0, -30.0, 20.0),
        };
        for place in 0..2 {
            let rate = journal.gap(place, &b).1;
            let along = journal.unit_load(place, &b).power(&b.velocity, &b.spin);
            assert!((rate + along).abs() < 1e-9 * rate.abs(), "{place}: {rate} {along}");
        }
    }
}

#[test]
fn an_edge_as_deep_as_an_end_has_the_impact_speed_of_that_end() {
    let journal = with_faces();
    let speeds = [0.1, 0.2, 0.3, 0.4];
    let found = |tilt: f64, meeting| {
        let axis = Vector3::new(tilt, 0.0, 1.0).normalize();
        let position = Vector3::new(5.2e-5, 0.0, 0.0);
        let b = Motion { position, axis, velocity: Vector3::zeros(), spin: Vector3::zeros() };
        let mut contact = Contact::<f64>::new(journal.slices);
        journal.survey(&mut contact, &b);
        contact.impact_speed(meeting, |place| Some(speeds[place]))
    };
    let last = journal.slices;
    for middle in [0, 3, last] {
        assert_eq!(found(0.0, FirstTouch::Edge(middle)), Some(0.1));
    }
    assert_eq!(found(1e-3, FirstTouch::Edge(0)), Some(0.1));
    assert_eq!(found(1e-3, FirstTouch::Edge(last)), Some(0.2));
    assert_eq!(found(1e-3, FirstTouch::Edge(3)), None);
    assert_eq!(found(1e-3, FirstTouch::Face(1)), Some(0.4));
}
