//! Film of finite width: Reynolds' equation solved at set-up, and a table of its potential.

use super::polar;
use super::reynolds::Gap;
use super::short::{short, short_peak};
use crate::base::Real;
use std::array;
use std::f64::consts::PI;
use std::sync::{Arc, Mutex, PoisonError};

/// Nodes along each side of the table.
const NODES: usize = 49;
/// Coefficients along each side: one more at either end.
const COEFFICIENTS: usize = NODES + 2;
/// End of the table over that of the thinnest film.
const BEYOND: f64 = 1.01;
/// Sweeps of the spline's solver: its coefficients converge to rounding.
const SWEEPS: u32 = 40;
/// Number of tables that are kept for further instances.
const KEPT: usize = 8;

/// A film of finite width, its potential over that of the short bearing in a table.
///
/// With Φ = ½ S·u and r = Φ/Φ_short over s = −ln(1 − ε) and the stretched angle α′ = atan2(√(1−ε²)|u_t|,
/// u_n), S is exactly the gradient of r Φ_short in u: damping is symmetric and, as r > 0, the film never
/// creates energy. ln r is a cubic spline in both directions, whose second derivatives are accurate enough
/// for Φ to be convex, too, up to the thinnest film.
///
/// Source: own method; see the set-up in `reynolds.rs`. Against the two-dimensional equation |S| is
/// within 0.6 % up to ε = 0.8 and 2.1 % up to 0.98 for b ¼ to 1.
#[derive(Debug, PartialEq)]
pub struct Finite {
    width: f64,
    /// Thinnest film of the table over the clearance.
    thinnest: f64,
    /// Nodes per unit of s.
    density: f64,
    /// ln r, by s and α′.
    ratio: Spline,
    /// ln of the largest pressure over that of the short bearing, by s and α′.
    peak: Spline,
}

/// Coefficients of a cubic spline in both directions.
type Spline = Box<[[f64; COEFFICIENTS]; COEFFICIENTS]>;

/// The tables computed so far: instances of one bearing share theirs.
static TABLES: Mutex<Vec<Arc<Finite>>> = Mutex::new(Vec::new());

impl Finite {
    /// Returns the table for b = `width` down to films of `thinnest` clearances: a shared one, or a new
    /// one, which costs a tenth of a second.
    pub fn shared(width: f64, thinnest: f64) -> Arc<Self> {
        let same = |table: &&Arc<Self>| table.width == width && table.thinnest == thinnest;
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(same) {
            return table.clone();
        }
        let table = Arc::new(Self::new(width, thinnest));
        if tables.len() == KEPT {
            tables.remove(0);
        }
        tables.push(table.clone());
        table
    }

    /// Computes the table.
    pub fn new(width: f64, thinnest: f64) -> Self {
        let furthest = (BEYOND / thinnest).ln();
        let density = (NODES - 1) as f64 / furthest;
        let mut ratio = Box::new([[0.0; NODES]; NODES]);
        let mut peak = Box::new([[0.0; NODES]; NODES]);
        for (node, (ratio, peak)) in ratio.iter_mut().zip(peak.iter_mut()).enumerate() {
            let eccentricity = 1.0 - (-(node as f64) / density).exp();
            let squash = (1.0 - eccentricity * eccentricity).sqrt();
            let gap = Gap::new(eccentricity);
            let mut guess = gap.guess([1.0, 0.0]);
            for (turn, (ratio, peak)) in ratio.iter_mut().zip(peak.iter_mut()).enumerate() {
                let (sin, cos) = (PI * turn as f64 / (NODES - 1) as f64).sin_cos();
                let sin = if turn == NODES - 1 { 0.0 } else { sin };
                let length = (sin / squash).hypot(cos);
                let u = [cos / length, sin / squash / length];
                let film = gap.solve(u, width, &mut guess);
                let (by_width, by_none) = (film.load, short(eccentricity, u, width));
                let work = |load: [f64; 2]| load[0] * u[0] + load[1] * u[1];
                *ratio = (work(by_width) / work(by_none)).ln();
                *peak = (film.peak / short_peak(eccentricity, u, width)).ln();
            }
        }
        let [ratio, peak] = [ratio, peak].map(|table| spline(&table));
        Self { width, thinnest, density, ratio, peak }
    }

