//! Unfinished forecasts on disk: an interrupted one goes on from where it was.

use super::case::Running;
use super::report::Stage;
use super::trace::Trace;
use crate::{Error, write_beside};
use serde::{Deserialize, Serialize};
use spiel::laws::forecast::Course;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two savings.
const PAUSE: Duration = Duration::from_secs(2);

/// The runs of a forecast so far.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    /// The question in few characters; another one begins anew.
    question: String,
    runs: BTreeMap<String, Part>,
}

/// A run so far; one without a course is done.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Part {
    pub trace: Trace,
    pub course: Option<Course>,
    /// Worn shapes on the way.
    pub stages: Vec<Stage>,
}

/// The file of an unfinished forecast, shared by all runs.
pub(super) struct Keeper {
    path: PathBuf,
    kept: Mutex<(Kept, Instant)>,
}

impl Keeper {
    /// Reads the file of an earlier attempt at the same question, if there is one.
    pub fn open(path: &Path, question: &str) -> Self {
        let earlier = std::fs::read_to_string(path).ok();
        let earlier = earlier.and_then(|text| serde_json::from_str::<Kept>(&text).ok());
        let earlier = earlier.filter(|kept| kept.question == question);
        let kept =
            earlier.unwrap_or_else(|| Kept { question: question.to_owned(), ..Kept::default() });
        Self { path: path.to_owned(), kept: Mutex::new((kept, Instant::now())) }
    }

    /// Returns the number of runs of the earlier attempt.
    pub fn found(&self) -> usize {
        self.lock().0.runs.len()
    }

    /// Returns how far a run of that name had come.
    pub fn part(&self, name: &str) -> Option<Part> {
        self.lock().0.runs.get(name).cloned()
    }

    /// Keeps a run on its way, if the last saving was long ago.
    pub fn keep(&self, name: &str, running: &Running, stages: &[Stage]) -> Result<(), Error> {
        if self.lock().1.elapsed() < PAUSE {
            return Ok(());
        }
        let course = Some(running.march().course().clone());
        self.save(
            name,
            Part { trace: running.trace.clone(), course, stages: stages.to_vec() },
            true,
        )
    }

    /// Keeps a run that is done.
    pub fn keep_done(&self, name: &str, trace: &Trace) -> Result<(), Error> {
        let due = self.lock().1.elapsed() >= PAUSE;
        self.save(name, Part { trace: trace.clone(), course: None, stages: Vec::new() }, due)
    }

    fn save(&self, name: &str, part: Part, write: bool) -> Result<(), Error> {
        let mut locked = self.lock();
        locked.0.runs.insert(name.to_owned(), part);
        if write {
            let text = serde_json::to_string(&locked.0).expect("numbers always have a JSON form");
            write_beside(&self.path, text.as_bytes())?;
            locked.1 = Instant::now();
        }
        Ok(())
    }

    /// Removes the file of a forecast that is finished.
    pub fn finish(&self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.path);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (Kept, Instant)> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
