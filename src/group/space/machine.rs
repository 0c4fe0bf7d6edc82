//! An island in space whose bodies the unit moves.
//!
//! A communication step is divided into parts of length h. In each, the loads besides the contacts, the constraints and
//! the inertia are those of the part's middle, which is found by fixed-point steps of the implicit midpoint rule in
//! momentum: L' = L + h T, ω̄ = I(q_m)⁻¹(L + ½ h T), q' = exp(h ω̄) q, ω' = I(q')⁻¹L'. The angular momentum of a free body
//! is exact, and its energy error bounded. The predictor follows the contacts under these accelerations. Then places and
//! velocities return onto the constraints by the shortest way in the metric of the masses.

use super::bodies::{Pose, Velocity, own, vectors};
use super::island::{Island, body_motion, marker_motion};
use super::rates::{constrained_rates, free_rates, rate_of};
use super::springs::Spring;
use super::state::IslandState;
use crate::base::Fault;
use crate::coupling::predicted::{HostState, Mechanism, Outcome};
use crate::coupling::{SpatialMobility, Step};
use crate::group::mechanics::parts_of_step::step_in_parts;
use crate::group::mechanics::stiff_springs::StiffSprings;
use crate::ports::SpatialFrame;
use nalgebra::{Vector3, Vector6};

/// Largest phase of the fastest spring, or rotation of the fastest body, in a part \[rad\].
const TURN: f64 = 0.01;
/// Rounds that bring places back onto the constraints after a part.
const ROUNDS: usize = 3;

/// An island of a machine, with the buffers of a part.
pub(crate) struct MachineIsland {
    pub island: Island,
    pub gravity: Vector3<f64>,
    /// Those of [`free_rates`].
    pub(super) rates: [f64; 2],
    /// The largest rate of springs and dampers in the present step \[1/s\].
    pub(super) rate: f64,
    pub(super) stiff_springs: StiffSprings,
    /// Accelerations of the host's bodies.
    pub(super) host_accelerations: Box<[Vector6<f64>]>,
    /// Momentum of every body about its centre at the start of the part, and the moment on it in the part without
    /// contacts.
    pub(super) momenta: Box<[[Vector3<f64>; 2]]>,
    /// Mean velocities over the part, without contacts.
    pub(super) means: Box<[Velocity]>,
    pub(super) accelerations: Box<[f64]>,
    /// Generalised forces besides contacts and gravity, or the impulses of contacts.
    pub(super) forces: Box<[f64]>,
    /// Those of dampers alone, and those of loads alone.
    pub(super) viscous: Box<[f64]>,
    pub(super) loads: Box<[f64]>,
    /// Poses at the start of the part.
    begun: Box<[Pose]>,
    pub(super) change: Box<[f64]>,
    /// Impulses of constraints, joints and springs on every body in the last step \[N s, N m s\].
    pub reactions: Box<[f64]>,
    /// Angular impulses of the drives that keep a speed on their bodies in the last step, by their numbers in the group
    /// \[N m s\].
    pub drive_moments: Box<[f64]>,
    /// True if a bushing begins turned too far.
    pub is_turned_far: bool,
}

impl MachineIsland {
    pub fn new(island: Island, gravity: Vector3<f64>, drives: usize) -> Self {
        let count = island.bodies.len();
        let numbers = || vec![0.0; island.mechanism.coordinates()].into_boxed_slice();
        Self {
            gravity,
            rates: free_rates(&island),
            rate: 0.0,
            stiff_springs: StiffSprings::new(
                island.springs.iter().map(Spring::components),
                island.mechanism.coordinates(),
            ),
            host_accelerations: vec![Vector6::zeros(); count].into(),
            momenta: vec![[Vector3::zeros(); 2]; count].into(),
            means: vec![Velocity::default(); count].into(),
            accelerations: numbers(),
            forces: numbers(),
            viscous: numbers(),
            loads: numbers(),
            begun: vec![Pose::origin(); count].into(),
            change: numbers(),
            reactions: numbers(),
            drive_moments: vec![0.0; drives].into(),
            is_turned_far: false,
            island,
        }
    }

