//! Motions and loads of bodies in space.

use crate::base::Real;
use crate::base::real::share;
use crate::kinematics::planar;
use nalgebra::{Matrix3, Vector3, Vector6};

/// Position and velocity of a body b in the frame of a body a, as far as a revolute joint depends on them:
/// the direction of b's axis, but not b's rotation about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion<T> {
    /// Position of b's origin \[m\].
    pub position: Vector3<T>,
    /// Unit vector along b's axis.
    pub axis: Vector3<T>,
    /// Velocity of b's origin relative to the rotating frame a \[m/s\].
    pub velocity: Vector3<T>,
    /// Angular velocity of b minus that of a \[rad/s\].
    pub spin: Vector3<T>,
}

/// Converts a vector of plain numbers to `T`, with zero derivatives.
#[inline]
pub fn lift<T: Real>(vector: Vector3<f64>) -> Vector3<T> {
    vector.map(T::from)
}

/// The zero vector.
#[inline]
pub fn zeros<T: Real>() -> Vector3<T> {
    lift(Vector3::zeros())
}

impl<T: Real> Motion<T> {
    /// No motion, at the origin, the axes parallel.
    pub fn rest() -> Self {
        Self { position: zeros(), axis: lift(Vector3::z()), velocity: zeros(), spin: zeros() }
    }

    /// The motion without its derivatives.
    #[inline]
    pub fn re(&self) -> Motion<f64> {
        let re = |vector: &Vector3<T>| vector.map(|part| part.re());
        Motion {
            position: re(&self.position),
            axis: re(&self.axis),
            velocity: re(&self.velocity),
            spin: re(&self.spin),
        }
    }
}

impl<T: Real> From<planar::Motion<T>> for Motion<T> {
    /// The motion of a body that stays in the x–y plane, its axis normal to it.
    #[inline]
    fn from(plane: planar::Motion<T>) -> Self {
        let (zero, r, v) = (T::from(0.0), plane.position, plane.velocity);
        Self {
            position: Vector3::new(r.x, r.y, zero),
            axis: lift(Vector3::z()),
            velocity: Vector3::new(v.x, v.y, zero),
            spin: Vector3::new(zero, zero, plane.spin),
        }
    }
}

impl<T: Real> From<planar::Path<T>> for Path<T> {
    /// The path of a body that stays in the x–y plane.
    #[inline]
    fn from(plane: planar::Path<T>) -> Self {
        let (zero, rates) = (T::from(0.0), plane.acceleration);
        Self {
            start: plane.start.into(),
            acceleration: Vector3::new(rates.linear.x, rates.linear.y, zero),
            angular_acceleration: Vector3::new(zero, zero, rates.angular),
        }
    }
}

/// A motion over a step in the rotating axes of a, with constant accelerations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path<T> {
    /// Motion at the beginning.
    pub start: Motion<T>,
    /// Linear acceleration \[m/s²\].
    pub acceleration: Vector3<T>,
    /// Angular acceleration \[rad/s²\].
    pub angular_acceleration: Vector3<T>,
}

impl<T: Real> Path<T> {
    /// The path of a body with constant velocity.
    pub fn straight(start: Motion<T>) -> Self {
        Self { start, acceleration: zeros(), angular_acceleration: zeros() }
    }

    /// The motion `time` \[s\] after the start.
    #[inline]
    pub fn at(&self, time: T) -> Motion<T> {
        let Self { start, acceleration, angular_acceleration } = self;
        let half = time * time * 0.5;
        Motion {
            position: start.position + start.velocity * time + acceleration * half,
            axis: rotated(start.axis, start.spin * time + angular_acceleration * half),
            velocity: start.velocity + acceleration * time,
            spin: start.spin + angular_acceleration * time,
        }
    }
}

/// Rotates `vector` by the length of `rotation` \[rad\] about its direction, by Rodrigues' formula.
#[inline]
pub fn rotated<T: Real>(vector: Vector3<T>, rotation: Vector3<T>) -> Vector3<T> {
    let square = rotation.dot(&rotation);
    // sin x/x and (1 − cos x)/x², by series where these lose digits: the next terms are below 1e-19.
    let (first, second) = if square.re() < 1e-3 {
        (
            -square * (-square * (-square / 42.0 + 1.0) / 20.0 + 1.0) / 6.0 + 1.0,
            (-square * (-square * (-square / 56.0 + 1.0) / 30.0 + 1.0) / 12.0 + 1.0) * 0.5,
        )
    } else {
        let angle = square.sqrt();
        let (sin, cos) = angle.sin_cos();
        (sin / angle, (-cos + 1.0) / square)
    };
    let once = rotation.cross(&vector);
    vector + once * first + rotation.cross(&once) * second
}

/// Normalises `vector`; the zero vector stays.
#[inline]
pub fn unit<T: Real>(vector: Vector3<T>) -> Vector3<T> {
    let square = vector.dot(&vector);
    if square.re() > 0.0 { vector / square.sqrt() } else { vector }
}

/// Axes rotated against the outer axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes<T> {
    /// The axes as columns, in outer components.
    matrix: Matrix3<T>,
}

impl<T: Real> Axes<T> {
    /// Axes equal to the outer ones.
    pub fn same() -> Self {
        let [zero, one] = [0.0, 1.0].map(T::from);
        Self { matrix: Matrix3::new(one, zero, zero, zero, one, zero, zero, zero, one) }
    }

