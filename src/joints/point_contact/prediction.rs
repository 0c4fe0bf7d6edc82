//! A predicted step of a joint of contact points, with a host that is given or measured.

use super::Predicting;
use crate::base::Fault;
use crate::coupling::identify::{Identification, NEAR, Pressed, Received};
use crate::coupling::predicted::{
    self, HostState, JointLoad, Mechanism, OneJoint, Predictor, balanced, coordinates, pair_load,
    turned_back,
};
use crate::coupling::{
    Contact, CouplingParameters, CouplingReport, HostLink, IdentifiedCoupling, KnownHost, Mobility,
    Snapshot, Step,
};
use crate::kinematics::planar::{Axes, Motion, PairLoad, Wrench, quarter_turn};
use crate::laws::contact::{Touch, TouchGeometry};
use crate::laws::film::Film;
use crate::ports::PairMotion;
use nalgebra::{Vector2, Vector3};
use std::array;

/// The joint's predictor and host.
#[derive(Debug, Clone)]
pub(in crate::joints) struct Prediction(HostLink);

/// The host at a communication point.
struct Known {
    /// In the axes of the ports.
    mobility: Mobility,
    /// Load of the probe, in the axes of a.
    probe: Vector3<f64>,
    /// Size of that load \[N\]; a moment counts divided by the joint's length.
    probe_force: f64,
}

/// The result of a predicted step.
pub(in crate::joints) struct Predicted<const N: usize> {
    pub load: PairLoad<f64>,
    /// The predicted motion at the step's end.
    pub end: Motion<f64>,
    pub now: [Snapshot; N],
    pub peak_normal_force: f64,
    pub coupling: IdentifiedCoupling,
}

impl Prediction {
    /// The prediction of a joint: its geometry with a length that turns angles into displacements and a
    /// clearance \[m\], its laws with the number of its contact points, and its coupling. Refuses one whose
    /// mobility is neither given nor measured.
    pub fn new(
        (geometry, sizes): (impl TouchGeometry, [f64; 2]),
        (contact, slots): (&Contact, usize),
        (coupling, takes_mobility): (&CouplingParameters, bool),
        film: Option<&Film>,
    ) -> Result<Self, Fault> {
        let mobility = coupling.mobility;
        let identifier = coupling.identifier(sizes, takes_mobility, film.is_some())?;
        let settings = coupling.settings();
        let joint = OneJoint { film, ..OneJoint::new(geometry, contact, slots, mobility.0) };
        let predictor = Predictor::new(&joint, settings);
        Ok(Self(HostLink::new(predictor, mobility.0, settings, identifier)))
    }

    /// The mobility of the parameters.
    pub fn mobility(&self) -> Mobility {
        Mobility(self.0.given.mobility)
    }

    /// The mobility of an input, or else of the parameters, in the axes of the ports. An input is extrapolated
    /// to the time at which the load of a step of `size` \[s\] acts, and rotated back by the rotation of a until
    /// then.
    pub fn given_mobility(
        &self,
        motion: &PairMotion<f64>,
        memory: &mut predicted::Memory,
        size: f64,
    ) -> Mobility {
        let Some(given) = motion.mobility else { return self.mobility() };
        let (later, ahead) = self.0.later(given, memory, size);
        // The motion is integrated in the axes of a, which turn until then, too.
        later.inward(&Axes::rotated(motion.turning * ahead))
    }

    /// Returns true if this is the state of such a joint with `slots` contact points.
    pub fn fits(&self, memory: &Predicting, slots: usize) -> bool {
        let Predicting { memory, identification } = memory;
        Identification::is_whole(identification, self.0.measures()) && memory.fits(3, 1, slots)
    }

    /// The state before the first step.
    pub fn begin(
        &mut self,
        geometry: impl TouchGeometry,
        contact: &Contact,
        slots: usize,
        b: &Motion<f64>,
        time: f64,
    ) -> Predicting {
        let mut joint = OneJoint::new(geometry, contact, slots, self.0.given.mobility);
        let (coordinates, velocities) = coordinates(b);
        let host = HostState { coordinates: &coordinates, velocities: &velocities };
        let memory = self.0.predictor.begin(&mut joint, host, time).with_mobility(3);
        let identification = self.0.identifier.map(|identifier| identifier.begin());
        Predicting { memory, identification }
    }

