//! The mobility of pairs of bodies, from what a data sheet says of them.

use super::Mobility;
use crate::{Fault, Interval};
use nalgebra::allocator::Allocator;
use nalgebra::{
    DMatrix, DefaultAllocator, Dim, Dyn, Matrix2x3, Matrix3, Matrix3xX, OMatrix, Vector2,
};

/// Smallest part of the largest singular value that still counts as a constraint.
const REDUNDANT: f64 = 1e-12;

/// A body of a pair, in the pose of interest. All vectors are in the axes that the mobility is wanted in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Member {
    /// One that nothing moves, or that is driven whatever happens.
    Ground,
    /// One that has mass.
    Movable {
        /// Mass \[kg\], > 0.
        mass: f64,
        /// Moment of inertia about the centre of mass \[kg m²\], > 0.
        inertia: f64,
        /// From the centre of mass to the joint \[m\].
        arm: Vector2<f64>,
        /// What ideal joints leave it.
        guidance: Guidance,
    },
}

/// How ideal joints hold a body to the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Guidance {
    /// Not at all.
    Free,
    /// It turns about a pin, which is here from the centre of mass \[m\].
    Pin(Vector2<f64>),
    /// It slides without turning, in this direction from the x axis \[rad\].
    Slide(f64),
}

impl Member {
    /// Velocity of its point at the joint (x, y, angle) per unit impulse there.
    fn mobility(&self, names: [&'static str; 2]) -> Result<Matrix3<f64>, Fault> {
        let Self::Movable { mass, inertia, arm, guidance } = *self else {
            return Ok(Matrix3::zeros());
        };
        for (name, value) in names.into_iter().zip([mass, inertia]) {
            Fault::check(name, value, Interval::above(0.0), "of a body that can move")?;
        }
        let inverse = Matrix3::from_diagonal(&[mass.recip(), mass.recip(), inertia.recip()].into());
        let rows = match guidance {
            Guidance::Free => DMatrix::zeros(0, 3),
            Guidance::Pin(pin) => {
                let rows = Matrix2x3::new(1.0, 0.0, -pin.y, 0.0, 1.0, pin.x);
                DMatrix::from_row_slice(2, 3, rows.transpose().as_slice())
            }
            Guidance::Slide(angle) => {
                let (sin, cos) = angle.sin_cos();
                DMatrix::from_row_slice(2, 3, &[-sin, cos, 0.0, 0.0, 0.0, 1.0])
            }
        };
        let point = Matrix3::new(1.0, 0.0, -arm.y, 0.0, 1.0, arm.x, 0.0, 0.0, 1.0);
        let inverse = DMatrix::from_column_slice(3, 3, inverse.as_slice());
        let point = Matrix3xX::from_column_slice(point.as_slice());
        Ok(Mobility::projected(&inverse, &rows, &point).0)
    }
}

impl Mobility {
    /// W of bodies a and b, each by itself.
    ///
    /// Both arms end where b's frame has its origin. Masses and inertias ≤ 0 are refused.
    pub fn of_pair(a: &Member, b: &Member) -> Result<Self, Fault> {
        let a = a.mobility(["mass of a", "inertia of a"])?;
        Ok(Self(a + b.mobility(["mass of b", "inertia of b"])?))
    }

    /// W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ of a mechanism.
    ///
    /// `inverse_mass` is M⁻¹, n × n; a row of `constraints`, G, is a combination of the n velocities
    /// that ideal joints keep at 0; `relative`, J, 3 × n, makes of them the velocity (x, y, angle) of b
    /// against the point of a that is there. Rows of G that depend on each other do no harm.
    pub fn projected(
        inverse_mass: &DMatrix<f64>,
        constraints: &DMatrix<f64>,
        relative: &Matrix3xX<f64>,
    ) -> Self {
        Self(projected(inverse_mass, constraints, relative))
    }
}

/// [`Mobility::projected`] of any number of relative velocities, the rows of `relative`.
pub fn projected<R: Dim>(
    inverse_mass: &DMatrix<f64>,
    constraints: &DMatrix<f64>,
    relative: &OMatrix<f64, R, Dyn>,
) -> OMatrix<f64, R, R>
where
    DefaultAllocator: Allocator<R, R> + Allocator<R, Dyn> + Allocator<Dyn, R>,
{
    let free = relative * inverse_mass * relative.transpose();
    if constraints.nrows() == 0 {
        return free;
    }
    let shared = relative * inverse_mass * constraints.transpose();
    let held = constraints * inverse_mass * constraints.transpose();
    let smallest = REDUNDANT * held.amax();
    // Only a negative bound is refused, and there is none.
    let answer = held.pseudo_inverse(smallest).unwrap_or_default();
    let shared_answer = &shared * answer;
    free - shared_answer * shared.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DVector, Vector3};

