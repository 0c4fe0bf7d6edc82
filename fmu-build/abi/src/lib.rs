//! The FMI 2.0 C interface around a joint.
//!
//! All unsafe code of the project that importers meet is here. [`export!`] turns a joint into a
//! library; every exported function is a shell around one door, which checks null, checks the call
//! order against a table, catches panics and turns what went wrong into a status and one line in the
//! host's log. No allocation, lock or I/O happens in fmi2DoStep, fmi2Set… and fmi2Get….

#![allow(
    clippy::result_large_err,
    reason = "a refusal is a line on the stack: it must not allocate"
)]

mod call;
mod co_simulation;
mod exported;
mod functions;
mod instance;
mod logger;
mod model_exchange;
mod order;
mod resource;
pub mod types;

pub use co_simulation::*;
pub use exported::{Exported, read_plan};
pub use functions::*;
pub use model_exchange::*;
pub use order::{Function, Phase};
pub use resource::{UnitFile, default_guid, folder_of};

/// Makes a library of what is [`Exported`]: the one function that must know which it is.
#[macro_export]
macro_rules! export {
    ($exported:expr) => {
        /// Makes an instance of the joint.
        ///
        /// # Safety
        /// As FMI 2.0 says: strings end with a null byte, the callbacks stay valid.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn fmi2Instantiate(
            name: $crate::types::fmi2String,
            kind: $crate::types::fmi2Type,
            guid: $crate::types::fmi2String,
            resources: $crate::types::fmi2String,
            callbacks: *const $crate::types::fmi2CallbackFunctions,
            _visible: $crate::types::fmi2Boolean,
            logging: $crate::types::fmi2Boolean,
        ) -> $crate::types::fmi2Component {
            const EXPORTED: $crate::Exported = $exported;
            // SAFETY: the importer's promise is this function's own condition.
            unsafe {
                $crate::instantiate(&EXPORTED, name, kind, guid, resources, callbacks, logging)
            }
        }
    };
}
