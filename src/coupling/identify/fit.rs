//! Regression of delay, update rule and mobility on a window of probed points.

use super::householder::{LOADS, Table};
use super::probe::Response;
use super::window::{LAGS, MOST, Window};
use crate::coupling::predicted::Delay;
use nalgebra::{SMatrix, SVector};

/// Degrees of the polynomial that represents all other loads, for few points and for more.
const DEGREES: [[usize; 4]; 2] = [[3, 4, 5, 6], [3, 5, 7, 9]];
/// Largest number of points that counts as few.
const FEW: usize = 30;
/// Least number of points beyond that of unknowns.
const SPARE: usize = 4;
/// A polynomial of higher degree is chosen only if it reduces the noise to less than this part \[1\].
const WORTH: f64 = 0.7;
/// Tolerance of a decided delay, and of its standard deviation \[steps\].
const SURE_DELAY: [f64; 2] = [0.1, 0.1 / 3.0];
/// Tolerance of a decided update rule, and of three of its standard deviations.
const SURE_RULE: f64 = 0.3;
/// Relative rounding error of velocities and places.
const ROUNDING: f64 = 1e-16;

/// A fit with unknown delay of the loads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sketch<const D: usize> {
    /// Degree of the polynomial.
    degree: usize,
    /// Parts of the response that come at once, one step late, and two steps late.
    shares: [f64; LAGS],
    /// Standard deviation of their mean delay \[steps\].
    delay_deviation: f64,
    /// The response, from which probes get their amplitudes.
    pub response: Response<D>,
}

/// A fit with known delay: the mobility, in the units of an identifier, and the update rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fit<const D: usize> {
    /// Ŵ, not symmetrised \[1/kg\].
    pub mobility: SMatrix<f64, D, D>,
    /// Its rate \[1/(kg s)\].
    pub slope: SMatrix<f64, D, D>,
    /// Standard deviations of the mobility.
    pub deviation: SMatrix<f64, D, D>,
    /// Standard deviation of the velocities along each direction \[m/s\].
    pub noise: SVector<f64, D>,
    /// Residual over the part that the loads explain \[1\].
    pub residual: f64,
    /// κ: 0 exact, 1 semi-implicit, -1 explicit.
    pub rule: f64,
    /// Its standard deviation.
    pub rule_deviation: f64,
    /// Noise on places \[m\].
    pub place_noise: f64,
}

/// Returns the points' arguments of Legendre's polynomials, -1 for the first and 1 for the last, and their time \[s\].
fn places<const D: usize>(window: &Window<D>, points: usize) -> ([f64; MOST], f64) {
    let (mut places, mut span) = ([0.0; MOST], 0.0);
    window.follow(points, |index, _, time, _| {
        span = time;
        if let Some(index) = index {
            places[index] = time;
        }
    });
    places.iter_mut().for_each(|place| *place = 2.0 * *place / span - 1.0);
    (places, span)
}

/// Returns the largest speed in the window.
fn fastest<const D: usize>(window: &Window<D>) -> f64 {
    window.rows().iter().map(|row| row.velocity.amax()).fold(0.0, f64::max)
}

