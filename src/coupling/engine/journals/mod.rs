//! Journals in their holes in space: slices and thrust faces inside a step.
//!
//! A joint has four slots, the places where contacts begin: both ends of the hole and both faces. Its load is that of all
//! surfaces together; sums and losses belong to the first slot that touches.

mod balance;
mod errors;
mod implicit;
mod motion;
mod press;
mod works;

use super::contacts::{
    Balanced, Balancing, Begun, Contacts, JointAt, JointErrors, JointSlope, PieceErrors,
    StageSides, Works,
};
use super::slot::SlotMotion;
use crate::coupling::predicted::{JournalContacts, LoadVector, Slot};
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Approach;
use crate::laws::journal::{CONTACTS, Surface};
use motion::{JournalMotion, Stage, SurfaceMotion, SurfaceRow};

/// Load of a joint in space.
type Load = LoadVector<9>;
/// First surfaces of the faces' slots are those after all slices; both ends of the hole share the slices.
const HOLE: usize = 2;

/// The journals of a mechanism inside a step.
#[derive(Debug, Clone)]
pub struct Journals {
    joints: Box<[JournalMotion]>,
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

impl<M: JournalContacts> Contacts<9> for M {
    type Motions = Journals;

    fn motions(&self) -> Journals {
        let joints =
            (0..self.joints()).map(|joint| JournalMotion::new(self.journal(joint).journal.slices));
        Journals { joints: joints.collect(), stiffest: 0.0 }
    }

    fn parts(&self, slot: usize) -> usize {
        match slot % CONTACTS {
            0 => self.journal(self.joint(slot)).journal.slices,
            1 => 0,
            _ => 1,
        }
    }

    fn approach(&self, slot: usize) -> Approach {
        let joint = self.joint(slot);
        let (journal, b) = (self.journal(joint).journal, self.motion(joint));
        let (penetration, rate) = journal.gap(slot % CONTACTS, b);
        // No point of the surface is faster.
        let pace = b.velocity.norm() + journal.reach() * b.spin.xy().norm();
        Approach::new([penetration, rate, pace])
    }

    /// The ends of a hole have one surface, and the faces one play.
    fn share_surfaces(&self, states: &mut [Slot], motions: &mut [SlotMotion]) {
        for (pair, motions) in states.chunks_exact_mut(2).zip(motions.chunks_exact_mut(2)) {
            let closed = |slot: &&Slot| slot.point.contact.is_some();
            let largest = |surface: f64, slot: &Slot| surface.max(slot.surface);
            let any = pair.iter().any(|slot| closed(&slot));
            let counted = pair.iter().filter(|slot| !any || closed(slot));
            let shared = counted.fold(0.0, largest);
            for (slot, motion) in pair.iter_mut().zip(motions) {
                motion.here.penetration += slot.surface - shared;
                slot.surface = shared;
            }
        }
    }

    fn sticking_speed(&self, _slot: usize) -> f64 {
        f64::INFINITY
    }

    fn begin_step(&self, own: &mut Journals, states: &[Slot], _motions: &[SlotMotion]) {
        own.stiffest = 0.0;
        for (number, motion) in own.joints.iter_mut().enumerate() {
            let slots = CONTACTS * number..CONTACTS * (number + 1);
            motion.stored = 0.0;
            if states[slots.clone()].iter().any(|slot| slot.point.contact.is_some()) {
                let laws = self.journal(number);
                motion.evaluate(&laws, self.motion(number), states, slots.start);
                motion.stored = motion.work.stored;
            }
        }
    }

    fn begin_contact(
        &self,
        own: &mut Journals,
        joint: (usize, &JointSlope<9>),
        states: &mut [Slot],
        slot: usize,
        here: &Approach,
    ) -> Begun {
        own.begin_contact(self, joint, states, slot, here)
    }

    fn press(
        &mut self,
        own: &mut Journals,
        joint: JointAt<9>,
        stage: usize,
        elapsed: Option<f64>,
    ) -> Load {
        let laws = self.journal(joint.number);
        let load = own.joints[joint.number].press(
            &laws,
            self.motion(joint.number),
            (joint.states, joint.slots[0]),
            stage,
            elapsed,
        );
        self.load(joint.number, &load)
    }

