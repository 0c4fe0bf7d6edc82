//! A predicted step of a joint with backlash: the host's side, and the motion inside.

use super::kinematics::Place;
use super::motion::{Motion, Sums};
use super::piece::Drive;
use crate::base::Fault;
use crate::coupling::identify::{Identification, Identifier, NEAR, Pressed, Received};
use crate::coupling::predicted::{
    CORRECTION, Exchange, Followed, HostState, Memory, Settings, Slot,
};
use crate::coupling::{CouplingReport, LineReport, Snapshot, Step};
use crate::joints::point_contact::Predicting;
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::ContactPoint;
use nalgebra::{Vector1, Vector3};
use std::array;

/// −F.
type Load = Vector1<f64>;

/// Limits `correction` to [`CORRECTION`] of `impulse`; `f64::clamp` would panic at NaN.
fn limited(correction: Load, impulse: Load) -> Load {
    let most = CORRECTION * impulse.x.abs();
    Load::new(correction.x.max(-most).min(most))
}

/// Everything that a predicting joint knows of its host: one coordinate, whose load is −F.
#[derive(Debug, Clone)]
pub(super) struct Prediction {
    exchange: Exchange<1>,
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
    pub peak_normal_force: f64,
    pub coupling: CouplingReport,
}

impl Prediction {
    pub fn new(mobility: f64, settings: Settings, identifier: Option<Identifier>) -> Self {
        let exchange = Exchange::new([1, 1], limited, settings);
        Self { exchange, given: (mobility, settings), mobility, identifier, probe: 0.0 }
    }

    /// The state before the first step.
    pub fn memory(&self, points: [ContactPoint; 2], speed: f64) -> Predicting<1> {
        let slots = points.map(|point| Slot { point, ..Slot::default() });
        let memory = Memory::of(Box::new(slots), &[speed], 1);
        let identification = self.identifier.map(|identifier| identifier.begin());
        Predicting { memory, identification }
    }

    /// Returns true if this is the state of such a joint.
    pub fn fits(&self, Predicting { memory, identification }: &Predicting<1>) -> bool {
        let measures = self.identifier.is_some();
        Identification::is_whole(identification, measures) && memory.fits(1, 1, 2)
    }

    /// Reads a communication point with the host's position and speed, and updates the measurement of the host;
    /// returns true if the mobility is known.
    pub fn receive(
        &mut self,
        play: &Play,
        [position, speed]: [f64; 2],
        Predicting { memory, identification }: &mut Predicting<1>,
        size: f64,
    ) -> bool {
        self.probe = 0.0;
        (self.mobility, self.exchange.settings) = self.given;
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
        let settings = &mut self.exchange.settings;
        if let Some(host) = identification.measured().host {
            self.mobility = host.mobility.m11;
            (settings.delay, settings.semi_implicit) = (host.delay, host.semi_implicit);
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
        Predicting { memory, identification }: &mut Predicting<1>,
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
        memory: &mut Predicting<1>,
    ) -> (f64, LineReport) {
        let identification = memory.identification.as_mut();
        let (Some(identifier), Some(identification)) = (&self.identifier, identification) else {
            return (0.0, LineReport::unmeasured(coupling));
        };
        identification.give(identifier, &Vector3::new(self.probe - force, 0.0, 0.0));
        let report = LineReport::of(coupling, identification.measured(), self.probe.abs());
        (-self.probe, report)
    }

    /// Carries `memory`, and bristle and loss of the drag, over `step` from the host's position and speed.
    pub fn step(
        &mut self,
        play: &Play,
        [position, speed]: [f64; 2],
        memory: &mut Memory<1>,
        dragged: (&mut f64, &mut f64),
        step: Step,
    ) -> Result<Predicted, Fault> {
        let mobility = self.mobility;
        let respond = |loads: &[Load], generalised: &mut [f64], change: &mut [f64]| {
            generalised[0] = loads[0].x;
            change[0] = mobility * loads[0].x;
        };
        let fault = || Fault::NoFiniteSolution { time: step.start };
        let exchange = &mut self.exchange;
        let host = HostState { coordinates: &[position], velocities: &[speed] };
        exchange.estimate_external(&[speed], memory, respond);
        let (mut start, mut velocity) = ([0.0], [0.0]);
        exchange.local_state(host, memory, step.size, (&mut start, &mut velocity), respond);
        let local = Step { start: step.start + exchange.lag(step.size), size: step.size };
        let contact_time = memory.contact_time();
        let was_apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let pushed = mobility * self.probe;
        let external = memory.coordinates[0].external + pushed;
        let ([position], [speed]) = (start, velocity);
        let mut motion = Motion::new(Drive { play, mobility, external, position, speed });
        motion.integrate(&mut memory.slots, dragged, local, contact_time).ok_or_else(fault)?;
        let Motion { drive: Drive { position, speed, .. }, sums, .. } = motion;
        let Sums { impulse, travel, work, stiffest, coarse, .. } = sums;
        let [impulse, travel] = [impulse, travel].map(|sum| [Load::new(sum)]);
        let followed =
            Followed { impulse: &impulse, travel: &travel, work, stiffest, was_apart, coarse };
        let outcome =
            exchange.held_load(host, memory, step.size, followed, respond).ok_or_else(fault)?;
        memory.add_held(&[pushed]);
        Ok(Predicted {
            force: -exchange.loads[0].x,
            end: [position, speed],
            peak_normal_force: sums.peak_normal_force,
            coupling: CouplingReport::of(&outcome, sums.normal_impulse),
        })
    }
}
