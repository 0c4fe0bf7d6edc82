//! The search for a host: fits of the last points, and the acceptance of one.

use super::fit::{Fit, Sketch};
use super::host::{Host, Identifier, Status, without_negative};
use super::{Identification, turns};
use crate::coupling::predicted::Delay;
use nalgebra::SVector;

/// Least number of points of a fit.
const FEWEST: usize = 21;
/// Least number of points of a fit near a contact, if the fit has enough equations.
const EARLIEST: usize = 11;
/// Numbers of points, always the last ones, that successive fits use in turn.
const SPANS: [usize; 3] = [36, 80, 160];
/// Largest relative standard deviation of a mobility that is used before it counts as found.
const USABLE: f64 = 0.1;
/// Largest difference of the mobility and its transpose: relative to the largest entry \[1\], or in
/// standard deviations if that allows more.
const ASYMMETRY: (f64, f64) = (0.02, 10.0);
/// Number of successive fits of an unsupported host after which it counts as a misfit: a fit of few points with
/// contacts among them may err.
const ODD: u32 = 8;
/// Least part of the largest entry of a mobility that a negative one of its diagonal has where loads act with the opposite
/// sign.
const REVERSED: f64 = 0.5;
/// Largest residual relative to the part that the loads explain.
const RESIDUAL: f64 = 0.05;

impl<const D: usize, const K: usize> Identification<D, K> {
    /// Fits the last points, if they are enough.
    pub(super) fn search(&mut self, identifier: &Identifier, near: bool) {
        let points = self.window.points();
        let [short, ..] = SPANS;
        let fewest = if near && self.measured.host.is_none() { EARLIEST } else { FEWEST };
        if self.window.usable(points) < fewest || (points > short && !self.probe.triplet_is_over())
        {
            return;
        }
        let mut span = points.min(short);
        if points > short {
            self.turn = (self.turn + 1) % SPANS.len();
            span = points.min(SPANS[self.turn]);
        }
        let Some(sketch) = Sketch::new(&self.window, span, &mut self.table) else { return };
        let mut response = sketch.response;
        self.measured.delay = sketch.delay();
        let fit = match sketch.decided() {
            Some(Some(delay)) => {
                let fit = Fit::new(&self.window, span, (&sketch, delay), &mut self.table);
                Some((fit, delay))
            }
            Some(None) => {
                self.doubt();
                None
            }
            None => {
                self.odd = 0;
                None
            }
        };
        if let Some((fit, _)) = &fit {
            response.noise.1 = fit.place_noise;
        }
        self.probe.set_response(response);
        let Some((fit, delay)) = fit else { return };
        let pushed = self.window.pushed(span);
        self.judge(identifier, (&fit, delay), (pushed, near));
    }

    /// Counts a fit of a host that prediction does not support.
    fn doubt(&mut self) {
        self.odd += 1;
        if self.odd >= ODD {
            self.measured.status = Status::Misfit;
        }
    }

    /// Accepts the host of a fit if it is accurate enough, and starts tracking once the mobility is found.
    fn judge(
        &mut self,
        identifier: &Identifier,
        (fit, delay): (&Fit<D>, Delay),
        (pushed, near): (SVector<bool, D>, bool),
    ) {
        (self.measured.rule, self.measured.uncertainty) = (fit.rule, fit.uncertainty());
        let Some(rule) = fit.decided_rule() else { return };
        let Some(semi_implicit) = rule else {
            self.doubt();
            return;
        };
        self.odd = 0;
        let locked = SVector::from_fn(|direction, _| self.probe.is_locked(direction));
        // Near a contact a column of moments need not be certain by itself if the whole mobility is.
        let sure = near && self.measured.host.is_none() && fit.uncertainty() < identifier.tolerance;
        let known = (0..D).all(|direction| {
            let small = sure && turns(D, direction) && pushed[direction];
            small || locked[direction] || self.probe.is_seen(direction)
        });
        let [asymmetry, deviation] = fit.asymmetry();
        let symmetric = asymmetry < ASYMMETRY.0.max(ASYMMETRY.1 * deviation);
        if !known || !symmetric || fit.residual >= RESIDUAL || fit.uncertainty() >= USABLE {
            return;
        }
        let mut mobility = 0.5 * (fit.mobility + fit.mobility.transpose());
        for direction in (0..D).filter(|direction| locked[*direction]) {
            mobility.row_mut(direction).fill(0.0);
            mobility.column_mut(direction).fill(0.0);
        }
        if mobility.diagonal().min() < -REVERSED * mobility.amax() {
            self.reversed = true;
            return;
        }
        mobility = without_negative(mobility);
        let known = identifier.unscaled(&mobility);
        self.measured.host = Some(Host { mobility: known, delay, semi_implicit });
        self.fresh = true;
        self.measured.status = Status::Searching;
        if fit.uncertainty() < identifier.tolerance {
            self.measured.status = Status::Found;
            self.track.start(fit, &mobility, delay, locked, &self.window);
        }
    }
}
