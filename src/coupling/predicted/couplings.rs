//! How a load at one contact slot moves the others.

use super::slot_motion::SlotMotion;
use super::{JointLoad, Mechanism};
use crate::laws::contact::Touch;
use nalgebra::{Matrix2, Vector2};

/// An angle by which a normal may turn until its row is no longer right \[rad\]: the normal of a journal that
/// slides through its small clearance turns fast.
pub(super) const TURN: f64 = 0.02;
/// One less its cosine.
const TURNED: f64 = 0.5 * TURN * TURN;

/// W between the slots: what unit forces at one slot, along its normal and its tangent, do to the rates
/// of penetration and sliding of another, with the opposite sign \[1/kg\].
///
/// Rows hold only slots that can feel each other, so that memory and work grow with a chain, not with
/// its square. Entries between closed slots are those of the touches last given.
#[derive(Debug, Clone)]
pub(super) struct Couplings {
    /// Where the row of each slot begins, and where the last one ends.
    first: Box<[usize]>,
    others: Box<[usize]>,
    /// Where each slot's entry for itself is.
    own: Box<[usize]>,
    entries: Box<[Matrix2<f64>]>,
    /// The normals of the slots where their rows were brought up to date.
    normals: Box<[Vector2<f64>]>,
    /// Where the coordinates begin that each joint may move, and where the last ones end.
    first_moved: Box<[usize]>,
    moved: Box<[usize]>,
    /// Memory to work in: zeros.
    velocities: [Box<[f64]>; 2],
}

/// The load of unit forces along the normal and the tangent of `slot`.
fn units<M: Mechanism>(mechanism: &M, slot: usize, touch: &Touch<f64>) -> [JointLoad; 2] {
    [(1.0, 0.0), (0.0, 1.0)].map(|(normal, friction)| mechanism.load(slot, touch, normal, friction))
}

impl Couplings {
    /// Room for a mechanism.
    pub fn new<M: Mechanism>(mechanism: &M) -> Self {
        let slots = mechanism.slots();
        // The slots of a joint stand together, and in the order of the joints.
        let mut first_slot = vec![0; mechanism.joints() + 1];
        (0..slots).for_each(|slot| first_slot[mechanism.joint(slot) + 1] = slot + 1);
        let (mut first, mut others, mut own) = (vec![0], Vec::new(), Vec::new());
        let (mut first_moved, mut moved) = (vec![0], Vec::new());
        for joint in 0..mechanism.joints() {
            let neighbours = mechanism.neighbours(joint).into_iter();
            let feel: Vec<_> =
                neighbours.flat_map(|other| first_slot[other]..first_slot[other + 1]).collect();
            for slot in first_slot[joint]..first_slot[joint + 1] {
                own.push(others.len() + feel.partition_point(|of| *of < slot));
                others.extend_from_slice(&feel);
                first.push(others.len());
            }
            moved.extend(mechanism.moved(joint));
            first_moved.push(moved.len());
        }
        let numbers = || vec![0.0; mechanism.coordinates()].into_boxed_slice();
        Self {
            first: first.into(),
            entries: vec![Matrix2::zeros(); others.len()].into(),
            others: others.into(),
            own: own.into(),
            normals: vec![Vector2::zeros(); slots].into(),
            first_moved: first_moved.into(),
            moved: moved.into(),
            velocities: [numbers(), numbers()],
        }
    }

    /// The slots that feel `slot`, itself among them, with their entries.
    #[inline]
    pub fn row(&self, slot: usize) -> impl Iterator<Item = (usize, &Matrix2<f64>)> {
        let range = self.first[slot]..self.first[slot + 1];
        self.others[range.clone()].iter().copied().zip(&self.entries[range])
    }

    /// The entry of `slot` for itself.
    #[inline]
    pub fn own(&self, slot: usize) -> Matrix2<f64> {
        self.entries[self.own[slot]]
    }

    /// Normal force and friction of `slot` \[N\] for `time` \[s\] change how all that feel them move where the
    /// mechanism is placed, and where they are as far as they move so for another `on` \[s\].
    pub fn push(
        &self,
        slots: &mut [SlotMotion],
        slot: usize,
        [time, on]: [f64; 2],
        [normal, friction]: [f64; 2],
    ) {
        for (other, entry) in self.row(slot) {
            let Touch { penetration, rate, sliding_speed, gain, .. } = &mut slots[other].now.touch;
            let slower = time * (entry.m11 * normal + entry.m12 * friction);
            *rate -= slower;
            *penetration -= on * *gain * slower;
            *sliding_speed -= time * (entry.m21 * normal + entry.m22 * friction);
        }
    }

    fn place(&self, slot: usize, other: usize) -> usize {
        let row = &self.others[self.first[slot]..self.first[slot + 1]];
        self.first[slot] + row.partition_point(|of| *of < other)
    }

    /// Whether the normal of `slot` has turned so far that its row is no longer right.
    #[inline]
    pub fn has_turned(&self, slot: usize, normal: Vector2<f64>) -> bool {
        self.normals[slot].dot(&normal) < 1.0 - TURNED
    }

    /// Brings the row of `slot` up to where the mechanism is placed; `touch(other)` is how the others
    /// touch there, `None` where nobody asks for the entry.
    pub fn update<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slot: usize,
        touch: impl Fn(usize) -> Option<Touch<f64>>,
    ) {
        let joint = mechanism.joint(slot);
        let Some(here) = touch(slot) else { return };
        self.normals[slot] = here.normal;
        let units_here = units(mechanism, slot, &here);
        for (unit, velocities) in units_here.iter().zip(&mut self.velocities) {
            mechanism.respond(joint, unit, velocities);
        }
        for index in self.first[slot]..self.first[slot + 1] {
            let other = self.others[index];
            let Some(there) = touch(other) else { continue };
            let joint = mechanism.joint(other);
            let [normal, tangent] = units(mechanism, other, &there);
            let [along_normal, along_tangent] = &self.velocities;
            let rate = |unit: &JointLoad, velocities| mechanism.power(joint, unit, velocities);
            let entry = Matrix2::new(
                rate(&normal, along_normal),
                rate(&normal, along_tangent),
                rate(&tangent, along_normal),
                rate(&tangent, along_tangent),
            );
            self.entries[index] = entry;
            let back = self.place(other, slot);
            self.entries[back] = entry.transpose();
        }
        for coordinate in &self.moved[self.first_moved[joint]..self.first_moved[joint + 1]] {
            self.velocities.iter_mut().for_each(|velocities| velocities[*coordinate] = 0.0);
        }
    }
}
