//! Projection of velocities and impulses onto the ideal constraints of rigid or flexible bodies in the
//! plane.

use super::constraint_row::ConstraintRow;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector, U1};

/// A row is redundant if the square of its part orthogonal to the earlier rows is at most this part of
/// its own square.
const REDUNDANT: f64 = 1e-12;

/// Constraint rows G with the Cholesky factors of G M⁻¹ Gᵀ, R rows at most.
///
/// Rows without a common body are not coupled. If the rows of a chain are added in its order, each is
/// coupled with the B − 1 rows before it at most: work and memory then grow linearly with the chain,
/// not with its cube.
#[derive(Debug, Clone)]
pub struct Projection<R: Dim, B: Dim = R>
where
    DefaultAllocator: Allocator<R> + Allocator<B, R>,
{
    rows: OVector<ConstraintRow, R>,
    count: usize,
    factors: Factors<R, B>,
    multipliers: OVector<f64, R>,
    modal: Modal,
}

/// U of G M⁻¹ Gᵀ = UᵀU.
#[derive(Debug, Clone)]
struct Factors<R: Dim, B: Dim>
where
    DefaultAllocator: Allocator<R> + Allocator<B, R>,
{
    /// Index of the first row that each row is coupled with.
    first: OVector<usize, R>,
    /// Each column holds its last B entries down to the diagonal.
    upper: OMatrix<f64, B, R>,
}

impl<R: Dim, B: Dim> Factors<R, B>
where
    DefaultAllocator: Allocator<R> + Allocator<B, R>,
{
    /// The entries of U above the diagonal in the column of row `index`, and the diagonal one.
    fn column(&self, index: usize) -> (&[f64], f64) {
        let band = self.upper.nrows();
        let column = &self.upper.as_slice()[index * band..][..band];
        (&column[self.first[index] + band - 1 - index..band - 1], column[band - 1])
    }

    /// Solves Uᵀx = b in place, as many rows as there are numbers.
    fn solve_forward(&self, numbers: &mut [f64]) {
        for index in 0..numbers.len() {
            let (above, diagonal) = self.column(index);
            let known = &numbers[self.first[index]..index];
            let sum: f64 = above.iter().zip(known).map(|(entry, number)| entry * number).sum();
            numbers[index] = (numbers[index] - sum) / diagonal;
        }
    }

    /// Solves Ux = b in place, as many rows as there are numbers.
    fn solve_back(&self, numbers: &mut [f64]) {
        for index in (0..numbers.len()).rev() {
            let (above, diagonal) = self.column(index);
            numbers[index] /= diagonal;
            let number = numbers[index];
            let others = &mut numbers[self.first[index]..index];
            others.iter_mut().zip(above).for_each(|(other, entry)| *other -= entry * number);
        }
    }
}

/// Entries of the rows for modal coordinates, which follow those of the bodies.
#[derive(Debug, Clone, Default)]
struct Modal {
    /// Indices of these coordinates.
    columns: Box<[usize]>,
    /// 1/m of each.
    inverse: Box<[f64]>,
    /// The entries, one column for every row.
    entries: Box<[f64]>,
}

impl Modal {
    /// Indices and entries of a row.
    fn of(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let count = self.columns.len();
        self.columns.iter().copied().zip(self.entries[row * count..][..count].iter().copied())
    }

    fn coupled(&self, [one, other]: [usize; 2]) -> f64 {
        let parts = self.of(one).zip(self.of(other)).zip(&self.inverse);
        parts.map(|(((_, one), (_, other)), inverse)| inverse * one * other).sum()
    }
}

impl<R: Dim> Projection<R>
where
    DefaultAllocator: Allocator<R> + Allocator<R, R>,
{
    /// A projection without rows, with memory for `most`.
    pub fn new(most: R) -> Self {
        Self::banded(most, most)
    }
}

