//! Prediction: the motion inside a communication step, computed with the mobility of the bodies.
//!
//! A host holds a load for a whole step H. A stiff contact lasts about as long as a sensible step, so a load computed
//! from the present state of the bodies is wrong by the time it acts. With the mobility of the bodies a joint can
//! integrate the contact inside the step and give the host the exact impulse.
//!
//! A [`Mechanism`] has coordinates q, velocities v, an inverse mass matrix (Mob), and contact slots whose loads are a
//! function of (q, v). [`OneJoint`] is a joint between two bodies with the mobility W of their relative motion; bodies
//! held together by several joints are another, see [`group`](crate::group). The [`Predictor`] is independent of the
//! kinds of joints; all its state is in the [`Memory`].
//!
//! # State
//!
//! | | meaning | purpose |
//! |---|---|---|
//! | [`Slot`] | contact point: onset of the contact, bristles, micro-slip; the surface's offset | contacts outlive steps |
//! | a | external acceleration of every coordinate | weight, drives and all other joints |
//! | v, H | the host's velocities at the last communication point, and the step made from there | to estimate a |
//! | F₁, F₂ | the last two loads given | the host's delay decides which of them acted |
//! | β, P | displacement and impulse of the loads given, beyond the prediction | to correct them |
//! | works | work of the loads, predicted and at the host | the work mismatch |
//!
//! # Order of operations
//!
//! At every communication point, with the host's (q, v) and the step H:
//!
//! 1. **Estimate a**: `a += g [(v − v₋)/H₋ − Mob Jᵀ F_acting − a]`, F_acting the loads that the host really
//!    used in the last interval, one output earlier per unit of [`Delay`]; the first few intervals
//!    have equal weights, so that no false zero has to be forgotten. Without a the energy is 5 % off for a body
//!    shaken by 300 N at H = 2e-4 s, and 30 % for one that drops into rest under 200 N.
//! 2. **Local state**: `q − Mob Jᵀβ`, `v − Mob JᵀP`. A held mean moves a body otherwise than the force that it
//!    replaces; the difference is due to this joint and known exactly. Without this step the restitution of one
//!    impact is wrong by 0.14 at 1e-4 s. With a delay the state is extrapolated to the moment at which the new load
//!    will act, by the loads that act before it. The positions of a semi-implicit host are taken back by half a step.
//! 3. **Integrate the motion** `v̇ = a + Mob Jᵀ F(q, v)` over H with the engine (`coupling/engine`), see there. External
//!    accelerations of mechanisms with films are extrapolated linearly, for a journal in its film creeps with them. A slot
//!    found *inside the wall although it had left* begins at the surface: the penetration counts from the place of the
//!    slot. A departing body is never hit twice, whatever the error of host or mobility. The offset goes as the slot
//!    leaves, or slowly while it stays.
//! 4. **Sums**: I = ∫F dt and S = ∬F dt² by joint; μ = HI/2 − S is the excess displacement by the held mean over that
//!    by the force.
//! 5. **Position correction** in load space: `P' = −(β + μ + PH/2)/H`, at most 0.3 of the load,
//!    `F = I/H + (P' − P)/H`, `β += μ + (P + P')H/2`. The net impulse is zero and no measurement is fed back, so it
//!    cannot become unstable, and it needs no inverse of W. Without it bodies rest in the wrong place and the loads'
//!    work drifts: by 3 % at 1e-4 s, by 6 % at 2e-4 s if a body comes to rest.
//! 6. **Report**: the peak normal force and ∫F_N dt of every slot, peak accelerations, and the *work
//!    mismatch* |W_host − W_unit|/W, without the energy that P has given the bodies and will take back, and without
//!    the work of external loads on the displacement β by which the host is ahead. As long as less than three tenths
//!    of the energy at stake have been turned over, the mismatch is relative to those: the energy of the motion along
//!    the loads and the energy that a load gives a body in a step. A first step, in which the external loads are not
//!    known, does not count. A wrong mobility, delay or kind of host shows there first. Energy that the pieces create
//!    or lose belongs to the mismatch, too. It is below 1e-3 at 1e-4 s with a correct coupling; a mobility that is off
//!    by 3 % makes it 4e-2, a wrong delay more.
//!
//! # Limits
//!
//! Mob must be right: an error of 5 % costs 0.4 to 0.9 % of the energy at 5e-5 s, 3 to 4 % at 1e-4 s and 8 to 11 % at
//! 2e-4 s for a body struck 280 times a second; a body whose given mass is a quarter too large becomes unstable there.
//! Loads that other units exert within the step count as external and one step old: joints of equal stiffness on one
//! light body belong in one mechanism. A delay needs steps of constant length. The host's velocities at a
//! communication point include P: they are off by up to 0.3 of an impact's velocity change.

mod exchange;
mod first_step;
mod host;
mod mechanism;
mod memory;
mod one_joint;
mod predictor;
mod slot;
mod work;

pub(crate) use exchange::CORRECTION;
pub use host::{Delay, HostState, Outcome, Settings, TOLERANCES};
pub use mechanism::{JointLoad, LoadVector, MatingContacts, Mechanism, Parallel, PointContacts};
pub use memory::{Coordinate, Memory};
pub use one_joint::{OneJoint, coordinates};
pub(crate) use one_joint::{balanced, joint_load, pair_load, turned_back};
pub use predictor::Predictor;
pub use slot::Slot;
pub(crate) use slot::{LANDING, is_met};
pub(crate) use work::Work;
