//! A bushing: energy, symmetry, limits.

use super::*;
use nalgebra::UnitQuaternion;

/// Returns a symmetric positive definite matrix, full.
fn full(seed: f64) -> Matrix6<f64> {
    let root =
        Matrix6::from_fn(|row, column| (seed + 1.7 * row as f64 + 2.9 * column as f64).sin());
    root * root.transpose() + Matrix6::identity()
}

fn bushing(damping: f64) -> Bushing {
    Bushing { stiffness: full(0.3) * 1e3, damping: full(1.1) * damping }
}

/// Returns the deflection of a displacement and a rotation, at rest.
fn still(place: Vector3<f64>, turn: &UnitQuaternion<f64>) -> Deflection {
    let turn = turn.scaled_axis();
    let place = Vector6::new(place.x, place.y, place.z, turn.x, turn.y, turn.z);
    Deflection { place, rate: Vector6::zeros() }
}

#[test]
fn the_load_is_the_gradient_of_the_stored_energy_at_large_rotations() {
    let law = bushing(0.0);
    for angle in [0.0, 1e-5, 0.3, 1.4, 2.5] {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.6, -0.48, 0.64) * angle);
        let place = Vector3::new(0.01, -0.02, 0.015);
        let load = law.load(&still(place, &turn)).load;
        let small = 1e-5;
        for way in 0..6 {
            let stored = |sign: f64| {
                let mut step = Vector6::zeros();
                step[way] = sign * small;
                let rotation =
                    UnitQuaternion::from_scaled_axis(Vector3::new(step[3], step[4], step[5]));
                let moved = place + step.fixed_rows::<3>(0);
                law.load(&still(moved, &(rotation * turn))).stored
            };
            let slope = (stored(1.0) - stored(-1.0)) / (2.0 * small);
            let scale = load.amax();
            assert!(
                (load[way] + slope).abs() < 1e-7 * scale,
                "{angle} {way}: {} {slope}",
                load[way]
            );
        }
    }
}

#[test]
fn a_damper_loses_and_an_isotropic_bushing_turns_with_its_axes() {
    let law = bushing(10.0);
    let rate = Vector6::new(0.1, -0.2, 0.3, 1.0, -2.0, 0.5);
    let at_rest = Deflection { place: Vector6::zeros(), rate };
    let BushingLoad::<f64> { load, damped, .. } = law.load(&at_rest);
    assert!(damped > 0.0 && (damped + load.dot(&rate)).abs() < 1e-12 * damped);
    let stiffness = Matrix6::from_diagonal(&Vector6::new(2e3, 2e3, 2e3, 5.0, 5.0, 5.0));
    let even = Bushing { stiffness, damping: Matrix6::zeros() };
    let turn = Vector3::new(0.3, 0.9, -0.6);
    let place = Vector6::new(1e-3, 0.0, 0.0, turn.x, turn.y, turn.z);
    let load: Vector6<f64> = even.load(&Deflection { place, rate: Vector6::zeros() }).load;
    let moment = load.fixed_rows::<3>(3);
    // The moment of equal stiffnesses is along the rotation, and linear in it.
    assert!((moment + turn * 5.0).norm() < 1e-12 && (load.x + 2.0).abs() < 1e-12);
}

#[test]
fn a_matrix_with_a_negative_eigenvalue_is_found() {
    assert_eq!(negative_eigenvalue(&full(0.2)), None);
    assert_eq!(negative_eigenvalue(&Matrix6::zeros()), None);
    let mut bad = Matrix6::identity();
    bad[(4, 4)] = -3.0;
    assert!((negative_eigenvalue(&bad).unwrap() + 3.0).abs() < 1e-12);
}

#[test]
fn the_largest_angle_is_five_sixths_of_half_a_turn() {
    assert!((LARGEST_ANGLE - 5.0 / 6.0 * std::f64::consts::PI).abs() < 1e-15);
}
