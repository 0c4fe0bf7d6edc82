//! A short text that is composed at compile time, or without memory.

/// Longest text \[bytes\].
const LONGEST: usize = 260;

/// A text; one that is too long does not compile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Text {
    /// Returns a text of one part.
    pub const fn of(part: &str) -> Self {
        Self { bytes: [0; LONGEST], length: 0 }.with(part)
    }

    /// Returns the text with a part appended.
    pub const fn with(mut self, part: &str) -> Self {
        let (_, rest) = self.bytes.split_at_mut(self.length);
        let (own, _) = rest.split_at_mut(part.len());
        own.copy_from_slice(part.as_bytes());
        self.length += part.len();
        self
    }

    /// Returns the text.
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
