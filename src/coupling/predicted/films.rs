//! Films of oil in a piece: their loads are held over it, implicit in the motion that they leave.
//!
//! A film damps a light body within nanoseconds, far faster than any piece. Its load over a piece is that at
//! the mean velocity v̄ of the piece and half the way there, which it decides itself, together with all
//! other films of the mechanism: v̄ = (1 − θ) v₀ + θ v₁, v₁ from all loads of the piece. θ is that of friction: the
//! midpoint rule where the film is soft, Euler's implicit one where it is stiff. A journal that creeps follows
//! the midpoint rule in its place either way.
//!
//! Source: own method, by exponential fitting; Newton's method with exact derivatives.

use super::{JointLoad, Mechanism};
use crate::kinematics::planar::Motion;
use crate::laws::film::Film;
use nalgebra::{Matrix3, Vector2, Vector3};
use num_dual::DualSVec64;

/// Pieces in a step where there are films, at least.
pub(super) const FILM_PIECES: f64 = 16.0;
/// Newton's steps for the films of a piece, and how often one is halved.
const NEWTON_STEPS: u32 = 30;
const HALVINGS: u32 = 12;
/// A residual below this part of the velocities at hand ends that; rounding may end it before.
const SETTLED: f64 = 1e-11;
/// Above this part the films have not been found.
const LOST: f64 = 1e-5;

/// A film on its way through a piece. Velocities are x, y and the angle's, of b relative to a in the axes of a.
#[derive(Debug, Clone)]
pub(super) struct FilmMotion {
    pub joint: usize,
    /// The joint's first slot, which what the film takes is counted at.
    pub slot: usize,
    /// At the piece's start.
    pub start: Motion<f64>,
    /// Acceleration of b in the piece by the turn of the bodies alone \[m/s², rad/s²\].
    pub turning: Vector3<f64>,
    /// v̄ without films, and with them.
    pub free: Vector3<f64>,
    pub mean: Vector3<f64>,
    pub theta: f64,
    /// On b at its frame's origin, and how it changes with v̄.
    pub load: Vector3<f64>,
    slope: Matrix3<f64>,
    /// What v̄ is too much.
    excess: Vector3<f64>,
    /// Newton's step.
    step: Vector3<f64>,
    pub held: JointLoad,
}

/// All films of a mechanism. All memory is taken once.
#[derive(Debug, Clone)]
pub(super) struct Films {
    pub films: Box<[FilmMotion]>,
    /// Films farther apart than this, in the order of the joints, do not feel each other.
    reach: usize,
    /// W between the films, as far as they reach, and the matrix of Newton's method.
    mobility: Box<[Matrix3<f64>]>,
    system: Box<[Matrix3<f64>]>,
    /// How the held loads accelerate the coordinates.
    pub accelerations: Box<[f64]>,
    /// Memory to work in.
    velocities: Box<[f64]>,
}

/// The motion of b with this mean velocity over a piece, in its middle.
fn middle<T: crate::base::Real>(start: &Motion<f64>, half: f64, [x, y, spin]: [T; 3]) -> Motion<T> {
    Motion {
        position: Vector2::new(x * half + start.position.x, y * half + start.position.y),
        angle: spin * half + start.angle,
        velocity: Vector2::new(x, y),
        spin,
    }
}

impl FilmMotion {
    /// Takes up the load at a mean velocity over a piece of `size` \[s\].
    fn bear(&mut self, film: &Film, mean: Vector3<f64>, size: f64) {
        let b = film.load(&middle(&self.start, 0.5 * size, mean.into())).load.b;
        (self.mean, self.load) = (mean, Vector3::new(b.force.x, b.force.y, b.moment));
    }

    /// Takes up how the load changes with the mean velocity.
    fn tilt(&mut self, film: &Film, size: f64) {
        let lifted: [DualSVec64<3>; 3] =
            std::array::from_fn(|part| DualSVec64::<3>::from_re(self.mean[part]).derivative(part));
        let b = film.load(&middle(&self.start, 0.5 * size, lifted)).load.b;
        let parts = [b.force.x, b.force.y, b.moment];
        self.slope = Matrix3::from_fn(|row, part| parts[row].eps.0.map_or(0.0, |eps| eps[part]));
    }
}

/// A load on b at its frame's origin that is 1 in one of its parts.
fn unit<M: Mechanism>(mechanism: &M, joint: usize, part: usize) -> JointLoad {
    mechanism.pressed(joint, Vector3::ith(part, 1.0))
}

