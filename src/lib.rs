//! Contact, friction and wear in real mechanical joints.
//!
//! The parts, from the law to the thing a host can step:
//!
//! - [`contact`]: what presses two surfaces apart: elastic laws, dissipation, one contact point;
//! - [`friction`]: what drags along them;
//! - [`interface`]: clamped rough surfaces: micro-slip, slip, and their parameters from measured loops;
//! - [`pin`]: a long pin that bends in its hole, slice by slice, and wears it;
//! - [`planar`]: motions and loads of bodies in the plane;
//! - [`coupling`]: how a load becomes what a host may hold for a whole communication step;
//! - [`joints`]: complete joints, each in one file, and the list of them;
//! - [`fault`]: what can go wrong, said so that a user can act on it;
//! - [`group`]: several joints and the bodies between them as one model;
//! - [`model`]: what a unit is made of;
//! - [`mechanism`]: rigid bodies under ideal joints, to put the joints to work on;
//! - [`mod@unit`]: a joint with numbered variables, ready to be driven step by step.
//!
//! SI units everywhere. Every law says in its own documentation where it comes from and where it
//! stops being valid.

pub mod contact;
pub mod coupling;
pub mod fault;
pub mod friction;
pub mod group;
pub mod interface;
pub mod joints;
mod material;
pub mod mechanism;
pub mod model;
pub mod parts;
pub mod pin;
pub mod planar;
mod real;
pub mod unit;

pub use fault::Fault;
pub use material::{Material, Pair, effective_modulus};
pub use model_description::{Choice, Interval, Quantities, Row, Value};
pub use real::Real;
