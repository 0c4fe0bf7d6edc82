//! Least squares by Householder's reflections: the first n columns are a fit of their own, for every n.

use super::window::{LAGS, MOST};

/// Most directions.
const DIRECTIONS: usize = 6;
/// Most impulses: each direction at once, one step and two steps late.
pub(super) const LOADS: usize = LAGS * DIRECTIONS;
/// Number of coefficients of a polynomial of the ninth degree.
const POLYNOMIAL: usize = 10;
/// Most unknowns: impulses and a polynomial.
const UNKNOWNS: usize = LOADS + POLYNOMIAL;
/// A column is dependent if less than this part of it is independent of the columns before.
const NEW: f64 = 1e-11;

/// Columns of unknowns and, behind them, right-hand sides: up to 59 kB, allocated at the beginning, for a step must not
/// allocate and stacks are small. The contents are meaningless between fits.
#[derive(Debug)]
pub(super) struct Table {
    pub rows: usize,
    /// Largest number of unknowns by number of directions.
    unknowns: usize,
    columns: Box<[[f64; MOST]]>,
    /// The triangle of the columns last reduced.
    pub triangle: Triangle,
}

impl PartialEq for Table {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The inverse of the triangle R of the independent columns.
#[derive(Debug)]
pub(super) struct Triangle {
    /// The independent columns, ascending.
    used: [usize; UNKNOWNS],
    count: usize,
    /// An upper triangle; the entries below the diagonal stay 0.
    inverse: Box<[[f64; UNKNOWNS]]>,
}

/// Returns the dot product, by four sums: a single one would wait for every addition.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let (fours, rest) = one.as_chunks::<4>();
    let (other_fours, other_rest) = other.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (one, other) in fours.iter().zip(other_fours) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    let rest: f64 = rest.iter().zip(other_rest).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f64>() + rest
}

impl Table {
    /// A table for D directions: their impulses, a polynomial, and three right-hand sides of each.
    pub(super) fn of<const D: usize>() -> Self {
        let unknowns = LAGS * D + POLYNOMIAL;
        let inverse = vec![[0.0; UNKNOWNS]; UNKNOWNS].into();
        let triangle = Triangle { used: [0; UNKNOWNS], count: 0, inverse };
        Self { rows: 0, unknowns, columns: vec![[0.0; MOST]; unknowns + 3 * D].into(), triangle }
    }

    /// Returns a right-hand side; once reduced, Qᵀ times it.
    pub(super) fn side(&self, side: usize) -> &[f64] {
        &self.columns[self.unknowns + side][..self.rows]
    }

    /// Writes the values into a row, from column `first` on.
    pub(super) fn set(&mut self, first: usize, row: usize, values: &[f64]) {
        for (offset, value) in values.iter().enumerate() {
            self.columns[first + offset][row] = *value;
        }
    }

    /// Writes the values into a row of the right-hand sides, from side `first` on.
    pub(super) fn set_side(&mut self, first: usize, row: usize, values: &[f64]) {
        self.set(self.unknowns + first, row, values);
    }

    /// Writes Legendre's polynomial of `degree` into `column`, at `places` in [-1, 1].
    pub(super) fn legendre(&mut self, column: usize, degree: usize, places: &[f64; MOST]) {
        for (to, x) in self.columns[column][..self.rows].iter_mut().zip(places) {
            let (mut before, mut value) = (0.0, 1.0);
            for index in 0..degree {
                let n = index as f64;
                (before, value) = (value, ((2.0 * n + 1.0) * x * value - n * before) / (n + 1.0));
            }
            *to = value;
        }
    }

