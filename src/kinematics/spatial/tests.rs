//! Rotations in space against another library.

use super::*;
use nalgebra::{Quaternion, UnitQuaternion};
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    [-size..size, -size..size, -size..size].prop_map(Vector3::from)
}

proptest! {
    #[test]
    fn rodrigues_formula_agrees_with_the_rotation_matrix(from in vector(2.0), by in vector(3.0), size in -9..1) {
        let rotation = by * 10_f64.powi(size);
        let right = UnitQuaternion::from_scaled_axis(rotation) * from;
        prop_assert!((rotated(from, rotation) - right).norm() < 4e-15 * (1.0 + from.norm()));
    }

    #[test]
    fn axes_of_a_quaternion_depend_neither_on_its_length_nor_on_its_sign(
        axis in vector(3.0), length in 0.5..2.0_f64, sign in prop::bool::ANY, from in vector(1.0),
    ) {
        let turn = UnitQuaternion::from_scaled_axis(axis);
        let Quaternion { coords } = turn.into_inner();
        let sign = if sign { length } else { -length };
        let [e1, e2, e3, e0] = coords.into();
        let axes = Axes::of_quaternion([e0, e1, e2, e3].map(|part| part * sign));
        prop_assert!((axes.outward(from) - turn * from).norm() < 1e-15 * 4.0);
        prop_assert!((axes.inward(axes.outward(from)) - from).norm() < 4e-15);
        prop_assert!((axes.third() - turn * Vector3::z()).norm() < 4e-15);
    }
}
