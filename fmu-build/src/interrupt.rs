//! Temporary files that are removed even where a signal ends the program.

use crate::Error;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What has to go if the program is ended now.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, a signal that ends the program removes the file or folder.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    pub fn new(path: &Path) -> Self {
        temporary().insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        temporary().remove(&self.0);
    }
}

/// From now on SIGINT, SIGTERM and SIGHUP remove temporary files before they end the program with exit
/// status 130. For a program's `main`: there is one handler per process.
pub fn remove_temporary_files() -> Result<(), Error> {
    let handler = || {
        // Held until the end: nothing new is begun.
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
        std::process::exit(130);
    };
    ctrlc::set_handler(handler).map_err(|error| Error::Input(format!("signals: {error}")))
}
