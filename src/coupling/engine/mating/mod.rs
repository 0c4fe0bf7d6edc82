//! Mating parts in space inside a step: journals in their holes, balls in their sockets.
//!
//! A joint has four slots, the places where contacts begin: both ends of the hole, the first of which is that of a ball, and
//! both faces. Its load is that of all
//! surfaces together; sums and losses belong to the first slot that touches.

mod balance;
mod errors;
mod implicit;
mod motion;
mod press;
mod works;

use super::contacts::{
    Balance, Balanced, Balancing, Begun, Contacts, Evaluate, Finish, JointAt, JointErrors,
    JointSlope, Linear, Linearise, PieceErrors, StageSides, Works,
};
use super::slot::{SlotMotion, share_surface};
use crate::coupling::predicted::{LoadVector, MatingContacts, Slot};
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Approach;
use crate::laws::mating::{CONTACTS, Contact, HOLE, Surface};
use motion::{MatingMotion, Stage, SurfaceMotion, SurfaceRow};
use num_dual::Dual64;
pub(crate) use press::shifted;
use std::collections::BTreeSet;

/// Load of a joint in space.
type Load = LoadVector<9>;
/// The mating parts of a mechanism inside a step.
#[derive(Debug, Clone)]
pub struct MatingJoints {
    joints: Box<[MatingMotion]>,
    /// For derivatives of a contact: one for each number of slices that joints have.
    lifted: Box<[Contact<Dual64>]>,
    /// Largest Σ k w of a joint in the step \[1/s²\].
    stiffest: f64,
}

/// Returns the state of a surface of a joint whose first slot is `first`: slices belong to that slot, faces to their own.
fn surface(states: &[Slot], first: usize, surface: usize) -> &Surface {
    let slices = &states[first].parts;
    match surface.checked_sub(slices.len()) {
        None => &slices[surface],
        Some(face) => &states[first + HOLE + face].parts[0],
    }
}

/// Like [`surface`], to change it.
fn surface_mut(states: &mut [Slot], first: usize, surface: usize) -> &mut Surface {
    let slices = states[first].parts.len();
    match surface.checked_sub(slices) {
        None => &mut states[first].parts[surface],
        Some(face) => &mut states[first + HOLE + face].parts[0],
    }
}

impl MatingJoints {
    /// Evaluates the normal contact of a joint where the mechanism is placed; returns it, and the elastic energy there
    /// \[J\].
    pub(crate) fn evaluate<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        joint: usize,
        states: &[Slot],
    ) -> (&Contact<f64>, f64) {
        let motion = &mut self.joints[joint];
        motion.evaluate(
            &mechanism.mating(joint),
            mechanism.motion(joint),
            states,
            CONTACTS * joint,
        );
        (&motion.work, motion.work.stored)
    }

    /// Returns a joint, and a contact with as many slices.
    fn with_lifted(&mut self, joint: usize) -> (&mut MatingMotion, &mut Contact<Dual64>) {
        let motion = &mut self.joints[joint];
        let slices = motion.work.slices();
        let at = self.lifted.partition_point(|contact| contact.slices() < slices);
        (motion, &mut self.lifted[at])
    }
}

impl<M: MatingContacts> Contacts<9> for M {
    fn parts(&self, slot: usize) -> usize {
        match slot % CONTACTS {
            0 => self.mating(self.joint(slot)).parts.slices(),
            1 => 0,
            _ => 1,
        }
    }

    fn approach(&self, slot: usize) -> Approach {
        let joint = self.joint(slot);
        let (parts, b) = (self.mating(joint).parts, self.motion(joint));
        let (penetration, rate) = parts.gap(slot % CONTACTS, b);
        // No point of the surface is faster.
        let pace = b.velocity.norm() + parts.reach() * b.spin.xy().norm();
        Approach::new([penetration, rate, pace])
    }

    /// The ends of a hole have one surface, and the faces one play.
    fn share_surfaces(&self, states: &mut [Slot], motions: &mut [SlotMotion]) {
        for (pair, motions) in states.chunks_exact_mut(2).zip(motions.chunks_exact_mut(2)) {
            share_surface(pair, motions);
        }
    }

    fn sticking_speed(&self, _slot: usize) -> f64 {
        f64::INFINITY
    }
}

impl<M: MatingContacts> Evaluate<M, 9> for MatingJoints {
    fn of(mechanism: &M) -> Self {
        let slices = (0..mechanism.joints()).map(|joint| mechanism.mating(joint).parts.slices());
        let different: BTreeSet<usize> = slices.clone().collect();
        MatingJoints {
            joints: slices.map(MatingMotion::new).collect(),
            lifted: different.into_iter().map(Contact::new).collect(),
            stiffest: 0.0,
        }
    }

    fn begin_step(&mut self, mechanism: &M, states: &[Slot], _motions: &[SlotMotion]) {
        self.stiffest = 0.0;
        for (number, motion) in self.joints.iter_mut().enumerate() {
            let slots = CONTACTS * number..CONTACTS * (number + 1);
            (motion.stored, motion.failures) = (0.0, 0);
            if states[slots.clone()].iter().any(|slot| slot.point.contact.is_some()) {
                let laws = mechanism.mating(number);
                motion.evaluate(&laws, mechanism.motion(number), states, slots.start);
                motion.stored = motion.work.stored;
            }
        }
    }