    /// Axes of a body whose quaternion is `(e0; e1, e2, e3)`, from the body's axes to the outer ones. The
    /// quaternion may have any length but 0.
    #[inline]
    pub(crate) fn of_quaternion([e0, e1, e2, e3]: [T; 4]) -> Self {
        let square = e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3;
        let two = share(T::from(2.0), square);
        let (xx, yy, zz) = (e1 * e1 * two, e2 * e2 * two, e3 * e3 * two);
        let (xy, xz, yz) = (e1 * e2 * two, e1 * e3 * two, e2 * e3 * two);
        let (wx, wy, wz) = (e0 * e1 * two, e0 * e2 * two, e0 * e3 * two);
        let one = T::from(1.0);
        Self {
            matrix: Matrix3::new(
                one - yy - zz,
                xy - wz,
                xz + wy,
                xy + wz,
                one - xx - zz,
                yz - wx,
                xz - wy,
                yz + wx,
                one - xx - yy,
            ),
        }
    }

    /// Axes that are rotated about the third by those of the plane.
    #[inline]
    pub(crate) fn about_z(plane: &planar::Axes<T>) -> Self {
        let ([zero, one], first) = ([0.0, 1.0].map(T::from), plane.first());
        let (cos, sin) = (first.x, first.y);
        Self { matrix: Matrix3::new(cos, -sin, zero, sin, cos, zero, zero, zero, one) }
    }

    /// The axes in the plane; these must be rotated about the third only.
    #[inline]
    pub fn flat(&self) -> planar::Axes<T> {
        planar::Axes::along(self.matrix.column(0).xy())
    }

    /// The third of these axes, in outer components.
    #[inline]
    pub fn third(&self) -> Vector3<T> {
        self.matrix.column(2).into_owned()
    }

    /// Converts a vector from outer components to components in these axes.
    #[inline]
    pub fn inward(&self, outer: Vector3<T>) -> Vector3<T> {
        self.matrix.tr_mul(&outer)
    }

    /// Converts a vector from components in these axes to outer components.
    #[inline]
    pub fn outward(&self, inner: Vector3<T>) -> Vector3<T> {
        self.matrix * inner
    }
}

/// A force and the moment about the frame's origin; also an impulse and its moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrench<T> {
    /// Force \[N\].
    pub force: Vector3<T>,
    /// Moment \[N m\].
    pub moment: Vector3<T>,
}

impl<T: Real> Wrench<T> {
    /// Zero force and moment.
    pub fn zero() -> Self {
        Self { force: zeros(), moment: zeros() }
    }

    /// The force in the x–y plane and the moment about z.
    #[inline]
    pub fn flat(&self) -> planar::Wrench<T> {
        planar::Wrench { force: self.force.xy(), moment: self.moment.z }
    }

    /// The wrench of a `force` with its point of application at `arm` from the origin.
    #[inline]
    pub fn at(arm: Vector3<T>, force: Vector3<T>) -> Self {
        Self { force, moment: arm.cross(&force) }
    }

    /// `self + factor · other`.
    #[inline]
    #[must_use]
    pub fn plus(&self, factor: T, other: &Self) -> Self {
        Self {
            force: self.force + other.force * factor,
            moment: self.moment + other.moment * factor,
        }
    }

    /// Power at a velocity of the origin \[m/s\] and a spin \[rad/s\].
    #[inline]
    pub fn power(&self, velocity: &Vector3<T>, spin: &Vector3<T>) -> T {
        self.force.dot(velocity) + self.moment.dot(spin)
    }
}

/// The loads of a joint on its two bodies, in the axes of body a.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairLoad<T> {
    /// Load on body a, about its own origin.
    pub a: Wrench<T>,
    /// Load on body b, about its own origin.
    pub b: Wrench<T>,
}

impl<T: Real> PairLoad<T> {
    /// Zero loads.
    pub fn zero() -> Self {
        Self { a: Wrench::zero(), b: Wrench::zero() }
    }

    /// The load `b` on a body b at `position`, and the reaction that balances it on a.
    #[inline]
    pub(crate) fn balanced(b: Wrench<T>, position: Vector3<T>) -> Self {
        let a = Wrench { force: -b.force, moment: -(b.moment + position.cross(&b.force)) };
        Self { a, b }
    }

    /// `self + factor · other`.
    #[inline]
    #[must_use]
    pub fn plus(&self, factor: T, other: &Self) -> Self {
        Self { a: self.a.plus(factor, &other.a), b: self.b.plus(factor, &other.b) }
    }
}

/// Six numbers from two vectors: velocity and spin, force and moment, or displacement and rotation.
#[inline]
pub fn joined<T: Real>([linear, angular]: [Vector3<T>; 2]) -> Vector6<T> {
    Vector6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

/// The two vectors of six numbers, the inverse of [`joined`].
#[inline]
pub fn halves<T: Real>(six: &Vector6<T>) -> [Vector3<T>; 2] {
    [six.fixed_rows::<3>(0).into_owned(), six.fixed_rows::<3>(3).into_owned()]
}

impl Motion<f64> {
    /// Velocity \[m/s\] and spin \[rad/s\] as six numbers.
    #[inline]
    pub fn velocities(&self) -> Vector6<f64> {
        joined([self.velocity, self.spin])
    }

    /// The motion after a displacement \[m\] and a rotation \[rad\], with other velocities.
    #[inline]
    #[must_use]
    pub fn displaced(&self, displacement: &Vector6<f64>, velocities: &Vector6<f64>) -> Self {
        let ([place, turn], [velocity, spin]) = (halves(displacement), halves(velocities));
        let axis = unit(rotated(self.axis, turn));
        Self { position: self.position + place, axis, velocity, spin }
    }
}

impl Wrench<f64> {
    /// Force \[N\] and moment \[N m\] as six numbers.
    #[inline]
    pub fn joined(&self) -> Vector6<f64> {
        joined([self.force, self.moment])
    }
}

pub mod turn;

#[cfg(test)]
mod tests;
