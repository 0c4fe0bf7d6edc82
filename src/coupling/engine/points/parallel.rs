//! A spring and a drag that act on a joint beside its contacts, in contact or not.

use super::Points;
use crate::coupling::engine::contacts::{Balancing, JointAt, JointErrors, PieceErrors, StageSides};
use crate::coupling::engine::norm::{ELASTIC, FREQUENCY, MEAN, SLOWEST, larger, sliding_scale};
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::engine::{rosenbrock, tableau};
use crate::coupling::predicted::{JointLoad, Parallel, PointContacts, Slot};
use num_dual::Dual64;
use tableau::{A, STAGES};

/// A spring and a drag inside a step.
#[derive(Debug, Clone)]
pub struct ParallelMotion {
    pub joint: usize,
    /// The joint's first slot, whose losses include those of the drag, and whose part holds the bristles.
    pub slot: usize,
    /// Place at the start of the piece, and at the stage last evaluated.
    places: [f64; 2],
    /// Drag, speed and the bristles' rate at the stages.
    drags: [f64; STAGES],
    speeds: [f64; STAGES],
    rates: [f64; STAGES],
    /// Bristles at the stage last evaluated, at the end of the piece, at an instant of an implicit piece, and their error.
    staged: f64,
    bristle: f64,
    deflection: f64,
    error: f64,
    /// Growth of drag with the speed and with the bristles, and of the bristles' rate with both, in an implicit piece.
    slopes: [f64; 4],
    stiffness: f64,
    along: JointLoad,
    settled: f64,
    side: f64,
    changes: [f64; rosenbrock::STAGES],
    /// Place and speed at the end of a piece of the fallback without loads, and the load found.
    free: [f64; 2],
    load: f64,
}

/// Returns the springs and drags of a mechanism, in the order of their joints.
pub fn parallels_of<M: PointContacts>(mechanism: &M) -> Box<[ParallelMotion]> {
    let of = |joint: usize| ParallelMotion {
        joint,
        slot: (0..mechanism.slots())
            .find(|slot| mechanism.joint(*slot) == joint)
            .unwrap_or_default(),
        places: [0.0; 2],
        drags: [0.0; STAGES],
        speeds: [0.0; STAGES],
        rates: [0.0; STAGES],
        staged: 0.0,
        bristle: 0.0,
        deflection: 0.0,
        error: 0.0,
        slopes: [0.0; 4],
        stiffness: 0.0,
        along: JointLoad::zeros(),
        settled: 0.0,
        side: 0.0,
        changes: [0.0; rosenbrock::STAGES],
        free: [0.0; 2],
        load: 0.0,
    };
    (0..mechanism.joints()).filter(|joint| mechanism.parallel(*joint).is_some()).map(of).collect()
}

impl Points {
    /// Returns the index of the spring and drag of a joint, if it has them.
    #[inline]
    pub(super) fn parallel_of(&self, joint: usize) -> Option<usize> {
        if self.parallels.is_empty() {
            return None;
        }
        self.parallels.binary_search_by_key(&joint, |parallel| parallel.joint).ok()
    }

