//! How deep hole and pin are worn, round the angle.

use serde::{Deserialize, Serialize};

/// Depths as control values of periodic quadratic B-splines \[m\]: of the bearing at angles that stand in
/// it, of the journal at angles that turn with it. Below 0 there is more than the drawing has.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Depths {
    /// Of the bearing.
    pub bearing: Box<[f64]>,
    /// Of the journal.
    pub journal: Box<[f64]>,
    /// Least of each \[m\]; may be less than that, which only takes longer.
    least: [f64; 2],
}

impl Depths {
    /// These depths.
    pub fn new(bearing: Box<[f64]>, journal: Box<[f64]>) -> Self {
        let mut depths = Self { bearing, journal, least: [0.0; 2] };
        depths.refresh();
        depths
    }

    /// Nothing worn on so many cells.
    pub fn unworn(cells: usize) -> Self {
        Self::new(vec![0.0; cells].into(), vec![0.0; cells].into())
    }

    /// Looks for the least depths anew, after they have changed.
    pub fn refresh(&mut self) {
        let least = |depths: &[f64]| depths.iter().copied().fold(f64::INFINITY, f64::min);
        self.least = [least(&self.bearing), least(&self.journal)];
    }

    /// Least sum of both depths, at any turn of the journal \[m\].
    #[inline]
    pub fn least(&self) -> f64 {
        self.least[0] + self.least[1]
    }

    /// Whether it has so many cells.
    pub fn fits(&self, cells: usize) -> bool {
        self.bearing.len() == cells && self.journal.len() == cells
    }
}

/// The depth at the angle of `node`, where the spline lies between its control values \[m\].
#[inline]
pub fn at_node(depths: &[f64], node: usize) -> f64 {
    let last = depths.len() - 1;
    let before = depths[if node == 0 { last } else { node - 1 }];
    let behind = depths[if node == last { 0 } else { node + 1 }];
    0.125 * (before + behind) + 0.75 * depths[node]
}

/// The node where `depths` are largest, and that depth \[m\].
pub fn largest(depths: &[f64]) -> (usize, f64) {
    let at = (0..depths.len()).map(|node| (node, at_node(depths, node)));
    at.fold((0, f64::NEG_INFINITY), |most, here| if here.1 > most.1 { here } else { most })
}

impl Clone for Depths {
    fn clone(&self) -> Self {
        Self { bearing: self.bearing.clone(), journal: self.journal.clone(), least: self.least }
    }

    // The derived one would take memory anew.
    fn clone_from(&mut self, other: &Self) {
        self.bearing.copy_from_slice(&other.bearing);
        self.journal.copy_from_slice(&other.journal);
        self.least = other.least;
    }
}
