//! The mobility matrix between contact slots.

use super::{JointLoad, Mechanism};
use crate::laws::contact::Touch;
use nalgebra::{Matrix2, Vector2};

/// Largest angle by which a normal may turn before its row is computed again \[rad\]: the normal of a journal that
/// slides through its small clearance turns fast.
const TURN: f64 = 0.02;
/// 1 less its cosine.
const TURNED: f64 = 0.5 * TURN * TURN;

/// W between the slots: the change of the rates of penetration and sliding of one slot by unit impulses at another,
/// along its normal and its tangent, with the opposite sign \[1/kg\].
///
/// Rows hold only coupled slots, so that memory and work grow with the length of a chain, not with its square.
/// Entries between closed slots are those of the touches last given.
#[derive(Debug, Clone)]
pub(crate) struct Couplings {
    /// Start of every slot's row, and the end of the last row.
    first: Box<[usize]>,
    /// Column of every entry: a slot.
    others: Box<[usize]>,
    /// Index of each slot's diagonal entry.
    own: Box<[usize]>,
    entries: Box<[Matrix2<f64>]>,
    /// The normals of the slots at the last update of their rows.
    normals: Box<[Vector2<f64>]>,
    /// Start of every joint's coupled coordinates, and the end of the last ones.
    first_coupled: Box<[usize]>,
    /// Coupled coordinates by joint.
    coupled: Box<[usize]>,
    /// Buffers for velocities of the coordinates, zero between updates.
    velocities: [Box<[f64]>; 2],
}

/// Returns the loads of unit forces along the normal and the tangent of `slot`.
fn units<M: Mechanism>(mechanism: &M, slot: usize, touch: &Touch<f64>) -> [JointLoad; 2] {
    [(1.0, 0.0), (0.0, 1.0)].map(|(normal, friction)| mechanism.load(slot, touch, normal, friction))
}

impl Couplings {
    /// The couplings of a mechanism, with zero entries.
    pub(crate) fn new<M: Mechanism>(mechanism: &M) -> Self {
        let slots = mechanism.slots();
        // The slots of a joint stand together, and in the order of the joints.
        let mut first_slot = vec![0; mechanism.joints() + 1];
        (0..slots).for_each(|slot| first_slot[mechanism.joint(slot) + 1] = slot + 1);
        let (mut first, mut others, mut own) = (vec![0], Vec::new(), Vec::new());
        let (mut first_coupled, mut coupled) = (vec![0], Vec::new());
        for joint in 0..mechanism.joints() {
            let neighbours = mechanism.neighbours(joint).into_iter();
            let columns: Vec<_> =
                neighbours.flat_map(|other| first_slot[other]..first_slot[other + 1]).collect();
            for slot in first_slot[joint]..first_slot[joint + 1] {
                own.push(others.len() + columns.partition_point(|of| *of < slot));
                others.extend_from_slice(&columns);
                first.push(others.len());
            }
            coupled.extend(mechanism.coupled_coordinates(joint));
            first_coupled.push(coupled.len());
        }
        let numbers = || vec![0.0; mechanism.coordinates()].into_boxed_slice();
        Self {
            first: first.into(),
            entries: vec![Matrix2::zeros(); others.len()].into(),
            others: others.into(),
            own: own.into(),
            normals: vec![Vector2::zeros(); slots].into(),
            first_coupled: first_coupled.into(),
            coupled: coupled.into(),
            velocities: [numbers(), numbers()],
        }
    }

    /// Returns the slots that are coupled with `slot`, itself among them, with their entries.
    #[inline]
    pub(crate) fn row(&self, slot: usize) -> impl Iterator<Item = (usize, &Matrix2<f64>)> {
        let range = self.first[slot]..self.first[slot + 1];
        self.others[range.clone()].iter().copied().zip(&self.entries[range])
    }

    /// Returns the diagonal entry of `slot`.
    #[inline]
    pub(crate) fn own(&self, slot: usize) -> Matrix2<f64> {
        self.entries[self.own[slot]]
    }

    /// Returns the index of the entry of `other` in the row of `slot`.
    fn index(&self, slot: usize, other: usize) -> usize {
        let row = &self.others[self.first[slot]..self.first[slot + 1]];
        self.first[slot] + row.partition_point(|of| *of < other)
    }

    /// Returns true if the normal of `slot` has turned by more than [`TURN`] since its row was updated.
    #[inline]
    pub(crate) fn has_turned(&self, slot: usize, normal: Vector2<f64>) -> bool {
        self.normals[slot].dot(&normal) < 1.0 - TURNED
    }

    /// Updates the row of `slot` in the mechanism's present state; `touch(other)` is the touch of another slot there,
    /// `None` if the entry is not needed. `respond` writes the velocities that an impulse at a joint gives.
    pub(crate) fn update<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slot: usize,
        touch: impl Fn(usize) -> Option<Touch<f64>>,
        mut respond: impl FnMut(&mut M, usize, &JointLoad, &mut [f64]),
    ) {
        let joint = mechanism.joint(slot);
        let Some(here) = touch(slot) else { return };
        self.normals[slot] = here.normal;
        let units_here = units(mechanism, slot, &here);
        for (unit, velocities) in units_here.iter().zip(&mut self.velocities) {
            respond(mechanism, joint, unit, velocities);
        }
        for index in self.first[slot]..self.first[slot + 1] {
            let other = self.others[index];
            let Some(there) = touch(other) else { continue };
            let joint = mechanism.joint(other);
            let [normal, tangent] = units(mechanism, other, &there);
            let [by_normal, by_tangent] =
                self.velocities.each_ref().map(|velocities| mechanism.rates(joint, velocities));
            let entry = Matrix2::new(
                normal.dot(&by_normal),
                normal.dot(&by_tangent),
                tangent.dot(&by_normal),
                tangent.dot(&by_tangent),
            );
            self.entries[index] = entry;
            let back = self.index(other, slot);
            self.entries[back] = entry.transpose();
        }
        for coordinate in &self.coupled[self.first_coupled[joint]..self.first_coupled[joint + 1]] {
            self.velocities.iter_mut().for_each(|velocities| velocities[*coordinate] = 0.0);
        }
    }
}
