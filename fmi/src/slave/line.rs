//! One line of text on the stack, for the host's log and for a refusal.

use arrayvec::ArrayString;
use std::error::Error;
use std::fmt::{self, Write};
use std::ops::Deref;

/// A line of the log, and the only error type that this crate defines: a refused call returns one. It
/// is on the stack, as a refusal must not allocate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line(ArrayString<{ Line::MOST }>);

impl Line {
    /// Largest length of a line with the null terminator of a C string \[bytes\].
    pub const MOST: usize = 900;
}

/// Text as a [`Line`], cut where the line is full and without null characters.
#[cold]
#[inline(never)]
pub fn line(text: impl fmt::Display) -> Line {
    let mut line = Line(ArrayString::new());
    // An error here only means that the line is full: what fits has been written.
    let _ = write!(line, "{text}");
    line
}

/// Such a line on the heap, for a refusal of a whole instance: making one allocates in any case, and a
/// large group needs the stack.
#[cold]
#[inline(never)]
pub fn boxed(text: impl fmt::Display) -> Box<Line> {
    Box::new(line(text))
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars().filter(|character| *character != '\0') {
            // One byte is kept for the null terminator.
            if self.len() + character.len_utf8() >= Self::MOST {
                return Err(fmt::Error);
            }
            self.0.push(character);
        }
        Ok(())
    }
}

impl Deref for Line {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Error for Line {}

#[cfg(test)]
mod tests {
    use super::{Line, line};

    #[test]
    fn a_long_line_is_cut_between_characters_and_keeps_room_for_its_end() {
        for (character, bytes) in [("a", 1), ("δ", 2), ("€", 3)] {
            let cut = line(character.repeat(1000));
            assert_eq!(cut.len(), (Line::MOST - 1) / bytes * bytes, "as many as fit");
            assert!(cut.chars().all(|c| character.starts_with(c)));
        }
        assert_eq!(&*line("a\0b"), "ab");
    }
}
