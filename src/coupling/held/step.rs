//! One contact point carried over one communication step.

use super::intervals::{Gap, Stretch, contact_stretches, stays_apart};
use super::quadrature::cells;
use crate::base::Real;
use crate::coupling::{Coupling, Step};
use crate::kinematics::planar::PairLoad;
use crate::laws::contact::{ContactPoint, NormalLaw, Onset, Received, Touch};
use crate::laws::friction::FrictionLaw;

/// Of two states nearer than this part of a step the rates tell nothing of the acceleration.
pub(crate) const TELLING: f64 = 1e-3;

/// The laws of a contact point and the way it meets its host.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    /// What presses the bodies apart.
    pub normal: NormalLaw,
    /// What drags along them.
    pub friction: FrictionLaw,
    /// What the load of a step is.
    pub coupling: Coupling,
}

/// What came out of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactStep<T> {
    /// The load to be held over the step.
    pub load: PairLoad<T>,
    /// The contact point at the step's end, as far as the joint knows.
    pub end: Snapshot,
    /// Largest normal force inside the step \[N\].
    pub peak_normal_force: f64,
}

/// A contact point's forces at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snapshot {
    /// Penetration δ \[m\], negative while apart.
    pub penetration: f64,
    /// δ̇ \[m/s\].
    pub rate: f64,
    /// Sliding speed \[m/s\].
    pub sliding_speed: f64,
    /// Normal force \[N\], ≥ 0.
    pub normal_force: f64,
    /// Friction force with the sign of the sliding speed's effect on a \[N\].
    pub friction_force: f64,
    /// Elastic energy of the penetration \[J\].
    pub stored: f64,
    /// Deflection of the friction's bristles \[m\].
    pub bristle: f64,
    /// Its rate \[m/s\].
    pub bristle_rate: f64,
    /// Power lost to damping and friction \[W\].
    pub lost: f64,
}

impl Contact {
    /// The laws that the parameters choose, over a ready normal law and friction law.
    pub fn new(normal: NormalLaw, friction: FrictionLaw, coupling: Coupling) -> Self {
        Self { normal, friction, coupling }
    }

    /// Carries `point` over `step`; `touch(τ)` is its geometry τ \[s\] after the step's start, if the
    /// bodies move as they were last known to.
    ///
    /// Source: own method. The load of `step_mean` is exact for bodies that do keep to that motion;
    /// its error is of first order in H, from the motion the load itself causes. Derivatives are those
    /// of the load that is given, the instants of first touch and parting included.
    #[inline]
    pub fn advance<T: Real>(
        &self,
        point: &mut ContactPoint<T>,
        step: Step,
        touch: impl Fn(T) -> Touch<T>,
    ) -> ContactStep<T> {
        let StepLoad { load, last, peak } = self.pass(point, step, touch);
        let end = self.snapshot(point, &last);
        let peak_normal_force = if end.normal_force > peak { end.normal_force } else { peak };
        ContactStep { load, end, peak_normal_force }
    }

    /// The load of [`Contact::advance`], for somebody who asks nothing else.
    pub fn load<T: Real>(
        &self,
        point: &mut ContactPoint<T>,
        step: Step,
        touch: impl Fn(T) -> Touch<T>,
    ) -> PairLoad<T> {
        self.pass(point, step, touch).load
    }

