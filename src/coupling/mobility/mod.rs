//! Mobility: how a pair of bodies gives way to a load at their joint.

mod bodies;

use crate::planar::Axes;
use crate::{Fault, Interval};
use model_description::{ANY, NOT_NEGATIVE, choices, quantities};
use nalgebra::{Matrix3, Vector2};

pub use bodies::{Guidance, Member};

choices! {
    /// Who knows the mobility of a pair.
    pub enum MobilityFrom {
        /// It is a parameter: the bodies are much the same in every pose.
        Parameter: "parameter" = 1,
        /// The host computes it at every communication point.
        Input: "input" = 2,
    }
}

quantities! {
    /// Mobility of the pair at this communication point.
    pub struct MobilityInputs {
        /// Acceleration of b against a along x per unit force on b along x and its reaction on a; with all six 0, `coupling.mobility_…` count.
        xx: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Acceleration along x per unit force along y, and the other way round.
        xy: "1/kg" = 0.0 in ANY,
        /// Acceleration along y per unit force along y.
        yy: "1/kg" = 0.0 in NOT_NEGATIVE,
        /// Acceleration along x per unit moment, angular acceleration per unit force along x.
        xphi: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along y per unit moment, angular acceleration per unit force along y.
        yphi: "1/(kg.m)" = 0.0 in ANY,
        /// Angular acceleration of b against a per unit moment on b and its reaction on a.
        phiphi: "1/(kg.m2)" = 0.0 in NOT_NEGATIVE,
    }
}

/// W: relative velocity (x, y [m/s] and angle [rad/s]) of b's origin, against the point of a that is
/// there, per unit impulse on b (x, y [N s] and moment [N m s]) with its reaction on a.
///
/// Symmetric, without negative eigenvalues. Zeros in the third row and column leave rotation out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mobility(pub Matrix3<f64>);

/// What the six numbers of a mobility are called.
type Names = [&'static str; 6];

const PARAMETERS: Names = [
    "coupling.mobility_xx",
    "coupling.mobility_xy",
    "coupling.mobility_yy",
    "coupling.mobility_xphi",
    "coupling.mobility_yphi",
    "coupling.mobility_phiphi",
];

const INPUTS: Names = [
    "mobility.xx",
    "mobility.xy",
    "mobility.yy",
    "mobility.xphi",
    "mobility.yphi",
    "mobility.phiphi",
];

/// Rounding of whoever computed a mobility, as part of its size.
const ROUNDING: f64 = 1e-6;

impl MobilityInputs {
    /// The mobility that a host gives, if it gives one that any bodies can have.
    pub fn mobility(&self) -> Result<Option<Mobility>, Fault> {
        let Self { xx, xy, yy, xphi, yphi, phiphi } = *self;
        let given = Mobility(Matrix3::new(xx, xy, xphi, xy, yy, yphi, xphi, yphi, phiphi));
        given.is_given().then(|| given.check(&INPUTS).map(|()| given)).transpose()
    }
}

impl Mobility {
    /// Bodies that nothing moves.
    pub fn none() -> Self {
        Self(Matrix3::zeros())
    }

    /// Whether it is anything at all.
    pub fn is_given(&self) -> bool {
        self.0.iter().any(|number| *number != 0.0)
    }

    /// Refuses a parameter that has not been set, or with which no bodies move.
    pub fn check_parameters(&self) -> Result<(), Fault> {
        let [name, ..] = PARAMETERS;
        let meaning = "coupling.method = predicted must know the mobility of the pair; the command \
                       mobility computes it";
        if self.0.m11 == 0.0 && self.0.m22 == 0.0 {
            return Err(Fault::OutOfRange {
                name,
                value: 0.0,
                allowed: Interval::above(0.0),
                meaning,
            });
        }
        self.check(&PARAMETERS)
    }

    /// Refuses numbers with which a load would pull the bodies against itself.
    fn check(&self, [_, xy, _, xphi, yphi, _]: &Names) -> Result<(), Fault> {
        let w = &self.0;
        let within = |name, value: f64, middle: f64, square: f64, scale: f64| {
            let most = square.max(0.0).sqrt() + ROUNDING * scale.sqrt();
            let allowed = Interval::closed(middle - most, middle + most);
            let meaning = "with these others no pair of bodies has such a mobility: a load would \
                           draw it against itself";
            Fault::check(name, value, allowed, meaning)
        };
        within(xy, w.m12, 0.0, w.m11 * w.m22, w.m11 * w.m22)?;
        within(xphi, w.m13, 0.0, w.m11 * w.m33, w.m11 * w.m33)?;
        // What is left of y and of the angle while x is held.
        let share = |one: f64, other: f64| if w.m11 > 0.0 { one * other / w.m11 } else { 0.0 };
        let (along_y, turning) = (w.m22 - share(w.m12, w.m12), w.m33 - share(w.m13, w.m13));
        within(yphi, w.m23, share(w.m12, w.m13), along_y * turning, w.m22 * w.m33)?;
        Ok(())
    }

    /// The same mobility in axes that are turned against those it is given in.
    #[inline]
    pub fn inward(&self, axes: &Axes<f64>) -> Self {
        let x = axes.outward(Vector2::x());
        let (cos, sin) = (x.x, x.y);
        let turn = Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0);
        Self(turn.transpose() * self.0 * turn)
    }
}
