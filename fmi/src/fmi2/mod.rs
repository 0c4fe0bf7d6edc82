//! The C interface of FMI 2.0.

#![allow(unsafe_code, reason = "C calls these functions, and what it has promised is passed on")]

mod co_simulation;
mod functions;
mod host;
mod instantiate;
mod model_exchange;
mod order;
pub mod types;

pub use co_simulation::*;
pub use functions::*;
pub use instantiate::*;
pub use model_exchange::*;
pub use order::Function;
