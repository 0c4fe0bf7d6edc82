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
mod search;
mod track;
mod window;

use super::mobility::turns;
use crate::base::Fault;
use catch::{Catch, Unmoved};
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
    /// True if the bodies move against the loads.
    #[serde(skip)]
    reversed: bool,
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
            reversed: false,
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
    /// bodies that the loads do not move, or that move against them.
    pub(crate) fn hold(
        &mut self,
        identifier: &Identifier,
        pressed: Option<Pressed<D>>,
        rebound: impl Fn(usize, f64, f64) -> f64,
        time: f64,
    ) -> Result<(Option<Held<D>>, f64), Fault> {
        if self.reversed {
            return Err(Fault::Reversed { time });
        }
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
        let Self { probe, place, measured, turn, fresh, odd, probes, catch, reversed, .. } = other;
        (self.probe, self.place) = (*probe, *place);
        (self.measured, self.turn, self.odd) = (*measured, *turn, *odd);
        (self.fresh, self.probes, self.catch) = (*fresh, *probes, *catch);
        self.reversed = *reversed;
    }
}
