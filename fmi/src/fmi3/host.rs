//! The host's logger in FMI 3.0: the one place from which a joint calls back.

use super::types::{fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3Status};
use crate::c::{Answer, Categories, escaped};
use crate::slave::{Category, Say, Severity};
use std::ffi::CStr;

/// The categories of the log. Errors are logged in any case.
pub(super) const CATEGORIES: Categories = &[
    ("logEvents", &[Category::Events]),
    ("logStatusWarning", &[Category::Errors]),
    ("logStatusError", &[]),
    ("logStatusFatal", &[]),
    ("coupling", &[Category::Coupling]),
];

/// Returns the name of a line's category in modelDescription.xml.
const fn name(severity: Severity, category: Category) -> &'static CStr {
    match (category, severity) {
        (Category::Events, _) => c"logEvents",
        (Category::Coupling, _) => c"coupling",
        (Category::Errors, Severity::Info | Severity::Warning) => c"logStatusWarning",
        (Category::Errors, Severity::Error) => c"logStatusError",
        (Category::Errors, Severity::Fatal) => c"logStatusFatal",
    }
}

/// An importer's logger, with its promise that it can be called.
#[derive(Clone, Copy)]
pub(super) struct Host {
    environment: fmi3InstanceEnvironment,
    log: fmi3LogMessageCallback,
}

impl Host {
    /// A logger with its environment; nothing for null.
    ///
    /// # Safety
    /// FMI 3.0: the function stays callable with this environment, which may be null, as long as the
    /// instance lives, from every thread that calls it.
    pub unsafe fn lent(
        environment: fmi3InstanceEnvironment,
        log: Option<fmi3LogMessageCallback>,
    ) -> Option<Self> {
        log.map(|log| Self { environment, log })
    }

    /// Returns a function that hands lines to the host's logger.
    pub fn say(self) -> Say {
        Box::new(move |severity, category, text| self.log(severity, category, text))
    }

    fn log(&self, severity: Severity, category: Category, text: &str) {
        // A number sign begins the number of a variable.
        let message = escaped(text, '#');
        let Ok(message) = CStr::from_bytes_until_nul(message.as_bytes()) else { return };
        let category = name(severity, category);
        // SAFETY: the caller of `lent` has promised a callable logger; the strings end with a null byte
        // and outlive the call.
        unsafe {
            (self.log)(self.environment, severity.into(), category.as_ptr(), message.as_ptr());
        }
    }
}

impl From<Answer> for fmi3Status {
    fn from(answer: Answer) -> Self {
        answer.map_or(Self::fmi3OK, Self::from)
    }
}

impl From<Severity> for fmi3Status {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::fmi3OK,
            Severity::Warning => Self::fmi3Warning,
            Severity::Error | Severity::Fatal => Self::fmi3Error,
        }
    }
}
