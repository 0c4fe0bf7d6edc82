//! Joints and machines for a page that runs them in the reader's browser.
//!
//! A [`Rig`] is what the page shows: a joint between a frame at rest and a body that the rig moves as a host
//! does, one communication step after the other, or a machine that moves its own bodies. The page describes
//! one in JSON ([`Order`]) and receives [samples](Rig::run) as numbers. `exports` are the functions that
//! JavaScript calls; nothing else here knows of a browser, so a native program runs the same rigs.

mod exports;
mod host;
mod order;
mod rig;
mod rows;

pub use order::{Coordinate, Hand, Motion, Order};
pub use rig::Rig;
pub use rows::rows;
