//! The load of one contact point over one communication step along the host's motion.

use super::intervals::{Gap, Stretch, contact_stretches, stays_apart};
use super::quadrature::cells;
use crate::base::Real;
use crate::coupling::{Coupling, Step};
use crate::kinematics::planar::PairLoad;
use crate::laws::contact::{Approach, ContactPoint, NormalLaw, Onset, Received, Touch};
use crate::laws::friction::FrictionLaw;

/// Shortest interval between two states, as a part of a step, whose rates give an acceleration.
pub(crate) const SHORTEST_INTERVAL: f64 = 1e-3;

/// The laws of a contact point and its coupling with the host.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    /// Law of the normal force.
    pub normal: NormalLaw,
    /// Law of friction.
    pub friction: FrictionLaw,
    /// Method that computes the load of a step.
    pub coupling: Coupling,
}

/// Result of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactStep<T> {
    /// The load to be held over the step.
    pub load: PairLoad<T>,
    /// Largest normal force inside the step \[N\], but for its end.
    pub peak_normal_force: f64,
}

/// A contact point's forces at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
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
    /// A contact with these laws.
    pub fn new(normal: NormalLaw, friction: FrictionLaw, coupling: Coupling) -> Self {
        Self { normal, friction, coupling }
    }

    /// Integrates `point` over `step`; `touch(τ)` is its geometry τ \[s\] after the step's start, along the motion that
    /// the host gave. Its penetration changes by `change` \[m\] at most: a point that is farther apart is looked at once.
    ///
    /// Source: own method. The load of `step_mean` is exact for bodies that keep to that motion; its error is of first
    /// order in H, from the motion that the load itself causes. Derivatives are those of the load that is given, with
    /// those of the instants of first touch and separation.
    #[inline]
    pub fn advance<T: Real>(
        &self,
        point: &mut ContactPoint<T>,
        step: Step,
        change: f64,
        touch: impl Fn(T) -> Touch<T>,
    ) -> ContactStep<T> {
        let start = touch(T::from(0.0));
        let now = Received { time: step.start, penetration: start.penetration, rate: start.rate };
        let start_gap = gap_of(&real_part(&start));
        let end = || gap_of(&real_part(&touch(T::from(step.size))));
        // The common case needs no look at the end.
        let end_gap = if start_gap.0 + change < 0.0 { start_gap } else { end() };
        if stays_apart(start_gap, end_gap) {
            point.separate();
            point.received = Some(now);
            return ContactStep { load: PairLoad::zero(), peak_normal_force: 0.0 };
        }
        let acceleration = point.flight_acceleration(&now, SHORTEST_INTERVAL * step.size);
        point.receive(step.start, &start);

        let mut sum = Impulse::<T>::none();
        // Loads with derivatives need no peak.
        if let Some(onset) = &point.contact.filter(|_| T::NDERIV == 0) {
            let force = start.approach().force(&self.normal, onset.impact_speed);
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
        ContactStep { load, peak_normal_force: sum.peak }
    }

    /// Returns the load of [`advance`](Contact::advance) alone, for a penetration that may change by any amount.
    pub fn load<T: Real>(
        &self,
        point: &mut ContactPoint<T>,
        step: Step,
        touch: impl Fn(T) -> Touch<T>,
    ) -> PairLoad<T> {
        self.advance(point, step, f64::INFINITY, touch).load
    }

    /// Returns the contact point's forces at an instant, with the memory at that instant.
    #[inline(always)]
    pub fn snapshot<T: Real>(&self, point: &ContactPoint<T>, here: &Approach) -> Snapshot {
        let mut snapshot = Snapshot {
            penetration: here.penetration,
            rate: here.rate,
            sliding_speed: here.sliding_speed,
            normal_force: 0.0,
            friction_force: 0.0,
            stored: self.stored(here.penetration),
            bristle: point.bristle.re(),
            bristle_rate: 0.0,
            lost: 0.0,
        };
        if let Some(onset) = &point.contact {
            self.add_forces(point, onset, here, &mut snapshot);
        }
        snapshot
    }

    /// Returns the elastic energy \[J\] at a penetration \[m\]; 0 without contact, and then without a call.
    #[inline]
    pub(crate) fn stored(&self, penetration: f64) -> f64 {
        if penetration > 0.0 { self.normal.potential(penetration) } else { 0.0 }
    }

    /// Adds the forces of a closed contact to its snapshot.
    #[inline(never)]
    fn add_forces<T: Real>(
        &self,
        point: &ContactPoint<T>,
        onset: &Onset<T>,
        here: &Approach,
        snapshot: &mut Snapshot,
    ) {
        let Approach { rate, sliding_speed, .. } = *here;
        let force = here.force(&self.normal, onset.impact_speed.re());
        let spread = force.total * here.spread;
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

    /// Returns the load at the step's start. Bristles settle faster than any step, so their mean over the step is used;
    /// for small steps that is the value itself.
    fn at_start<T: Real>(
        &self,
        point: &ContactPoint<T>,
        touch: &Touch<T>,
        size: f64,
    ) -> PairLoad<T> {
        let Some(onset) = point.contact else { return PairLoad::zero() };
        let normal = touch.approach().force(&self.normal, onset.impact_speed).total;
        let spread = normal * touch.spread;
        let (mut bristle, mut slip) = (point.bristle, point.micro_slip.clone());
        let (speed, size) = (touch.sliding_speed, T::from(size));
        let friction = self.friction.slide(&mut bristle, &mut slip, speed, size, spread);
        touch.loads(normal, friction)
    }

    /// Integrates one stretch of contact and bends the bristles through it.
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
            let force = here.approach().force(&self.normal, onset.impact_speed);
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

/// Sums over a step.
struct Impulse<T> {
    impulse: PairLoad<T>,
    peak: f64,
}

impl<T: Real> Impulse<T> {
    fn none() -> Self {
        Self { impulse: PairLoad::zero(), peak: 0.0 }
    }
}

/// Integrates a contact point through its stretches of contact in a step with `follow`, which adds to `sum`.
/// `gap` gives the penetration and its rate at a time \[s\] after the start. The tuple holds the state
/// received, the acceleration of the free flight before it, and the gap at both ends of the step.
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

/// Returns the onset of a contact `from` seconds after the step's start.
///
/// In free flight the last two received rates give the acceleration of the approach; with it time and rate of the
/// first touch are right to second order in H instead of first.
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
    // The path may contain a part of this acceleration already; the remainder bends it.
    let acceleration = acceleration - (rate - now.rate) / from;
    // On the bent path the penetration at `from` is larger by aτ²/2: one Newton step finds where it
    // is 0.
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
