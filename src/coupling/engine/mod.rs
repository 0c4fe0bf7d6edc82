//! One integrator for the motion inside a communication step, with an error that it controls.
//!
//! A mechanism is followed from its local state at a communication point to the next one:
//!
//! - **Flight** in closed form, onto the first surface; a flight is no longer than cubics describe the gaps.
//! - **Contact** in pieces of the explicit pair of Dormand and Prince, fifth order. Bristles are integrated exactly in the
//!   stages and, at the end of a piece, from the mean of the stages' sliding speeds. Only coordinates that contacts move are
//!   followed in stages; the accelerations that a load gives are found once a step.
//! - The **error** of a piece is the largest one of its closed slots, each in the units of its own impact: penetration and
//!   rate over the speed of the impact, sliding over the creep speed of friction, bristles by the impulse that their
//!   error gives. It is at most the tolerance. The length of the next piece follows from the last two errors, also over
//!   communication points.
//! - **Events**: a piece ends where a slot touches, where one parts (its force has a corner there), and on the way of
//!   sliding through rest, where friction that fades holds many times more.
//! - **Stiff** contacts are followed by a Rosenbrock–W pair of the third order, in the rates of the joints that load bodies.
//!   Explicit pieces that are as long as stability allows call for it; it stays while its pieces are several times longer.
//! - **Films** damp within nanoseconds: a mechanism that has one is followed by the implicit pair alone, as a rule in one
//!   piece a step. Its errors are compared with the clearance, and with the speed that crosses it in a step.
//! - **Flexible bodies**: in every piece their modes have the inertia of the midpoint rule, which keeps their energy
//!   whatever the length of the piece. Their phase errors shorten pieces, but to no less than a sixteenth of the step.
//! - **Energy**: a piece in which the bodies and the springs gain energy is in error. Losses are those of the laws at the
//!   stages or, in implicit pieces, what the balance leaves. At the end of a contact that was the only one, the speed of
//!   separation closes the balance of its pieces, by at most ten tolerances of it.
//! - **Clusters**: where only contacts tie bodies, those that touch each other have a time and pieces of their own
//!   ([`clusters`]). A chain whose links rattle pays for every impact once, not once per link.
//! - **Fallback**: a step of more than some hundred pieces ends with Euler's implicit rule, passive at any stiffness.
//!   `step_too_long` reports such steps.
//!
//! Nothing here knows a number of dimensions. [`Contacts`] are the places where a mechanism's joints touch, and [`Laws`] what
//! happens there: contact points in the plane, with films, springs and drags beside them ([`points`]; a gap with one
//! coordinate is one of these), and mating parts in space ([`mating`]).
//!
//! Sources: Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I and II; Rang & Angermann, BIT 45 (2005)
//! 761–787; the rest is own method.

#![expect(clippy::needless_range_loop, reason = "stages are indices of several tables")]

mod attempt;
mod bending;
mod clusters;
pub(crate) mod contacts;
mod control;
mod events;
mod explicit;
mod external;
mod fallback;
mod flexible;
mod flight;
mod graph;
mod implicit;
mod mating;
mod meeting;
mod motion;
mod norm;
mod piece;
mod points;
mod reach;
mod rosenbrock;
mod slot;
mod stages;
mod sums;
mod system;
mod tableau;
#[cfg(test)]
mod tests;

pub(crate) use contacts::{Contacts, Laws};
pub(crate) use control::Control;
pub(crate) use external::External;
pub(crate) use graph::Graph;
pub use mating::MatingJoints;
pub(crate) use mating::shifted;
pub(crate) use motion::Engine;
pub use points::Points;
