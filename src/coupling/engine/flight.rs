//! Free flight in closed form, to the next touch.

use super::contacts::{Contacts, Laws};
use super::motion::Engine;
use super::slot::SlotMotion;
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::predicted::{LANDING, Slot};
use crate::laws::contact::Approach;

/// A slot is near its wall if it may go this part of its gap in the flight \[1\].
const CLOSE: f64 = 1.2;
/// Largest difference between a gap and its cubic in the middle of a flight, as a part of the gap \[1\].
const CUBIC: f64 = 0.05;
/// Most halvings of a flight.
pub(super) const HALVINGS: u32 = 5;

/// A gap between two instants: the cubic with these penetrations and rates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    /// Penetrations at both ends \[m\].
    pub depths: [f64; 2],
    /// Rates there, times the time between them \[m\].
    pub slopes: [f64; 2],
}

impl Course {
    /// The course between two approaches `size` \[s\] apart.
    pub fn between(start: &Approach, end: &Approach, size: f64) -> Self {
        Self {
            depths: [start.penetration, end.penetration],
            slopes: [size * start.rate, size * end.rate],
        }
    }

    /// Returns the penetration at `share` of the time.
    pub fn at(&self, share: f64) -> f64 {
        let ([d0, d1], [s0, s1], rest) = (self.depths, self.slopes, 1.0 - share);
        (1.0 + 2.0 * share) * rest * rest * d0
            + share * rest * rest * s0
            + share * share * (3.0 - 2.0 * share) * d1
            - share * share * rest * s1
    }

    /// Returns true if it describes a gap that has this penetration \[m\] in the middle of the time.
    pub fn passes_middle(&self, penetration: f64) -> bool {
        let least = penetration.abs().max(self.depths[1].abs());
        (penetration - self.at(0.5)).abs() <= CUBIC * least
    }

    /// Returns a share of the time at which the penetration is above 0, if there is one.
    pub fn inside(&self) -> Option<f64> {
        if self.depths[1] > 0.0 {
            return Some(1.0);
        }
        let [s0, s1] = self.slopes;
        if !(s0 > 0.0 && s1 < 0.0) {
            return None;
        }
        // The top of the cubic lies between a rise and a fall.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..30 {
            let (left, right) = (low + 0.4 * (high - low), low + 0.6 * (high - low));
            if self.at(left) < self.at(right) { low = left } else { high = right }
        }
        Some(low).filter(|share| self.at(*share) > 0.0)
    }

    /// Returns the share of the time at which an open slot touches; `None` if it does not. One that leaves its surface touches
    /// when it comes back.
    pub fn touch(&self) -> Option<f64> {
        let inside = self.inside()?;
        let enters = self.depths[0] >= 0.0 && self.slopes[0] >= 0.0;
        Some(if enters { 0.0 } else { self.crossing(inside) })
    }

    /// Returns the share of the time at which a course that is on one side at 0 and on the other at `end` passes 0.
    pub fn crossing(&self, end: f64) -> f64 {
        let rises = self.at(end) > 0.0;
        Bracket::between(0.0, end).threshold(1e-12, |share| (self.at(share) > 0.0) == rises)
    }
}

