//! A predicted step of a joint with backlash: the host's side, and the motion inside.

use super::kinematics::Place;
use super::mechanism::Gap;
use crate::base::Fault;
use crate::coupling::identify::{Identification, Identifier, NEAR, Pressed, Received};
use crate::coupling::predicted::{HostState, Memory, Predictor, Settings};
use crate::coupling::{Contact, CouplingReport, HostLink, LineReport, Mobility, Snapshot, Step};
use crate::joints::point_contact::Predicting;
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::ContactPoint;
use nalgebra::{Matrix3, Vector3};
use std::array;

/// The joint's predictor and host, in the first of the directions of the plane.
#[derive(Debug, Clone)]
pub(super) struct Prediction {
    link: HostLink,
    /// W in the present step: given or measured.
    mobility: f64,
    /// Load of the probe in the present step.
    probe: f64,
}

/// A vector of the plane along the gap.
fn along(part: f64) -> Vector3<f64> {
    Vector3::new(part, 0.0, 0.0)
}

/// The result of a predicted step.
pub(super) struct Predicted {
    /// F to be held.
    pub force: f64,
    /// Predicted position and speed at the step's end.
    pub end: [f64; 2],
    pub now: [Snapshot; 2],
    pub peak_normal_force: f64,
    /// Normal impulses of both flanks.
    pub impulses: [f64; 2],
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
        let along = Matrix3::from_diagonal(&along(mobility));
        Self { link: HostLink::new(predictor, along, settings, identifier), mobility, probe: 0.0 }
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
        let mut memory = self.link.predictor.begin(&mut gap, state, 0.0);
        for (slot, point) in memory.slots.iter_mut().zip(points) {
            slot.point = point;
        }
        let identification = self.link.identifier.map(|identifier| identifier.begin());
        Predicting { memory, identification }
    }

    /// Returns true if this is the state of such a joint.
    pub fn fits(&self, Predicting { memory, identification }: &Predicting) -> bool {
        Identification::is_whole(identification, self.link.measures()) && memory.fits(1, 1, 2)
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
        let given = Mobility(self.link.given.mobility);
        let touching = memory.slots.iter().any(|slot| slot.point.contact.is_some());
        let (velocity, place) = (along(speed), along(position));
        let later = position + NEAR * size * speed;
        let near = self.link.is_searching(given.is_given(), identification)
            && Flank::BOTH.iter().any(|flank| play.penetration(*flank, later) > 0.0);
        let received = Received { velocity, place, drift: velocity, size, touching, near };
        let turning = (|outer: &Vector3<f64>| *outer, Vector3::zeros());
        let known = self.link.receive((&received, given), memory, identification, turning);
        (self.mobility, self.probe) = (known.mobility.0.m11, known.probe.x);
        self.mobility > 0.0 || !self.link.measures()
    }

    /// A step with an unknown mobility: flanks that touch catch the bodies. Returns F and the snapshots of both
    /// flanks.
    pub fn hold(
        &self,
        play: &Play,
        ends: [&Place<f64>; 2],
        Predicting { memory, identification }: &mut Predicting,
        step: Step,
    ) -> Result<(f64, [Snapshot; 2]), Fault> {
        let touches = Flank::BOTH.map(|flank| ends.map(|place| place.touch(play, flank)));
        let (held, lost) = match (&self.link.identifier, identification) {
            (Some(identifier), Some(identification)) => {
                let depths = touches.iter().map(|ends| ends.map(|touch| touch.penetration));
                let pressed = Pressed::deepest(depths, |flank| {
                    Vector3::new(-Flank::BOTH[flank].sign(), 0.0, 0.0)
                });
                let rebound = |_, speed, mobility| play.normal.rebound(speed, mobility);
                identification.hold(identifier, pressed, rebound, step.start)?
            }
            _ => (None, 0.0),
        };
        let now = array::from_fn(|flank| {
            let held = held.as_ref().filter(|held| held.place == flank);
            memory.slots[flank].hold(held, &touches[flank], step.start)
        });
        memory.slots[0].point.damped += lost;
        memory.record_unpredicted(&[ends[0].speed], step.size);
        Ok((held.map_or(0.0, |held| -held.load.x), now))
    }

    /// Records the force F of a step, without the probe's; returns the probe's part of F, and the report.
    pub fn give(
        &self,
        force: f64,
        coupling: CouplingReport,
        memory: &mut Predicting,
    ) -> (f64, LineReport) {
        let report = (coupling, self.probe.abs());
        let load = along(self.probe - force);
        (-self.probe, self.link.give(&load, &mut memory.identification, report))
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
        let outcome = self.link.predictor.step_pushed(&mut gap, state, memory, step, push)?;
        if let Some(drag) = memory.slots[0].parts.first() {
            *bristle = drag.bristle[0];
        }
        let normal = [0, 1].map(|flank| self.link.predictor.normal(flank));
        let HostState { coordinates, velocities } = self.link.predictor.end();
        let [load, ..] = self.link.predictor.loads() else { unreachable!("a joint has a load") };
        Ok(Predicted {
            force: -load.x,
            end: [coordinates[0], velocities[0]],
            now: array::from_fn(|flank| self.link.predictor.snapshot(&gap, memory, flank)),
            peak_normal_force: normal[0].0.max(normal[1].0),
            impulses: [normal[0].1, normal[1].1],
            coupling: CouplingReport::of(&outcome, normal[0].1 + normal[1].1),
        })
    }
}
