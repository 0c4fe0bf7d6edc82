//! An island whose bodies the unit moves itself.
//!
//! A communication step is divided into parts of length h, short against the springs' periods and the bodies'
//! rotations. In each, the loads besides the contacts are taken at the part's middle (Runge's second-order rule),
//! with the constraints of that pose; the predictor follows the contacts under them. Then coordinates return onto
//! the constraints by the shortest way in the metric of the masses, and velocities lose their components across
//! them: an error of h³ in each part, without drift.

use super::springs::lost;
use super::state::MachineState;
use crate::base::Fault;
use crate::coupling::Step;
use crate::coupling::predicted::{HostState, Mechanism, Outcome};
use crate::group::mechanics::applied::Applied;
use crate::group::mechanics::constraint::Kept;
use crate::group::mechanics::island::Island;
use crate::group::mechanics::mechanism::BodyMechanism;
use crate::group::mechanics::parts_of_step::step_in_parts;
use crate::group::mechanics::stiff_springs::StiffSprings;
use crate::kinematics::planar::{Axes, Frame, Motion, quarter_turn};
use nalgebra::{Vector2, Vector3};

/// Largest phase of the fastest spring, or rotation of the fastest body, in a part \[rad\]. The
/// energy of an oscillation grows by a quarter of the cube of this angle, relative to itself, for
/// every radian.
const TURN: f64 = 0.02;
/// Springs are integrated implicitly if their phase in a part exceeds this angle \[rad\].
const STIFF: f64 = 0.05;
/// Rounds that bring coordinates back onto the constraints after a part.
const ROUNDS: usize = 4;

/// An island, the loads on it, and buffers.
pub(crate) struct MachineIsland {
    pub island: Island,
    pub applied: Vec<Applied>,
    pub(super) gravity: Vector2<f64>,
    /// Largest square of the angular frequency of a body on its springs, and largest decay rate by its dampers
    /// \[1/s², 1/s\].
    rates: [f64; 2],
    stiff_springs: StiffSprings,
    /// Stretches of springs at the start of a part.
    stretches: Box<[Vector3<f64>]>,
    /// Accelerations of the host's bodies.
    host_accelerations: Box<[f64]>,
    /// Accelerations without joints, constraints and springs inside the bodies.
    given: Box<[f64]>,
    accelerations: Box<[f64]>,
    middle: [Box<[f64]>; 2],
    /// Generalised forces, or their impulses over a part.
    pub(super) forces: Box<[f64]>,
    /// Generalised forces of dampers alone, where springs are not stiff.
    pub(super) viscous: Box<[f64]>,
    /// Changes of coordinates or velocities.
    pub(super) change: Box<[f64]>,
    /// Impulses of constraints, joints and springs on every body in the last step \[N s, N m s\].
    pub reactions: Box<[f64]>,
    /// Impulses of drives in the last step by body \[N m s\].
    pub drives: Box<[f64]>,
}

impl MachineIsland {
    /// Makes an island of a machine under `gravity` \[m/s²\].
    pub fn new(island: Island, gravity: Vector2<f64>) -> Self {
        let inverse = &island.mechanism.bodies.inverse;
        let mut sums = vec![[0.0; 2]; inverse.len()];
        for spring in &island.springs {
            for (body, rates) in spring.bodies.into_iter().zip(spring.rates(inverse)) {
                sums[body].iter_mut().zip(rates).for_each(|(sum, rate)| *sum += rate);
            }
        }
        let most = |[a, b]: [f64; 2], [c, d]: &[f64; 2]| [a.max(*c), b.max(*d)];
        let rates = sums.iter().fold([0.0; 2], most);
        let numbers = || vec![0.0; island.mechanism.coordinates()].into_boxed_slice();
        Self {
            gravity,
            rates,
            stiff_springs: StiffSprings::new(
                island.springs.iter().map(|spring| spring.components()),
                island.mechanism.coordinates(),
            ),
            stretches: vec![Vector3::zeros(); island.springs.len()].into(),
            host_accelerations: numbers(),
            given: numbers(),
            accelerations: numbers(),
            middle: [numbers(), numbers()],
            forces: numbers(),
            viscous: numbers(),
            change: numbers(),
            reactions: numbers(),
            drives: vec![0.0; inverse.len()].into(),
            applied: Vec::new(),
            island,
        }
    }

