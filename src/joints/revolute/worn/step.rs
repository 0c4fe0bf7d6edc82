//! A step of a joint with a wear map: its load, and the wear of bearing and journal.

use super::memory::Worn;
use crate::base::Real;
use crate::coupling::{
    Contact, Coupling, SHORTEST_INTERVAL, Step, Stretch, cells, follow_stretches, stays_apart,
};
use crate::kinematics::planar::{Motion, PairLoad, Path};
use crate::laws::contact::{ContactPoint, Received, Touch, TouchGeometry};
use crate::laws::wear::{Archard, CycleJump, Cycles, Depths, Pressures, Window, WornContact};

/// The laws of a step, and memory for evaluations.
pub(super) struct Walk<'a, T> {
    pub contact: &'a WornContact,
    pub laws: &'a Contact,
    pub window: &'a mut Window<T>,
}

/// Depths inside a step, worn or fixed. Derivatives have the depths at the start: the wear of a step changes
/// its load by less than the quadrature's error.
pub(super) trait Wears<T> {
    /// The present depths.
    fn depths(&self) -> &Depths;
    /// Wears the depths by a sliding `distance` \[m\] at the motion `journal`.
    fn slide(
        &mut self,
        contact: &WornContact,
        journal: &Motion<T>,
        pressed: &Pressures<T>,
        distance: T,
        window: &mut Window<T>,
    );
}

/// Depths that wear.
pub(super) struct Wearing<'a> {
    pub law: &'a Archard,
    pub acceleration: f64,
    pub worn: &'a mut Worn,
}

impl Wears<f64> for Wearing<'_> {
    fn depths(&self) -> &Depths {
        self.worn.depths()
    }

    fn slide(
        &mut self,
        contact: &WornContact,
        journal: &Motion<f64>,
        pressed: &Pressures<f64>,
        distance: f64,
        window: &mut Window,
    ) {
        let worn = &mut *self.worn;
        worn.distance += distance;
        if worn.exhausted || self.law.coefficients == [0.0; 2] || distance <= 0.0 {
            return;
        }
        let distance = distance * self.acceleration;
        let done = contact.wear(self.law, worn.change(), journal, *pressed, distance, window);
        worn.cut |= done.cut;
    }
}

/// The surfaces as those of one contact point that wear as they slide.
pub(super) struct Surfaces<'a> {
    pub contact: &'a WornContact,
    pub wearing: Wearing<'a>,
    pub window: &'a mut Window,
}

impl TouchGeometry for Surfaces<'_> {
    const CONFORMS: bool = true;

    fn touch<T: Real>(&self, _index: usize, journal: &Motion<T>) -> Touch<T> {
        self.contact.touch(self.wearing.depths(), journal)
    }

    fn wear(&mut self, _index: usize, journal: &Motion<f64>, impact_speed: f64, way: f64) {
        let Self { contact, wearing, window } = self;
        let pressed = contact.press(wearing.worn.depths(), journal, impact_speed, window);
        if let Some(pressed) = pressed.filter(|_| way > 0.0) {
            wearing.slide(contact, journal, &pressed, way, window);
        }
    }
}

/// The end of a step of surfaces that wear.
pub(super) struct StepEnd {
    /// Time \[s\].
    pub time: f64,
    /// Sliding distance at the start of the step \[m\].
    pub slid: f64,
    /// Largest penetration of the step \[m\].
    pub deepest: f64,
}

/// Ends a step: extrapolates over cycles, and stops wear beyond the range of the laws.
pub(super) fn end_step(
    contact: &WornContact,
    jump: Option<&CycleJump>,
    (worn, cycles): (&mut Worn, Option<&mut Cycles>),
    StepEnd { time, slid, deepest }: StepEnd,
) {
    let mut changed = worn.distance > slid;
    if changed {
        worn.change().refresh();
    }
    if let (Some(jump), Some(cycles)) = (jump, cycles)
        && !worn.exhausted
    {
        let count = cycles.count;
        cycles.advance(jump, std::slice::from_mut(worn.change()), time, deepest);
        changed |= cycles.count > count;
    }
    worn.exhausted |= changed && contact.is_exhausted(worn.depths());
}

/// Depths that do not wear.
impl<T> Wears<T> for &Depths {
    fn depths(&self) -> &Depths {
        self
    }

    fn slide(&mut self, _: &WornContact, _: &Motion<T>, _: &Pressures<T>, _: T, _: &mut Window<T>) {
    }
}

/// The result of a step.
pub(super) struct Passed<T> {
    /// The load to be held.
    pub load: PairLoad<T>,
    /// Largest normal force \[N\].
    pub peak: f64,
    /// Largest penetration at the ends of the step \[m\].
    pub deepest: f64,
}

/// The motion without its derivatives.
pub(super) fn plain<T: Real>(motion: &Motion<T>) -> Motion<f64> {
    Motion {
        position: motion.position.map(|x| x.re()),
        angle: motion.angle.re(),
        velocity: motion.velocity.map(|x| x.re()),
        spin: motion.spin.re(),
    }
}

