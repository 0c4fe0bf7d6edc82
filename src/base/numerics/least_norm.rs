//! Symmetric equations A x = b with a positive semidefinite matrix, solved for the x of least norm.
//!
//! Rows of constraints may depend on each other. Instead of finding out which do, A + εI is factored once, and a few
//! corrections x += (A + εI)⁻¹(b − A x) lead from 0 to the solution of least norm: all of them stay in the range of A. If
//! no row comes near to depending on others, A itself is factored, and the first correction is its only solution.

/// ε: shift of the diagonal, whose own entries are 1. Smaller ones let rounding errors in, and make a mechanism rigid that
/// can move on its constraints only.
const SHIFT: f64 = 1e-6;
/// Least square of a row's part beyond the rows before it at which A is factored without the shift: rounding is then
/// amplified a million times at most, and corrections with a shift would hardly converge.
const INDEPENDENT: f64 = 1e-6;
/// Largest square of a row's part beyond the rows before it at which it counts as dependent on these.
const DEPENDENT: f64 = 1e-10;
/// Number of corrections with the shift: after these the residual is rounding.
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
    /// L of A + εI = L Lᵀ, or of A, in the same places; the reciprocals of its diagonal.
    factors: Box<[f64]>,
    /// Number of corrections for these factors.
    corrections: usize,
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
            corrections: CORRECTIONS,
        }
    }

    /// Sets the entries on and below the diagonal, by row and column, and factors the matrix.
    pub fn factor(&mut self, entry: impl Fn(usize, usize) -> f64) {
        for (row, first) in self.first.iter().enumerate() {
            let columns = self.entries[self.start[row]..].iter_mut().zip(*first..=row);
            columns.for_each(|(place, column)| *place = entry(row, column));
        }
        self.corrections = 1;
        if !self.factor_independent() {
            self.corrections = CORRECTIONS;
            self.factor_shifted();
        }
    }

    /// Factors A; returns false if a row comes near to depending on others.
    fn factor_independent(&mut self) -> bool {
        (0..self.first.len()).all(|row| {
            let pivot = self.reduce(row);
            self.set_pivot(row, pivot);
            pivot > INDEPENDENT
        })
    }

    /// Factors A + εI.
    fn factor_shifted(&mut self) {
        for row in 0..self.first.len() {
            // Rounding may take the shift away from a row that depends on others.
            let pivot = (self.reduce(row) + SHIFT).max(0.5 * SHIFT);
            self.set_pivot(row, pivot);
        }
    }

    /// Sets the square of a row's part beyond the rows before it.
    fn set_pivot(&mut self, row: usize, square: f64) {
        self.factors[self.start[row] + row - self.first[row]] = square.sqrt().recip();
    }

    /// Finds the factors of a row left of the diagonal; returns the square of its part beyond the rows before it, without
    /// a shift.
    fn reduce(&mut self, row: usize) -> f64 {
        let Self { first, start, entries, factors, .. } = self;
        let (own, count) = (first[row], row - first[row]);
        let (before, mine) = factors.split_at_mut(start[row]);
        let entries = &entries[start[row]..=start[row] + count];
        for column in own..row {
            let theirs = &before[start[column]..=start[column] + column - first[column]];
            let from = own.max(first[column]);
            let shared = mine[from - own..column - own].iter().zip(&theirs[from - first[column]..]);
            let sum: f64 = shared.map(|(mine, theirs)| mine * theirs).sum();
            mine[column - own] = (entries[column - own] - sum) * theirs[column - first[column]];
        }
        entries[count] - mine[..count].iter().map(|part| part * part).sum::<f64>()
    }

    /// Returns the number of rows that depend on those before them; allocates memory.
    pub fn dependent_rows(&self) -> usize {
        let mut system = self.clone();
        let depends = |row: &usize| {
            let pivot = system.reduce(*row);
            let depends = pivot <= DEPENDENT;
            // A dependent row has no part of its own.
            system.set_pivot(*row, if depends { f64::INFINITY } else { pivot });
            depends
        };
        (0..self.first.len()).filter(depends).count()
    }

    /// Finds x for this right-hand side.
    pub fn solve(&mut self, right: &[f64], x: &mut [f64]) {
        self.rest.copy_from_slice(right);
        self.correct();
        x.copy_from_slice(&self.rest);
        for _ in 1..self.corrections {
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
            let own = first[row];
            let (before, mine) = rest.split_at_mut(row);
            let entries = &entries[start[row]..];
            let columns = before[own..].iter_mut().zip(&x[own..]).zip(entries);
            let sum: f64 = columns
                .map(|((rest, at), entry)| {
                    *rest -= entry * x[row];
                    entry * at
                })
                .sum();
            mine[0] -= sum + entries[row - own] * x[row];
        }
    }

    /// Multiplies the rest by the inverse of what is factored.
    fn correct(&mut self) {
        let Self { first, start, factors, rest, .. } = self;
        for row in 0..first.len() {
            let own = first[row];
            let factors = &factors[start[row]..];
            let columns = factors.iter().zip(&rest[own..row]);
            let sum: f64 = columns.map(|(factor, rest)| factor * rest).sum();
            rest[row] = (rest[row] - sum) * factors[row - own];
        }
        for row in (0..first.len()).rev() {
            let own = first[row];
            let factors = &factors[start[row]..];
            let (before, mine) = rest.split_at_mut(row);
            mine[0] *= factors[row - own];
            for (rest, factor) in before[own..].iter_mut().zip(factors) {
                *rest -= factor * mine[0];
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
    fn independent_rows_need_no_shift() {
        // A chain of many links, whose matrix is nearly singular as a whole but not from row to row.
        let entry = |row: usize, column: usize| if row == column { 1.0 } else { -0.499_99 };
        let mut system =
            LeastNorm::with_profile((0..300_usize).map(|row| row.saturating_sub(1)).collect());
        system.factor(entry);
        let right: Vec<_> = (0..300).map(|row| (0.1 * f64::from(row)).sin()).collect();
        let mut x = vec![0.0; 300];
        system.solve(&right, &mut x);
        assert_eq!((system.corrections, system.dependent_rows()), (1, 0));
        let residual = system.residual(&right, &x);
        assert!(residual < 1e-12, "{residual:e}");
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
