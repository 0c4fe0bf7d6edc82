//! Projection of velocities and impulses onto the ideal constraints of rigid or flexible bodies in the
//! plane.

use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector, U1, Vector2};

/// A row whose part orthogonal to the earlier ones is smaller than this, as a square, is redundant.
const REDUNDANT: f64 = 1e-12;

/// Index of a fixed body; indices behind the last body have the same meaning.
pub const GROUND: usize = usize::MAX;

/// A row of the constraint Jacobian G: a combination G v of the velocities (x, y, angle) of two bodies.
///
/// Velocities of all bodies form one vector with three numbers each. Masses are given as 1/m and 1/J of
/// every body \[1/kg, 1/(kg m²)\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstraintRow {
    /// The bodies and their entries.
    parts: [(usize, [f64; 3]); 2],
    /// Prescribed value of G v.
    pub kept: f64,
}

impl ConstraintRow {
    /// An empty row.
    const NONE: Self = Self::of(GROUND, [0.0; 3]);

    /// A row of one body.
    pub const fn of(body: usize, entries: [f64; 3]) -> Self {
        Self { parts: [(body, entries), (GROUND, [0.0; 3])], kept: 0.0 }
    }

    /// Rows of the velocity along x and y and of the angular velocity of a point of one body relative to a
    /// point of another. A point is its body and the lever arm from the centre of mass, in outer axes
    /// \[m\].
    pub fn relative(one: (usize, Vector2<f64>), other: (usize, Vector2<f64>)) -> [Self; 3] {
        let part = |(body, arm): (usize, Vector2<f64>), sign: f64, way: usize| {
            let mut entries = [0.0, 0.0, sign * [-arm.y, arm.x, 1.0][way]];
            entries[way] = sign;
            (body, entries)
        };
        let row = |way| Self { parts: [part(one, 1.0, way), part(other, -1.0, way)], kept: 0.0 };
        [row(0), row(1), row(2)]
    }

    /// G v.
    pub fn rate(&self, velocities: &[f64]) -> f64 {
        let part = |(body, entries): &(usize, [f64; 3])| {
            let own = velocities.as_chunks().0.get(*body);
            own.map_or(0.0, |own: &[f64; 3]| own.iter().zip(entries).map(|(v, g)| v * g).sum())
        };
        self.parts.iter().map(part).sum()
    }

    /// v += M⁻¹Gᵀ · `impulse`.
    fn push(&self, inverse: &[[f64; 2]], velocities: &mut [f64], impulse: f64) {
        let bodies = velocities.as_chunks_mut().0;
        for (body, [x, y, turn]) in self.parts {
            let (Some(own), Some([mass, inertia])) = (bodies.get_mut(body), inverse.get(body))
            else {
                continue;
            };
            let [vx, vy, spin]: &mut [f64; 3] = own;
            *vx += mass * x * impulse;
            *vy += mass * y * impulse;
            *spin += inertia * turn * impulse;
        }
    }

    /// Adds the generalised forces Gᵀ · `impulse`.
    pub fn exert(&self, efforts: &mut [f64], impulse: f64) {
        let bodies = efforts.as_chunks_mut::<3>().0;
        for (body, entries) in self.parts {
            let Some(own) = bodies.get_mut(body) else { continue };
            own.iter_mut().zip(entries).for_each(|(sum, entry)| *sum += entry * impulse);
        }
    }

    /// Returns true if an impulse along one row may change the velocity along the other.
    fn is_beside(&self, inverse: &[[f64; 2]], other: &Self) -> bool {
        let moved = |body: &usize| inverse.get(*body).is_some_and(|moved| *moved != [0.0; 2]);
        let has = |body: usize| other.parts.iter().any(|(of, _)| *of == body);
        self.parts.iter().any(|(body, _)| moved(body) && has(*body))
    }

