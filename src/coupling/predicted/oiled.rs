//! One joint with a film, followed through a step by an implicit method.
//!
//! A film damps a light body within nanoseconds, so no explicit piece gets through a step. Here every
//! load is implicit: film, asperities, contact and friction together, by the two-stage L-stable method
//! SDIRK2 in a few equal sub-steps, Newton's method on the velocity of each stage with exact
//! derivatives. The creeping journal of an oiled pin feels how the outer load changes: what accelerates
//! the bodies is not the mean of the last interval but goes on straight as it has changed, inside the
//! step, too: a host that holds the film's mean load while the outer one grows would else creep by
//! ȧH³/12 in every step.
//!
//! Source: Alexander, SIAM J. Numer. Anal. 14 (1977) 1006–1021 (the method); the rest is own.

use super::exchange::{Exchange, Followed};
use super::first_step::make_good;
use super::memory::{Memory, Work};
use super::one_joint::coordinates;
use super::{HostState, JointLoad, Mechanism, OneJoint, Outcome, Settings, limited};
use crate::base::{Fault, Real};
use crate::coupling::{Contact, Step};
use crate::kinematics::planar::{Motion, Wrench};
use crate::laws::contact::{ContactPoint, Onset, TouchGeometry};
use crate::laws::film::Film;
use nalgebra::{Matrix3, Vector2, Vector3};
use num_dual::DualSVec64;

/// Sub-steps of a step.
const PIECES: u32 = 4;
/// γ = 1 − 1/√2 of SDIRK2.
const GAMMA: f64 = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
/// Newton's steps for a stage, and how often one is halved.
const NEWTON_STEPS: u32 = 30;
const HALVINGS: u32 = 12;
/// A residual below this part of the speeds at hand ends that.
const SETTLED: f64 = 1e-11;

/// Carries an oiled joint over communication steps.
#[derive(Debug, Clone)]
pub struct OiledPredictor {
    exchange: Exchange<4>,
}

/// What came of a step.
#[derive(Debug, Clone, Copy)]
pub struct OiledStep {
    /// The load on b to be held.
    pub load: JointLoad,
    /// The motion of b at the end, as far as it is known.
    pub end: Motion<f64>,
    /// Largest normal force \[N\] and ∫F_N dt \[N s\] of the contact.
    pub normal: (f64, f64),
    /// What it reports.
    pub outcome: Outcome,
}

/// Sums over a step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub impulse: JointLoad,
    pub travel: JointLoad,
    pub work: Work,
    normal: (f64, f64),
    pub coarse: bool,
}

/// The loads of a stage.
struct Loads<T> {
    /// On b: force and moment.
    on_b: [T; 3],
    /// Moment on a.
    moment_a: T,
    /// Power lost to the film, to the contact's damping and to friction \[W\].
    lost: [T; 3],
    normal: T,
}

impl Loads<f64> {
    fn whole(&self) -> JointLoad {
        Vector3::from(self.on_b).push(self.moment_a)
    }
}

/// The laws in a step.
pub(super) struct Laws<'a, G> {
    pub geometry: &'a G,
    pub contact: &'a Contact,
    pub film: &'a Film,
    pub mobility: Matrix3<f64>,
    /// What accelerates b besides, in the middle of the step, and how fast that grows.
    pub external: Vector3<f64>,
    pub growth: Vector3<f64>,
}

impl OiledPredictor {
    /// A predictor that meets its host so.
    pub fn new(settings: Settings) -> Self {
        Self { exchange: Exchange::new([3, 1], limited, settings) }
    }

    /// See [`Exchange::centre`].
    pub(crate) fn centre(&self, size: f64) -> f64 {
        self.exchange.centre(size)
    }

    /// The memory before the first step.
    pub fn begin<G: TouchGeometry>(&self, joint: &OneJoint<G>, time: f64) -> Memory {
        let (_, velocities) = coordinates(&joint.motion);
        Memory::new(joint, &velocities, time).with_mobility(3)
    }

