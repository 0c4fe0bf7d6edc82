//! Contact points in the plane, with films: their laws inside a step.

mod balance;
mod film;
mod implicit;
mod parallel;
mod point;
mod press;
mod row;
mod settle;
mod slopes;
mod works;

use super::contacts::Contacts;
use crate::coupling::predicted::PointContacts;
use crate::kinematics::planar::Motion;
use crate::laws::contact::Approach;
use film::FilmMotion;
use parallel::ParallelMotion;
use point::PointMotion;

/// The contact points and films of a mechanism in the plane inside a step.
#[derive(Debug, Clone)]
pub struct Points {
    slots: Box<[PointMotion]>,
    /// In the order of their joints.
    films: Box<[FilmMotion]>,
    parallels: Box<[ParallelMotion]>,
    /// Largest k w of the normal forces in the step \[1/s²\].
    stiffest: f64,
}

impl Points {
    /// Returns the index of the film of a joint, if it has one.
    #[inline]
    fn film_of(&self, joint: usize) -> Option<usize> {
        if self.films.is_empty() {
            return None;
        }
        self.films.binary_search_by_key(&joint, |film| film.joint).ok()
    }

    /// Returns the motion of b relative to a in a joint with a film, at the end of the last step.
    pub fn film_motion(&self, joint: usize) -> Option<&Motion<f64>> {
        Some(&self.films[self.film_of(joint)?].motion)
    }
}

impl<M: PointContacts> Contacts<4> for M {
    fn has_film(&self, joint: usize) -> bool {
        self.film(joint).is_some()
    }

    fn loads_always(&self, joint: usize) -> bool {
        self.film(joint).is_some() || self.parallel(joint).is_some()
    }

    /// The first slot of a joint with a drag has its bristles.
    fn parts(&self, slot: usize) -> usize {
        let joint = self.joint(slot);
        let is_first = slot == 0 || self.joint(slot - 1) != joint;
        usize::from(is_first && self.parallel(joint).is_some())
    }

    #[inline]
    fn approach(&self, slot: usize) -> Approach {
        self.touch(slot).approach()
    }

    #[inline]
    fn parting(&self, slot: usize, rate: f64) -> f64 {
        self.contact(slot).normal.parting(rate)
    }

    #[inline]
    fn sticking_speed(&self, slot: usize) -> f64 {
        self.contact(slot).friction.sticking_speed()
    }

    fn wears_surfaces(&self) -> bool {
        self.wears()
    }
}
