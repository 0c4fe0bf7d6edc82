//! The host's callbacks: the one place from which a joint calls back.

use super::types::{fmi2CallbackFunctions, fmi2Status};
use crate::slave::{Category, Line, Say, Severity};
use arrayvec::ArrayString;
use std::ffi::{CStr, CString};

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
        let format = as_format(text);
        let Ok(format) = CStr::from_bytes_until_nul(format.as_bytes()) else { return };
        // SAFETY: the caller of `lent` has promised a callable logger; all strings end with a null
        // byte and outlive the call; `format` has no single %, so it takes no arguments.
        unsafe {
            log(
                self.0.component_environment,
                instance.as_ptr(),
                severity.into(),
                category.name().as_ptr(),
                format.as_ptr(),
            );
        }
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

/// Returns `text` as a C format string that prints it, with its null terminator: some hosts show the
/// format and ignore its arguments.
fn as_format(text: &str) -> ArrayString<{ Line::MOST }> {
    let (mut format, mut bytes) = (ArrayString::new(), [0; 4]);
    for character in text.chars() {
        // A pair is added at once: a line that is cut must not end in half of it.
        let part = if character == '%' { "%%" } else { character.encode_utf8(&mut bytes) };
        if format.len() + part.len() >= Line::MOST {
            break;
        }
        format.push_str(part);
    }
    format.push('\0');
    format
}

#[cfg(test)]
mod tests {
    use super::as_format;
    use crate::slave::line;

    #[test]
    fn a_format_prints_its_text_and_is_never_cut_inside_a_pair() {
        assert_eq!(as_format("5 % off, 100%").as_str(), "5 %% off, 100%%\0");
        for before in 0..4 {
            let format = as_format(&line("a".repeat(before) + &"%".repeat(900)));
            let percents = format.trim_start_matches('a').trim_end_matches('\0');
            assert!(percents.len().is_multiple_of(2) && percents.len() > 500, "{before}");
        }
    }
}