    /// Reads motions and accelerations of the host's bodies at the start of a step of length `ahead` \[s\].
    fn read_host_motion(
        &mut self,
        state: &mut IslandState,
        inputs: impl Fn(usize) -> Option<(SpatialFrame, Option<SpatialFrame>)>,
        ahead: f64,
    ) -> Result<(), Fault> {
        for (index, body) in self.island.bodies.iter().enumerate() {
            let Some((frame, rate)) = inputs(*body) else { continue };
            let marker = &self.island.markers[index];
            let (pose, velocity) = marker_motion(&frame)?;
            let now = [velocity.linear, velocity.spin];
            // Without accelerations from the host, those of the marker are the mean of the last step.
            let before = std::mem::replace(&mut state.host_velocities[index], now);
            let [linear, turning] = match rate {
                Some(rate) => [
                    Vector3::new(rate.vx, rate.vy, rate.vz),
                    Vector3::new(rate.wx, rate.wy, rate.wz),
                ],
                None if state.size > 0.0 => [0, 1].map(|at| (now[at] - before[at]) / state.size),
                None => [Vector3::zeros(); 2],
            };
            let (body, own) = body_motion(marker, (pose, velocity));
            (state.poses[index], state.velocities[index]) = (body, own);
            // The arm at the middle of the step.
            let half = velocity.spin * (0.5 * ahead);
            let arm = body.moved(&Vector3::zeros(), &half).turn * -marker.at;
            let pull = velocity.spin.cross(&velocity.spin.cross(&arm));
            let centre = linear + turning.cross(&arm) + pull;
            self.host_accelerations[index] =
                Vector6::new(centre.x, centre.y, centre.z, turning.x, turning.y, turning.z);
        }
        Ok(())
    }

    /// Advances `state` by a step; `inputs` returns the markers of the host's bodies, by their numbers in the group, and
    /// the rates of these.
    pub fn step(
        &mut self,
        state: &mut IslandState,
        inputs: impl Fn(usize) -> Option<(SpatialFrame, Option<SpatialFrame>)>,
        step: Step,
    ) -> Result<Outcome, Fault> {
        self.hold(state);
        self.read_host_motion(state, inputs, step.size)?;
        let spins = state.velocities.iter().map(|velocity| velocity.spin.norm());
        let spin = spins.fold(0.0, f64::max);
        let mut rate = rate_of(self.rates);
        if rate.max(spin) * step.size > TURN && !self.island.mechanism.constraints.is_empty() {
            self.island.place_at(state.motions(), false);
            let buffers = [&mut *self.forces, &mut *self.change];
            rate = rate.min(constrained_rates(&mut self.island, buffers).map_or(rate, rate_of));
        }
        self.rate = rate;
        let fastest = rate.max(spin);
        self.reactions.fill(0.0);
        self.drive_moments.fill(0.0);
        let outcome = step_in_parts(step, step.size * fastest, TURN, |part, size| {
            let outcome = self.part(state, part, Step { size, ..step }, step.size)?;
            Ok((outcome, self.island.predictor.is_coarse()))
        })?;
        state.size = step.size;
        Ok(outcome)
    }

    /// Passes the mobilities at joints outside, where the bodies are placed, to `hand_out`, each with the joint's number in
    /// the group.
    pub fn mobilities(&mut self, mut hand_out: impl FnMut(usize, SpatialMobility)) {
        let Island { mechanism, external_joints, .. } = &mut self.island;
        if external_joints.is_empty() {
            return;
        }
        mechanism.factor();
        for joint in external_joints {
            let mobility = joint.mobility(mechanism, [&mut self.forces, &mut self.change]);
            hand_out(joint.number, mobility);
        }
    }

