//! The end of a piece: its state, and the sums over it by the weights of the stages.

use super::implicit::Implicit;
use super::motion::Engine;
use super::rosenbrock::END;
use super::tableau::{A, PLACES, STAGES};
use crate::coupling::predicted::{JointLoad, Mechanism, Slot};
use crate::laws::friction::FrictionLaw;

/// Weights of the two ends of a piece.
const TRAPEZOID: [f64; STAGES] = [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5];

/// Returns the sum of loads with these weights.
fn sum<const N: usize>(weights: &[f64; N], loads: &[JointLoad; N]) -> JointLoad {
    let parts = weights.iter().zip(loads);
    parts.fold(JointLoad::zeros(), |sum, (weight, load)| sum + load * *weight)
}

impl Engine {
    /// Takes the piece of `size` \[s\] that ends in `trial`, and adds it to the sums.
    pub(super) fn finish<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        (time, size): (f64, f64),
    ) {
        self.counts.pieces += 1;
        self.carry_travel(size);
        let got = self.take_impulses(mechanism, size);
        let weights = if self.is_implicit { &TRAPEZOID } else { &A[STAGES - 1] };
        let mut net = 0.0;
        for at in 0..self.closed.list().len() {
            let index = self.closed.list()[at];
            net += self.take_slot(mechanism, slots, index, (size, weights));
        }
        if self.is_implicit && let Some(&first) = self.closed.list().first() {
            // Implicit pieces lose energy where their stages do not resolve the forces.
            slots[first].point.damped += (net - got).max(0.0);
            net = net.min(got);
        }
        self.work.net += net;
        self.work.unearned += got - net;
        for (at, &index) in self.moving.list().iter().enumerate() {
            let [first, .., middle, _, last] = &self.accelerations;
            let largest = first[at].abs().max(middle[at].abs()).max(last[at].abs());
            self.peak_acceleration[index] = self.peak_acceleration[index].max(largest);
        }
        self.accelerations.swap(0, STAGES - 1);
        self.take_end(time, size);
        for at in 0..self.near.list().len() {
            for &index in self.graph.slots.of(self.near.list()[at]) {
                let motion = &mut self.slots[index];
                motion.touch = motion.end;
                motion.stages[0] = motion.stages[STAGES - 1];
            }
        }
        self.stale = self.near.list().len() < mechanism.joints();
        for &joint in self.busy.list() {
            self.stage_loads[joint][0] = self.stage_loads[joint][STAGES - 1];
        }
    }

    /// Takes the state at the end of a piece: that in `trial`, and of coordinates that no contact moves their free
    /// motion.
    fn take_end(&mut self, time: f64, size: f64) {
        let ([coordinates, velocities], [q, v]) = (&self.trial, &mut self.start);
        for (at, &index) in self.moving.list().iter().enumerate() {
            (q[at], v[at]) = (coordinates[index], velocities[index]);
        }
        if self.moving.list().len() == coordinates.len() {
            self.coordinates.copy_from_slice(coordinates);
            self.velocities.copy_from_slice(velocities);
            return;
        }
        let [start, growth] = &self.external;
        for index in 0..coordinates.len() {
            if self.moving.contains(index) {
                self.coordinates[index] = coordinates[index];
                self.velocities[index] = velocities[index];
            } else {
                let (begins, growth) = (start[index] + time * growth[index], growth[index]);
                let velocity = &mut self.velocities[index];
                self.coordinates[index] +=
                    size * (*velocity + size * (0.5 * begins + size * growth / 6.0));
                *velocity += size * (begins + 0.5 * size * growth);
            }
        }
    }

    /// Adds the joints' impulses to I and S; returns the energy that they gave the bodies \[J\].
    fn take_impulses<M: Mechanism>(&mut self, mechanism: &M, size: f64) -> f64 {
        let mut got = 0.0;
        let [start, _] = &self.external;
        for &joint in self.busy.list() {
            let [impulse, travel] = if self.is_implicit {
                let Implicit { impulses, travels, .. } = &self.implicit;
                [sum(&END, &impulses[joint]), sum(&END, &travels[joint])]
            } else {
                let loads = &self.stage_loads[joint];
                let [impulse, travel] = [A, PLACES].map(|weights| sum(&weights[STAGES - 1], loads));
                [impulse * size, travel * (size * size)]
            };
            self.impulse[joint] += impulse;
            self.travel[joint] += travel;
            // The velocities are those of a constant load but for its growth in the piece.
            let growing = impulse * (0.5 * size) - travel;
            got += mechanism.power(joint, &impulse, &self.velocities)
                + mechanism.power(joint, &growing, start)
                + 0.5 * self.yielded(mechanism, joint, &impulse);
        }
        got
    }

    /// Returns the power along a joint's impulse of the velocities that all busy joints' impulses in the piece have given
    /// \[J\]: the change of velocities but for that by external accelerations.
    fn yielded<M: Mechanism>(&self, mechanism: &M, joint: usize, impulse: &JointLoad) -> f64 {
        mechanism.power(joint, impulse, &self.trial[1]) - mechanism.power(joint, impulse, &self.velocities)
    }

    /// Adds a slot's forces in the piece to its sums; returns their work on the bodies \[J\].
    fn take_slot<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        index: usize,
        (size, weights): (f64, &[f64; STAGES]),
    ) -> f64 {
        let (slot, motion) = (&mut slots[index], &mut self.slots[index]);
        let (mut pressed, mut elastic, mut slid, mut impulse) = (0.0, 0.0, 0.0, 0.0);
        for (weight, stage) in weights.iter().zip(&motion.stages) {
            pressed += weight * stage.normal * stage.rate;
            elastic += weight * stage.elastic * stage.rate;
            slid += weight * stage.friction * stage.sliding;
            impulse += weight * stage.normal;
            motion.peak_normal_force = motion.peak_normal_force.max(stage.normal);
        }
        let [pressed, elastic, slid, impulse] = [pressed, elastic, slid, impulse].map(|sum| size * sum);
        motion.normal_impulse += impulse.max(0.0);
        slot.record_impact_speed(&motion.end, mechanism);
        let laws = mechanism.contact(index);
        let last = motion.stages[STAGES - 1].normal * motion.end.spread;
        match &laws.friction {
            FrictionLaw::LuGre(_) => slot.point.bristle = motion.bristle,
            law => {
                let point = &mut slot.point;
                let (bristle, slip) = (&mut point.bristle, &mut point.micro_slip);
                law.slide(bristle, slip, motion.mean_sliding, size, last);
            }
        }
        let held = laws.friction.stored_energy(slot.point.bristle, &slot.point.micro_slip, last);
        slot.point.friction.add(slid, held);
        slot.point.damped += (pressed - elastic).max(0.0);
        if motion.end.penetration > motion.deepest {
            motion.deepest = motion.end.penetration;
            let tangent = laws.normal.tangent(motion.deepest, slot.onset().impact_speed);
            self.stiffest = self.stiffest.max(tangent.stiffness * self.couplings.own(index).m11);
        }
        let way = size * motion.mean_sliding.abs();
        mechanism.wear(index, slot.onset().impact_speed, way);
        self.work.turned_over += pressed.abs() + slid.abs();
        -(pressed + slid)
    }
}
