//! The gap of a worn pin in a worn hole.

use super::cell::Cell;
use super::depths::Depths;
use crate::base::Real;
use crate::kinematics::planar::{Motion, Path};
use nalgebra::Vector2;
use std::f64::consts::{PI, TAU};

/// A pin in a hole, both divided into as many cells.
#[derive(Debug, Clone)]
pub struct Ring {
    /// Radius of the unworn hole \[m\].
    pub radius: f64,
    /// Radial clearance of the unworn pin \[m\].
    pub clearance: f64,
    /// Length along the axis \[m\].
    pub length: f64,
    /// Angle of a cell \[rad\].
    pub spacing: f64,
    /// cos and sin of the nodes' angles over γ: a spline with these control values has exactly the first
    /// harmonic of cosine and sine.
    pub(super) waves: Box<[[f64; 2]]>,
}

/// The deepest place of the overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deepest<T> {
    /// Largest δ \[m\]; negative while pin and hole are apart.
    pub penetration: T,
    /// Its rate \[m/s\].
    pub rate: T,
    /// Its angle in the hole \[rad\].
    pub angle: f64,
}

/// Position of the journal's nodes relative to the bearing's.
pub(super) struct Shift<T> {
    /// The journal's node nearest to the bearing's first.
    pub nodes: usize,
    /// Weights of a node and its neighbours.
    weights: [T; 3],
    /// Derivatives of the weights by the shift.
    slopes: [T; 3],
}

/// The control value of a node.
#[derive(Clone, Copy)]
pub(super) struct Node<T> {
    /// δ \[m\].
    pub overlap: T,
    /// Δ ∂δ/∂φ \[m\].
    pub by_angle: T,
}

impl Ring {
    /// A hole of `radius` \[m\] and `length` \[m\] with `cells` cells for a pin with `clearance` \[m\].
    pub fn new(radius: f64, clearance: f64, length: f64, cells: usize) -> Self {
        let spacing = TAU / cells as f64;
        let half = 0.5 * spacing;
        let gamma = (half.sin() / half).powi(3);
        let wave = |node: usize| {
            let angle = spacing * node as f64;
            [angle.cos() / gamma, angle.sin() / gamma]
        };
        Self { radius, clearance, length, spacing, waves: (0..cells).map(wave).collect() }
    }

    /// Number of cells of the hole, and of the pin.
    pub fn cells(&self) -> usize {
        self.waves.len()
    }

    /// Radius of the unworn pin \[m\].
    pub fn journal_radius(&self) -> f64 {
        self.radius - self.clearance
    }

    pub(super) fn shift<T: Real>(&self, angle: T) -> Shift<T> {
        let angle = angle - TAU * (angle.re() / TAU).round();
        let shift = angle * (-1.0 / self.spacing);
        let nearest = (shift.re() + 0.5).floor();
        let t = shift - nearest;
        let (before, behind) = (-t + 0.5, t + 0.5);
        Shift {
            nodes: (nearest as i64).rem_euclid(self.cells() as i64) as usize,
            weights: [before * before * 0.5, -(t * t) + 0.75, behind * behind * 0.5],
            slopes: [-before, t * -2.0, behind],
        }
    }

    /// The control value of `node` with these depths: of the bearing there, of the journal's three nodes.
    #[inline(always)]
    pub(super) fn node<T: Real>(
        &self,
        place: &Vector2<T>,
        shift: &Shift<T>,
        node: usize,
        (bearing, worn): (T, [T; 3]),
    ) -> Node<T> {
        let [cos, sin] = self.waves[node];
        let [w0, w1, w2] = shift.weights;
        let [s0, s1, s2] = shift.slopes;
        let journal = w0 * worn[0] + w1 * worn[1] + w2 * worn[2];
        Node {
            overlap: place.x * cos + place.y * sin - (bearing + self.clearance) - journal,
            by_angle: s0 * worn[0] + s1 * worn[1] + s2 * worn[2],
        }
    }

    /// The first of the nodes that lie within `half` \[rad\] of `angle` \[rad\], with a margin, and their
    /// number.
    pub(super) fn nodes_about(&self, angle: f64, half: f64) -> (usize, usize) {
        let cells = self.cells();
        let first = ((angle - half) / self.spacing).floor() - 1.0;
        let last = ((angle + half) / self.spacing).ceil() + 1.0;
        let count = (last - first) as usize + 1;
        if count >= cells {
            return (0, cells);
        }
        ((first as i64).rem_euclid(cells as i64) as usize, count)
    }