    /// Returns the index of the first mode of `body` among the coordinates; 0 for rigid bodies.
    pub fn first_mode(&self, body: usize) -> usize {
        self.island.mechanism.bodies.modes.of_body(body).next().unwrap_or_default()
    }

    /// Reads motions and accelerations of the host's bodies at the start of a step of length `ahead` \[s\].
    fn read_host_motion(
        &mut self,
        state: &mut MachineState,
        inputs: impl Fn(usize) -> Option<[Frame; 2]>,
        ahead: f64,
    ) {
        let MachineState { coordinates, velocities, host_velocities, size, .. } = state;
        for (index, body) in self.island.bodies.iter().enumerate() {
            let Some([frame, rate]) = inputs(*body) else { continue };
            let own = 3 * index..3 * index + 3;
            let marker = self.island.markers[index];
            let motion = marker.centre(&Motion::from(&frame));
            write(&motion, &mut coordinates[own.clone()], &mut velocities[own.clone()]);
            // Without accelerations from the host, those of the marker are the mean of the last step.
            let now = [frame.vx, frame.vy, frame.w];
            let mut rates = [rate.vx, rate.vy, rate.w];
            for (part, place) in own.clone().enumerate() {
                if *size > 0.0 && [rate.vx, rate.vy, rate.w] == [0.0; 3] {
                    rates[part] = (now[part] - host_velocities[place]) / *size;
                }
                host_velocities[place] = now[part];
            }
            let [ax, ay, turning] = rates;
            // The arm at the middle of the step.
            let arm = Axes::rotated(motion.angle + 0.5 * ahead * motion.spin).outward(-marker.at);
            let turned = quarter_turn(arm) * turning - arm * motion.spin.powi(2);
            self.host_accelerations[own].copy_from_slice(&[ax + turned.x, ay + turned.y, turning]);
        }
    }

    /// Computes accelerations, and factors constraints, where the bodies are placed, at `since` after the step's start
    /// \[s\]. If springs are `stiff`, they are left out.
    fn apply_loads(&mut self, since: f64, time: f64, stiff: bool) -> Result<(), Fault> {
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        self.forces.fill(0.0);
        self.viscous.fill(0.0);
        for spring in self.island.springs.iter().filter(|_| !stiff) {
            spring.exert(bodies, [&mut self.forces, &mut self.viscous]);
        }
        self.applied.iter().for_each(|load| load.exert(bodies, since, &mut self.forces));
        constraints.factor(bodies).ok_or(Fault::ConstraintsClash { time })?;
        self.set_accelerations();
        Ok(())
    }

    /// Sets the accelerations by generalised forces and gravity, and those of the host's bodies; from here on
    /// projections are of accelerations.
    fn set_accelerations(&mut self) {
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        bodies.apply_inverse_mass(&self.forces, &mut self.given);
        bodies.modes.free_accelerations(&self.forces, &mut self.given);
        for (body, inverse) in bodies.inverse.iter().enumerate() {
            let Some(own) = self.given.get_mut(3 * body..3 * body + 3) else { continue };
            if *inverse != [0.0; 2] {
                own[0] += self.gravity.x;
                own[1] += self.gravity.y;
            } else if body < self.island.bodies.len() {
                own.copy_from_slice(&self.host_accelerations[3 * body..3 * body + 3]);
            }
        }
        constraints.keep(bodies, Kept::Accelerations);
    }