    fn movable(arm: [f64; 2], guidance: Guidance) -> Member {
        Member::Movable { mass: 2.0, inertia: 0.1, arm: arm.into(), guidance }
    }

    fn near(found: Mobility, expected: [f64; 6]) {
        let [xx, xy, yy, xphi, yphi, phiphi] = expected;
        let expected = Matrix3::new(xx, xy, xphi, xy, yy, yphi, xphi, yphi, phiphi);
        assert!((found.0 - expected).amax() < 1e-12, "{} {expected}", found.0);
    }

    #[test]
    fn known_bodies_have_the_mobility_of_the_textbook() {
        let ground = Member::Ground;
        // A force through the centre of mass turns nothing.
        let free = movable([0.0, 0.0], Guidance::Free);
        near(Mobility::of_pair(&ground, &free).unwrap(), [0.5, 0.0, 0.5, 0.0, 0.0, 10.0]);
        // At the end of an arm along x: 1/m + x²/I across, x/I of turning.
        let arm = movable([0.3, 0.0], Guidance::Free);
        near(Mobility::of_pair(&ground, &arm).unwrap(), [0.5, 0.0, 1.4, 0.0, 3.0, 10.0]);
        // Two of them add up, whoever is called a.
        near(Mobility::of_pair(&arm, &arm).unwrap(), [1.0, 0.0, 2.8, 0.0, 6.0, 20.0]);
        // About a pin at its other end: inertia I + m p² = 0.28.
        let turning = movable([0.3, 0.0], Guidance::Pin([-0.3, 0.0].into()));
        let across = 0.6 * 0.6 / 0.28;
        near(
            Mobility::of_pair(&ground, &turning).unwrap(),
            [0.0, 0.0, across, 0.0, 0.6 / 0.28, 1.0 / 0.28],
        );
        // On rails: a mass, whatever the arm.
        let sliding = movable([0.3, 0.2], Guidance::Slide(std::f64::consts::FRAC_PI_4));
        near(Mobility::of_pair(&ground, &sliding).unwrap(), [0.25, 0.25, 0.25, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn constraints_are_kept_by_every_answer_and_may_be_said_twice() {
        let inverse =
            DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1.0, 9.0, 0.5, 0.5, 4.0]));
        let row = [1.0, 0.0, -0.2, -1.0, 0.0, 0.3];
        let once = DMatrix::from_row_slice(1, 6, &row);
        let twice = DMatrix::from_row_slice(2, 6, &[row, row.map(|x| -3.0 * x)].concat());
        let relative = Matrix3xX::from_fn(6, |i, j| ((3 * i + j) as f64).sin());
        let found = Mobility::projected(&inverse, &once, &relative).0;
        assert!((found - Mobility::projected(&inverse, &twice, &relative).0).amax() < 1e-12);
        assert!((found - found.transpose()).amax() < 1e-13);
        let values = found.symmetric_eigenvalues();
        assert!(values.min() > -1e-12);
        // A load along the constraint meets an immovable pair.
        let along = Matrix3xX::from_fn(6, |i, j| if i == 0 { row[j] } else { 0.0 });
        let stopped = Mobility::projected(&inverse, &once, &along).0 * Vector3::x();
        assert!(stopped.amax() < 1e-12);
    }

    #[test]
    fn bodies_without_mass_are_refused_by_name() {
        let body = Member::Movable {
            mass: 0.0,
            inertia: 1.0,
            arm: Vector2::zeros(),
            guidance: Guidance::Free,
        };
        let fault = Mobility::of_pair(&Member::Ground, &body).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "mass of b = 0 is outside the finite numbers above 0 (of a body that can move)"
        );
    }
}
