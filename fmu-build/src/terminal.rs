//! Printing: results on standard output, all else on standard error.

use console::{StyledObject, Term};
use fmu_build::Error;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Returns the width of text: that of the terminal, or the usual hundred in a pipe.
pub fn width() -> usize {
    Term::stdout().size_checked().map_or(100, |(_, columns)| usize::from(columns).clamp(72, 160))
}

/// Prints an error and returns the exit status that goes with it.
pub fn refuse(error: &Error) -> ExitCode {
    say(console::style("error:").red().bold(), error);
    ExitCode::from(2)
}

/// Prints something beside the results; if it cannot be printed, the exit status remains.
pub fn say(kind: StyledObject<&str>, what: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{} {what}", kind.for_stderr());
}

/// Name of the place that results are written to.
pub const OUTPUT: &str = "standard output";

/// Prints; a reader that has gone away, as in `… | head`, is no error, one that has no room is.
pub fn print(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match printed.map_err(Error::file(Path::new(OUTPUT))) {
        Err(error) if !is_gone(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Returns true if the error is about a reader that has gone away.
pub fn is_gone(error: &Error) -> bool {
    matches!(error, Error::File { source, .. } if source.kind() == ErrorKind::BrokenPipe)
}