impl Films {
    pub fn new<M: Mechanism>(mechanism: &M) -> Self {
        let oiled = (0..mechanism.joints()).filter(|joint| mechanism.oiled(*joint).is_some());
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

    pub fn is_empty(&self) -> bool {
        self.films.is_empty()
    }

    /// Whether `slot` is the first one of an oiled joint.
    pub fn own(&self, slot: usize) -> bool {
        self.films.binary_search_by_key(&slot, |film| film.slot).is_ok()
    }

    /// The films that one may feel.
    fn felt(&self, film: usize) -> std::ops::Range<usize> {
        film.saturating_sub(self.reach)..(film + self.reach + 1).min(self.films.len())
    }

    /// Where the block of two films is.
    fn block(&self, row: usize, column: usize) -> usize {
        row * (2 * self.reach + 1) + column + self.reach - row
    }

    /// Takes up how the journals stand and move where the mechanism is placed: at the beginning, or with the mean
    /// velocities of the piece that led there. A film changes its load by kilonewtons for micrometres per
    /// second, which bringing bodies back onto their constraints may cost.
    pub fn see<M: Mechanism>(&mut self, mechanism: &M, begins: bool) {
        for film in &mut self.films {
            let Some((_, motion)) = mechanism.oiled(film.joint) else { continue };
            film.start = *motion;
            if !begins {
                film.start.velocity = film.mean.xy();
                film.start.spin = film.mean.z;
            }
        }
    }

    /// The motion of b relative to a in an oiled joint, as last seen.
    pub fn motion(&self, joint: usize) -> Option<&Motion<f64>> {
        let film = self.films.binary_search_by_key(&joint, |film| film.joint).ok()?;
        Some(&self.films[film].start)
    }

    /// No film presses.
    pub fn rest(&mut self) {
        self.accelerations.fill(0.0);
    }

    /// W of a film for itself.
    pub fn own_mobility(&self, film: usize) -> Matrix3<f64> {
        self.mobility[self.block(film, film)]
    }

    /// What unit loads of each film do to the others where the mechanism is placed.
    pub fn find_mobility<M: Mechanism>(&mut self, mechanism: &mut M) {
        for column in 0..self.films.len() {
            let joint = self.films[column].joint;
            for part in 0..3 {
                self.velocities.fill(0.0);
                mechanism.respond(joint, &unit(mechanism, joint, part), &mut self.velocities);
                for row in self.felt(column) {
                    let block = self.block(row, column);
                    let rates = rates(mechanism, self.films[row].joint, &self.velocities);
                    self.mobility[block].set_column(part, &rates);
                }
            }
        }
    }

    /// Brings every excess up to date; gives its size and that of the velocities.
    fn exceed(&mut self, size: f64) -> [f64; 2] {
        let (mut left, mut scale) = (0.0, 0.0);
        for row in 0..self.films.len() {
            let mut gain = Vector3::zeros();
            for column in self.felt(row) {
                gain += self.mobility[self.block(row, column)] * self.films[column].load;
            }
            let film = &mut self.films[row];
            film.excess = film.mean - film.free - gain * (film.theta * size);
            left += film.excess.norm_squared();
            scale += film.mean.norm_squared() + film.free.norm_squared();
        }
        [left.sqrt(), scale.sqrt()]
    }

    /// Newton's step of every film; false if there is none.
    fn find_steps(&mut self, size: f64) -> bool {
        let count = self.films.len();
        for row in 0..count {
            for column in self.felt(row) {
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
            let behind = pivot + 1..self.felt(pivot).end;
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
            for column in pivot + 1..self.felt(pivot).end {
                right -= self.system[self.block(pivot, column)] * self.films[column].step;
            }
            // It was found before.
            let inverse = self.system[self.block(pivot, pivot)].try_inverse();
            self.films[pivot].step = inverse.map_or(Vector3::zeros(), |inverse| inverse * right);
        }
        true
    }

    /// Finds the loads of all films over a piece of `size` \[s\]; false where they are not found.
    pub fn balance<M: Mechanism>(&mut self, mechanism: &M, size: f64) -> bool {
        for film in &mut self.films {
            if let Some((oil, _)) = mechanism.oiled(film.joint) {
                film.bear(oil, film.mean, size);
            }
        }
        let [mut left, mut scale] = self.exceed(size);
        for _ in 0..NEWTON_STEPS {
            if left <= SETTLED * scale {
                break;
            }
            for film in &mut self.films {
                if let Some((oil, _)) = mechanism.oiled(film.joint) {
                    film.tilt(oil, size);
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
                    if let Some((oil, _)) = mechanism.oiled(film.joint) {
                        film.bear(oil, film.mean - film.step * (part - taken), size);
                    }
                }
                taken = part;
                let [next, speeds] = self.exceed(size);
                if next < left {
                    (left, scale, better) = (next, speeds, true);
                    break;
                }
                part *= 0.5;
            }
            if !better {
                // Back to where it was best.
                for film in &mut self.films {
                    if let Some((oil, _)) = mechanism.oiled(film.joint) {
                        film.bear(oil, film.mean + film.step * taken, size);
                    }
                }
                break;
            }
        }
        left <= LOST * scale
    }
}

/// Velocity of b relative to a in `joint`, where the coordinates change at these velocities.
pub(super) fn rates<M: Mechanism>(mechanism: &M, joint: usize, velocities: &[f64]) -> Vector3<f64> {
    Vector3::from_fn(|part, _| mechanism.power(joint, &unit(mechanism, joint, part), velocities))
}
