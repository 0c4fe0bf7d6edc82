//! The gap of a worn pin in a worn hole, and the integrals of their overlap.

use super::cell::Cell;
use super::depths::Depths;
use crate::base::Real;
use crate::kinematics::planar::Motion;
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
    waves: Box<[[f64; 2]]>,
}

/// Integrals of the overlap of pin and hole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overlap<T> {
    /// V = R L ∫ ½δ₊² dθ \[m⁴\].
    pub volume: T,
    /// ∂V/∂**e** \[m³\].
    pub gradient: Vector2<T>,
    /// ∂V/∂φ \[m⁴\].
    pub twist: T,
    /// R L ∫ δ₊ dθ \[m³\].
    pub swept: T,
    /// Half of the angle of the overlap \[rad\].
    pub half_angle: f64,
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

/// The nodes of the overlap and their shares of it.
#[derive(Debug, Clone)]
pub struct Window<T = f64> {
    /// ∫ δ₊ B dθ over the cell's angle, by node \[m\]; stale outside of the window.
    pub shares: Box<[T]>,
    /// First node.
    first: usize,
    /// Number of nodes.
    count: usize,
}

/// Position of the journal's nodes relative to the bearing's.
struct Shift<T> {
    /// The journal's node nearest to the bearing's first.
    nodes: usize,
    /// Weights of a node and its neighbours,
    weights: [T; 3],
    /// and their derivatives by the shift.
    slopes: [T; 3],
}

/// The control value of a node.
#[derive(Clone, Copy)]
struct Node<T> {
    /// δ \[m\].
    overlap: T,
    /// Δ ∂δ/∂φ \[m\].
    turned: T,
}

impl<T: Real> Window<T> {
    /// Memory for a ring with `cells` nodes.
    pub fn new(cells: usize) -> Self {
        Self { shares: vec![T::from(0.0); cells].into(), first: 0, count: 0 }
    }

    /// The nodes of the window, ascending, round the ring.
    pub fn nodes(&self) -> impl Iterator<Item = usize> + use<T> {
        let (first, cells) = (self.first, self.shares.len());
        (0..self.count).map(move |index| {
            let node = first + index;
            if node < cells { node } else { node - cells }
        })
    }
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

    fn shift<T: Real>(&self, angle: T) -> Shift<T> {
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
    fn node<T: Real>(
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
            turned: s0 * worn[0] + s1 * worn[1] + s2 * worn[2],
        }
    }

    /// The first of the nodes that lie within `half` \[rad\] of `angle` \[rad\], with a margin, and their
    /// number.
    fn nodes_about(&self, angle: f64, half: f64) -> (usize, usize) {
        let cells = self.cells();
        let first = ((angle - half) / self.spacing).floor() - 1.0;
        let last = ((angle + half) / self.spacing).ceil() + 1.0;
        let count = (last - first) as usize + 1;
        if count >= cells {
            return (0, cells);
        }
        ((first as i64).rem_euclid(cells as i64) as usize, count)
    }

    /// The overlap of pin and hole for a motion of the pin; writes the shares of the nodes to `window`.
    ///
    /// The volume is that of the spline exactly, at any arc; its derivatives are those of the volume.
    pub fn overlap<T: Real, D: Real + Into<T>>(
        &self,
        depths: &Depths<D>,
        journal: &Motion<T>,
        window: &mut Window<T>,
    ) -> Overlap<T> {
        let Window { shares, first, count } = window;
        (*first, *count) = (0, 0);
        self.overlap_by(depths, journal, |node, share| {
            // All round the ring the end of the cells coincides with their beginning.
            if *count == 0 {
                *first = node;
            }
            if *count == shares.len() {
                shares[node] += share;
            } else {
                *count += 1;
                shares[node] = share;
            }
        })
    }

