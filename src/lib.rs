//! Contact, friction and wear in real mechanical joints.
//!
//! A contact force, from the law:
//!
//! ```
//! use spiel::laws::contact::elastic::Hertz;
//! use spiel::laws::contact::{ElasticLaw, NormalLaw, NormalParameters};
//! use spiel::Material;
//! let steel = Material::default();
//! let hertz = Hertz::internal(0.01, 0.0095, &steel, &steel, 1.5);
//! let law = NormalLaw::new(&NormalParameters::default(), ElasticLaw::Hertz(hertz));
//! let force = law.force(1e-5, 0.05, 0.1); // depth 10 µm, closing at half the impact speed
//! assert!(force.total > force.elastic && force.elastic > 1e3);
//! ```
//!
//! A journal of 1 kg that meets its bearing at 1 m/s, step by step:
//!
//! ```
//! use spiel::block::Block;
//! use spiel::catalogue;
//! use spiel::coupling::Step;
//! use spiel::model::Build;
//! # fn main() -> Result<(), spiel::Fault> {
//! let mut pin = Block::new(catalogue::named("revolute_clearance").unwrap(), &Build::default())?;
//! let [x, vx, fx] = ["frame_b.x", "frame_b.vx", "load_b.fx"].map(|name| pin.number(name).unwrap());
//! pin.initialize(0.0)?;
//! pin.begin()?;
//! let (mut place, mut speed, size) = (4.99e-4, 1.0, 1e-7);
//! for count in 0..3000 {
//!     pin.assign(x, place.into())?;
//!     pin.assign(vx, speed.into())?;
//!     pin.advance(Step { start: f64::from(count) * size, size })?;
//!     let acceleration = pin.value(fx)?.number(); // per kilogram
//!     place += size * (speed + 0.5 * size * acceleration);
//!     speed += size * acceleration;
//! }
//! assert!((speed + 0.9).abs() < 0.02, "restitution 0.9: {speed}");
//! # Ok(())
//! # }
//! ```
//!
//! Ten types to start with:
//!
//! | type | use |
//! |---|---|
//! | [`block::Block`] | steps any joint or group by the names of its variables |
//! | [`model::Build`] | start values and files that a block is made with |
//! | [`coupling::Step`] | start and size of a communication step |
//! | [`joints::Joint`] | a joint as functions of the relative motion, to step it without names |
//! | [`laws::contact::NormalLaw`] | normal force of a contact: elastic law and dissipation |
//! | [`laws::friction::FrictionLaw`] | friction: LuGre, Coulomb, micro-slip |
//! | [`laws::film::Film`] | oil between a journal and its bearing |
//! | [`coupling::Mobility`] | response of a pair of bodies to a load, for prediction |
//! | [`group::Plan`] | bodies and joints that are stepped together |
//! | [`Fault`] | every refusal: the thing, its value, what is allowed |
//!
//! The rooms, lowest first; each uses only those above it here:
//!
//! - [`base`]: faults in words that a user can act on, materials, numbers, numerical methods;
//! - [`kinematics`]: motions and loads of bodies, in the plane and in space;
//! - [`laws`]: interface, friction, film, contact, wear, backlash, pin, journal;
//! - [`coupling`]: how a load becomes the one that a host may hold for a whole communication step;
//! - [`ports`]: how a host gives the motion of two bodies and gets their loads;
//! - [`model`]: a thing that can be stepped, with flat arrays of numbers in and out;
//! - [`block`]: a model with numbered variables, ready to be driven step by step;
//! - [`joints`]: complete joints, by kind;
//! - [`group`]: several joints and the bodies between them as one model;
//! - [`catalogue`]: every model by name.
//!
//! SI units everywhere. Every law says in its own documentation where it comes from and where it
//! stops being valid.

// Helpers of the tests outside are used by some inside.
#[cfg(test)]
extern crate self as spiel;

pub mod base;
pub mod block;
pub mod catalogue;
pub mod coupling;
pub mod group;
pub mod joints;
pub mod kinematics;
pub mod laws;
pub mod model;
pub mod ports;

pub use base::{Fault, Material, Pair, Real};
pub use model_description::{Choice, Interval, Quantities, Row, Value};
