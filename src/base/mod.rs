//! Foundations of all other modules: faults, materials, dual numbers, numerical methods.

mod apart;
mod clone;
pub mod fault;
mod finite;
pub(crate) mod material;
pub mod numerics;
pub(crate) mod real;
mod version;

pub(crate) use apart::apart;
pub(crate) use clone::{clone_in_place, clone_large};
pub use fault::Fault;
pub(crate) use finite::{MODERATE, all_finite, none_is_large};
pub(crate) use material::effective_modulus;
pub use material::{Material, Pair};
pub use real::Real;
pub(crate) use version::Version;
