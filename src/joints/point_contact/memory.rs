//! The state of a joint's contact points from step to step.

use crate::base::{apart, clone_in_place};
use crate::coupling::identify::Identification;
use crate::coupling::predicted;
use crate::laws::contact::ContactPoint;
use serde::{Deserialize, Serialize};

/// The state of P contact points.
#[derive(Debug)]
pub enum Memory<const P: usize> {
    /// Points along the host's motion.
    Plain([ContactPoint; P]),
    /// Points along the motion that the contacts cause.
    Predicted(Box<Predicting>),
    /// One point, along the motion that contact and film cause.
    Oiled(Box<predicted::Memory>),
}

/// The state of a joint that integrates the motion of its bodies.
#[derive(Debug, Serialize, Deserialize)]
pub struct Predicting {
    /// The motion and the contact points.
    #[serde(deserialize_with = "apart")]
    pub memory: predicted::Memory,
    /// The measurement of the host, if it is measured.
    #[serde(deserialize_with = "apart")]
    pub identification: Option<Identification>,
}

impl From<predicted::Memory> for Predicting {
    fn from(memory: predicted::Memory) -> Self {
        Self { memory, identification: None }
    }
}

clone_in_place!(Predicting { memory; large identification });

/// The serialised form of [`Memory`], for any number of points.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "P: Deserialize<'de>, M: Deserialize<'de>, O: Deserialize<'de>"))]
enum Written<P, M, O> {
    Plain(#[serde(deserialize_with = "apart")] P),
    Predicted(#[serde(deserialize_with = "apart")] M),
    Oiled(#[serde(deserialize_with = "apart")] O),
}

impl<const P: usize> Memory<P> {
    /// The contact points, by number.
    #[inline]
    pub fn points(&self) -> impl Iterator<Item = &ContactPoint> {
        let (plain, predicted) = match self {
            Self::Plain(points) => (points.as_slice(), &[][..]),
            Self::Predicted(predicting) => (&[][..], &*predicting.memory.slots),
            Self::Oiled(oiled) => (&[][..], &*oiled.slots),
        };
        plain.iter().chain(predicted.iter().map(|slot| &slot.point))
    }
}

impl<const P: usize> Clone for Memory<P> {
    fn clone(&self) -> Self {
        match self {
            Self::Plain(points) => Self::Plain(points.clone()),
            Self::Predicted(memory) => Self::Predicted(memory.clone()),
            Self::Oiled(memory) => Self::Oiled(memory.clone()),
        }
    }

    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Plain(mine), Self::Plain(theirs)) => mine.clone_from(theirs),
            _ => self.clone_large(other),
        }
    }
}

impl<const P: usize> Memory<P> {
    #[inline(never)]
    fn clone_large(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Predicted(mine), Self::Predicted(theirs)) => mine.clone_from(theirs),
            (Self::Oiled(mine), Self::Oiled(theirs)) => mine.clone_from(theirs),
            _ => *self = other.clone(),
        }
    }
}

// serde's arrays have fixed lengths only.
impl<const P: usize> Serialize for Memory<P> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(points) => Written::Plain(points.as_slice()),
            Self::Predicted(memory) => Written::Predicted(memory),
            Self::Oiled(memory) => Written::Oiled(memory),
        }
        .serialize(serializer)
    }
}

impl<'de, const P: usize> Deserialize<'de> for Memory<P> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wrong = |_| serde::de::Error::custom("it is of another number of contact points");
        Ok(match Written::<Vec<ContactPoint>, _, _>::deserialize(deserializer)? {
            Written::Plain(points) => Self::Plain(points.try_into().map_err(wrong)?),
            Written::Predicted(memory) => Self::Predicted(memory),
            Written::Oiled(memory) => Self::Oiled(memory),
        })
    }
}
