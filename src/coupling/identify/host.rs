//! What a joint that measures its host goes by, what it receives, and what it has measured.

use crate::coupling::predicted::Delay;
use crate::fault::Name;
use crate::{Fault, Interval};
use model_description::choices;
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// How a joint measures its host.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Identifier {
    /// Whether it goes on once the mobility is found.
    pub tracks: bool,
    /// Standard deviation over the largest entry with which a mobility counts as found.
    pub tolerance: f64,
    /// Most velocity that a probe gives \[m/s\].
    pub speed: f64,
    /// Most displacement in a step \[m\].
    pub displacement: f64,
    /// Most force of a probe \[N\].
    pub force: f64,
    /// Which of the bursts it makes: those whose number is `slot` modulo `slots`.
    pub slot: u32,
    /// How many joints take turns, ≥ 1.
    pub slots: u32,
    /// Length that turns angles into displacements \[m\].
    pub length: f64,
    /// How many directions are probed, of x, y, turning: all three, or the first alone for a joint with one
    /// coordinate. What is not probed counts as locked.
    pub directions: usize,
}

/// What a host gives at a communication point, in the axes that mobilities are given in: x, y, angle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Received {
    /// Relative velocity at the joint \[m/s, rad/s\].
    pub velocity: Vector3<f64>,
    /// Place of b less that of a \[m, rad\].
    pub place: Vector3<f64>,
    /// Rate of the place \[m/s, rad/s\].
    pub drift: Vector3<f64>,
    /// Length of the step to come \[s\].
    pub size: f64,
    /// Whether the bodies touch.
    pub touching: bool,
}

/// What has been measured of a host, good enough to predict with.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// W \[1/kg, 1/(kg m), 1/(kg m²)\].
    pub mobility: Matrix3<f64>,
    /// When loads act.
    #[serde(with = "by_number")]
    pub delay: Delay,
    /// Whether positions move with the velocity of the step's end.
    pub semi_implicit: bool,
}

choices! {
    /// How far a joint is that measures its host.
    pub enum Status {
        /// Nothing is certain, or nothing is measured.
        Searching: "searching" = 0,
        /// The host is known.
        Found: "found" = 1,
        /// The host does what prediction cannot follow: a delay of another length, or explicit positions.
        Misfit: "misfit" = 2,
    }
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// How far the search is.
    #[serde(with = "by_number")]
    pub status: Status,
    /// The host, as soon as it is known well enough to predict with.
    pub host: Option<Host>,
    /// Mean delay of loads \[steps\].
    pub delay: f64,
    /// κ: 0 exact positions, 1 semi-implicit, -1 explicit.
    pub rule: f64,
    /// Standard deviation of the mobility over its largest entry.
    pub uncertainty: f64,
}

/// What a joint would have known at the last point, had it known the host all the time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recalled {
    /// What accelerates b against a besides the loads \[m/s², rad/s²\].
    pub external: Vector3<f64>,
    /// What the last load given does, and the one before \[m/s², rad/s²\].
    pub accelerations: [Vector3<f64>; 2],
    /// How many intervals that is learnt from.
    pub intervals: u32,
}

impl Identifier {
    /// Refuses a slot that there is not.
    pub(crate) fn check_slot(&self) -> Result<(), Fault> {
        if self.slot < self.slots {
            return Ok(());
        }
        Err(Fault::OutOfRange {
            name: Name::of("coupling.identify_slot"),
            value: f64::from(self.slot),
            allowed: Interval::closed(0.0, f64::from(self.slots - 1)),
            meaning: "slots are counted from 0 to coupling.identify_slots less 1",
        })
    }

    /// S: turns velocities into the units of all numbers here.
    pub(super) fn scale(&self) -> Vector3<f64> {
        Vector3::new(1.0, 1.0, self.length)
    }

    /// W of Ŵ.
    pub(super) fn unscaled(&self, mobility: &Matrix3<f64>) -> Matrix3<f64> {
        let scale = self.scale();
        Matrix3::from_fn(|row, column| mobility[(row, column)] / (scale[row] * scale[column]))
    }
}

/// Choices as their numbers.
mod by_number {
    use model_description::Choice;
    use serde::Serializer;
    use serde::de::{Deserialize, Deserializer, Error};

    pub fn serialize<C: Choice, S: Serializer>(
        choice: &C,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(choice.number())
    }

    pub fn deserialize<'de, C: Choice, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<C, D::Error> {
        let unknown = || D::Error::custom("there is no such choice");
        C::from_number(i32::deserialize(deserializer)?).ok_or_else(unknown)
    }
}

/// The nearest matrix without negative eigenvalues, by Jacobi's rotations.
pub(super) fn without_negative(matrix: Matrix3<f64>) -> Matrix3<f64> {
    let minor = |one: usize, other: usize| {
        let mixed = matrix[(one, other)];
        matrix[(one, one)] * matrix[(other, other)] >= mixed * mixed
    };
    let minors = minor(0, 1) && minor(0, 2) && minor(1, 2);
    if matrix.diagonal().min() >= 0.0 && minors && matrix.determinant() >= 0.0 {
        return matrix;
    }
    let (mut turned, mut turn) = (matrix, Matrix3::<f64>::identity());
    for _ in 0..6 {
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let mixed = turned[(one, other)];
            if mixed.abs() <= f64::EPSILON * turned.trace().abs() {
                continue;
            }
            let half = 0.5 * (turned[(other, other)] - turned[(one, one)]) / mixed;
            let tangent = half.signum() / (half.abs() + (half * half + 1.0).sqrt());
            let cos = (tangent * tangent + 1.0).sqrt().recip();
            let mut rotation = Matrix3::identity();
            (rotation[(one, one)], rotation[(other, other)]) = (cos, cos);
            (rotation[(one, other)], rotation[(other, one)]) = (tangent * cos, -tangent * cos);
            turned = rotation.transpose() * turned * rotation;
            turn *= rotation;
        }
    }
    if turned.diagonal().min() >= 0.0 {
        return matrix;
    }
    let kept = Matrix3::from_diagonal(&turned.diagonal().map(|value| value.max(0.0)));
    let whole: Matrix3<f64> = turn * kept * turn.transpose();
    (whole + whole.transpose()) * 0.5
}
