//! Checks an untrusted FMU: its code runs in a process of its own, and for a limited time.

use super::{Finding, inspect};
use crate::Error;
use crate::interrupt::{Companion, Temporary};
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The beginning of the names of folders for the files of an untrusted library.
pub(super) const FOLDER: &str = "check-";

/// The interval at which a running process is polled.
const LOOK: Duration = Duration::from_millis(10);

/// The length to which its output is read \[bytes\].
const MOST_PRINTED: u64 = 1 << 20;

/// The last line of a run that came to its end.
pub const RUN_ENDED: &str = "the run has come to its end";

/// Checks the FMU at `path` as [`check`](super::check) does, but runs its code in a process of
/// `program`, which gets the arguments given and the path. That prints the findings of
/// [`drive`](super::drive) and then [`RUN_ENDED`], with exit status 0, or the reason why the FMU cannot
/// be loaded, with exit status 2. An abort, a crash or a run longer than `limit` is a finding.
///
/// The temporary files of that process are removed however it ends. Its standard input stays open as
/// long as this process lives, so that a process that is [confined](super::confine) never outlives this
/// one.
pub fn check_apart(
    path: &Path,
    (program, arguments): (&Path, &[&str]),
    limit: Duration,
) -> Result<Vec<Finding>, Error> {
    let mut findings = inspect(path)?;
    let (_temporary, folder) =
        Temporary::make(|| tempfile::Builder::new().prefix(FOLDER).tempdir())
            .map_err(Error::file(path))?;
    // Files without names: nothing is left, whichever process ends first.
    let unnamed = || tempfile::tempfile().map_err(Error::file(folder.path()));
    let (mut out, mut err) = (unnamed()?, unnamed()?);
    let shared = |file: &File| file.try_clone().map_err(Error::file(path));
    let mut command = Command::new(program);
    command.args(arguments).arg(path);
    command.stdin(Stdio::piped()).stdout(shared(&out)?).stderr(shared(&err)?);
    for name in ["TMPDIR", "TMP", "TEMP"] {
        command.env(name, folder.path());
    }
    let child = Companion::start(&mut command).map_err(Error::file(program))?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(Error::file(program))? {
            Some(status) => break Some(status),
            None if begun.elapsed() > limit => break None,
            None => std::thread::sleep(LOOK),
        }
    };
    drop(child);
    match status {
        None => {
            let seconds = limit.as_secs();
            findings.push(Finding(format!("a short run had not ended after {seconds} s")));
        }
        Some(status) if status.success() && said(&mut out).trim_end().ends_with(RUN_ENDED) => {
            let found = said(&mut out);
            let lines = found.lines().filter(|line| *line != RUN_ENDED);
            findings.extend(lines.map(|line| Finding(line.to_owned())));
        }
        Some(status) if status.code() == Some(2) => {
            let why = said(&mut err).trim().trim_start_matches("error: ").to_owned();
            return Err(Error::Input(why));
        }
        Some(status) => findings.push(Finding(ended(status))),
    }
    Ok(findings)
}

/// Reads the text that was printed into a file.
fn said(file: &mut File) -> String {
    let mut bytes = Vec::new();
    // Output that cannot be read counts as empty.
    let _ = file.rewind().and_then(|()| file.take(MOST_PRINTED).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The end of a process that should have run on.
fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort)",
            7 => " (bus error)",
            8 => " (arithmetic)",
            9 => " (killed)",
            11 => " (segmentation fault)",
            24 => " (all the processor time that it may have)",
            25 => " (a file longer than it may write)",
            _ => "",
        };
        return format!("its library ended the process with signal {signal}{name}");
    }
    format!("its library ended the process: {status}")
}
