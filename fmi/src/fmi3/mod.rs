//! The C interface of FMI 3.0, around the same unit as that of FMI 2.0.

#![allow(unsafe_code, reason = "C calls these functions, and what it has promised is passed on")]

mod functions;
mod host;
mod instantiate;
mod order;
mod stepping;
mod stubs;
pub mod types;

pub use functions::*;
pub use instantiate::*;
pub use order::Function;
pub use stepping::*;
pub use stubs::*;
