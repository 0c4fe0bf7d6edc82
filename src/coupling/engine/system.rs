//! The linear equations of an implicit piece between joints: (1 + hγ G E) w = b.

use super::contacts::JointSlope;
use super::graph::Lists;
use crate::coupling::predicted::LoadVector;

/// The matrix of coupled rows, a profile of blocks in the order of the joints, factored without pivoting between blocks.
#[derive(Debug, Clone)]
pub(super) struct System<const L: usize> {
    /// Number of rows.
    count: usize,
    /// First coupled row of every row.
    first: Box<[usize]>,
    /// Start of every row left of the diagonal, and of every column above it.
    start: Box<[usize]>,
    /// G: rows left of the diagonal, columns above it, and the diagonal.
    coupled: [Box<[JointSlope<L>]>; 3],
    /// Factors: rows left of the diagonal, columns above it, and the inverses of the diagonal.
    factors: [Box<[JointSlope<L>]>; 3],
}

impl<const L: usize> System<L> {
    /// Makes room for a row of every joint.
    pub fn new(joints: usize, neighbours: &Lists) -> Self {
        let nearest =
            |joint: usize| neighbours.of(joint).first().map_or(joint, |first| *first.min(&joint));
        let profile = (0..joints).map(|joint| joint - nearest(joint)).sum();
        let blocks = || {
            [profile, profile, joints]
                .map(|count| vec![JointSlope::zeros(); count].into_boxed_slice())
        };
        Self {
            count: 0,
            first: vec![0; joints].into(),
            start: vec![0; joints].into(),
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
        lower[..begin].fill(JointSlope::zeros());
        upper[..begin].fill(JointSlope::zeros());
    }

    /// Sets the coupling of a row with itself.
    pub fn set_own(&mut self, row: usize, block: &JointSlope<L>) {
        let [_, _, own] = &mut self.coupled;
        own[row] = *block;
    }

    /// Sets a column of the coupling of a row with one before it, and of its transpose.
    pub fn set_column(&mut self, row: usize, column: usize, part: usize, rates: &LoadVector<L>) {
        let [lower, upper, _] = &mut self.coupled;
        let at = self.start[row] + column - self.first[row];
        lower[at].set_column(part, rates);
        upper[at].set_row(part, &rates.transpose());
    }

    /// Returns true if a row is coupled with one before it.
    pub fn reaches(&self, row: usize, column: usize) -> bool {
        self.first[row] <= column
    }

    /// Adds the rates by these loads of all rows to `rates`.
    pub fn add_rates(&self, loads: &[LoadVector<L>], rates: &mut [LoadVector<L>]) {
        let [lower, upper, own] = &self.coupled;
        for row in 0..self.count {
            rates[row] += own[row] * loads[row];
            for column in self.first[row]..row {
                let at = self.start[row] + column - self.first[row];
                rates[row] += lower[at] * loads[column];
                rates[column] += upper[at] * loads[row];
            }
        }
    }

    /// Sets up the equations with E of every row and `factor` = hγ, and factors them; returns false if they are singular.
    pub fn factor(&mut self, slopes: &[JointSlope<L>], factor: f64) -> bool {
        let [lower, upper, inverse] = &mut self.factors;
        let [coupled_lower, coupled_upper, own] = &self.coupled;
        for row in 0..self.count {
            let (first, start) = (self.first[row], self.start[row]);
            for column in first..row {
                let at = start + column - first;
                lower[at] = coupled_lower[at] * slopes[column] * factor;
                upper[at] = coupled_upper[at] * slopes[row] * factor;
            }
            inverse[row] = JointSlope::identity() + own[row] * slopes[row] * factor;
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
    pub fn solve(&self, values: &mut [LoadVector<L>]) {
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
