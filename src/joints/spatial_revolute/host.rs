//! What a predicting joint in space knows of its host, given or measured.

use super::inside::{halves, joined, velocities};
use super::prediction::{Predicted, Prediction};
use crate::coupling::identify::Received;
use crate::coupling::{CouplingReport, SpatialMobility, SpatialReport};
use crate::ports::SpatialPairMotion;
use nalgebra::{Matrix6, Vector3, Vector6};

/// What is known of the host at a communication point: W in the axes of a, whether it is any, and the probe.
pub(super) struct Known {
    pub mobility: Matrix6<f64>,
    pub is_given: bool,
    pub probe: Vector6<f64>,
}

impl Prediction {
    /// Takes up a communication point; `contacts` is whether the bodies touch, and whether
    /// they are near that.
    pub(super) fn receive(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        contacts: [bool; 2],
        predicted: &mut Predicted,
        size: f64,
    ) -> Known {
        let (told, mut settings) = self.given;
        let mut probe = Vector6::zeros();
        let Predicted { host: memory, identification, .. } = predicted;
        let (mut mobility, mut turn) = (told, Vector3::zeros());
        if let Some(given) = motion.mobility {
            let (mut later, ahead) = (given, self.exchange.middle(size));
            memory.extrapolate_mobility(later.0.as_mut_slice(), ahead);
            // The body is followed in the axes of a, which turn on the way there, too.
            turn = motion.turning * ahead;
            mobility =
                if later == given { given } else { later.checked(self.length).unwrap_or(given) };
        }
        if let (Some(identifier), Some(identification)) = (&self.identifier, identification) {
            let received = received(motion, size, contacts);
            probe = inward(motion, &identification.receive(identifier, &received));
            if let Some(host) = identification.measured().host {
                (mobility, turn) = (SpatialMobility(host.mobility), Vector3::zeros());
                (settings.delay, settings.semi_implicit) = (host.delay, host.semi_implicit);
            }
            if let Some(recalled) = identification.recall(identifier, settings.filter) {
                // In axes that turn with a.
                let start = &motion.path.start;
                let bends = [start.velocity, start.spin].map(|v| motion.turning.cross(&v));
                let external = inward(motion, &recalled.external) - joined(bends);
                let [last, before] = recalled.accelerations.map(|load| inward(motion, &load));
                let accelerations = [last.as_slice(), before.as_slice()];
                memory.recall(external.as_slice(), accelerations, recalled.intervals);
            }
        }
        self.exchange.settings = settings;
        let is_given = mobility.is_given();
        Known { mobility: mobility.inward(&motion.axes).in_turned(turn).0, is_given, probe }
    }

    /// Takes note of the load for the step to come, in the axes of a; gives the report.
    pub(super) fn give(
        &self,
        motion: &SpatialPairMotion<f64>,
        [load, probe]: [&Vector6<f64>; 2],
        coupling: CouplingReport,
        predicted: &mut Predicted,
    ) -> SpatialReport {
        let identification = predicted.identification.as_mut();
        let (Some(identifier), Some(identification)) = (&self.identifier, identification) else {
            return SpatialReport::of(coupling, None, 0.0);
        };
        identification.give(identifier, &outward(motion, load));
        let [force, moment] = halves(probe).map(|part| part.norm());
        let probe = force.max(moment / identifier.length);
        SpatialReport::of(coupling, Some(identification.measured()), probe)
    }
}

/// What the host gives at the step's start, in the axes that mobilities are given in. Which way b has turned
/// is not known of an axis: turning has velocities only.
fn received(motion: &SpatialPairMotion<f64>, size: f64, contacts: [bool; 2]) -> Received<6> {
    let [touching, near] = contacts;
    let start = &motion.path.start;
    let drift = start.velocity + motion.turning.cross(&start.position);
    Received {
        velocity: outward(motion, &velocities(start)),
        place: outward(motion, &joined([start.position, Vector3::zeros()])),
        drift: outward(motion, &joined([drift, Vector3::zeros()])),
        size,
        touching,
        near,
    }
}

/// In the axes of a.
pub(super) fn inward(motion: &SpatialPairMotion<f64>, outer: &Vector6<f64>) -> Vector6<f64> {
    joined(halves(outer).map(|part| motion.axes.inward(part)))
}

/// In the axes that mobilities are given in.
pub(super) fn outward(motion: &SpatialPairMotion<f64>, inner: &Vector6<f64>) -> Vector6<f64> {
    joined(halves(inner).map(|part| motion.axes.outward(part)))
}
