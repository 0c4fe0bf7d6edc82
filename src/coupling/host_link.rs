//! A predicting joint and its host: the scheme and mobility of the parameters, an input, or a measurement.

use super::engine::Points;
use super::identify::{Host, Identification, Identifier, Received};
use super::mobility::{Mobility, Role};
use super::predicted::{Memory, Predictor, Settings};
use super::report::{CouplingReport, IdentifiedCoupling};
use nalgebra::{SMatrix, SVector};

/// The predictor of a joint with D directions, whose loads are L numbers, and everything known of its host.
#[derive(Debug, Clone)]
pub(crate) struct HostLink<const D: usize = 3, const L: usize = 4, P = Points> {
    pub predictor: Predictor<L, P>,
    /// The host of the parameters; its mobility may be 0, unknown.
    pub given: Host<D>,
    /// Weight of new estimates of other loads.
    filter: f64,
    /// The measurement of the host, if it is measured.
    pub identifier: Option<Identifier>,
}

/// The host at a communication point, in the axes of the ports.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownHost<const D: usize> {
    /// W.
    pub mobility: Mobility<D>,
    /// True if W has been measured.
    pub is_measured: bool,
    /// Load of the probe on b.
    pub probe: SVector<f64, D>,
}

impl<const D: usize, const L: usize, P> HostLink<D, L, P> {
    /// The link of a joint whose parameters give this mobility W and these settings.
    pub fn new(
        predictor: Predictor<L, P>,
        mobility: SMatrix<f64, D, D>,
        settings: Settings,
        identifier: Option<Identifier>,
    ) -> Self {
        let Settings { delay, semi_implicit, filter, .. } = settings;
        let given = Host { mobility, delay, semi_implicit };
        Self { predictor, given, filter, identifier }
    }

    /// Returns true if the host is measured.
    pub fn measures(&self) -> bool {
        self.identifier.is_some()
    }

    /// Returns the mobility that a joint has as an input, extrapolated to the time at which the load of a step of `size`
    /// \[s\] acts, and how far that is ahead \[s\].
    pub fn later(
        &self,
        given: Mobility<D>,
        memory: &mut Memory<L>,
        size: f64,
    ) -> (Mobility<D>, f64) {
        let (mut later, ahead) = (given, self.predictor.middle(size));
        memory.extrapolate_mobility(later.0.as_mut_slice(), ahead);
        let later =
            if later == given { given } else { later.checked(Role::Input).unwrap_or(given) };
        (later, ahead)
    }

    /// Returns true if nothing is known of the host yet, whose mobility is `given` or not: then contacts are caught, and kept
    /// free of probes.
    pub fn is_searching<const K: usize>(
        &self,
        given: bool,
        identification: &Option<Identification<D, K>>,
    ) -> bool {
        let unknown = |found: &Identification<D, K>| found.measured().host.is_none();
        !given && identification.as_ref().is_some_and(unknown)
    }

    /// Reads a communication point with the mobility known there, and updates the measurement of the host. `inward` turns
    /// an acceleration into the axes of the memory's coordinates; `turning` is what these have by the turn of their axes.
    pub fn receive<const K: usize>(
        &mut self,
        (received, mobility): (&Received<D>, Mobility<D>),
        memory: &mut Memory<L>,
        identification: &mut Option<Identification<D, K>>,
        (inward, turning): (impl Fn(&SVector<f64, D>) -> SVector<f64, D>, SVector<f64, D>),
    ) -> KnownHost<D> {
        let mut known = KnownHost { mobility, is_measured: false, probe: SVector::zeros() };
        let Host { mut delay, mut semi_implicit, .. } = self.given;
        if let (Some(identifier), Some(identification)) = (&self.identifier, identification) {
            known.probe = identification.receive(identifier, received);
            if let Some(host) = identification.measured().host {
                (known.mobility, known.is_measured) = (Mobility(host.mobility), true);
                (delay, semi_implicit) = (host.delay, host.semi_implicit);
            }
            if let Some(recalled) = identification.recall(identifier, self.filter) {
                let external = inward(&recalled.external) - turning;
                let [last, before] = recalled.accelerations.each_ref().map(inward);
                let own = ..memory.coordinates.len();
                let accelerations = [&last.as_slice()[own], &before.as_slice()[own]];
                memory.recall(&external.as_slice()[own], accelerations, recalled.intervals);
            }
        }
        self.predictor.set_host_scheme(delay, semi_implicit);
        known
    }

    /// Records the load on b that the host gets for the coming step, with its probe, in the axes of the ports; returns the
    /// report with the size of the `probe` \[N or N m\].
    pub fn give<const K: usize, const R: usize>(
        &self,
        load: &SVector<f64, D>,
        identification: &mut Option<Identification<D, K>>,
        (coupling, probe): (CouplingReport, f64),
    ) -> IdentifiedCoupling<R> {
        let (Some(identifier), Some(identification)) = (&self.identifier, identification) else {
            return IdentifiedCoupling::unmeasured(coupling);
        };
        identification.give(identifier, load);
        IdentifiedCoupling::of(coupling, identification.measured(), probe)
    }
}
