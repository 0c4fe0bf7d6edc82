//! Contact, friction and wear in real mechanical joints.
//!
//! A contact force, from the law:
//!
//! ```
//! use spiel::contact::elastic::Hertz;
//! use spiel::contact::{ElasticLaw, NormalLaw, NormalParameters};
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
//! use spiel::{block::Block, catalogue, coupling::Step, model::Build};
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
//! The parts, from the law to the thing a host can step; each uses only those above it:
//!
//! - [`fault`]: what can go wrong, in words that a user can act on;
//! - [`planar`]: motions and loads of bodies in the plane;
//! - [`film`]: oil between a journal and its bearing, and what rough surfaces carry through it;
//! - [`interface`]: clamped rough surfaces: micro-slip, slip, and their parameters from measured loops;
//! - [`friction`]: what drags along two surfaces;
//! - [`contact`]: what presses them apart: elastic laws, dissipation, one contact point;
//! - [`wear_map`]: a bearing and a journal that wear where they touch, and the contact on the worn shape;
//! - [`backlash`]: play in one coordinate: two flanks, a spring, a drag;
//! - [`pin`]: a long pin that bends in its hole, slice by slice, and wears it;
//! - [`spatial`]: a journal that tilts in its hole and slides along it, in space;
//! - [`coupling`]: how a load becomes what a host may hold for a whole communication step;
//! - [`ports`]: how a host gives the motion of two bodies and gets their loads;
//! - [`model`]: what can be stepped, with flat arrays of numbers in and out;
//! - [`block`]: a model with numbered variables, ready to be driven step by step;
//! - [`joints`]: complete joints, each in one file;
//! - [`mechanism`]: rigid bodies under ideal joints, to put the joints to work on;
//! - [`group`]: several joints and the bodies between them as one model;
//! - [`catalogue`]: every model by name.
//!
//! SI units everywhere. Every law says in its own documentation where it comes from and where it
//! stops being valid.

pub mod backlash;
pub mod block;
pub mod catalogue;
pub mod contact;
pub mod coupling;
pub mod fault;
pub mod film;
pub mod friction;
pub mod group;
pub mod interface;
pub mod joints;
mod material;
pub mod mechanism;
pub mod model;
mod numerics;
pub mod pin;
pub mod planar;
pub mod ports;
mod real;
pub mod spatial;
pub mod wear_map;

pub use fault::Fault;
pub use material::{Material, Pair, effective_modulus};
pub use model_description::{Choice, Interval, Quantities, Row, Value};
pub use real::Real;
