//! Rotation vectors: the rotation of one body against another, as its axis times its angle.

use crate::base::Real;
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Square of the half-angle, or of its tangent, below which series are exact to rounding.
const SMALL: f64 = 1e-4;

/// Position and rotation of a body b in the frame of a body a, with the velocities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose<T = f64> {
    /// Position of b's origin \[m\].
    pub position: Vector3<T>,
    /// Rotation vector of b's axes in those of a \[rad\].
    pub turn: Vector3<T>,
    /// Velocity of b's origin relative to the rotating frame a \[m/s\].
    pub velocity: Vector3<T>,
    /// Angular velocity of b minus that of a \[rad/s\].
    pub spin: Vector3<T>,
}

/// Returns the quaternion of a rotation vector \[rad\], scalar part first.
pub fn quaternion<T: Real>(turn: Vector3<T>) -> [T; 4] {
    let square = turn.dot(&turn) * 0.25;
    let (scalar, factor) = if square.re() < SMALL {
        let even = -square * (-square * (-square / 30.0 + 1.0) / 12.0 + 1.0) * 0.5 + 1.0;
        let odd = -square * (-square * (-square / 42.0 + 1.0) / 20.0 + 1.0) / 6.0 + 1.0;
        (even, odd * 0.5)
    } else {
        let half = square.sqrt();
        (half.cos(), half.sin() / half * 0.5)
    };
    [scalar, turn.x * factor, turn.y * factor, turn.z * factor]
}

/// Returns the rotation vector of a quaternion of any length but 0, of at most half a turn \[rad\].
pub fn rotation_vector<T: Real>([e0, e1, e2, e3]: [T; 4]) -> Vector3<T> {
    let vector = Vector3::new(e1, e2, e3);
    // A quaternion and its negative are the same rotation.
    let (vector, scalar) = if e0.re() < 0.0 { (-vector, -e0) } else { (vector, e0) };
    let square = vector.dot(&vector);
    if square.re() < SMALL * scalar.re() * scalar.re() {
        // 2 atan(x)/x by its series: the next term is below 1e-20.
        let x = square / (scalar * scalar);
        let series = -x * (-x * (-x * (-x / 9.0 + 1.0 / 7.0) + 0.2) + 1.0 / 3.0) + 1.0;
        return vector * (series * 2.0 / scalar);
    }
    let length = square.sqrt();
    vector * (length.atan2(scalar) * 2.0 / length)
}

/// Returns the product of two quaternions: the rotation `second` before `first`.
pub fn product<T: Real>(first: [T; 4], second: [T; 4]) -> [T; 4] {
    let [[a, b, c, d], [e, f, g, h]] = [first, second];
    [
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    ]
}

/// Returns the rotation vector after a further rotation `by` in outer axes. About z alone it is counted over turns.
pub fn turned<T: Real>(turn: Vector3<T>, by: Vector3<T>) -> Vector3<T> {
    let plane = |vector: &Vector3<T>| vector.x.re() == 0.0 && vector.y.re() == 0.0;
    if plane(&turn) && plane(&by) && T::NDERIV == 0 {
        return turn + by;
    }
    nearest(rotation_vector(product(quaternion(by), quaternion(turn))), (turn + by).map(|x| x.re()))
}

/// Returns the rotation vector of the same rotation that is nearest to another: it differs by whole turns about its axis.
pub fn nearest<T: Real>(turn: Vector3<T>, to: Vector3<f64>) -> Vector3<T> {
    let plain = turn.map(|part| part.re());
    let angle = plain.norm();
    if angle == 0.0 {
        return turn;
    }
    let turns = ((plain.dot(&to) / angle - angle) / TAU).round();
    if turns == 0.0 {
        return turn;
    }
    let whole = turn.dot(&turn).sqrt();
    turn * (whole + turns * TAU) / whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Quaternion, UnitQuaternion};
    use num_dual::Dual64;
    use proptest::prelude::*;

    fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
        [-size..size, -size..size, -size..size].prop_map(Vector3::from)
    }

    fn unit(turn: Vector3<f64>) -> UnitQuaternion<f64> {
        let [w, x, y, z] = quaternion(turn);
        UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
    }

    proptest! {
        #[test]
        fn rotations_agree_with_another_library(one in vector(1.8), two in vector(1.8), size in -9..1) {
            let one = one * 10_f64.powi(size);
            prop_assert!((rotation_vector(quaternion(one)) - unit(one).scaled_axis()).norm() < 1e-14 * (1.0 + one.norm()));
            let [right, by] = [one, two].map(UnitQuaternion::from_scaled_axis);
            let found = unit(turned(one, two));
            prop_assert!(found.angle_to(&(by * right)) < 1e-14);
        }

        #[test]
        fn derivatives_are_slopes(one in vector(1.5), by in vector(1e-2), along in vector(1.0)) {
            let step = 1e-6;
            let at = |part: f64| turned(one + along * part, by);
            let slope = (at(step) - at(-step)) / (2.0 * step);
            let lifted = Vector3::from_fn(|way, _| Dual64::new(one[way], along[way]));
            let found = turned(lifted, by.map(Dual64::from)).map(|part| part.eps);
            prop_assert!((found - slope).norm() < 1e-7, "{found} {slope}");
        }
    }

    #[test]
    fn turns_are_counted() {
        let z = |angle: f64| Vector3::new(0.0, 0.0, angle);
        assert_eq!(turned(z(3.0), z(0.4)), z(3.4));
        let tilted = Vector3::new(0.0, 0.6, 0.8);
        let beyond = turned(tilted * 3.0, tilted * 0.4);
        assert!((beyond - tilted * 3.4).norm() < 1e-14, "{beyond}");
        assert!((nearest(z(-3.0), z(9.0)) - z(-3.0 + 2.0 * TAU)).norm() < 1e-14);
    }
}
