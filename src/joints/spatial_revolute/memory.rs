//! The state of the spatial revolute joint from step to step.

use crate::base::{Real, clone_in_place};
use crate::coupling::identify::{Identification, SpatialIdentification};
use crate::coupling::predicted;
use crate::kinematics::spatial::Motion;
use crate::laws::contact::{ContactPoint, HYSTERESIS};
use crate::laws::friction::FrictionWork;
use crate::laws::journal::{CONTACTS, Contact, FirstTouch, TiltingJournal};
use serde::{Deserialize, Serialize};

/// Largest offset of the surfaces of a journal that is found inside the wall although it had left:
/// its travel in this number of steps. The host has placed a deeper journal there, so the depth
/// beyond that is penetration.
const STRAY_STEPS: f64 = 10.0;
/// Part of a touched surface's offset that is taken back in one contact time \[1\].
const RETURN: f64 = 0.02;

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

/// The state of a slice or a face.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Surface<T = f64> {
    /// δ̇⁻ \[m/s\]; 0 while it does not touch.
    pub onset: T,
    /// Deflections of the bristles along its directions and by the spin \[m\]; 0 while it does not touch.
    pub bristle: [T; 3],
}

/// The state of a predicting joint: its host, and the offsets of its surfaces.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Predicted {
    pub host: predicted::Memory<9>,
    /// Offsets of the surfaces of hole and faces into the wall \[m\], ≥ 0: the depths at which a
    /// journal was found inside although it had left; mostly 0.
    pub surface: [f64; 2],
    /// The measurement of the host, if it is measured.
    pub identification: Option<SpatialIdentification>,
}

clone_in_place!(Predicted { host, surface; large identification });

impl<T: Real> Surface<T> {
    /// A surface without contact, its bristles upright.
    pub fn free() -> Self {
        let zero = T::from(0.0);
        Self { onset: zero, bristle: [zero; 3] }
    }
}

impl<T: Real> Memory<T> {
    /// The state of a joint with this number of slices before any contact.
    pub fn new(slices: usize) -> Self {
        let contacts = (0..CONTACTS).map(|_| ContactPoint::default()).collect();
        let surfaces = vec![Surface::free(); slices + 2].into();
        let zero = T::from(0.0);
        let friction = FrictionWork { lost: zero, held: zero };
        Self { surfaces, contacts, damped: zero, friction, predicted: None }
    }

    /// Impact speed \[m/s\] of a surface that touches for the first time in `contact`, from its own `rate`: an
    /// edge that is as deep as an end of the hole has the impact speed of that end.
    pub fn impact_speed(&self, contact: &Contact<T>, meeting: FirstTouch, rate: T) -> T {
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
            (Some(predicted), Some(measures)) => predicted.is_whole(measures),
            (predicted, measures) => predicted.is_none() && measures.is_none(),
        };
        self.surfaces.len() == slices + 2 && self.contacts.len() == CONTACTS && predicted
    }
}

impl Predicted {
    /// Returns true if this is a complete state of a joint that measures its host or does not.
    fn is_whole(&self, measures: bool) -> bool {
        Identification::is_whole(&self.identification, measures) && self.host.fits(6, 1, 0)
    }

    /// Returns true if the host is to be measured and nothing is known of it yet.
    pub fn is_searching(&self) -> bool {
        let measured = self.identification.as_ref().map(Identification::measured);
        measured.is_some_and(|measured| measured.host.is_none())
    }

    /// Places the surfaces at the start of a step: a contact that had ended and is found inside begins at
    /// the surface.
    pub fn place_surfaces(
        &mut self,
        contacts: &[ContactPoint],
        journal: &TiltingJournal,
        b: &Motion<f64>,
        size: f64,
    ) {
        let gaps = journal.gaps(b);
        let returned = 1.0 - RETURN * (size / self.host.contact_time().max(size));
        for (kind, surface) in self.surface.iter_mut().enumerate() {
            let places = 2 * kind..2 * kind + 2;
            if contacts[places.clone()].iter().any(|point| point.contact.is_some()) {
                *surface *= returned;
            } else {
                let depth = gaps[places].iter().map(|gap| gap.0).fold(0.0, f64::max);
                let pace = b.velocity.norm() + journal.bearing_length * b.spin.norm();
                *surface = depth.min(surface.max(STRAY_STEPS * size * pace));
            }
        }
    }

    /// Moves surfaces that do not touch back to their places as far as the journal has left the wall.
    pub fn return_surfaces(
        &mut self,
        contacts: &[ContactPoint],
        journal: &TiltingJournal,
        b: &Motion<f64>,
    ) {
        let gaps = journal.gaps(b);
        for (kind, surface) in self.surface.iter_mut().enumerate() {
            let places = 2 * kind..2 * kind + 2;
            if contacts[places.clone()].iter().all(|point| point.contact.is_none()) {
                let depth = gaps[places].iter().map(|gap| gap.0).fold(0.0, f64::max);
                *surface = surface.min(depth);
            }
        }
    }

    /// The journal with its surfaces at their assumed places.
    pub fn journal(&self, journal: &TiltingJournal) -> TiltingJournal {
        let mut journal = *journal;
        let [hole, faces] = self.surface;
        journal.fit.clearance += hole;
        if let Some(own) = &mut journal.faces {
            own.play += faces;
        }
        journal
    }
}

clone_in_place!(Memory { surfaces, contacts, damped, friction, predicted });
