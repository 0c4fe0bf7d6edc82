//! The loader: any FMI 2.0 co-simulation FMU, driven through its C interface.
//!
//! Beside the FMI layer this is the only place with unsafe code: it calls functions it found by name
//! in a library, and trusts that library to keep the standard it claims.

#![allow(unsafe_code)]

mod fmu;
mod instance;
mod symbols;

pub use fmu::Fmu;
pub use instance::{Instance, SavedState, Settings};
