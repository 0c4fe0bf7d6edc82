//! Films in a piece: their loads are solved with the other loads given, and then act like external loads.

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
    /// Finds the films' loads over a piece of `size` \[s\] from the accelerations of this `stage`, and adds their
    /// accelerations to the external ones. `at` is the place in the piece of the other loads.
    pub(super) fn solve_films<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        at: At,
        stage: usize,
        size: f64,
    ) {
        if at == At::Start {
            self.update_turning(mechanism, size);
        }
        let films = &mut self.films;
        films.find_mobility(mechanism);
        for (change, other) in self.accelerations[stage].iter_mut().zip(&films.accelerations) {
            *change -= other;
        }
        for number in 0..films.films.len() {
            let own = films.own_mobility(number);
            let film = &mut films.films[number];
            let Some((oil, motion)) = mechanism.film(film.joint) else { continue };
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
            film.held = mechanism.film_load(film.joint, film.load);
            self.loads[film.joint] = film.held;
        }
        // The films' part of the external accelerations is replaced.
        let before = self.external.iter_mut().zip(&films.accelerations);
        before.for_each(|(external, film)| *external -= film);
        mechanism.generalised_forces(&self.loads, &mut self.generalised);
        mechanism.apply_inverse_mass(&self.generalised, &mut films.accelerations);
        let after = self.external.iter_mut().zip(&films.accelerations);
        after.for_each(|(external, film)| *external += film);
    }

    /// Finds the velocity-product accelerations J̇ q̇ of the journals in a piece of `size` \[s\], by the turn of arms and
    /// of the axes of a. A journal creeps so slowly that the turn of a crank in a piece counts.
    fn update_turning<M: Mechanism>(&mut self, mechanism: &mut M, size: f64) {
        let Self { coordinates, velocities, trial: [ahead, _], films, .. } = self;
        let places = ahead.iter_mut().zip(&**coordinates).zip(&**velocities);
        places.for_each(|((ahead, place), velocity)| *ahead = place + size * velocity);
        mechanism.place(ahead, velocities);
        for film in &mut films.films {
            if let Some((_, there)) = mechanism.film(film.joint) {
                film.turning = speeds(there);
            }
        }
        mechanism.place(coordinates, velocities);
        for film in &mut films.films {
            if let Some((_, here)) = mechanism.film(film.joint) {
                film.turning = (film.turning - speeds(here)) / size;
            }
        }
    }

    /// Sets the external accelerations in the middle of a piece that begins at `time` \[s\] from the middle of the
    /// step and is as long as films allow. Films damp so hard that bodies creep: the growth of the external loads
    /// counts for these.
    pub(super) fn ramp_external<M: Mechanism>(
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
        if !mechanism.is_flexible() {
            let films = &self.films.accelerations;
            for (index, external) in self.external.iter_mut().enumerate() {
                *external = self.given[index] + films[index];
            }
        }
    }

    /// Adds up impulse, work and loss of the films in a piece of `size` \[s\], with the mean velocities in `trial`.
    pub(super) fn add_film_loads<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &mut [Slot],
        size: f64,
    ) {
        let [mean, _] = &self.trial;
        for film in &self.films.films {
            let impulse = film.held * size;
            let work = impulse.dot(&mechanism.rates(film.joint, mean));
            self.impulse[film.joint] += impulse;
            self.travel[film.joint] += impulse * (0.5 * size);
            self.work.net += work;
            self.work.turned_over += work.abs();
            slots[film.slot].point.damped += (-work).max(0.0);
            // Positive work comes from errors of the films' fits: no film creates energy.
            self.work.unearned += work.max(0.0);
        }
    }
}
