//! Symmetric equations A x = b with a positive semidefinite matrix, solved for the x of least norm.
//!
//! Rows of constraints may depend on each other. Instead of finding out which do, A + εI is factored once, and a few
//! corrections x += (A + εI)⁻¹(b − A x) lead from 0 to the solution of least norm: all of them stay in the range of A.

/// ε: shift of the diagonal, whose own entries are 1. Smaller ones let rounding errors in, and make a mechanism rigid that
/// can move on its constraints only.
const SHIFT: f64 = 1e-6;
/// Largest square of a row's part beyond the rows before it at which it counts as dependent on these.
const DEPENDENT: f64 = 1e-10;
/// Number of corrections: after these the residual is rounding.
const CORRECTIONS: usize = 3;

/// A positive semidefinite matrix with a unit diagonal, a profile of rows; rows of zeros are allowed.
#[derive(Debug, Clone)]
pub struct LeastNorm {
    /// The first column with an entry in every row.
    first: Box<[usize]>,
    /// Start of every row among the entries.
    start: Box<[usize]>,
    /// The entries of each row up to the diagonal.
    entries: Box<[f64]>,
    /// L of A + εI = L Lᵀ, in the same places.
    factors: Box<[f64]>,
    rest: Box<[f64]>,
}

impl LeastNorm {
    /// Makes room for a matrix whose rows begin at these columns, at most their own numbers.
    pub fn with_profile(first: Vec<usize>) -> Self {
        let mut end = 0;
        let start = first.iter().enumerate().map(|(row, first)| {
            let start = end;
            end += row + 1 - first;
            start
        });
        let start: Box<[usize]> = start.collect();
        let numbers = |count| vec![0.0; count].into_boxed_slice();
        Self {
            rest: numbers(first.len()),
            first: first.into(),
            start,
            entries: numbers(end),
            factors: numbers(end),
        }
    }

    /// Sets the entries on and below the diagonal, by row and column, and factors the matrix.
    pub fn factor(&mut self, entry: impl Fn(usize, usize) -> f64) {
        let Self { first, start, entries, factors, .. } = self;
        for row in 0..first.len() {
            let own = first[row];
            let (before, mine) = factors.split_at_mut(start[row]);
            for column in own..=row {
                let value = entry(row, column);
                entries[start[row] + column - own] = value;
                let from = own.max(first[column]);
                if column < row {
                    let theirs = &before[start[column]..][..column + 1 - first[column]];
                    let sum: f64 =
                        (from..column).map(|at| mine[at - own] * theirs[at - first[column]]).sum();
                    mine[column - own] = (value - sum) / theirs[column - first[column]];
                } else {
                    let sum: f64 = mine[..row - own].iter().map(|part| part * part).sum();
                    // Rounding may take the shift away from a row that depends on others.
                    mine[row - own] = (value + SHIFT - sum).max(0.5 * SHIFT).sqrt();
                }
            }
        }
    }

    /// Returns the number of rows that depend on those before them; allocates memory for the factors without the shift.
    pub fn dependent_rows(&self) -> usize {
        let Self { first, start, entries, .. } = self;
        let (mut factors, mut count) = (entries.clone(), 0);
        for row in 0..first.len() {
            let own = first[row];
            let (before, mine) = factors.split_at_mut(start[row]);
            for column in own..row {
                let theirs = &before[start[column]..][..column + 1 - first[column]];
                let from = own.max(first[column]);
                let sum: f64 =
                    (from..column).map(|at| mine[at - own] * theirs[at - first[column]]).sum();
                let pivot = theirs[column - first[column]];
                // A dependent row has no part of its own.
                mine[column - own] =
                    if pivot > 0.0 { (mine[column - own] - sum) / pivot } else { 0.0 };
            }
            let squares: f64 = mine[..row - own].iter().map(|part| part * part).sum();
            let pivot = mine[row - own] - squares;
            let depends = pivot <= DEPENDENT;
            mine[row - own] = if depends { 0.0 } else { pivot.sqrt() };
            count += usize::from(depends);
        }
        count
    }

