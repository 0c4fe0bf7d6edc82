//! The joints.
//!
//! A [`Joint`] is a set of functions of the motion of body b relative to body a. [`ContactJoint`] is the
//! one implementation of joints that touch at contact points; [`kind`] makes any joint a model.
//!
//! ```
//! use spiel::coupling::Step;
//! use spiel::joints::{Joint, RevoluteClearance};
//! use spiel::joints::revolute::clearance::{Parameters, Report};
//! use spiel::kinematics::planar::{Motion, Path};
//! use spiel::ports::PairMotion;
//! use spiel::Quantities;
//! # fn main() -> Result<(), spiel::Fault> {
//! let mut pin = RevoluteClearance::new(&Parameters::default(), &Default::default())?;
//! let mut journal = Motion::rest();
//! journal.position.x = 5.01e-4; // one micrometre inside the bearing
//! let mut values = vec![0.0; Report::COUNT];
//! let motion = PairMotion::along(Path::straight(journal));
//! let mut state = pin.begin(&motion, 0.0, &mut values)?;
//! let mut end = pin.end(values.len());
//! let load = pin.step(&motion, (&mut state, &mut end), Step { start: 0.0, size: 1e-6 })?;
//! pin.report((&state, &end), &mut values);
//! let report = Report::read(&values);
//! assert!((load.b.force.x + report.contact.normal_force).abs() < 1e-9); // it is pushed back
//! # Ok(())
//! # }
//! ```

pub mod backlash;
pub mod bushing;
mod doubts;
mod joint;
pub mod mating;
pub mod point_contact;
mod profile;
pub mod revolute;
pub mod rough_interface;
pub mod sliced_pin;
pub mod spatial_revolute;
pub mod spherical_clearance;
#[cfg(test)]
mod test_host;
#[cfg(test)]
mod tests;
pub mod translational;
mod wearing;

pub use backlash::{GearMesh, RotationalBacklash, TranslationalBacklash, line};
pub use bushing::Bushing;
pub use joint::{Joint, LoadOf, PairOf, kind};
pub use point_contact::ContactJoint;
pub use profile::Profile;
pub use revolute::{REVOLUTE, RevoluteClearance, WornRevolute};
pub(crate) use revolute::{WearState, WornSurfaces};
pub use rough_interface::RoughInterface;
pub use sliced_pin::SlicedPin;
pub use spatial_revolute::SpatialRevolute;
pub use spherical_clearance::SphericalClearance;
pub use translational::TranslationalClearance;
pub use wearing::wear_pair;
