//! What a revolute joint with a wear map remembers.

use crate::base::clone_in_place;
use crate::joints::point_contact::Predicting;
use crate::laws::contact::ContactPoint;
use crate::laws::wear::{Cycles, Depths};
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs.
#[derive(Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The contact, as that of one point.
    pub(super) rub: Rub,
    /// What wears.
    pub(super) worn: Worn,
    /// Where in its cycles the joint is, where these are jumped over.
    pub(super) cycles: Option<Box<Cycles>>,
}

/// The contact, along the motion that the host gives or along the one that it causes itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Rub {
    Plain(Box<ContactPoint>),
    Predicted(Box<Predicting>),
}

impl Rub {
    /// The contact point.
    pub fn point(&self) -> &ContactPoint {
        match self {
            Self::Plain(point) => point,
            Self::Predicted(predicting) => &predicting.memory.slots[0].point,
        }
    }
}

impl Clone for Rub {
    fn clone(&self) -> Self {
        match self {
            Self::Plain(point) => Self::Plain(point.clone()),
            Self::Predicted(predicting) => Self::Predicted(predicting.clone()),
        }
    }

    // The derived one would take new memory in every step.
    fn clone_from(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Plain(mine), Self::Plain(theirs)) => mine.clone_from(theirs),
            (Self::Predicted(mine), Self::Predicted(theirs)) => mine.clone_from(theirs),
            _ => *self = other.clone(),
        }
    }
}

/// Depths and how they came about.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Worn {
    /// Of both bodies.
    pub depths: Depths,
    /// Slid under pressure \[m\].
    pub distance: f64,
    /// Whether wear was ever too much for one place.
    pub cut: bool,
    /// Whether nothing wears any more.
    pub exhausted: bool,
}

impl Memory {
    /// Whether it is of a map with so many cells that jumps over cycles or does not.
    pub fn is_of(&self, cells: usize, jumps: bool) -> bool {
        self.worn.depths.fits(cells)
            && self.cycles.is_some() == jumps
            && self.cycles.as_ref().is_none_or(|cycles| cycles.fits(cells))
    }
}

clone_in_place!(Worn { depths, distance, cut, exhausted });

clone_in_place!(Memory { rub, worn, cycles });
