//! An island whose bodies the unit moves itself.
//!
//! A communication step is made in parts of length h, short against the springs' periods and the bodies'
//! turns. In each, what acts on the bodies besides the contacts is taken at the part's middle (Runge's
//! second-order rule), with the constraints of that pose; the predictor follows the contacts under it.
//! Then places go back onto the constraints by the shortest way in the masses' measure, and velocities
//! lose what points across them: an error of h³ in each part, so that nothing drifts.

use super::state::{Carried, Works};
use super::stiff_springs::StiffSprings;
use crate::base::Fault;
use crate::coupling::Step;
use crate::coupling::predicted::{HostState, Mechanism, Outcome};
use crate::group::mechanics::applied::Applied;
use crate::group::mechanics::bodies::Bodies;
use crate::group::mechanics::constraints::Kept;
use crate::group::mechanics::island::Island;
use crate::group::mechanics::mechanism::BodyMechanism;
use crate::group::mechanics::springs::SpringEnergy;
use crate::group::plan::MobilityReport;
use crate::kinematics::planar::{Axes, Frame, Motion, quarter_turn};
use nalgebra::Vector2;

/// A part is as long as the fastest spring or the fastest body takes for this angle \[rad\]: the energy of
/// an oscillation grows by a quarter of its cube for every radian.
const TURN: f64 = 0.02;
/// At most so many parts in a step.
const MOST_PARTS: f64 = 1000.0;
/// Springs for which a part is longer than this angle act implicitly \[rad\].
const STIFF: f64 = 0.05;
/// What is left of a step whose contacts are followed coarsely is taken in parts of this share of it.
const COARSE_PART: f64 = 0.05;
/// Rounds that bring places back onto the constraints, within a step and at the start.
const ROUNDS: [usize; 2] = [4, 50];
/// Places as near as this to where they belong are there \[m, rad\].
const NEAR: f64 = 1e-14;
/// At the start they must come as near as this.
const ASSEMBLED: f64 = 1e-9;

/// An island and what acts on it; all it holds besides is memory to work in.
pub(crate) struct CarriedIsland {
    pub island: Island,
    pub applied: Vec<Applied>,
    gravity: Vector2<f64>,
    /// Square of the frequency that the springs of a body give it at most, and the damping \[1/s², 1/s\].
    rates: [f64; 2],
    stiff_springs: StiffSprings,
    /// How the host's bodies are accelerated.
    told: Box<[f64]>,
    /// What accelerates the coordinates besides joints, constraints and springs inside the bodies.
    given: Box<[f64]>,
    accelerations: Box<[f64]>,
    middle: [Box<[f64]>; 2],
    efforts: Box<[f64]>,
    change: Box<[f64]>,
    /// Impulses on every body in the last step, of constraints, joints and springs \[N s, N m s\].
    pub reactions: Box<[f64]>,
    /// Impulses of drives in the last step by body \[N m s\].
    pub drives: Box<[f64]>,
}

