//! Loads of the oil films over a piece, implicit in the motion that they cause.
//!
//! A film damps a light body within nanoseconds, far faster than any piece. Its load over a piece is that at the
//! mean velocity v̄ of the piece and half the way there; v̄ depends on the loads of all films of the mechanism:
//! v̄ = (1 − θ) v₀ + θ v₁, v₁ from all loads of the piece. θ is that of friction: the midpoint rule for soft films,
//! Euler's implicit one for stiff films. The position of a creeping journal follows the midpoint rule either way.
//!
//! Source: own method, by exponential fitting; Newton's method with exact derivatives.

use super::{JointLoad, Mechanism};
use crate::kinematics::planar::Motion;
use crate::laws::film::Film;
use nalgebra::{Matrix3, Vector2, Vector3};
use num_dual::DualSVec64;

/// Least number of pieces in a step with films.
pub(super) const FILM_PIECES: f64 = 16.0;
/// Most Newton steps for the films of a piece, and most halvings of a step.
const NEWTON_STEPS: u32 = 30;
const HALVINGS: u32 = 12;
/// Newton's method ends at a residual below this part of the velocities; rounding may end it before.
const SETTLED: f64 = 1e-11;
/// Largest residual of a solution, as a part of the velocities.
const LOST: f64 = 1e-5;

/// A film inside a piece. Velocities are x, y \[m/s\] and the angle's \[rad/s\], of b relative to a in the axes of a.
#[derive(Debug, Clone)]
pub(super) struct FilmMotion {
    pub joint: usize,
    /// The joint's first slot, whose losses include the film's.
    pub slot: usize,
    /// Motion at the piece's start.
    pub start: Motion<f64>,
    /// Velocity-product acceleration of b in the piece \[m/s², rad/s²\].
    pub turning: Vector3<f64>,
    /// v̄ without films.
    pub free: Vector3<f64>,
    /// v̄ with films.
    pub mean: Vector3<f64>,
    /// θ.
    pub theta: f64,
    /// Load on b at its frame's origin \[N, N m\].
    pub load: Vector3<f64>,
    /// Derivative of the load with respect to v̄.
    slope: Matrix3<f64>,
    /// Residual of v̄.
    excess: Vector3<f64>,
    /// Newton's step of v̄.
    step: Vector3<f64>,
    /// The load as a joint load.
    pub held: JointLoad,
}

/// All films of a mechanism. All memory is allocated once.
#[derive(Debug, Clone)]
pub(super) struct Films {
    pub films: Box<[FilmMotion]>,
    /// Half bandwidth: films farther apart than this, in the order of the joints, are not coupled.
    reach: usize,
    /// W between the films, within the band.
    mobility: Box<[Matrix3<f64>]>,
    /// The matrix of Newton's method, within the band.
    system: Box<[Matrix3<f64>]>,
    /// Accelerations of the coordinates by the held loads.
    pub accelerations: Box<[f64]>,
    /// Buffer for velocities of the coordinates.
    velocities: Box<[f64]>,
}

/// Returns the motion of b after a time `half` \[s\] at the mean velocity.
fn middle<T: crate::base::Real>(start: &Motion<f64>, half: f64, [x, y, spin]: [T; 3]) -> Motion<T> {
    Motion {
        position: Vector2::new(x * half + start.position.x, y * half + start.position.y),
        angle: spin * half + start.angle,
        velocity: Vector2::new(x, y),
        spin,
    }
}

impl FilmMotion {
    /// Sets the mean velocity over a piece of `size` \[s\] and evaluates the load there.
    fn evaluate(&mut self, film: &Film, mean: Vector3<f64>, size: f64) {
        let b = film.load(&middle(&self.start, 0.5 * size, mean.into())).load.b;
        (self.mean, self.load) = (mean, Vector3::new(b.force.x, b.force.y, b.moment));
    }

    /// Evaluates the derivative of the load with respect to the mean velocity.
    fn linearise(&mut self, film: &Film, size: f64) {
        let lifted: [DualSVec64<3>; 3] =
            std::array::from_fn(|part| DualSVec64::<3>::from_re(self.mean[part]).derivative(part));
        let b = film.load(&middle(&self.start, 0.5 * size, lifted)).load.b;
        let parts = [b.force.x, b.force.y, b.moment];
        self.slope = Matrix3::from_fn(|row, part| parts[row].eps.0.map_or(0.0, |eps| eps[part]));
    }
}

