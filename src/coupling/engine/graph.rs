//! Joints and coordinates that act on each other, and the accelerations that loads give.

use super::contacts::{JointAt, JointSlope};
use crate::coupling::predicted::{LoadVector, Mechanism, Slot};
use std::ops::Range;

/// Lists of numbers, one for each joint.
#[derive(Debug, Clone)]
pub(crate) struct Lists {
    /// Start of every list, and the end of the last one.
    first: Box<[usize]>,
    all: Box<[usize]>,
}

impl Lists {
    fn new(lists: impl Iterator<Item = Vec<usize>>) -> Self {
        let (mut first, mut all) = (vec![0], Vec::new());
        for list in lists {
            all.extend(list);
            first.push(all.len());
        }
        Self { first: first.into(), all: all.into() }
    }

    #[inline]
    pub fn of(&self, joint: usize) -> &[usize] {
        &self.all[self.first[joint]..self.first[joint + 1]]
    }
}

/// The joints and coordinates of a mechanism.
#[derive(Debug, Clone)]
pub(crate) struct Graph<const L: usize> {
    /// Slots of every joint.
    pub slots: Lists,
    /// Joints whose bodies a load at a joint moves, itself among them.
    pub neighbours: Lists,
    /// Coordinates that a load at a joint may move; those that it does move stand first.
    pub coupled: Lists,
    /// Number of these, by joint.
    moved: Box<[usize]>,
    /// Coordinates that the place of a joint depends on.
    pub placing: Lists,
    /// Positions of the coupled coordinates among those that move, of busy joints.
    positions: Box<[usize]>,
    /// Accelerations of the coupled coordinates by unit loads of their joint.
    responses: Box<[LoadVector<L>]>,
    /// Rates of every joint by unit impulses there.
    mobilities: Box<[JointSlope<L>]>,
    /// True for joints whose responses are known.
    known: Box<[bool]>,
    /// Buffer for velocities, zero between uses.
    velocities: Box<[f64]>,
}

impl<const L: usize> Graph<L> {
    pub fn new<M: Mechanism<L>>(mechanism: &M) -> Self {
        let joints = 0..mechanism.joints();
        let mut slots = vec![Vec::new(); joints.len()];
        (0..mechanism.slots()).for_each(|slot| slots[mechanism.joint(slot)].push(slot));
        let coupled = Lists::new(joints.clone().map(|joint| mechanism.coupled_coordinates(joint)));
        Self {
            slots: Lists::new(slots.into_iter()),
            neighbours: Lists::new(joints.clone().map(|joint| mechanism.neighbours(joint))),
            placing: Lists::new(joints.clone().map(|joint| mechanism.placing_coordinates(joint))),
            positions: vec![0; coupled.all.len()].into(),
            responses: vec![LoadVector::zeros(); coupled.all.len()].into(),
            mobilities: vec![JointSlope::zeros(); joints.len()].into(),
            moved: vec![0; joints.len()].into(),
            known: vec![false; joints.len()].into(),
            velocities: vec![0.0; mechanism.coordinates()].into(),
            coupled,
        }
    }

    /// Returns true if there are joints that do not act on each other.
    pub fn is_divisible(&self) -> bool {
        let count = self.known.len();
        let is_apart = |joint: usize| self.neighbours.of(joint).len() < count;
        let is_placed_by_own = |joint: usize| {
            let coupled = self.coupled.of(joint);
            self.placing.of(joint).iter().all(|index| coupled.contains(index))
        };
        (0..count).any(is_apart) && (0..count).all(is_placed_by_own)
    }

    /// Returns true if a slot of a joint touches.
    pub fn touches(&self, joint: usize, states: &[Slot]) -> bool {
        self.slots.of(joint).iter().any(|slot| states[*slot].touches())
    }

    /// Finds the joints that are reached from `first` by way of neighbours that belong.
    pub(super) fn spread(&self, found: &mut Set, first: usize, belongs: impl Fn(usize) -> bool) {
        found.clear();
        found.insert(first);
        let mut at = 0;
        while at < found.list().len() {
            for &joint in self.neighbours.of(found.list()[at]) {
                if belongs(joint) {
                    found.insert(joint);
                }
            }
            at += 1;
        }
    }

    /// Forgets the responses: the inverse mass has changed.
    pub fn forget(&mut self) {
        self.known.fill(false);
    }

    /// Forgets the responses before a step, unless they are the same in every place.
    pub fn forget_changed<M: Mechanism<L>>(&mut self, mechanism: &M) {
        if !mechanism.responds_alike() {
            self.forget();
        }
    }

