//! Places and velocities of a machine in space are brought onto its constraints: at the start, and after every part.

use super::bodies::{DEGREES, Frame, Pose, Velocity, own, vectors};
use super::constraints::Target;
use super::island::{Island, body_motion, marker_motion};
use super::machine::MachineIsland;
use super::state::IslandState;
use crate::base::Fault;
use crate::ports::SpatialFrame;

/// Largest number of rounds at the start.
const ROUNDS: usize = 50;
/// Residual at which places are on the constraints \[m\].
const NEAR: f64 = 1e-13;
/// The same, relative to the distance of the bodies from the origin: differences of places are not finer.
const NEAR_FAR_AWAY: f64 = 20.0 * f64::EPSILON;
/// Largest residual after the rounds at the start \[m\].
const ASSEMBLED: f64 = 1e-9;

impl MachineIsland {
    /// Returns the state at `time` \[s\] with the markers at `starts`, moved onto the constraints.
    pub fn begin(&mut self, starts: &[SpatialFrame], time: f64) -> Result<IslandState, Fault> {
        let of_body = |(body, marker): (&usize, &Frame)| {
            marker_motion(&starts[*body]).map(|motion| body_motion(marker, motion))
        };
        let motions = self.island.bodies.iter().zip(&self.island.markers).map(of_body);
        let motions: Vec<(Pose, Velocity)> = motions.collect::<Result<_, Fault>>()?;
        let (poses, velocities): (Vec<_>, Vec<_>) = motions.into_iter().unzip();
        let mut state = IslandState::at(poses.into(), velocities.into());
        self.island.place_at(state.motions(), true);
        let constraints = &mut self.island.mechanism.constraints;
        state.held = constraints.decided_by_start().map(|one| one.frames[1]).collect();
        if let Some(name) = self.island.mechanism.constraints.turned_over() {
            let why = format!(
                "{name}: its axes are more than 30 degrees off at the start; turn frame_b or the start"
            );
            return Err(why.into());
        }
        let left = self.assemble(&mut state, ROUNDS);
        if left > ASSEMBLED {
            let name = self.island.mechanism.constraints.most_violated();
            let why = format!(
                "{name}: cannot be closed; {:.2} mm remain after {ROUNDS} moves",
                1e3 * left
            );
            return Err(why.into());
        }
        self.island.place_at(state.motions(), false);
        let Island { mechanism, velocities, .. } = &mut self.island;
        if let Some(names) = mechanism.constraints.contradiction(velocities) {
            return Err(names.into());
        }
        self.check_joints()?;
        let bodies = &self.island.mechanism.bodies;
        state.redundant = self.island.mechanism.constraints.redundant() as u32;
        self.is_turned_far = self.island.springs.iter().any(|it| it.is_turned_far(bodies));
        state.angles = self.island.springs.iter().map(|it| it.angle(bodies, 0.0)).collect();
        state.memory = self.island.begin(time);
        Ok(state)
    }

    /// Refuses joints outside their play at the start, with the way that leads back into it.
    fn check_joints(&self) -> Result<(), Fault> {
        let mechanism = &self.island.mechanism;
        for joint in &mechanism.joints {
            let parts = joint.model.laws.laws().parts;
            let checked = joint.model.laws.check_start(&joint.motion);
            let apart = joint.motion.position.norm();
            if apart > parts.outer_radius() && (checked.is_err() || parts.is_outside(&joint.motion))
            {
                let [_, b] = joint.bodies;
                let (body, way) = if mechanism.bodies.is_moved(b) { (1, -1.0) } else { (0, 1.0) };
                let way = joint.axes * joint.motion.position * way;
                let why = format!(
                    "joint {}: its frames are {:.1} mm apart at the start, the clearance is {} mm; move \
                     body {} by ({:.4}, {:.4}, {:.4}) m or leave out its start",
                    joint.model.name(),
                    1e3 * apart,
                    1e3 * parts.clearance(),
                    joint.ends[body],
                    way.x,
                    way.y,
                    way.z,
                );
                return Err(why.into());
            }
            checked.map_err(|fault| fault.of_part(joint.model.name()))?;
        }
        Ok(())
    }

    /// Returns true if `state` can be that of this island, which the unit moves if `integrate`.
    pub fn fits(&self, state: &IslandState, integrate: bool) -> bool {
        let Island { mechanism, bodies, springs, .. } = &self.island;
        let held = mechanism.constraints.held_by_start();
        let sizes = if integrate { [bodies.len(), held, springs.len()] } else { [0; 3] };
        self.island.fits(&state.memory) && state.fits(sizes)
    }

    /// Takes the constraints that the start has decided from a state.
    pub fn hold(&mut self, state: &IslandState) {
        let constraints = self.island.mechanism.constraints.decided_by_start();
        constraints.zip(&state.held).for_each(|(one, frame)| one.frames[1] = *frame);
    }

    /// Projects places, by Newton's method, and velocities onto the constraints; returns the largest residual \[m, 1\].
    pub(super) fn assemble(&mut self, state: &mut IslandState, rounds: usize) -> f64 {
        let mut left = 0.0;
        self.island.place_at(state.motions(), false);
        if self.island.mechanism.constraints.is_empty() {
            return left;
        }
        let distance = |pose: &Pose| pose.position.norm_squared();
        let farthest = state.poses.iter().map(distance).fold(0.0, f64::max).sqrt();
        let near = NEAR.max(NEAR_FAR_AWAY * farthest);
        for round in 0..=rounds {
            left = self.island.mechanism.constraints.violation();
            if left < near || round == rounds {
                break;
            }
            self.change.fill(0.0);
            let constraints = &mut self.island.mechanism.constraints;
            constraints.project(Target::Places, &mut self.change);
            for (body, pose) in state.poses.iter_mut().enumerate() {
                let [way, rotation] = vectors(&self.change[own(body)]);
                *pose = pose.moved(&way, &rotation);
            }
            self.island.place_at(state.motions(), false);
        }
        let Island { mechanism, velocities, .. } = &mut self.island;
        mechanism.constraints.project(Target::Rates, velocities);
        for (velocity, own) in state.velocities.iter_mut().zip(velocities.chunks_exact(DEGREES)) {
            *velocity = Velocity::of(own);
        }
        left
    }

    /// Returns kinetic and potential energy of the bodies in a state, and energy stored in the springs \[J\]; leaves the
    /// bodies placed there.
    pub fn energies(&mut self, state: &IslandState) -> [f64; 2] {
        let Island { mechanism, coordinates, velocities, .. } = &mut self.island;
        mechanism.bodies.begin_at(state.motions(), (coordinates, velocities));
        mechanism.place_all_joints();
        let bodies = &self.island.mechanism.bodies;
        let mut energy = 0.0;
        for (body, (pose, velocity)) in state.motions().enumerate() {
            let mass = bodies.masses[body].mass;
            let turning = velocity.spin.dot(&(bodies.inertia(body) * velocity.spin));
            energy += 0.5 * (mass * velocity.linear.norm_squared() + turning);
            energy -= mass * self.gravity.dot(&pose.position);
        }
        [energy, self.stored(&state.angles)]
    }
}
