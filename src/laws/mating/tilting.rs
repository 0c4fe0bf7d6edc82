//! A journal that may tilt in its hole and slide along it: slices of the hole, ends and thrust faces.

use super::contact::{Contact, Edge, rate_at, station};
use super::line::LineLoad;
use super::section::{Fit, Section, TiltedAxis};
use super::thrust::{FaceGap, Faces};
use crate::base::Real;
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Loss;
use nalgebra::{Vector2, Vector3};

/// Largest number of slices.
pub(crate) const MOST_SLICES: usize = 32;

/// A journal in its hole, with its laws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TiltingJournal {
    /// Radii of hole and journal.
    pub fit: Fit,
    /// Length of the hole \[m\].
    pub bearing_length: f64,
    /// Length of the journal \[m\]; infinite if it extends beyond the hole at both ends.
    pub journal_length: f64,
    /// Number of slices of the engaged part of the hole, 2 to `MOST_SLICES`.
    pub slices: usize,
    /// Load per length.
    pub line: LineLoad,
    /// Loss of hole and faces.
    pub damping: [Loss; 2],
    /// Lower limit of δ̇⁻ \[m/s\].
    pub floor: f64,
    /// Thrust faces, if there are any.
    pub faces: Option<Faces>,
}

/// Lower and upper, as signs of z.
pub(super) const SIDES: [f64; 2] = [-1.0, 1.0];

/// The ends of the engaged part of the hole.
struct Ends<T> {
    /// z₋ and z₊ \[m\].
    heights: [T; 2],
    /// True for each end that is an end of the journal.
    own: [bool; 2],
    /// Speed of each along the hole \[m/s\].
    speeds: [T; 2],
}

/// The motion with the axis in the direction of the hole's: a cylinder is symmetric.
#[inline]
fn upright<T: Real>(b: &Motion<T>) -> Motion<T> {
    if b.axis.z.re() < 0.0 { Motion { axis: -b.axis, ..*b } } else { *b }
}

impl TiltingJournal {
    /// Computes depths and rates of all places of contact for a motion.
    pub fn survey<T: Real>(&self, contact: &mut Contact<T>, b: &Motion<T>) {
        let motion = upright(b);
        contact.axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        contact.motion = motion;
        let Ends { heights, own, speeds } = self.ends(&motion);
        (contact.ends, contact.own_ends) = (heights, own);
        contact.in_hole = false;
        if heights[0].re() < heights[1].re() {
            for (index, height) in heights.into_iter().enumerate() {
                let edge = self.edge(contact, height, None);
                let Section { depth, slope, .. } = edge.section;
                contact.gaps[index] = (depth, edge.rate + slope * speeds[index]);
                // Depth is convex along the hole: nothing touches between ends that do not.
                contact.in_hole |= depth.re() > 0.0;
                contact.edges[if index == 0 { 0 } else { self.slices }] = edge;
            }
        } else {
            contact.gaps[..2].fill(self.apart());
        }
        if contact.in_hole {
            self.find_edges(contact);
        }
        for (index, side) in SIDES.into_iter().enumerate() {
            contact.faces[index] = self.faces.map(|faces| faces.gap(side, &motion));
            contact.gaps[2 + index] =
                contact.faces[index].map_or_else(|| self.apart(), |gap| (gap.depth, gap.rate));
        }
    }

    /// Length of the engaged part of the hole \[m\].
    pub fn overlap(&self, b: &Motion<f64>) -> f64 {
        let [lower, upper] = self.ends(&upright(b)).heights;
        (upper - lower).max(0.0)
    }

    /// Depth \[m\] and its rate \[m/s\] at contact number `place`.
    #[inline]
    pub fn gap<T: Real>(&self, place: usize, b: &Motion<T>) -> (T, T) {
        let motion = upright(b);
        if place >= 2 {
            let gap = |faces: &Faces| {
                let FaceGap { depth, rate, .. } = faces.gap(SIDES[place - 2], &motion);
                (depth, rate)
            };
            return self.faces.as_ref().map_or_else(|| self.apart(), gap);
        }
        let Ends { heights, speeds, .. } = self.ends(&motion);
        if heights[0].re() >= heights[1].re() {
            return self.apart();
        }
        let axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        let section = axis.section(heights[place], None);
        let rate = rate_at(&axis, &motion, &section, heights[place], self.fit.journal_radius);
        (section.depth, rate + section.slope * speeds[place])
    }

