//! The bending line as a sum of the few modes with the largest response to contact forces.

use super::beam::{Beam, Station, deflection};
use super::contact::Slices;
use super::reduction::Reduction;
use nalgebra::{DMatrix, Matrix4, SymmetricEigen};

/// The shapes φ with the largest μ of `BᵀWB φ = μ K φ`, scaled to φᵀKφ = 1.
///
/// They are the most compliant under forces distributed over the stations, so they are sorted by
/// importance; as many as there are stations give the beam itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Modes {
    /// μ, falling \[m²/N\].
    pub compliance: Vec<f64>,
    /// Bφ, deflection of each station \[m/√J\], mode after mode.
    pub shapes: Vec<Vec<f64>>,
}

impl Modes {
    /// The first `count` modes of `beam` for `stations`, at most one per station.
    pub fn new(beam: &Beam, stations: &[Station], count: usize) -> Self {
        let n = stations.len();
        let mut flexibility = DMatrix::zeros(n, n);
        for (j, loaded) in stations.iter().enumerate() {
            let bent = beam.bend([(*loaded, loaded.weight.sqrt())]);
            for (i, seen) in stations.iter().enumerate() {
                flexibility[(i, j)] = deflection(&bent, seen) * seen.weight.sqrt();
            }
        }
        // √W B K⁻¹ Bᵀ √W z = μ z has the same μ, and Bφ = √μ z/√ω.
        let eigen = SymmetricEigen::new((&flexibility + flexibility.transpose()) * 0.5);
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| eigen.eigenvalues[j].total_cmp(&eigen.eigenvalues[i]));
        order.truncate(count);
        let compliance: Vec<f64> = order.iter().map(|&i| eigen.eigenvalues[i].max(0.0)).collect();
        let shapes = order.iter().zip(&compliance).map(|(&i, mu)| {
            let vector = eigen.eigenvectors.column(i);
            // The sign of an eigenvector is arbitrary; fixing it makes results reproducible.
            let sign = vector[0].signum();
            vector.iter().zip(stations).map(|(z, s)| sign * z * (mu / s.weight).sqrt()).collect()
        });
        Self { shapes: shapes.collect(), compliance }
    }
}

/// The bending line in both planes as `modes` of [`Modes`]; unknowns are all x, then all y.
#[derive(Debug, Clone)]
pub struct Modal {
    modes: usize,
    stations: usize,
    /// Bφ_i, then s Bφ_i: `modes` rows each.
    shapes: Vec<f64>,
    /// Products of Bφ_i and Bφ_j, j ≤ i.
    products: Vec<f64>,
    matrix: Vec<f64>,
    coupling: Vec<[f64; 4]>,
}

impl Modal {
    /// Memory and shapes for the first `count` modes per plane.
    pub fn new(beam: &Beam, stations: &[Station], count: usize) -> Self {
        let shapes = Modes::new(beam, stations, count).shapes;
        let modes = shapes.len();
        let armed = shapes.iter().flat_map(|shape| {
            shape.iter().zip(stations).map(|(value, station)| value * station.position)
        });
        let products = (0..modes)
            .flat_map(|i| (0..=i).map(move |j| (i, j)))
            .flat_map(|(i, j)| shapes[i].iter().zip(&shapes[j]).map(|(a, b)| a * b));
        Self {
            modes,
            stations: stations.len(),
            products: products.collect(),
            matrix: vec![0.0; 4 * modes * modes],
            coupling: vec![[0.0; 4]; 2 * modes],
            shapes: shapes.iter().flatten().copied().chain(armed).collect(),
        }
    }

    /// `L D Lᵀ` of the matrix in place; the diagonal stores `D⁻¹`.
    fn decompose(&mut self) {
        let size = 2 * self.modes;
        for row in 0..size {
            let (above, rest) = self.matrix.split_at_mut(row * size);
            let current = &mut rest[..=row];
            for column in 0..row {
                let other = &above[column * size..column * size + column];
                let sum: f64 = current.iter().zip(other).map(|(a, b)| a * b).sum();
                current[column] -= sum;
            }
            let mut pivot = current[row];
            for column in 0..row {
                let scaled = current[column] * above[column * size + column];
                pivot -= scaled * current[column];
                current[column] = scaled;
            }
            current[row] = 1.0 / pivot;
        }
    }
}

impl Reduction for Modal {
    fn boxed(&self) -> Box<dyn Reduction> {
        Box::new(self.clone())
    }

    fn unknowns(&self) -> usize {
        2 * self.modes
    }

