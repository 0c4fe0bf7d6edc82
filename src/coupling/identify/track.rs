//! Tracking of the mobility: a Kalman filter on its entries and rates, from third differences of velocities.

use super::fit::Fit;
use super::probe::Response;
use super::window::Window;
use crate::coupling::predicted::Delay;
use nalgebra::{SMatrix, SVector};
use serde::{Deserialize, Serialize};

/// Rate at which a mobility is assumed to change, relative to its largest entry \[1/s\]. Estimated
/// rates decay with a time constant of twice its reciprocal.
const SPIN: f64 = 30.0;
/// Model error of the relation of loads and velocities, as a part of a load's effect.
const RELATION: f64 = 1e-3;
/// Weight of a new estimate of the noise.
const FOLLOW: f64 = 0.02;
/// Weight of a new sample in the estimate of the third differences by other loads, which change
/// slowly \[1\].
const SLOW: f64 = 0.2;
/// Innovations beyond this number of standard deviations are outliers.
const ODD: f64 = 3.0;
/// The mobility is lost after the third number of successive steps in which the largest standard
/// deviation exceeds the first number times the largest entry, or the share of outliers exceeds the
/// second number.
const LOST: (f64, f64, u32) = (0.05, 0.3, 12);
/// Weight of a new step in the share of outliers.
const RECENT: f64 = 0.125;
/// Points of a third difference.
const POINTS: usize = 4;
/// Number of third differences that the first estimate of the noise is from.
const JUDGED: usize = 24;

/// Returns the index of a mobility's entry among its numbers, which are the upper triangle by columns.
fn place(row: usize, column: usize) -> usize {
    let (low, high) = (row.min(column), row.max(column));
    high * (high + 1) / 2 + low
}

/// Returns the entries of a mobility of D directions with their indices.
fn numbered<const D: usize>() -> impl Iterator<Item = (usize, (usize, usize))> {
    (0..D).flat_map(|column| (0..=column).map(move |row| (row, column))).enumerate()
}

/// The filter of a mobility of D directions, which has K = D(D + 1)/2 entries; all zeros while it does not run.
///
/// Covariances are boxed: in space each has 3.5 kB, and stacks of hosts are small.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Track<const D: usize, const K: usize> {
    running: bool,
    /// Entries of Ŵ; in the plane xx, xy, yy, xφ, yφ, φφ.
    entries: SVector<f64, K>,
    /// Their rates.
    rates: SVector<f64, K>,
    /// Their covariances: entries, entries with rates, rates.
    covariance: [Box<SMatrix<f64, K, K>>; 3],
    /// Variance of the third differences along each direction \[m²/s²\].
    noise: SVector<f64, D>,
    /// Third differences by other loads \[m/s\].
    others: SVector<f64, D>,
    /// Delay of the loads \[steps\].
    late: f64,
    /// Directions that are not estimated.
    locked: SVector<bool, D>,
    /// Share of outliers.
    odd: f64,
    /// Number of successive steps with too many outliers or too large a deviation.
    ill: u32,
}

/// A third difference of velocities, and that of the impulses that caused it.
struct Difference<const D: usize> {
    /// Of the velocities \[m/s\].
    velocity: SVector<f64, D>,
    /// Of the impulses \[N s\].
    impulse: SVector<f64, D>,
    /// Of the impulses times the moments at which they acted, counted from now \[N s²\].
    moment: SVector<f64, D>,
}

/// Returns the last third difference, `back` points ago: a weighted sum of four velocities that vanishes if the
/// velocity is a polynomial in time of at most the second degree, whatever the lengths of the steps.
fn difference<const D: usize>(window: &Window<D>, late: f64, back: usize) -> Option<Difference<D>> {
    let rows = window.rows();
    let first = rows.len().checked_sub(POINTS + back)?;
    first.checked_sub(1)?;
    if !rows[first..first + POINTS].iter().all(|row| row.alone) {
        return None;
    }
    let sizes: f64 = rows[first..first + POINTS - 1].iter().map(|row| row.size).sum();
    let (mut time, mut impulse, mut moment) = (-sizes, SVector::zeros(), SVector::zeros());
    let mut times = [0.0; POINTS];
    let mut impulses = [[SVector::zeros(); 2]; POINTS];
    for index in 0..POINTS {
        (times[index], impulses[index]) = (time, [impulse, moment]);
        let [before, row] = [&rows[first + index - 1], &rows[first + index]];
        let given = row.size * ((1.0 - late) * row.load + late * before.load);
        impulse += given;
        moment += (time + 0.5 * row.size) * given;
        time += row.size;
    }
    let mean = sizes / (POINTS - 1) as f64;
    let [velocity, impulse, moment] = [SVector::zeros(); 3];
    let mut sum = Difference { velocity, impulse, moment };
    for index in 0..POINTS {
        let others = (0..POINTS).filter(|other| *other != index);
        let product: f64 = others.map(|other| times[index] - times[other]).product();
        let weight = 6.0 * mean.powi(3) / product;
        sum.velocity += weight * rows[first + index].velocity;
        sum.impulse += weight * impulses[index][0];
        sum.moment += weight * impulses[index][1];
    }
    Some(sum)
}

