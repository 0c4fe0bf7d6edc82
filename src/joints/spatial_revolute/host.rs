//! The host's side of a predicted step: exchange, measurement and mobility.

use super::mechanism::{BothLoads, JointInSpace, coordinates};
use super::memory::Predicted;
use crate::coupling::identify::{Identifier, Received};
use crate::coupling::predicted::{self, HostState, Predictor, Settings};
use crate::coupling::{CouplingReport, Journals, Mobility, Role, SpatialMobility, SpatialReport};
use crate::kinematics::spatial::{Motion, halves, joined};
use crate::laws::journal::JournalLaws;
use crate::ports::SpatialPairMotion;
use nalgebra::{Matrix6, Vector3, Vector6};

/// Everything that a predicting joint knows of its host before a step.
#[derive(Debug)]
pub(super) struct Prediction {
    pub predictor: Predictor<9, Journals>,
    /// W of the parameters, perhaps zero, and the settings of the host's scheme.
    pub given: (SpatialMobility, Settings),
    /// The measurement of the host, if it is measured.
    pub identifier: Option<Identifier>,
}

/// The host at a communication point.
pub(super) struct Known {
    /// W in the axes of a.
    pub mobility: Matrix6<f64>,
    /// True if any entry of W is not zero.
    pub is_given: bool,
    /// Load of the probe, in the axes of a.
    pub probe: Vector6<f64>,
}

/// Limits `correction` to [`predicted::CORRECTION`] of the force of `impulse`. Moments scale with the force:
/// they are about points that the force may all but pass through.
fn limited(correction: BothLoads, impulse: BothLoads) -> BothLoads {
    let force = |load: &BothLoads| load.fixed_rows::<3>(0).norm();
    let (wanted, most) = (force(&correction), predicted::CORRECTION * force(&impulse));
    if wanted > most { correction * (most / wanted) } else { correction }
}

impl Prediction {
    pub fn new(
        laws: JournalLaws,
        mobility: SpatialMobility,
        settings: Settings,
        identifier: Option<Identifier>,
    ) -> Self {
        let joint = JointInSpace::new(laws, mobility.0, Motion::rest());
        let predictor = Predictor::limited_by(&joint, settings, limited);
        Self { predictor, given: (mobility, settings), identifier }
    }

    /// Returns true if the host is measured.
    pub fn measures(&self) -> bool {
        self.identifier.is_some()
    }

    /// The state before the first step, from this motion at `time` \[s\].
    pub fn begin(&mut self, laws: JournalLaws, b: &Motion<f64>, time: f64) -> Predicted {
        let mut joint = JointInSpace::new(laws, self.given.0.0, *b);
        let (places, speeds) = (coordinates(b), b.velocities());
        let state = HostState { coordinates: places.as_slice(), velocities: speeds.as_slice() };
        let host = self.predictor.begin(&mut joint, state, time).with_mobility(6);
        let identification = self.identifier.map(|identifier| identifier.begin_in_space());
        Predicted { host, identification }
    }

    /// Reads a communication point; `contacts` says whether the bodies touch, and whether they will soon.
    pub fn receive(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        contacts: [bool; 2],
        predicted: &mut Predicted,
        size: f64,
    ) -> Known {
        let (set, mut settings) = self.given;
        let mut probe = Vector6::zeros();
        let Predicted { host: memory, identification, .. } = predicted;
        let (mut mobility, mut turn) = (set, Vector3::zeros());
        if let Some(given) = motion.mobility {
            let (mut later, ahead) = (given, self.predictor.middle(size));
            memory.extrapolate_mobility(later.0.as_mut_slice(), ahead);
            // The motion is integrated in the axes of a, which turn until then, too.
            turn = motion.turning * ahead;
            mobility =
                if later == given { given } else { later.checked(Role::Input).unwrap_or(given) };
        }
        if let (Some(identifier), Some(identification)) = (&self.identifier, identification) {
            let received = received(motion, size, contacts);
            probe = inward(motion, &identification.receive(identifier, &received));
            if let Some(host) = identification.measured().host {
                (mobility, turn) = (Mobility(host.mobility), Vector3::zeros());
                (settings.delay, settings.semi_implicit) = (host.delay, host.semi_implicit);
            }
            if let Some(recalled) = identification.recall(identifier, settings.filter) {
                // In axes that turn with a.
                let start = &motion.path.start;
                let coriolis = [start.velocity, start.spin].map(|v| motion.turning.cross(&v));
                let external = inward(motion, &recalled.external) - joined(coriolis);
                let [last, before] = recalled.accelerations.map(|load| inward(motion, &load));
                let accelerations = [last.as_slice(), before.as_slice()];
                memory.recall(external.as_slice(), accelerations, recalled.intervals);
            }
        }
        self.predictor.set_host_scheme(settings.delay, settings.semi_implicit);
        let is_given = mobility.is_given();
        Known { mobility: mobility.inward(&motion.axes).in_turned(turn).0, is_given, probe }
    }

    /// Records the load of the coming step, in the axes of a; returns the report.
    pub fn give(
        &self,
        motion: &SpatialPairMotion<f64>,
        [load, probe]: [&Vector6<f64>; 2],
        coupling: CouplingReport,
        predicted: &mut Predicted,
    ) -> SpatialReport {
        let identification = predicted.identification.as_mut();
        let (Some(identifier), Some(identification)) = (&self.identifier, identification) else {
            return SpatialReport::unmeasured(coupling);
        };
        identification.give(identifier, &outward(motion, load));
        let [force, moment] = halves(probe).map(|part| part.norm());
        let probe = force.max(moment / identifier.length);
        SpatialReport::of(coupling, identification.measured(), probe)
    }
}

/// The host's motion at the step's start, in the axes that mobilities are given in. The rotation of b about
/// its axis is unknown, so turning has velocities only.
fn received(motion: &SpatialPairMotion<f64>, size: f64, contacts: [bool; 2]) -> Received<6> {
    let [touching, near] = contacts;
    let start = &motion.path.start;
    let drift = start.velocity + motion.turning.cross(&start.position);
    Received {
        velocity: outward(motion, &start.velocities()),
        place: outward(motion, &joined([start.position, Vector3::zeros()])),
        drift: outward(motion, &joined([drift, Vector3::zeros()])),
        size,
        touching,
        near,
    }
}

/// Rotates six numbers into the axes of a.
pub(super) fn inward(motion: &SpatialPairMotion<f64>, outer: &Vector6<f64>) -> Vector6<f64> {
    joined(halves(outer).map(|part| motion.axes.inward(part)))
}

/// Rotates six numbers into the axes that mobilities are given in.
pub(super) fn outward(motion: &SpatialPairMotion<f64>, inner: &Vector6<f64>) -> Vector6<f64> {
    joined(halves(inner).map(|part| motion.axes.outward(part)))
}
