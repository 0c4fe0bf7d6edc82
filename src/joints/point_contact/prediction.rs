//! A joint of contact points whose bodies are followed inside a step, with a host that is given or measured.

use super::Predicting;
use crate::base::Fault;
use crate::base::fault::Name;
use crate::coupling::identify::{Host, Identification, Identifier, NEAR, Pressed, Received};
use crate::coupling::predicted::{
    self, HostState, JointLoad, Mechanism, OiledPredictor, OneJoint, Predictor, balanced,
    coordinates, pair_load, turned_back,
};
use crate::coupling::{
    Contact, CouplingReport, IdentifiedCoupling, Mobility, MobilityFrom, PredictableCoupling,
    Snapshot, Step,
};
use crate::kinematics::planar::{Axes, Motion, PairLoad, Wrench, quarter_turn};
use crate::laws::contact::{Touch, TouchGeometry};
use crate::ports::PairMotion;
use nalgebra::{Vector2, Vector3};
use std::array;

/// What it takes to follow the bodies inside a step.
#[derive(Debug, Clone)]
pub(in crate::joints) struct Prediction {
    predictor: Predictor,
    /// What follows a joint with a film.
    pub oiled: OiledPredictor,
    /// The host as it was told; its mobility perhaps not at all.
    told: Host,
    /// How new estimates of other loads count.
    filter: f64,
    /// How the host is measured, if it is.
    identifier: Option<Identifier>,
}

/// What came of a predicted step.
pub(in crate::joints) struct Predicted<const N: usize> {
    pub load: PairLoad<f64>,
    /// The motion at the step's end, as far as it is known.
    pub end: Motion<f64>,
    pub now: [Snapshot; N],
    pub peak_normal_force: f64,
    pub coupling: IdentifiedCoupling,
}

impl Prediction {
    /// For a joint of so many contact points with a length that turns angles into displacements and a
    /// clearance \[m\]. Refuses one whose mobility is neither given nor measured.
    pub fn new(
        (geometry, [length, clearance]): (impl TouchGeometry, [f64; 2]),
        (contact, slots): (&Contact, usize),
        (coupling, from): (&PredictableCoupling, MobilityFrom),
        oiled: bool,
    ) -> Result<Self, Fault> {
        let mobility = coupling.mobility();
        // With a film nothing can be measured: there the mobility must be given.
        let given = mobility.is_given() || from == MobilityFrom::Input || oiled;
        let identifier = coupling.identifier(length, clearance, given);
        if identifier.is_some() && oiled {
            return Err(Fault::Choice {
                name: Name::of("coupling.identify"),
                choice: "measurement of the host",
                allowed: "off",
                meaning: "with a film the mobility must be given: the command mobility computes it",
            });
        }
        identifier.iter().try_for_each(Identifier::check_slot)?;
        let known_else = identifier.is_some() || from == MobilityFrom::Input;
        if mobility.is_given() || !known_else {
            mobility.check_parameters()?;
        }
        let settings = coupling.settings();
        let joint = OneJoint::new(geometry, contact, slots, mobility.0);
        let predictor = Predictor::new(&joint, settings);
        let oiled = OiledPredictor::new(settings);
        let semi_implicit = settings.semi_implicit;
        let told = Host { mobility: mobility.0, delay: settings.delay, semi_implicit };
        Ok(Self { predictor, oiled, told, filter: settings.filter, identifier })
    }

    /// The mobility as it was told by a parameter.
    pub fn mobility(&self) -> Mobility {
        Mobility(self.told.mobility)
    }

    /// The mobility that the host gives, by an input or a parameter, in the axes of the ports; an input is carried
    /// on to where the load of the step of this `size` \[s\] acts with it, and turned back by what a turns until then.
    pub fn told_by(
        &self,
        motion: &PairMotion<f64>,
        memory: &mut predicted::Memory,
        size: f64,
    ) -> Mobility {
        let Some(given) = motion.mobility else { return self.mobility() };
        let (mut later, ahead) = (given, self.predictor.middle(size));
        memory.extrapolate_mobility(later.0.as_mut_slice(), ahead);
        // The bodies are followed in the axes of a, which turn on the way there, too.
        later
            .checked(&Mobility::INPUTS)
            .unwrap_or(given)
            .inward(&Axes::rotated(motion.turning * ahead))
    }