    /// Returns the spring and drag of a joint, if it has them, as they are inside the step and where the mechanism is placed.
    fn beside<'a, M: PointContacts>(
        &mut self,
        mechanism: &'a M,
        joint: usize,
    ) -> Option<(&mut ParallelMotion, Parallel<'a>)> {
        let index = self.parallel_of(joint)?;
        Some((&mut self.parallels[index], mechanism.parallel(joint)?))
    }

    /// Adds the load of spring and drag at a stage, see [`press`](crate::coupling::engine::contacts::Evaluate::press).
    pub(super) fn drag<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        (stage, elapsed): (usize, Option<f64>),
        sum: &mut JointLoad,
    ) {
        let Some((own, beside)) = self.beside(mechanism, joint.number) else { return };
        let Parallel { spring, drag, place, speed, along } = beside;
        let begun = bristle_of(joint.states, own.slot);
        own.staged = match elapsed {
            Some(elapsed) if stage > 0 => {
                let mut bristle = begun;
                drag.slide(&mut bristle, 0.5 * (own.speeds[0] + speed), elapsed);
                bristle
            }
            Some(_) => begun,
            None => own.deflection,
        };
        let (held, rate) = drag.at(own.staged, speed);
        (own.drags[stage], own.speeds[stage], own.rates[stage]) = (held, speed, rate);
        if stage == 0 {
            own.places[0] = place;
        }
        own.places[1] = place;
        *sum -= along * (spring.load(place) + held);
    }

    /// Adds the errors of spring and drag in a piece, and finds the bristles at its end.
    pub(super) fn drag_errors<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        piece: &PieceErrors<4>,
        found: &mut JointErrors,
    ) {
        let Some((own, beside)) = self.beside(mechanism, joint.number) else { return };
        let Parallel { spring, drag, place, speed, along } = beside;
        let begun = bristle_of(joint.states, own.slot);
        let slipped = if piece.implicit {
            own.error
        } else {
            let speeds = A[STAGES - 1].iter().zip(&own.speeds);
            let mean: f64 = speeds.map(|(weight, speed)| weight * speed).sum();
            own.bristle = begun;
            drag.slide(&mut own.bristle, mean, piece.size);
            own.bristle - own.staged
        };
        let mobility = joint.mobility_along(&along);
        if mobility <= 0.0 {
            return;
        }
        let frequency = (spring.stiffness * mobility).sqrt();
        // The preload alone moves the gap, too.
        let pushed = spring.preload.abs() * mobility * piece.step;
        let scale = speed.abs().max(frequency * place.abs()).max(pushed).max(SLOWEST);
        let [places, rates] = piece.wrong.each_ref().map(|wrong| along.dot(wrong));
        let error = larger((frequency * places).abs(), rates.abs());
        found.largest = larger(found.largest, ELASTIC / scale * error);
        found.at_stake = found.at_stake.max(0.5 * scale * scale / mobility);
        let [from, _] = own.places;
        found.grown += spring.stored(place) - spring.stored(from);
        found.grown += drag.stored(own.bristle) - drag.stored(begun);
        if drag.has_law() {
            let sliding = sliding_scale(drag.creep_speed(), speed, scale);
            found.largest = larger(found.largest, rates.abs() / sliding);
            let impulse = MEAN * piece.size * drag.stiffness() * slipped.abs();
            found.largest = larger(found.largest, impulse * mobility / scale);
        }
    }

    /// Returns the largest rate of spring and drag that limits explicit pieces \[1/s\].
    pub(super) fn fastest_drag<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
    ) -> f64 {
        let Some((own, beside)) = self.beside(mechanism, joint.number) else { return 0.0 };
        let Parallel { spring, drag, speed, along, .. } = beside;
        let mobility = joint.mobility_along(&along);
        let by_speed = drag.at(Dual64::from(own.bristle), lifted(speed)).0.eps;
        let stiffness = spring.stiffness + drag.stiffness();
        (by_speed * mobility).max(FREQUENCY * (stiffness * mobility).sqrt())
    }

    /// Takes the end of a piece, see [`finish`](crate::coupling::engine::contacts::Finish::finish); returns the growth of
    /// the energy in spring and bristles \[J\].
    pub(super) fn finish_drag<M: PointContacts>(
        &mut self,
        mechanism: &M,
        (joint, states): (usize, &mut [Slot]),
        motions: &mut [SlotMotion],
        (size, weights): (f64, &[f64]),
    ) -> f64 {
        let Some((own, beside)) = self.beside(mechanism, joint) else { return 0.0 };
        let Parallel { spring, drag, .. } = beside;
        let dragged = weights.iter().zip(own.drags.iter().zip(&own.speeds));
        let work: f64 = size * dragged.map(|(w, (drag, speed))| w * drag * speed).sum::<f64>();
        let begun = bristle_of(states, own.slot);
        let bent = drag.stored(own.bristle) - drag.stored(begun);
        motions[own.slot].oiled = work - bent;
        let [from, to] = own.places;
        own.places[0] = to;
        states[own.slot].parts[0].bristle[0] = own.bristle;
        let last = STAGES - 1;
        (own.drags[0], own.speeds[0], own.rates[0]) =
            (own.drags[last], own.speeds[last], own.rates[last]);
        bent + spring.stored(to) - spring.stored(from)
    }

    /// Finds the slopes at the start of an implicit piece, where the mechanism is placed.
    pub(super) fn linearise_drag<M: PointContacts>(&mut self, mechanism: &M, joint: JointAt<4>) {
        let Some((own, beside)) = self.beside(mechanism, joint.number) else { return };
        let Parallel { spring, drag, speed, along, .. } = beside;
        let begun = bristle_of(joint.states, own.slot);
        let by_speed = drag.at(Dual64::from(begun), lifted(speed));
        let by_bristle = drag.at(lifted(begun), Dual64::from(speed));
        own.slopes = [by_speed.0.eps, by_bristle.0.eps, by_speed.1.eps, by_bristle.1.eps];
        (own.stiffness, own.along) = (spring.stiffness, along);
    }

    /// Returns the falling of the load with the rate along the gap, bristles eliminated.
    pub(super) fn drag_slope(&mut self, index: usize, factor: f64) -> (f64, JointLoad) {
        let own = &mut self.parallels[index];
        let [by_speed, by_bristle, bending, yielding] = own.slopes;
        own.settled = 1.0 / (1.0 / factor - yielding);
        (factor * own.stiffness + by_speed + by_bristle * own.settled * bending, own.along)
    }

    /// Returns the change of the load in a stage without a change of the rates.
    pub(super) fn drag_held(&mut self, index: usize, sides: &StageSides<4>) -> JointLoad {
        let own = &mut self.parallels[index];
        let known = sides.before.iter().zip(&own.changes);
        own.side = known.fold(own.rates[sides.at], |side, (c, change)| side + c * change);
        let elastic = sides.factor * own.stiffness * own.along.dot(&sides.moved);
        -own.along * (elastic + own.slopes[1] * own.settled * own.side)
    }

    /// Takes the change of the rates in the stage that follows `stages` others.
    pub(super) fn take_drag_rates(&mut self, index: usize, rates: &JointLoad, stages: usize) {
        let own = &mut self.parallels[index];
        let bent = own.side + own.slopes[2] * own.along.dot(rates);
        own.changes[stages] = own.settled * bent;
    }

    /// Sets the bristles to those with these weights of the stages.
    pub(super) fn set_drag(&mut self, index: usize, states: &[Slot], weights: &[f64]) {
        let own = &mut self.parallels[index];
        let change: f64 = weights.iter().zip(&own.changes).map(|(a, change)| a * change).sum();
        own.deflection = bristle_of(states, own.slot) + change;
    }

    /// Takes the bristles and their error at the end of an implicit piece.
    pub(super) fn end_drag(&mut self, index: usize, weights: &[f64]) {
        let own = &mut self.parallels[index];
        own.error = weights.iter().zip(&own.changes).map(|(e, change)| e * change).sum();
        own.bristle = own.deflection;
    }

    /// Begins a piece of the fallback.
    pub(super) fn begin_drag<M: PointContacts>(&mut self, mechanism: &M, joint: usize) {
        let Some((own, beside)) = self.beside(mechanism, joint) else { return };
        let Parallel { place, speed, .. } = beside;
        (own.free, own.load) = ([place, speed], 0.0);
    }

    /// Finds the load of spring and drag in a piece of the fallback with those of all others fixed; returns its change.
    pub(super) fn balance_drag<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        piece: &Balancing<4>,
        load: &mut JointLoad,
    ) -> [f64; 2] {
        let Some((own, beside)) = self.beside(mechanism, joint.number) else { return [0.0; 2] };
        let Parallel { spring, drag, along, .. } = beside;
        let size = piece.size;
        let begun = bristle_of(joint.states, own.slot);
        let [place, speed] = own.free;
        let mobility = joint.mobility_along(&along);
        let rates = piece.others + joint.mobility * *load * size;
        let now = speed + along.dot(&rates);
        let free = now + size * mobility * own.load;
        let force = |at: Dual64| {
            let there = (at - speed) * size + place;
            let mut bristle = Dual64::from(begun);
            let held = drag.slide(&mut bristle, at, Dual64::from(size));
            held + at * drag.viscous + spring.load(there)
        };
        let found = super::settle::settle(force, free, size * mobility, now);
        let change = found - own.load;
        *load -= along * change;
        own.load = found;
        [change.abs(), found.abs()]
    }

    /// Returns the energy that spring and bristles gain in a piece of the fallback, and what is turned over.
    pub(super) fn drag_energy<M: PointContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<4>,
        size: f64,
    ) -> [f64; 2] {
        let Some((own, beside)) = self.beside(mechanism, joint.number) else { return [0.0; 2] };
        let Parallel { spring, drag, place, speed, .. } = beside;
        let begun = bristle_of(joint.states, own.slot);
        own.bristle = begun;
        drag.slide(&mut own.bristle, speed, size);
        let bent = drag.stored(own.bristle) - drag.stored(begun);
        own.places[1] = place;
        let elastic = spring.stored(place) - spring.stored(own.places[0]);
        [elastic + bent.min(0.0), (size * own.load * speed).abs() + elastic.abs()]
    }

    /// Takes a piece of the fallback; returns the growth of the energy in spring and bristles \[J\].
    pub(super) fn take_drag<M: PointContacts>(
        &mut self,
        mechanism: &M,
        (joint, states): (usize, &mut [Slot]),
        motions: &mut [SlotMotion],
        size: f64,
    ) -> f64 {
        let Some((own, beside)) = self.beside(mechanism, joint) else { return 0.0 };
        let Parallel { spring, drag, speed, .. } = beside;
        let begun = bristle_of(states, own.slot);
        let bent = drag.stored(own.bristle) - drag.stored(begun);
        let [from, to] = own.places;
        let elastic = spring.stored(to) - spring.stored(from);
        let held = own.load - spring.load(to);
        motions[own.slot].oiled = (size * held * speed - bent).max(0.0);
        own.places[0] = to;
        states[own.slot].parts[0].bristle[0] = own.bristle;
        bent + elastic
    }
}

/// Returns the bristles of the drag whose joint has this first slot.
fn bristle_of(states: &[Slot], slot: usize) -> f64 {
    states[slot].parts.first().map_or(0.0, |part| part.bristle[0])
}

/// Returns a number with the derivative 1.
fn lifted(value: f64) -> Dual64 {
    Dual64::from(value).derivative()
}
