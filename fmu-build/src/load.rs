//! The loader: any FMU of FMI 2.0 or 3.0, in co-simulation or in model exchange, driven through its C interface.
//!
//! Beside the FMI layer this is the only place with unsafe code: it calls functions it found by name
//! in a library, and trusts that library to keep the standard it claims.

#![allow(
    unsafe_code,
    reason = "a library's functions are called on its word that it keeps the standard"
)]

mod component;
mod equations;
mod fmu;
mod instance;
mod linked;
mod opened;
mod symbols;
mod three;
mod together;
mod two;
mod values;

pub use component::{Component, Settings};
pub use equations::{Completed, Equations, Event};
pub use fmu::Fmu;
pub(crate) use fmu::description_of;
pub use instance::Instance;
pub(crate) use linked::names;
pub use values::SavedState;
