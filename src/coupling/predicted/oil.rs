//! How films go through a piece: found with the other loads at hand, they accelerate the bodies like a load from outside.

use super::films::{FILM_PIECES, rates};
use super::memory::Slot;
use super::rub::implicitness;
use super::slot_motion::At;
use super::step_motion::StepMotion;
use super::{JointLoad, Mechanism};
use crate::kinematics::planar::Motion;
use nalgebra::Vector3;

/// Velocity and spin of a motion.
fn speeds(motion: &Motion<f64>) -> Vector3<f64> {
    Vector3::new(motion.velocity.x, motion.velocity.y, motion.spin)
}

impl StepMotion {
    /// Finds the films' loads over a piece of `size` \[s\] whose other loads are `at` hand, by the accelerations
    /// of this `stage`, and lets them accelerate the bodies.
    pub(super) fn oil<M: Mechanism>(&mut self, mechanism: &mut M, at: At, stage: usize, size: f64) {
        if at == At::Start {
            self.turn(mechanism, size);
        }
        let films = &mut self.films;
        films.find_mobility(mechanism);
        for (change, other) in self.accelerations[stage].iter_mut().zip(&films.accelerations) {
            *change -= other;
        }
        for number in 0..films.films.len() {
            let own = films.own_mobility(number);
            let film = &mut films.films[number];
            let Some((oil, motion)) = mechanism.oiled(film.joint) else { continue };
            if at == At::Start {
                film.start = *motion;
                film.mean = speeds(motion);
            }
            let damping = oil.damping(&film.start) * own[(0, 0)].max(own[(1, 1)]);
            film.theta = implicitness(size * damping);
            let change = rates(mechanism, film.joint, &self.accelerations[stage]) + film.turning;
            film.free = speeds(&film.start) + change * (film.theta * size);
        }
        self.coarse |= !films.balance(mechanism, size);
        self.loads.fill(JointLoad::zeros());
        for film in &mut films.films {
            film.held = mechanism.pressed(film.joint, film.load);
            self.loads[film.joint] = film.held;
        }
        // What accelerates the bodies in this piece besides the contacts.
        let before = self.external.iter_mut().zip(&films.accelerations);
        before.for_each(|(external, film)| *external -= film);
        mechanism.spread(&self.loads, &mut self.generalised);
        mechanism.mobilise(&self.generalised, &mut films.accelerations);
        let after = self.external.iter_mut().zip(&films.accelerations);
        after.for_each(|(external, film)| *external += film);
    }

    /// Finds how the journals' velocities change in a piece of `size` \[s\] although no body is accelerated: arms and
    /// the axes of a turn, J̇ q̇ beside J q̈. A journal creeps so slowly that the turn of a crank in a piece counts.
    fn turn<M: Mechanism>(&mut self, mechanism: &mut M, size: f64) {
        let Self { coordinates, velocities, trial: [ahead, _], films, .. } = self;
        let places = ahead.iter_mut().zip(&**coordinates).zip(&**velocities);
        places.for_each(|((ahead, place), velocity)| *ahead = place + size * velocity);
        mechanism.place(ahead, velocities);
        for film in &mut films.films {
            if let Some((_, there)) = mechanism.oiled(film.joint) {
                film.turning = speeds(there);
            }
        }
        mechanism.place(coordinates, velocities);
        for film in &mut films.films {
            if let Some((_, here)) = mechanism.oiled(film.joint) {
                film.turning = (film.turning - speeds(here)) / size;
            }
        }
    }

    /// What accelerates the bodies besides the joints in a piece that begins at `time` from the middle of the step
    /// \[s\] and is as long as films allow. Films damp so hard that bodies creep: these feel how it grows.
    pub(super) fn grow<M: Mechanism>(
        &mut self,
        mechanism: &M,
        external: &[f64],
        time: f64,
        rest: f64,
    ) {
        if self.films.is_empty() || self.growth.is_empty() {
            return;
        }
        let middle = time + 0.5 * rest.min(self.step / FILM_PIECES);
        for (index, growth) in self.growth.iter().enumerate() {
            self.given[index] = external[index] + middle * growth;
        }
        if !mechanism.bends() {
            let films = &self.films.accelerations;
            for (index, external) in self.external.iter_mut().enumerate() {
                *external = self.given[index] + films[index];
            }
        }
    }

    /// Adds up what the films did in a piece of `size` \[s\] with these mean velocities of the coordinates.
    pub(super) fn take_films<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &mut [Slot],
        size: f64,
    ) {
        let [mean, _] = &self.trial;
        for film in &self.films.films {
            let impulse = film.held * size;
            let work = mechanism.power(film.joint, &impulse, mean);
            self.impulse[film.joint] += impulse;
            self.travel[film.joint] += impulse * (0.5 * size);
            self.work.net += work;
            self.work.turned_over += work.abs();
            slots[film.slot].point.damped += (-work).max(0.0);
            // Only fits that are no film make energy.
            self.work.unearned += work.max(0.0);
        }
    }
}
