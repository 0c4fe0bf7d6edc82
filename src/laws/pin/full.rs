//! The bending line by all the beam's unknowns, both planes interleaved in one band matrix.

use super::band::Band;
use super::beam::{Beam, Station, element_forces};
use super::contact::Slices;
use super::reduction::Reduction;
use nalgebra::Matrix4;

/// Columns of the band: two nodes of four unknowns.
const WIDTH: usize = 8;

/// Both bending planes: per node w_x, lθ_x, w_y, lθ_y, so that a station couples eight neighbours.
#[derive(Debug, Clone)]
pub struct Full {
    unknowns: usize,
    element_stiffness: f64,
    held: Vec<usize>,
    stations: Vec<Station>,
    stiffness: Band<WIDTH>,
    factors: Band<WIDTH>,
    coupling: [Vec<f64>; 4],
}

impl Full {
    /// Memory and matrices for `beam`, with contact at `stations`.
    pub fn new(beam: &Beam, stations: &[Station]) -> Self {
        let unknowns = 2 * beam.unknowns();
        let mut stiffness = Band::<WIDTH>::zeros(unknowns);
        let mut plane = beam.stiffness();
        for (j, column) in plane.columns_mut()[..beam.unknowns()].iter().enumerate() {
            for (r, &value) in column.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                for shift in [0, 2] {
                    stiffness.add(woven(j + r) + shift, woven(j) + shift, value);
                }
            }
        }
        let held = (0..beam.unknowns()).filter(|&i| beam.holds(i));
        Self {
            unknowns,
            element_stiffness: beam.element_stiffness(),
            held: held.flat_map(|i| [woven(i), woven(i) + 2]).collect(),
            stations: stations.to_vec(),
            factors: stiffness.clone(),
            stiffness,
            coupling: std::array::from_fn(|_| vec![0.0; Band::<WIDTH>::padded(unknowns)]),
        }
    }
}

/// Index of unknown `i` of the x plane among those of both; y comes two later.
const fn woven(i: usize) -> usize {
    4 * (i / 2) + i % 2
}

/// Indices of an element's w, lθ, w, lθ in x, counted from its first node's w_x.
const PLACES: [usize; 4] = [0, 1, 4, 5];

impl Reduction for Full {
    fn boxed(&self) -> Box<dyn Reduction> {
        Box::new(self.clone())
    }

    fn unknowns(&self) -> usize {
        Band::<WIDTH>::padded(self.unknowns)
    }

    #[inline]
    fn deflect(&self, unknowns: &[f64], x: &mut [f64], y: &mut [f64]) {
        for ((station, x), y) in self.stations.iter().zip(x).zip(y) {
            let element = &unknowns[4 * station.element..][..WIDTH];
            (*x, *y) = (0.0, 0.0);
            for (shape, place) in station.shape.iter().zip(PLACES) {
                *x += shape * element[place];
                *y += shape * element[place + 2];
            }
        }
    }

    #[inline]
    fn residual(&self, unknowns: &[f64], [force_x, force_y]: [&[f64]; 2], out: &mut [f64]) {
        out.fill(0.0);
        for first in (0..self.unknowns - 4).step_by(4) {
            let element = &unknowns[first..first + WIDTH];
            let out = &mut out[first..first + WIDTH];
            for plane in [0, 2] {
                let places = PLACES.map(|place| place + plane);
                let forces =
                    element_forces(self.element_stiffness, places.map(|place| element[place]));
                for (place, force) in places.into_iter().zip(forces) {
                    out[place] += force;
                }
            }
        }
        for &held in &self.held {
            out[held] = 0.0;
        }
        for (k, station) in self.stations.iter().enumerate() {
            let out = &mut out[4 * station.element..][..WIDTH];
            for (shape, place) in station.shape.iter().zip(PLACES) {
                out[place] -= shape * force_x[k];
                out[place + 2] -= shape * force_y[k];
            }
        }
    }

    #[inline]
    fn factor(&mut self, slices: &Slices) {
        self.factors.copy_from(&self.stiffness);
        let columns = self.factors.columns_mut();
        for (k, station) in self.stations.iter().enumerate() {
            if slices.penetration[k] <= 0.0 {
                continue;
            }
            let columns = &mut columns[4 * station.element..][..WIDTH];
            let (xx, xy) = (slices.tangent_xx[k], slices.tangent_xy[k]);
            let yy = slices.tangent_yy[k];
            for (a, (shape, row)) in station.shape.iter().zip(PLACES).enumerate() {
                for (b, (other, column)) in station.shape.iter().zip(PLACES).enumerate() {
                    let both = shape * other;
                    if b <= a {
                        columns[column][row - column] += xx * both;
                        columns[column + 2][row - column] += yy * both;
                    }
                    // The y rows lie two further down: below every x column of their own node.
                    if row + 2 >= column {
                        columns[column][row + 2 - column] += xy * both;
                    } else {
                        columns[row + 2][column - row - 2] += xy * both;
                    }
                }
            }
        }
        self.factors.factor();
    }

    #[inline]
    fn solve(&self, x: &mut [f64]) {
        self.factors.solve(x);
    }

    fn eliminate(&mut self, slices: &Slices) -> Matrix4<f64> {
        for (index, column) in self.coupling.iter_mut().enumerate() {
            column.fill(0.0);
            for (k, station) in self.stations.iter().enumerate() {
                let arm = if index < 2 { 1.0 } else { station.position };
                let (x, y) = match index % 2 {
                    0 => (slices.tangent_xx[k], slices.tangent_xy[k]),
                    _ => (slices.tangent_xy[k], slices.tangent_yy[k]),
                };
                let column = &mut column[4 * station.element..][..WIDTH];
                for (shape, place) in station.shape.iter().zip(PLACES) {
                    column[place] += shape * arm * x;
                    column[place + 2] += shape * arm * y;
                }
            }
            self.factors.forward(column);
        }
        let mut condensed = Matrix4::zeros();
        for i in 0..self.unknowns {
            let row = self.coupling.each_ref().map(|column| column[i]);
            let inverse = self.factors.inverse_pivot(i);
            for a in 0..4 {
                for b in 0..=a {
                    condensed[(a, b)] += row[a] * row[b] * inverse;
                }
            }
        }
        condensed
    }
}