/// Returns the joint load of a film's load on b that is 1 in one of its parts.
fn unit<M: Mechanism>(mechanism: &M, joint: usize, part: usize) -> JointLoad {
    mechanism.film_load(joint, Vector3::ith(part, 1.0))
}

impl Films {
    pub(super) fn new<M: Mechanism>(mechanism: &M) -> Self {
        let oiled = (0..mechanism.joints()).filter(|joint| mechanism.film(*joint).is_some());
        let film = |joint| FilmMotion {
            joint,
            slot: (0..mechanism.slots())
                .find(|slot| mechanism.joint(*slot) == joint)
                .unwrap_or_default(),
            start: Motion::rest(),
            turning: Vector3::zeros(),
            free: Vector3::zeros(),
            mean: Vector3::zeros(),
            theta: 0.5,
            load: Vector3::zeros(),
            slope: Matrix3::zeros(),
            excess: Vector3::zeros(),
            step: Vector3::zeros(),
            held: JointLoad::zeros(),
        };
        let films: Box<[FilmMotion]> = oiled.map(film).collect();
        let number = |joint: usize| films.binary_search_by_key(&joint, |film| film.joint).ok();
        let apart = |(own, film): (usize, &FilmMotion)| {
            let others = mechanism.neighbours(film.joint).into_iter().filter_map(number);
            others.map(|other| own.abs_diff(other)).max()
        };
        let reach = films.iter().enumerate().filter_map(apart).max().unwrap_or_default();
        let blocks = || vec![Matrix3::zeros(); films.len() * (2 * reach + 1)].into_boxed_slice();
        let numbers = if films.is_empty() { 0 } else { mechanism.coordinates() };
        let numbers = || vec![0.0; numbers].into_boxed_slice();
        Self {
            reach,
            mobility: blocks(),
            system: blocks(),
            accelerations: numbers(),
            velocities: numbers(),
            films,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.films.is_empty()
    }

    /// Returns true if `slot` is the first one of a joint with a film.
    pub(super) fn is_of_film(&self, slot: usize) -> bool {
        self.films.binary_search_by_key(&slot, |film| film.slot).is_ok()
    }

    /// Returns the films that are coupled with one.
    fn coupled(&self, film: usize) -> std::ops::Range<usize> {
        film.saturating_sub(self.reach)..(film + self.reach + 1).min(self.films.len())
    }

    /// Returns the index of the block of two films.
    fn block(&self, row: usize, column: usize) -> usize {
        row * (2 * self.reach + 1) + column + self.reach - row
    }

    /// Updates the motions of the journals from the mechanism. Unless it `begins`, velocities are the mean ones of the
    /// piece before: a film changes its load by kilonewtons for micrometres per second, which the projection of
    /// bodies onto their constraints may add.
    pub(super) fn update_motion<M: Mechanism>(&mut self, mechanism: &M, begins: bool) {
        for film in &mut self.films {
            let Some((_, motion)) = mechanism.film(film.joint) else { continue };
            film.start = *motion;
            if !begins {
                film.start.velocity = film.mean.xy();
                film.start.spin = film.mean.z;
            }
        }
    }

    /// Returns the motion of b relative to a in a joint with a film, as last updated.
    pub(super) fn motion(&self, joint: usize) -> Option<&Motion<f64>> {
        let film = self.films.binary_search_by_key(&joint, |film| film.joint).ok()?;
        Some(&self.films[film].start)
    }

    /// Sets the accelerations by films to zero.
    pub(super) fn clear_loads(&mut self) {
        self.accelerations.fill(0.0);
    }

    /// Returns W of a film with itself.
    pub(super) fn own_mobility(&self, film: usize) -> Matrix3<f64> {
        self.mobility[self.block(film, film)]
    }

    /// Computes W between the films in the mechanism's state.
    pub(super) fn find_mobility<M: Mechanism>(&mut self, mechanism: &mut M) {
        for column in 0..self.films.len() {
            let joint = self.films[column].joint;
            for part in 0..3 {
                self.velocities.fill(0.0);
                mechanism.velocity_response(
                    joint,
                    &unit(mechanism, joint, part),
                    &mut self.velocities,
                );
                for row in self.coupled(column) {
                    let block = self.block(row, column);
                    let rates = rates(mechanism, self.films[row].joint, &self.velocities);
                    self.mobility[block].set_column(part, &rates);
                }
            }
        }
    }

    /// Updates every residual; returns their norm and that of the velocities.
    fn update_excess(&mut self, size: f64) -> [f64; 2] {
        let (mut left, mut scale) = (0.0, 0.0);
        for row in 0..self.films.len() {
            let mut gain = Vector3::zeros();
            for column in self.coupled(row) {
                gain += self.mobility[self.block(row, column)] * self.films[column].load;
            }
            let film = &mut self.films[row];
            film.excess = film.mean - film.free - gain * (film.theta * size);
            left += film.excess.norm_squared();
            scale += film.mean.norm_squared() + film.free.norm_squared();
        }
        [left.sqrt(), scale.sqrt()]
    }

    /// Solves for Newton's steps by block elimination; returns false if a pivot is singular.
    fn find_steps(&mut self, size: f64) -> bool {
        let count = self.films.len();
        for row in 0..count {
            for column in self.coupled(row) {
                let block = self.block(row, column);
                let factor = self.films[row].theta * size;
                let own = if row == column { Matrix3::identity() } else { Matrix3::zeros() };
                self.system[block] = own - self.mobility[block] * self.films[column].slope * factor;
            }
            self.films[row].step = self.films[row].excess;
        }
        for pivot in 0..count {
            let Some(inverse) = self.system[self.block(pivot, pivot)].try_inverse() else {
                return false;
            };
            let behind = pivot + 1..self.coupled(pivot).end;
            for row in behind.clone() {
                let factor = self.system[self.block(row, pivot)] * inverse;
                for column in behind.clone() {
                    let change = factor * self.system[self.block(pivot, column)];
                    let block = self.block(row, column);
                    self.system[block] -= change;
                }
                let change = factor * self.films[pivot].step;
                self.films[row].step -= change;
            }
        }
        for pivot in (0..count).rev() {
            let mut right = self.films[pivot].step;
            for column in pivot + 1..self.coupled(pivot).end {
                right -= self.system[self.block(pivot, column)] * self.films[column].step;
            }
            // It was invertible before.
            let inverse = self.system[self.block(pivot, pivot)].try_inverse();
            self.films[pivot].step = inverse.map_or(Vector3::zeros(), |inverse| inverse * right);
        }
        true
    }

    /// Finds the loads of all films over a piece of `size` \[s\]; returns false if Newton's method does not converge.
    pub(super) fn balance<M: Mechanism>(&mut self, mechanism: &M, size: f64) -> bool {
        for film in &mut self.films {
            if let Some((oil, _)) = mechanism.film(film.joint) {
                film.evaluate(oil, film.mean, size);
            }
        }
        let [mut left, mut scale] = self.update_excess(size);
        for _ in 0..NEWTON_STEPS {
            if left <= SETTLED * scale {
                break;
            }
            for film in &mut self.films {
                if let Some((oil, _)) = mechanism.film(film.joint) {
                    film.linearise(oil, size);
                }
            }
            if !self.find_steps(size) {
                break;
            }
            let mut taken = 0.0;
            let mut better = false;
            let mut part = 1.0;
            for _ in 0..HALVINGS {
                for film in &mut self.films {
                    if let Some((oil, _)) = mechanism.film(film.joint) {
                        film.evaluate(oil, film.mean - film.step * (part - taken), size);
                    }
                }
                taken = part;
                let [next, speeds] = self.update_excess(size);
                if next < left {
                    (left, scale, better) = (next, speeds, true);
                    break;
                }
                part *= 0.5;
            }
            if !better {
                // Back to the best step.
                for film in &mut self.films {
                    if let Some((oil, _)) = mechanism.film(film.joint) {
                        film.evaluate(oil, film.mean + film.step * taken, size);
                    }
                }
                break;
            }
        }
        left <= LOST * scale
    }
}

/// Returns the velocity of b relative to a in `joint` at these velocities of the coordinates.
pub(super) fn rates<M: Mechanism>(mechanism: &M, joint: usize, velocities: &[f64]) -> Vector3<f64> {
    let rates = mechanism.rates(joint, velocities);
    Vector3::from_fn(|part, _| unit(mechanism, joint, part).dot(&rates))
}