    /// Carries `memory` over `step` from where the joint is placed.
    pub fn step<G: TouchGeometry + Copy>(
        &mut self,
        joint: &mut OneJoint<G>,
        film: &Film,
        memory: &mut Memory,
        step: Step,
    ) -> Result<OiledStep, Fault> {
        let (places, speeds) = coordinates(&joint.motion);
        let state = HostState { coordinates: &places, velocities: &speeds };
        let (geometry, contact, mobility) = (joint.geometry, joint.contact, joint.mobility);
        let mut laws = Laws {
            geometry: &geometry,
            contact,
            film,
            mobility,
            external: Vector3::zeros(),
            growth: Vector3::zeros(),
        };
        if memory.knows_first_step() && self.exchange.settings.is_plain() {
            make_good(&mut laws, &joint.motion, memory, step.start);
        }
        let mut respond = |loads: &[JointLoad], generalised: &mut [f64], change: &mut [f64]| {
            joint.spread(loads, generalised);
            joint.mobilise(generalised, change);
        };
        let external = |memory: &Memory| -> [f64; 3] {
            std::array::from_fn(|index| memory.coordinates[index].external)
        };
        let earlier = external(memory);
        self.exchange.learn(&speeds, memory, &mut respond);
        let learnt = external(memory);
        let lag = self.exchange.lag(step.size);
        memory.lead_external(&earlier, laws.growth.as_mut_slice(), step.size, lag);
        let (mut place, mut speed) = (places, speeds);
        let local = (&mut place[..], &mut speed[..]);
        self.exchange.start(state, memory, step.size, local, &mut respond);
        laws.external = external(memory).into();
        let start = step.start + self.exchange.lag(step.size);
        let (place, speed, sums) = laws.follow(
            &mut memory.slots[0].point,
            (Vector3::from(place), Vector3::from(speed)),
            Step { start, size: step.size },
        );
        for (coordinate, learnt) in memory.coordinates.iter_mut().zip(learnt) {
            coordinate.external = learnt;
        }
        let followed = Followed {
            impulse: &[sums.impulse],
            travel: &[sums.travel],
            work: sums.work,
            stiffest: 0.0,
            was_apart: true,
            coarse: sums.coarse,
        };
        let outcome = self.exchange.answer(state, memory, step.size, followed, respond);
        let outcome = outcome.ok_or(Fault::NoFiniteSolution { time: step.start })?;
        let end = motion(place, speed);
        Ok(OiledStep { load: self.exchange.loads[0], end, normal: sums.normal, outcome })
    }
}

pub(super) fn motion<T: Real>(place: Vector3<T>, speed: Vector3<T>) -> Motion<T> {
    Motion {
        position: Vector2::new(place.x, place.y),
        angle: place.z,
        velocity: Vector2::new(speed.x, speed.y),
        spin: speed.z,
    }
}

