//! Wear depths of hole and pin, over the angle.

use crate::base::Real;
use crate::base::clone_in_place;
use serde::{Deserialize, Serialize};

/// Sweeps of Gauss and Seidel's method for a spline through given depths, to rounding.
const SWEEPS: u32 = 20;

/// Depths as control values of periodic quadratic B-splines \[m\]: of the bearing at fixed angles in it, of
/// the journal at angles that rotate with it. A depth below 0 is material in excess of the drawing.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Depths<T = f64> {
    /// Control values of the bearing.
    pub bearing: Box<[T]>,
    /// Control values of the journal.
    pub journal: Box<[T]>,
    /// Lower bounds of the depths of bearing and journal \[m\]; a bound below the least depth only
    /// costs time.
    least: [f64; 2],
}

impl Depths {
    /// Depths with these control values.
    pub fn new(bearing: Box<[f64]>, journal: Box<[f64]>) -> Self {
        let mut depths = Self { bearing, journal, least: [0.0; 2] };
        depths.refresh();
        depths
    }

    /// Unworn depths with `cells` nodes each.
    pub fn unworn(cells: usize) -> Self {
        Self::new(vec![0.0; cells].into(), vec![0.0; cells].into())
    }

    /// Returns true if both have `cells` nodes.
    pub fn fits(&self, cells: usize) -> bool {
        self.bearing.len() == cells && self.journal.len() == cells
    }
}

impl<T: Real> Depths<T> {
    /// Memory for depths with `cells` nodes each.
    pub fn room(cells: usize) -> Self {
        let none = || vec![T::from(0.0); cells].into();
        Self { bearing: none(), journal: none(), least: [0.0; 2] }
    }

    /// The depths of the bearing at `node`, and of the journal at `other` and its neighbours \[m\].
    #[inline(always)]
    pub fn around(&self, node: usize, other: usize) -> (T, [T; 3]) {
        let (journal, last) = (&self.journal, self.journal.len() - 1);
        let before = journal[if other == 0 { last } else { other - 1 }];
        let behind = journal[if other == last { 0 } else { other + 1 }];
        (self.bearing[node], [before, journal[other], behind])
    }

    /// Copies other depths with as many nodes, with zero derivatives.
    pub fn lift(&mut self, other: &Depths) {
        let pairs = [(&mut self.bearing, &other.bearing), (&mut self.journal, &other.journal)];
        for (to, from) in pairs {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = T::from(*from));
        }
        self.least = other.least;
    }

    /// Interpolates depths at the nodes' angles, first of the bearing and then of the journal.
    pub(crate) fn interpolate(&mut self, at_cells: &[T]) {
        let (bearing, journal) = at_cells.split_at(self.bearing.len());
        through(bearing, &mut self.bearing);
        through(journal, &mut self.journal);
        self.refresh();
    }

    /// Recomputes the least depths after a change.
    pub fn refresh(&mut self) {
        let least = |depths: &[T]| depths.iter().fold(f64::INFINITY, |least, x| least.min(x.re()));
        self.least = [least(&self.bearing), least(&self.journal)];
    }

    /// Least sum of both depths, at any rotation of the journal \[m\].
    #[inline]
    pub fn least(&self) -> f64 {
        self.least[0] + self.least[1]
    }
}

/// Writes the control values of the periodic spline through `depths` at the nodes' angles.
pub(super) fn through<T: Real>(depths: &[T], control: &mut [T]) {
    // The weights of the control values are ⅛, ¾, ⅛, so that each sweep of Gauss and Seidel's method
    // reduces the error by a factor of 25.
    let count = depths.len();
    control.copy_from_slice(depths);
    for _ in 0..SWEEPS {
        for node in 0..count {
            let before = control[if node == 0 { count - 1 } else { node - 1 }];
            let behind = control[if node + 1 == count { 0 } else { node + 1 }];
            control[node] = (depths[node] - (before + behind) * 0.125) * (4.0 / 3.0);
        }
    }
}

/// The depth at the angle of `node`, where the spline differs from its control value \[m\].
#[inline]
pub fn at_node<T: Real>(depths: &[T], node: usize) -> T {
    let last = depths.len() - 1;
    let before = depths[if node == 0 { last } else { node - 1 }];
    let behind = depths[if node == last { 0 } else { node + 1 }];
    (before + behind) * 0.125 + depths[node] * 0.75
}

/// The node with the largest of `depths`, and that depth \[m\].
pub fn largest(depths: &[f64]) -> (usize, f64) {
    let at = (0..depths.len()).map(|node| (node, at_node(depths, node)));
    at.fold((0, f64::NEG_INFINITY), |most, here| if here.1 > most.1 { here } else { most })
}

clone_in_place!(Depths { bearing, journal, least });
