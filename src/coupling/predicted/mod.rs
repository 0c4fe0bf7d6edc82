//! Prediction: what the loads do inside a communication step, computed with the mobility of the bodies.
//!
//! A host holds a load for a whole step H. A stiff contact lasts about as long as a sensible step, so a
//! load that only looks at where the bodies *are* is wrong by the time it acts. Who knows how easily
//! the bodies move can follow the contact inside the step and give the host the exact impulse.
//!
//! A [`Mechanism`] says what that takes: coordinates q, velocities v, what a unit impulse does to them
//! (Mob), and contact slots that give loads as a function of (q, v). [`OneJoint`] is a joint between
//! two bodies with the mobility W of their relative motion; bodies held together by several joints are
//! another, see [`group`](crate::group). The [`Predictor`] knows nothing of joints; [`Memory`] is all
//! it remembers.
//!
//! # State
//!
//! | | what | why |
//! |---|---|---|
//! | [`Slot`] | contact point: how the contact began, bristles, micro-slip; the surface's offset | contacts outlive steps |
//! | a | external acceleration of every coordinate | weight, drives and all other joints |
//! | v, H | the host's velocities at the last communication point, and the step made from there | to learn a |
//! | F₁, F₂ | the last two loads given, as the host holds them | which of them acted depends on the host |
//! | β, P | by how much the loads given have moved and pushed the bodies beyond the prediction | to leave it out again |
//! | works | of the loads, here and at the host | the health of the coupling |
//!
//! # Order of operations
//!
//! At every communication point, with the host's (q, v) and the step H:
//!
//! 1. **Learn a**: `a += g [(v − v₋)/H₋ − Mob Jᵀ F_acting − a]`, F_acting the loads that the host really
//!    used in the last interval, one output earlier per unit of [`Delay`]; the first few intervals
//!    count alike, so that no false zero has to be forgotten. Without a the energy is 5 % off for a body
//!    shaken by 300 N at H = 2e-4 s, and 30 % for one that drops into rest under 200 N.
//! 2. **Local start**: `q − Mob Jᵀβ`, `v − Mob JᵀP`. A held mean moves a body otherwise than the force
//!    behind it; that is this joint's own doing and known exactly. Without this step the restitution of
//!    one impact is wrong by 0.14 at 1e-4 s. With a delay the state is carried on to where the new load
//!    will act, by the loads still on their way. A semi-implicit host is brought half a step back.
//! 3. **Follow the motion** `v̇ = a + Mob Jᵀ F(q, v)` over H:
//!    - *free flight* in closed form, no farther at a time than the nearest gap allows (at least
//!      H/20), and onto the surface: the rate *there* is the impact speed, and a contact that began
//!      too late has missed force (at 2e-4 s: 2.4e-3 of restitution instead of 2e-4);
//!    - *contact* in pieces of Nyström's rule of the fourth order, which asks for forces at start, middle and end.
//!      The speeds of the middle follow from forces that grow and turn evenly on the way there: that has damping to
//!      the third order. A piece is as long as the largest row sum max_i Σ_j k_j |W_ij| over the closed slots
//!      allows, which stays local however long a chain is. It ends where an open slot touches, also one that
//!      crosses its hole in it, is made shorter where its middle shows more stiffness than its start or other
//!      normals, and goes no farther than 0.6 of the way to the surface that a slot leaves: the force has a corner
//!      there.
//!      What a spring stores beyond what the loads have put in is energy from nothing, some 1e-4 of an
//!      impact's: while bodies part, a part of the impulse is left out until it is taken back. Without
//!      that, bodies that lose nothing gain energy without end over thousands of impacts;
//!    - *friction* is implicit in the sliding speeds of all closed slots and L-stable, so neither bristles
//!      nor their damping set the pieces: it is the force of the law's exact solution at a mean speed
//!      that it decides itself, under a normal force that grows evenly. Of several balances it takes
//!      the one that is met first: what comes to rest is caught;
//!    - *films* are found together, implicit in the mean velocities of the piece and half the way there, so
//!      that a journal which creeps follows the midpoint rule; their speeds change by what accelerates the bodies
//!      and by the turn of arms and axes alone; what accelerates the bodies from outside goes on
//!      growing as it did. A step has at least sixteen pieces then;
//!    - *coarse pieces* by Euler's implicit rule in all forces where normal damping is stiffer than a
//!      fiftieth of a piece, and for what is left of a step after three hundred pieces, or ten for every
//!      joint: no finite motion is refused. They press along the normals of their end, and are halved
//!      where these turn so far that energy would be made. What they make all the same is paid with what is lost
//!      next, before that counts as lost. `step_too_long` reports such steps;
//!    - a slot found *inside the wall although it had left* begins at the surface: the wall counts
//!      from where the slot is. A departing body is never hit twice, whatever host or mobility got
//!      wrong. The offset goes as the slot leaves, or slowly while it stays.
//! 4. **Sums**: I = ∫F dt and S = ∬F dt² by joint; μ = HI/2 − S is how much farther the held mean moves
//!    the body than the force did.
//! 5. **Position correction** in load space: `P' = −(β + μ + PH/2)/H`, at most 0.3 of the load,
//!    `F = I/H + (P' − P)/H`, `β += μ + (P + P')H/2`. The net impulse is zero and nothing measured is fed
//!    back, so it cannot become unstable, and it needs no inverse of W. Without it bodies rest in the
//!    wrong place and the loads' work drifts: 3 % at 1e-4 s, 6 % at 2e-4 s where a body comes to rest.
//! 6. **Report**: the peak normal force and ∫F_N dt of every slot, peak accelerations, and the *work
//!    mismatch* |W_host − W_unit|/W, without the energy that P has lent the bodies and will take back, and without
//!    the work that outer loads have done on the way β that the host is ahead. As long as less than three tenths of
//!    the energy at stake have been turned over, the mismatch is over those: of the motion along the loads and of
//!    what a load gives a body in a step. A first step, in which the outer loads are not known, does not count.
//!    A wrong mobility, delay or kind of host shows there first. What the bodies get inside the step
//!    beyond the work of the loads belongs to it, too: energy that a piece makes or loses. It is
//!    below 1e-3 at 1e-4 s when all is well; a mobility 3 % off makes it 4e-2, a wrong delay more.
//!
//! # Limits
//!
//! Mob must be right: 5 % off cost 0.4 to 0.9 % of the energy at 5e-5 s, 3 to 4 % at 1e-4 s and 8 to
//! 11 % at 2e-4 s for a body struck 280 times a second; a body given a quarter too heavy becomes
//! unstable there. Loads that other
//! units exert within the step count as external and one step old: joints as stiff as each other on one
//! light body belong in one mechanism. A delay wants steps of one length. What the host shows at a
//! communication point includes P: its velocities there stray by up to 0.3 of an impact's.