impl<G: TouchGeometry> Laws<'_, G> {
    /// Follows b over `step`; gives place and speed at the end.
    pub fn follow(
        &self,
        point: &mut ContactPoint,
        (mut place, mut speed): (Vector3<f64>, Vector3<f64>),
        step: Step,
    ) -> (Vector3<f64>, Vector3<f64>, Sums) {
        let mut sums = Sums::default();
        self.meet(point, &place, &speed, step.start);
        let size = step.size / f64::from(PIECES);
        for piece in 1..=PIECES {
            let inner = GAMMA * size;
            // Seen from the middle of the step.
            let time = f64::from(piece - 1) * size - 0.5 * step.size;
            let outer = |time: f64| self.external + self.growth * time;
            let drive = outer(time + inner);
            let (u1, first) = self.stage(point, size, (&place, &speed, drive), &mut sums.coarse);
            let k1 = (u1 - speed) / inner;
            let ahead = size - inner;
            let (base, bent) = (place + u1 * ahead, speed + k1 * ahead);
            let drive = outer(time + size);
            let (u2, second) = self.stage(point, size, (&base, &bent, drive), &mut sums.coarse);
            let [f1, f2] = [&first, &second].map(Loads::whole);
            let impulse = f1 * ahead + f2 * inner;
            sums.travel += sums.impulse * size + f1 * (2.0 * inner * ahead) + f2 * (inner * inner);
            sums.impulse += impulse;
            let mut net = 0.0;
            for (loads, speed, weight) in [(&first, &u1, ahead), (&second, &u2, inner)] {
                let power = Vector3::from(loads.on_b).dot(speed) * weight;
                net += power;
                sums.work.turned_over += power.abs();
                let [film, damped, slid] = loads.lost.map(|lost| lost * weight);
                point.damped += film + damped;
                let held = self.contact.friction.stored_energy(
                    point.bristle,
                    &point.micro_slip,
                    loads.normal,
                );
                point.friction.add(slid, held);
                sums.normal.0 = sums.normal.0.max(loads.normal);
                sums.normal.1 += loads.normal * weight;
            }
            sums.work.net += net;
            sums.work.unearned += impulse.xyz().dot(&((speed + u2) * 0.5)) - net;
            // Bristles go with the mean speed of the piece.
            let way = u1 * ahead + u2 * inner;
            if point.contact.is_some() {
                let mean = motion(place, way / size);
                let touch = self.geometry.touch(0, &mean);
                let (bristle, slip) = (&mut point.bristle, &mut point.micro_slip);
                let normal = (first.normal * ahead + second.normal * inner) / size;
                self.contact.friction.slide(bristle, slip, touch.sliding_speed, size, normal);
            }
            place += way;
            speed = u2;
            self.meet(point, &place, &speed, step.start + f64::from(piece) * size);
        }
        (place, speed, sums)
    }

    /// A contact may have begun, or be over, at `time` \[s\].
    fn meet(
        &self,
        point: &mut ContactPoint,
        place: &Vector3<f64>,
        speed: &Vector3<f64>,
        time: f64,
    ) {
        let touch = self.geometry.touch(0, &motion(*place, *speed));
        if touch.penetration <= 0.0 {
            point.separate();
        } else if point.contact.is_none() {
            point.begin(Onset { time, impact_speed: touch.rate.max(0.0) });
        }
    }

    /// The velocity u of a stage, `u = base + γh (a + W F(place + γh u, u))`, and the loads there.
    fn stage(
        &self,
        point: &ContactPoint,
        size: f64,
        (place, base, external): (&Vector3<f64>, &Vector3<f64>, Vector3<f64>),
        coarse: &mut bool,
    ) -> (Vector3<f64>, Loads<f64>) {
        let inner = GAMMA * size;
        let residual = |u: &Vector3<f64>, loads: &Loads<f64>| {
            u - base - (external + self.mobility * Vector3::from(loads.on_b)) * inner
        };
        let at = |u: &Vector3<f64>| self.loads(point, size, place + u * inner, *u);
        let mut u = *base;
        let mut loads = at(&u);
        let mut off = residual(&u, &loads);
        for _ in 0..NEWTON_STEPS {
            let lifted: [DualSVec64<3>; 3] =
                std::array::from_fn(|index| DualSVec64::<3>::from_re(u[index]).derivative(index));
            let u_lifted = Vector3::from(lifted);
            let place_lifted =
                Vector3::from(std::array::from_fn(|index| lifted[index] * inner + place[index]));
            let slopes = self.loads(point, size, place_lifted, u_lifted).on_b;
            let slopes =
                Matrix3::from_fn(|row, column| slopes[row].eps.0.map_or(0.0, |eps| eps[column]));
            let jacobian = Matrix3::identity() - self.mobility * slopes * inner;
            let Some(step) = jacobian.lu().solve(&off) else { break };
            let mut part = 1.0;
            let mut better = false;
            for _ in 0..HALVINGS {
                let next = u - step * part;
                let next_loads = at(&next);
                let next_off = residual(&next, &next_loads);
                if next_off.norm() < off.norm() {
                    (u, loads, off, better) = (next, next_loads, next_off, true);
                    break;
                }
                part *= 0.5;
            }
            if !better || off.norm() <= SETTLED * (u.norm() + base.norm()) {
                break;
            }
        }
        // Rounding ends the search for stiff films before the residual is nothing.
        *coarse |= off.norm().is_nan() || off.norm() > 1e-5 * (u.norm() + base.norm());
        (u, loads)
    }

    /// The loads where b is at `place` with speed `u`, held for a piece of `size` \[s\].
    #[inline]
    fn loads<T: Real>(
        &self,
        point: &ContactPoint,
        size: f64,
        place: Vector3<T>,
        u: Vector3<T>,
    ) -> Loads<T> {
        let b = motion(place, u);
        let film = self.film.load(&b);
        let touch = self.geometry.touch(0, &b);
        let mut load = film.load;
        let zero = T::from(0.0);
        let (mut normal, mut lost) = (zero, [film.lost, zero, zero]);
        if touch.penetration.re() > 0.0 {
            let impact = point.contact.map_or(0.0, |onset| onset.impact_speed);
            let force = touch.force(&self.contact.normal, T::from(impact));
            normal = force.total;
            let (mut bristle, mut slip) = (T::from(point.bristle), point.micro_slip.lift());
            let (speed, span) = (touch.sliding_speed, T::from(size));
            let friction =
                self.contact.friction.slide(&mut bristle, &mut slip, speed, span, normal);
            load = load.plus(T::from(1.0), &touch.loads(normal, friction));
            lost[1] = (force.total - force.elastic) * touch.rate;
            lost[2] = friction * speed;
        }
        let Wrench { force, moment } = load.b;
        Loads { on_b: [force.x, force.y, moment], moment_a: load.a.moment, lost, normal }
    }
}
