//! Limits of a process that runs untrusted code: memory, time, and the life of the process that started it.

use crate::interrupt::remove_all;
use std::io::{ErrorKind, Read};

/// Memory \[bytes\], processor time \[s\] and length of a file \[bytes\] that untrusted code may have.
#[cfg(unix)]
const LIMITS: [(rustix::process::Resource, u64); 3] = [
    (rustix::process::Resource::As, 4 << 30),
    (rustix::process::Resource::Cpu, 120),
    (rustix::process::Resource::Fsize, 1 << 30),
];

/// The hard limits are above the soft ones by this: at the soft limit of processor time a process gets
/// a signal that names the reason.
#[cfg(unix)]
const GRACE: u64 = 5;

/// Sets limits for this process that no library that it loads can lift. Also ends the process, its
/// temporary files removed, as soon as the other end of its standard input is closed: that happens when
/// the process that started it ends, in whatever way. To be called by a program's `main` whose only
/// task is to run untrusted code.
pub fn confine() {
    #[cfg(unix)]
    limit();
    std::thread::spawn(|| {
        let mut stdin = std::io::stdin().lock();
        loop {
            match stdin.read(&mut [0; 64]) {
                Ok(0) => break,
                Err(error) if error.kind() != ErrorKind::Interrupted => break,
                _ => {}
            }
        }
        let _paths = remove_all();
        // The folder for the files of this process goes too, if it was made for this process alone.
        let folder = std::env::temp_dir();
        if folder
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(super::apart::FOLDER))
        {
            let _ = std::fs::remove_dir(folder);
        }
        end();
    });
}

#[cfg(unix)]
fn limit() {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    for (resource, most) in LIMITS {
        let allowed = getrlimit(resource).maximum;
        let [most, last] = [most, most + GRACE]
            .map(|wanted| allowed.map_or(wanted, |allowed| allowed.min(wanted)));
        // A system without such a limit sets none.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(last) });
    }
}

/// Ends this process and those that it has started, without a chance for the library to do anything first.
fn end() -> ! {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
        if getpgrp() == getpid() {
            let _ = kill_current_process_group(Signal::KILL);
        }
    }
    std::process::abort()
}
