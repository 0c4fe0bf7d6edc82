//! The contacts of a mechanism as the engine follows them: approaches, loads, errors, slopes and losses by joint.

use super::slot::SlotMotion;
use crate::coupling::predicted::{LoadVector, Mechanism, Slot};
use crate::laws::contact::Approach;
use nalgebra::SMatrix;
use std::fmt::Debug;

/// The slopes of a joint's load, with the opposite sign.
pub type JointSlope<const L: usize> = SMatrix<f64, L, L>;

/// A joint in a step.
#[derive(Debug, Clone, Copy)]
pub struct JointAt<'a, const L: usize> {
    pub number: usize,
    /// Its slots.
    pub slots: &'a [usize],
    /// The states of all slots of the mechanism.
    pub states: &'a [Slot],
    /// Rates of the joint by unit impulses there.
    pub mobility: &'a JointSlope<L>,
}

impl<const L: usize> JointAt<'_, L> {
    /// Returns its slots that touch.
    pub fn closed(&self) -> impl Iterator<Item = usize> {
        self.slots.iter().copied().filter(|slot| self.states[*slot].point.contact.is_some())
    }

    /// Returns the rate along a unit load that the unit impulse gives.
    pub fn mobility_along(&self, unit: &LoadVector<L>) -> f64 {
        unit.dot(&(self.mobility * unit))
    }
}

/// A piece whose errors are wanted.
#[derive(Debug, Clone, Copy)]
pub struct PieceErrors<const L: usize> {
    /// Length of the piece and of the step \[s\].
    pub size: f64,
    pub step: f64,
    /// True if the piece is implicit.
    pub implicit: bool,
    /// Errors of places and rates at the joint.
    pub wrong: [LoadVector<L>; 2],
    /// Those of flexible bodies' modes.
    pub modal: Option<[LoadVector<L>; 2]>,
}

/// Errors of a joint in a piece.
#[derive(Debug, Clone, Copy, Default)]
pub struct JointErrors {
    /// The largest one, relative to the scales of the contacts.
    pub largest: f64,
    /// The largest one by modes.
    pub modal: f64,
    /// Energy of the impacts \[J\], the largest.
    pub at_stake: f64,
    /// Growth of the elastic energy \[J\]; −∞ if it is unknown.
    pub grown: f64,
}

/// A stage of an implicit piece, before its equations are solved.
#[derive(Debug, Clone, Copy)]
pub struct StageSides<'a, const L: usize> {
    /// Length of the piece times γ, and times γ_i \[s\].
    pub factor: f64,
    pub growth: f64,
    /// The stage of the forces.
    pub at: usize,
    /// Weights of the stages before this one.
    pub before: &'a [f64],
    /// Right-hand side of the places at the joint.
    pub moved: LoadVector<L>,
}

/// A piece of the fallback at a joint.
#[derive(Debug, Clone, Copy)]
pub struct Balancing<const L: usize> {
    /// Length of the piece \[s\].
    pub size: f64,
    /// Rates at the joint by the loads of all other joints.
    pub others: LoadVector<L>,
    /// Its load so far.
    pub load: LoadVector<L>,
}

/// A load found by [`Balance::balance`].
#[derive(Debug, Clone, Copy)]
pub struct Balanced<const L: usize> {
    pub load: LoadVector<L>,
    /// Largest change of a force, and the largest force \[N\].
    pub changed: f64,
    pub largest: f64,
}

/// The beginning of a contact.
#[derive(Debug, Clone, Copy)]
pub struct Begun {
    /// Elastic energy that the slot has already \[J\].
    pub stored: f64,
    /// Time to its deepest place at the speed of the touch \[s\].
    pub time: f64,
}

/// Works of a joint in a piece \[J\]: along normals, of friction, and the growth of the elastic energy.
pub type Works = [f64; 3];

/// A mechanism whose joints have contacts. All methods refer to the state in which the mechanism is placed.
pub trait Contacts<const L: usize>: Mechanism<L> {
    /// Returns true if a joint loads its bodies without contact, too.
    fn loads_always(&self, _joint: usize) -> bool {
        false
    }

