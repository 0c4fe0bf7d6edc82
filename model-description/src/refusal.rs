//! The error of this crate.

use std::fmt;

/// A refused text: a sentence that names the thing, its value and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(String);

impl From<String> for Refusal {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}
