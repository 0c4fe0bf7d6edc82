//! Joints and coordinates that act on each other, and the accelerations that loads give.

use crate::coupling::predicted::{JointLoad, Mechanism};
use nalgebra::SVector;

/// Lists of numbers, one for each joint.
#[derive(Debug, Clone)]
pub(super) struct Lists {
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
pub(super) struct Graph {
    /// Slots of every joint.
    pub slots: Lists,
    /// Joints whose bodies a load at a joint moves, itself among them.
    pub neighbours: Lists,
    /// Coordinates that a load at a joint moves.
    pub coupled: Lists,
    /// Coordinates that the place of a joint depends on.
    pub placing: Lists,
    /// Accelerations of the coupled coordinates by unit loads of their joint.
    responses: Box<[JointLoad]>,
    /// True for joints whose responses are known.
    known: Box<[bool]>,
    /// Buffer for velocities, zero between uses.
    velocities: Box<[f64]>,
}

impl Graph {
    pub fn new<M: Mechanism>(mechanism: &M) -> Self {
        let joints = 0..mechanism.joints();
        let mut slots = vec![Vec::new(); joints.len()];
        (0..mechanism.slots()).for_each(|slot| slots[mechanism.joint(slot)].push(slot));
        let coupled = Lists::new(joints.clone().map(|joint| mechanism.coupled_coordinates(joint)));
        Self {
            slots: Lists::new(slots.into_iter()),
            neighbours: Lists::new(joints.clone().map(|joint| mechanism.neighbours(joint))),
            placing: Lists::new(joints.clone().map(|joint| mechanism.placing_coordinates(joint))),
            responses: vec![JointLoad::zeros(); coupled.all.len()].into(),
            known: vec![false; joints.len()].into(),
            velocities: vec![0.0; mechanism.coordinates()].into(),
            coupled,
        }
    }

    /// Forgets the responses: the inverse mass has changed.
    pub fn forget(&mut self) {
        self.known.fill(false);
    }

    /// Finds the responses of `joint` where the mechanism is placed, unless they are known.
    pub fn find_responses<M: Mechanism>(&mut self, mechanism: &mut M, joint: usize) {
        if std::mem::replace(&mut self.known[joint], true) {
            return;
        }
        let range = self.coupled.first[joint]..self.coupled.first[joint + 1];
        for part in 0..JointLoad::zeros().len() {
            let unit: JointLoad = SVector::ith(part, 1.0);
            mechanism.velocity_response(joint, &unit, &mut self.velocities);
            for at in range.clone() {
                let velocity = &mut self.velocities[self.coupled.all[at]];
                self.responses[at][part] = std::mem::take(velocity);
            }
        }
    }

    /// Returns the coordinates that a load at `joint` moves, with their accelerations by unit loads.
    #[inline]
    pub fn responses(&self, joint: usize) -> impl Iterator<Item = (usize, &JointLoad)> {
        let range = self.coupled.first[joint]..self.coupled.first[joint + 1];
        self.coupled.all[range.clone()].iter().copied().zip(&self.responses[range])
    }
}

/// Most coordinates that the place of a joint depends on.
const MOST_PLACING: usize = 12;

/// The generalised forces of a joint's load, on the coordinates that its place depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exerted([f64; MOST_PLACING]);

impl Exerted {
    pub const NONE: Self = Self([0.0; MOST_PLACING]);

    /// Returns those of `load` at `joint`, where the mechanism is placed.
    #[inline]
    pub fn of<M: Mechanism>(mechanism: &M, graph: &Graph, joint: usize, load: &JointLoad) -> Self {
        let mut forces = [0.0; MOST_PLACING];
        mechanism.exert(joint, load, &mut forces[..graph.placing.of(joint).len()]);
        Self(forces)
    }

    /// Returns their power \[W\] at these velocities of the coordinates.
    #[inline]
    pub fn power(&self, graph: &Graph, joint: usize, velocities: &[f64]) -> f64 {
        let placing = graph.placing.of(joint).iter();
        placing.zip(&self.0).map(|(index, force)| force * velocities[*index]).sum()
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
