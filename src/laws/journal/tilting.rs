//! A journal that may tilt in its hole and slide along it: slices of the hole, ends and thrust faces.

use super::contact::{CONTACTS, Contact, Edge, Meeting, rate_at};
use super::line::LineLoad;
use super::section::{Fit, Section, TiltedAxis};
use super::thrust::{FaceGap, Faces};
use crate::base::Real;
use crate::kinematics::spatial::Motion;
use crate::laws::pin::damping::at_least;
use nalgebra::Vector2;

/// Most slices there may be.
pub const MOST_SLICES: usize = 32;

/// A journal in its hole, with its laws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TiltingJournal {
    /// Radii of hole and journal.
    pub fit: Fit,
    /// Length of the hole \[m\].
    pub bearing_length: f64,
    /// Length of the journal \[m\]; infinite where it ends beyond the hole at both ends.
    pub journal_length: f64,
    /// How many slices the part of the hole that the journal is in has, 2 to [`MOST_SLICES`].
    pub slices: usize,
    /// Load per length.
    pub line: LineLoad,
    /// χ of hole and faces.
    pub damping: [f64; 2],
    /// Least δ̇⁻ \[m/s\].
    pub floor: f64,
    /// Thrust faces, if there are any.
    pub faces: Option<Faces>,
}

/// Lower and upper, as signs of z.
pub(super) const SIDES: [f64; 2] = [-1.0, 1.0];

/// The ends of the part of the hole that the journal is in.
struct Ends<T> {
    /// z₋ and z₊ \[m\].
    heights: [T; 2],
    /// Whether each is an end of the journal.
    own: [bool; 2],
    /// How fast it moves along the hole \[m/s\].
    speeds: [T; 2],
}

/// The motion of the same cylinder with its axis up the hole: a cylinder has no head.
#[inline]
fn upright<T: Real>(b: &Motion<T>) -> Motion<T> {
    if b.axis.z.re() < 0.0 { Motion { axis: -b.axis, ..*b } } else { *b }
}

impl TiltingJournal {
    /// Takes up a motion: what touches where, and how deep.
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

    /// Depth \[m\] and its rate \[m/s\] at each of the four contacts.
    #[inline]
    pub fn gaps<T: Real>(&self, b: &Motion<T>) -> [(T, T); CONTACTS] {
        std::array::from_fn(|place| self.gap(place, b))
    }

    /// The same at one of them.
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

    /// The gap of what is not there.
    fn apart<T: Real>(&self) -> (T, T) {
        (T::from(-self.fit.clearance), T::from(0.0))
    }

    /// Depth D \[m\] and rate Ḋ \[m/s\] at a height of the hole.
    pub fn gap_at<T: Real>(&self, b: &Motion<T>, height: T) -> (T, T) {
        let motion = upright(b);
        let axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        let section = axis.section(height, None);
        (section.depth, rate_at(&axis, &motion, &section, height, self.fit.journal_radius))
    }

    /// The ends of the part of the hole that the journal is in.
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

    /// δ̇⁻ of everything that touches: what `remembered` gives, and where that is 0 the rule of a
    /// first touch with `own`: the rate \[m/s\] at which an edge met the hole or a collar its face,
    /// where the present rate is given for whoever knows no better.
    ///
    /// A contact that spreads keeps its memory: a slice takes over what a neighbour has whose common
    /// edge touches, if that is more. Otherwise late slices had small δ̇⁻ and damped too much.
    pub fn find_onsets<T: Real>(
        &self,
        contact: &mut Contact<T>,
        remembered: impl Fn(usize) -> T,
        mut own: impl FnMut(&Contact<T>, Meeting, T) -> T,
    ) {
        if contact.in_hole {
            self.find_slice_onsets(contact, &remembered, &mut own);
        } else {
            contact.onsets[..self.slices].fill(T::from(0.0));
        }
        for side in 0..2 {
            let surface = self.slices + side;
            let before = remembered(surface);
            contact.onsets[surface] = if !contact.touches(surface) {
                T::from(0.0)
            } else if before.re() > 0.0 {
                at_least(before, self.floor)
            } else {
                let rate = contact.gaps[2 + side].1;
                at_least(own(contact, Meeting::Face(side), rate), self.floor)
            };
        }
    }

    /// Those of the slices.
    fn find_slice_onsets<T: Real>(
        &self,
        contact: &mut Contact<T>,
        remembered: impl Fn(usize) -> T,
        mut own: impl FnMut(&Contact<T>, Meeting, T) -> T,
    ) {
        let slices = self.slices;
        let mut fresh = [false; MOST_SLICES];
        for (slice, fresh) in fresh.iter_mut().enumerate().take(slices) {
            let before = remembered(slice);
            contact.onsets[slice] = if !contact.touches(slice) {
                T::from(0.0)
            } else if before.re() > 0.0 {
                before
            } else {
                *fresh = true;
                let edge = contact.deeper_edge(slice);
                let rate = contact.edges[edge].rate;
                at_least(own(contact, Meeting::Edge(edge), rate), self.floor)
            };
        }
        if fresh.contains(&true) {
            let edges = &contact.edges;
            let onsets = &mut contact.onsets;
            let mut inherit = |slice: usize, from: usize, edge: usize| {
                let common = edges[edge].section.depth.re() > 0.0;
                if fresh[slice] && common && onsets[from].re() > onsets[slice].re() {
                    onsets[slice] = onsets[from];
                }
            };
            (1..slices).for_each(|slice| inherit(slice, slice - 1, slice));
            (1..slices).rev().for_each(|slice| inherit(slice - 1, slice, slice));
        }
    }
}