    /// Carries a state over a step.
    pub fn step<G: TouchGeometry, const N: usize>(
        &mut self,
        geometry: G,
        contact: &Contact,
        motion: &PairMotion<f64>,
        memory: &mut Predicting,
        step: Step,
    ) -> Result<Predicted<N>, Fault> {
        let known = self.receive::<G, N>(&geometry, motion, memory, step.size);
        let (mut predicted, load) = if known.mobility.is_given() || !self.0.measures() {
            self.integrate((geometry, None), contact, motion, (&mut memory.memory, &known), step)?
        } else {
            self.catch(&geometry, contact, motion, memory, step)?
        };
        if self.0.measures() {
            let PairMotion { path, axes, .. } = motion;
            let whole = load + balanced(known.probe, path.start.position);
            let outer = axes.outward(whole.xy()).push(whole.z);
            let report = (predicted.coupling.step, known.probe_force);
            predicted.coupling = self.0.give(&outer, &mut memory.identification, report);
            predicted.load = pair_load(&whole);
        }
        Ok(predicted)
    }

    /// Carries the state of a joint with a film over a step; its host's mobility must be given.
    pub fn step_oiled<G: TouchGeometry, const N: usize>(
        &mut self,
        geometry: G,
        (contact, film): (&Contact, &Film),
        motion: &PairMotion<f64>,
        memory: &mut predicted::Memory,
        step: Step,
    ) -> Result<Predicted<N>, Fault> {
        let mobility = self.given_mobility(motion, memory, step.size);
        if !mobility.is_given() {
            return Err(Fault::MobilityUnknown { time: step.start });
        }
        let known = Known { mobility, probe: Vector3::zeros(), probe_force: 0.0 };
        let laws = (geometry, Some(film));
        let (predicted, _) = self.integrate(laws, contact, motion, (memory, &known), step)?;
        Ok(predicted)
    }

    /// Reads a communication point and updates the measurement of the host.
    fn receive<G: TouchGeometry, const N: usize>(
        &mut self,
        geometry: &G,
        motion: &PairMotion<f64>,
        Predicting { memory, identification }: &mut Predicting,
        size: f64,
    ) -> Known {
        let PairMotion { path, axes, .. } = motion;
        let given = self.given_mobility(motion, memory, size);
        let touching = memory.slots.iter().any(|slot| slot.point.contact.is_some());
        let is_near = |slot| geometry.touch(slot, &path.at(NEAR * size)).penetration > 0.0;
        let near = self.0.is_searching(given.is_given(), identification) && (0..N).any(is_near);
        let received = received(motion, size, [touching, near]);
        // Accelerations in axes that turn with a.
        let coriolis = quarter_turn(path.start.velocity) * motion.turning;
        let turning = (|outer: &Vector3<f64>| inward(axes, outer), coriolis.push(0.0));
        let KnownHost { mobility, probe, .. } =
            self.0.receive((&received, given), memory, identification, turning);
        let length = self.0.identifier.map_or(1.0, |identifier| identifier.length);
        let probe_force = probe.xy().norm().max(probe.z.abs() / length);
        Known { mobility, probe: inward(axes, &probe), probe_force }
    }

