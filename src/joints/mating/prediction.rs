//! A predicted step of mating parts in space: integrated with a known mobility, caught without one.

use super::host::{Prediction, give, inward, outward, receive};
use super::mechanism::{BothLoads, JointInSpace, balanced, coordinates, on_b};
use super::memory::{Memory, Predicted};
use super::{End, MatingGeometry, MatingJoint};
use crate::base::Fault;
use crate::coupling::identify::{Held, NEAR, Pressed};
use crate::coupling::predicted::{HostState, Mechanism};
use crate::coupling::{CouplingReport, Mobility, SpatialMobility, SpatialReport, Step};
use crate::kinematics::spatial::{Motion, PairLoad, Wrench, halves, rotated};
use crate::laws::contact::Onset;
use crate::laws::contact::dissipation::realised;
use crate::laws::mating::{CONTACTS, HOLE, Surface};
use crate::ports::SpatialPairMotion;
use nalgebra::{Vector3, Vector6};

/// The result of a step.
struct StepResult {
    /// The load to be held, in the axes of a.
    load: BothLoads,
    end: Motion<f64>,
    peak: f64,
    coupling: CouplingReport,
}

/// Rotates a mean over a step from the turning axes of a into those of the communication point; `rotation` \[rad\]
/// is the rotation of a until the middle of the time in which the load acts.
fn turned_back(load: &BothLoads, rotation: Vector3<f64>) -> BothLoads {
    let mut back = *load;
    for first in [0, 3, 6] {
        let part = rotated(load.fixed_rows::<3>(first).into_owned(), rotation);
        back.fixed_rows_mut::<3>(first).copy_from(&part);
    }
    back
}