mod coarse;
mod couplings;
mod exchange;
mod films;
mod first_step;
mod mechanism;
mod meeting;
mod memory;
mod oil;
mod oiled;
mod one_joint;
mod piece_size;
mod predictor;
mod press;
mod rub;
mod slot_motion;
mod step_motion;

pub(crate) use exchange::{CORRECTION, Exchange, Followed};
pub(crate) use mechanism::limited;
pub use mechanism::{JointLoad, Mechanism};
pub(crate) use memory::Work;
pub use memory::{Coordinate, Memory, Slot};
pub use oiled::{OiledPredictor, OiledStep};
pub use one_joint::{OneJoint, coordinates, pair_load};
pub(crate) use one_joint::{balanced, joint_load, turned_back};
pub use predictor::{HostState, Outcome, Predictor};
pub(crate) use rub::implicitness;

use model_description::choices;

choices! {
    /// When the load of a communication point acts in the host.
    pub enum Delay {
        /// In the step that begins there.
        Without: "none" = 1,
        /// Half in the step that begins there, half in the next one.
        Half: "half" = 2,
        /// In the next step.
        One: "one" = 3,
    }
}

impl Delay {
    /// The mean delay in steps.
    pub fn steps(self) -> f64 {
        match self {
            Self::Without => 0.0,
            Self::Half => 0.5,
            Self::One => 1.0,
        }
    }
}

/// How the predictor meets its host.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// When the host uses the loads.
    pub delay: Delay,
    /// Whether the host moves positions with the velocity of the step's end (semi-implicit Euler):
    /// they are half a step ahead of the velocities then. Wants steps of one length.
    pub semi_implicit: bool,
    /// g_a: how much of a new estimate of the external acceleration is taken, in (0, 1].
    pub filter: f64,
    /// How fine the motion inside a step is.
    pub accuracy: Accuracy,
}

impl Settings {
    /// Whether loads act in the step that they are given for and positions move with mean velocities.
    fn is_plain(&self) -> bool {
        self.delay == Delay::Without && !self.semi_implicit
    }
}

impl Default for Settings {
    /// For a joint that shares its bodies with others.
    fn default() -> Self {
        Self {
            delay: Delay::Without,
            semi_implicit: false,
            filter: 0.3,
            accuracy: Accuracy::default(),
        }
    }
}

/// How fine the motion inside a step is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Pieces of contact over the reciprocal frequency there, 0.1 to 0.3.
    pub contact: f64,
    /// Pieces of contact over the time in which friction damps the sliding, at most 1.
    pub friction: f64,
}

impl Default for Accuracy {
    fn default() -> Self {
        Self { contact: 0.3, friction: 0.2 }
    }
}