    #[inline]
    fn deflect(&self, unknowns: &[f64], x: &mut [f64], y: &mut [f64]) {
        x.fill(0.0);
        y.fill(0.0);
        let (qx, qy) = unknowns.split_at(self.modes);
        let rows = self.shapes.chunks_exact(self.stations);
        for ((shape, &qx), &qy) in rows.zip(qx).zip(qy) {
            for ((x, y), value) in x.iter_mut().zip(y.iter_mut()).zip(shape) {
                *x += qx * value;
                *y += qy * value;
            }
        }
    }

    #[inline]
    fn residual(&self, unknowns: &[f64], forces: [&[f64]; 2], out: &mut [f64]) {
        let rows = self.shapes.chunks_exact(self.stations);
        for (i, shape) in rows.take(self.modes).enumerate() {
            let [x, y] = dots(shape, forces);
            out[i] = unknowns[i] - x;
            out[self.modes + i] = unknowns[self.modes + i] - y;
        }
    }

    #[inline]
    fn factor(&mut self, slices: &Slices) {
        let (m, size) = (self.modes, 2 * self.modes);
        let mut rows = self.products.chunks_exact(self.stations);
        let tangents: [&[f64]; 3] = [&slices.tangent_xx, &slices.tangent_xy, &slices.tangent_yy];
        for i in 0..m {
            for j in 0..=i {
                let [xx, xy, yy] = dots(rows.next().unwrap_or_default(), tangents);
                // K is the identity in these unknowns.
                let one = if i == j { 1.0 } else { 0.0 };
                self.matrix[i * size + j] = xx + one;
                self.matrix[(m + i) * size + j] = xy;
                self.matrix[(m + j) * size + i] = xy;
                self.matrix[(m + i) * size + m + j] = yy + one;
            }
        }
        self.decompose();
    }

    #[inline]
    fn solve(&self, x: &mut [f64]) {
        let size = 2 * self.modes;
        let rows = || self.matrix.chunks_exact(size).enumerate();
        for (i, row) in rows() {
            let sum: f64 = row[..i].iter().zip(x.iter()).map(|(a, b)| a * b).sum();
            x[i] -= sum;
        }
        for (i, row) in rows() {
            x[i] *= row[i];
        }
        for (i, row) in rows().rev() {
            let value = x[i];
            for (other, factor) in x[..i].iter_mut().zip(row) {
                *other -= factor * value;
            }
        }
    }

    fn eliminate(&mut self, slices: &Slices) -> Matrix4<f64> {
        let (m, size) = (self.modes, 2 * self.modes);
        let tangents: [&[f64]; 3] = [&slices.tangent_xx, &slices.tangent_xy, &slices.tangent_yy];
        for (i, row) in self.shapes.chunks_exact(self.stations).enumerate() {
            let [xx, xy, yy] = dots(row, tangents);
            // Columns u_x, u_y come from the plain shapes, t_x, t_y from those times s.
            let (mode, first) = (i % m, 2 * (i / m));
            self.coupling[mode][first..first + 2].copy_from_slice(&[xx, xy]);
            self.coupling[m + mode][first..first + 2].copy_from_slice(&[xy, yy]);
        }
        let mut condensed = Matrix4::zeros();
        for i in 0..size {
            let row = &self.matrix[i * size..=i * size + i];
            let (before, rest) = self.coupling.split_at_mut(i);
            for (factor, above) in row.iter().zip(before.iter()) {
                for (value, other) in rest[0].iter_mut().zip(above) {
                    *value -= factor * other;
                }
            }
            for a in 0..4 {
                for b in 0..=a {
                    condensed[(a, b)] += rest[0][a] * rest[0][b] * row[i];
                }
            }
        }
        condensed
    }
}

/// Sums of `row · other` for each of the others.
#[inline]
fn dots<const N: usize>(row: &[f64], others: [&[f64]; N]) -> [f64; N] {
    const LANES: usize = 4;
    let whole = row.len() - row.len() % LANES;
    let mut lanes = [[0.0; LANES]; N];
    for start in (0..whole).step_by(LANES) {
        let row = &row[start..start + LANES];
        for (sums, other) in lanes.iter_mut().zip(others) {
            let other = &other[start..start + LANES];
            for lane in 0..LANES {
                sums[lane] += row[lane] * other[lane];
            }
        }
    }
    let mut sums = lanes.map(|lane| (lane[0] + lane[1]) + (lane[2] + lane[3]));
    for k in whole..row.len() {
        for (sum, other) in sums.iter_mut().zip(others) {
            *sum += row[k] * other[k];
        }
    }
    sums
}
