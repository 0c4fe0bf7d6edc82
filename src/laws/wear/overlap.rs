//! The integrals of the overlap of a worn pin with a worn hole.

use super::cell::Cell;
use super::depths::Depths;
use super::ring::Ring;
use crate::base::Real;
use crate::kinematics::planar::Motion;
use nalgebra::Vector2;
use std::f64::consts::PI;

/// Integrals of the overlap of pin and hole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Overlap<T> {
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

impl<T: Real> Overlap<T> {
    /// No overlap.
    fn none() -> Self {
        let zero = T::from(0.0);
        let gradient = Vector2::new(zero, zero);
        Self { volume: zero, gradient, twist: zero, swept: zero, half_angle: 0.0 }
    }
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
    /// The overlap of pin and hole for a motion of the pin; writes the shares of the nodes to `window`.
    ///
    /// The volume is that of the spline exactly, at any arc; its derivatives are those of the volume.
    pub(crate) fn overlap<T: Real, D: Real + Into<T>>(
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
    pub(crate) fn overlap_by<T: Real, D: Real + Into<T>>(
        &self,
        depths: &Depths<D>,
        journal: &Motion<T>,
        mut visit: impl FnMut(usize, T),
    ) -> Overlap<T> {
        let zero = T::from(0.0);
        let place = &journal.position;
        let mut found = Overlap::none();
        let Some((first, count)) = self.arc(place.x.re(), place.y.re(), depths.least()) else {
            return found;
        };
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
            visit(node, share);
        };
        for index in 0..count {
            let behind = at(next(node));
            if let Some(weights) = Cell::about(before.overlap, here.overlap, behind.overlap).weigh()
            {
                volume += weights.half_square;
                let [a, b, c] = weights.nodes;
                twist += a * before.by_angle + b * here.by_angle + c * behind.by_angle;
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
    pub(crate) fn overlap_at(&self, depths: &Depths, journal: &Motion<f64>, node: usize) -> f64 {
        let shift = self.shift(journal.angle);
        let cells = self.cells();
        let at = |node: usize| {
            let node = node % cells;
            let here = depths.around(node, (node + shift.nodes) % cells);
            self.node(&journal.position, &shift, node, here).overlap
        };
        0.125 * (at(node + cells - 1) + at(node + 1)) + 0.75 * at(node)
    }

    /// Returns the first node of a possible overlap for a pin at (`x`, `y`) \[m\], and the number of
    /// such nodes; `None` if the pin cannot touch surfaces whose depths together are at least `least`
    /// \[m\].
    fn arc(&self, x: f64, y: f64, least: f64) -> Option<(usize, usize)> {
        let distance = x.hypot(y);
        let least = self.clearance + least;
        // The spline's cosine differs a little from the cosine between nodes.
        let reach = distance * (1.0 + self.spacing * self.spacing);
        if reach <= least {
            return None;
        }
        let half = if least <= -reach { PI } else { (least / reach).acos() };
        Some(self.nodes_about(y.atan2(x), half))
    }
}
