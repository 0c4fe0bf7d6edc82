//! The mobility of a pair of bodies in space: six directions.

use super::SpatialMobility;
use crate::base::Fault;
use crate::base::fault::Name;
use crate::kinematics::spatial::{Axes, rotated};
use model_description::Interval;
use nalgebra::{Matrix3, Matrix6, Vector3};

/// A body of a pair in space, in the pose of interest. All vectors are in the axes of the mobility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SpatialMember {
    /// An immovable body, or one with a prescribed motion.
    Ground,
    /// A free body.
    Free {
        /// Mass \[kg\], > 0.
        mass: f64,
        /// Tensor of inertia about the centre of mass \[kg m²\], positive definite.
        inertia: Matrix3<f64>,
        /// From the centre of mass to the origin of b's frame \[m\].
        arm: Vector3<f64>,
    },
}

impl SpatialMember {
    fn mobility(&self, [mass_of, inertia_of]: [&'static str; 2]) -> Result<Matrix6<f64>, Fault> {
        let Self::Free { mass, inertia, arm } = *self else { return Ok(Matrix6::zeros()) };
        Fault::check(mass_of, mass, Interval::above(0.0), "of a body that can move")?;
        let least = inertia.symmetric_eigenvalues().min();
        let meaning = "least principal moment of a body that can move";
        Fault::check(inertia_of, least, Interval::above(0.0), meaning)?;
        let Some(inverse) = inertia.try_inverse() else {
            return Err(Fault::OutOfRange {
                name: Name::of(inertia_of),
                value: least,
                allowed: Interval::above(0.0),
                meaning,
            });
        };
        let cross = arm.cross_matrix();
        let mut w = Matrix6::zeros();
        let across = Matrix3::from_diagonal_element(mass.recip()) - cross * inverse * cross;
        w.fixed_view_mut::<3, 3>(0, 0).copy_from(&across);
        w.fixed_view_mut::<3, 3>(0, 3).copy_from(&(-cross * inverse));
        w.fixed_view_mut::<3, 3>(3, 0).copy_from(&(inverse * cross));
        w.fixed_view_mut::<3, 3>(3, 3).copy_from(&inverse);
        Ok(w)
    }
}

impl SpatialMobility {
    /// W of bodies a and b that are not connected otherwise. Both arms end at the origin of b's frame.
    pub fn of_pair(a: &SpatialMember, b: &SpatialMember) -> Result<Self, Fault> {
        let a = a.mobility(["mass of a", "inertia of a"])?;
        Ok(Self(a + b.mobility(["mass of b", "inertia of b"])?))
    }

    /// Returns the mobility in `axes` that are rotated against those it is given in.
    pub fn inward(&self, axes: &Axes<f64>) -> Self {
        self.seen(|unit| axes.inward(unit))
    }

    /// Returns the mobility in axes that are rotated by `rotation` \[rad\] against those it is given in.
    pub(crate) fn in_turned(&self, rotation: Vector3<f64>) -> Self {
        self.seen(|unit| rotated(unit, -rotation))
    }

    /// Returns the mobility in axes to which `inner` transforms vectors.
    // This is not inlined, because its matrices would enlarge the stack frames of all callers.
    #[inline(never)]
    fn seen(&self, inner: impl Fn(Vector3<f64>) -> Vector3<f64>) -> Self {
        let mut turn = Matrix6::zeros();
        for (column, unit) in [Vector3::x(), Vector3::y(), Vector3::z()].into_iter().enumerate() {
            let inner = inner(unit);
            turn.fixed_view_mut::<3, 1>(0, column).copy_from(&inner);
            turn.fixed_view_mut::<3, 1>(3, column + 3).copy_from(&inner);
        }
        Self(turn * self.0 * turn.transpose())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> SpatialMember {
        let inertia = Matrix3::from_diagonal(&Vector3::new(4e-4, 3.5e-4, 1.5e-4));
        SpatialMember::Free { mass: 0.5, inertia, arm: Vector3::new(-0.008, 0.004, -0.02) }
    }

    #[test]
    fn a_load_accelerates_a_free_body_as_newton_and_euler_say() {
        let w = SpatialMobility::of_pair(&SpatialMember::Ground, &body()).unwrap();
        let SpatialMember::Free { mass, inertia, arm } = body() else { unreachable!() };
        let (force, moment) = (Vector3::new(1.0, -2.0, 3.0), Vector3::new(0.01, 0.02, -0.03));
        let turning = inertia.try_inverse().unwrap() * (moment + arm.cross(&force));
        let moving = force / mass + turning.cross(&arm);
        let load = nalgebra::Vector6::from_iterator(force.iter().chain(moment.iter()).copied());
        let found = w.0 * load;
        assert!((found.fixed_rows::<3>(0) - moving).norm() < 1e-12 * moving.norm());
        assert!((found.fixed_rows::<3>(3) - turning).norm() < 1e-12 * turning.norm());
        assert!((w.0 - w.0.transpose()).amax() < 1e-12 * w.0.amax());
    }

    #[test]
    fn bodies_without_mass_are_refused_by_name() {
        let SpatialMember::Free { mass, arm, .. } = body() else { unreachable!() };
        let flat = SpatialMember::Free { mass, inertia: Matrix3::zeros(), arm };
        let fault = SpatialMobility::of_pair(&flat, &SpatialMember::Ground).unwrap_err();
        assert!(fault.to_string().starts_with("inertia of a = 0"), "{fault}");
    }
}