    /// Projects the accelerations onto the constraints, and adds those by springs inside the bodies, for a piece of
    /// `size` \[s\] from the state `from` on.
    fn constrain_accelerations(&mut self, size: f64, from: HostState) {
        let mechanism = &mut self.island.mechanism;
        if mechanism.is_flexible() {
            mechanism.begin_piece(size, 0.5, from, &self.given, &mut self.accelerations);
        } else {
            self.accelerations.copy_from_slice(&self.given);
            let BodyMechanism { bodies, constraints, .. } = mechanism;
            constraints.project(&bodies.inverse, &mut self.accelerations);
        }
    }

    /// Advances `state` by a step; `inputs` returns the markers of the host's bodies, by their numbers in the
    /// group, and the rates of these.
    pub fn step(
        &mut self,
        state: &mut MachineState,
        inputs: impl Fn(usize) -> Option<[Frame; 2]>,
        step: Step,
    ) -> Result<Outcome, Fault> {
        self.read_host_motion(state, inputs, step.size);
        let bodies = 3 * self.island.bodies.len();
        let spins = state.velocities[..bodies].iter().skip(2).step_by(3).map(|spin| spin.abs());
        let [springs, dampers] = self.rates;
        let fastest = spins.fold(springs.sqrt().max(dampers), f64::max);
        self.reactions.fill(0.0);
        self.drives.fill(0.0);
        let outcome = step_in_parts(step, step.size * fastest, TURN, |part, size| {
            let outcome = self.part(state, part, Step { size, ..step }, step.size)?;
            Ok((outcome, self.island.predictor.is_coarse()))
        })?;
        state.size = step.size;
        let spins = state.velocities[..bodies].iter().skip(2).step_by(3);
        state.works.drive += self.drives.iter().zip(spins).map(|(m, spin)| m * spin).sum::<f64>();
        Ok(outcome)
    }

