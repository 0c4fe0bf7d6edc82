//! The host's log: one line per refusal, and lines of the categories that the importer has chosen.

mod outbox;

use super::line::Line;
use outbox::{Outbox, Posted};
use std::cell::Cell;
use std::ffi::CStr;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::slice;

pub use outbox::{Mail, Say};

/// The importance of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// All is well.
    Info,
    /// The answer may not be the wanted one.
    Warning,
    /// A call was refused.
    Error,
    /// The instance can only be freed.
    Fatal,
}

/// The subject of a line; an importer chooses by these names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Contacts that begin and end.
    Events,
    /// Refusals and faults; logged in any case, chosen or not.
    Errors,
    /// The coupling of the model with its host.
    Coupling,
}

impl Category {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Events, Self::Errors, Self::Coupling];

    /// Returns the categories that an importer means by a name.
    pub fn named(name: &str) -> Option<&'static [Self]> {
        if name == "all" {
            return Some(&Self::ALL);
        }
        Self::ALL
            .iter()
            .find(|known| known.name().to_bytes() == name.as_bytes())
            .map(slice::from_ref)
    }

    /// Its name in modelDescription.xml.
    pub const fn name(self) -> &'static CStr {
        match self {
            Self::Events => c"events",
            Self::Errors => c"errors",
            Self::Coupling => c"coupling",
        }
    }
}

/// The instance's end of the log.
pub struct Logger {
    outbox: Rc<Outbox>,
    /// Is true for the categories that the importer has chosen.
    chosen: [bool; Category::ALL.len()],
    /// Is true if lines may wait.
    written: Cell<bool>,
}

impl Logger {
    /// A logger that hands its lines to `say`, if there is a host to hear them.
    pub fn new(say: Option<Say>) -> Self {
        let outbox = Rc::new(Outbox::new(say));
        Self { outbox, chosen: [false; Category::ALL.len()], written: Cell::new(false) }
    }

    /// Chooses `categories`, or no longer chooses them.
    pub fn listen(&mut self, on: bool, categories: &[Category]) {
        for category in categories {
            self.chosen[*category as usize] = on;
        }
    }

    /// Returns true if the importer has chosen `category`.
    #[inline]
    pub fn logs(&self, category: Category) -> bool {
        self.chosen[category as usize]
    }

    /// Writes one line, if the importer has chosen the category.
    pub fn log(&self, category: Category, text: Line) {
        if self.logs(category) {
            self.write(category, Severity::Info, text);
        }
    }

    /// Writes a line that is logged in any case.
    pub fn error(&self, severity: Severity, text: Line) {
        self.write(Category::Errors, severity, text);
    }

    fn write(&self, category: Category, severity: Severity, text: Line) {
        self.written.set(true);
        self.outbox.post(Posted { category, severity, text });
    }

    /// Returns the waiting lines, if any have been written since the last call.
    #[inline]
    pub fn written(&self) -> Option<Mail> {
        self.written.get().then(|| self.mail())
    }

    /// Returns the waiting lines.
    #[cold]
    pub fn mail(&self) -> Mail {
        self.written.set(false);
        Mail(ManuallyDrop::new(self.outbox.clone()))
    }

    /// Drops the waiting lines; the host is not called any more.
    pub fn close(&self) {
        self.outbox.close();
    }
}
