//! Mobility: the acceleration of a pair of bodies per unit load at their joint.

mod bodies;
mod space;
mod space_coupling;

use crate::base::Fault;
use crate::base::fault::Name;
use crate::kinematics::planar::Axes;
use model_description::Interval;
use model_description::{ANY, NOT_NEGATIVE, choices, quantities};
use nalgebra::{Matrix3, Vector2};

pub use bodies::{Guidance, Member};
pub(crate) use space::NUMBERS;
pub(crate) use space::SpatialMobilityInputs;
pub use space::{SpatialMember, SpatialMobility};
pub(crate) use space_coupling::{SpatialCoupling, SpatialReport};

choices! {
    /// Where the mobility of a pair comes from.
    pub enum MobilityFrom {
        /// A parameter: the mobility hardly changes with the pose.
        Parameter: "given_by_parameter" was "parameter" = 1,
        /// An input: the host computes it at every communication point.
        Input: "given_by_input" was "input" = 2,
    }
}

quantities! {
    /// Mobility of the pair at this communication point.
    pub struct MobilityInputs {
        /// Acceleration of b relative to a along x per unit force on b along x, with its reaction on a; if all six are 0, `coupling.mobility_…` count.
        xx: "1/kg" = 0.0 in ANY,
        /// Acceleration along x per unit force along y, and vice versa.
        xy: "1/kg" = 0.0 in ANY,
        /// Acceleration along y per unit force along y.
        yy: "1/kg" = 0.0 in ANY,
        /// Acceleration along x per unit moment; also angular acceleration per unit force along x.
        xphi: "1/(kg.m)" = 0.0 in ANY,
        /// Acceleration along y per unit moment; also angular acceleration per unit force along y.
        yphi: "1/(kg.m)" = 0.0 in ANY,
        /// Angular acceleration of b relative to a per unit moment on b, with its reaction on a.
        phiphi: "1/(kg.m2)" = 0.0 in ANY,
    }
}

/// W: the mobility matrix of a joint (Delassus operator), the inverse of the effective mass matrix of the pair.
///
/// Relative velocity (x, y \[m/s\] and angle \[rad/s\]) of b's origin, against the coincident point of a, per unit
/// impulse on b (x, y \[N s\] and moment \[N m s\]) with its reaction on a.
///
/// Symmetric, without negative eigenvalues. Zeros in the third row and column leave rotation out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mobility(pub Matrix3<f64>);

/// Names of the six numbers of a mobility.
pub(crate) type Names = [&'static str; 6];

/// Rounding error tolerated in a given mobility, relative to its size.
const ROUNDING: f64 = 1e-6;

impl MobilityInputs {
    /// Returns the mobility that the host gives, if any; refuses one that no pair of bodies can have.
    pub(crate) fn mobility(&self) -> Result<Option<Mobility>, Fault> {
        let Self { xx, xy, yy, xphi, yphi, phiphi } = *self;
        let given = Mobility::of([xx, xy, yy, xphi, yphi, phiphi]);
        given.is_given().then(|| given.checked(&Mobility::INPUTS)).transpose()
    }
}

impl Mobility {
    /// Names of the inputs for the six numbers, in their order.
    pub const INPUTS: Names = [
        "mobility.xx",
        "mobility.xy",
        "mobility.yy",
        "mobility.xphi",
        "mobility.yphi",
        "mobility.phiphi",
    ];

    /// Names of the parameters for the six numbers, in their order.
    pub const PARAMETERS: Names = [
        "coupling.mobility_xx",
        "coupling.mobility_xy",
        "coupling.mobility_yy",
        "coupling.mobility_xphi",
        "coupling.mobility_yphi",
        "coupling.mobility_phiphi",
    ];

    /// The mobility of these six numbers: xx, xy, yy, xphi, yphi, phiphi.
    pub fn of([xx, xy, yy, xphi, yphi, phiphi]: [f64; 6]) -> Self {
        Self(Matrix3::new(xx, xy, xphi, xy, yy, yphi, xphi, yphi, phiphi))
    }

    /// Returns its six numbers, in the order of [`Mobility::of`].
    pub fn numbers(&self) -> [f64; 6] {
        let w = &self.0;
        [w.m11, w.m12, w.m22, w.m13, w.m23, w.m33]
    }

    /// The mobility of immovable bodies.
    pub fn none() -> Self {
        Self(Matrix3::zeros())
    }

    /// Returns true if any entry is non-zero.
    pub fn is_given(&self) -> bool {
        self.0.iter().any(|number| *number != 0.0)
    }

    /// Refuses a mobility that has not been set, or that no pair of bodies can have.
    pub(crate) fn check_parameters(&self) -> Result<(), Fault> {
        let [name, ..] = Self::PARAMETERS;
        let meaning = "coupling.method = predicted must know the mobility of the pair; the command \
                       mobility computes it, coupling.identify = on measures it";
        if self.0.m11 == 0.0 && self.0.m22 == 0.0 {
            return Err(Fault::OutOfRange {
                name: Name::of(name),
                value: 0.0,
                allowed: Interval::above(0.0),
                meaning,
            });
        }
        self.checked(&Self::PARAMETERS).map(|_| ())
    }

    /// Returns the mobility without small negative diagonal entries; refuses numbers with which a load would
    /// accelerate the bodies against itself.
    pub(crate) fn checked(mut self, names: &Names) -> Result<Self, Fault> {
        let [xx, xy, yy, xphi, yphi, phiphi] = *names;
        let w = &mut self.0;
        // Tolerances of the entries across, mixed, and turning.
        let (across, turning) = (ROUNDING * w.m11.max(w.m22), ROUNDING * w.m33);
        let mixed = (across * turning).max(0.0).sqrt();
        for (name, index, slack) in [(xx, 0, across), (yy, 1, across), (phiphi, 2, turning)] {
            let value = w[(index, index)];
            if value < -slack.abs() {
                let meaning = "a load does not draw a body against itself";
                return Err(Fault::OutOfRange {
                    name: Name::of(name),
                    value,
                    allowed: NOT_NEGATIVE,
                    meaning,
                });
            }
            w[(index, index)] = value.max(0.0);
        }
        let within = |name, value: f64, middle: f64, square: f64, slack: f64| {
            let most = square.max(0.0).sqrt() + slack;
            let allowed = Interval::closed(middle - most, middle + most);
            let meaning = "with these others no pair of bodies has such a mobility: a load would \
                           draw it against itself";
            Fault::check(name, value, allowed, meaning)
        };
        within(xy, w.m12, 0.0, w.m11 * w.m22, across)?;
        within(xphi, w.m13, 0.0, w.m11 * w.m33, mixed)?;
        // Mobility along y and of the angle while x is held.
        let known = w.m11 > across;
        let share = |one: f64, other: f64| if known { one * other / w.m11 } else { 0.0 };
        let (along_y, angle) = (w.m22 - share(w.m12, w.m12), w.m33 - share(w.m13, w.m13));
        within(yphi, w.m23, share(w.m12, w.m13), along_y * angle, mixed)?;
        Ok(self)
    }

    /// Returns the mobility in `axes` that are turned against those it is given in.
    #[inline]
    pub fn inward(&self, axes: &Axes<f64>) -> Self {
        let x = axes.outward(Vector2::x());
        let (cos, sin) = (x.x, x.y);
        let turn = Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0);
        Self(turn.transpose() * self.0 * turn)
    }
}
