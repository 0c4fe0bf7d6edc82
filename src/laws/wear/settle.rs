//! Where a pin comes to rest under a load.

use super::contact::WornContact;
use super::depths::Depths;
use super::ring::Window;
use crate::kinematics::planar::Motion;
use nalgebra::{Matrix2, Vector2};
use num_dual::Dual64;

/// Newton's steps at most.
const NEWTON_STEPS: u32 = 200;
/// A step goes at most this part of the clearance.
const LONGEST: f64 = 0.02;
/// and is halved so often where energy does not fall.
const HALVINGS: u32 = 20;
/// A step takes at least this part of the energy that its slope promises.
const ENOUGH: f64 = 1e-4;
/// The pin is let go towards the wall until it is nearer than this part of the clearance,
const NEAR: f64 = 1e-4;
/// in so many steps at most.
const APPROACHES: u32 = 100;
/// A pin that presses elsewhere, by the cosine of the angle to the load, starts in the middle.
const ELSEWHERE: f64 = 0.9;
/// A load met to this part of itself is met.
const MET: f64 = 1e-11;

impl WornContact {
    /// Moves the pin to where it presses the bearing with `load` \[N\], at rest and without friction; the
    /// search starts where it is. False if it ends before the load is met: a load that no place
    /// carries.
    ///
    /// What is stored is convex in the place for elastic laws that stiffen with the overlap, so there is one
    /// such place.
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
            self.approach(depths, journal, load.normalize());
            (stored, force, slopes) = self.stiffness(depths, journal, window);
        }
        for _ in 0..NEWTON_STEPS {
            let off = load - force;
            let rounding = slopes.norm() * 8.0 * f64::EPSILON * journal.position.norm();
            if off.norm() <= (MET * load.norm()).max(rounding) {
                return true;
            }
            let Some(way) = slopes.lu().solve(&off) else { return false };
            let mut way = way * (LONGEST * self.ring.clearance / way.norm()).min(1.0);
            let (from, before) = (journal.position, stored);
            for _ in 0..HALVINGS {
                journal.position = from + way;
                (stored, force, slopes) = self.stiffness(depths, journal, window);
                let gained = stored - before - load.dot(&way);
                let left = (load - force).norm();
                // What is stored is known to the table's rounding: near the end the force says more.
                if gained <= -ENOUGH * off.dot(&way) || left < 0.5 * off.norm() {
                    break;
                }
                way *= 0.5;
            }
        }
        false
    }

    /// Lets the pin go towards the wall, until it is pressed a little.
    fn approach(&self, depths: &Depths, journal: &mut Motion<f64>, toward: Vector2<f64>) {
        let near = NEAR * self.ring.clearance;
        for _ in 0..APPROACHES {
            let gap = -self.ring.deepest(depths, journal).penetration;
            if gap < 0.0 {
                return;
            }
            // No surface is nearer than the gap.
            journal.position += toward * gap.max(near);
        }
    }

    /// What is stored \[J\], what presses the bearing \[N\], and how that grows with the pin's place \[N/m\].
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
