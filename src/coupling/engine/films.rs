//! The films of a mechanism inside a step: the turn of their journals, and their loads in the fallback.

use super::film::{FilmMotion, fall};
use super::motion::Engine;
use crate::coupling::predicted::{JointLoad, Mechanism, Slot};
use crate::kinematics::planar::Motion;
use nalgebra::{Matrix3, Vector3};

/// Time over which the turn of arms and axes is followed for the acceleration that it gives \[s\].
const TURN: f64 = 1e-6;

impl Engine {
    /// Finds the accelerations of the films' journals by the turn of arms and axes, at the start of a piece. A journal
    /// creeps so slowly that the turn of a crank in a piece counts.
    pub(super) fn find_turning<M: Mechanism>(&mut self, mechanism: &mut M) {
        for index in 0..self.coordinates.len() {
            self.unit[0][index] = self.coordinates[index] + TURN * self.velocities[index];
        }
        mechanism.place(&self.unit[0], &self.velocities);
        for film in &mut self.films {
            if let Some((_, there)) = mechanism.film(film.joint) {
                film.turning = there.velocity;
            }
        }
        self.unit[0].fill(0.0);
        mechanism.place(&self.coordinates, &self.velocities);
        for film in &mut self.films {
            if let Some((_, here)) = mechanism.film(film.joint) {
                film.turning = (film.turning - here.velocity) / TURN;
            }
        }
    }

    /// Begins a piece of the fallback without loads of films; the mechanism is where the piece ends without loads.
    pub(super) fn begin_films<M: Mechanism>(&mut self, mechanism: &mut M) {
        if self.films.is_empty() {
            return;
        }
        self.pushed.fill(0.0);
        for joint in 0..mechanism.joints() {
            self.graph.find_responses(mechanism, joint);
        }
        self.films.iter_mut().for_each(|film| film.load = Vector3::zeros());
    }

    /// Finds the load of a film over a piece of the fallback of `size` \[s\], with those of all others fixed; returns its
    /// change and its size \[N\].
    pub(super) fn balance_film<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        film: usize,
        size: f64,
    ) -> [f64; 2] {
        let FilmMotion { joint, load: before, .. } = self.films[film];
        let Some((oil, free)) = mechanism.film(joint) else { return [0.0; 2] };
        let free = *free;
        let parts: [JointLoad; 3] =
            std::array::from_fn(|part| mechanism.film_load(joint, Vector3::ith(part, 1.0)));
        let rates = |accelerations: &[f64]| {
            let rates = mechanism.rates(joint, accelerations);
            Vector3::from_fn(|part, _| parts[part].dot(&rates))
        };
        let mut mobility = Matrix3::zeros();
        for part in 0..3 {
            for (index, response) in self.graph.responses(joint) {
                self.unit[0][index] = response.dot(&parts[part]);
            }
            mobility.set_column(part, &rates(&self.unit[0]));
        }
        let others = rates(&self.pushed) - mobility * before;
        let base = free.velocity.push(free.spin) + others * size;
        let found = fall(oil, &free, &mobility, base, size);
        let change = found.0 - before;
        (self.films[film].load, self.films[film].lost[1]) = found;
        let load = mechanism.film_load(joint, change);
        for (index, response) in self.graph.responses(joint) {
            self.unit[0][index] = response.dot(&load);
            self.pushed[index] += self.unit[0][index];
        }
        for &other in self.graph.neighbours.of(joint) {
            let rates = mechanism.rates(other, &self.unit[0]) * size;
            for &slot in self.graph.slots.of(other) {
                if slots[slot].point.contact.is_some() {
                    let end = &mut self.slots[slot].end;
                    let [n, t] = [(1.0, 0.0), (0.0, 1.0)]
                        .map(|(normal, tangent)| mechanism.load(slot, end, normal, tangent));
                    end.rate -= n.dot(&rates);
                    end.penetration -= size * end.gain * n.dot(&rates);
                    end.sliding_speed -= t.dot(&rates);
                }
            }
        }
        for index in self.graph.coupled.of(joint) {
            self.unit[0][*index] = 0.0;
        }
        [change.xy().norm(), found.0.xy().norm()]
    }

    /// Takes the films' motions from where the mechanism is placed.
    pub(crate) fn take_film_motions<M: Mechanism>(&mut self, mechanism: &M) {
        for film in &mut self.films {
            if let Some((_, motion)) = mechanism.film(film.joint) {
                film.motion = *motion;
            }
        }
    }

    /// Returns the motion of b relative to a in a joint with a film, at the end of the last step.
    pub(crate) fn film_motion(&self, joint: usize) -> Option<&Motion<f64>> {
        let film = self.films.binary_search_by_key(&joint, |film| film.joint).ok()?;
        Some(&self.films[film].motion)
    }
}
