//! What the spatial revolute joint remembers from step to step.

use super::prediction::Predicted;
use crate::base::Real;
use crate::base::clone_in_place;
use crate::laws::contact::{ContactPoint, HYSTERESIS};
use crate::laws::friction::FrictionWork;
use crate::laws::journal::{CONTACTS, Contact, FirstTouch};
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<T = f64> {
    /// Every slice, then both faces.
    pub(super) surfaces: Box<[Surface<T>]>,
    /// The ends of the hole and the faces: how contacts began. Their bristles are not used.
    pub(super) contacts: Box<[ContactPoint<T>]>,
    /// Energy lost to damping since the beginning \[J\].
    pub(super) damped: T,
    /// What friction has taken since the beginning.
    pub(super) friction: FrictionWork<T>,
    /// Of host and surfaces, where the motion inside steps is predicted.
    pub(super) predicted: Option<Box<Predicted>>,
}

/// What a slice or a face remembers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Surface<T = f64> {
    /// δ̇⁻ \[m/s\]; 0 while it does not touch.
    pub onset: T,
    /// Deflections of the bristles along its directions and by the spin \[m\]; 0 while it does not touch.
    pub bristle: [T; 3],
}

impl<T: Real> Surface<T> {
    /// Nothing is pressed or bent.
    pub fn free() -> Self {
        let zero = T::from(0.0);
        Self { onset: zero, bristle: [zero; 3] }
    }
}

impl<T: Real> Memory<T> {
    /// Nothing touches yet.
    pub fn new(slices: usize) -> Self {
        let contacts = (0..CONTACTS).map(|_| ContactPoint::default()).collect();
        let surfaces = vec![Surface::free(); slices + 2].into();
        let zero = T::from(0.0);
        let friction = FrictionWork { lost: zero, held: zero };
        Self { surfaces, contacts, damped: zero, friction, predicted: None }
    }

    /// The rate \[m/s\] at which something met that touches for the first time in `contact`: an edge that
    /// is as deep as an end of the hole began as that end did.
    pub fn own_rate(&self, contact: &Contact<T>, meeting: FirstTouch, rate: T) -> T {
        let began = |place: usize| self.contacts[place].contact.map(|onset| onset.impact_speed);
        match meeting {
            FirstTouch::Face(side) => began(2 + side).unwrap_or(rate),
            FirstTouch::Edge(edge) => {
                let depth = contact.edges[edge].section.depth.re();
                let like = |place: &usize| (contact.gaps[*place].0.re() - depth).abs() < HYSTERESIS;
                (0..2).find(like).and_then(began).unwrap_or(rate)
            }
        }
    }

    /// Takes over the onsets of `contact`; what does not touch is upright again.
    pub fn follow(&mut self, contact: &Contact<T>) {
        for (index, surface) in self.surfaces.iter_mut().enumerate() {
            if contact.touches(index) {
                surface.onset = contact.onsets[index];
            } else {
                *surface = Surface::free();
            }
        }
    }

    /// Nothing touches any more.
    pub fn release(&mut self) {
        self.surfaces.fill(Surface::free());
        self.friction.add(T::from(0.0), T::from(0.0));
    }
}

impl Memory {
    /// Whether it is of a joint with so many slices that predicts with a host that it measures or does not
    /// measure, or does not predict.
    pub fn is_of(&self, slices: usize, measures: Option<bool>) -> bool {
        let predicted = match (&self.predicted, measures) {
            (Some(predicted), Some(measures)) => predicted.is_whole(measures),
            (predicted, measures) => predicted.is_none() && measures.is_none(),
        };
        self.surfaces.len() == slices + 2 && self.contacts.len() == CONTACTS && predicted
    }
}

impl<T: Real> Memory<T> {
    /// Takes over what `other` remembers, without derivatives; takes no memory.
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

clone_in_place!(Memory { surfaces, contacts, damped, friction, predicted });
