//! Errors around an FMU, each in one line.

use spiel::Fault;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A failure that names the thing, the value and what is allowed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something the user gave is not what it should be.
    #[error("{0}")]
    Input(String),
    /// A file or folder could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// There is no library of the joint, and none could be made.
    #[error("no library of {joint}: {why}")]
    Library {
        /// The joint.
        joint: String,
        /// The missing thing, or cargo's first error.
        why: String,
    },
    /// Something that must be installed to build for a platform is not there.
    #[error("{platform}: {missing}; install it with: {command}")]
    Toolchain {
        /// The platform.
        platform: &'static str,
        /// The missing thing.
        missing: String,
        /// The command that installs it.
        command: String,
    },
    /// A file is not an FMU that can be loaded.
    #[error("{path}: {why}")]
    Fmu {
        /// The file.
        path: PathBuf,
        /// The reason why it cannot be loaded.
        why: String,
    },
    /// A call of the FMI interface failed.
    #[error("{function} failed{}", .log.first().map(|line| format!(": {line}")).unwrap_or_default())]
    Call {
        /// Name of the function.
        function: &'static str,
        /// Lines that the FMU logged during the call.
        log: Vec<String>,
    },
}

/// Largest number of names in a message.
const MOST_NAMED: usize = 12;

impl Error {
    /// Wraps a system error with the path it is about.
    pub fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        |source| Self::File { path: path.to_owned(), source }
    }

    /// Something the user gave is not what it should be, for this reason.
    pub fn input(why: impl ToString) -> Self {
        Self::Input(why.to_string())
    }

    /// Something is wrong with the file at `path`, in the line of its `text` where `span` begins; without a span
    /// in the first.
    pub fn line(path: &Path, text: &str, span: Option<Range<usize>>, why: impl ToString) -> Self {
        let line = span.map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        Self::Input(format!("{}, line {line}: {}", path.display(), why.to_string()))
    }

    /// A file that is not what it should be.
    pub fn fmu(path: &Path, why: impl ToString) -> Self {
        Self::Fmu { path: path.to_owned(), why: why.to_string() }
    }

    /// `what` is not one of `known`; names the nearest of them.
    pub fn unknown<'a>(
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let nearest = known
            .clone()
            .map(|candidate| (strsim::normalized_damerau_levenshtein(name, candidate), candidate))
            .filter(|(likeness, _)| *likeness > 0.4)
            .max_by(|(a, _), (b, _)| a.total_cmp(b));
        Self::Input(match nearest {
            Some((_, nearest)) => format!("unknown {what} {name}; did you mean {nearest}?"),
            None => {
                let count = known.clone().count();
                let first: Vec<_> = known.take(MOST_NAMED).collect();
                let more = match count.saturating_sub(MOST_NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more, which `describe` lists"),
                };
                format!("unknown {what} {name}; known: {}{more}", first.join(", "))
            }
        })
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::input(fault)
    }
}
