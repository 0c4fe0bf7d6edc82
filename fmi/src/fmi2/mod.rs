//! Everything that C sees, and all unsafe code of this crate: an importer's pointers end here.

#![allow(
    unsafe_code,
    reason = "pointers are followed on the importer's word; what lies behind this module only ever \
              sees references and slices"
)]

mod arithmetic;
mod call;
mod co_simulation;
mod functions;
mod host;
mod instantiate;
mod lent;
mod model_exchange;
pub(crate) mod order;
pub mod types;

pub(crate) use arithmetic::HostArithmetic;
pub use co_simulation::*;
pub use functions::*;
pub(crate) use host::Host;
pub use instantiate::*;
pub use model_exchange::*;
pub use order::Function;
