//! The last communication points with their motions and loads.

use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// Most points that are kept.
pub(super) const MOST: usize = 160;
/// Number of points that remain when old ones are dropped, in a search and while tracking.
const KEPT: [usize; 2] = [120, 24];
/// Number of steps in which a load may act: the one that it is given for, and later ones.
pub(super) const LAGS: usize = 3;

/// A communication point and the step from there, in the units of an [`Identifier`](super::Identifier).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Row<const D: usize> {
    /// Length of the step from here \[s\].
    pub size: f64,
    /// Relative velocity at the joint \[m/s\].
    pub velocity: SVector<f64, D>,
    /// Load given for the step \[N\].
    pub load: SVector<f64, D>,
    /// Displacement since the point before \[m\].
    pub moved: SVector<f64, D>,
    /// Rate of the place \[m/s\].
    pub drift: SVector<f64, D>,
    /// True if no other joint's probe shows here.
    pub alone: bool,
}

/// The last points; a copy copies only the rows in use.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Window<const D: usize> {
    rows: Box<[Row<D>]>,
    len: usize,
    /// Index of the first row from which on the buffer contains every load that acts, delayed ones
    /// included.
    first: usize,
}

impl<const D: usize> Window<D> {
    pub(super) fn new() -> Self {
        let [velocity, load, moved, drift] = [SVector::zeros(); 4];
        let row = Row { size: 0.0, velocity, load, moved, drift, alone: false };
        Self { rows: vec![row; MOST].into_boxed_slice(), len: 0, first: 0 }
    }

    /// Returns true if the buffer has a valid length.
    pub(super) fn fits(&self) -> bool {
        self.rows.len() == MOST && self.len <= MOST && self.first <= self.len
    }

    /// Returns all points.
    pub(super) fn rows(&self) -> &[Row<D>] {
        &self.rows[..self.len]
    }

    /// Returns the number of points with known loads.
    pub(super) fn points(&self) -> usize {
        self.len - self.first
    }

    /// Returns the number of the last `points` points that a fit can use: those that no other joint's
    /// probe affects.
    pub(super) fn usable(&self, points: usize) -> usize {
        self.rows[self.len - points..self.len].iter().filter(|row| row.alone).count()
    }

    /// Returns the directions of the loads that show in the last `points` points.
    pub(super) fn pushed(&self, points: usize) -> SVector<bool, D> {
        let rows = &self.rows[self.len - points..self.len];
        let given = &rows[..points.saturating_sub(1)];
        SVector::from_fn(|direction, _| given.iter().any(|row| row.load[direction] != 0.0))
    }

    /// Returns the last point, if any.
    pub(super) fn last_mut(&mut self) -> Option<&mut Row<D>> {
        self.rows[..self.len].last_mut()
    }

    /// Adds a point; drops old ones if there are too many.
    pub(super) fn push(&mut self, row: Row<D>, tracking: bool) {
        let kept = KEPT[usize::from(tracking)];
        if self.len == MOST || (tracking && self.len >= 2 * kept) {
            self.keep(kept);
        }
        self.rows[self.len] = row;
        self.len += 1;
    }

    /// Drops all points but those whose loads may still act.
    pub(super) fn forget(&mut self) {
        self.keep(LAGS);
    }

    /// Keeps the last points only.
    fn keep(&mut self, kept: usize) {
        let kept = kept.min(self.len);
        self.rows.copy_within(self.len - kept..self.len, 0);
        (self.len, self.first) = (kept, (LAGS - 1).min(kept));
    }

    /// Calls `with` for each of the last `points` points, with its index among the usable ones
    /// (`None` for another point), its row, the time since the first of them \[s\], and the sums
    /// until then of the impulses \[N s\] of loads that act at once, one step late and two steps
    /// late.
    pub(super) fn follow(
        &self,
        points: usize,
        mut with: impl FnMut(Option<usize>, &Row<D>, f64, &[SVector<f64, D>; LAGS]),
    ) {
        let start = self.len - points;
        let (mut time, mut impulses, mut used) = (0.0, [SVector::zeros(); LAGS], 0);
        for (index, row) in self.rows[start..self.len].iter().enumerate() {
            with(row.alone.then_some(used), row, time, &impulses);
            used += usize::from(row.alone);
            time += row.size;
            for (lag, impulse) in impulses.iter_mut().enumerate() {
                if let Some(given) = (start + index).checked_sub(lag) {
                    *impulse += row.size * self.rows[given].load;
                }
            }
        }
    }
}

impl<const D: usize> Clone for Window<D> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), ..*self }
    }

    // Copies the rows in use only.
    fn clone_from(&mut self, other: &Self) {
        (self.len, self.first) = (other.len, other.first);
        self.rows[..other.len].copy_from_slice(&other.rows[..other.len]);
    }
}
