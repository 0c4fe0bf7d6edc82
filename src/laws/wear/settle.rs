//! Equilibrium of a worn pin under a load.

use super::contact::WornContact;
use super::depths::{Depths, largest};
use super::overlap::Window;
use crate::kinematics::planar::Motion;
use nalgebra::{Matrix2, Vector2};
use num_dual::Dual64;

/// Largest number of Newton iterations.
const NEWTON_STEPS: u32 = 200;
/// Longest step at first, as a part of the clearance; it doubles with every step that needs no halving.
const LONGEST: f64 = 0.02;
/// Largest number of times that a step is halved while the energy does not fall.
const HALVINGS: u32 = 20;
/// Least decrease of the energy in a step, as a part of the linear estimate.
const ENOUGH: f64 = 1e-4;
/// Shortest step of the approach to the wall, as a part of the largest gap.
const NEAR: f64 = 1e-3;
/// Penetration at which the approach ends, as a part of its shortest step: a thinner overlap may have no force.
const DEEP: f64 = 1e-3;
/// Largest number of steps of the approach: the shortest ones cross the largest gap.
const APPROACHES: u32 = 1000;
/// Cosine of the angle to the load below which a pin in contact starts in the middle instead.
const ELSEWHERE: f64 = 0.9;
/// Relative residual of the load at which the search ends.
const MET: f64 = 1e-11;

impl WornContact {
    /// Moves the pin to the position where it exerts `load` \[N\] on the bearing, at rest and without
    /// friction; the search starts at the present position. Returns false if it ends before: for a load
    /// that no position balances.
    ///
    /// The stored energy is convex in the position for elastic laws that stiffen with the overlap, so there
    /// is only one.
    pub fn settle(
        &self,
        depths: &Depths,
        journal: &mut Motion<f64>,
        load: Vector2<f64>,
        window: &mut Window<Dual64>,
    ) -> bool {
        let (mut stored, mut force, mut slopes) = self.stiffness(depths, journal, window);
        let toward = force.dot(&load) / (force.norm() * load.norm());
        if force == Vector2::zeros() || toward <= ELSEWHERE {
            journal.position.fill(0.0);
            force.fill(0.0);
        }
        let first = LONGEST * self.ring.clearance;
        let mut longest = first;
        for _ in 0..NEWTON_STEPS {
            if force == Vector2::zeros() {
                // Also after a step along a curved wall that has left it.
                self.approach(depths, journal, load.normalize());
                longest = first;
                (stored, force, slopes) = self.stiffness(depths, journal, window);
            }
            let off = load - force;
            let rounding = slopes.norm() * 8.0 * f64::EPSILON * journal.position.norm();
            if off.norm() <= (MET * load.norm()).max(rounding) {
                return true;
            }
            let Some(way) = slopes.lu().solve(&off) else { return false };
            let mut way = way * (longest / way.norm()).min(1.0);
            let (from, before) = (journal.position, stored);
            longest *= 2.0;
            for _ in 0..HALVINGS {
                journal.position = from + way;
                (stored, force, slopes) = self.stiffness(depths, journal, window);
                let gained = stored - before - load.dot(&way);
                let left = (load - force).norm();
                // Near the end the table's rounding hides the fall of the energy; a halved residual of
                // the force, which is more accurate, is then enough.
                // Nor may a step leave the wall: from there the way back begins anew.
                let touches = force != Vector2::zeros();
                if touches && (gained <= -ENOUGH * off.dot(&way) || left < 0.5 * off.norm()) {
                    break;
                }
                way *= 0.5;
                longest = way.norm();
            }
        }
        false
    }

    /// Moves the pin towards the wall, until there is a small load.
    fn approach(&self, depths: &Depths, journal: &mut Motion<f64>, toward: Vector2<f64>) {
        let [a, b] = [&depths.bearing, &depths.journal].map(|depths| largest(depths).1);
        let near = NEAR * (self.ring.clearance + a + b);
        for _ in 0..APPROACHES {
            let gap = -self.ring.deepest(depths, journal).penetration;
            if gap < -DEEP * near {
                return;
            }
            // No surface is nearer than the gap.
            journal.position += toward * gap.max(near);
        }
    }

    /// Energy \[J\], force on the bearing \[N\], and its derivative by the pin's position \[N/m\].
    fn stiffness(
        &self,
        depths: &Depths,
        journal: &Motion<f64>,
        window: &mut Window<Dual64>,
    ) -> (f64, Vector2<f64>, Matrix2<f64>) {
        let zero = Dual64::from(0.0);
        let (mut stored, mut force, mut slopes) = (0.0, Vector2::zeros(), Matrix2::zeros());
        for column in 0..2 {
            let mut lifted = Motion {
                position: journal.position.map(Dual64::from),
                angle: Dual64::from(journal.angle),
                velocity: Vector2::new(zero, zero),
                spin: zero,
            };
            lifted.position[column].eps = 1.0;
            if let Some(pressed) = self.press(depths, &lifted, zero, window) {
                let load = pressed.normal * pressed.normal_force;
                slopes.set_column(column, &load.map(|part| part.eps));
                force = load.map(|part| part.re);
                stored = self.law.elastic.potential(pressed.penetration.re);
            }
        }
        (stored, force, slopes)
    }
}