/// Sums over a step.
struct Sum<'a, 'b, T, W> {
    walk: &'a mut Walk<'b, T>,
    wears: &'a mut W,
    impulse: PairLoad<T>,
    peak: f64,
}

impl<T: Real, W: Wears<T>> Sum<'_, '_, T, W> {
    /// Adds one stretch of contact: slides the bristles through it and wears the surfaces.
    fn add(&mut self, point: &mut ContactPoint<T>, stretch: &Stretch<T>, path: &Path<T>) {
        let Some(mut onset) = point.contact else { return };
        let Walk { contact, laws, window } = &mut *self.walk;
        let friction = &laws.friction;
        for cell in cells(stretch) {
            let here = path.at(cell.time);
            let depths = self.wears.depths();
            let pressed = contact.press(depths, &here, onset.impact_speed, window);
            let Some(pressed) = pressed else { continue };
            onset.impact_speed = pressed.fastest;
            let Pressures { sliding_speed: speed, swept_force, .. } = pressed;
            let (bristle, slip) = (&mut point.bristle, &mut point.micro_slip);
            let drag = friction.slide(bristle, slip, speed, cell.span, swept_force);
            let load = pressed.loads(here.position, drag, contact.ring.journal_radius());
            self.impulse = self.impulse.plus(cell.weight, &load);
            self.peak = self.peak.max(pressed.normal_force.re());
            let lost = (pressed.normal_force - pressed.elastic) * pressed.approach;
            point.damped += lost * cell.weight;
            let held = friction.stored_energy(point.bristle, &point.micro_slip, swept_force);
            point.friction.add(drag * speed * cell.weight, held);
            let way = speed * cell.weight;
            let distance = if way.re() < 0.0 { -way } else { way };
            self.wears.slide(contact, &here, &pressed, distance, window);
        }
        point.contact = Some(onset);
    }
}

impl<T: Real> Walk<'_, T> {
    /// Carries the contact over `step` along `path`, as one contact point: its gap is that of the deepest place,
    /// its force the resultant of all cells' pressures.
    pub fn step<W: Wears<T>>(
        &mut self,
        point: &mut ContactPoint<T>,
        wears: &mut W,
        path: &Path<T>,
        step: Step,
    ) -> Passed<T> {
        let contact = self.contact;
        let ring = &contact.ring;
        let start = ring.deepest(wears.depths(), &path.start);
        let now = Received { time: step.start, penetration: start.penetration, rate: start.rate };
        let start_gap = (start.penetration.re(), start.rate.re());
        let end_gap = if ring.stays_apart(wears.depths(), path, step.size) {
            start_gap
        } else {
            let end = ring.deepest(wears.depths(), &plain(&path.at(T::from(step.size))));
            (end.penetration, end.rate)
        };
        let deepest = start_gap.0.max(end_gap.0);
        let mut passed = Passed { load: PairLoad::zero(), peak: 0.0, deepest };
        if stays_apart(start_gap, end_gap) {
            point.separate();
            point.received = Some(now);
            return passed;
        }
        let acceleration = point.flight_acceleration(&now, SHORTEST_INTERVAL * step.size);
        point.record(now);
        let at_start = match self.laws.coupling {
            Coupling::EndPoint => Some(self.at_start(point, wears.depths(), &path.start, step)),
            Coupling::StepMean => None,
        };
        let seen = (&now, acceleration, [start_gap, end_gap]);
        let mut sum = Sum { walk: self, wears, impulse: PairLoad::zero(), peak: 0.0 };
        let gap = |sum: &Sum<T, W>, time: T| {
            let found = ring.deepest(sum.wears.depths(), &path.at(time));
            (found.penetration, found.rate)
        };
        follow_stretches(point, step, seen, &mut sum, gap, |sum, point, stretch| {
            sum.add(point, stretch, path);
        });
        passed.peak = sum.peak;
        let mean = PairLoad::zero().plus(T::from(1.0 / step.size), &sum.impulse);
        passed.load = at_start.unwrap_or(mean);
        passed
    }

    /// The load at the step's start; bristles settle faster than any step.
    fn at_start(
        &mut self,
        point: &mut ContactPoint<T>,
        depths: &Depths,
        journal: &Motion<T>,
        step: Step,
    ) -> PairLoad<T> {
        let Some(onset) = &mut point.contact else { return PairLoad::zero() };
        let pressed = self.contact.press(depths, journal, onset.impact_speed, self.window);
        let Some(pressed) = pressed else { return PairLoad::zero() };
        onset.impact_speed = pressed.fastest;
        let (mut bristle, mut slip) = (point.bristle, point.micro_slip.clone());
        let (speed, size) = (pressed.sliding_speed, T::from(step.size));
        let drag =
            self.laws.friction.slide(&mut bristle, &mut slip, speed, size, pressed.swept_force);
        pressed.loads(journal.position, drag, self.contact.ring.journal_radius())
    }
}
