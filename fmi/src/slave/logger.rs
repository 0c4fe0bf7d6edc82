//! The host's log: one line per refusal, percent signs doubled, never a null name.

mod outbox;

use crate::fmi2::Host;
use crate::fmi2::types::fmi2Status;
use arrayvec::ArrayString;
use outbox::{Outbox, Posted};
use std::cell::Cell;
use std::ffi::CStr;
use std::fmt::{self, Write};
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::slice;

pub use outbox::Mail;

/// A line of the log, on the stack: refusing a call must not allocate.
pub type Line = ArrayString<900>;

/// Text for a [`Line`], cut where the line is full.
pub fn line(text: impl fmt::Display) -> Line {
    let mut line = Line::new();
    // An error here only means that the line is full: what fits has been written.
    let _ = write!(Cut(&mut line), "{text}");
    line
}

/// Writes what fits.
struct Cut<'a>(&'a mut Line);

impl fmt::Write for Cut<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text == "%%" && self.0.len() + 2 >= self.0.capacity() {
            return Err(fmt::Error);
        }
        for character in text.chars().filter(|character| *character != '\0') {
            // One byte is kept for the end mark of a C string.
            if self.0.len() + character.len_utf8() >= self.0.capacity() {
                return Err(fmt::Error);
            }
            self.0.push(character);
        }
        Ok(())
    }
}

/// What a line is about; an importer chooses by these names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Contacts that begin and end.
    Events,
    /// Refusals and faults; logged whether they have been chosen or not.
    Errors,
    /// How the model meets its host.
    Coupling,
}

impl Category {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Events, Self::Errors, Self::Coupling];

    /// What an importer means by a name.
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
    /// Which categories the importer has chosen.
    chosen: [bool; Category::ALL.len()],
    /// Is true if lines may wait.
    written: Cell<bool>,
}

impl Logger {
    /// A logger that speaks for `instance`.
    pub fn new(host: Option<Host>, instance: &str) -> Self {
        let outbox = Rc::new(Outbox::new(host, instance));
        Self { outbox, chosen: [false; Category::ALL.len()], written: Cell::new(false) }
    }

    /// Whether lines of `categories` are wanted from now on.
    pub fn listen(&mut self, on: bool, categories: &[Category]) {
        for category in categories {
            self.chosen[*category as usize] = on;
        }
    }

    /// Whether lines of `category` are wanted.
    #[inline]
    pub fn logs(&self, category: Category) -> bool {
        self.chosen[category as usize]
    }

    /// Writes one line, if the host has chosen the category.
    pub fn log(&self, category: Category, text: Line) {
        if self.logs(category) {
            self.write(category, fmi2Status::fmi2OK, text);
        }
    }

    /// Writes the line of a refusal.
    pub fn error(&self, status: fmi2Status, text: Line) {
        self.write(Category::Errors, status, text);
    }

    fn write(&self, category: Category, status: fmi2Status, text: Line) {
        self.written.set(true);
        self.outbox.post(Posted { category, status, text });
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

    /// The host is not called any more.
    pub fn close(&self) {
        self.outbox.close();
    }
}

/// `text` as a C format string that prints it: some hosts show the format and ignore its arguments.
fn as_format(text: &str) -> Line {
    line(Doubled(text))
}

/// Shows a text with every % doubled.
struct Doubled<'a>(&'a str);

impl fmt::Display for Doubled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.split_inclusive('%').try_for_each(|part| {
            // A pair is written at once: a line that is cut must not end in half of it.
            match part.strip_suffix('%') {
                Some(before) => {
                    f.write_str(before)?;
                    f.write_str("%%")
                }
                None => f.write_str(part),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{as_format, line};

    #[test]
    fn a_long_line_is_cut_between_characters_and_keeps_room_for_its_end() {
        let cut = line("δ".repeat(1000));
        assert!(cut.len() < cut.capacity() && cut.chars().all(|c| c == 'δ'));
    }

    #[test]
    fn a_format_prints_its_text_and_is_never_cut_inside_a_pair() {
        assert_eq!(as_format("5 % off, 100%").as_str(), "5 %% off, 100%%");
        for before in 0..4 {
            let format = as_format(&line("a".repeat(before) + &"%".repeat(900)));
            let percents = format.trim_start_matches('a');
            assert!(percents.len().is_multiple_of(2) && percents.len() > 500, "{before}");
        }
    }
}