    /// Whether a memory is one of this joint with so many contact points.
    pub fn fits(&self, memory: &Predicting, slots: usize) -> bool {
        let Predicting { memory, identification } = memory;
        let measures = self.identifier.is_some();
        Identification::is_whole(identification, measures) && memory.fits(3, 1, slots)
    }

    /// The memory before the first step.
    pub fn begin(
        &mut self,
        geometry: impl TouchGeometry,
        contact: &Contact,
        slots: usize,
        b: &Motion<f64>,
        time: f64,
    ) -> Predicting {
        let mut joint = OneJoint::new(geometry, contact, slots, self.told.mobility);
        let (coordinates, velocities) = coordinates(b);
        let host = HostState { coordinates: &coordinates, velocities: &velocities };
        let memory = self.predictor.begin(&mut joint, host, time).with_mobility(3);
        let identification = self.identifier.map(|identifier| identifier.begin());
        Predicting { memory, identification }
    }

    /// Carries a memory over a step.
    pub fn step<G: TouchGeometry, const N: usize>(
        &mut self,
        geometry: G,
        contact: &Contact,
        motion: &PairMotion<f64>,
        memory: &mut Predicting,
        step: Step,
    ) -> Result<Predicted<N>, Fault> {
        let PairMotion { path, axes, .. } = motion;
        let start = &path.start;
        let (mut probe, mut probe_force) = (Vector3::zeros(), 0.0);
        let Predicting { memory, identification } = memory;
        let mut host = Host { mobility: self.told_by(motion, memory, step.size).0, ..self.told };
        if let (Some(identifier), Some(identification)) = (&self.identifier, &mut *identification) {
            let touching = memory.slots.iter().any(|slot| slot.point.contact.is_some());
            let is_near = |slot| geometry.touch(slot, &path.at(NEAR * step.size)).penetration > 0.0;
            // Only a contact that would be caught is kept free of probes.
            let known =
                Mobility(host.mobility).is_given() || identification.measured().host.is_some();
            let near = !known && (0..N).any(is_near);
            let received = received(motion, step.size, [touching, near]);
            probe = identification.receive(identifier, &received);
            probe_force = probe.xy().norm().max(probe.z.abs() / identifier.length);
            host = identification.measured().host.unwrap_or(host);
            if let Some(recalled) = identification.recall(identifier, self.filter) {
                // In axes that turn with a.
                let mut external = inward(axes, &recalled.external);
                let bend = quarter_turn(start.velocity) * motion.turning;
                (external.x, external.y) = (external.x - bend.x, external.y - bend.y);
                let [last, before] = recalled.accelerations.map(|load| inward(axes, &load));
                let accelerations = [last.as_slice(), before.as_slice()];
                memory.recall(external.as_slice(), accelerations, recalled.intervals);
            }
            self.predictor.set_host_scheme(host.delay, host.semi_implicit);
        }
        let mobility = Mobility(host.mobility);
        let probe = inward(axes, &probe);
        let (coordinates, velocities) = coordinates(start);
        let mut load = JointLoad::zeros();
        let mut predicted = if mobility.is_given() || self.identifier.is_none() {
            let mut joint = OneJoint::new(geometry, contact, N, mobility.inward(axes).0);
            let state = HostState { coordinates: &coordinates, velocities: &velocities };
            let push = joint.mobility * probe;
            let push = if probe_force > 0.0 { push.as_slice() } else { &[] };
            let outcome = self.predictor.step_pushed(&mut joint, state, memory, step, push)?;
            let pressed: [(f64, f64); N] = array::from_fn(|slot| self.predictor.normal(slot));
            let HostState { coordinates, velocities } = self.predictor.end();
            joint.place(coordinates, velocities);
            let impulse = pressed.iter().map(|(_, impulse)| impulse).sum();
            if impulse > 0.0 && !mobility.is_given() {
                return Err(Fault::MobilityUnknown { time: step.start });
            }
            let [given, ..] = self.predictor.loads() else { unreachable!("a joint has a load") };
            load = turned_back(given, motion.turning, self.predictor.centre(step.size));
            Predicted {
                load: pair_load(&load),
                end: joint.motion,
                now: array::from_fn(|slot| self.predictor.snapshot(&joint, memory, slot)),
                peak_normal_force: pressed.iter().map(|(peak, _)| *peak).fold(0.0, f64::max),
                coupling: IdentifiedCoupling::of(CouplingReport::of(&outcome, impulse), None, 0.0),
            }
        } else {
            let measuring = (self.identifier.as_ref(), &mut *identification);
            let (held, force) = hold(&geometry, contact, motion, (memory, measuring), step);
            load += balanced(force, start.position);
            held
        };
        if let (Some(identifier), Some(identification)) = (&self.identifier, identification) {
            let whole = load + balanced(probe, start.position);
            let outer = axes.outward(whole.xy()).push(whole.z);
            identification.give(identifier, &outer);
            predicted.load = pair_load(&whole);
            let IdentifiedCoupling {
                work_mismatch, suggested_step, impulse, step_too_long, ..
            } = predicted.coupling;
            let report = CouplingReport { work_mismatch, suggested_step, impulse, step_too_long };
            let measured = Some(identification.measured());
            predicted.coupling = IdentifiedCoupling::of(report, measured, probe_force);
        }
        Ok(predicted)
    }
}