impl<const L: usize, P> Engine<L, P> {
    /// Integrates a piece of free flight from `time` \[s\] after the step's start, to the next touch or over at most `rest`
    /// \[s\]; returns its length.
    pub(super) fn fly<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        rest: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        let far = self.known_course(mechanism, slots, time, rest, false);
        let mut piece = far;
        for (index, slot) in slots.iter().enumerate() {
            let motion = &self.slots[index];
            let course = Course::between(&motion.here, &motion.end, far);
            if let Some(inside) = course.inside() {
                let latest = (inside * far).min(piece);
                if let Some(landed) = self.landing(mechanism, (index, slot), time, latest) {
                    (piece, self.met) = (landed, Some(index));
                }
            }
        }
        self.coast(mechanism, time, piece);
        self.take_trial();
        self.carry_travel(piece);
        if piece < far {
            self.refresh(mechanism, slots);
        } else {
            self.slots.iter_mut().for_each(|motion| motion.here = motion.end);
        }
        piece
    }

    /// Finds the ends of a flight from `time` \[s\] after the step's start over at most `rest` \[s\], within which cubics
    /// describe the gaps, of slots that are not near only if `idle`; returns its length.
    fn known_course<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        rest: f64,
        idle: bool,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        let mut size = rest;
        self.touch_after(mechanism, slots, time, size);
        for _ in 0..HALVINGS {
            let mut any = false;
            for (index, motion) in self.slots.iter_mut().enumerate() {
                let counts = !idle || !self.near.contains(mechanism.joint(index));
                motion.close = counts && may_reach(&motion.here, size);
                any |= motion.close;
            }
            if !any {
                break;
            }
            self.coast(mechanism, time, 0.5 * size);
            mechanism.place(&self.trial[0], &self.trial[1]);
            let is_cubic = |(index, motion): (usize, &SlotMotion)| {
                let there = slots[index].at_surface(mechanism.approach(index)).penetration;
                Course::between(&motion.here, &motion.end, size).passes_middle(there)
            };
            if self.slots.iter().enumerate().filter(|(_, motion)| motion.close).all(is_cubic) {
                break;
            }
            size *= 0.5;
            self.touch_after(mechanism, slots, time, size);
        }
        size
    }

    /// Finds the approaches at all slots after a flight of `size` \[s\].
    fn touch_after<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) where
        P: Laws<M, L>,
    {
        self.coast(mechanism, time, size);
        mechanism.place(&self.trial[0], &self.trial[1]);
        for (index, slot) in slots.iter().enumerate() {
            self.slots[index].end = slot.at_surface(mechanism.approach(index));
        }
    }

    /// Returns the time after the step's start \[s\] at which a joint that is not near touches first, `time` \[s\] after
    /// it; infinite if none does in the `rest` \[s\] of the step.
    pub(super) fn idle_until<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        rest: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        if self.near.list().len() == mechanism.joints() {
            return f64::INFINITY;
        }
        let far = self.known_course(mechanism, slots, time, rest, true);
        let mut first = if far < rest { far } else { f64::INFINITY };
        for (index, slot) in slots.iter().enumerate() {
            if self.near.contains(mechanism.joint(index)) {
                continue;
            }
            let motion = &self.slots[index];
            let course = Course::between(&motion.here, &motion.end, far);
            if let Some(inside) = course.inside() {
                let latest = (inside * far).min(first);
                let landed = self.landing(mechanism, (index, slot), time, latest);
                first = landed.unwrap_or(first);
            }
        }
        mechanism.place(&self.coordinates, &self.velocities);
        time + first
    }

    /// Returns the time \[s\] at which a slot touches that is inside its wall after `high` \[s\] of flight; `None` if it
    /// is not.
    fn landing<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        (index, slot): (usize, &Slot),
        time: f64,
        high: f64,
    ) -> Option<f64>
    where
        P: Laws<M, L>,
    {
        let joint = [mechanism.joint(index)];
        let first = self.slots[index].here;
        landed(&first, high, |at| {
            self.coast(mechanism, time, at);
            mechanism.place_joints(&joint, &self.trial[0], &self.trial[1]);
            slot.at_surface(mechanism.approach(index))
        })
    }

    /// Moves coordinates and velocities without contact into `trial`, over `size` \[s\] from `time` \[s\] on.
    pub(super) fn coast<M: Contacts<L>>(&mut self, mechanism: &mut M, time: f64, size: f64)
    where
        P: Laws<M, L>,
    {
        self.bend(mechanism, time, size);
        let [start, growth] = &self.external;
        let [coordinates, velocities] = &mut self.trial;
        for (index, velocity) in self.velocities.iter().enumerate() {
            let [gain, way] = coasted([start[index], growth[index]], *velocity, time, size);
            velocities[index] = velocity + gain;
            coordinates[index] = self.coordinates[index] + way;
        }
        if let (true, Some(bending)) = (self.coarse, &self.bending) {
            for index in bending.first_modal..coordinates.len() {
                coordinates[index] = self.coordinates[index] + size * velocities[index];
            }
        }
    }

    /// Takes the state in `trial`.
    pub(super) fn take_trial(&mut self) {
        let [coordinates, velocities] = &self.trial;
        self.coordinates.copy_from_slice(coordinates);
        self.velocities.copy_from_slice(velocities);
    }

    /// Adds to S the displacement by the impulse so far over `time` \[s\].
    pub(super) fn carry_travel(&mut self, time: f64) {
        for (travel, impulse) in self.travel.iter_mut().zip(&self.impulse) {
            *travel += impulse * time;
        }
    }

    /// Adds to S of the listed joints the displacement by their impulses since it was known last.
    pub(super) fn carry_own_travel(&mut self) {
        let now = self.clusters.now;
        for &joint in self.busy.list() {
            let since = std::mem::replace(&mut self.clusters.carried[joint], now);
            self.travel[joint] += self.impulse[joint] * (now - since);
        }
    }
}

/// Returns true if a slot may touch in a flight of `size` \[s\] that begins here.
pub(super) fn may_reach(here: &Approach, size: f64) -> bool {
    CLOSE * size * here.rate.hypot(here.sliding_speed) > -here.penetration
}

/// Returns the time \[s\] at which a flight from `first` touches that is inside its wall after `high` \[s\], given the approach
/// at any time; `None` if it is not.
pub(super) fn landed(
    first: &Approach,
    high: f64,
    mut at: impl FnMut(f64) -> Approach,
) -> Option<f64> {
    let last = at(high);
    if last.penetration <= 0.0 {
        return None;
    }
    let start = Course::between(first, &last, high).crossing(1.0) * high;
    let enough = Enough { value: LANDING, step: 0.0 };
    Some(Bracket { low: 0.0, high, start }.root(enough, |time| {
        let there = at(time);
        (there.penetration, Some(there.rate))
    }))
}

/// Returns the gain of velocity and the way of a coordinate that starts at `velocity`, `time` \[s\] after a step's start, and
/// has the acceleration at that start and its growth per second for `size` \[s\].
#[inline]
pub(super) fn coasted([start, growth]: [f64; 2], velocity: f64, time: f64, size: f64) -> [f64; 2] {
    let gain = size * (start + (time + 0.5 * size) * growth);
    // The mean of both velocities keeps the energy of the stiffest springs.
    [gain, size * (velocity + 0.5 * gain) - size * size * size * growth / 12.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_that_leaves_its_surface_touches_when_it_comes_back() {
        let course = |depths, slopes| Course { depths, slopes };
        assert_eq!(course([0.0, 1.0], [1.0, 1.0]).touch(), Some(0.0));
        assert_eq!(course([0.0, -1.0], [-1.0, -1.0]).touch(), None);
        let back = course([0.0, 1.0], [-4.0, 6.0]);
        let share = back.touch().unwrap();
        assert!(share > 0.1 && back.at(share).abs() < 1e-9, "{share}");
    }
}