    #[inline]
    fn pass<T: Real>(
        &self,
        point: &mut ContactPoint<T>,
        step: Step,
        touch: impl Fn(T) -> Touch<T>,
    ) -> StepLoad<T> {
        let plain = |time: f64| real_part(&touch(T::from(time)));
        let (start, last) = (touch(T::from(0.0)), plain(step.size));
        let now = Received { time: step.start, penetration: start.penetration, rate: start.rate };
        let (start_gap, end_gap) = (gap_of(&real_part(&start)), gap_of(&last));
        if stays_apart(start_gap, end_gap) {
            // Nearly every step of nearly every joint.
            point.separate();
            point.received = Some(now);
            return StepLoad { load: PairLoad::zero(), last, peak: 0.0 };
        }
        let acceleration = point.flight_acceleration(&now, TELLING * step.size);
        point.receive(step.start, &start);

        let mut sum = Impulse::<T>::none();
        // Nobody asks for the peak of a load that is derived.
        if let Some(onset) = &point.contact.filter(|_| T::NDERIV == 0) {
            let force = start.force(&self.normal, onset.impact_speed);
            sum.peak = force.total.re();
        }
        let end_point = match self.coupling {
            Coupling::EndPoint => Some(self.at_start(point, &start, step.size)),
            Coupling::StepMean => None,
        };
        let gap = |_: &Impulse<T>, time: T| gap_of(&touch(time));
        let seen = (&now, acceleration, [start_gap, end_gap]);
        follow_stretches(point, step, seen, &mut sum, gap, |sum, point, stretch| {
            self.follow(point, stretch, &touch, sum);
        });
        let load = end_point
            .unwrap_or_else(|| PairLoad::zero().plus(T::from(1.0 / step.size), &sum.impulse));
        StepLoad { load, last, peak: sum.peak }
    }

    /// The contact point at an instant, its memory as it is.
    #[inline(always)]
    pub fn snapshot<T: Real>(&self, point: &ContactPoint<T>, touch: &Touch<f64>) -> Snapshot {
        let mut snapshot = Snapshot {
            penetration: touch.penetration,
            rate: touch.rate,
            sliding_speed: touch.sliding_speed,
            normal_force: 0.0,
            friction_force: 0.0,
            stored: self.stored(touch.penetration),
            bristle: point.bristle.re(),
            bristle_rate: 0.0,
            lost: 0.0,
        };
        if let Some(onset) = &point.contact {
            self.press(point, onset, touch, &mut snapshot);
        }
        snapshot
    }

    /// Elastic energy stored at a penetration \[m\] \[J\]; without a call where there is none.
    #[inline]
    pub(crate) fn stored(&self, penetration: f64) -> f64 {
        if penetration > 0.0 { self.normal.potential(penetration) } else { 0.0 }
    }

    /// The forces of a contact that is going on.
    #[inline(never)]
    fn press<T: Real>(
        &self,
        point: &ContactPoint<T>,
        onset: &Onset<T>,
        touch: &Touch<f64>,
        snapshot: &mut Snapshot,
    ) {
        let Touch { rate, sliding_speed, .. } = *touch;
        let force = touch.force(&self.normal, onset.impact_speed.re());
        let spread = force.total * touch.spread;
        let (mut bristle, mut slip) = (point.bristle.re(), point.micro_slip.re());
        snapshot.normal_force = force.total;
        snapshot.friction_force =
            self.friction.slide(&mut bristle, &mut slip, sliding_speed, 0.0, spread);
        snapshot.bristle_rate = self.friction.at(snapshot.bristle, sliding_speed).1;
        let bristles = [snapshot.bristle, snapshot.bristle_rate];
        let friction = snapshot.friction_force;
        snapshot.lost = (force.total - force.elastic) * rate
            + self.friction.lost(bristles, sliding_speed, spread, friction);
    }

    /// The law at the step's start. Bristles settle faster than any step, so their mean over the
    /// step stands for them; for small steps that is the value itself.
    fn at_start<T: Real>(
        &self,
        point: &ContactPoint<T>,
        touch: &Touch<T>,
        size: f64,
    ) -> PairLoad<T> {
        let Some(onset) = point.contact else { return PairLoad::zero() };
        let normal = touch.force(&self.normal, onset.impact_speed).total;
        let spread = normal * touch.spread;
        let (mut bristle, mut slip) = (point.bristle, point.micro_slip.clone());
        let (speed, size) = (touch.sliding_speed, T::from(size));
        let friction = self.friction.slide(&mut bristle, &mut slip, speed, size, spread);
        touch.loads(normal, friction)
    }

