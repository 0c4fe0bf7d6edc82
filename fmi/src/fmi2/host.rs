//! The host's callbacks: the one place from which a joint calls back.

use super::types::{fmi2CallbackFunctions, fmi2Status};
use crate::c::{Answer, Categories, escaped};
use crate::slave::{Category, Say, Severity};
use std::ffi::{CStr, CString};

/// The categories of the log, as an importer chooses them.
pub(super) const CATEGORIES: Categories = &[
    ("events", &[Category::Events]),
    ("errors", &[Category::Errors]),
    ("coupling", &[Category::Coupling]),
    ("all", &Category::ALL),
];

/// Returns the name of a category in modelDescription.xml.
const fn name(category: Category) -> &'static CStr {
    match category {
        Category::Events => c"events",
        Category::Errors => c"errors",
        Category::Coupling => c"coupling",
    }
}

/// An importer's callbacks, with its promise that they can be called.
#[derive(Clone, Copy)]
pub(super) struct Host(fmi2CallbackFunctions);

impl Host {
    /// The callbacks that `callbacks` points at; nothing for null.
    ///
    /// # Safety
    /// FMI 2.0: `callbacks` is null or valid; the functions stay callable with their environment as
    /// long as the instance lives, from every thread that calls it.
    pub unsafe fn lent(callbacks: *const fmi2CallbackFunctions) -> Option<Self> {
        // SAFETY: by this function's own condition.
        unsafe { callbacks.as_ref() }.copied().map(Self)
    }

    /// Returns a function that hands the lines of `instance` to the host's logger.
    pub fn say(self, instance: &str) -> Say {
        let instance = CString::new(instance.replace('\0', "")).unwrap_or_default();
        Box::new(move |severity, category, text| self.log(&instance, severity, category, text))
    }

    fn log(&self, instance: &CStr, severity: Severity, category: Category, text: &str) {
        let Some(log) = self.0.logger else { return };
        // Some hosts show the format and ignore its arguments: it has none.
        let format = escaped(text, '%');
        let Ok(format) = CStr::from_bytes_until_nul(format.as_bytes()) else { return };
        // SAFETY: the caller of `lent` has promised a callable logger; all strings end with a null
        // byte and outlive the call; `format` has no single %, so it takes no arguments.
        unsafe {
            log(
                self.0.component_environment,
                instance.as_ptr(),
                severity.into(),
                name(category).as_ptr(),
                format.as_ptr(),
            );
        }
    }
}

impl From<Answer> for fmi2Status {
    fn from(answer: Answer) -> Self {
        answer.map_or(Self::fmi2OK, Self::from)
    }
}

impl From<Severity> for fmi2Status {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::fmi2OK,
            Severity::Warning => Self::fmi2Warning,
            Severity::Error => Self::fmi2Error,
            Severity::Fatal => Self::fmi2Fatal,
        }
    }
}
