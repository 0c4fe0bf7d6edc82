//! Wear over the years: a pin and a hole that wear under a load cycle that repeats.
//!
//! At every instant of the cycle the pin is at rest under its load, so a cycle needs no masses and no host: its forces
//! and the rotation of the pin suffice. The cycle is condensed into a few [`Pose`]s, each with its part of the sliding
//! distance; the wear of a computed cycle is extrapolated over the next ones by [`Cycles`](super::wear::Cycles), or, where
//! stiff contacts make that unstable, by a stabilised rule.
//!
//! - [`cycle`]: the load cycle;
//! - [`pair`]: the interface of a pin and a hole that wear, with their play and their worn volumes;
//! - [`round`], [`sliced`]: a pin in a hole of one piece, and one that bends in a hole cut into slices;
//! - [`march`]: cycle after cycle;
//! - [`stabilised`]: many cycles in one stable step, for stiff contacts.
//!
//! Validity: impacts of a pin that crosses its play are left out, as is the sliding by the motion of the pin's centre,
//! a part of clearance over radius of the whole where the load turns as far as the pin.
//!
//! Source: own method; Archard's law as in [`wear`](super::wear).

pub mod cycle;
mod leap;
pub mod march;
pub mod pair;
pub mod round;
pub mod sliced;
pub mod stabilised;
#[cfg(test)]
mod tests;

pub use cycle::{LoadCycle, Pose, Sample};
pub use leap::Jumps;
pub use march::{Course, March};
pub use pair::{Rest, WearPair, play, volumes};
pub use round::RoundPair;
pub use sliced::SlicedPair;
