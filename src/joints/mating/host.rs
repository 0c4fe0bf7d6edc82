//! The host of mating parts in space: its motion and mobility in the axes of the ports and in those of a.

use super::mechanism::{BothLoads, JointInSpace, coordinates};
use super::memory::Predicted;
use crate::coupling::identify::{Identifier, Received};
use crate::coupling::predicted::{self, HostState, Predictor, Settings};
use crate::coupling::{
    CouplingReport, HostLink, KnownHost, MatingJoints, Mobility, SpatialMobility, SpatialReport,
};
use crate::kinematics::spatial::{Motion, halves, joined};
use crate::laws::mating::MatingLaws;
use crate::ports::SpatialPairMotion;
use nalgebra::{Vector3, Vector6};

/// The joint's predictor and host.
pub(super) type Prediction = HostLink<6, 9, MatingJoints>;

/// Limits `correction` to [`predicted::CORRECTION`] of the force of `impulse`. Moments scale with the force:
/// they are about points that the force may all but pass through.
pub(crate) fn limited(correction: BothLoads, impulse: BothLoads) -> BothLoads {
    let force = |load: &BothLoads| load.fixed_rows::<3>(0).norm();
    let (wanted, most) = (force(&correction), predicted::CORRECTION * force(&impulse));
    if wanted > most { correction * (most / wanted) } else { correction }
}

/// The prediction of a joint with these laws, whose parameters give this mobility and these settings.
pub(super) fn prediction(
    laws: MatingLaws,
    mobility: SpatialMobility,
    settings: Settings,
    identifier: Option<Identifier>,
) -> Prediction {
    let joint = JointInSpace::new(laws, mobility.0, Motion::rest());
    let predictor = Predictor::limited_by(&joint, settings, limited);
    HostLink::new(predictor, mobility.0, settings, identifier)
}

/// The state before the first step, from this motion at `time` \[s\].
pub(super) fn begin(
    link: &mut Prediction,
    laws: MatingLaws,
    b: &Motion<f64>,
    time: f64,
) -> Predicted {
    let mut joint = JointInSpace::new(laws, link.given.mobility, *b);
    let (places, speeds) = (coordinates(b), b.velocities());
    let state = HostState { coordinates: places.as_slice(), velocities: speeds.as_slice() };
    let host = link.predictor.begin(&mut joint, state, time).with_mobility(6);
    let identification = link.identifier.map(|identifier| identifier.begin_in_space());
    Predicted { host, identification }
}

/// Reads a communication point; `contacts` says whether the bodies touch, and whether they will soon. Returns the host,
/// with W in the axes of a.
pub(super) fn receive(
    link: &mut Prediction,
    motion: &SpatialPairMotion<f64>,
    contacts: [bool; 2],
    Predicted { host: memory, identification }: &mut Predicted,
    size: f64,
) -> KnownHost<6> {
    let (mut mobility, mut turn) = (Mobility(link.given.mobility), Vector3::zeros());
    if let Some(given) = motion.mobility {
        let (later, ahead) = link.later(given, memory, size);
        // The motion is integrated in the axes of a, which turn until then, too.
        (mobility, turn) = (later, motion.turning * ahead);
    }
    let start = &motion.path.start;
    let coriolis = [start.velocity, start.spin].map(|v| motion.turning.cross(&v));
    let turning = (|outer: &Vector6<f64>| inward(motion, outer), joined(coriolis));
    let received = received(motion, size, contacts);
    let mut known = link.receive((&received, mobility), memory, identification, turning);
    if known.is_measured {
        turn = Vector3::zeros();
    }
    known.mobility = known.mobility.inward(&motion.axes).in_turned(turn);
    known
}

/// Records the load of the coming step, in the axes of a; returns the report.
pub(super) fn give(
    link: &Prediction,
    motion: &SpatialPairMotion<f64>,
    [load, probe]: [&Vector6<f64>; 2],
    coupling: CouplingReport,
    predicted: &mut Predicted,
) -> SpatialReport {
    let [force, moment] = halves(probe).map(|part| part.norm());
    let length = link.identifier.map_or(1.0, |identifier| identifier.length);
    let size = force.max(moment / length);
    link.give(&outward(motion, load), &mut predicted.identification, (coupling, size))
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
