//! The C interface of FMI 2.0, and all unsafe code of this crate: an importer's pointers end here.

#![allow(
    unsafe_code,
    reason = "pointers are followed on the importer's word; the modules beside this one only ever \
              see references and slices"
)]

mod arithmetic;
mod call;
mod co_simulation;
mod export;
mod functions;
mod host;
mod instantiate;
mod lent;
mod model_exchange;
mod order;
pub mod types;

pub use co_simulation::*;
pub use functions::*;
pub use instantiate::*;
pub use model_exchange::*;
pub use order::Function;
