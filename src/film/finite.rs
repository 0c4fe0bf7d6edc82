//! Film of finite width: Reynolds' equation solved at set-up, and a table of its potential.

use super::polar;
use super::reynolds::Gap;
use super::short::{short, short_peak};
use crate::Real;
use std::array;
use std::f64::consts::PI;
use std::sync::{Arc, Mutex, PoisonError};

/// Nodes along each side of the table.
const NODES: usize = 49;
/// The table reaches so far beyond the thinnest film.
const BEYOND: f64 = 1.01;
/// So many tables are kept for whoever asks again.
const KEPT: usize = 8;

/// A film of finite width, its potential over that of the short bearing in a table.
///
/// With Φ = ½ S·u and r = Φ/Φ_short over s = −ln(1 − ε) and the stretched angle
/// α′ = atan2(√(1−ε²)|u_t|, u_n), S is exactly the gradient of r Φ_short in u: damping is symmetric and
/// the film never gives power.
///
/// Source: own method; see the set-up in `reynolds.rs`. Against the two-dimensional equation |S| is
/// within 1 % up to ε = 0.8 and 2.4 % up to 0.98 for b ¼ to 1.
#[derive(Debug, PartialEq)]
pub struct Finite {
    width: f64,
    /// Thinnest film over the clearance that the table is for.
    thinnest: f64,
    /// Nodes a unit of s.
    density: f64,
    /// r, by s and α′.
    ratio: Box<[[f64; NODES]; NODES]>,
    /// Largest pressure over that of the short bearing.
    peak: Box<[[f64; NODES]; NODES]>,
}

/// The tables made so far: instances of one bearing share theirs.
static TABLES: Mutex<Vec<Arc<Finite>>> = Mutex::new(Vec::new());

impl Finite {
    /// The table for b = `width` down to films of `thinnest` clearances: one made before, or a new one,
    /// which takes hundredths of a second.
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

    /// The table, computed.
    pub fn new(width: f64, thinnest: f64) -> Self {
        let furthest = (BEYOND / thinnest).ln();
        let density = (NODES - 1) as f64 / furthest;
        let mut ratio = Box::new([[0.0; NODES]; NODES]);
        let mut peak = Box::new([[0.0; NODES]; NODES]);
        for (node, (ratio, peak)) in ratio.iter_mut().zip(peak.iter_mut()).enumerate() {
            let eccentricity = 1.0 - (-(node as f64) / density).exp();
            let squash = (1.0 - eccentricity * eccentricity).sqrt();
            let gap = Gap::new(eccentricity);
            let mut active = gap.closing([1.0, 0.0]);
            for (turn, (ratio, peak)) in ratio.iter_mut().zip(peak.iter_mut()).enumerate() {
                let (sin, cos) = (PI * turn as f64 / (NODES - 1) as f64).sin_cos();
                let sin = if turn == NODES - 1 { 0.0 } else { sin };
                let length = (sin / squash).hypot(cos);
                let u = [cos / length, sin / squash / length];
                let film = gap.solve(u, width, &mut active);
                let (by_width, by_none) = (film.load, short(eccentricity, u, width));
                let work = |load: [f64; 2]| load[0] * u[0] + load[1] * u[1];
                *ratio = work(by_width) / work(by_none);
                *peak = film.peak / short_peak(eccentricity, u, width);
            }
        }
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
        let turned = polar(side, closing);
        let [ratio, slope] = self.interpolate(&self.ratio, e, turned);
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
        let turned = (squash * u[1].abs()).atan2(u[0]);
        let [ratio, _] = self.interpolate(&self.peak, eccentricity, turned);
        ratio * short_peak(eccentricity, u, self.width)
    }

    /// The table's value and its slope in α′, by Catmull and Rom's cubics; even about α′ = 0 and π.
    #[inline]
    fn interpolate<T: Real>(&self, table: &[[f64; NODES]; NODES], e: T, turned: T) -> [T; 2] {
        const LAST: usize = NODES - 1;
        let (row, place) = cell(-(-e + 1.0).ln() * self.density);
        let per_angle = LAST as f64 / PI;
        let (column, turn) = cell(turned * per_angle);
        let mirrored = |at: usize| if at == 0 { 1 } else { at - 1 };
        let columns = [mirrored(column), column, column + 1, LAST - LAST.abs_diff(column + 2)];
        let (by_place, _) = weights(place);
        let (by_turn, turning) = weights(turn);
        // Beyond the ends of s the table goes on as a parabola.
        let line = |column: usize| -> [f64; 4] {
            let at = |row: usize| table[row][column];
            let parabola = |a: f64, b: f64, c: f64| 3.0 * (a - b) + c;
            let (here, next) = (at(row), at(row + 1));
            let last = if row > 0 { at(row - 1) } else { parabola(here, next, at(row + 2)) };
            let then = if row + 2 < NODES { at(row + 2) } else { parabola(next, here, last) };
            [last, here, next, then]
        };
        let mut sums = [T::from(0.0); 2];
        for (index, column) in columns.into_iter().enumerate() {
            let line = line(column);
            let value = (0..4).fold(T::from(0.0), |sum, k| sum + by_place[k] * line[k]);
            sums[0] += by_turn[index] * value;
            sums[1] += turning[index] * value;
        }
        [sums[0], sums[1] * per_angle]
    }
}

/// The interval between nodes that holds `place`, and how far into it.
#[inline]
fn cell<T: Real>(place: T) -> (usize, T) {
    let index = (place.re().max(0.0) as usize).min(NODES - 2);
    (index, place - index as f64)
}

/// Catmull and Rom's weights of four nodes, the second at `x` = 0 and the third at 1, and their slopes.
#[inline]
fn weights<T: Real>(x: T) -> ([T; 4], [T; 4]) {
    const CUBICS: [[f64; 4]; 4] = [
        [0.0, -0.5, 1.0, -0.5],
        [1.0, 0.0, -2.5, 1.5],
        [0.0, 0.5, 2.0, -1.5],
        [0.0, 0.0, -0.5, 0.5],
    ];
    let value = |[a, b, c, d]: [f64; 4]| ((x * d + c) * x + b) * x + a;
    let slope = |[_, b, c, d]: [f64; 4]| (x * (3.0 * d) + 2.0 * c) * x + b;
    (array::from_fn(|k| value(CUBICS[k])), array::from_fn(|k| slope(CUBICS[k])))
}
