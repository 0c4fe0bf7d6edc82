//! The host's log: one line per refusal, and lines of the categories that the importer has chosen.

mod outbox;

use super::line::Line;
use outbox::{Outbox, Posted};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::rc::Rc;

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

/// The subject of a line, by which an importer chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Contacts that begin and end.
    Events,
    /// Refusals, faults and warnings.
    Errors,
    /// The coupling of the model with its host.
    Coupling,
}

impl Category {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Events, Self::Errors, Self::Coupling];
}

/// The instance's end of the log.
pub struct Logger {
    outbox: Rc<Outbox>,
    /// Is true for the categories that the importer has chosen.
    chosen: [bool; Category::ALL.len()],
    /// Is true if only errors are logged in any case, and not warnings and their ends.
    errors_only: bool,
    /// Is true if lines may wait.
    written: Cell<bool>,
}

impl Logger {
    /// A logger that hands its lines to `say`, if there is a host to hear them.
    pub fn new(say: Option<Say>, errors_only: bool) -> Self {
        let outbox = Rc::new(Outbox::new(say));
        let chosen = [false; Category::ALL.len()];
        Self { outbox, chosen, errors_only, written: Cell::new(false) }
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

    /// Writes an error, which is logged in any case; or a warning or its end, which may have to be chosen.
    pub fn error(&self, severity: Severity, text: Line) {
        let fault = matches!(severity, Severity::Error | Severity::Fatal);
        if self.errors_only && !fault && !self.logs(Category::Errors) {
            return;
        }
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
