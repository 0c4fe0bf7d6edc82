//! Checking an FMU of a stranger: its code runs in a process of its own, and for a limited time.

use super::{Finding, inspect};
use crate::Error;
use crate::interrupt::Temporary;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a running process is looked after.
const LOOK: Duration = Duration::from_millis(10);

/// The last line of a run that came to its end.
pub const RUN_ENDED: &str = "the run has come to its end";

/// Checks the FMU at `path` as [`check`](super::check) does; what runs of it does so in `program`, which
/// prints the findings of [`drive`](super::drive) for the arguments given and the path and then
/// [`RUN_ENDED`], exit status 0, or why the FMU cannot be loaded, exit status 2. An abort, a crash or more
/// than `limit` is a finding.
///
/// Whatever becomes of it, its temporary files are removed.
pub fn check_apart(
    path: &Path,
    (program, arguments): (&Path, &[&str]),
    limit: Duration,
) -> Result<Vec<Finding>, Error> {
    let mut findings = inspect(path)?;
    let folder = tempfile::Builder::new().prefix("check-").tempdir().map_err(Error::file(path))?;
    let _temporary = Temporary::new(folder.path());
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let create = |place: &Path| std::fs::File::create(place).map_err(Error::file(place));
    let mut command = Command::new(program);
    command.args(arguments).arg(path);
    command.stdin(Stdio::null()).stdout(create(&out)?).stderr(create(&err)?);
    for name in ["TMPDIR", "TMP", "TEMP"] {
        command.env(name, folder.path());
    }
    let mut child = command.spawn().map_err(Error::file(program))?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(Error::file(program))? {
            Some(status) => break Some(status),
            None if begun.elapsed() > limit => break None,
            None => std::thread::sleep(LOOK),
        }
    };
    let said =
        |place| String::from_utf8_lossy(&std::fs::read(place).unwrap_or_default()).into_owned();
    match status {
        None => {
            // It may have ended by itself meanwhile.
            let _ = child.kill();
            let _ = child.wait();
            let seconds = limit.as_secs();
            findings.push(Finding(format!("a short run had not ended after {seconds} s")));
        }
        Some(status) if status.success() && said(&out).trim_end().ends_with(RUN_ENDED) => {
            let found = said(&out);
            let lines = found.lines().filter(|line| *line != RUN_ENDED);
            findings.extend(lines.map(|line| Finding(line.to_owned())));
        }
        Some(status) if status.code() == Some(2) => {
            let why = said(&err).trim().trim_start_matches("error: ").to_owned();
            return Err(Error::Input(why));
        }
        Some(status) => findings.push(Finding(ended(status))),
    }
    Ok(findings)
}

/// How a process ended that should not have.
fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort)",
            8 => " (arithmetic)",
            9 => " (killed)",
            11 => " (segmentation fault)",
            _ => "",
        };
        return format!("its library ended the process with signal {signal}{name}");
    }
    format!("its library ended the process: {status}")
}
