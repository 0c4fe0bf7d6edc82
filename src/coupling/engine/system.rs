//! The linear equations of an implicit piece between the slots that touch: (1 + hγ G E) w = b.

use crate::coupling::predicted::Couplings;
use nalgebra::{Matrix2, Vector2};

/// The matrix of coupled slots, a profile of 2 × 2 blocks in the order of the slots, factored without pivoting.
#[derive(Debug, Clone)]
pub(super) struct System {
    /// Number of slots.
    count: usize,
    /// First coupled slot of every row.
    first: Box<[usize]>,
    /// Start of every row in `lower`, and of every column in `upper`.
    start: Box<[usize]>,
    /// Rows left of the diagonal, and columns above it.
    lower: Box<[Matrix2<f64>]>,
    upper: Box<[Matrix2<f64>]>,
    /// Inverses of the diagonal.
    inverse: Box<[Matrix2<f64>]>,
}

impl System {
    /// Makes room for all slots of these couplings.
    pub fn new(couplings: &Couplings, slots: usize) -> Self {
        let profile: usize = (0..slots)
            .map(|slot| slot - couplings.row(slot).map(|(other, _)| other).min().unwrap_or(slot))
            .sum();
        let blocks = || vec![Matrix2::zeros(); profile].into_boxed_slice();
        Self {
            count: 0,
            first: vec![0; slots].into(),
            start: vec![0; slots].into(),
            lower: blocks(),
            upper: blocks(),
            inverse: vec![Matrix2::zeros(); slots].into(),
        }
    }

    /// Sets up the equations of these `closed` slots, in ascending order, at `position` in that list, with E of every
    /// slot and `factor` = hγ, and factors them; returns false if they are singular.
    pub fn factor(
        &mut self,
        couplings: &Couplings,
        closed: &[usize],
        position: impl Fn(usize) -> Option<usize>,
        slopes: &[Matrix2<f64>],
        factor: f64,
    ) -> bool {
        self.count = closed.len();
        let mut begin = 0;
        for (row, slot) in closed.iter().enumerate() {
            let coupled = couplings.row(*slot).filter_map(|(other, _)| position(other));
            let first = coupled.min().unwrap_or(row).min(row);
            (self.first[row], self.start[row]) = (first, begin);
            begin += row - first;
            self.lower[begin - (row - first)..begin].fill(Matrix2::zeros());
            self.upper[begin - (row - first)..begin].fill(Matrix2::zeros());
        }
        for (row, slot) in closed.iter().enumerate() {
            for (other, entry) in couplings.row(*slot) {
                let Some(column) = position(other) else { continue };
                let block = entry * slopes[column] * factor;
                if column < row {
                    self.lower[self.start[row] + column - self.first[row]] = block;
                } else if column > row {
                    self.upper[self.start[column] + row - self.first[column]] = block;
                } else {
                    self.inverse[row] = Matrix2::identity() + block;
                }
            }
        }
        for row in 0..self.count {
            let (first, start) = (self.first[row], self.start[row]);
            for column in first..row {
                let from = first.max(self.first[column]);
                let mut left = self.lower[start + column - first];
                let mut above = self.upper[start + column - first];
                for middle in from..column {
                    let of_column = self.start[column] + middle - self.first[column];
                    left -= self.lower[start + middle - first] * self.upper[of_column];
                    above -= self.lower[of_column] * self.upper[start + middle - first];
                }
                // Rows of the lower triangle carry the inverse of the diagonal.
                self.lower[start + column - first] = left * self.inverse[column];
                self.upper[start + column - first] = above;
            }
            let mut pivot = self.inverse[row];
            for column in first..row {
                let at = start + column - first;
                pivot -= self.lower[at] * self.upper[at];
            }
            let Some(inverse) = pivot.try_inverse() else { return false };
            self.inverse[row] = inverse;
        }
        true
    }

    /// Solves for the right-hand side `values`, in place.
    pub fn solve(&self, values: &mut [Vector2<f64>]) {
        for row in 0..self.count {
            let (first, start) = (self.first[row], self.start[row]);
            let mut value = values[row];
            for column in first..row {
                value -= self.lower[start + column - first] * values[column];
            }
            values[row] = value;
        }
        for row in (0..self.count).rev() {
            values[row] = self.inverse[row] * values[row];
            let (first, start) = (self.first[row], self.start[row]);
            for column in first..row {
                let change = self.upper[start + column - first] * values[row];
                values[column] -= change;
            }
        }
    }
}
