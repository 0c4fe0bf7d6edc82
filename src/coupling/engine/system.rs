//! The linear equations of an implicit piece between the rows of slots and films: (1 + hγ G E) w = b.

use super::graph::Lists;
use nalgebra::{Matrix2, Vector2};

/// The matrix of coupled rows, a profile of 2 × 2 blocks in the order of the joints, factored without pivoting.
#[derive(Debug, Clone)]
pub(super) struct System {
    /// Number of rows.
    count: usize,
    /// First coupled row of every row.
    first: Box<[usize]>,
    /// Start of every row left of the diagonal, and of every column above it.
    start: Box<[usize]>,
    /// G: rows left of the diagonal, columns above it, and the diagonal.
    coupled: [Box<[Matrix2<f64>]>; 3],
    /// Factors: rows left of the diagonal, columns above it, and the inverses of the diagonal.
    factors: [Box<[Matrix2<f64>]>; 3],
}

impl System {
    /// Makes room for the `rows` of every joint.
    pub fn new(rows: &[usize], neighbours: &Lists) -> Self {
        let mut profile = 0;
        for (joint, own) in rows.iter().enumerate() {
            let first = neighbours.of(joint).first().map_or(joint, |first| *first.min(&joint));
            let before: usize = rows[first..joint].iter().sum();
            profile += own * before + own * own.saturating_sub(1) / 2;
        }
        let count = rows.iter().sum();
        let blocks = || {
            [profile, profile, count].map(|count| vec![Matrix2::zeros(); count].into_boxed_slice())
        };
        Self {
            count: 0,
            first: vec![0; count].into(),
            start: vec![0; count].into(),
            coupled: blocks(),
            factors: blocks(),
        }
    }

    /// Begins with rows of these joints, in ascending order.
    pub fn begin(&mut self, joints: &[usize], neighbours: &Lists) {
        let mut begin = 0;
        self.count = joints.len();
        for (row, joint) in joints.iter().enumerate() {
            let nearest = neighbours.of(*joint).first().map_or(*joint, |first| *first.min(joint));
            let first = joints.partition_point(|joint| *joint < nearest);
            (self.first[row], self.start[row]) = (first, begin);
            begin += row - first;
        }
        let [lower, upper, _] = &mut self.coupled;
        lower[..begin].fill(Matrix2::zeros());
        upper[..begin].fill(Matrix2::zeros());
    }

    /// Sets the coupling of a row with one before it or itself, and its transpose.
    pub fn couple(&mut self, row: usize, column: usize, block: Matrix2<f64>) {
        let [lower, upper, own] = &mut self.coupled;
        if row == column {
            own[row] = block;
        } else {
            let at = self.start[row] + column - self.first[row];
            (lower[at], upper[at]) = (block, block.transpose());
        }
    }

    /// Returns true if a row is coupled with one before it.
    pub fn reaches(&self, row: usize, column: usize) -> bool {
        self.first[row] <= column
    }

    /// Takes the rates by these forces of all rows off `rates`.
    pub fn take_rates(&self, forces: &[Vector2<f64>], rates: &mut [Vector2<f64>]) {
        let [lower, upper, own] = &self.coupled;
        for row in 0..self.count {
            rates[row] -= own[row] * forces[row];
            for column in self.first[row]..row {
                let at = self.start[row] + column - self.first[row];
                rates[row] -= lower[at] * forces[column];
                rates[column] -= upper[at] * forces[row];
            }
        }
    }

    /// Sets up the equations with E of every row and `factor` = hγ, and factors them; returns false if they are singular.
    pub fn factor(&mut self, slopes: &[Matrix2<f64>], factor: f64) -> bool {
        let [lower, upper, inverse] = &mut self.factors;
        let [coupled_lower, coupled_upper, own] = &self.coupled;
        for row in 0..self.count {
            let (first, start) = (self.first[row], self.start[row]);
            for column in first..row {
                let at = start + column - first;
                lower[at] = coupled_lower[at] * slopes[column] * factor;
                upper[at] = coupled_upper[at] * slopes[row] * factor;
            }
            inverse[row] = Matrix2::identity() + own[row] * slopes[row] * factor;
        }
        for row in 0..self.count {
            let (first, start) = (self.first[row], self.start[row]);
            for column in first..row {
                let from = first.max(self.first[column]);
                let mut left = lower[start + column - first];
                let mut above = upper[start + column - first];
                for middle in from..column {
                    let of_column = self.start[column] + middle - self.first[column];
                    left -= lower[start + middle - first] * upper[of_column];
                    above -= lower[of_column] * upper[start + middle - first];
                }
                // Rows of the lower triangle carry the inverse of the diagonal.
                lower[start + column - first] = left * inverse[column];
                upper[start + column - first] = above;
            }
            let mut pivot = inverse[row];
            for column in first..row {
                let at = start + column - first;
                pivot -= lower[at] * upper[at];
            }
            let Some(inverted) = pivot.try_inverse() else { return false };
            inverse[row] = inverted;
        }
        true
    }

    /// Solves for the right-hand side `values`, in place.
    pub fn solve(&self, values: &mut [Vector2<f64>]) {
        let [lower, upper, inverse] = &self.factors;
        for row in 0..self.count {
            let (first, start) = (self.first[row], self.start[row]);
            let mut value = values[row];
            for column in first..row {
                value -= lower[start + column - first] * values[column];
            }
            values[row] = value;
        }
        for row in (0..self.count).rev() {
            values[row] = inverse[row] * values[row];
            let (first, start) = (self.first[row], self.start[row]);
            for column in first..row {
                let change = upper[start + column - first] * values[row];
                values[column] -= change;
            }
        }
    }
}
