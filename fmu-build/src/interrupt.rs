//! Temporary files and started processes end with the program, also when a signal ends it.

use crate::Error;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files and folders that are removed if the program is ended now.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, a signal that ends the program removes the file or folder.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Makes a file or folder; a signal that comes meanwhile waits until it is known. The two are to be
    /// dropped in the reverse order: the file is removed while it is still known.
    pub fn make<T: AsRef<Path>>(
        make: impl FnOnce() -> std::io::Result<T>,
    ) -> std::io::Result<(Self, T)> {
        let mut all = temporary();
        let made = make()?;
        let path = made.as_ref().to_owned();
        all.insert(path.clone());
        Ok((Self(path), made))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        temporary().remove(&self.0);
    }
}

/// The processes that have to end if the program is ended now.
static COMPANIONS: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

fn companions() -> MutexGuard<'static, Vec<Arc<Mutex<Child>>>> {
    COMPANIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that never outlives this one, nor its own processes: the program's end by a signal ends it.
pub(crate) struct Companion(Arc<Mutex<Child>>);

impl Companion {
    /// Starts it, in a group of its own.
    pub fn start(command: &mut Command) -> std::io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // A signal that comes now waits until it is known.
        let mut all = companions();
        let child = Arc::new(Mutex::new(command.spawn()?));
        all.push(child.clone());
        Ok(Self(child))
    }

    /// Returns its exit status, if it has ended.
    pub fn try_wait(&self) -> std::io::Result<Option<ExitStatus>> {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = child.try_wait()?;
        #[cfg(unix)]
        if ended.is_some() {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Its own processes are in its group, perhaps none.
            let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        }
        Ok(ended)
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        end(&self.0);
        companions().retain(|other| !Arc::ptr_eq(other, &self.0));
    }
}

/// Ends a process that runs, and those that it has started.
fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    if let Ok(Some(_)) = child.try_wait() {
        return;
    }
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    let _ = child.wait();
}

/// Removes all temporary files; no new one is made until the returned guard is dropped.
pub(crate) fn remove_all() -> impl Sized {
    let paths = temporary();
    for path in paths.iter() {
        // A writer may add a file meanwhile, and then the folder is not empty yet.
        for _ in 0..3 {
            let removed = match path.is_dir() {
                true => std::fs::remove_dir_all(path),
                false => std::fs::remove_file(path),
            };
            if removed.is_ok() || !path.exists() {
                break;
            }
        }
    }
    paths
}

/// From now on SIGINT, SIGTERM and SIGHUP end what the program has started and remove temporary files before they
/// end the program with exit status 130. For a program's `main`: there is one handler per process.
pub fn remove_temporary_files() -> Result<(), Error> {
    let handler = || {
        // The lock is held until the end, so that no process is started.
        let started = companions();
        started.iter().for_each(|child| end(child));
        let _paths = remove_all();
        std::process::exit(130);
    };
    ctrlc::set_handler(handler).map_err(|error| Error::Input(format!("signals: {error}")))
}
