//! Settings, inputs and results of the measurement of a host.

use crate::base::Fault;
use crate::base::fault::Name;
use crate::coupling::mobility::turns;
use crate::coupling::predicted::Delay;
use model_description::Interval;
use model_description::choices;
use nalgebra::{SMatrix, SVector};
use serde::{Deserialize, Serialize};

/// Settings of the measurement of a host.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Identifier {
    /// True if the measurement goes on once the mobility is found.
    pub tracks: bool,
    /// Standard deviation over the largest entry at which a mobility counts as found.
    pub tolerance: f64,
    /// Largest velocity by a probe \[m/s\].
    pub speed: f64,
    /// Largest displacement by a probe in a step \[m\].
    pub displacement: f64,
    /// Largest force of a probe \[N\].
    pub force: f64,
    /// The joint probes in the bursts whose number is `slot` modulo `slots`.
    pub slot: u32,
    /// Number of joints that take turns, ≥ 1.
    pub slots: u32,
    /// Length that turns angles into displacements \[m\].
    pub length: f64,
    /// Number of directions that are probed, of x, y and rotation: all three, or the first alone for a joint with one
    /// coordinate; in space six, of x, y, z and rotation about them. The others count as locked.
    pub directions: usize,
}

/// The host's motion at a communication point, in the axes of the mobility: x, y, angle; in space x, y, z, whose
/// rotation has velocities but neither place nor drift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Received<const D: usize = 3> {
    /// Relative velocity at the joint \[m/s, rad/s\].
    pub velocity: SVector<f64, D>,
    /// Place of b less that of a \[m, rad\].
    pub place: SVector<f64, D>,
    /// Rate of the place \[m/s, rad/s\].
    pub drift: SVector<f64, D>,
    /// Length of the step to come \[s\].
    pub size: f64,
    /// True if the bodies touch.
    pub touching: bool,
    /// True if they will touch within 4 steps (`NEAR`) at their present velocities.
    pub near: bool,
}

/// A host that is known well enough for prediction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Host<const D: usize = 3> {
    /// W \[1/kg, 1/(kg m), 1/(kg m²)\].
    pub mobility: SMatrix<f64, D, D>,
    /// Delay of the loads.
    #[serde(with = "by_number")]
    pub delay: Delay,
    /// True if positions move with the velocity of the step's end.
    pub semi_implicit: bool,
}

choices! {
    /// Progress of a joint that measures its host.
    pub enum Status {
        /// Not found yet, or not measured.
        Searching: "searching" = 1,
        /// Mobility, delay and update rule are found.
        Found: "found" = 2,
        /// Prediction does not support this host: its delay has another length, or it updates positions explicitly.
        Misfit: "misfit" = 3,
    }
}

/// The results of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured<const D: usize = 3> {
    /// Progress of the search.
    #[serde(with = "by_number")]
    pub status: Status,
    /// The host, as soon as it is known well enough for prediction.
    pub host: Option<Host<D>>,
    /// Mean delay of loads \[steps\].
    pub delay: f64,
    /// κ: 0 exact positions, 1 semi-implicit, -1 explicit.
    pub rule: f64,
    /// Standard deviation of the mobility over its largest entry.
    pub uncertainty: f64,
}

/// Estimates at the last point that a host known from the start would have given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Recalled<const D: usize = 3> {
    /// External acceleration of b relative to a \[m/s², rad/s²\].
    pub external: SVector<f64, D>,
    /// Accelerations by the last load given and by the one before \[m/s², rad/s²\].
    pub accelerations: [SVector<f64, D>; 2],
    /// Number of intervals that the estimate is from.
    pub intervals: u32,
}

impl Identifier {
    /// Refuses a slot that is not below the number of slots.
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

    /// Returns S, which scales velocities to the units of the identification.
    pub(super) fn scale<const D: usize>(&self) -> SVector<f64, D> {
        SVector::from_fn(|direction, _| if turns(D, direction) { self.length } else { 1.0 })
    }

    /// Returns W from Ŵ.
    pub(super) fn unscaled<const D: usize>(
        &self,
        mobility: &SMatrix<f64, D, D>,
    ) -> SMatrix<f64, D, D> {
        let scale = self.scale::<D>();
        SMatrix::from_fn(|row, column| mobility[(row, column)] / (scale[row] * scale[column]))
    }
}

/// Serialises choices as their numbers.
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

/// Returns true if a symmetric matrix has no negative eigenvalue, by elimination.
fn is_not_negative<const D: usize>(mut matrix: SMatrix<f64, D, D>) -> bool {
    for pivot in 0..D {
        let size = matrix[(pivot, pivot)];
        if size < 0.0 || (size == 0.0 && matrix.row(pivot).iter().any(|entry| *entry != 0.0)) {
            return false;
        }
        if size == 0.0 {
            continue;
        }
        for row in pivot + 1..D {
            let share = matrix[(row, pivot)] / size;
            for column in pivot..D {
                matrix[(row, column)] -= share * matrix[(pivot, column)];
            }
            matrix[(pivot, row)] = 0.0;
        }
    }
    true
}

/// Returns the nearest matrix without negative eigenvalues, by Jacobi's rotations.
pub(super) fn without_negative<const D: usize>(matrix: SMatrix<f64, D, D>) -> SMatrix<f64, D, D> {
    if is_not_negative(matrix) {
        return matrix;
    }
    let (mut turned, mut turn) = (matrix, SMatrix::<f64, D, D>::identity());
    for _ in 0..6 {
        for (one, other) in (0..D).flat_map(|one| (one + 1..D).map(move |other| (one, other))) {
            let mixed = turned[(one, other)];
            if mixed.abs() <= f64::EPSILON * turned.trace().abs() {
                continue;
            }
            let half = 0.5 * (turned[(other, other)] - turned[(one, one)]) / mixed;
            let tangent = half.signum() / (half.abs() + (half * half + 1.0).sqrt());
            let cos = (tangent * tangent + 1.0).sqrt().recip();
            let mut rotation = SMatrix::<f64, D, D>::identity();
            (rotation[(one, one)], rotation[(other, other)]) = (cos, cos);
            (rotation[(one, other)], rotation[(other, one)]) = (tangent * cos, -tangent * cos);
            turned = rotation.transpose() * turned * rotation;
            turn *= rotation;
        }
    }
    if turned.diagonal().min() >= 0.0 {
        return matrix;
    }
    let kept = SMatrix::from_diagonal(&turned.diagonal().map(|value| value.max(0.0)));
    let whole: SMatrix<f64, D, D> = turn * kept * turn.transpose();
    (whole + whole.transpose()) * 0.5
}