impl<const D: usize> Sketch<D> {
    /// Fits the last `points` points, if they are enough; `table` is a buffer.
    pub(super) fn new(window: &Window<D>, points: usize, table: &mut Table) -> Option<Self> {
        let loads = LAGS * D;
        let degrees = DEGREES[usize::from(window.usable(points) > FEW)];
        let rows = window.usable(points);
        let pushed = window.pushed(points).iter().filter(|pushed| **pushed).count();
        let enough = |degree: usize| rows >= degree + 1 + LAGS * pushed + SPARE;
        let most = *degrees.iter().rfind(|degree| enough(**degree))?;
        let (lowest, first_load) = (degrees[0], degrees[0] + 1);
        table.rows = rows;
        let (places, _) = places(window, points);
        for degree in 0..=most {
            let behind = if degree > lowest { loads } else { 0 };
            table.legendre(degree + behind, degree, &places);
        }
        window.follow(points, |index, row, _, impulses| {
            let Some(index) = index else { return };
            for (lag, impulse) in impulses.iter().enumerate() {
                table.set(first_load + D * lag, index, impulse.as_slice());
            }
            table.set_side(0, index, row.velocity.as_slice());
        });
        table.reduce(most + 1 + loads, D);
        let table = &*table;
        let triangle = &table.triangle;
        let left = |degree: usize| {
            let rank = triangle.rank(degree + 1 + loads);
            let left = SVector::<f64, D>::from_fn(|side, _| table.left(side, rank));
            (rank, left / (rows - rank) as f64)
        };
        let (mut degree, mut best) = (lowest, left(lowest));
        for higher in degrees.into_iter().filter(|degree| *degree > lowest && *degree <= most) {
            let trial = left(higher);
            if trial.1.sum() < WORTH * WORTH * best.1.sum() {
                (degree, best) = (higher, trial);
            }
        }
        let (rank, left) = best;
        let least = ROUNDING * fastest(window);
        let variances = left.map(|variance| variance.max(least * least));
        let column = |lag: usize, direction: usize| first_load + D * lag + direction;
        let part = |lag: usize| {
            SMatrix::<f64, D, D>::from_fn(|side, direction| {
                triangle.unknown(column(lag, direction), rank, table.side(side))
            })
        };
        let parts = [part(0), part(1), part(2)];
        let whole = parts[0] + parts[1] + parts[2];
        let square = whole.norm_squared();
        let shares = parts.map(|part| if square > 0.0 { part.dot(&whole) / square } else { 0.0 });
        let mean = shares[1] + 2.0 * shares[2];
        let (mut delay_variance, mut deviation) = (0.0_f64, SVector::zeros());
        for side in 0..D {
            let mut sum = [(0, 0.0); LOADS];
            for (index, entry) in sum.iter_mut().enumerate().take(loads) {
                let (lag, direction) = (index / D, index % D);
                let weight = (lag as f64 - mean) * whole[(side, direction)] / square;
                // A direction without response carries no information on the delay.
                let known =
                    triangle.rank(first_load + index + 1) > triangle.rank(first_load + index);
                *entry = (first_load + index, if known { weight } else { 0.0 });
            }
            delay_variance += variances[side] * triangle.variance(rank, &sum[..loads]);
        }
        for direction in 0..D {
            let sum = [0, 1, 2].map(|lag| (column(lag, direction), 1.0));
            deviation[direction] = (variances.sum() * triangle.variance(rank, &sum)).sqrt();
        }
        let size = SVector::from_fn(|direction, _| whole.column(direction).norm());
        let noise = ((variances.sum() / D as f64).sqrt(), 0.0);
        let response = Response { size, deviation, noise };
        Some(Self { degree, shares, delay_deviation: delay_variance.sqrt(), response })
    }

    /// Returns the mean delay \[steps\].
    pub(super) fn delay(&self) -> f64 {
        self.shares[1] + 2.0 * self.shares[2]
    }

    /// Returns `None` while the delay is uncertain, `Some(Some(delay))` for a supported delay, and
    /// `Some(None)` for any other one.
    pub(super) fn decided(&self) -> Option<Option<Delay>> {
        let [near, sure] = SURE_DELAY;
        if self.delay_deviation.is_nan() || self.delay_deviation >= sure {
            return None;
        }
        let known = [Delay::Without, Delay::Half, Delay::One].into_iter().find(|delay| {
            let late = delay.steps();
            let targets = [1.0 - late, late, 0.0];
            self.shares.iter().zip(targets).all(|(share, target)| (share - target).abs() < near)
        });
        Some(known)
    }
}

impl<const D: usize> Fit<D> {
    /// Fits the last `points` points with a known delay; `table` is a buffer.
    pub(super) fn new(
        window: &Window<D>,
        points: usize,
        (sketch, delay): (&Sketch<D>, Delay),
        table: &mut Table,
    ) -> Self {
        let late = delay.steps();
        let first_load = sketch.degree + 1;
        let first_slope = first_load + D;
        table.rows = window.usable(points);
        let (places, span) = places(window, points);
        for degree in 0..=sketch.degree {
            table.legendre(degree, degree, &places);
        }
        let [mut before, mut ramp] = [SVector::zeros(); 2];
        let [mut travel, mut gained] = [SVector::zeros(); 2];
        let mut last = None;
        window.follow(points, |index, row, time, impulses| {
            let impulse = impulses[0] * (1.0 - late) + impulses[1] * late;
            if let Some((start, drift)) = last {
                let half = 0.5 * (time - start);
                travel += row.moved - half * (row.drift + drift);
                gained += half * (row.drift - drift);
                ramp += (start + half - span) * (impulse - before);
            }
            (before, last) = (impulse, Some((time, row.drift)));
            let Some(index) = index else { return };
            table.set(first_load, index, impulse.as_slice());
            table.set(first_slope, index, ramp.as_slice());
            table.set_side(0, index, row.velocity.as_slice());
            table.set_side(D, index, travel.as_slice());
            table.set_side(2 * D, index, gained.as_slice());
        });
        table.reduce(first_slope + D, 3 * D);
        let mut fit = Self::of(table, first_load, first_load + D, window);
        let sloped = Self::of(table, first_load, first_slope + D, window);
        if sloped.noise.norm() < 0.5 * fit.noise.norm() {
            fit = sloped;
        }
        fit.judge_rule(table, table.triangle.rank(first_load));
        fit
    }