    /// A step of bodies with a known mobility: the motion inside it is integrated. Also returns the load to be
    /// held, in the axes of a. If the mobility is unknown, the contacts are evaluated along the host's motion.
    fn integrate<G: TouchGeometry, const N: usize>(
        &mut self,
        (geometry, film): (G, Option<&Film>),
        contact: &Contact,
        motion: &PairMotion<f64>,
        (memory, known): (&mut predicted::Memory, &Known),
        step: Step,
    ) -> Result<(Predicted<N>, JointLoad), Fault> {
        let Known { mobility, probe, probe_force } = known;
        let inward = mobility.inward(&motion.axes).0;
        let mut joint = OneJoint { film, ..OneJoint::new(geometry, contact, N, inward) };
        let (coordinates, velocities) = coordinates(&motion.path.start);
        let state = HostState { coordinates: &coordinates, velocities: &velocities };
        let push = joint.mobility * probe;
        let push = if *probe_force > 0.0 { push.as_slice() } else { &[] };
        let outcome = self.0.predictor.step_pushed(&mut joint, state, memory, step, push)?;
        let normal: [(f64, f64); N] = array::from_fn(|slot| self.0.predictor.normal(slot));
        let HostState { coordinates, velocities } = self.0.predictor.end();
        joint.place(coordinates, velocities);
        let impulse = normal.iter().map(|(_, impulse)| impulse).sum();
        if impulse > 0.0 && !mobility.is_given() {
            return Err(Fault::MobilityUnknown { time: step.start });
        }
        let [given, ..] = self.0.predictor.loads() else { unreachable!("a joint has a load") };
        let load = turned_back(given, motion.turning, self.0.predictor.centre(step.size));
        let predicted = Predicted {
            load: pair_load(&load),
            end: joint.motion,
            now: array::from_fn(|slot| self.0.predictor.snapshot(&joint, memory, slot)),
            peak_normal_force: normal.iter().map(|(peak, _)| *peak).fold(0.0, f64::max),
            coupling: IdentifiedCoupling::unmeasured(CouplingReport::of(&outcome, impulse)),
        };
        Ok((predicted, load))
    }

    /// A step of bodies with an unknown mobility: contacts are caught. Also returns the load to be held, in
    /// the axes of a.
    fn catch<G: TouchGeometry, const N: usize>(
        &self,
        geometry: &G,
        contact: &Contact,
        motion: &PairMotion<f64>,
        Predicting { memory, identification }: &mut Predicting,
        step: Step,
    ) -> Result<(Predicted<N>, JointLoad), Fault> {
        let PairMotion { path, axes, .. } = motion;
        let end = path.at(step.size);
        let touches: [[Touch<f64>; 2]; N] =
            array::from_fn(|slot| [&path.start, &end].map(|b| geometry.touch(slot, b)));
        let depths = touches.iter().map(|ends| ends.map(|touch| touch.penetration));
        let pressed = Pressed::deepest(depths, |slot| {
            let Wrench { force, moment } = touches[slot][0].loads(1.0, 0.0).b;
            axes.outward(force).push(moment)
        });
        let (held, lost) = match (&self.0.identifier, identification) {
            (Some(identifier), Some(identification)) => {
                let rebound = |_, speed, mobility| contact.normal.rebound(speed, mobility);
                identification.hold(identifier, pressed, rebound, step.start)?
            }
            _ => (None, 0.0),
        };
        let now = array::from_fn(|slot| {
            let held = held.as_ref().filter(|held| held.place == slot);
            memory.slots[slot].hold(held, &touches[slot], step.start)
        });
        memory.slots[0].point.damped += lost;
        memory.record_unpredicted(&coordinates(&path.start).1, step.size);
        let force = held.map_or(Vector3::zeros(), |held| inward(axes, &held.load));
        let peak = held.map_or(0.0, |held| held.normal_force);
        let report = CouplingReport { impulse: peak * step.size, ..CouplingReport::default() };
        let predicted = Predicted {
            load: PairLoad::zero(),
            end,
            now,
            peak_normal_force: peak,
            coupling: IdentifiedCoupling::unmeasured(report),
        };
        Ok((predicted, JointLoad::zeros() + balanced(force, path.start.position)))
    }
}

/// The host's motion at the step's start, in the axes that mobilities are given in.
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

/// Rotates a load or an acceleration into the axes of a.
fn inward(axes: &Axes<f64>, outer: &Vector3<f64>) -> Vector3<f64> {
    axes.inward(outer.xy()).push(outer.z)
}