    /// Returns true if a joint has a film, which damps so strongly that pieces must be implicit.
    fn has_film(&self, _joint: usize) -> bool {
        false
    }

    /// Returns the number of parts of a slot's surface with states of their own.
    fn parts(&self, _slot: usize) -> usize {
        0
    }

    /// Makes the offsets of surfaces equal that belong to several slots, among all slots of one joint or several.
    fn share_surfaces(&self, _states: &mut [Slot], _motions: &mut [SlotMotion]) {}

    /// Returns the approach at a slot, counted from its nominal surface.
    fn approach(&self, slot: usize) -> Approach;

    /// Returns the penetration \[m\] at which a slot that leaves at `rate` ≤ 0 \[m/s\] has no force any more.
    fn parting(&self, _slot: usize, _rate: f64) -> f64 {
        0.0
    }

    /// Returns the sliding speed \[m/s\] below which friction holds more; infinite if that is not so.
    fn sticking_speed(&self, slot: usize) -> f64;

    /// Returns true if surfaces wear.
    fn wears_surfaces(&self) -> bool {
        false
    }
}

/// The laws of the contacts of mechanisms M inside a step. All methods refer to the state in which the mechanism is placed.
pub trait Laws<M: ?Sized, const L: usize>:
    Evaluate<M, L> + Finish<M, L> + Linearise<M, L> + Balance<M, L>
{
}

impl<M: ?Sized, const L: usize, P> Laws<M, L> for P where
    P: Evaluate<M, L> + Finish<M, L> + Linearise<M, L> + Balance<M, L>
{
}

/// Loads and errors of the joints of mechanisms M, with the memory of their laws inside a step.
pub trait Evaluate<M: ?Sized, const L: usize>: Clone + Debug {
    /// Makes the memory of a mechanism.
    fn of(mechanism: &M) -> Self;

    /// Begins a step: `motions` are the slots' at its start.
    fn begin_step(&mut self, mechanism: &M, states: &[Slot], motions: &[SlotMotion]);

    /// Begins a contact at `slot` of a joint, which has this mobility.
    fn begin_contact(
        &mut self,
        mechanism: &M,
        joint: (usize, &JointSlope<L>),
        states: &mut [Slot],
        slot: usize,
        here: &Approach,
    ) -> Begun;

    /// Finds the load of a joint at a stage. Bristles have slid for `elapsed` \[s\] since the piece's start, or their
    /// deflections are those of [`set_deflections`](Linear::set_deflections).
    fn press(
        &mut self,
        mechanism: &M,
        joint: JointAt<L>,
        stage: usize,
        elapsed: Option<f64>,
    ) -> LoadVector<L>;

    /// Returns the approach of a closed slot at the stage last evaluated, counted from its assumed surface.
    fn end_of(&self, mechanism: &M, slot: usize) -> Approach;

    /// Returns the load of a unit normal force at a slot that parts, the last one of its joint.
    fn unit(&self, mechanism: &M, slot: usize) -> LoadVector<L>;

    /// Returns the errors of a joint in the piece whose end has been evaluated, and finds the bristles there.
    fn errors(&mut self, mechanism: &M, joint: JointAt<L>, piece: &PieceErrors<L>) -> JointErrors;

    /// Returns the penetration \[m\] whose error counts as 1 at a slot with this approach.
    fn depth_scale(
        &mut self,
        mechanism: &M,
        joint: JointAt<L>,
        slot: usize,
        here: &Approach,
    ) -> f64;

    /// Returns the largest rate \[1/s\] of a joint's loads that limits explicit pieces, at the end of a piece.
    fn fastest(&mut self, mechanism: &M, joint: JointAt<L>) -> f64;
}

/// The end of a piece of contact: works, losses, bristles.
pub trait Finish<M: ?Sized, const L: usize> {
    /// Wears surfaces by the first half of a piece of `size` \[s\], at whose start the mechanism is placed.
    fn wear_at_start(&self, _mechanism: &mut M, _joint: JointAt<L>, _size: f64) {}