    /// Advances `state` by a part at `since` after the start \[s\] of a step of length `whole` \[s\].
    fn part(
        &mut self,
        state: &mut IslandState,
        (since, first): (f64, bool),
        Step { start, size }: Step,
        whole: f64,
    ) -> Result<Outcome, Fault> {
        let time = start + since;
        let Island { mechanism, coordinates, velocities, .. } = &mut self.island;
        mechanism.bodies.begin_at(state.motions(), (coordinates, velocities));
        for (body, velocity) in state.velocities.iter().enumerate() {
            self.momenta[body][0] = mechanism.bodies.inertia(body) * velocity.spin;
        }
        self.begun.copy_from_slice(&state.poses);
        let stored = self.begin_springs(state, size);
        let power = self.find_middle(state, since, size);
        self.island.mechanism.constraints.add_drive_moments(size, &mut self.drive_moments);
        for (body, (begun, mean)) in state.velocities.iter().zip(&self.means).enumerate() {
            let turning = (mean.spin - begun.spin) * (2.0 / size);
            self.accelerations[own(body)][3..].copy_from_slice(turning.as_slice());
        }
        for (sum, force) in self.reactions.iter_mut().zip(&self.forces) {
            *sum += size * force;
        }
        let Island { mechanism, predictor, coordinates, velocities, .. } = &mut self.island;
        let from = HostState { coordinates, velocities };
        let part = Step { start: time, size };
        let outcome = predictor.step_part(
            mechanism,
            (from, &self.accelerations),
            &mut state.memory,
            part,
            (first, whole),
        )?;
        let drives = self.end_part(state, size);
        self.assemble(state, ROUNDS);
        let mechanism = &self.island.mechanism;
        mechanism.constraints.add_reactions(1.0, &mut self.reactions);
        mechanism.constraints.add_drive_moments(1.0, &mut self.drive_moments);
        let drives = drives + mechanism.constraints.drive_power();
        state.works.drive += size * power + drives;
        if let Some(before) = stored {
            state.works.damped -= self.stored(&state.angles) - before;
        }
        // On the way that the bodies have made with their contacts, on which a machine at rest does no work.
        for (body, (from, to)) in self.begun.iter().zip(&state.poses).enumerate() {
            let way = to.position - from.position;
            let rotation = (to.turn * from.turn.inverse()).scaled_axis();
            let work = |forces: &[f64]| {
                let [force, moment] = vectors(&forces[own(body)]);
                force.dot(&way) + moment.dot(&rotation)
            };
            state.works.damped -= work(&self.viscous);
            state.works.loads += work(&self.loads);
        }
        let Island { mechanism, springs, .. } = &self.island;
        for (spring, angle) in springs.iter().zip(&mut state.angles) {
            let before = std::mem::replace(angle, spring.angle(&mechanism.bodies, *angle));
            state.works.drive += spring.torque() * (*angle - before);
        }
        Ok(outcome)
    }

    /// Takes poses and velocities at the end of a part of `size` \[s\] from the predictor, with the angular momenta that
    /// the moments have given; returns the work of the drives by the contacts \[J\].
    fn end_part(&mut self, state: &mut IslandState, size: f64) -> f64 {
        let Self { island, momenta, reactions, forces, change, drive_moments, .. } = self;
        for [momentum, moment] in momenta.iter_mut() {
            *momentum += *moment * size;
        }
        island.mechanism.generalised_forces(island.predictor.impulses(), forces);
        let mut work = 0.0;
        if forces.iter().any(|impulse| *impulse != 0.0) {
            let mechanism = &mut island.mechanism;
            // The mechanism still holds the inertia of the part's middle.
            mechanism.apply_inverse_mass(forces, change);
            work = mechanism.constraints.drive_power();
            mechanism.constraints.add_reactions(1.0, forces);
            mechanism.constraints.add_drive_moments(1.0, drive_moments);
            reactions.iter_mut().zip(&*forces).for_each(|(sum, part)| *sum += part);
            for (body, [momentum, _]) in momenta.iter_mut().enumerate() {
                *momentum += vectors(&forces[own(body)])[1];
            }
        }
        self.island.place_at_end();
        self.island.mechanism.bodies.hold_inertia();
        let bodies = &self.island.mechanism.bodies;
        for (body, (pose, velocity)) in
            state.poses.iter_mut().zip(&mut state.velocities).enumerate()
        {
            (*pose, *velocity) = (bodies.poses[body], bodies.velocities[body]);
            if bodies.is_moved(body) {
                let (inverse, momentum) = (&bodies.inverse[body].inertia, self.momenta[body][0]);
                let spin = inverse * momentum;
                // Rounding of the inverse would turn the momentum a little with every part.
                velocity.spin = spin + inverse * (momentum - bodies.inertia(body) * spin);
            }
        }
        work
    }
}
