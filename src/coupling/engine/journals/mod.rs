//! Journals in their holes in space: slices and thrust faces inside a step.
//!
//! A joint has four slots, the places where contacts begin: both ends of the hole and both faces. Its load is that of all
//! surfaces together; sums and losses belong to the first slot that touches.

mod balance;
mod errors;
mod implicit;
mod press;
mod works;

use super::contacts::{
    Balanced, Balancing, Begun, Contacts, JointAt, JointErrors, JointSlope, PieceErrors,
    StageSides, Works,
};
use super::reach::Reach;
use super::slot::SlotMotion;
use super::{rosenbrock, tableau};
use crate::coupling::predicted::{JournalContacts, LoadVector, Slot};
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Approach;
use crate::laws::journal::{CONTACTS, Contact, Surface};
use nalgebra::{Matrix3, SMatrix, Vector3};
use num_dual::Dual64;

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

/// A journal inside a step.
#[derive(Debug, Clone)]
struct JournalMotion {
    /// The contact at the stage last evaluated.
    work: Contact<f64>,
    lifted: Contact<Dual64>,
    surfaces: Box<[SurfaceMotion]>,
    stages: [Stage; tableau::STAGES],
    /// The last normal load on b, over the sum of its forces.
    pushed: Wrench<f64>,
    /// Elastic energy at the start of the present piece, and at its end \[J\].
    stored: f64,
    stored_at_end: f64,
    /// Falling of the load with place and velocity of b, bristles held, at the start of an implicit piece.
    stiffness: SMatrix<f64, 6, 6>,
    damping: SMatrix<f64, 6, 6>,
    /// Joint loads of unit loads on b at that instant.
    parts: [Load; 6],
    /// Motion of b at the end of a piece of the fallback without loads, and under the load found.
    free: Motion<f64>,
    end: Motion<f64>,
    /// Load on b there.
    load: Wrench<f64>,
    reach: [Reach; 2],
}

/// Sums over the surfaces of a journal at a stage.
#[derive(Debug, Clone, Copy, Default)]
struct Stage {
    /// Sum of the normal forces \[N\].
    normal: f64,
    /// Power of the normal forces, taken from the bodies, its part that is lost, and that of friction \[W\].
    pressed: f64,
    damped: f64,
    rubbed: f64,
}

/// A slice or a face inside a step.
#[derive(Debug, Clone)]
struct SurfaceMotion {
    /// True at stages at which it presses; its slips there \[m/s\] and the rates of its bristles \[m/s\].
    pressed: [bool; tableau::STAGES],
    slips: [[f64; 3]; tableau::STAGES],
    rates: [[f64; 3]; tableau::STAGES],
    /// Bristles at the stage last evaluated, and those at the end of the present piece \[m\].
    staged: [f64; 3],
    bristle: [f64; 3],
    /// Bristles at an instant of an implicit piece \[m\], and their error at its end.
    deflection: [f64; 3],
    error: [f64; 3],
    row: SurfaceRow,
}

/// A surface in an implicit piece.
#[derive(Debug, Clone)]
struct SurfaceRow {
    /// True if it presses at the piece's start.
    acts: bool,
    /// Joint loads of unit friction on b along its directions and by its spin.
    units: [Load; 3],
    /// Growth of friction with the bristles \[N/m\].
    by_bristle: Matrix3<f64>,
    /// Growth of the bristles' rates with slips \[1\] and with bristles \[1/s\].
    by_slip: Matrix3<f64>,
    yielding: Matrix3<f64>,
    /// (1/(hγ) − yielding)⁻¹ \[s\].
    settled: Matrix3<f64>,
    /// Bristles in the stages, as changes \[m\].
    bristles: [Vector3<f64>; rosenbrock::STAGES],
    /// Right-hand side of the bristles in the present stage \[m/s\].
    side: Vector3<f64>,
}

impl SurfaceMotion {
    fn new() -> Self {
        let zero = [0.0; 3];
        Self {
            pressed: [false; tableau::STAGES],
            slips: [zero; tableau::STAGES],
            rates: [zero; tableau::STAGES],
            staged: zero,
            bristle: zero,
            deflection: zero,
            error: zero,
            row: SurfaceRow {
                acts: false,
                units: [Load::zeros(); 3],
                by_bristle: Matrix3::zeros(),
                by_slip: Matrix3::zeros(),
                yielding: Matrix3::zeros(),
                settled: Matrix3::zeros(),
                bristles: [Vector3::zeros(); rosenbrock::STAGES],
                side: Vector3::zeros(),
            },
        }
    }
}

impl JournalMotion {
    fn new(slices: usize) -> Self {
        Self {
            work: Contact::new(slices),
            lifted: Contact::new(slices),
            surfaces: (0..slices + 2).map(|_| SurfaceMotion::new()).collect(),
            stages: [Stage::default(); tableau::STAGES],
            pushed: Wrench::zero(),
            stored: 0.0,
            stored_at_end: 0.0,
            stiffness: SMatrix::zeros(),
            damping: SMatrix::zeros(),
            parts: [Load::zeros(); 6],
            free: Motion::rest(),
            end: Motion::rest(),
            load: Wrench::zero(),
            reach: [Reach::default(); 2],
        }
    }
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

    fn fastest(&self, own: &Journals, joint: JointAt<9>) -> f64 {
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
