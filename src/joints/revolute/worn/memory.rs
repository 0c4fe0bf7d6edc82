//! The state of a revolute joint with a wear map.

use crate::base::{Version, clone_in_place};
use crate::coupling::IdentifiedCoupling;
use crate::joints::point_contact::Predicting;
use crate::kinematics::planar::Motion;
use crate::laws::contact::ContactPoint;
use crate::laws::wear::{Cycles, Depths};
use num_dual::Dual64;
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs.
#[derive(Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The contact, as that of one point.
    pub(super) rub: ContactMemory,
    /// The wear.
    pub(super) worn: Worn,
    /// The load cycle, in a joint that extrapolates over cycles.
    pub(super) cycles: Option<Box<Cycles>>,
}

/// The end of a step, besides the state there.
#[derive(Debug, Clone)]
pub struct End {
    pub(super) motion: Motion<f64>,
    /// Largest normal force inside the step \[N\].
    pub(super) peak: f64,
    pub(super) coupling: IdentifiedCoupling,
}

/// The contact point, along the host's motion or along the motion that it causes itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ContactMemory {
    Plain(Box<ContactPoint>),
    Predicted(Box<Predicting>),
}

impl ContactMemory {
    /// The contact point.
    pub fn point(&self) -> &ContactPoint {
        match self {
            Self::Plain(point) => point,
            Self::Predicted(predicting) => &predicting.memory.slots[0].point,
        }
    }
}

impl Clone for ContactMemory {
    fn clone(&self) -> Self {
        match self {
            Self::Plain(point) => Self::Plain(point.clone()),
            Self::Predicted(predicting) => Self::Predicted(predicting.clone()),
        }
    }

    // The derived one would allocate in every step.
    fn clone_from(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Plain(mine), Self::Plain(theirs)) => mine.clone_from(theirs),
            (Self::Predicted(mine), Self::Predicted(theirs)) => mine.clone_from(theirs),
            _ => *self = other.clone(),
        }
    }
}

/// Depths of wear, and their history.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Worn {
    /// Depths of both bodies.
    depths: Depths,
    /// Distance slid under pressure \[m\].
    pub distance: f64,
    /// True once a step has worn more at one place than the joint can follow.
    pub cut: bool,
    /// True once wear has stopped because the gap is no longer thin.
    pub exhausted: bool,
    /// The version of the depths.
    #[serde(skip)]
    version: Version,
}

/// Memory for evaluations in continuous time.
#[derive(Debug)]
pub(super) struct Solving {
    pub point: ContactPoint,
    pub worn: Worn,
    pub depths: Depths<Dual64>,
    pub rates: Depths<Dual64>,
}

impl Solving {
    pub fn new(start: &Depths) -> Self {
        let cells = start.bearing.len();
        Self {
            point: ContactPoint::default(),
            worn: Worn::new(start.clone(), false),
            depths: Depths::room(cells),
            rates: Depths::room(cells),
        }
    }
}

impl Memory {
    /// The contact point, the wear, and the load cycle of a joint that extrapolates over cycles.
    pub(super) fn parts(&self) -> (&ContactPoint, &Worn, Option<&Cycles>) {
        (self.rub.point(), &self.worn, self.cycles.as_deref())
    }

    /// Returns true if this is the state of a map with `cells` cells; `jumps` is true if it extrapolates over
    /// cycles.
    pub(super) fn is_of(&self, cells: usize, jumps: bool) -> bool {
        self.worn.depths.fits(cells)
            && self.cycles.is_some() == jumps
            && self.cycles.as_ref().is_none_or(|cycles| cycles.fits(1, cells))
    }
}

impl Worn {
    /// These depths before any sliding.
    pub fn new(depths: Depths, exhausted: bool) -> Self {
        Self { depths, distance: 0.0, cut: false, exhausted, version: Version::new() }
    }

    /// Depths of both bodies.
    #[inline]
    pub fn depths(&self) -> &Depths {
        &self.depths
    }

    /// Returns the depths to be changed.
    pub fn change(&mut self) -> &mut Depths {
        self.version = Version::new();
        &mut self.depths
    }
}

impl Clone for Worn {
    fn clone(&self) -> Self {
        Self { depths: self.depths.clone(), ..*self }
    }

    // Most steps do not wear, and the depths are many numbers.
    fn clone_from(&mut self, other: &Self) {
        if !self.version.is_that_of(other.version) {
            self.depths.clone_from(&other.depths);
        }
        let Self { depths: _, distance, cut, exhausted, version } = *other;
        (self.distance, self.cut, self.exhausted) = (distance, cut, exhausted);
        self.version = version;
    }
}

clone_in_place!(Memory { rub, worn, cycles });