    /// Returns the load on b of a unit normal force at contact number `place`: its product with the velocities of b is the
    /// rate of the depth, with the opposite sign.
    pub fn unit_load(&self, place: usize, b: &Motion<f64>) -> Wrench<f64> {
        let motion = upright(b);
        if let Some(face) = place.checked_sub(2) {
            let load = |faces: &Faces| faces.unit_load(SIDES[face], &motion);
            return self.faces.as_ref().map_or_else(Wrench::zero, load);
        }
        let Ends { heights, own, .. } = self.ends(&motion);
        let axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        let (section, radius) = (axis.section(heights[place], None), self.fit.journal_radius);
        let arm = axis.direction * station(&axis, &motion, &section, heights[place], radius);
        let mut load = Wrench::at(arm, -section.pressing());
        if own[place] {
            // The end moves along the hole.
            let reach = SIDES[place] * 0.5 * self.journal_length;
            let along = Vector3::new(0.0, 0.0, -section.slope);
            load = load.plus(1.0, &Wrench::at(motion.axis * reach, along));
        }
        load
    }

    /// Returns a distance from b's origin that no place of contact exceeds \[m\].
    pub(crate) fn reach(&self) -> f64 {
        let across = self.faces.map_or(self.fit.journal_radius, |faces| faces.outer);
        0.5 * self.bearing_length + across
    }

    /// The gap at a face that does not exist.
    fn apart<T: Real>(&self) -> (T, T) {
        (T::from(-self.fit.clearance), T::from(0.0))
    }

    /// Depth D \[m\] and rate Ḋ \[m/s\] at a height of the hole.
    #[cfg(test)]
    pub(crate) fn gap_at<T: Real>(&self, b: &Motion<T>, height: T) -> (T, T) {
        let motion = upright(b);
        let axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        let section = axis.section(height, None);
        (section.depth, rate_at(&axis, &motion, &section, height, self.fit.journal_radius))
    }

    /// The ends of the engaged part of the hole.
    #[inline]
    fn ends<T: Real>(&self, motion: &Motion<T>) -> Ends<T> {
        let (half, zero) = (0.5 * self.bearing_length, T::from(0.0));
        let heights = [T::from(-half), T::from(half)];
        let mut ends = Ends { heights, own: [false; 2], speeds: [zero; 2] };
        if self.journal_length.is_finite() {
            let Motion { position, axis, velocity, spin } = motion;
            for (index, side) in SIDES.into_iter().enumerate() {
                let reach = side * 0.5 * self.journal_length;
                let height = position.z + axis.z * reach;
                ends.own[index] = height.re() * side < half;
                if ends.own[index] {
                    ends.heights[index] = height;
                    let turning = spin.x * axis.y - spin.y * axis.x;
                    ends.speeds[index] = velocity.z + turning * reach;
                }
            }
        }
        ends
    }

    #[inline]
    fn edge<T: Real>(
        &self,
        contact: &Contact<T>,
        height: T,
        guess: Option<Vector2<f64>>,
    ) -> Edge<T> {
        let section = contact.axis.section(height, guess);
        let Contact { axis, motion, .. } = contact;
        let rate = rate_at(axis, motion, &section, height, self.fit.journal_radius);
        Edge { height, section, rate }
    }

    fn find_edges<T: Real>(&self, contact: &mut Contact<T>) {
        let [lower, upper] = contact.ends;
        let width = (upper - lower) / self.slices as f64;
        for index in 1..self.slices {
            let height = lower + width * index as f64;
            contact.edges[index] = self.edge(contact, height, None);
        }
    }
}