    /// Finds x for this right-hand side.
    pub fn solve(&mut self, right: &[f64], x: &mut [f64]) {
        self.rest.copy_from_slice(right);
        self.correct();
        x.copy_from_slice(&self.rest);
        for _ in 1..CORRECTIONS {
            self.find_rest(right, x);
            self.correct();
            x.iter_mut().zip(&self.rest).for_each(|(sum, part)| *sum += part);
        }
    }

    /// Returns the largest residual |b − A x|, above rounding for the solution of equations that contradict each other.
    pub fn residual(&mut self, right: &[f64], x: &[f64]) -> f64 {
        self.find_rest(right, x);
        self.rest.iter().fold(0.0, |most, part| most.max(part.abs()))
    }

    /// Sets the rest to b − A x.
    fn find_rest(&mut self, right: &[f64], x: &[f64]) {
        let Self { first, start, entries, rest, .. } = self;
        rest.copy_from_slice(right);
        for row in 0..first.len() {
            let (own, at) = (first[row], start[row]);
            for column in own..row {
                let entry = entries[at + column - own];
                rest[row] -= entry * x[column];
                rest[column] -= entry * x[row];
            }
            rest[row] -= entries[at + row - own] * x[row];
        }
    }

    /// Multiplies the rest by (A + εI)⁻¹.
    fn correct(&mut self) {
        let Self { first, start, factors, rest, .. } = self;
        for row in 0..first.len() {
            let (own, factors) = (first[row], &factors[start[row]..]);
            let sum: f64 = (own..row).map(|column| factors[column - own] * rest[column]).sum();
            rest[row] = (rest[row] - sum) / factors[row - own];
        }
        for row in (0..first.len()).rev() {
            let (own, factors) = (first[row], &factors[start[row]..]);
            rest[row] /= factors[row - own];
            for column in own..row {
                rest[column] -= factors[column - own] * rest[row];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    /// Returns G Gᵀ of rows of unit length in few dimensions, of which some depend on others; neighbours overlap.
    fn gram(rows: usize) -> DMatrix<f64> {
        let mut g = DMatrix::from_fn(rows, rows, |row, column| {
            if row.abs_diff(column) > 2 {
                0.0
            } else {
                (1.3 * row as f64 + 2.1 * column as f64).sin()
            }
        });
        let sum = g.row(3) + g.row(4);
        g.set_row(5, &sum);
        let twice = -2.0 * g.row(7);
        g.set_row(8, &twice);
        g.row_iter_mut().for_each(|mut row| _ = row.normalize_mut());
        &g * g.transpose()
    }

    #[test]
    fn dependent_rows_have_the_solution_of_least_norm() {
        let a = gram(12);
        let first = (0..12)
            .map(|row| (0..row).find(|column| a[(row, *column)] != 0.0).unwrap_or(row))
            .collect();
        let mut system = LeastNorm::with_profile(first);
        system.factor(|row, column| a[(row, column)]);
        let right = &a * DVector::from_fn(12, |row, _| (row as f64).cos());
        let mut x = vec![0.0; 12];
        system.solve(right.as_slice(), &mut x);
        let residual = system.residual(right.as_slice(), &x);
        let least = a.clone().pseudo_inverse(1e-10).unwrap() * &right;
        let off = (DVector::from_vec(x) - &least).amax();
        assert_eq!(system.dependent_rows(), 2);
        assert!(residual < 1e-12 && off < 1e-8, "{residual:e} {off:e}");
    }

    #[test]
    fn a_contradiction_leaves_a_residual() {
        let mut system = LeastNorm::with_profile(vec![0, 0]);
        system.factor(|_, _| 1.0);
        let mut residual = |right: [f64; 2]| {
            let mut x = [0.0; 2];
            system.solve(&right, &mut x);
            system.residual(&right, &x)
        };
        assert!(residual([1.0, -1.0]) > 0.9 && residual([1.0, 1.0]) < 1e-12);
    }
}