impl CarriedIsland {
    /// An island whose bodies fall as `gravity` \[m/s²\] says.
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
            stiff_springs: StiffSprings::new(&island),
            told: numbers(),
            given: numbers(),
            accelerations: numbers(),
            middle: [numbers(), numbers()],
            efforts: numbers(),
            change: numbers(),
            reactions: numbers(),
            drives: vec![0.0; inverse.len()].into(),
            applied: Vec::new(),
            island,
        }
    }

    /// Where the modes of a body begin among the coordinates.
    pub fn first_mode(&self, body: usize) -> usize {
        self.island.mechanism.bodies.bending.of_body(body).next().unwrap_or_default()
    }

    /// The state at `time` \[s\] where the markers are at `starts`, put together as the constraints ask.
    pub fn begin(&mut self, starts: &[Frame], time: f64) -> Result<Carried, Fault> {
        let numbers = || vec![0.0; self.change.len()].into_boxed_slice();
        let (mut coordinates, mut velocities) = (numbers(), numbers());
        let each = coordinates.chunks_exact_mut(3).zip(velocities.chunks_exact_mut(3));
        for ((body, marker), (q, v)) in
            self.island.bodies.iter().zip(&self.island.markers).zip(each)
        {
            write(&marker.centre(&Motion::from(&starts[*body])), q, v);
        }
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        bodies.bending.stiffen();
        bodies.begin_at(&coordinates);
        bodies.place(&coordinates, &velocities);
        let weld = |[a, b]: [usize; 2]| {
            let apart = bodies.places[b].position - bodies.places[a].position;
            let apart = bodies.axes[a].inward(apart);
            [apart.x, apart.y, bodies.places[b].angle - bodies.places[a].angle]
        };
        let welds: Box<[_]> = constraints.welds().map(weld).collect();
        let left = self.assemble(&mut coordinates, &mut velocities, &welds, ROUNDS[1], time)?;
        if left > ASSEMBLED {
            return Err(Fault::ConstraintsClash { time });
        }
        let Island { mechanism, predictor, .. } = &mut self.island;
        let state = HostState { coordinates: &coordinates, velocities: &velocities };
        let memory = predictor.begin(mechanism, state, time);
        let told = velocities.clone();
        Ok(Carried {
            memory,
            coordinates,
            velocities,
            told,
            size: 0.0,
            welds,
            works: Works::default(),
        })
    }

    /// Brings places and velocities onto the constraints; gives how far places still moved in the last
    /// round \[m, rad\].
    fn assemble(
        &mut self,
        coordinates: &mut [f64],
        velocities: &mut [f64],
        welds: &[[f64; 3]],
        rounds: usize,
        time: f64,
    ) -> Result<f64, Fault> {
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        if constraints.is_empty() {
            return Ok(0.0);
        }
        let clash = Fault::ConstraintsClash { time };
        let mut left = f64::INFINITY;
        for _ in 0..rounds {
            bodies.place(coordinates, velocities);
            constraints.hold(bodies).ok_or(clash.clone())?;
            constraints.keep(bodies, Kept::Places(welds));
            self.change.fill(0.0);
            constraints.project(&bodies.inverse, &mut self.change);
            coordinates.iter_mut().zip(&self.change).for_each(|(q, change)| *q += change);
            left = self.change.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
            if left < NEAR {
                break;
            }
        }
        bodies.place(coordinates, velocities);
        constraints.hold(bodies).ok_or(clash)?;
        constraints.keep(bodies, Kept::Speeds);
        constraints.project(&bodies.inverse, velocities);
        Ok(left)
    }

    /// Takes up what the host says of its bodies at the start of a step that goes `ahead` so far \[s\].
    fn listen(
        &mut self,
        state: &mut Carried,
        inputs: impl Fn(usize) -> Option<[Frame; 2]>,
        ahead: f64,
    ) {
        let Carried { coordinates, velocities, told, size, .. } = state;
        for (index, body) in self.island.bodies.iter().enumerate() {
            let Some([frame, rate]) = inputs(*body) else { continue };
            let own = 3 * index..3 * index + 3;
            let marker = self.island.markers[index];
            let motion = marker.centre(&Motion::from(&frame));
            write(&motion, &mut coordinates[own.clone()], &mut velocities[own.clone()]);
            // Without a rate from the host, the marker's is that of its last step.
            let now = [frame.vx, frame.vy, frame.w];
            let mut rates = [rate.vx, rate.vy, rate.w];
            for (part, place) in own.clone().enumerate() {
                if *size > 0.0 && [rate.vx, rate.vy, rate.w] == [0.0; 3] {
                    rates[part] = (now[part] - told[place]) / *size;
                }
                told[place] = now[part];
            }
            let [ax, ay, turning] = rates;
            // It turns in the step: half way there.
            let arm = Axes::rotated(motion.angle + 0.5 * ahead * motion.spin).outward(-marker.at);
            let turned = quarter_turn(arm) * turning - arm * motion.spin.powi(2);
            self.told[own].copy_from_slice(&[ax + turned.x, ay + turned.y, turning]);
        }
    }

    /// What accelerates the coordinates where they are placed, `since` the step began \[s\], and what
    /// constraints keep accelerations at there; gives what the springs' dampers take \[W\]. Stiff springs are held
    /// otherwise.
    fn load(&mut self, since: f64, time: f64, stiff: bool) -> Result<f64, Fault> {
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        self.efforts.fill(0.0);
        let springs = self.island.springs.iter().filter(|_| !stiff);
        let damped = springs.map(|spring| spring.exert(bodies, &mut self.efforts).damped).sum();
        self.applied.iter().for_each(|load| load.exert(bodies, since, &mut self.efforts));
        constraints.hold(bodies).ok_or(Fault::ConstraintsClash { time })?;
        self.give();
        Ok(damped)
    }

    /// Sets the accelerations by efforts and gravity where bodies are placed, and the motion of the host's; from here on
    /// accelerations are projected.
    fn give(&mut self) {
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        bodies.mobilise(&self.efforts, &mut self.given);
        bodies.bending.free_accelerations(&self.efforts, &mut self.given);
        for (body, inverse) in bodies.inverse.iter().enumerate() {
            let Some(own) = self.given.get_mut(3 * body..3 * body + 3) else { continue };
            if *inverse != [0.0; 2] {
                own[0] += self.gravity.x;
                own[1] += self.gravity.y;
            } else if body < self.island.bodies.len() {
                own.copy_from_slice(&self.told[3 * body..3 * body + 3]);
            }
        }
        constraints.keep(bodies, Kept::Accelerations);
    }

    /// Accelerations with what constraints, and springs inside the bodies, hold back over a piece of `size`
    /// \[s\] that begins at `from`.
    fn accelerate(&mut self, size: f64, from: HostState) {
        let mechanism = &mut self.island.mechanism;
        if mechanism.is_flexible() {
            mechanism.begin_piece(size, 0.5, from, &self.given, &mut self.accelerations);
        } else {
            self.accelerations.copy_from_slice(&self.given);
            let BodyMechanism { bodies, constraints, .. } = mechanism;
            constraints.project(&bodies.inverse, &mut self.accelerations);
        }
    }

    /// Carries `state` over a step with the host's bodies as `inputs` gives them by their numbers, and how
    /// fast that changes.
    pub fn step(
        &mut self,
        state: &mut Carried,
        inputs: impl Fn(usize) -> Option<[Frame; 2]>,
        step: Step,
    ) -> Result<Outcome, Fault> {
        self.listen(state, inputs, step.size);
        let bodies = 3 * self.island.bodies.len();
        let spins = state.velocities[..bodies].iter().skip(2).step_by(3).map(|spin| spin.abs());
        let [springs, dampers] = self.rates;
        let fastest = spins.fold(springs.sqrt().max(dampers), f64::max);
        let wanted = (step.size * fastest / TURN).ceil().max(1.0);
        let parts = wanted.min(MOST_PARTS);
        self.reactions.fill(0.0);
        self.drives.fill(0.0);
        let (mut since, mut left, mut whole) = (0.0, parts, None);
        while left > 0.0 {
            let size = (step.size - since) / left;
            let first = whole.is_none();
            let outcome = self.part(state, (since, first), Step { size, ..step }, step.size)?;
            whole = Some(outcome.and(whole));
            since += size;
            left -= 1.0;
            if self.island.predictor.is_coarse() {
                let few = (step.size - since) / (COARSE_PART * step.size);
                left = left.min(few.ceil().max(1.0));
            }
        }
        state.size = step.size;
        let spins = state.velocities[..bodies].iter().skip(2).step_by(3);
        state.works.drive += self.drives.iter().zip(spins).map(|(m, spin)| m * spin).sum::<f64>();
        let mut outcome = whole.ok_or(Fault::NoFiniteSolution { time: step.start })?;
        outcome.step_too_long |= wanted > parts;
        Ok(outcome)
    }

    /// A part that begins `since` the start of a step \[s\] which is `whole` \[s\].
    fn part(
        &mut self,
        state: &mut Carried,
        (since, first): (f64, bool),
        Step { start, size }: Step,
        whole: f64,
    ) -> Result<Outcome, Fault> {
        let time = start + since;
        let Carried { memory, coordinates, velocities, welds, works, .. } = state;
        self.island.mechanism.bodies.begin_at(coordinates);
        self.island.mechanism.bodies.place(coordinates, velocities);
        let [springs, dampers] = self.rates;
        let stiff = springs.sqrt().max(dampers) * size > STIFF;
        self.load(since, time, stiff)?;
        let half = 0.5 * size;
        let from = HostState { coordinates, velocities };
        self.accelerate(size, from);
        if stiff {
            self.stiff_springs.begin(&self.island);
        }
        let [there, speeds] = &mut self.middle;
        for (index, acceleration) in self.accelerations.iter().enumerate() {
            there[index] =
                coordinates[index] + half * (velocities[index] + 0.5 * half * acceleration);
            speeds[index] = velocities[index] + half * acceleration;
        }
        self.island.mechanism.bodies.place(&self.middle[0], &self.middle[1]);
        works.damped += size * self.load(since + half, time, stiff)?;
        self.accelerate(size, from);
        if stiff {
            let Self { stiff_springs, island, accelerations, efforts, .. } = self;
            works.damped += stiff_springs.hold(island, [velocities, accelerations], size, efforts);
            self.give();
            self.accelerate(size, from);
        }
        // From here on `efforts` are the impulses on the bodies in this part.
        self.efforts.iter_mut().for_each(|effort| *effort *= size);
        let Island { mechanism, predictor, .. } = &mut self.island;
        mechanism.constraints.keep(&mechanism.bodies, Kept::Nothing);
        let part = Step { start: time, size };
        // What bends meets the constraints anew in every piece.
        let external = if mechanism.is_flexible() { &self.given } else { &self.accelerations };
        let outcome =
            predictor.step_part(mechanism, (from, external), memory, part, (first, whole))?;
        // Places and velocities where the part began are needed for impulses and works.
        self.middle[0].copy_from_slice(coordinates);
        self.middle[1].copy_from_slice(velocities);
        let HostState { coordinates: places, velocities: rates } = predictor.end();
        coordinates.copy_from_slice(places);
        velocities.copy_from_slice(rates);
        self.find_reactions(velocities, size);
        let bodies = &mut self.island.mechanism.bodies;
        bodies.hold_up_turning(&self.middle[0], coordinates, velocities);
        bodies.bending.stiffen();
        self.assemble(coordinates, velocities, welds, ROUNDS[0], time)?;
        let Island { mechanism, bodies, .. } = &mut self.island;
        mechanism.constraints.exerted(&mut self.efforts, &mut self.drives);
        let (from, to) = (&self.middle[0], &**coordinates);
        for (body, inverse) in mechanism.bodies.inverse[..bodies.len()].iter().enumerate() {
            if *inverse == [0.0; 2] {
                for place in 3 * body..3 * body + 3 {
                    works.drive -= self.efforts[place] * (to[place] - from[place]) / size;
                }
            }
        }
        let done = self.applied.iter().map(|load| load.work(from, to, since + half));
        works.loads += done.sum::<f64>();
        self.reactions.iter_mut().zip(&self.efforts).for_each(|(sum, part)| *sum += part);
        Ok(outcome)
    }

    /// Adds impulses of joints and of constraints to `efforts`, for a part of `size` \[s\] that led to these
    /// velocities: what neither loads nor joints nor springs inside the bodies gave them, constraints did.
    fn find_reactions(&mut self, velocities: &[f64], size: f64) {
        let Island { mechanism, predictor, .. } = &mut self.island;
        mechanism.bodies.bending.unspring();
        mechanism.generalised_forces(predictor.impulses(), &mut self.change);
        self.efforts.iter_mut().zip(&self.change).for_each(|(sum, part)| *sum += part);
        if mechanism.constraints.is_empty() {
            return;
        }
        let BodyMechanism { bodies, constraints, .. } = mechanism;
        let [_, gained] = &mut self.middle;
        gained.iter_mut().zip(velocities).for_each(|(before, after)| *before = after - *before);
        constraints.stiffen(bodies);
        constraints.keep_rates(gained);
        let [_, without] = &mut self.middle;
        bodies.mobilise(&self.change, without);
        bodies.bending.take_gained(without);
        without.iter_mut().zip(&self.given).for_each(|(sum, given)| *sum += size * given);
        constraints.project(&bodies.inverse, without);
        constraints.exerted(&mut self.efforts, &mut self.drives);
    }

    /// Places the bodies as they are in this state.
    pub fn place(&mut self, Carried { coordinates, velocities, .. }: &Carried) {
        let bodies = &mut self.island.mechanism.bodies;
        bodies.begin_at(coordinates);
        bodies.place(coordinates, velocities);
    }

    /// How bodies give way at open places where they are placed, each by its number in the group.
    pub fn mobilities(&mut self, mut hand_out: impl FnMut(usize, MobilityReport)) {
        let Island { mechanism, open, .. } = &mut self.island;
        if open.is_empty() {
            return;
        }
        mechanism.bodies.bending.stiffen();
        // They do not clash: bodies have just been put together.
        mechanism.constraints.hold(&mechanism.bodies);
        mechanism.constraints.keep(&mechanism.bodies, Kept::Nothing);
        for place in open {
            let mobility = place.mobility(mechanism, [&mut self.efforts, &mut self.change]);
            hand_out(place.number, mobility);
        }
    }

    /// Kinetic and potential energy of the bodies where they are placed, and what the springs store \[J\].
    pub fn energies(&mut self, state: &Carried) -> [f64; 2] {
        let Bodies { inverse, .. } = &self.island.mechanism.bodies;
        let each = state.coordinates.chunks_exact(3).zip(state.velocities.chunks_exact(3));
        let mut energy = 0.0;
        for ([mass, inertia], (q, v)) in inverse.iter().zip(each) {
            if *mass > 0.0 {
                let fall = self.gravity.x * q[0] + self.gravity.y * q[1];
                energy += (0.5 * (v[0] * v[0] + v[1] * v[1]) - fall) / mass;
                energy += 0.5 * v[2] * v[2] / inertia;
            }
        }
        let bodies = &self.island.mechanism.bodies;
        let springs = self.island.springs.iter();
        let SpringEnergy { stored, .. } =
            springs.map(|spring| spring.exert(bodies, &mut self.efforts)).fold(
                SpringEnergy::default(),
                |sum, one| SpringEnergy { stored: sum.stored + one.stored, ..sum },
            );
        [energy, stored]
    }

    /// Whether a state is that of this island.
    pub fn fits(&self, state: &Carried) -> bool {
        let welds = self.island.mechanism.constraints.welds().count();
        self.island.fits(&state.memory) && state.fits(self.change.len(), welds)
    }
}

fn write(motion: &Motion<f64>, q: &mut [f64], v: &mut [f64]) {
    let Motion { position, angle, velocity, spin } = motion;
    q.copy_from_slice(&[position.x, position.y, *angle]);
    v.copy_from_slice(&[velocity.x, velocity.y, *spin]);
}
