//! The mobility of a pair of bodies in space: six directions.

use crate::base::Fault;
use crate::base::fault::Name;
use crate::kinematics::spatial::{Axes, rotated};
use model_description::Interval;
use model_description::{ANY, NOT_NEGATIVE, quantities};
use nalgebra::{Matrix3, Matrix6, Vector3};

quantities! {
    /// Mobility of the pair at this communication point.
    pub struct SpatialMobilityInputs {
        /// Acceleration of b relative to a along x per unit force on b along x, with its reaction on a; if all 21 are 0, `coupling.mobility_…` count.
        xx: "1/kg" = 0.0 in ANY,
        /// Acceleration along x per unit force along y, and vice versa.
        xy: "1/kg" = 0.0 in ANY,
        /// Acceleration along x per unit force along z, and the other way round.
        xz: "1/kg" = 0.0 in ANY,
        /// Acceleration along x per unit moment about x, and the other way round.
        xrx: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along x per unit moment about y, and the other way round.
        xry: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along x per unit moment about z, and the other way round.
        xrz: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration of b against a along y per unit force on b along y and its reaction on a.
        yy: "1/kg" = 0.0 in ANY,
        /// Acceleration along y per unit force along z, and the other way round.
        yz: "1/kg" = 0.0 in ANY,
        /// Acceleration along y per unit moment about x, and the other way round.
        yrx: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along y per unit moment about y, and the other way round.
        yry: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along y per unit moment about z, and the other way round.
        yrz: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration of b against a along z per unit force on b along z and its reaction on a.
        zz: "1/kg" = 0.0 in ANY,
        /// Acceleration along z per unit moment about x, and the other way round.
        zrx: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along z per unit moment about y, and the other way round.
        zry: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along z per unit moment about z, and the other way round.
        zrz: "1/(kg.m)" = 0.0 in ANY,
        /// Angular acceleration of b against a about x per unit moment on b about x and its reaction on a.
        rxrx: "1/(kg.m2)" = 0.0 in ANY,
        /// Angular acceleration about x per unit moment about y, and the other way round.
        rxry: "1/(kg.m2)" = 0.0 in ANY,
        /// Angular acceleration about x per unit moment about z, and the other way round.
        rxrz: "1/(kg.m2)" = 0.0 in ANY,
        /// Angular acceleration of b against a about y per unit moment on b about y and its reaction on a.
        ryry: "1/(kg.m2)" = 0.0 in ANY,
        /// Angular acceleration about y per unit moment about z, and the other way round.
        ryrz: "1/(kg.m2)" = 0.0 in ANY,
        /// Angular acceleration of b against a about z per unit moment on b about z and its reaction on a.
        rzrz: "1/(kg.m2)" = 0.0 in ANY,
    }
}

/// W: relative velocity (x, y, z \[m/s\] and about x, y, z \[rad/s\]) of b's origin, against the coincident
/// point of a, per unit impulse on b (force \[N s\], moment \[N m s\]) with its reaction on a; see
/// [`Mobility`](super::Mobility).
///
/// Symmetric, without negative eigenvalues.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpatialMobility(pub Matrix6<f64>);

/// Number of its independent entries: the upper triangle by rows.
pub(crate) const NUMBERS: usize = 21;

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