    /// Makes the fit of the unknowns in the first `columns` columns of the reduced table.
    fn of(table: &Table, first_load: usize, columns: usize, window: &Window<D>) -> Self {
        let triangle = &table.triangle;
        let (plain, rank) = (triangle.rank(first_load), triangle.rank(columns));
        let entries = |first: usize| {
            SMatrix::<f64, D, D>::from_fn(|side, direction| {
                triangle.unknown(first + direction, rank, table.side(side))
            })
        };
        let least = ROUNDING * fastest(window);
        let left = SVector::<f64, D>::from_fn(|side, _| table.left(side, rank));
        let noise = (left / (table.rows - rank) as f64).map(|square| square.sqrt().max(least));
        let deviation = SMatrix::<f64, D, D>::from_fn(|side, direction| {
            let variance = triangle.variance(rank, &[(first_load + direction, 1.0)]);
            // A direction without load is not in the fit.
            if variance.is_finite() { noise[side] * variance.sqrt() } else { 0.0 }
        });
        let explained: f64 = (0..D).map(|side| table.left(side, plain)).sum();
        let residual = (left.sum() / (explained - left.sum())).sqrt();
        Self {
            mobility: entries(first_load),
            slope: entries(first_load + D),
            deviation,
            noise,
            residual: if residual.is_nan() { f64::INFINITY } else { residual },
            rule: 0.0,
            rule_deviation: f64::INFINITY,
            place_noise: 0.0,
        }
    }

    /// Fits the update rule: the relation of places and velocities, each without the polynomial.
    fn judge_rule(&mut self, table: &Table, plain: usize) {
        let sum = |one: usize, other: usize| -> f64 {
            let products = |side: usize| {
                let (one, other) =
                    (&table.side(one + side)[plain..], &table.side(other + side)[plain..]);
                one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>()
            };
            (0..D).map(products).sum()
        };
        let [travel, mixed, drift] = [sum(D, D), sum(D, 2 * D), sum(2 * D, 2 * D)];
        if drift > 0.0 {
            self.rule = mixed / drift;
            let left = (travel - self.rule * mixed).max(0.0);
            self.place_noise = (left / (D * (table.rows - plain)) as f64).sqrt();
            self.rule_deviation = self.place_noise / drift.sqrt();
        }
    }

    /// Returns `None` while the update rule is uncertain, `Some(Some(true))` for a semi-implicit
    /// host, `Some(Some(false))` for one with exact positions, and `Some(None)` for any other rule.
    pub(super) fn decided_rule(&self) -> Option<Option<bool>> {
        if self.rule_deviation.is_nan() || 3.0 * self.rule_deviation >= SURE_RULE {
            return None;
        }
        let near = |value: f64| (self.rule - value).abs() < SURE_RULE;
        Some(if near(0.0) {
            Some(false)
        } else if near(1.0) {
            Some(true)
        } else {
            None
        })
    }

    /// Returns the largest difference of the mobility and its transpose, and the standard deviation of that, both over
    /// the largest entry.
    pub(super) fn asymmetry(&self) -> [f64; 2] {
        let largest = self.mobility.amax();
        let off = (self.mobility - self.mobility.transpose()).amax();
        [off / largest, std::f64::consts::SQRT_2 * self.deviation.max() / largest]
    }

    /// Returns the largest standard deviation over the largest entry.
    pub(super) fn uncertainty(&self) -> f64 {
        self.deviation.max() / self.mobility.amax()
    }
}
