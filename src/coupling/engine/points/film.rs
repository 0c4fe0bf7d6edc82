//! A film inside a step: its load, and the slopes of that for implicit pieces.

use crate::base::Real;
use crate::coupling::predicted::{JointLoad, PointContacts};
use crate::kinematics::planar::Motion;
use crate::laws::film::Film;
use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};
use num_dual::DualSVec64;

/// Most Newton steps for a film in a piece of the fallback, and most halvings of one.
const NEWTON_STEPS: u32 = 30;
const HALVINGS: u32 = 12;
/// Newton's method ends at a residual below this part of the speeds.
const SETTLED: f64 = 1e-11;

/// A film inside a step. Places and velocities are those of b relative to a, in the axes of a.
#[derive(Debug, Clone)]
pub struct FilmMotion {
    pub joint: usize,
    /// The joint's first slot, whose losses include the film's.
    pub slot: usize,
    /// Motion at the present instant.
    pub motion: Motion<f64>,
    /// Falling of the force on b with its place \[N/m\], and with its velocity \[N s/m\].
    pub stiffness: Matrix2<f64>,
    pub damping: Matrix2<f64>,
    /// Acceleration of b by the turn of arms and axes \[m/s²\].
    pub turning: Vector2<f64>,
    /// Joint loads of unit forces on b along both axes of a, at the start of a piece.
    pub units: [JointLoad; 2],
    /// Power that is lost at the start of the present piece, and at its end \[W\].
    pub lost: [f64; 2],
    /// Load on b in a piece of the fallback \[N, N m\].
    pub load: Vector3<f64>,
}

/// Returns the films of a mechanism, in the order of their joints.
pub fn films_of<M: PointContacts>(mechanism: &M) -> Box<[FilmMotion]> {
    let of = |joint: usize| FilmMotion {
        joint,
        slot: (0..mechanism.slots())
            .find(|slot| mechanism.joint(*slot) == joint)
            .unwrap_or_default(),
        motion: Motion::rest(),
        stiffness: Matrix2::zeros(),
        damping: Matrix2::zeros(),
        turning: Vector2::zeros(),
        units: [JointLoad::zeros(); 2],
        lost: [0.0; 2],
        load: Vector3::zeros(),
    };
    (0..mechanism.joints()).filter(|joint| mechanism.film(*joint).is_some()).map(of).collect()
}

/// Returns the joint loads of unit forces of a film on b, along both axes of a.
pub fn units<M: PointContacts>(mechanism: &M, joint: usize) -> [JointLoad; 2] {
    [Vector3::x(), Vector3::y()].map(|force| mechanism.film_load(joint, force))
}

/// Returns the load of a film on b, in the axes of a, and the power that it loses \[W\].
pub fn load(film: &Film, motion: &Motion<f64>) -> (Vector3<f64>, f64) {
    let found = film.load(motion);
    let b = found.load.b;
    (b.force.push(b.moment), found.lost)
}

impl FilmMotion {
    /// Finds the slopes of the force where b moves like this.
    pub fn linearise(&mut self, film: &Film, motion: &Motion<f64>) {
        let lift = |value: f64, part: usize| DualSVec64::<4>::from_re(value).derivative(part);
        let Motion { position, velocity, .. } = motion;
        let b = Motion {
            position: Vector2::new(lift(position.x, 0), lift(position.y, 1)),
            angle: DualSVec64::from_re(motion.angle),
            velocity: Vector2::new(lift(velocity.x, 2), lift(velocity.y, 3)),
            spin: DualSVec64::from_re(motion.spin),
        };
        let force = film.load(&b).load.b.force;
        let slope = |row: usize, part: usize| force[row].eps.0.map_or(0.0, |eps| -eps[part]);
        self.stiffness = Matrix2::from_fn(&slope);
        self.damping = Matrix2::from_fn(|row, part| slope(row, part + 2));
    }
}

/// Returns the load of a film on b and its loss at the end of a piece of `size` \[s\], in which b has the velocity `base` \[m/s,
/// rad/s\] without the film and goes from where it is at that velocity, `free`.
pub fn fall(
    film: &Film,
    free: &Motion<f64>,
    mobility: &Matrix3<f64>,
    base: Vector3<f64>,
    size: f64,
) -> (Vector3<f64>, f64) {
    fn there<T: Real>(free: &Motion<f64>, [x, y, spin]: [T; 3], size: f64) -> Motion<T> {
        let Motion { position, velocity, .. } = free;
        Motion {
            position: Vector2::new(
                (x - velocity.x) * size + position.x,
                (y - velocity.y) * size + position.y,
            ),
            angle: T::from(free.angle),
            velocity: Vector2::new(x, y),
            spin,
        }
    }
    let at = |u: &Vector3<f64>| load(film, &there(free, (*u).into(), size));
    let residual = |u: &Vector3<f64>, load: &Vector3<f64>| u - base - mobility * load * size;
    let mut u = base;
    let mut found = at(&u);
    let mut off = residual(&u, &found.0);
    for _ in 0..NEWTON_STEPS {
        let lifted: [DualSVec64<3>; 3] =
            std::array::from_fn(|part| DualSVec64::<3>::from_re(u[part]).derivative(part));
        let b = film.load(&there(free, lifted, size)).load.b;
        let parts = [b.force.x, b.force.y, b.moment];
        let slope = Matrix3::from_fn(|row, part| parts[row].eps.0.map_or(0.0, |eps| eps[part]));
        let Some(step) = (Matrix3::identity() - mobility * slope * size).lu().solve(&off) else {
            break;
        };
        let mut part = 1.0;
        let mut better = false;
        for _ in 0..HALVINGS {
            let next = u - step * part;
            let load = at(&next);
            let next_off = residual(&next, &load.0);
            if next_off.norm() < off.norm() {
                (u, found, off, better) = (next, load, next_off, true);
                break;
            }
            part *= 0.5;
        }
        if !better || off.norm() <= SETTLED * (u.norm() + base.norm()) {
            break;
        }
    }
    found
}

/// Returns the joint load of a film's load on b from those of its unit loads.
pub fn joint_load(parts: &[JointLoad; 3], load: &Vector3<f64>) -> JointLoad {
    parts.iter().zip(load.iter()).fold(JointLoad::zeros(), |sum, (part, size)| sum + part * *size)
}