    fn end_of(&self, own: &Journals, slot: usize) -> Approach {
        let joint = self.joint(slot);
        let (journal, work) = (self.journal(joint).journal, &own.joints[joint].work);
        let (penetration, rate) = work.gaps[slot % CONTACTS];
        let Motion { velocity, spin, .. } = &work.motion;
        let pace = velocity.norm() + journal.reach() * spin.xy().norm();
        Approach::new([penetration, rate, pace])
    }

    fn unit(&self, own: &Journals, slot: usize) -> Load {
        let joint = self.joint(slot);
        self.load(joint, &own.joints[joint].pushed)
    }

    fn errors(
        &mut self,
        own: &mut Journals,
        joint: JointAt<9>,
        piece: &PieceErrors<9>,
    ) -> JointErrors {
        own.joints[joint.number].errors(self, joint, piece)
    }

    fn depth_scale(
        &self,
        own: &mut Journals,
        joint: JointAt<9>,
        slot: usize,
        here: &Approach,
    ) -> f64 {
        own.joints[joint.number].depth_scale(self, joint, slot, here)
    }

    fn fastest(&self, own: &mut Journals, joint: JointAt<9>) -> f64 {
        own.joints[joint.number].fastest(self, joint)
    }

    fn stiffest(&self, own: &Journals) -> f64 {
        own.stiffest
    }

    fn finish(
        &mut self,
        own: &mut Journals,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        piece: (f64, &[f64]),
    ) -> Works {
        own.finish(joint, slots, (states, motions), piece)
    }

    fn go_on(&self, own: &mut Journals, slots: &[usize]) {
        own.joints[self.joint(slots[0])].go_on();
    }

    fn linearise(&mut self, own: &mut Journals, joint: JointAt<9>, _tolerance: f64) {
        own.joints[joint.number].linearise(self, joint);
    }

    fn slope(&self, own: &mut Journals, joint: JointAt<9>, factor: f64) -> JointSlope<9> {
        own.joints[joint.number].slope(factor)
    }

    fn held(&self, own: &mut Journals, joint: JointAt<9>, sides: StageSides<9>) -> Load {
        own.joints[joint.number].held(&sides)
    }

    fn take_rates(&self, own: &mut Journals, joint: JointAt<9>, rates: &Load, stages: usize) {
        own.joints[joint.number].take_rates(rates, stages);
    }

    fn set_deflections(&self, own: &mut Journals, joint: JointAt<9>, weights: &[f64]) {
        own.joints[joint.number].set_deflections(joint, weights);
    }

    fn end_implicitly(&self, own: &mut Journals, joint: JointAt<9>, weights: &[f64], _size: f64) {
        own.joints[joint.number].end_implicitly(weights);
    }

    fn begin_balance(&self, own: &mut Journals, joint: JointAt<9>) {
        let motion = &mut own.joints[joint.number];
        (motion.free, motion.load) = (*self.motion(joint.number), Wrench::zero());
        motion.end = motion.free;
    }

    fn balance(&self, own: &mut Journals, joint: JointAt<9>, piece: &Balancing<9>) -> Balanced<9> {
        own.joints[joint.number].balance(self, joint, piece)
    }

    fn balance_energy(
        &self,
        own: &mut Journals,
        joint: JointAt<9>,
        _motions: &[SlotMotion],
        _size: f64,
    ) -> [f64; 2] {
        own.joints[joint.number].balance_energy(self, joint)
    }

    fn take_balance(
        &mut self,
        own: &mut Journals,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        size: f64,
    ) -> Works {
        own.joints[joint].take_balance(self, (joint, slots), (states, motions), size)
    }

    fn bristle_energy(&self, own: &Journals, states: &[Slot], slot: usize) -> f64 {
        let joint = self.joint(slot);
        let first = slot - slot % CONTACTS;
        let mut closed = (first..slot).filter(|slot| states[*slot].point.contact.is_some());
        if closed.next().is_some() {
            return 0.0;
        }
        own.joints[joint].bristle_energy(&self.journal(joint), states, first)
    }
}