    /// Takes the end of a `piece`: its length \[s\] and the weights of its stages. Writes works and losses of the slots;
    /// returns the works along normals and of friction, and the growth of the elastic energy \[J\].
    fn finish(
        &mut self,
        mechanism: &mut M,
        joint: (usize, &[usize]),
        slots: (&mut [Slot], &mut [SlotMotion]),
        piece: (f64, &[f64]),
    ) -> Works;

    /// Makes the last stage the first one of the next piece.
    fn go_on(&mut self, joint: usize, slots: &[usize]);

    /// Returns Σ k w of the stiffest contact in the step \[1/s²\].
    fn stiffest(&self) -> f64;

    /// Returns the energy in the bristles of a slot \[J\].
    fn bristle_energy(&self, mechanism: &M, states: &[Slot], slot: usize) -> f64;

    /// Takes what is needed for the report, at the end of a step.
    fn end_step(&mut self, _mechanism: &M) {}
}

/// The beginning of implicit pieces: slopes of the joints' loads.
pub trait Linearise<M: ?Sized, const L: usize>: Linear<L> {
    /// Finds the slopes of a joint's load at the start of an implicit piece; errors are compared with `tolerance`.
    fn linearise(&mut self, mechanism: &M, joint: JointAt<L>, tolerance: f64);

    /// Finds the acceleration of a journal in its film by the turn of arms and axes, between this place and another `time`
    /// \[s\] later. Called for both places, for the later one first.
    fn find_turning(&mut self, _mechanism: &M, _joint: usize, _time: Option<f64>) {}
}

/// Joints in implicit pieces, with the slopes last found and the bristles eliminated.
pub trait Linear<const L: usize> {
    /// Returns −(∂load/∂place · `factor` + ∂load/∂rate) of a joint, bristles eliminated; `factor` is hγ \[s\].
    fn slope(&mut self, joint: JointAt<L>, factor: f64) -> JointSlope<L>;

    /// Returns the change of a joint's load in a stage that does not depend on the change of its rates.
    fn held(&mut self, joint: JointAt<L>, sides: StageSides<L>) -> LoadVector<L>;

    /// Takes the change of the joint's rates in the stage that follows `stages` others.
    fn take_rates(&mut self, joint: JointAt<L>, rates: &LoadVector<L>, stages: usize);

    /// Sets the bristles of a joint to those with these weights of the stages.
    fn set_deflections(&mut self, joint: JointAt<L>, weights: &[f64]);

    /// Takes the bristles' errors, with these weights of the stages, at the end of an implicit piece of `size` \[s\].
    fn end_implicitly(&mut self, joint: JointAt<L>, weights: &[f64], size: f64);
}

/// Joints in pieces of the fallback: loads that balance the motion they cause.
pub trait Balance<M: ?Sized, const L: usize> {
    /// Begins a piece of the fallback, where the mechanism is without loads at its end.
    fn begin_balance(&mut self, mechanism: &M, joint: JointAt<L>);

    /// Finds the load of a joint over a piece of the fallback, with those of all others fixed.
    fn balance(&mut self, mechanism: &M, joint: JointAt<L>, piece: &Balancing<L>) -> Balanced<L>;

    /// Returns the energy that springs of a joint gain in a piece of the fallback of `size` \[s\], at whose end the mechanism is,
    /// and the energy that is turned over there \[J\].
    fn balance_energy(
        &mut self,
        mechanism: &M,
        joint: JointAt<L>,
        motions: &[SlotMotion],
        size: f64,
    ) -> [f64; 2];

    /// Takes a piece of the fallback, at whose end the mechanism is; returns and writes what
    /// [`finish`](Finish::finish) does.
    fn take_balance(
        &mut self,
        mechanism: &mut M,
        joint: (usize, &[usize]),
        slots: (&mut [Slot], &mut [SlotMotion]),
        size: f64,
    ) -> Works;
}
