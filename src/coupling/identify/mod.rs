//! Identification of a pair's mobility, and of its host's delay and update rule, from probe loads.
//!
//! [Prediction](super::predicted) needs the mobility W, the delay of loads in the host, and the host's update rule of
//! positions. All three show in the response to small loads: triplets (1, -2, 1), along one direction at a time, which
//! change neither velocity nor place in the end. Velocities are regressed on impulses and a polynomial, which
//! represents all other loads; then a Kalman filter follows the mobility as the bodies turn.
//!
//! Velocities of rotation are multiplied with a length of the joint, and moments divided by it, so all
//! entries of the mobility are \[1/kg\].
//!
//! Source: own method.

mod catch;
mod fit;
mod host;
mod householder;
mod probe;
mod track;
mod window;

use super::mobility::turns;
use super::predicted::Delay;
use crate::base::Fault;
use catch::{Catch, Unmoved};
use fit::{Fit, Sketch};
use host::without_negative;
use householder::Table;
use nalgebra::SVector;
use probe::Probe;
use serde::{Deserialize, Serialize};
use track::Track;
use window::{Row, Window};

pub(crate) use catch::{Held, NEAR, Pressed};
pub(crate) use host::Recalled;
pub use host::{Host, Identifier, Measured, Received, Status};

/// Most intervals that the effect of other loads is estimated from once the host is known.
const RECALLED: usize = 12;
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
/// Largest residual relative to the part that the loads explain.
const RESIDUAL: f64 = 0.05;

/// State of the identification of a host with D directions, whose mobility has K = D(D + 1)/2 entries; `clone_from`
/// allocates nothing.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Identification<const D: usize = 3, const K: usize = 6> {
    window: Window<D>,
    #[serde(skip, default = "Table::of::<D>")]
    table: Table,
    probe: Probe<D>,
    /// Place at the last point.
    place: Option<SVector<f64, D>>,
    track: Track<D, K>,
    measured: Measured<D>,
    /// Index of the span that is tried next.
    turn: usize,
    /// True if the host has been fitted at the last point.
    fresh: bool,
    /// Number of successive fits of a host that prediction does not support.
    odd: u32,
    /// True if a probe was given at the last point.
    probes: bool,
    /// Catches contacts as long as the host is unknown.
    catch: Catch<D>,
}

/// The identification of a host in space: six directions, 21 entries.
pub(crate) type SpatialIdentification = Identification<6, 21>;

impl Identifier {
    /// Begins the identification of a joint in the plane or with one coordinate.
    pub fn begin(&self) -> Identification {
        Identification::new(self)
    }

    /// Begins the identification of a joint in space.
    pub(crate) fn begin_in_space(&self) -> SpatialIdentification {
        Identification::new(self)
    }
}

impl<const D: usize, const K: usize> Identification<D, K> {
    fn new(identifier: &Identifier) -> Self {
        let measured = Measured {
            status: Status::Searching,
            host: None,
            delay: 0.0,
            rule: 0.0,
            uncertainty: 0.0,
        };
        Identification {
            window: Window::new(),
            table: Table::of::<D>(),
            probe: Probe::new(identifier),
            place: None,
            track: Track::new(),
            measured,
            turn: 0,
            fresh: false,
            odd: 0,
            probes: false,
            catch: Catch::new(),
        }
    }

    /// Returns true if the state is complete: a joint that `measures` its host has a valid
    /// identification, any other joint has none.
    pub(crate) fn is_whole(identification: &Option<Self>, measures: bool) -> bool {
        match identification {
            Some(identification) => measures && identification.window.fits(),
            None => !measures,
        }
    }

    /// Returns the results so far.
    pub fn measured(&self) -> &Measured<D> {
        &self.measured
    }

    /// Receives a communication point; returns the probe load on b for the step to come by direction, which is added to
    /// all others. The caller must then call [`give`](Self::give).
    pub fn receive(&mut self, identifier: &Identifier, received: &Received<D>) -> SVector<f64, D> {
        let Received { velocity, mut place, drift, size, .. } = *received;
        self.fresh = false;
        if !identifier.tracks && self.track.is_running() {
            // A triplet that has begun is completed: else it would leave a velocity.
            return self.probe.next(identifier, received, 0.0);
        }
        let before = self.place.replace(place).unwrap_or(place);
        place -= before;
        // Hosts may wrap angles.
        for direction in (0..D).filter(|direction| turns(D, *direction)) {
            let turn = &mut place[direction];
            *turn -= std::f64::consts::TAU * (*turn / std::f64::consts::TAU).round();
        }
        let [velocity, moved, drift] =
            [velocity, place, drift].map(|vector| vector.component_mul(&identifier.scale()));
        let alone = self.probe.is_alone(identifier);
        let row = Row { size, velocity, load: SVector::zeros(), moved, drift, alone };
        self.window.push(row, self.track.is_running());
        if !self.track.is_running() {
            self.search(identifier, received.near || received.touching);
        } else if self.track.follow(&self.window) {
            self.restart();
        } else {
            self.read_track(identifier);
        }
        let ends = !identifier.tracks && self.track.is_running();
        let most = if ends { 0.0 } else { f64::INFINITY };
        let searching = self.measured.host.is_none();
        let allowed = if searching { self.catch.probing(received.near, size) } else { most };
        let probe = self.probe.next(identifier, received, most.min(allowed));
        // Near a contact also a triplet that has begun is stopped.
        let probe = if allowed > 0.0 || !searching { probe } else { SVector::zeros() };
        self.probes = probe.amax() > 0.0;
        probe
    }

