//! The mobility of a pair of bodies, from their masses, inertias, arms and guides.

use super::Mobility;
use crate::base::Fault;
use crate::base::numerics::constraint_row::{ConstraintRow, GROUND};
use crate::base::numerics::projection::Projection;
use model_description::Interval;
use nalgebra::{Const, Matrix3, Vector2};

/// A body of a pair, in the pose of interest. All vectors are in the axes of the mobility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Member {
    /// An immovable body, or one with a prescribed motion.
    Ground,
    /// A body with mass.
    Movable {
        /// Mass \[kg\], > 0.
        mass: f64,
        /// Moment of inertia about the centre of mass \[kg m²\], > 0.
        inertia: f64,
        /// From the centre of mass to the joint \[m\].
        arm: Vector2<f64>,
        /// The guidance by ideal joints.
        guidance: Guidance,
    },
}

/// The ideal joints between a body and the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Guidance {
    /// No joint.
    Free,
    /// A pin, at this vector from the centre of mass \[m\].
    Pin(Vector2<f64>),
    /// A slide without rotation, in this direction from the x axis \[rad\].
    Slide(f64),
}

impl Member {
    /// Returns the velocity of its point at the joint (x, y, angle) per unit impulse there.
    fn mobility(&self, names: [&'static str; 2]) -> Result<Matrix3<f64>, Fault> {
        let Self::Movable { mass, inertia, arm, guidance } = *self else {
            return Ok(Matrix3::zeros());
        };
        for (name, value) in names.into_iter().zip([mass, inertia]) {
            Fault::check(name, value, Interval::above(0.0), "of a body that can move")?;
        }
        let inverse = [[mass.recip(), inertia.recip()]];
        let point = |arm| ConstraintRow::relative((0, arm), (GROUND, Vector2::zeros()));
        let mut held = Projection::new(Const::<2>);
        let mut hold = |rows: [ConstraintRow; 2]| rows.map(|row| held.add(&inverse, row));
        match guidance {
            Guidance::Free => {}
            Guidance::Pin(pin) => {
                let [x, y, _] = point(pin);
                hold([x, y]);
            }
            Guidance::Slide(angle) => {
                let (sin, cos) = angle.sin_cos();
                hold([
                    ConstraintRow::of(0, [-sin, cos, 0.0]),
                    ConstraintRow::of(0, [0.0, 0.0, 1.0]),
                ]);
            }
        }
        Ok(held.mobility(&inverse, &point(arm).into()))
    }
}

impl Mobility<3> {
    /// W of bodies a and b that are not connected otherwise.
    ///
    /// Both arms end at the origin of b's frame. Masses and inertias ≤ 0 are refused.
    pub fn of_pair(a: &Member, b: &Member) -> Result<Self, Fault> {
        let a = a.mobility(["mass of a", "inertia of a"])?;
        Ok(Self(a + b.mobility(["mass of b", "inertia of b"])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // A force through the centre of mass causes no rotation.
        let free = movable([0.0, 0.0], Guidance::Free);
        near(Mobility::<3>::of_pair(&ground, &free).unwrap(), [0.5, 0.0, 0.5, 0.0, 0.0, 10.0]);
        // At the end of an arm along x: 1/m + x²/I across, x/I of turning.
        let arm = movable([0.3, 0.0], Guidance::Free);
        near(Mobility::<3>::of_pair(&ground, &arm).unwrap(), [0.5, 0.0, 1.4, 0.0, 3.0, 10.0]);
        // Two of them add up, in either order.
        near(Mobility::<3>::of_pair(&arm, &arm).unwrap(), [1.0, 0.0, 2.8, 0.0, 6.0, 20.0]);
        // About a pin at its other end: inertia I + m p² = 0.28.
        let turning = movable([0.3, 0.0], Guidance::Pin([-0.3, 0.0].into()));
        let across = 0.6 * 0.6 / 0.28;
        near(
            Mobility::<3>::of_pair(&ground, &turning).unwrap(),
            [0.0, 0.0, across, 0.0, 0.6 / 0.28, 1.0 / 0.28],
        );
        // On a slide the arm does not count.
        let sliding = movable([0.3, 0.2], Guidance::Slide(std::f64::consts::FRAC_PI_4));
        near(Mobility::<3>::of_pair(&ground, &sliding).unwrap(), [0.25, 0.25, 0.25, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn bodies_without_mass_are_refused_by_name() {
        let body = Member::Movable {
            mass: 0.0,
            inertia: 1.0,
            arm: Vector2::zeros(),
            guidance: Guidance::Free,
        };
        let fault = Mobility::<3>::of_pair(&Member::Ground, &body).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "mass of b = 0 is outside the finite numbers above 0 (of a body that can move)"
        );
    }
}