/// A step of bodies of which it is not known how they give way: contacts are caught. The load on b is in the
/// axes of a.
fn hold<G: TouchGeometry, const N: usize>(
    geometry: &G,
    contact: &Contact,
    motion: &PairMotion<f64>,
    (memory, measuring): (
        &mut predicted::Memory,
        (Option<&Identifier>, &mut Option<Identification>),
    ),
    step: Step,
) -> (Predicted<N>, Vector3<f64>) {
    let PairMotion { path, axes, .. } = motion;
    let end = path.at(step.size);
    let touches: [[Touch<f64>; 2]; N] =
        array::from_fn(|slot| [&path.start, &end].map(|b| geometry.touch(slot, b)));
    let pressed =
        Pressed::deepest(touches.iter().map(|ends| ends.map(|touch| touch.penetration)), |slot| {
            let Wrench { force, moment } = touches[slot][0].loads(1.0, 0.0).b;
            axes.outward(force).push(moment)
        });
    let (held, lost) = match measuring {
        (Some(identifier), Some(identification)) => {
            let rebound = |_, speed, mobility| contact.normal.rebound(speed, mobility);
            identification.hold(identifier, pressed, rebound)
        }
        _ => (None, 0.0),
    };
    let now = array::from_fn(|slot| {
        let held = held.as_ref().filter(|held| held.place == slot);
        memory.slots[slot].hold(held, &touches[slot], step.start)
    });
    memory.slots[0].point.damped += lost;
    memory.record_unpredicted(&coordinates(&path.start).1, step.size);
    let load = held.map_or(Vector3::zeros(), |held| inward(axes, &held.load));
    let peak = held.map_or(0.0, |held| held.normal_force);
    let report = CouplingReport { impulse: peak * step.size, ..CouplingReport::default() };
    let predicted = Predicted {
        load: PairLoad::zero(),
        end,
        now,
        peak_normal_force: peak,
        coupling: IdentifiedCoupling::of(report, None, 0.0),
    };
    (predicted, load)
}

/// What the host gives at the step's start, in the axes that mobilities are given in.
fn received(motion: &PairMotion<f64>, size: f64, [touching, near]: [bool; 2]) -> Received {
    let PairMotion { path, axes, turning, .. } = motion;
    let start = &path.start;
    let outward = |vector: Vector2<f64>, turn: f64| axes.outward(vector).push(turn);
    Received {
        velocity: outward(start.velocity, start.spin),
        place: outward(start.position, start.angle),
        drift: outward(start.velocity + quarter_turn(start.position) * *turning, start.spin),
        size,
        touching,
        near,
    }
}

/// A load or an acceleration in the axes of a.
fn inward(axes: &Axes<f64>, outer: &Vector3<f64>) -> Vector3<f64> {
    axes.inward(outer.xy()).push(outer.z)
}