/// Largest negative eigenvalue attributed to rounding, relative to the largest eigenvalue.
const ROUNDING: f64 = 1e-9;

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
    /// Names of its numbers, after `coupling.mobility_` and `mobility.`.
    pub const NAMES: [&'static str; NUMBERS] = [
        "xx", "xy", "xz", "xrx", "xry", "xrz", "yy", "yz", "yrx", "yry", "yrz", "zz", "zrx", "zry",
        "zrz", "rxrx", "rxry", "rxrz", "ryry", "ryrz", "rzrz",
    ];

    /// The mobility of the numbers of its upper triangle, by rows.
    pub fn of(numbers: [f64; NUMBERS]) -> Self {
        let mut w = Matrix6::zeros();
        let mut numbers = numbers.into_iter();
        for row in 0..6 {
            for column in row..6 {
                let number = numbers.next().unwrap_or_default();
                (w[(row, column)], w[(column, row)]) = (number, number);
            }
        }
        Self(w)
    }

    /// Returns the numbers of its upper triangle, by rows.
    pub fn numbers(&self) -> [f64; NUMBERS] {
        let mut numbers = [0.0; NUMBERS];
        let places = (0..6).flat_map(|row| (row..6).map(move |column| (row, column)));
        numbers.iter_mut().zip(places).for_each(|(number, place)| *number = self.0[place]);
        numbers
    }

    /// W of bodies a and b that are not connected otherwise. Both arms end at the origin of b's frame.
    pub fn of_pair(a: &SpatialMember, b: &SpatialMember) -> Result<Self, Fault> {
        let a = a.mobility(["mass of a", "inertia of a"])?;
        Ok(Self(a + b.mobility(["mass of b", "inertia of b"])?))
    }

    /// Returns true if any entry is non-zero.
    pub fn is_given(&self) -> bool {
        self.0.iter().any(|number| *number != 0.0)
    }

    /// Refuses a mobility that has not been set, or that no pair of bodies can have; a `length` \[m\]
    /// compares turning with moving.
    pub fn checked(self, length: f64) -> Result<Self, Fault> {
        let refuse = |value: f64, allowed, meaning| Fault::OutOfRange {
            name: Name::of("coupling.mobility_xx"),
            value,
            allowed,
            meaning,
        };
        if !self.is_given() {
            let meaning = "coupling.method = predicted must know the mobility of the pair; the \
                           command mobility --spatial computes it";
            return Err(refuse(0.0, Interval::above(0.0), meaning));
        }
        let mut scaled = self.0;
        for row in 0..6 {
            for column in 0..6 {
                let turning = i32::from(row >= 3) + i32::from(column >= 3);
                scaled[(row, column)] *= length.powi(turning);
            }
        }
        let eigenvalues = scaled.symmetric_eigenvalues();
        let least = -ROUNDING * eigenvalues.amax();
        if eigenvalues.min() < least {
            let meaning = "least eigenvalue of the mobility: with the other numbers no pair of \
                           bodies has such a one, a load would draw it against itself";
            return Err(refuse(eigenvalues.min(), NOT_NEGATIVE, meaning));
        }
        Ok(self)
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

impl SpatialMobilityInputs {
    /// Returns the mobility that the host gives, if any; refuses one that no pair of bodies can have. A `length` \[m\]
    /// compares turning with moving.
    pub(crate) fn mobility(&self, length: f64) -> Result<Option<SpatialMobility>, Fault> {
        let Self {
            xx,
            xy,
            xz,
            xrx,
            xry,
            xrz,
            yy,
            yz,
            yrx,
            yry,
            yrz,
            zz,
            zrx,
            zry,
            zrz,
            rxrx,
            rxry,
            rxrz,
            ryry,
            ryrz,
            rzrz,
        } = *self;
        let given = SpatialMobility::of([
            xx, xy, xz, xrx, xry, xrz, yy, yz, yrx, yry, yrz, zz, zrx, zry, zrz, rxrx, rxry, rxrz,
            ryry, ryrz, rzrz,
        ]);
        given.is_given().then(|| given.checked(length)).transpose()
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
        assert_eq!(SpatialMobility::of(w.numbers()).numbers(), w.numbers());
        assert!(w.checked(0.01).is_ok());
    }

    #[test]
    fn a_mobility_that_no_pair_can_have_is_refused() {
        let mut w = SpatialMobility::of_pair(&SpatialMember::Ground, &body()).unwrap();
        (w.0[(0, 4)], w.0[(4, 0)]) = (-w.0[(0, 4)] * 9.0, -w.0[(0, 4)] * 9.0);
        assert!(w.checked(0.01).unwrap_err().to_string().contains("least eigenvalue"));
        let none = SpatialMobility(Matrix6::zeros()).checked(0.01).unwrap_err().to_string();
        assert!(none.contains("mobility --spatial"), "{none}");
    }

    #[test]
    fn bodies_without_mass_are_refused_by_name() {
        let SpatialMember::Free { mass, arm, .. } = body() else { unreachable!() };
        let flat = SpatialMember::Free { mass, inertia: Matrix3::zeros(), arm };
        let fault = SpatialMobility::of_pair(&flat, &SpatialMember::Ground).unwrap_err();
        assert!(fault.to_string().starts_with("inertia of a = 0"), "{fault}");
    }
}
