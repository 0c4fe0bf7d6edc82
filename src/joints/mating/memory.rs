//! The state of mating parts from step to step.

use crate::base::{Real, clone_in_place};
use crate::coupling::identify::{Identification, SpatialIdentification};
use crate::coupling::{predicted, shifted};
use crate::laws::contact::ContactPoint;
use crate::laws::friction::FrictionWork;
use crate::laws::mating::{CONTACTS, Contact, FirstTouch, MatingParts, Surface};
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<T = f64> {
    /// Every slice, then both faces.
    pub(super) surfaces: Box<[Surface<T>]>,
    /// The ends of the hole and the faces: the onsets of their contacts. Their bristles are not used.
    pub(super) contacts: Box<[ContactPoint<T>]>,
    /// Energy lost to damping since the beginning \[J\].
    pub(super) damped: T,
    /// Energy lost in friction and held by its springs since the beginning.
    pub(super) friction: FrictionWork<T>,
    /// Host and surfaces, for a joint that predicts the motion inside steps.
    pub(super) predicted: Option<Box<Predicted>>,
}

/// The state of a predicting joint.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Predicted {
    pub host: predicted::Memory<9>,
    /// The measurement of the host, if it is measured.
    pub identification: Option<SpatialIdentification>,
}

clone_in_place!(Predicted { host; large identification });

impl<T: Real> Memory<T> {
    /// The state of a joint with this number of slices before any contact.
    pub fn new(slices: usize) -> Self {
        let contacts = (0..CONTACTS).map(|_| ContactPoint::default()).collect();
        let surfaces = vec![Surface::free(); slices + 2].into();
        let zero = T::from(0.0);
        let friction = FrictionWork { lost: zero, held: zero };
        Self { surfaces, contacts, damped: zero, friction, predicted: None }
    }

    /// Impact speed \[m/s\] of a surface that touches for the first time in `contact`, from its own `rate`.
    pub fn impact_speed(&self, contact: &Contact<T>, meeting: FirstTouch, rate: T) -> T {
        let began = |place: usize| self.contacts[place].contact.map(|onset| onset.impact_speed);
        contact.impact_speed(meeting, began).unwrap_or(rate)
    }

    /// Copies the onsets of `contact`; the bristles of surfaces that do not touch are upright again.
    pub fn copy_onsets(&mut self, contact: &Contact<T>) {
        for (index, surface) in self.surfaces.iter_mut().enumerate() {
            if contact.touches(index) {
                surface.onset = contact.onsets[index];
            } else {
                *surface = Surface::free();
            }
        }
    }

    /// Frees all surfaces.
    pub fn release(&mut self) {
        self.surfaces.fill(Surface::free());
        self.friction.add(T::from(0.0), T::from(0.0));
    }

    /// Copies the state of `other`, with derivatives of 0; does not allocate.
    pub fn lift_from(&mut self, other: &Memory) {
        for (mine, theirs) in self.surfaces.iter_mut().zip(&other.surfaces) {
            *mine = Surface { onset: T::from(theirs.onset), bristle: theirs.bristle.map(T::from) };
        }
        for (mine, theirs) in self.contacts.iter_mut().zip(&other.contacts) {
            *mine = theirs.lift();
        }
        self.damped = T::from(other.damped);
        self.friction = FrictionWork::lift(&other.friction);
    }
}

impl Memory {
    /// Returns true if this is the state of a joint with this number of slices; `measures` is `None` for a
    /// joint that does not predict, else true if it measures its host.
    pub fn is_of(&self, slices: usize, measures: Option<bool>) -> bool {
        let predicted = match (&self.predicted, measures) {
            (Some(predicted), Some(measures)) => predicted.is_whole(slices, measures),
            (predicted, measures) => predicted.is_none() && measures.is_none(),
        };
        self.surfaces.len() == slices + 2 && self.contacts.len() == CONTACTS && predicted
    }
}

impl Memory {
    /// Copies the contacts, surfaces and losses of a joint that predicts, for its report.
    pub(super) fn mirror(&mut self, predicted: &Predicted) {
        let slots = &predicted.host.slots;
        for (contact, slot) in self.contacts.iter_mut().zip(slots) {
            contact.clone_from(&slot.point);
        }
        let parts = slots.iter().flat_map(|slot| slot.parts.iter());
        self.surfaces.iter_mut().zip(parts).for_each(|(mine, part)| *mine = *part);
        self.damped = slots.iter().map(|slot| slot.point.damped).sum();
        self.friction.lost = slots.iter().map(|slot| slot.point.friction.lost).sum();
        self.friction.held = slots.iter().map(|slot| slot.point.friction.held).sum();
    }
}

impl Predicted {
    /// Returns the parts with their surfaces at their assumed places.
    pub fn parts(&self, parts: &MatingParts) -> MatingParts {
        shifted(parts, &self.host.slots, 0)
    }

    /// Returns true if this is a complete state of a joint that measures its host or does not.
    fn is_whole(&self, slices: usize, measures: bool) -> bool {
        let parts = self.host.slots.iter().map(|slot| slot.parts.len());
        Identification::is_whole(&self.identification, measures)
            && self.host.fits(6, 1, CONTACTS)
            && parts.eq([slices, 0, 1, 1])
    }
}

clone_in_place!(Memory { surfaces, contacts, damped, friction, predicted });