    /// G M⁻¹ Gᵀ of two rows: velocity change along one per impulse along the other.
    fn coupled(&self, inverse: &[[f64; 2]], other: &Self) -> f64 {
        let mut sum = 0.0;
        for (body, entries) in &self.parts {
            let Some([mass, inertia]) = inverse.get(*body) else { continue };
            for (_, with) in other.parts.iter().filter(|(other, _)| other == body) {
                sum += mass * (entries[0] * with[0] + entries[1] * with[1]);
                sum += inertia * entries[2] * with[2];
            }
        }
        sum
    }
}

/// Constraint rows G with the Cholesky factors of G M⁻¹ Gᵀ, R rows at most.
///
/// Rows without a common body are not coupled. With the rows of a chain in its order only B − 1 before each
/// one are, and work and memory grow with the chain, not with its cube.
#[derive(Debug, Clone)]
pub struct Projection<R: Dim, B: Dim = R>
where
    DefaultAllocator: Allocator<R> + Allocator<B, R>,
{
    rows: OVector<ConstraintRow, R>,
    count: usize,
    factors: Factors<R, B>,
    multipliers: OVector<f64, R>,
    bent: Bent,
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
struct Bent {
    /// Indices of these coordinates.
    columns: Box<[usize]>,
    /// 1/m of each.
    inverse: Box<[f64]>,
    /// The entries, one column for every row.
    entries: Box<[f64]>,
}

impl Bent {
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
            bent: Bent::default(),
        }
    }

    /// Adds modal coordinates with these indices, for which rows may have entries.
    pub fn bending(self, columns: Box<[usize]>) -> Self {
        let numbers = |count| vec![0.0; count].into_boxed_slice();
        let (inverse, entries) = (numbers(columns.len()), numbers(columns.len() * self.rows.len()));
        Self { bent: Bent { columns, inverse, entries }, ..self }
    }

    /// Sets 1/m of the modal coordinates, as a function of their index, and factorises the present rows
    /// anew.
    pub fn stiffen(&mut self, inverse: &[[f64; 2]], inverse_at: impl Fn(usize) -> f64) {
        let Bent { columns, inverse: own, .. } = &mut self.bent;
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
        self.add_bent(inverse, row, |_| 0.0)
    }

    /// Like [`add`](Self::add) for a row with these `entries` for modal coordinates, by index.
    pub fn add_bent(
        &mut self,
        inverse: &[[f64; 2]],
        row: ConstraintRow,
        entries: impl Fn(usize) -> f64,
    ) -> bool {
        let index = self.count;
        if index == self.rows.len() {
            return false;
        }
        let Bent { columns, entries: all, .. } = &mut self.bent;
        let own = &mut all[index * columns.len()..][..columns.len()];
        own.iter_mut().zip(columns).for_each(|(own, column)| *own = entries(*column));
        self.rows[index] = row;
        let taken = self.factorise(inverse, index);
        self.count += usize::from(taken);
        taken
    }

    /// Factorises row `index` behind those before it; returns `false` if it is redundant.
    fn factorise(&mut self, inverse: &[[f64; 2]], index: usize) -> bool {
        let Self { rows, factors: Factors { first, upper }, bent, .. } = self;
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
            let coupled = rows[other].coupled(inverse, &row) + bent.coupled([other, index]);
            let entry = (coupled - sum) / theirs[reach];
            column[other + reach - index] = entry;
            squares += entry * entry;
        }
        let own = row.coupled(inverse, &row) + bent.coupled([index, index]);
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

    /// Prescribes the rates of these velocities along the rows.
    pub fn keep_rates(&mut self, velocities: &[f64]) {
        for index in 0..self.count {
            self.rows[index].kept = self.rate(index, velocities);
        }
    }

    /// G v of row `index`.
    fn rate(&self, index: usize, velocities: &[f64]) -> f64 {
        let bent = self.bent.of(index).map(|(column, entry)| entry * velocities[column]);
        self.rows[index].rate(velocities) + bent.sum::<f64>()
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
            for ((column, entry), inverse) in self.bent.of(index).zip(&self.bent.inverse) {
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
mod tests {
    use super::*;
    use nalgebra::{Const, Dyn, Matrix3, Vector3};

    const INVERSE: [[f64; 2]; 3] = [[1.0, 9.0], [0.5, 4.0], [0.3, 2.0]];

    fn point(body: usize, x: f64, y: f64) -> (usize, Vector2<f64>) {
        (body, Vector2::new(x, y))
    }

    /// Two bodies joined by a pin, the first one also pinned to the ground.
    fn pins() -> [ConstraintRow; 4] {
        let [x, y, _] = ConstraintRow::relative(point(0, -0.2, 0.1), point(GROUND, 0.0, 0.0));
        let [along, across, _] = ConstraintRow::relative(point(0, 0.3, 0.1), point(1, -0.4, 0.2));
        [x, y, along, across]
    }

    fn held(rows: &[ConstraintRow]) -> Projection<Dyn> {
        let mut held = Projection::new(Dyn(rows.len()));
        rows.iter().for_each(|row| _ = held.add(&INVERSE, *row));
        held
    }

    #[test]
    fn projected_velocities_have_the_prescribed_values() {
        let mut rows = pins();
        rows[2].kept = 0.7;
        let mut held = held(&rows);
        let start: [f64; 9] = std::array::from_fn(|index| (index as f64).sin());
        let mut velocities = start;
        let multipliers = held.project(&INVERSE, &mut velocities).clone();
        for row in &rows {
            assert!((row.rate(&velocities) - row.kept).abs() < 1e-14);
        }
        // The change is that of the multipliers' impulses; the third body is free.
        let mut pushed = start;
        rows.iter().zip(&multipliers).for_each(|(row, l)| row.push(&INVERSE, &mut pushed, -l));
        assert_eq!(pushed, velocities);
        assert_eq!(velocities[6..], start[6..]);
    }

    #[test]
    fn redundant_rows_are_reported_and_change_nothing() {
        let rows = pins();
        let mut twice = Projection::new(Const::<6>);
        for row in rows {
            assert!(twice.add(&INVERSE, row));
        }
        let [a, b] = [(0, [3.0, 0.0, -0.3]), (GROUND, [0.0; 3])];
        assert!(!twice.add(&INVERSE, ConstraintRow { parts: [a, b], kept: 0.0 }));
        assert!(!twice.add(&INVERSE, ConstraintRow::of(GROUND, [1.0, 0.0, 0.0])));
        assert!(twice.add(&INVERSE, ConstraintRow::of(2, [0.0, 1.0, 0.0])));
        assert!(twice.add(&INVERSE, ConstraintRow::of(2, [0.0, 0.0, 1.0])));
        // The memory is used up.
        assert!(!twice.add(&INVERSE, ConstraintRow::of(2, [1.0, 0.0, 0.0])));
        let relative = ConstraintRow::relative(point(1, 0.5, 0.2), point(0, 0.1, 0.9)).into();
        let found: Matrix3<f64> = twice.mobility(&INVERSE, &relative);
        assert!((found - held(&rows).mobility(&INVERSE, &relative)).amax() < 1e-13);
        twice.clear();
        assert!(twice.add(&INVERSE, rows[0]));
    }

    #[test]
    fn a_mobility_is_the_projected_response_to_unit_impulses() {
        let rows = pins();
        let mut held = held(&rows);
        let relative = ConstraintRow::relative(point(1, 0.5, 0.2), point(0, 0.1, 0.9));
        let found: Matrix3<f64> = held.mobility(&INVERSE, &relative.into());
        let column = |row: ConstraintRow| {
            let mut velocities = [0.0; 9];
            row.push(&INVERSE, &mut velocities, 1.0);
            held.project(&INVERSE, &mut velocities);
            Vector3::from(relative.map(|row| row.rate(&velocities)))
        };
        let pushed = Matrix3::from_columns(&relative.map(column));
        assert!((found - pushed).amax() < 1e-13, "{found} {pushed}");
        assert!(found == found.transpose() && found.symmetric_eigenvalues().min() > -1e-13);
        // An impulse along a constrained direction changes no velocity.
        let [along, across, _, _] = rows;
        let stopped = held.mobility(&INVERSE, &Vector2::new(along, across));
        assert!(stopped.amax() < 1e-14);
    }
}
