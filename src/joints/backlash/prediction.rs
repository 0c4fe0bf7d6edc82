//! A predicted step of a joint with backlash: the host's side, and the motion inside.

use super::kinematics::Place;
use super::mechanism::Gap;
use crate::base::Fault;
use crate::coupling::identify::{Identification, Identifier, NEAR, Pressed, Received};
use crate::coupling::predicted::{HostState, Memory, Predictor, Settings};
use crate::coupling::{Contact, CouplingReport, LineReport, Snapshot, Step};
use crate::joints::point_contact::Predicting;
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::ContactPoint;
use nalgebra::Vector3;
use std::array;

/// Everything that a predicting joint knows of its host: one coordinate, whose load is −F.
#[derive(Debug, Clone)]
pub(super) struct Prediction {
    predictor: Predictor,
    /// W of the parameters, 0 if it is to be measured, and the settings of the host's scheme.
    given: (f64, Settings),
    /// W in the present step: given or measured.
    mobility: f64,
    /// The measurement of the host, if it is measured.
    identifier: Option<Identifier>,
    /// Load of the probe in the present step.
    probe: f64,
}

/// The result of a predicted step.
pub(super) struct Predicted {
    /// F to be held.
    pub force: f64,
    /// Predicted position and speed at the step's end.
    pub end: [f64; 2],
    pub now: [Snapshot; 2],
    pub peak_normal_force: f64,
    pub coupling: CouplingReport,
}

impl Prediction {
    pub fn new(
        (play, contact): (&Play, &Contact),
        mobility: f64,
        settings: Settings,
        identifier: Option<Identifier>,
    ) -> Self {
        let gap = Gap { play, contact, mobility, position: 0.0, speed: 0.0 };
        let predictor = Predictor::new(&gap, settings);
        Self { predictor, given: (mobility, settings), mobility, identifier, probe: 0.0 }
    }

    /// The state before the first step.
    pub fn memory(
        &mut self,
        (play, contact): (&Play, &Contact),
        points: [ContactPoint; 2],
        [position, speed]: [f64; 2],
    ) -> Predicting {
        let mut gap = Gap { play, contact, mobility: self.mobility, position, speed };
        let state = HostState { coordinates: &[position], velocities: &[speed] };
        let mut memory = self.predictor.begin(&mut gap, state, 0.0);
        for (slot, point) in memory.slots.iter_mut().zip(points) {
            slot.point = point;
        }
        let identification = self.identifier.map(|identifier| identifier.begin());
        Predicting { memory, identification }
    }

    /// Returns true if this is the state of such a joint.
    pub fn fits(&self, Predicting { memory, identification }: &Predicting) -> bool {
        let measures = self.identifier.is_some();
        Identification::is_whole(identification, measures) && memory.fits(1, 1, 2)
    }

    /// Reads a communication point with the host's position and speed, and updates the measurement of the host;
    /// returns true if the mobility is known.
    pub fn receive(
        &mut self,
        play: &Play,
        [position, speed]: [f64; 2],
        Predicting { memory, identification }: &mut Predicting,
        size: f64,
    ) -> bool {
        self.probe = 0.0;
        let (mobility, mut settings) = self.given;
        self.mobility = mobility;
        self.predictor.set_host_scheme(settings.delay, settings.semi_implicit);
        let (Some(identifier), Some(identification)) = (&self.identifier, identification) else {
            return true;
        };
        let along = |part: f64| Vector3::new(part, 0.0, 0.0);
        let touching = memory.slots.iter().any(|slot| slot.point.contact.is_some());
        let (velocity, place) = (along(speed), along(position));
        let later = position + NEAR * size * speed;
        // Only a contact that would be caught is kept free of probes.
        let near = self.mobility <= 0.0
            && Flank::BOTH.iter().any(|flank| play.penetration(*flank, later) > 0.0);
        let received = Received { velocity, place, drift: velocity, size, touching, near };
        self.probe = identification.receive(identifier, &received).x;
        if let Some(host) = identification.measured().host {
            self.mobility = host.mobility.m11;
            (settings.delay, settings.semi_implicit) = (host.delay, host.semi_implicit);
            self.predictor.set_host_scheme(settings.delay, settings.semi_implicit);
        }
        if let Some(recalled) = identification.recall(identifier, settings.filter) {
            let [last, before] = recalled.accelerations.map(|acceleration| [acceleration.x]);
            memory.recall(&[recalled.external.x], [&last, &before], recalled.intervals);
        }
        self.mobility > 0.0
    }

