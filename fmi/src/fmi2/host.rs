//! The host's callbacks: the one place from which a joint calls back.

use super::types::{fmi2CallbackFunctions, fmi2Status};
use std::ffi::CStr;

/// An importer's callbacks, with its promise that they can be called.
#[derive(Clone, Copy)]
pub struct Host(fmi2CallbackFunctions);

impl Host {
    /// The callbacks that `callbacks` points at; nothing for null.
    ///
    /// # Safety
    /// FMI 2.0: `callbacks` is null or valid; the functions stay callable with their environment as
    /// long as the instance lives, from whichever thread calls it.
    pub(super) unsafe fn lent(callbacks: *const fmi2CallbackFunctions) -> Option<Self> {
        // SAFETY: by this function's own condition.
        unsafe { callbacks.as_ref() }.copied().map(Self)
    }

    /// Hands a line to the host's logger, if there is one. `format` asks for no arguments: each % in it
    /// is doubled.
    pub fn log(&self, instance: &CStr, status: fmi2Status, category: &CStr, format: &CStr) {
        let Some(log) = self.0.logger else { return };
        // SAFETY: whoever called `lent` has promised a callable logger; all strings end with a null
        // byte and outlive the call; `format` has no single %, so it takes no arguments.
        unsafe {
            log(
                self.0.component_environment,
                instance.as_ptr(),
                status,
                category.as_ptr(),
                format.as_ptr(),
            );
        }
    }
}

// SAFETY: whoever called `lent` has promised that the callbacks may be called from whichever thread
// calls the instance.
unsafe impl Send for Host {}