    /// `S` at ε in 0..1 and u \[1/s\] along n and t.
    #[inline]
    pub fn load<T: Real>(&self, eccentricity: T, [closing, sideways]: [T; 2]) -> [T; 2] {
        let e = eccentricity;
        let [n, t] = short(e, [closing, sideways], self.width);
        let squash = (-e * e + 1.0).sqrt();
        let slide = if sideways.re() < 0.0 { -sideways } else { sideways };
        let side = squash * slide;
        let stretched = polar(side, closing);
        let [ratio, slope] = self.interpolate(&self.ratio, e, stretched);
        let square = closing * closing + side * side;
        if square.re() <= f64::MIN_POSITIVE {
            return [n * ratio, t * ratio];
        }
        let potential = (n * closing + t * sideways) * 0.5;
        let turning = potential * slope * squash / square;
        let back = if sideways.re() < 0.0 { -closing } else { closing };
        [n * ratio - turning * slide, t * ratio + turning * back]
    }

    /// Largest P \[1/s\].
    pub fn peak(&self, eccentricity: f64, u: [f64; 2]) -> f64 {
        let squash = (1.0 - eccentricity * eccentricity).sqrt();
        let stretched = (squash * u[1].abs()).atan2(u[0]);
        let [ratio, _] = self.interpolate(&self.peak, eccentricity, stretched);
        ratio * short_peak(eccentricity, u, self.width)
    }

    /// The value whose logarithm is in the table, and its derivative by α′.
    #[inline]
    fn interpolate<T: Real>(&self, table: &Spline, e: T, stretched: T) -> [T; 2] {
        let (row, place) = cell(-(-e + 1.0).ln() * self.density);
        let per_angle = (NODES - 1) as f64 / PI;
        let (column, turn) = cell(stretched * per_angle);
        let (by_place, _) = weights(place);
        let (by_turn, turning) = weights(turn);
        let mut sums = [T::from(0.0); 2];
        for index in 0..4 {
            let at = |k: usize| by_place[k] * table[row + k][column + index];
            let value = at(0) + at(1) + at(2) + at(3);
            sums[0] += by_turn[index] * value;
            sums[1] += turning[index] * value;
        }
        let value = sums[0].exp();
        [value, value * sums[1] * per_angle]
    }
}

/// The spline through a table.
fn spline(table: &[[f64; NODES]; NODES]) -> Spline {
    let rows = table.map(|row| through(&row, Ends::Even));
    let mut spline = Box::new([[0.0; COEFFICIENTS]; COEFFICIENTS]);
    for column in 0..COEFFICIENTS {
        let along = through(&rows.map(|row| row[column]), Ends::Parabola);
        spline.iter_mut().zip(along).for_each(|(row, value)| row[column] = value);
    }
    spline
}

/// End conditions of a spline.
#[derive(Clone, Copy)]
enum Ends {
    Even,
    Parabola,
}

/// Coefficients of the cubic spline through `values`, by Gauss and Seidel's method: each sweep reduces the
/// error to a quarter.
fn through(values: &[f64; NODES], ends: Ends) -> [f64; COEFFICIENTS] {
    const LAST: usize = COEFFICIENTS - 1;
    let mut c = [0.0; COEFFICIENTS];
    c[1..LAST].copy_from_slice(values);
    for _ in 0..SWEEPS {
        (c[0], c[LAST]) = match ends {
            Ends::Even => (c[2], c[LAST - 2]),
            Ends::Parabola => {
                let beyond = |a: f64, b: f64, c: f64| 3.0 * (a - b) + c;
                (beyond(c[1], c[2], c[3]), beyond(c[LAST - 1], c[LAST - 2], c[LAST - 3]))
            }
        };
        for node in 1..LAST {
            c[node] = 1.5 * values[node - 1] - 0.25 * (c[node - 1] + c[node + 1]);
        }
    }
    c
}

/// The interval between nodes that contains `place`, and the position inside it.
#[inline]
fn cell<T: Real>(place: T) -> (usize, T) {
    let index = (place.re().max(0.0) as usize).min(NODES - 2);
    (index, place - index as f64)
}

/// Weights of a cubic spline's coefficients around the interval 0..1, and their slopes.
#[inline]
fn weights<T: Real>(x: T) -> ([T; 4], [T; 4]) {
    const CUBICS: [[f64; 4]; 4] = [
        [1.0 / 6.0, -0.5, 0.5, -1.0 / 6.0],
        [4.0 / 6.0, 0.0, -1.0, 0.5],
        [1.0 / 6.0, 0.5, 0.5, -0.5],
        [0.0, 0.0, 0.0, 1.0 / 6.0],
    ];
    let value = |[a, b, c, d]: [f64; 4]| ((x * d + c) * x + b) * x + a;
    let slope = |[_, b, c, d]: [f64; 4]| (x * (3.0 * d) + 2.0 * c) * x + b;
    (array::from_fn(|k| value(CUBICS[k])), array::from_fn(|k| slope(CUBICS[k])))
}