    /// A step with an unknown mobility: flanks that touch catch the bodies. Returns F and the snapshots of both
    /// flanks.
    pub fn hold(
        &self,
        play: &Play,
        ends: [&Place<f64>; 2],
        Predicting { memory, identification }: &mut Predicting,
        step: Step,
    ) -> (f64, [Snapshot; 2]) {
        let touches = Flank::BOTH.map(|flank| ends.map(|place| place.touch(play, flank)));
        let (held, lost) = match (&self.identifier, identification) {
            (Some(identifier), Some(identification)) => {
                let depths = touches.iter().map(|ends| ends.map(|touch| touch.penetration));
                let pressed = Pressed::deepest(depths, |flank| {
                    Vector3::new(-Flank::BOTH[flank].sign(), 0.0, 0.0)
                });
                let rebound = |_, speed, mobility| play.normal.rebound(speed, mobility);
                identification.hold(identifier, pressed, rebound)
            }
            _ => (None, 0.0),
        };
        let now = array::from_fn(|flank| {
            let held = held.as_ref().filter(|held| held.place == flank);
            memory.slots[flank].hold(held, &touches[flank], step.start)
        });
        memory.slots[0].point.damped += lost;
        memory.record_unpredicted(&[ends[0].speed], step.size);
        (held.map_or(0.0, |held| -held.load.x), now)
    }

    /// Records the force F of a step, without the probe's; returns the probe's part of F, and the report.
    pub fn give(
        &self,
        force: f64,
        coupling: CouplingReport,
        memory: &mut Predicting,
    ) -> (f64, LineReport) {
        let identification = memory.identification.as_mut();
        let (Some(identifier), Some(identification)) = (&self.identifier, identification) else {
            return (0.0, LineReport::unmeasured(coupling));
        };
        identification.give(identifier, &Vector3::new(self.probe - force, 0.0, 0.0));
        let report = LineReport::of(coupling, identification.measured(), self.probe.abs());
        (-self.probe, report)
    }

    /// Carries `memory`, and the bristle of the drag, over `step` from the host's position and speed.
    pub fn step(
        &mut self,
        (play, contact): (&Play, &Contact),
        [position, speed]: [f64; 2],
        memory: &mut Memory,
        bristle: &mut f64,
        step: Step,
    ) -> Result<Predicted, Fault> {
        let mobility = self.mobility;
        let mut gap = Gap { play, contact, mobility, position, speed };
        let state = HostState { coordinates: &[position], velocities: &[speed] };
        let pushed = [mobility * self.probe];
        let push: &[f64] = if self.probe == 0.0 { &[] } else { &pushed };
        let outcome = self.predictor.step_pushed(&mut gap, state, memory, step, push)?;
        if let Some(drag) = memory.slots[0].parts.first() {
            *bristle = drag.bristle[0];
        }
        let normal = [0, 1].map(|flank| self.predictor.normal(flank));
        let HostState { coordinates, velocities } = self.predictor.end();
        let [load, ..] = self.predictor.loads() else { unreachable!("a joint has a load") };
        Ok(Predicted {
            force: -load.x,
            end: [coordinates[0], velocities[0]],
            now: array::from_fn(|flank| self.predictor.snapshot(&gap, memory, flank)),
            peak_normal_force: normal[0].0.max(normal[1].0),
            coupling: CouplingReport::of(&outcome, normal[0].1 + normal[1].1),
        })
    }
}