    /// Makes the first `columns` columns triangular, and multiplies the first `sides` right-hand sides by Qᵀ.
    pub(super) fn reduce(&mut self, columns: usize, sides: usize) {
        let (rows, triangle) = (self.rows, &mut self.triangle);
        triangle.count = 0;
        let size = |numbers: &[f64]| dot(numbers, numbers).sqrt();
        for column in 0..columns {
            let row = triangle.count;
            let (before, after) = self.columns.split_at_mut(column + 1);
            let reflector = &mut before[column][..rows];
            let (whole, new) = (size(reflector), size(&reflector[row.min(rows)..]));
            if row >= rows || new <= NEW * whole {
                continue;
            }
            let reflector = &mut reflector[row..];
            let pivot = if reflector[0] > 0.0 { -new } else { new };
            reflector[0] -= pivot;
            // |reflector|² / 2.
            let half = new * (new + (reflector[0] + pivot).abs());
            let unknowns = 0..columns - column - 1;
            let behind = self.unknowns - column - 1;
            for other in unknowns.chain(behind..behind + sides) {
                let other = &mut after[other][row..rows];
                let share = dot(reflector, other) / half;
                other.iter_mut().zip(&*reflector).for_each(|(to, from)| *to -= share * from);
            }
            before[column][row] = pivot;
            triangle.used[row] = column;
            triangle.count += 1;
        }
        for last in 0..triangle.count {
            let of = &self.columns[triangle.used[last]];
            let pivot = of[last];
            triangle.inverse[last][last] = pivot.recip();
            for first in (0..last).rev() {
                let row = &triangle.inverse[first];
                let sum: f64 = (first..last).map(|middle| row[middle] * of[middle]).sum();
                triangle.inverse[first][last] = -sum / pivot;
            }
        }
    }

    /// Returns the residual sum of squares of a right-hand side after a fit of `rank` unknowns.
    pub(super) fn left(&self, side: usize, rank: usize) -> f64 {
        self.side(side)[rank..].iter().map(|x| x * x).sum()
    }
}

impl Triangle {
    /// Returns the number of independent columns among the first `columns` ones.
    pub(super) fn rank(&self, columns: usize) -> usize {
        self.used[..self.count].iter().take_while(|used| **used < columns).count()
    }

    /// Returns the row of R⁻¹ for an independent column, in a fit of `rank` unknowns.
    fn row(&self, column: usize, rank: usize) -> Option<&[f64]> {
        let row = self.used[..rank].iter().position(|used| *used == column)?;
        Some(&self.inverse[row][..rank])
    }

    /// Returns the unknown of `column` in a fit of `rank` unknowns; 0 for a dependent column.
    pub(super) fn unknown(&self, column: usize, rank: usize, side: &[f64]) -> f64 {
        self.row(column, rank).map_or(0.0, |row| row.iter().zip(side).map(|(a, b)| a * b).sum())
    }

    /// Returns the variance of a weighted sum of unknowns, given as columns and weights, for sides with variance 1;
    /// infinite if a dependent column has a weight.
    pub(super) fn variance(&self, rank: usize, sum: &[(usize, f64)]) -> f64 {
        let mut parts = [0.0; UNKNOWNS];
        for (column, weight) in sum {
            match self.row(*column, rank) {
                Some(row) => parts.iter_mut().zip(row).for_each(|(to, from)| *to += weight * from),
                None if *weight == 0.0 => {}
                None => return f64::INFINITY,
            }
        }
        parts.iter().map(|part| part * part).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_n_columns_are_a_fit_of_their_own() {
        let mut table = Table::of::<3>();
        table.rows = 20;
        let places: [f64; MOST] = std::array::from_fn(|row| row as f64 / 9.5 - 1.0);
        for degree in 0..4 {
            table.legendre(degree, degree, &places);
        }
        // Equal to column 1: dependent.
        table.legendre(4, 1, &places);
        for (row, x) in places.into_iter().take(20).enumerate() {
            table.set_side(0, row, &[2.0 + 3.0 * x, 0.5 * (3.0 * x * x - 1.0), x * x]);
        }
        let whole = table.side(1).iter().map(|x| x * x).sum::<f64>();
        table.reduce(5, 3);
        let triangle = &table.triangle;
        assert_eq!([1, 2, 5].map(|columns| triangle.rank(columns)), [1, 2, 4]);
        let found = [0, 1, 2].map(|column| triangle.unknown(column, 2, table.side(0)));
        assert!((found[0] - 2.0).abs() < 1e-13 && (found[1] - 3.0).abs() < 1e-13, "{found:?}");
        assert_eq!(found[2], 0.0);
        assert!(table.left(0, 2) < 1e-26 && table.left(1, 2) > 0.5 * whole);
        assert!((triangle.unknown(2, 4, table.side(1)) - 1.0).abs() < 1e-13);
        assert!(table.left(1, 3) < 1e-26);
        // The variance of a mean of n numbers is 1/n, and that of an unknown of a dependent column infinite.
        assert!((triangle.variance(1, &[(0, 1.0)]) - 0.05).abs() < 1e-15);
        assert_eq!(triangle.variance(4, &[(4, 1.0)]), f64::INFINITY);
    }
}
