//! Mating parts of joints in space: a journal in its hole, with slices and thrust faces, or a ball in its socket.
//!
//! The frame of body a is in the middle of the hole, its z axis along it; that of body b in the middle of
//! the journal. A [`TiltingJournal`] is geometry and laws; a [`Contact`] is its state for one motion,
//! computed in three steps, which a [`Ball`] takes, too:
//!
//! 1. [`survey`](TiltingJournal::survey): depths and rates of all places of contact;
//! 2. [`find_onsets`](Contact::find_onsets): the impact speeds of the damping;
//! 3. [`press`](TiltingJournal::press): normal forces and friction sites.
//!
//! Friction follows from a [`FrictionLaw`](crate::laws::friction::FrictionLaw) for each [`FrictionSite`].
//!
//! Slices are independent (Winkler's foundation): there is no peak of pressure at an edge, and an edge is
//! softer than a sharp rim and stiffer than a rounded one. Bodies are rigid: see [`pin`](crate::laws::pin)
//! for an elastic pin.
//!
//! ```
//! use nalgebra::Vector3;
//! use spiel::laws::contact::{ElasticLaw, Loss};
//! use spiel::laws::contact::elastic::Hertz;
//! use spiel::laws::mating::{Contact, Fit, LineLoad, TiltingJournal};
//! use spiel::kinematics::spatial::Motion;
//! let steel = spiel::Material::default();
//! let law = ElasticLaw::Hertz(Hertz::internal(0.01, 0.00995, &steel, &steel, 1.5));
//! let journal = TiltingJournal {
//!     fit: Fit { clearance: 5e-5, journal_radius: 0.00995 },
//!     bearing_length: 0.02,
//!     journal_length: f64::INFINITY,
//!     slices: 6,
//!     line: LineLoad::Spread(law, 0.02),
//!     damping: [Loss::of_factor(0.0); 2],
//!     floor: 1e-3,
//!     faces: None,
//! };
//! let mut contact = Contact::new(journal.slices);
//! let deep = Motion { position: Vector3::new(6e-5, 0.0, 0.0), ..Motion::rest() };
//! journal.survey(&mut contact, &deep);
//! contact.find_onsets(journal.floor, |_| 0.0, |_, _, rate| rate);
//! journal.press(&mut contact);
//! let force: f64 = law.force(1e-5);
//! assert!((contact.load.force.x / force + 1.0).abs() < 1e-12);
//! ```

mod ball;
mod contact;
mod friction_site;
mod laws;
mod line;
mod onsets;
mod parts;
mod press;
mod ring;
mod section;
mod surface;
#[cfg(test)]
mod tests;
mod thrust;
mod tilting;

pub use ball::Ball;
pub(crate) use ball::LARGEST_HALF_ANGLE;
pub use contact::{CONTACTS, Contact, FirstTouch};
pub use friction_site::FrictionSite;
pub use laws::MatingLaws;
pub use line::LineLoad;
pub(crate) use parts::HOLE;
pub use parts::MatingParts;
pub use ring::Moments;
pub use section::{Fit, Section};
pub use surface::Surface;
pub use thrust::Faces;
pub(crate) use tilting::MOST_SLICES;
pub use tilting::TiltingJournal;
