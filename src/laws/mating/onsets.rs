//! Impact speeds of the surfaces that touch.

use super::contact::{Contact, FirstTouch};
use super::tilting::MOST_SLICES;
use crate::base::Real;
use crate::base::real::at_least;

impl<T: Real> Contact<T> {
    /// Sets δ̇⁻ of everything that touches: `remembered`, or, where that is 0, the value of `own` for a
    /// first touch. `own` receives the present rate and returns the rate \[m/s\] at which the edge reached
    /// the hole or the collar its face.
    ///
    /// A contact that spreads keeps its memory: a slice copies the onset of a neighbour whose common edge
    /// touches, if that is larger. Otherwise slices that touch later would have a small δ̇⁻ and too much
    /// damping.
    pub fn find_onsets(
        &mut self,
        floor: f64,
        remembered: impl Fn(usize) -> T,
        mut own: impl FnMut(&Self, FirstTouch, T) -> T,
    ) {
        if self.in_hole {
            self.find_slice_onsets(floor, &remembered, &mut own);
        } else {
            let slices = self.slices();
            self.onsets[..slices].fill(T::from(0.0));
        }
        for side in 0..2 {
            let surface = self.slices() + side;
            let before = remembered(surface);
            self.onsets[surface] = if !self.touches(surface) {
                T::from(0.0)
            } else if before.re() > 0.0 {
                at_least(before, floor)
            } else {
                let rate = self.gaps[2 + side].1;
                at_least(own(self, FirstTouch::Face(side), rate), floor)
            };
        }
    }

    /// Sets the onsets of the slices.
    fn find_slice_onsets(
        &mut self,
        floor: f64,
        remembered: impl Fn(usize) -> T,
        mut own: impl FnMut(&Self, FirstTouch, T) -> T,
    ) {
        let slices = self.slices();
        let mut fresh = [false; MOST_SLICES];
        for (slice, fresh) in fresh.iter_mut().enumerate().take(slices) {
            let before = remembered(slice);
            self.onsets[slice] = if !self.touches(slice) {
                T::from(0.0)
            } else if before.re() > 0.0 {
                before
            } else {
                *fresh = true;
                let edge = self.deeper_edge(slice);
                let rate = self.edges[edge].rate;
                at_least(own(self, FirstTouch::Edge(edge), rate), floor)
            };
        }
        if fresh.contains(&true) {
            let edges = &self.edges;
            let onsets = &mut self.onsets;
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
