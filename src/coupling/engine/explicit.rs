//! A piece of contact by the explicit pair of Dormand and Prince, with bristles integrated exactly.

use super::flight::Course;
use super::motion::{Control, Engine, PIECES};
use super::slopes::SlotSlopes;
use super::slot::Stage;
use super::tableau::{A, C, ERROR, PLACE_ERROR, PLACES, STAGES};
use crate::coupling::predicted::{JointLoad, Mechanism, Slot};
use std::array::from_fn;

/// Exponents of the error in the next length, of this piece's and of the last one's.
const PRESENT: f64 = 0.14;
const LAST: f64 = 0.08;
/// Exponent of the error in the next length of an implicit piece.
const IMPLICIT: f64 = 1.0 / 3.0;
/// Rate of the contacts times the length of a piece above which this number of explicit pieces in a row calls for
/// implicit ones, and below which this number of implicit ones calls for explicit ones \[1\].
const STIFF_RATE: f64 = 2.2;
const STIFF_PIECES: i32 = 3;
const SOFT_RATE: f64 = 8.0;
const SOFT_PIECES: i32 = 3;
/// Number of explicit pieces more that call for implicit ones once these have turned out to be no longer.
const PATIENCE: i32 = 20;
/// Limits of the ratio of a piece to the last one.
const LONGER: f64 = 3.0;
const SHORTER: f64 = 0.2;
/// Shortest piece, as a part of the rest of the step.
const SHORTEST: f64 = 1e-9;
/// Most attempts at the place of an event.
const ATTEMPTS: u32 = 8;
/// Distance from a surface within which a touch is placed, as a part of the error allowed.
const PLACED: f64 = 1e-2;
/// Sliding speeds over the creep speed at which pieces end on the way to rest.
const SLOWING: [f64; 2] = [1.5, 0.7];

/// An event inside a piece: its share of the piece and the slot.
#[derive(Debug, Clone, Copy)]
struct Event {
    share: f64,
    slot: usize,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Touch,
    Parting,
    Rest,
}