    /// Returns the load that catches a contact at the point just received, at `time` \[s\], if any, as long as the host is
    /// unknown, and the energy lost by a contact that is over \[J\]. `pressed` is the contact that is or will be closed;
    /// `rebound` gives the restitution from the contact, its approach \[m/s\] and the mobility \[1/kg\] along it. Refuses
    /// bodies that the loads do not move.
    pub(crate) fn hold(
        &mut self,
        identifier: &Identifier,
        pressed: Option<Pressed<D>>,
        rebound: impl Fn(usize, f64, f64) -> f64,
        time: f64,
    ) -> Result<(Option<Held<D>>, f64), Fault> {
        let held =
            self.catch.hold((&self.window, &identifier.scale()), pressed, self.probes, rebound);
        held.map_err(|Unmoved| Fault::Unmoved { time })
    }

    /// Records the total load on b that the host gets for the step to come.
    pub fn give(&mut self, identifier: &Identifier, load: &SVector<f64, D>) {
        if let Some(last) = self.window.last_mut() {
            last.load = load.component_div(&identifier.scale());
        }
    }

    /// Returns the external acceleration and the accelerations by the last loads, computed from the
    /// last points with the host that has just been fitted; `None` without a new fit. `filter` is the
    /// weight of each new estimate.
    pub(crate) fn recall(&self, identifier: &Identifier, filter: f64) -> Option<Recalled<D>> {
        let host = self.measured.host.filter(|_| self.fresh)?;
        let rows = self.window.rows();
        let (scale, late) = (identifier.scale(), host.delay.steps());
        let by_load = |index: usize| host.mobility * rows[index].load.component_mul(&scale);
        let last = rows.len() - 1;
        let mut external = SVector::zeros();
        let intervals = RECALLED.min(last - 1);
        for done in 0..intervals {
            let index = last - intervals + done;
            let change = (rows[index + 1].velocity - rows[index].velocity).component_div(&scale);
            let by_loads = (1.0 - late) * by_load(index) + late * by_load(index - 1);
            let gain = filter.max((done as f64 + 1.0).recip());
            external += gain * (change / rows[index].size - by_loads - external);
        }
        let accelerations = [by_load(last - 1), by_load(last - 2)];
        Some(Recalled { external, accelerations, intervals: intervals as u32 })
    }

    /// Restarts the search; keeps the host until then.
    fn restart(&mut self) {
        self.window.forget();
        self.track.stop();
        self.turn = 0;
        self.measured.status = Status::Searching;
    }

    /// Takes the mobility from the tracking filter.
    fn read_track(&mut self, identifier: &Identifier) {
        let track = &self.track;
        self.measured.uncertainty = track.uncertainty();
        if let Some(host) = &mut self.measured.host {
            host.mobility = identifier.unscaled(&without_negative(track.mobility()));
        }
        if self.probe.triplet_is_over() {
            self.probe.set_response(track.response());
        }
    }

    /// Fits the last points, if they are enough.
    fn search(&mut self, identifier: &Identifier, near: bool) {
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

impl<const D: usize, const K: usize> Clone for Identification<D, K> {
    fn clone(&self) -> Self {
        let (window, track) = (self.window.clone(), self.track.clone());
        Self { window, track, table: Table::of::<D>(), ..*self }
    }

    // The derived one would allocate.
    fn clone_from(&mut self, other: &Self) {
        self.window.clone_from(&other.window);
        self.track.copy_from(&other.track);
        let Self { probe, place, measured, turn, fresh, odd, probes, catch, .. } = other;
        (self.probe, self.place) = (*probe, *place);
        (self.measured, self.turn, self.odd) = (*measured, *turn, *odd);
        (self.fresh, self.probes, self.catch) = (*fresh, *probes, *catch);
    }
}