impl<G: MatingGeometry> MatingJoint<G> {
    /// Carries `memory` over `step` from the host's motion, along the motion that the contact itself causes;
    /// returns the load to be held.
    pub(super) fn predict(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        (memory, at_end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        let mut predicted = memory.predicted.take().ok_or(Fault::ForeignState)?;
        let done = self.step_with_host(motion, &mut predicted, step);
        memory.mirror(&predicted);
        memory.predicted = Some(predicted);
        let (load, StepResult { end, peak, .. }, coupling) = done?;
        *at_end = End { motion: end, peak, coupling };
        // Both moments are means about moving origins: see `pair_load` in the plane.
        let [force, moment] = halves(&on_b(&load));
        let moment_a = load.fixed_rows::<3>(6).into_owned();
        Ok(PairLoad { a: Wrench { force: -force, moment: moment_a }, b: Wrench { force, moment } })
    }

    /// One step: the exchange with the host around the motion inside.
    fn step_with_host(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        predicted: &mut Predicted,
        step: Step,
    ) -> Result<(BothLoads, StepResult, SpatialReport), Fault> {
        let touching = predicted.host.slots.iter().any(|slot| slot.point.contact.is_some());
        let prediction = self.prediction.as_mut().ok_or(Fault::ForeignState)?;
        // Only a contact that would be caught is kept free of probes.
        let set = Mobility(prediction.given.mobility);
        let given = motion.mobility.unwrap_or(set).is_given();
        let near = prediction.is_searching(given, &predicted.identification) && {
            let later = motion.path.at(NEAR * step.size);
            self.pair.parts.gaps(&later).iter().any(|gap| gap.0 > 0.0)
        };
        let known = receive(prediction, motion, [touching, near], predicted, step.size);
        let probe = inward(motion, &known.probe);
        let done = if known.mobility.is_given() || !prediction.measures() {
            self.integrate(motion, (predicted, &known.mobility), &probe, step)?
        } else {
            self.catch(motion, predicted, step)?
        };
        let prediction = self.prediction.as_ref().ok_or(Fault::ForeignState)?;
        let whole = done.load + balanced(&probe, &motion.path.start);
        let report = give(prediction, motion, [&on_b(&whole), &probe], done.coupling, predicted);
        Ok((whole, done, report))
    }

    /// A step of bodies with an unknown mobility: contacts are caught.
    fn catch(
        &self,
        motion: &SpatialPairMotion<f64>,
        predicted: &mut Predicted,
        step: Step,
    ) -> Result<StepResult, Fault> {
        let start = motion.path.start;
        let end = Some(motion.path.at(step.size)).filter(|end| self.pair.check_tilt(end).is_ok());
        let end = end.unwrap_or(start);
        let gaps = [&start, &end].map(|b| self.pair.parts.gaps(b));
        let slots = &mut predicted.host.slots;
        for (place, slot) in slots.iter_mut().enumerate() {
            slot.point.separate();
            slot.parts.fill(Surface::free());
            // Only the held load acts: at the step's end no surface counts as pressed.
            let [one, other] = if place < 2 { [0, 1] } else { [2, 3] };
            slot.surface = gaps[1][one].0.max(gaps[1][other].0).max(0.0);
        }
        let mut held = None;
        if let Some(Prediction { identifier: Some(identifier), .. }) = self.prediction.as_deref()
            && let Some(identification) = &mut predicted.identification
        {
            let depths = (0..CONTACTS).map(|place| gaps.map(|gaps| gaps[place].0));
            let pressed = Pressed::deepest(depths, |place| {
                // The rate of a depth is linear in the velocities; the load of a unit normal force has its
                // coefficients with the other sign.
                let load = Vector6::from_fn(|direction, _| {
                    let mut unit = Vector6::zeros();
                    unit[direction] = 1.0;
                    -self.pair.parts.gap(place, &start.displaced(&Vector6::zeros(), &unit)).1
                });
                outward(motion, &load)
            });
            let floor = self.pair.parts.floor();
            let rebound = |place, speed: f64, _| {
                let damping = self.pair.parts.loss(place >= HOLE);
                realised(damping.factor(speed) * speed / speed.max(floor))
            };
            let lost;
            (held, lost) = identification.hold(identifier, pressed, rebound, step.start)?;
            slots[0].point.damped += lost;
        }
        if let Some(Held { place, approach, begins: true, .. }) = held {
            let onset = Onset { time: step.start, impact_speed: approach };
            slots[place].point.last_start = onset;
        }
        predicted.host.record_unpredicted(start.velocities().as_slice(), step.size);
        let load = held.map_or(Vector6::zeros(), |held| inward(motion, &held.load));
        let load = balanced(&load, &start);
        let peak = held.map_or(0.0, |held| held.normal_force);
        let coupling = CouplingReport { impulse: peak * step.size, ..CouplingReport::default() };
        Ok(StepResult { load, end, peak, coupling })
    }

    /// A step of bodies with a known mobility: the motion inside it is integrated.
    fn integrate(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        (predicted, mobility): (&mut Predicted, &SpatialMobility),
        probe: &Vector6<f64>,
        step: Step,
    ) -> Result<StepResult, Fault> {
        let Self { pair, prediction, .. } = self;
        let Some(Prediction { predictor, .. }) = prediction.as_deref_mut() else {
            return Err(Fault::ForeignState);
        };
        let laws = pair.laws();
        let start = &motion.path.start;
        let mut joint = JointInSpace::new(laws, mobility.0, *start);
        let (places, speeds) = (coordinates(start), start.velocities());
        let state = HostState { coordinates: places.as_slice(), velocities: speeds.as_slice() };
        let push = mobility.0 * probe;
        let push = if *probe == Vector6::zeros() { &[] } else { push.as_slice() };
        let outcome = predictor.step_pushed(&mut joint, state, &mut predicted.host, step, push)?;
        let normal = (0..CONTACTS).map(|slot| predictor.normal(slot));
        let (peak, impulse) =
            normal.fold((0.0_f64, 0.0), |(peak, sum), (most, part)| (peak.max(most), sum + part));
        if impulse > 0.0 && !mobility.is_given() {
            return Err(Fault::MobilityUnknown { time: step.start });
        }
        let centre = motion.turning * predictor.centre(step.size);
        let [given, ..] = predictor.loads() else { unreachable!("a joint has a load") };
        let load = turned_back(given, centre);
        let HostState { coordinates, velocities } = predictor.end();
        joint.place(coordinates, velocities);
        let coupling = CouplingReport::of(&outcome, impulse);
        Ok(StepResult { load, end: joint.motion, peak, coupling })
    }
}