    /// Returns true if pin and hole are known to be apart for `time` \[s\] along this path of the pin; false tells nothing.
    pub fn stays_apart<T: Real, D: Real>(
        &self,
        depths: &Depths<D>,
        path: &Path<T>,
        time: f64,
    ) -> bool {
        let [distance, _] = path.travel(time);
        let farthest = path.start.position.map(|x| x.re()).norm() + distance;
        self.reach(farthest) < self.clearance + depths.least()
    }

    /// Returns the largest overlap \[m\] of a pin at this `distance` \[m\], beyond clearance and depths.
    fn reach(&self, distance: f64) -> f64 {
        distance * (1.0 + self.spacing * self.spacing)
    }

    /// The deepest place for a motion of the pin.
    pub fn deepest<T: Real, D: Real + Into<T>>(
        &self,
        depths: &Depths<D>,
        journal: &Motion<T>,
    ) -> Deepest<T> {
        let real = journal.position.map(|x| x.re());
        let plain = self.shift(journal.angle.re());
        let cells = self.cells();
        let last = cells - 1;
        let wrap = |node: usize| if node >= cells { node - cells } else { node };
        let at = |node: usize| {
            let (bearing, journal) = depths.around(node, wrap(node + plain.nodes));
            self.node(&real, &plain, node, (bearing.re(), journal.map(|depth| depth.re()))).overlap
        };
        let cell = |node: usize| {
            let (before, behind) = (if node == 0 { last } else { node - 1 }, wrap(node + 1));
            Cell::about(at(before), at(node), at(behind))
        };
        let distance = real.norm();
        let angle = real.y.atan2(real.x);
        let toward = wrap((angle / self.spacing).round().rem_euclid(cells as f64) as usize);
        let there = cell(toward);
        let (mut top, mut place) = (there.top(), toward);
        let mut depth = there.at(top);
        // At an angle θ from that direction, δ is at most `reach` cos θ minus the clearance and the
        // least depths. Nodes for which this bound is below `depth` are not searched.
        let reach = self.reach(distance);
        let cosine = (depth + self.clearance + depths.least()) / reach;
        if cosine < 1.0 {
            let half = if cosine > -1.0 { cosine.acos() } else { PI };
            let (first, count) = self.nodes_about(angle, half);
            let mut node = first;
            let mut nodes = [at(if node == 0 { last } else { node - 1 }), at(node)];
            for _ in 0..count {
                let behind = at(wrap(node + 1));
                let here = Cell::about(nodes[0], nodes[1], behind);
                let largest = here.0.into_iter().fold(f64::NEG_INFINITY, f64::max);
                if largest > depth {
                    let found = here.top();
                    let found_depth = here.at(found);
                    if found_depth > depth {
                        (depth, top, place) = (found_depth, found, node);
                    }
                }
                nodes = [nodes[1], behind];
                node = wrap(node + 1);
            }
        }
        // At its maximum δ is stationary along the angle, so the angle may be held constant.
        let shift = self.shift(journal.angle);
        let around = [if place == 0 { last } else { place - 1 }, place, wrap(place + 1)];
        let nodes = around.map(|node| {
            let (bearing, worn) = depths.around(node, wrap(node + shift.nodes));
            self.node(&journal.position, &shift, node, (bearing.into(), worn.map(D::into)))
        });
        let spin = journal.spin * (1.0 / self.spacing);
        let rates = [0, 1, 2].map(|index| {
            let [cos, sin] = self.waves[around[index]];
            journal.velocity.x * cos + journal.velocity.y * sin + nodes[index].by_angle * spin
        });
        let [a, b, c] = nodes.map(|node| node.overlap);
        let [d, e, f] = rates;
        let angle = self.spacing * (place as f64 + top - 0.5);
        Deepest {
            penetration: Cell::about(a, b, c).at(top),
            rate: Cell::about(d, e, f).at(top),
            angle: if angle < 0.0 { angle + TAU } else { angle },
        }
    }

    /// Subtracts `taken` \[m\] by the bearing's nodes from a journal rotated by `angle` \[rad\]: the
    /// transpose of the interpolation of the journal's depths there, so that no volume is lost.
    pub(super) fn spread<T: Real>(
        &self,
        angle: T,
        taken: impl Iterator<Item = (usize, T)>,
        journal: &mut [T],
    ) {
        let shift = self.shift(angle);
        let (cells, last) = (self.cells(), self.cells() - 1);
        for (node, amount) in taken {
            let other = node + shift.nodes;
            let other = if other >= cells { other - cells } else { other };
            let before = if other == 0 { last } else { other - 1 };
            let behind = if other == last { 0 } else { other + 1 };
            for (place, weight) in [before, other, behind].into_iter().zip(shift.weights) {
                journal[place] += amount * weight;
            }
        }
    }
}