impl<const D: usize, const K: usize> Track<D, K> {
    /// A filter that does not run.
    pub(super) fn new() -> Self {
        let nothing = || Box::new(SMatrix::zeros());
        Self {
            running: false,
            entries: SVector::zeros(),
            rates: SVector::zeros(),
            covariance: [nothing(), nothing(), nothing()],
            noise: SVector::zeros(),
            others: SVector::zeros(),
            late: 0.0,
            locked: SVector::from_element(false),
            odd: 0.0,
            ill: 0,
        }
    }

    /// Returns true while it follows a mobility.
    pub(super) fn is_running(&self) -> bool {
        self.running
    }

    /// Copies another filter; allocates nothing.
    pub(super) fn copy_from(&mut self, other: &Self) {
        if !other.running {
            return self.stop();
        }
        let Self { running, entries, rates, covariance, noise, others, late, locked, odd, ill } =
            other;
        for (mine, theirs) in self.covariance.iter_mut().zip(covariance) {
            mine.copy_from(theirs);
        }
        (self.running, self.entries, self.rates) = (*running, *entries, *rates);
        (self.noise, self.others, self.late) = (*noise, *others, *late);
        (self.locked, self.odd, self.ill) = (*locked, *odd, *ill);
    }

    /// Stops the filter.
    pub(super) fn stop(&mut self) {
        if !self.running {
            return;
        }
        for part in &mut self.covariance {
            part.fill(0.0);
        }
        (self.running, self.late, self.odd, self.ill) = (false, 0.0, 0.0, 0);
        (self.entries, self.rates) = (SVector::zeros(), SVector::zeros());
        (self.noise, self.others) = (SVector::zeros(), SVector::zeros());
        self.locked = SVector::from_element(false);
    }

    /// Starts the filter from a fit; `locked` directions are not estimated.
    pub(super) fn start(
        &mut self,
        fit: &Fit<D>,
        mobility: &SMatrix<f64, D, D>,
        delay: Delay,
        locked: SVector<bool, D>,
        window: &Window<D>,
    ) {
        self.stop();
        (self.running, self.late, self.locked) = (true, delay.steps(), locked);
        self.noise = fit.noise.map(|noise| 9.0 * noise * noise);
        let rate = SPIN * mobility.amax();
        for (place, (row, column)) in numbered::<D>() {
            self.entries[place] = mobility[(row, column)];
            if !locked[row] && !locked[column] {
                let [one, other] = [(row, column), (column, row)];
                self.rates[place] = 0.5 * (fit.slope[one] + fit.slope[other]);
                let deviation = fit.deviation[one].max(fit.deviation[other]);
                self.covariance[0][(place, place)] = deviation * deviation;
                self.covariance[2][(place, place)] = rate * rate;
            }
        }
        let (mut sum, mut count) = (SVector::zeros(), 0.0);
        for back in 0..JUDGED {
            let Some(seen) = difference(window, self.late, back) else { continue };
            let left = seen.velocity - mobility * seen.impulse;
            (sum, count) = (sum + left.component_mul(&left), count + 1.0);
        }
        if count > 0.0 {
            self.noise = self.noise.sup(&(sum / count));
        }
    }

    /// Updates the filter with the last point; returns true if the mobility is lost.
    pub(super) fn follow(&mut self, window: &Window<D>) -> bool {
        let [.., before, _] = window.rows() else { return false };
        self.predict(before.size);
        let Some(seen) = difference(window, self.late, 0) else { return false };
        let push = self.entries.amax() * RELATION * seen.impulse.norm();
        let mut odd = 0.0;
        let locked = self.locked;
        for side in (0..D).filter(|side| !locked[*side]) {
            odd += f64::from(u8::from(self.update(side, &seen, push * push)));
        }
        self.odd += RECENT * (odd.min(1.0) - self.odd);
        let uncertain = self.uncertainty() > LOST.0;
        self.ill = if uncertain || self.odd > LOST.1 { self.ill + 1 } else { 0 };
        self.ill >= LOST.2
    }