    fn begin_contact(
        &mut self,
        mechanism: &M,
        joint: (usize, &JointSlope<9>),
        states: &mut [Slot],
        slot: usize,
        here: &Approach,
    ) -> Begun {
        self.begin_at(mechanism, joint, states, (slot, here))
    }

    fn press(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
        stage: usize,
        elapsed: Option<f64>,
    ) -> Load {
        let laws = mechanism.mating(joint.number);
        let load = self.joints[joint.number].press(
            &laws,
            mechanism.motion(joint.number),
            (joint.states, joint.slots[0]),
            stage,
            elapsed,
        );
        mechanism.load(joint.number, &load)
    }

    fn end_of(&self, mechanism: &M, slot: usize) -> Approach {
        let joint = mechanism.joint(slot);
        let (parts, work) = (mechanism.mating(joint).parts, &self.joints[joint].work);
        let (penetration, rate) = work.gaps[slot % CONTACTS];
        let Motion { velocity, spin, .. } = &work.motion;
        let pace = velocity.norm() + parts.reach() * spin.xy().norm();
        Approach::new([penetration, rate, pace])
    }

    fn unit(&self, mechanism: &M, slot: usize) -> Load {
        let joint = mechanism.joint(slot);
        mechanism.load(joint, &self.joints[joint].pushed)
    }

    fn errors(&mut self, mechanism: &M, joint: JointAt<9>, piece: &PieceErrors<9>) -> JointErrors {
        self.joints[joint.number].errors(mechanism, joint, piece)
    }

    fn depth_scale(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
        slot: usize,
        here: &Approach,
    ) -> f64 {
        self.joints[joint.number].depth_scale(mechanism, joint, slot, here)
    }

    fn fastest(&mut self, mechanism: &M, joint: JointAt<9>) -> f64 {
        let [stiffness, fastest] = self.joints[joint.number].rates(mechanism, joint);
        self.stiffest = self.stiffest.max(stiffness);
        fastest
    }
}

impl<M: MatingContacts> Finish<M, 9> for MatingJoints {
    fn finish(
        &mut self,
        _mechanism: &mut M,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        piece: (f64, &[f64]),
    ) -> Works {
        self.finish_joint(joint, slots, (states, motions), piece)
    }

    fn go_on(&mut self, joint: usize, _slots: &[usize]) {
        self.joints[joint].go_on();
    }

    fn stiffest(&self) -> f64 {
        self.stiffest
    }

    fn bristle_energy(&self, mechanism: &M, states: &[Slot], slot: usize) -> f64 {
        let joint = mechanism.joint(slot);
        let first = slot - slot % CONTACTS;
        let mut closed = (first..slot).filter(|slot| states[*slot].point.contact.is_some());
        if closed.next().is_some() {
            return 0.0;
        }
        self.joints[joint].bristle_energy(&mechanism.mating(joint), states, first)
    }
}

impl<M: MatingContacts> Linearise<M, 9> for MatingJoints {
    fn linearise(&mut self, mechanism: &M, joint: JointAt<9>, _tolerance: f64) {
        let (motion, lifted) = self.with_lifted(joint.number);
        motion.linearise(mechanism, joint, lifted);
    }
}

impl Linear<9> for MatingJoints {
    fn slope(&mut self, joint: JointAt<9>, factor: f64) -> JointSlope<9> {
        self.joints[joint.number].slope(factor)
    }

    fn held(&mut self, joint: JointAt<9>, sides: StageSides<9>) -> Load {
        self.joints[joint.number].held(&sides)
    }

    fn take_rates(&mut self, joint: JointAt<9>, rates: &Load, stages: usize) {
        self.joints[joint.number].take_rates(rates, stages);
    }

    fn set_deflections(&mut self, joint: JointAt<9>, weights: &[f64]) {
        self.joints[joint.number].set_deflections(joint, weights);
    }

    fn end_implicitly(&mut self, joint: JointAt<9>, weights: &[f64], _size: f64) {
        self.joints[joint.number].end_implicitly(weights);
    }
}

impl<M: MatingContacts> Balance<M, 9> for MatingJoints {
    fn begin_balance(&mut self, mechanism: &M, joint: JointAt<9>) {
        let motion = &mut self.joints[joint.number];
        (motion.free, motion.load) = (*mechanism.motion(joint.number), Wrench::zero());
        (motion.end, motion.failed) = (motion.free, false);
    }

    fn balance(&mut self, mechanism: &M, joint: JointAt<9>, piece: &Balancing<9>) -> Balanced<9> {
        let (motion, lifted) = self.with_lifted(joint.number);
        motion.balance(mechanism, (joint, lifted), piece)
    }

    fn balance_energy(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
        _motions: &[SlotMotion],
        _size: f64,
    ) -> [f64; 2] {
        self.joints[joint.number].balance_energy(mechanism, joint)
    }

    fn take_balance(
        &mut self,
        mechanism: &mut M,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        size: f64,
    ) -> Works {
        self.joints[joint].take_balance(mechanism, (joint, slots), (states, motions), size)
    }
}