    /// Finds the responses of `joint` where the mechanism is placed, unless they are known.
    pub fn find_responses<M: Mechanism<L>>(&mut self, mechanism: &mut M, joint: usize) {
        if std::mem::replace(&mut self.known[joint], true) {
            return;
        }
        let range = self.coupled.first[joint]..self.coupled.first[joint + 1];
        for part in 0..L {
            let mut unit = LoadVector::<L>::zeros();
            unit[part] = 1.0;
            mechanism.velocity_response(joint, &unit, &mut self.velocities);
            let rates = mechanism.rates(joint, &self.velocities);
            self.mobilities[joint].set_column(part, &rates);
            for at in range.clone() {
                let velocity = &mut self.velocities[self.coupled.all[at]];
                self.responses[at][part] = std::mem::take(velocity);
            }
        }
        if mechanism.is_flexible() {
            // Modes respond differently in every piece.
            self.moved[joint] = range.len();
        } else {
            self.sort_moved(joint, range);
        }
    }

    /// Puts the coordinates of a joint that no load there moves behind the others: a constraint holds them.
    fn sort_moved(&mut self, joint: usize, range: Range<usize>) {
        let mut end = range.start;
        for at in range.clone() {
            if self.responses[at] != LoadVector::<L>::zeros() {
                self.responses.swap(at, end);
                self.coupled.all.swap(at, end);
                end += 1;
            }
        }
        self.moved[joint] = end - range.start;
    }

    /// Returns the range of the coordinates that a load at `joint` moves, whose responses are known.
    #[inline]
    fn range_moved(&self, joint: usize) -> Range<usize> {
        let first = self.coupled.first[joint];
        first..first + self.moved[joint]
    }

    /// Returns the rates of a joint by unit impulses there, whose responses are known.
    pub fn mobility(&self, joint: usize) -> &JointSlope<L> {
        &self.mobilities[joint]
    }

    /// Returns a joint in a step, whose responses are known.
    #[inline]
    pub fn at<'a>(&'a self, number: usize, states: &'a [Slot]) -> JointAt<'a, L> {
        JointAt { number, slots: self.slots.of(number), states, mobility: &self.mobilities[number] }
    }

    /// Writes the velocities that impulses at all joints give together.
    pub fn respond_to_all<M: Mechanism<L>>(
        &mut self,
        mechanism: &mut M,
        impulses: &[LoadVector<L>],
        velocities: &mut [f64],
    ) {
        velocities.fill(0.0);
        for (joint, impulse) in impulses.iter().enumerate() {
            // Most joints of a machine do not touch.
            if *impulse != LoadVector::<L>::zeros() {
                self.find_responses(mechanism, joint);
                for (index, response) in self.responses(joint) {
                    velocities[index] += response.dot(impulse);
                }
            }
        }
    }

    /// Finds the positions of the coordinates that a load at `joint` moves in this set of the moving ones.
    pub(super) fn locate(&mut self, joint: usize, moving: &Set) {
        for at in self.range_moved(joint) {
            self.positions[at] = moving.position(self.coupled.all[at]);
        }
    }

    /// Returns the positions of the coordinates that a load at `joint` moves among the moving ones, with their
    /// accelerations by unit loads.
    #[inline]
    pub fn responses_placed(&self, joint: usize) -> impl Iterator<Item = (usize, &LoadVector<L>)> {
        let range = self.range_moved(joint);
        self.positions[range.clone()].iter().copied().zip(&self.responses[range])
    }

    /// Returns the coordinates that a load at `joint` moves, with their accelerations by unit loads.
    #[inline]
    pub fn responses(&self, joint: usize) -> impl Iterator<Item = (usize, &LoadVector<L>)> {
        let range = self.range_moved(joint);
        self.coupled.all[range.clone()].iter().copied().zip(&self.responses[range])
    }
}

/// Numbers below a bound, each once, in the order in which they came.
#[derive(Debug, Clone)]
pub(super) struct Set {
    list: Box<[usize]>,
    count: usize,
    /// The position of every number in the list; that of others is [`ABSENT`].
    positions: Box<[usize]>,
}

/// The position of a number that is not in a set.
const ABSENT: usize = usize::MAX;

impl Set {
    pub fn below(bound: usize) -> Self {
        Self { list: vec![0; bound].into(), count: 0, positions: vec![ABSENT; bound].into() }
    }

    pub fn clear(&mut self) {
        for number in &self.list[..self.count] {
            self.positions[*number] = ABSENT;
        }
        self.count = 0;
    }

    pub fn insert(&mut self, number: usize) {
        if !self.contains(number) {
            self.positions[number] = self.count;
            self.list[self.count] = number;
            self.count += 1;
        }
    }

    /// Sorts the numbers in ascending order.
    pub fn sort(&mut self) {
        self.list[..self.count].sort_unstable();
        for (position, number) in self.list[..self.count].iter().enumerate() {
            self.positions[*number] = position;
        }
    }

    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.positions[number] != ABSENT
    }

    /// Returns the position of a number of the set.
    #[inline]
    pub fn position(&self, number: usize) -> usize {
        self.positions[number]
    }

    #[inline]
    pub fn list(&self) -> &[usize] {
        &self.list[..self.count]
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
