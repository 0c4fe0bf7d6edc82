//! Symmetric positive definite band matrices, factored in place.

/// Lower half of a symmetric band matrix: column j holds the entries (j, j), (j + 1, j), …
///
/// After [`Band::factor`] it holds `L` and `D⁻¹` of `A = L D Lᵀ`. Columns and vectors have `WIDTH − 1`
/// zeros behind the last unknown, so that no loop needs a shorter end.
#[derive(Debug, Clone)]
pub(crate) struct Band<const WIDTH: usize> {
    columns: Vec<[f64; WIDTH]>,
}

impl<const WIDTH: usize> Band<WIDTH> {
    /// The zero matrix for `size` unknowns.
    pub fn zeros(size: usize) -> Self {
        Self { columns: vec![[0.0; WIDTH]; Self::padded(size)] }
    }

    /// Length of a vector for [`Band::solve`].
    pub const fn padded(size: usize) -> usize {
        size + WIDTH - 1
    }

    /// Adds `value` at (`row`, `column`) and, by symmetry, at (`column`, `row`).
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        debug_assert!(row >= column);
        self.columns[column][row - column] += value;
    }

    /// The columns, diagonal first.
    #[inline]
    pub(crate) fn columns_mut(&mut self) -> &mut [[f64; WIDTH]] {
        &mut self.columns
    }

    /// Copies the entries of `other`, which has the same size.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        self.columns.copy_from_slice(&other.columns);
    }

    /// Replaces the matrix by its factors.
    #[inline]
    pub fn factor(&mut self) {
        let size = self.columns.len() + 1 - WIDTH;
        for j in 0..size {
            let (done, rest) = self.columns.split_at_mut(j + 1);
            let column = done[j];
            let inverse = 1.0 / column[0];
            let factors = column.map(|entry| entry * inverse);
            let next = rest.first_chunk_mut::<WIDTH>();
            // The last column has one follower less than a whole chunk.
            match next {
                Some(chunk) => update(chunk, &column, &factors),
                None => update(rest, &column, &factors),
            }
            done[j] = factors;
            done[j][0] = inverse;
        }
    }

    /// `x ← L⁻¹ x`.
    #[inline]
    pub fn forward(&self, x: &mut [f64]) {
        let size = self.columns.len() + 1 - WIDTH;
        for (j, column) in self.columns[..size].iter().enumerate() {
            let pivot = x[j];
            for (below, factor) in x[j + 1..j + WIDTH].iter_mut().zip(&column[1..]) {
                *below -= factor * pivot;
            }
        }
    }

    /// `D⁻¹` of unknown `j`.
    #[inline]
    pub(crate) fn inverse_pivot(&self, j: usize) -> f64 {
        self.columns[j][0]
    }

    /// `x ← A⁻¹ x`.
    #[inline]
    pub fn solve(&self, x: &mut [f64]) {
        let size = self.columns.len() + 1 - WIDTH;
        self.forward(x);
        for (j, column) in self.columns[..size].iter().enumerate().rev() {
            let mut sum = x[j] * column[0];
            for (below, factor) in x[j + 1..j + WIDTH].iter().zip(&column[1..]) {
                sum -= factor * below;
            }
            x[j] = sum;
        }
    }
}

/// Subtracts the outer product of a finished column from the columns after it.
#[inline(always)]
fn update<const WIDTH: usize>(
    next: &mut [[f64; WIDTH]],
    column: &[f64; WIDTH],
    factors: &[f64; WIDTH],
) {
    for r in 1..WIDTH {
        for q in r..WIDTH {
            next[r - 1][q - r] -= factors[r] * column[q];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_band_solves_as_the_full_matrix_does(
            entries in prop::collection::vec([-1.0..1.0_f64, -1.0..1.0, -1.0..1.0, -1.0..1.0], 9),
            right in prop::collection::vec(-1.0..1.0_f64, 9),
        ) {
            let mut band = Band::<4>::zeros(9);
            let mut full = DMatrix::zeros(9, 9);
            for (j, column) in entries.iter().enumerate() {
                for (r, entry) in column.iter().enumerate().filter(|(r, _)| j + r < 9) {
                    let value = if r == 0 { 8.0 + entry } else { *entry };
                    band.add(j + r, j, value);
                    full[(j + r, j)] = value;
                    full[(j, j + r)] = value;
                }
            }
            let expected = full.lu().solve(&DVector::from_column_slice(&right)).unwrap();
            let mut x = right.clone();
            x.resize(Band::<4>::padded(9), 0.0);
            band.factor();
            band.solve(&mut x);
            for (a, b) in x.iter().zip(&expected) {
                prop_assert!((a - b).abs() < 1e-13);
            }
        }
    }
}