impl Engine {
    /// Integrates a piece of contact of at most `rest` \[s\], `time` \[s\] after the step's start; returns its length.
    pub(super) fn press<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        rest: f64,
        control: &mut Control,
    ) -> f64 {
        let rest = rest.min(self.idle_until - time);
        let mut size = control.size.min(rest);
        if size < rest && 2.0 * size > rest {
            size = 0.5 * rest;
        }
        self.is_implicit = control.implicit;
        self.implicit.linearised = false;
        loop {
            let error = self.attempt(mechanism, slots, time, size);
            if !(error <= 1.0) {
                self.counts.rejected += 1;
                let power = if control.implicit { IMPLICIT } else { 0.2 };
                let shorter = (0.9 * error.powf(-power)).clamp(0.1, 0.9);
                size *= if error.is_finite() { shorter } else { 0.1 };
                (control.size, control.error) = (size, 1.0);
                if size < SHORTEST * rest {
                    return self.give_up();
                }
                continue;
            }
            let factor = if control.implicit {
                0.9 * error.max(1e-6).powf(-IMPLICIT)
            } else {
                0.9 * error.max(1e-6).powf(-PRESENT) * control.error.powf(LAST)
            };
            let next = size * factor.clamp(SHORTER, LONGER);
            // A piece that the step's end or an event has cut says nothing about a longer one.
            let cut = size < 0.999 * control.size;
            if let Some(event) = self.first_event(mechanism, slots, size) {
                let placed = self.place_event(mechanism, slots, (time, size), event);
                if let Some(placed) = placed {
                    self.counts.cut += 1;
                    self.touch_open(mechanism, slots);
                    self.finish(mechanism, slots, (time, placed));
                    self.begun = false;
                    self.met = Some(event.slot).filter(|_| event.kind == Kind::Touch);
                    if event.kind == Kind::Rest {
                        control.size = control.size.min(size);
                    }
                    return placed;
                }
                size *= 0.5;
                if size < SHORTEST * rest {
                    return self.give_up();
                }
                continue;
            }
            control.size = if cut { control.size.max(next) } else { next };
            control.error = error.max(1e-4);
            self.choose_method(mechanism, slots, size, control);
            self.finish(mechanism, slots, (time, size));
            return size;
        }
    }

    /// Integrates a piece of `size` \[s\] from `time` \[s\] on into `trial`; returns its error over the tolerance.
    fn attempt<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) -> f64 {
        if self.is_implicit {
            self.attempt_implicitly(mechanism, slots, time, size)
        } else {
            self.attempt_explicitly(mechanism, slots, time, size)
        }
    }

    /// Does the work of [`attempt`](Self::attempt) by the explicit pair.
    fn attempt_explicitly<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) -> f64 {
        self.begin_piece(mechanism, slots, time);
        for stage in 1..STAGES {
            self.move_to_stage(stage, size);
            let elapsed = C[stage] * size;
            self.evaluate(mechanism, slots, stage, time + elapsed, Some(elapsed));
        }
        self.find_errors(size);
        self.norm(mechanism, slots, size) / self.tolerance
    }

    /// Evaluates the first stage of a piece that begins `time` \[s\] after the step's start, unless it is known.
    pub(super) fn begin_piece<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
    ) {
        if !self.begun {
            let ([coordinates, velocities], [q, v]) = (&mut self.trial, &mut self.start);
            for (at, &index) in self.moving.list().iter().enumerate() {
                (q[at], v[at]) = (self.coordinates[index], self.velocities[index]);
                (coordinates[index], velocities[index]) = (q[at], v[at]);
            }
            self.evaluate(mechanism, slots, 0, time, Some(0.0));
            self.begun = true;
        }
    }

    /// Writes the state of a stage of a piece of `size` \[s\] into `trial`.
    fn move_to_stage(&mut self, stage: usize, size: f64) {
        match stage {
            1 => self.move_by::<1>(size),
            2 => self.move_by::<2>(size),
            3 => self.move_by::<3>(size),
            4 => self.move_by::<4>(size),
            5 => self.move_by::<5>(size),
            _ => self.move_by::<6>(size),
        }
    }

    /// Writes the state of stage `N`, which depends on as many stages, into `trial`.
    #[inline]
    fn move_by<const N: usize>(&mut self, size: f64) {
        let moving = self.moving.list();
        let count = moving.len();
        let (along, square) = (C[N] * size, size * size);
        let [rates, places]: [[f64; N]; 2] =
            [(&A[N], size), (&PLACES[N], square)].map(|(row, by)| from_fn(|of| row[of] * by));
        let known: [&[f64]; N] = from_fn(|of| &self.accelerations[of][..count]);
        let [q, v] = &self.start;
        let (q, v) = (&q[..count], &v[..count]);
        let [coordinates, velocities] = &mut self.trial;
        for at in 0..count {
            let (mut rate, mut place) = (v[at], q[at] + along * v[at]);
            for of in 0..N {
                rate += rates[of] * known[of][at];
                place += places[of] * known[of][at];
            }
            (coordinates[moving[at]], velocities[moving[at]]) = (place, rate);
        }
    }

    /// Evaluates forces and accelerations in `trial`, `time` \[s\] after the step's start. Bristles have slid for `elapsed`
    /// \[s\] since the piece's start, or their deflections are given.
    pub(super) fn evaluate<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        stage: usize,
        time: f64,
        elapsed: Option<f64>,
    ) {
        self.counts.evaluations += 1;
        let [start, growth] = &self.external;
        let accelerations = &mut self.accelerations[stage];
        for (acceleration, &index) in accelerations.iter_mut().zip(self.moving.list()) {
            *acceleration = start[index] + time * growth[index];
        }
        mechanism.place_joints(self.busy.list(), &self.trial[0], &self.trial[1]);
        for &joint in self.busy.list() {
            let mut sum = JointLoad::zeros();
            for &index in self.graph.slots.of(joint) {
                if !self.closed.contains(index) {
                    continue;
                }
                let (slot, motion) = (&slots[index], &mut self.slots[index]);
                let touch = slot.at_surface(mechanism.touch(index));
                let speed = slot.impact_speed(&touch, mechanism);
                let laws = mechanism.contact(index);
                let (point, sliding) = (&slot.point, touch.sliding_speed);
                let forces = Stage::of(laws, &touch, speed, |pressed| match elapsed {
                    Some(elapsed) => {
                        let mean = 0.5 * (motion.touch.sliding_speed + sliding);
                        let begin = (point.bristle, &point.micro_slip);
                        laws.friction.after_sliding(begin, (mean, elapsed), sliding, pressed)
                    }
                    None => {
                        let deflections = [point.bristle, motion.deflection];
                        laws.friction.deflected(deflections, &point.micro_slip, sliding, pressed)
                    }
                });
                motion.stages[stage] = forces;
                motion.end = touch;
                sum += mechanism.load(index, &touch, forces.normal, forces.friction);
            }
            self.stage_loads[joint][stage] = sum;
            for (index, response) in self.graph.responses(joint) {
                accelerations[self.moving.position(index)] += response.dot(&sum);
            }
        }
    }

    /// Writes the errors of the moving coordinates and velocities of a piece of `size` \[s\].
    fn find_errors(&mut self, size: f64) {
        let moving = self.moving.list();
        let count = moving.len();
        let known: [&[f64]; STAGES] = from_fn(|of| &self.accelerations[of][..count]);
        let [wrong_places, wrong_rates] = &mut self.wrong;
        for at in 0..count {
            let (mut rate, mut place) = (0.0, 0.0);
            for of in 0..STAGES {
                rate += ERROR[of] * known[of][at];
                place += PLACE_ERROR[of] * known[of][at];
            }
            wrong_places[moving[at]] = size * size * place;
            wrong_rates[moving[at]] = size * rate;
        }
    }

    /// Finds the touches of the open slots near the contacts at the end of the piece.
    fn touch_open<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot]) {
        if self.near.list().len() > self.busy.list().len() {
            mechanism.place_joints(self.near.list(), &self.trial[0], &self.trial[1]);
        }
        for &index in self.near.list().iter().flat_map(|joint| self.graph.slots.of(*joint)) {
            if !self.closed.contains(index) {
                self.slots[index].end = slots[index].at_surface(mechanism.touch(index));
            }
        }
    }

    /// Returns the first event inside the piece of `size` \[s\] that ends in `trial`.
    fn first_event<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        size: f64,
    ) -> Option<Event> {
        self.touch_open(mechanism, slots);
        let mut first: Option<Event> = None;
        let mut note = |event: Event| {
            if first.is_none_or(|first| event.share < first.share) {
                first = Some(event);
            }
        };
        let joints = self.near.list().iter();
        for &index in joints.flat_map(|joint| self.graph.slots.of(*joint)) {
            let (slot, motion) = (&slots[index], &mut self.slots[index]);
            if slot.point.contact.is_none() {
                let course = Course::between(&motion.touch, &motion.end, size);
                if let Some(inside) = course.inside() {
                    let share =
                        if motion.touch.penetration >= 0.0 { 0.0 } else { course.crossing(inside) };
                    note(Event { share, slot: index, kind: Kind::Touch });
                }
                continue;
            }
            let law = &mechanism.contact(index).normal;
            let end = motion.end.penetration - law.parting(motion.end.rate.min(0.0));
            let start = motion.touch.penetration - law.parting(motion.touch.rate.min(0.0));
            if end < 0.0 && motion.end.rate < 0.0 && start > 0.0 {
                let mut course = Course::between(&motion.touch, &motion.end, size);
                course.depths = [start, end];
                let share = course.crossing(1.0);
                note(Event { share, slot: index, kind: Kind::Parting });
            }
            let [from, to] = [motion.touch.sliding_speed, motion.end.sliding_speed];
            if let Some(share) =
                passes_rest(mechanism.contact(index).friction.sticking_speed(), from, to)
            {
                note(Event { share, slot: index, kind: Kind::Rest });
            }
        }
        first
    }

    /// Integrates the piece anew up to an event; returns its length, or `None` if its error is too large or the event
    /// is not found.
    fn place_event<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        (time, size): (f64, f64),
        Event { share, slot, kind }: Event,
    ) -> Option<f64> {
        let (mut low, mut high) = (0.0, size);
        let mut length = share * size;
        for _ in 0..ATTEMPTS {
            if self.attempt(mechanism, slots, time, length) > 1.0 {
                return None;
            }
            if kind == Kind::Rest {
                return Some(length);
            }
            let (gap, rate) = self.gap_at_end(mechanism, slots, slot, kind);
            let near = PLACED * self.allowed(mechanism, slots, slot);
            if gap <= 0.0 && gap >= -near {
                return Some(length);
            }
            // Both searches end just outside of the wall.
            let outside = gap <= 0.0;
            if outside == (kind == Kind::Touch) {
                low = length
            } else {
                high = length
            }
            let next = length - (gap + 0.5 * near) / rate;
            length = if next > low && next < high { next } else { 0.5 * (low + high) };
            if high - low <= 1e-15 * size {
                break;
            }
        }
        if kind == Kind::Parting {
            Some(length).filter(|_| self.attempt(mechanism, slots, time, length) <= 1.0)
        } else {
            None
        }
    }

    /// Changes the method if pieces of `size` \[s\] are much longer, or shorter, than the rates of the contacts at the end
    /// of this one allow explicit ones to be.
    fn choose_method<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        size: f64,
        control: &mut Control,
    ) {
        let mut fastest: f64 = 0.0;
        for &index in self.closed.list() {
            let (slot, motion) = (&slots[index], &self.slots[index]);
            let own = self.couplings.own(index);
            let last = &motion.stages[STAGES - 1];
            let speed = slot.impact_speed(&motion.end, mechanism);
            let forces = (last.normal, last.bristle);
            let slopes = SlotSlopes::of(
                mechanism.contact(index),
                slot,
                &motion.end,
                speed,
                forces,
                (0.0, true),
            );
            fastest = fastest.max(slopes.stiffest([own.m11, own.m22]));
        }
        let rate = size * fastest;
        let calls = if control.implicit { rate < SOFT_RATE } else { rate > STIFF_RATE };
        control.other = if calls { control.other + 1 } else { control.other.min(0) };
        let enough = if control.implicit { SOFT_PIECES } else { STIFF_PIECES };
        if control.other >= enough || (!control.implicit && rate > 9.0 * STIFF_RATE) {
            control.other = if control.implicit { -PATIENCE } else { 0 };
            control.implicit = !control.implicit;
        }
    }

    /// Leaves the rest of the step to the fallback; returns the length of the piece, 0.
    fn give_up(&mut self) -> f64 {
        self.pieces = PIECES;
        0.0
    }

    /// Returns the distance from its event of a slot at the end of the piece \[m\], and its rate \[m/s\].
    fn gap_at_end<M: Mechanism>(
        &self,
        mechanism: &mut M,
        slots: &[Slot],
        slot: usize,
        kind: Kind,
    ) -> (f64, f64) {
        if kind == Kind::Parting {
            let end = &self.slots[slot].end;
            let law = &mechanism.contact(slot).normal;
            return (end.penetration - law.parting(end.rate.min(0.0)), end.rate);
        }
        let joint = [mechanism.joint(slot)];
        mechanism.place_joints(&joint, &self.trial[0], &self.trial[1]);
        let touch = slots[slot].at_surface(mechanism.touch(slot));
        (touch.penetration, touch.rate)
    }
}

/// Returns the share of a piece at which sliding from one speed to another is to stop on its way through rest, given
/// the speed below which friction holds more.
fn passes_rest(creep: f64, from: f64, to: f64) -> Option<f64> {
    if from * to >= 0.0 || !((to - from).abs() > creep) {
        return None;
    }
    let stop =
        SLOWING.into_iter().map(|part| part * creep).find(|stop| from.abs() > 1.02 * stop)?;
    Some((from.abs() - stop) / (from.abs() + to.abs()))
}