    /// Extrapolates the estimate over a step of `size` \[s\].
    fn predict(&mut self, size: f64) {
        let kept = (-0.5 * SPIN * size).exp();
        self.entries += size * self.rates;
        self.rates *= kept;
        let [entries, mixed, rates] = &mut self.covariance;
        for (column, row) in (0..K).flat_map(|column| (0..K).map(move |row| (column, row))) {
            let both = mixed[(row, column)] + mixed[(column, row)];
            entries[(row, column)] += size * both + size * size * rates[(row, column)];
        }
        mixed.zip_apply(&**rates, |mixed, rates| *mixed = kept * (*mixed + size * rates));
        **rates *= kept * kept;
        let rate = SPIN * self.entries.amax();
        let fresh = rate * rate * (1.0 - kept * kept);
        for (place, (row, column)) in numbered::<D>() {
            if !self.locked[row] && !self.locked[column] {
                rates[(place, place)] += fresh;
            }
        }
    }

    /// Updates the estimate with one component of a third difference; returns true if that is an outlier.
    fn update(&mut self, side: usize, seen: &Difference<D>, relation: f64) -> bool {
        let [mut weights, mut rated] = [SVector::<f64, K>::zeros(); 2];
        for column in (0..D).filter(|column| !self.locked[*column]) {
            weights[place(side, column)] = seen.impulse[column];
            rated[place(side, column)] = seen.moment[column];
        }
        let off = seen.velocity[side]
            - weights.dot(&self.entries)
            - rated.dot(&self.rates)
            - self.others[side];
        let [entries, mixed, rates] = &mut self.covariance;
        let gain = **entries * weights + **mixed * rated;
        let rate_gain = mixed.tr_mul(&weights) + **rates * rated;
        let known = weights.dot(&gain) + rated.dot(&rate_gain);
        let mut variance = self.noise[side] + relation;
        let mut total = known + variance;
        let rounding = 1e-15 * seen.velocity[side].abs() + f64::MIN_POSITIVE;
        total += rounding * rounding;
        let excess = off * off / (ODD * ODD * total);
        if excess > 1.0 {
            variance *= excess;
            total = known + variance;
        }
        self.entries += gain * (off / total);
        self.rates += rate_gain * (off / total);
        lessen(entries, &gain, &gain, total);
        lessen(mixed, &gain, &rate_gain, total);
        lessen(rates, &rate_gain, &rate_gain, total);
        // The part of the innovation that is noise; its persistent part comes from other loads.
        self.others[side] += SLOW * off * self.noise[side] / total;
        let noise = &mut self.noise[side];
        let expected = total.min(total / excess.max(1.0));
        let share = (off * off / expected).min(ODD * ODD);
        // An innovation that the load's uncertainty may explain hardly reduces the noise.
        let told = if share < 1.0 { *noise / total } else { 1.0 };
        *noise += FOLLOW * told * *noise * (share - 1.0);
        excess > 1.0
    }

    /// Returns Ŵ \[1/kg\].
    pub(super) fn mobility(&self) -> SMatrix<f64, D, D> {
        SMatrix::from_fn(|row, column| self.entries[place(row, column)])
    }

    /// Returns the largest standard deviation over the largest entry.
    pub(super) fn uncertainty(&self) -> f64 {
        self.covariance[0].diagonal().max().max(0.0).sqrt() / self.entries.amax()
    }

    /// Returns the response, from which probes get their amplitudes.
    pub(super) fn response(&self) -> Response<D> {
        let mobility = self.mobility();
        let variances = self.covariance[0].diagonal();
        let deviation = |column: usize| {
            (0..D).map(|row| variances[place(row, column)].max(0.0)).sum::<f64>().sqrt()
        };
        // A third difference of white noise has twenty times its variance.
        let noise = (self.noise.sum() / (20 * D) as f64).sqrt();
        Response {
            size: SVector::from_fn(|column, _| mobility.column(column).norm()),
            deviation: SVector::from_fn(|column, _| deviation(column)),
            noise: (noise, 0.0),
        }
    }
}

/// Subtracts `left rightᵀ / total` from a covariance in place.
fn lessen<const K: usize>(
    covariance: &mut SMatrix<f64, K, K>,
    left: &SVector<f64, K>,
    right: &SVector<f64, K>,
    total: f64,
) {
    for (mut column, right) in covariance.column_iter_mut().zip(right) {
        column.zip_apply(left, |number, left| *number -= left * right / total);
    }
}
