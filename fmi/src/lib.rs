//! The FMI 2.0 C interface around a joint.
//!
//! All unsafe code of the project that importers meet is in its module `fmi2`. [`export!`] turns a joint
//! into a library; every exported function is a shell that makes slices of pointers, around a safe
//! body behind one door, which checks null, checks the call order against a table, catches panics and
//! turns what went wrong into a status and one line. The host's logger gets the lines of a call when it
//! is over: a logger may call the instance, end it, throw an exception or jump away. No allocation, lock
//! or I/O happens in fmi2DoStep, fmi2Set… and fmi2Get…; tests hold every call to 32 kB of stack.

#![allow(
    clippy::result_large_err,
    reason = "a refusal is a line on the stack: it must not allocate"
)]

pub mod fmi2;
mod slave;

pub use fmi2::order::Phase;
pub use slave::resource::{
    BuildFile, MOST_TEXT, default_guid, folder_of, is_plain_name, read_file, read_text,
};
pub use slave::{Scaled, scaled};
pub use spiel::model::ModelKind;

/// Makes a library of one [`ModelKind`](spiel::model::ModelKind): the one function that must know which
/// it is.
#[macro_export]
macro_rules! export {
    ($kind:expr) => {
        /// Makes an instance of the joint.
        ///
        /// # Safety
        /// As FMI 2.0 says: strings end with a null byte, the callbacks stay valid.
        // SAFETY: FMI 2.0 gives the name to this very function.
        #[unsafe(no_mangle)]
        #[allow(unsafe_code, reason = "C calls it, and all it does is to pass on what C promised")]
        pub unsafe extern "C-unwind" fn fmi2Instantiate(
            name: $crate::fmi2::types::fmi2String,
            kind: $crate::fmi2::types::fmi2Type,
            guid: $crate::fmi2::types::fmi2String,
            resources: $crate::fmi2::types::fmi2String,
            callbacks: *const $crate::fmi2::types::fmi2CallbackFunctions,
            _visible: $crate::fmi2::types::fmi2Boolean,
            logging: $crate::fmi2::types::fmi2Boolean,
        ) -> $crate::fmi2::types::fmi2Component {
            const KIND: $crate::ModelKind = $kind;
            // SAFETY: the importer's promise is this function's own condition.
            unsafe {
                $crate::fmi2::instantiate(&KIND, name, kind, guid, resources, callbacks, logging)
            }
        }
    };
}