    /// Like [`overlap`](Self::overlap), with every node and its share passed to `visit`, ascending round
    /// the ring from the first of the window; a ring that overlaps all round passes two nodes a second time
    /// in the end.
    pub fn overlap_by<T: Real, D: Real + Into<T>>(
        &self,
        depths: &Depths<D>,
        journal: &Motion<T>,
        mut take: impl FnMut(usize, T),
    ) -> Overlap<T> {
        let zero = T::from(0.0);
        let place = &journal.position;
        let (x, y) = (place.x.re(), place.y.re());
        let distance = x.hypot(y);
        let least = self.clearance + depths.least();
        let mut found = Overlap {
            volume: zero,
            gradient: Vector2::new(zero, zero),
            twist: zero,
            swept: zero,
            half_angle: 0.0,
        };
        // The spline's cosine differs a little from the cosine between nodes.
        let reach = distance * (1.0 + self.spacing * self.spacing);
        if reach <= least {
            return found;
        }
        let half = if least <= -reach { PI } else { (least / reach).acos() };
        let (first, count) = self.nodes_about(y.atan2(x), half);
        let cells = self.cells();
        let shift = self.shift(journal.angle);
        let last = cells - 1;
        let next = |node: usize| if node == last { 0 } else { node + 1 };
        let other = |node: usize| {
            let other = node + shift.nodes;
            if other >= cells { other - cells } else { other }
        };
        let at = |node: usize| {
            let (bearing, journal) = depths.around(node, other(node));
            self.node(place, &shift, node, (bearing.into(), journal.map(D::into)))
        };
        let mut node = first;
        let mut before = at(if node == 0 { last } else { node - 1 });
        let mut here = at(node);
        // Shares of the nodes before, at and behind the present cell.
        let mut open_nodes = [zero; 3];
        let (mut volume, mut twist) = (zero, zero);
        let mut open = 0.0;
        let round = count == cells;
        let mut ends = [zero; 2];
        let mut share_of = |node: usize, share: T| {
            let [cos, sin] = self.waves[node];
            found.gradient.x += share * cos;
            found.gradient.y += share * sin;
            found.swept += share;
            take(node, share);
        };
        for index in 0..count {
            let behind = at(next(node));
            if let Some(weights) = Cell::about(before.overlap, here.overlap, behind.overlap).weigh()
            {
                volume += weights.half_square;
                let [a, b, c] = weights.nodes;
                twist += a * before.turned + b * here.turned + c * behind.turned;
                open_nodes = [open_nodes[0] + a, open_nodes[1] + b, open_nodes[2] + c];
                open += weights.open;
            }
            // The share of the node before is complete, unless the cells go all round.
            if index > 0 {
                let before = if node == 0 { last } else { node - 1 };
                share_of(before, open_nodes[0]);
            } else {
                ends[0] = open_nodes[0];
            }
            open_nodes = [open_nodes[1], open_nodes[2], zero];
            (before, here, node) = (here, behind, next(node));
        }
        let final_node = if node == 0 { last } else { node - 1 };
        share_of(final_node, open_nodes[0]);
        ends[1] = open_nodes[1];
        if round {
            share_of(final_node, ends[0]);
            share_of(first, ends[1]);
        }
        let scale = self.radius * self.length;
        found.twist = twist * scale;
        let scale = scale * self.spacing;
        found.volume = volume * scale;
        found.gradient *= T::from(scale);
        found.swept *= scale;
        found.half_angle = 0.5 * open * self.spacing;
        found
    }

    /// δ at the angle of the bearing's `node` for a motion of the pin \[m\].
    pub fn overlap_at(&self, depths: &Depths, journal: &Motion<f64>, node: usize) -> f64 {
        let shift = self.shift(journal.angle);
        let cells = self.cells();
        let at = |node: usize| {
            let node = node % cells;
            let here = depths.around(node, (node + shift.nodes) % cells);
            self.node(&journal.position, &shift, node, here).overlap
        };
        0.125 * (at(node + cells - 1) + at(node + 1)) + 0.75 * at(node)
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
        // The pin is nowhere deeper than unworn at that angle: beyond this distance it is not as deep.
        let reach = distance * (1.0 + self.spacing * self.spacing);
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
        // At its largest δ does not change with the place: the place may be held constant.
        let shift = self.shift(journal.angle);
        let around = [if place == 0 { last } else { place - 1 }, place, wrap(place + 1)];
        let nodes = around.map(|node| {
            let (bearing, worn) = depths.around(node, wrap(node + shift.nodes));
            self.node(&journal.position, &shift, node, (bearing.into(), worn.map(D::into)))
        });
        let spin = journal.spin * (1.0 / self.spacing);
        let rates = [0, 1, 2].map(|index| {
            let [cos, sin] = self.waves[around[index]];
            journal.velocity.x * cos + journal.velocity.y * sin + nodes[index].turned * spin
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