impl<R: Dim, B: Dim> Projection<R, B>
where
    DefaultAllocator: Allocator<R> + Allocator<B, R>,
{
    /// A projection without rows, with memory for `most`, each of which is coupled with the `band` − 1
    /// before it at most.
    pub fn banded(most: R, band: B) -> Self {
        Self {
            rows: OVector::from_element_generic(most, U1, ConstraintRow::NONE),
            count: 0,
            factors: Factors {
                first: OVector::zeros_generic(most, U1),
                upper: OMatrix::zeros_generic(band, most),
            },
            multipliers: OVector::zeros_generic(most, U1),
            modal: Modal::default(),
        }
    }

    /// Adds modal coordinates with these indices, for which rows may have entries.
    pub fn with_modes(self, columns: Box<[usize]>) -> Self {
        let numbers = |count| vec![0.0; count].into_boxed_slice();
        let (inverse, entries) = (numbers(columns.len()), numbers(columns.len() * self.rows.len()));
        Self { modal: Modal { columns, inverse, entries }, ..self }
    }

    /// Sets 1/m of the modal coordinates, as a function of their index, and factorises the present rows
    /// anew.
    pub(crate) fn set_modal_masses(
        &mut self,
        inverse: &[[f64; 2]],
        inverse_at: impl Fn(usize) -> f64,
    ) {
        let Modal { columns, inverse: own, .. } = &mut self.modal;
        own.iter_mut().zip(columns).for_each(|(own, column)| *own = inverse_at(*column));
        (0..self.count).for_each(|row| _ = self.factorise(inverse, row));
    }

    /// Removes all rows; the memory is kept.
    pub fn clear(&mut self) {
        self.rows.fill(ConstraintRow::NONE);
        self.multipliers.fill(0.0);
        self.count = 0;
    }

    /// Adds a row; returns `false` and omits the row if it is redundant or there is no memory left.
    pub fn add(&mut self, inverse: &[[f64; 2]], row: ConstraintRow) -> bool {
        self.add_flexible(inverse, row, |_| 0.0)
    }

    /// Like [`add`](Self::add) for a row with these `entries` for modal coordinates, by index.
    pub(crate) fn add_flexible(
        &mut self,
        inverse: &[[f64; 2]],
        row: ConstraintRow,
        entries: impl Fn(usize) -> f64,
    ) -> bool {
        let index = self.count;
        if index == self.rows.len() {
            return false;
        }
        let Modal { columns, entries: all, .. } = &mut self.modal;
        let own = &mut all[index * columns.len()..][..columns.len()];
        own.iter_mut().zip(columns).for_each(|(own, column)| *own = entries(*column));
        self.rows[index] = row;
        let taken = self.factorise(inverse, index);
        self.count += usize::from(taken);
        taken
    }

    /// Factorises row `index` behind those before it; returns `false` if it is redundant.
    fn factorise(&mut self, inverse: &[[f64; 2]], index: usize) -> bool {
        let Self { rows, factors: Factors { first, upper }, modal, .. } = self;
        let band = upper.nrows();
        let reach = band - 1;
        let row = rows[index];
        let beside = |other: &usize| rows[*other].is_beside(inverse, &row);
        let own_first = (index.saturating_sub(reach)..index).find(beside).unwrap_or(index);
        first[index] = own_first;
        // Cholesky's method, column by column: Uᵀu = G M⁻¹ gᵀ, and the square root of the remaining
        // diagonal.
        let (before, column) = upper.as_mut_slice().split_at_mut(index * band);
        let mut squares = 0.0;
        for other in own_first..index {
            let theirs = &before[other * band..][..band];
            let from = own_first.max(first[other]);
            let pairs = theirs[from + reach - other..reach].iter();
            let sum: f64 = pairs.zip(&column[from + reach - index..]).map(|(a, b)| a * b).sum();
            let coupled = rows[other].coupled(inverse, &row) + modal.coupled([other, index]);
            let entry = (coupled - sum) / theirs[reach];
            column[other + reach - index] = entry;
            squares += entry * entry;
        }
        let own = row.coupled(inverse, &row) + modal.coupled([index, index]);
        let pivot = own - squares;
        let redundant = pivot <= REDUNDANT * own;
        if redundant {
            rows[index] = ConstraintRow::NONE;
        } else {
            column[reach] = pivot.sqrt();
        }
        !redundant
    }

    /// Sets the prescribed value of row `index`.
    pub fn keep(&mut self, index: usize, kept: f64) {
        self.rows[index].kept = kept;
    }

    /// Prescribes zeros and forgets the last projection, as new rows would.
    pub(crate) fn keep_nothing(&mut self) {
        self.rows.iter_mut().for_each(|row| row.kept = 0.0);
        self.multipliers.fill(0.0);
    }

    /// Prescribes the rates of these velocities along the rows.
    pub(crate) fn keep_rates(&mut self, velocities: &[f64]) {
        for index in 0..self.count {
            self.rows[index].kept = self.rate(index, velocities);
        }
    }

    /// G v of row `index`.
    fn rate(&self, index: usize, velocities: &[f64]) -> f64 {
        let modal = self.modal.of(index).map(|(column, entry)| entry * velocities[column]);
        self.rows[index].rate(velocities) + modal.sum::<f64>()
    }

    /// The rows with the impulses on the bodies at the last projection.
    pub fn exerted(&self) -> impl Iterator<Item = (&ConstraintRow, f64)> {
        let multipliers = self.multipliers.iter().map(|multiplier| -multiplier);
        self.rows.iter().zip(multipliers).take(self.count)
    }

    /// Projects `velocities` to the prescribed values of the rows, v −= M⁻¹Gᵀλ, and returns the multipliers
    /// λ = (G M⁻¹Gᵀ)⁻¹(G v − kept), with zeros behind the last row's.
    pub fn project(&mut self, inverse: &[[f64; 2]], velocities: &mut [f64]) -> &OVector<f64, R> {
        for index in 0..self.count {
            self.multipliers[index] = self.rate(index, velocities) - self.rows[index].kept;
        }
        let numbers = &mut self.multipliers.as_mut_slice()[..self.count];
        self.factors.solve_forward(numbers);
        self.factors.solve_back(numbers);
        let pairs = self.multipliers.iter().zip(&self.rows).take(self.count);
        for (index, (multiplier, row)) in pairs.enumerate() {
            row.push(inverse, velocities, -multiplier);
            for ((column, entry), inverse) in self.modal.of(index).zip(&self.modal.inverse) {
                velocities[column] -= inverse * entry * multiplier;
            }
        }
        &self.multipliers
    }

    /// W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ: velocity changes along the rows J per impulse along each.
    pub fn mobility<J: Dim>(
        &self,
        inverse: &[[f64; 2]],
        relative: &OVector<ConstraintRow, J>,
    ) -> OMatrix<f64, J, J>
    where
        DefaultAllocator: Allocator<J> + Allocator<J, J> + Allocator<R, J>,
    {
        let ((most, _), (ways, _)) = (self.rows.shape_generic(), relative.shape_generic());
        let coupled = |i: usize, j: usize| self.rows[i].coupled(inverse, &relative[j]);
        let mut shared = OMatrix::<f64, R, J>::from_fn_generic(most, ways, coupled);
        if self.count > 0 {
            let columns = shared.as_mut_slice().chunks_exact_mut(most.value());
            columns.for_each(|way| self.factors.solve_forward(&mut way[..self.count]));
        }
        OMatrix::from_fn_generic(ways, ways, |i, j| {
            let free = relative[i].coupled(inverse, &relative[j]);
            free - shared.column(i).dot(&shared.column(j))
        })
    }
}

#[cfg(test)]
mod tests;