    /// Advances `state` by a part at `since` after the start \[s\] of a step of length `whole` \[s\].
    fn part(
        &mut self,
        state: &mut MachineState,
        (since, first): (f64, bool),
        Step { start, size }: Step,
        whole: f64,
    ) -> Result<Outcome, Fault> {
        let time = start + since;
        let MachineState { memory, coordinates, velocities, welds, works, .. } = state;
        self.island.mechanism.bodies.begin_at(coordinates);
        self.island.mechanism.bodies.place(coordinates, velocities);
        let [springs, dampers] = self.rates;
        let stiff = springs.sqrt().max(dampers) * size > STIFF;
        self.apply_loads(since, time, stiff)?;
        let half = 0.5 * size;
        let from = HostState { coordinates, velocities };
        self.constrain_accelerations(size, from);
        if stiff {
            self.stiff_springs.begin(&self.island);
            for (begun, spring) in self.stretches.iter_mut().zip(&self.island.springs) {
                *begun = spring.stretch(&self.island.mechanism.bodies);
            }
        }
        let [there, speeds] = &mut self.middle;
        for (index, acceleration) in self.accelerations.iter().enumerate() {
            there[index] =
                coordinates[index] + half * (velocities[index] + 0.5 * half * acceleration);
            speeds[index] = velocities[index] + half * acceleration;
        }
        self.island.mechanism.bodies.place(&self.middle[0], &self.middle[1]);
        self.apply_loads(since + half, time, stiff)?;
        self.constrain_accelerations(size, from);
        if stiff {
            let Self { stiff_springs, island, accelerations, forces, .. } = self;
            let BodyMechanism { bodies, constraints, .. } = &mut island.mechanism;
            constraints.keep(bodies, Kept::Nothing);
            stiff_springs.hold(island, [velocities, accelerations], size, forces);
            self.set_accelerations();
            self.constrain_accelerations(size, from);
        }
        // From here on `forces` are impulses over this part.
        self.forces.iter_mut().for_each(|force| *force *= size);
        let Island { mechanism, predictor, .. } = &mut self.island;
        mechanism.constraints.keep(&mechanism.bodies, Kept::Nothing);
        let part = Step { start: time, size };
        // The predictor projects accelerations of flexible bodies in every piece.
        let external = if mechanism.is_flexible() { &self.given } else { &self.accelerations };
        let outcome =
            predictor.step_part(mechanism, (from, external), memory, part, (first, whole))?;
        // Coordinates and velocities at the start of the part are needed for impulses and works.
        self.middle[0].copy_from_slice(coordinates);
        self.middle[1].copy_from_slice(velocities);
        let HostState { coordinates: places, velocities: rates } = predictor.end();
        coordinates.copy_from_slice(places);
        velocities.copy_from_slice(rates);
        self.find_reactions(velocities, size);
        let bodies = &mut self.island.mechanism.bodies;
        bodies.conserve_angular_momentum(&self.middle[0], coordinates, velocities);
        bodies.modes.stiffen();
        self.assemble(coordinates, velocities, welds, ROUNDS, time)?;
        let Island { mechanism, bodies, .. } = &mut self.island;
        mechanism.constraints.add_reactions(&mut self.forces, &mut self.drives);
        let (from, to) = (&self.middle[0], &**coordinates);
        for (body, inverse) in mechanism.bodies.inverse[..bodies.len()].iter().enumerate() {
            if *inverse == [0.0; 2] {
                for place in 3 * body..3 * body + 3 {
                    works.drive -= self.forces[place] * (to[place] - from[place]) / size;
                }
            }
        }
        // Dampers lose on the way that the bodies have made with their contacts, on which a machine at rest loses nothing.
        works.damped += if stiff {
            mechanism.bodies.place(coordinates, velocities);
            lost(&self.stiff_springs, &self.island, &self.stretches)
        } else {
            let ways = to.iter().zip(from).map(|(to, from)| from - to);
            self.viscous.iter().zip(ways).map(|(force, way)| force * way).sum()
        };
        let done = self.applied.iter().map(|load| load.work(from, to, since + half));
        works.loads += done.sum::<f64>();
        self.reactions.iter_mut().zip(&self.forces).for_each(|(sum, part)| *sum += part);
        Ok(outcome)
    }

    /// Adds impulses of joints and of constraints to `forces`, for a part of `size` \[s\] that led to these velocities:
    /// constraints caused the changes that neither loads nor joints nor springs inside the bodies did.
    fn find_reactions(&mut self, velocities: &[f64], size: f64) {
        let Island { mechanism, predictor, .. } = &mut self.island;
        mechanism.bodies.modes.use_modal_masses();
        mechanism.generalised_forces(predictor.impulses(), &mut self.change);
        self.forces.iter_mut().zip(&self.change).for_each(|(sum, part)| *sum += part);
        if mechanism.constraints.is_empty() {
            return;
        }
        let BodyMechanism { bodies, constraints, .. } = mechanism;
        let [_, gained] = &mut self.middle;
        gained.iter_mut().zip(velocities).for_each(|(before, after)| *before = after - *before);
        constraints.update_modal_masses(bodies);
        constraints.keep_rates(gained);
        let [_, without] = &mut self.middle;
        bodies.apply_inverse_mass(&self.change, without);
        bodies.modes.take_velocity_gains(without);
        without.iter_mut().zip(&self.given).for_each(|(sum, given)| *sum += size * given);
        constraints.project(&bodies.inverse, without);
        constraints.add_reactions(&mut self.forces, &mut self.drives);
    }
}

/// Writes position and angle to `q`, and their rates to `v`.
pub(super) fn write(motion: &Motion<f64>, q: &mut [f64], v: &mut [f64]) {
    let Motion { position, angle, velocity, spin } = motion;
    q.copy_from_slice(&[position.x, position.y, *angle]);
    v.copy_from_slice(&[velocity.x, velocity.y, *spin]);
}