    /// Adds up one stretch of contact and bends the bristles through it.
    fn follow<T: Real>(
        &self,
        point: &mut ContactPoint<T>,
        stretch: &Stretch<T>,
        touch: &impl Fn(T) -> Touch<T>,
        sum: &mut Impulse<T>,
    ) {
        let Some(onset) = point.contact else { return };
        for cell in cells(stretch) {
            let here = touch(cell.time);
            let force = here.force(&self.normal, onset.impact_speed);
            let spread = force.total * here.spread;
            let (bristle, slip) = (&mut point.bristle, &mut point.micro_slip);
            let speed = here.sliding_speed;
            let friction = self.friction.slide(bristle, slip, speed, cell.span, spread);
            sum.impulse = sum.impulse.plus(cell.weight, &here.loads(force.total, friction));
            sum.peak = sum.peak.max(force.total.re());
            point.damped += (force.total - force.elastic) * here.rate * cell.weight;
            let held = self.friction.stored_energy(point.bristle, &point.micro_slip, spread);
            point.friction.add(friction * here.sliding_speed * cell.weight, held);
        }
    }
}

/// A step passed through: its load, where it ends, and the largest normal force up to there \[N\].
struct StepLoad<T> {
    load: PairLoad<T>,
    last: Touch<f64>,
    peak: f64,
}

/// What is summed over a step.
struct Impulse<T> {
    impulse: PairLoad<T>,
    peak: f64,
}

impl<T: Real> Impulse<T> {
    fn none() -> Self {
        Self { impulse: PairLoad::zero(), peak: 0.0 }
    }
}

/// Follows a contact point through its stretches of contact in a step. `gap` is the penetration and its
/// rate by the time \[s\] after the start; what is seen of it is the state received, the acceleration of
/// the free flight before it, and the gap at both ends of the step. `sum` is what a stretch adds to.
#[inline(always)]
pub(crate) fn follow_stretches<T: Real, S>(
    point: &mut ContactPoint<T>,
    step: Step,
    (now, acceleration, [start, end]): (&Received<T>, T, [Gap; 2]),
    sum: &mut S,
    gap: impl Fn(&S, T) -> Gap<T>,
    mut follow: impl FnMut(&mut S, &mut ContactPoint<T>, &Stretch<T>),
) {
    let plain = |time: f64| {
        let (depth, rate) = gap(sum, T::from(time));
        (depth.re(), rate.re())
    };
    for stretch in contact_stretches(plain, step.size, start, end) {
        let Some(stretch) = stretch else { continue };
        let stretch = stretch.lift(|time| gap(sum, time));
        if stretch.starts {
            let gap = |time: T| gap(sum, time);
            point.begin(meeting(step.start, stretch.from, now, acceleration, &gap));
        }
        follow(sum, point, &stretch);
    }
}

/// How a contact begins `from` seconds into the step.
///
/// In free flight the last two received rates show how the approach is accelerated; with it the
/// place and the rate of first touch are right to second order in H instead of first.
pub(crate) fn meeting<T: Real>(
    start: f64,
    from: T,
    now: &Received<T>,
    acceleration: T,
    gap: &impl Fn(T) -> Gap<T>,
) -> Onset<T> {
    let (depth, rate) = gap(from);
    let approach = if rate.re() > 0.0 { rate } else { T::from(0.0) };
    let straight = Onset { time: from + start, impact_speed: approach };
    if now.penetration.re() > 0.0 || acceleration.re() == 0.0 || from.re() <= 0.0 {
        return straight;
    }
    // What the path does not have already.
    let acceleration = acceleration - (rate - now.rate) / from;
    // On the bent path the gap at `from` is deeper by aτ²/2: one Newton step closes it.
    let bent_rate = rate + acceleration * from;
    let bent_depth = depth + acceleration * from * from * 0.5;
    if bent_rate.re() <= 0.5 * rate.re() {
        return straight;
    }
    let shift = bent_depth / bent_rate;
    Onset { time: from - shift + start, impact_speed: bent_rate - acceleration * shift }
}

fn gap_of<T: Real>(touch: &Touch<T>) -> Gap<T> {
    (touch.penetration, touch.rate)
}

fn real_part<T: Real>(touch: &Touch<T>) -> Touch<f64> {
    Touch {
        penetration: touch.penetration.re(),
        rate: touch.rate.re(),
        sliding_speed: touch.sliding_speed.re(),
        normal: touch.normal.map(|x| x.re()),
        arm_a: touch.arm_a.map(|x| x.re()),
        arm_b: touch.arm_b.map(|x| x.re()),
        gain: touch.gain.re(),
        spread: touch.spread.re(),
    }
}
