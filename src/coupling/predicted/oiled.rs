//! The predictor of one joint with a film: the exchange with the host around a [`FilmIntegrator`].

use super::exchange::{Exchange, Followed, limited};
use super::film_integrator::{FilmIntegrator, motion};
use super::first_step::correct_first_step;
use super::memory::Memory;
use super::one_joint::coordinates;
use super::{HostState, JointLoad, Mechanism, OneJoint, Outcome, Settings};
use crate::base::Fault;
use crate::coupling::Step;
use crate::kinematics::planar::Motion;
use crate::laws::contact::TouchGeometry;
use crate::laws::film::Film;
use nalgebra::Vector3;

/// Integrates a joint with a film over communication steps.
#[derive(Debug, Clone)]
pub(crate) struct OiledPredictor {
    exchange: Exchange<4>,
}

/// Result of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OiledStep {
    /// The load on b to be held.
    pub load: JointLoad,
    /// The predicted motion of b at the end.
    pub end: Motion<f64>,
    /// Largest normal force \[N\] and ∫F_N dt \[N s\] of the contact.
    pub normal: (f64, f64),
    /// The report.
    pub outcome: Outcome,
}

impl OiledPredictor {
    /// A predictor for a host with these settings.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { exchange: Exchange::new([3, 1], limited, settings) }
    }

    /// See [`Exchange::centre`].
    pub(crate) fn centre(&self, size: f64) -> f64 {
        self.exchange.centre(size)
    }

    /// The memory before the first step.
    pub(crate) fn begin<G: TouchGeometry>(&self, joint: &OneJoint<G>, time: f64) -> Memory {
        let (_, velocities) = coordinates(&joint.motion);
        Memory::new(joint, &velocities, time).with_mobility(3)
    }

    /// Integrates `memory` over `step` from the joint's present state.
    pub(crate) fn step<G: TouchGeometry + Copy>(
        &mut self,
        joint: &mut OneJoint<G>,
        film: &Film,
        memory: &mut Memory,
        step: Step,
    ) -> Result<OiledStep, Fault> {
        let (places, speeds) = coordinates(&joint.motion);
        let state = HostState { coordinates: &places, velocities: &speeds };
        let (geometry, contact, mobility) = (joint.geometry, joint.contact, joint.mobility);
        let mut integrator = FilmIntegrator {
            geometry: &geometry,
            contact,
            film,
            mobility,
            external: Vector3::zeros(),
            growth: Vector3::zeros(),
        };
        if memory.knows_first_step() && self.exchange.settings.is_plain() {
            correct_first_step(&mut integrator, &joint.motion, memory, step.start);
        }
        let mut response = |loads: &[JointLoad], generalised: &mut [f64], change: &mut [f64]| {
            joint.generalised_forces(loads, generalised);
            joint.apply_inverse_mass(generalised, change);
        };
        let external = |memory: &Memory| -> [f64; 3] {
            std::array::from_fn(|index| memory.coordinates[index].external)
        };
        let earlier = external(memory);
        self.exchange.estimate_external(&speeds, memory, &mut response);
        let estimated = external(memory);
        let lag = self.exchange.lag(step.size);
        memory.extrapolate_external(&earlier, integrator.growth.as_mut_slice(), step.size, lag);
        let (mut place, mut speed) = (places, speeds);
        let local = (&mut place[..], &mut speed[..]);
        self.exchange.local_state(state, memory, step.size, local, &mut response);
        integrator.external = external(memory).into();
        let start = step.start + self.exchange.lag(step.size);
        let (place, speed, sums) = integrator.follow(
            &mut memory.slots[0].point,
            (Vector3::from(place), Vector3::from(speed)),
            Step { start, size: step.size },
        );
        for (coordinate, estimated) in memory.coordinates.iter_mut().zip(estimated) {
            coordinate.external = estimated;
        }
        let followed = Followed {
            impulse: &[sums.impulse],
            travel: &[sums.travel],
            work: sums.work,
            stiffest: 0.0,
            was_apart: true,
            coarse: sums.coarse,
        };
        let outcome = self.exchange.held_load(state, memory, step.size, followed, response);
        let outcome = outcome.ok_or(Fault::NoFiniteSolution { time: step.start })?;
        let end = motion(place, speed);
        Ok(OiledStep { load: self.exchange.loads[0], end, normal: sums.normal, outcome })
    }
}
