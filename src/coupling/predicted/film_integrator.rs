//! The motion of one joint with a film inside a step, by an implicit method.
//!
//! A film damps a light body within nanoseconds, so an explicit method would need too many pieces. Here every load
//! is implicit: film, asperities, contact and friction together, by the two-stage L-stable method SDIRK2 in
//! [`PIECES`] equal sub-steps, with Newton's method on the velocity of each stage and exact derivatives. The creeping
//! journal of an oiled pin feels the change of the external load: its acceleration is not the mean of the last
//! interval but is extrapolated linearly, inside the step, too. A host that holds the film's mean load while the
//! external one grows would else creep by ȧH³/12 in every step.
//!
//! Source: Alexander, SIAM J. Numer. Anal. 14 (1977) 1006–1021 (the method); the rest is own.

use super::JointLoad;
use super::work::Work;
use crate::base::Real;
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
/// Most Newton steps for a stage, and most halvings of a step.
const NEWTON_STEPS: u32 = 30;
const HALVINGS: u32 = 12;
/// Newton's method ends at a residual below this part of the speeds.
const SETTLED: f64 = 1e-11;

/// Sums over a step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub impulse: JointLoad,
    pub travel: JointLoad,
    pub work: Work,
    /// Largest normal force \[N\] and ∫F_N dt \[N s\].
    pub normal: (f64, f64),
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
    fn joint_load(&self) -> JointLoad {
        Vector3::from(self.on_b).push(self.moment_a)
    }
}

/// The laws, the mobility and the external load of one joint in a step.
pub(super) struct FilmIntegrator<'a, G> {
    pub geometry: &'a G,
    pub contact: &'a Contact,
    pub film: &'a Film,
    pub mobility: Matrix3<f64>,
    /// External acceleration of b in the middle of the step \[m/s², rad/s²\].
    pub external: Vector3<f64>,
    /// Its rate \[m/s³, rad/s³\].
    pub growth: Vector3<f64>,
}

pub(super) fn motion<T: Real>(place: Vector3<T>, speed: Vector3<T>) -> Motion<T> {
    Motion {
        position: Vector2::new(place.x, place.y),
        angle: place.z,
        velocity: Vector2::new(speed.x, speed.y),
        spin: speed.z,
    }
}

impl<G: TouchGeometry> FilmIntegrator<'_, G> {
    /// Integrates the motion of b over `step`; returns place and speed at the end, and the sums.
    pub fn follow(
        &self,
        point: &mut ContactPoint,
        (mut place, mut speed): (Vector3<f64>, Vector3<f64>),
        step: Step,
    ) -> (Vector3<f64>, Vector3<f64>, Sums) {
        let mut sums = Sums::default();
        self.update_contact(point, &place, &speed, step.start);
        let size = step.size / f64::from(PIECES);
        for piece in 1..=PIECES {
            let inner = GAMMA * size;
            // Time from the middle of the step.
            let time = f64::from(piece - 1) * size - 0.5 * step.size;
            let external = |time: f64| self.external + self.growth * time;
            let drive = external(time + inner);
            let (u1, first) = self.stage(point, size, (&place, &speed, drive), &mut sums.coarse);
            let k1 = (u1 - speed) / inner;
            let ahead = size - inner;
            let (base, bent) = (place + u1 * ahead, speed + k1 * ahead);
            let drive = external(time + size);
            let (u2, second) = self.stage(point, size, (&base, &bent, drive), &mut sums.coarse);
            let [f1, f2] = [&first, &second].map(Loads::joint_load);
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
            // Bristles slide with the mean speed of the piece.
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
            self.update_contact(point, &place, &speed, step.start + f64::from(piece) * size);
        }
        (place, speed, sums)
    }

    /// Begins or ends the contact at `time` \[s\], as the penetration asks for.
    fn update_contact(
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

    /// Returns the velocity u of a stage, `u = base + γh (a + W F(place + γh u, u))`, and the loads there.
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
        // With stiff films rounding ends the search before the residual is small.
        *coarse |= off.norm().is_nan() || off.norm() > 1e-5 * (u.norm() + base.norm());
        (u, loads)
    }

    /// Returns the loads with b at `place` and the speed `u`, held for a piece of `size` \[s\].
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
