//! Programs and libraries of a release as they are made, one platform after the other.

use crate::archive::Files;
use crate::build::{Notes, note_glibc};
use crate::library::{Compiled, THIRD_PARTY, TOGETHER, compile, pack_together, third_party};
use crate::wheel::COMMAND;
use crate::{Error, Manifest, Platform, Progress};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The package of the command line.
const PROGRAM: &str = env!("CARGO_PKG_NAME");

/// Programs and libraries of the platforms so far.
#[derive(Default)]
pub(super) struct Made {
    /// The models whose libraries are in it.
    pub models: Vec<&'static str>,
    /// Notes for the user of the release.
    pub notes: Notes,
    /// Crates that are linked into libraries.
    in_libraries: BTreeSet<PathBuf>,
    /// Crates that are linked into anything.
    pub in_all: BTreeSet<PathBuf>,
    /// The command line of each platform that has it.
    pub programs: Vec<(Platform, Vec<u8>)>,
    /// The libraries, by their path below `binaries`.
    pub binaries: Files,
    /// These libraries in one file a platform, as wheels have them.
    pub packed: Files,
}

impl Made {
    /// A release with libraries of these models, before any is made.
    pub fn of(models: Vec<&'static str>) -> Self {
        Self { models, ..Self::default() }
    }

    /// Adds the command line of a platform; returns its name in a release, and its bytes.
    pub fn add_program(&mut self, platform: Platform, program: Compiled) -> (String, Vec<u8>) {
        let name = format!("{COMMAND}-{}{}", platform.folder, platform.program_suffix());
        let bytes = program.results.concat();
        self.programs.push((platform, bytes.clone()));
        self.in_all.extend(program.linked);
        (name, bytes)
    }

    /// Adds the libraries of a platform, for wheels in one file, too.
    pub fn add_libraries(
        &mut self,
        platform: Platform,
        libraries: Compiled,
        for_wheels: bool,
    ) -> Result<(), Error> {
        let found: Vec<_> = libraries.results.into_iter().map(|bytes| (platform, bytes)).collect();
        for (model, library) in self.models.iter().zip(&found) {
            note_glibc(&mut self.notes, model, library);
        }
        let models = &self.models;
        let named = || models.iter().copied().zip(found.iter().map(|(_, bytes)| &bytes[..]));
        let below = |name| format!("{}/{name}", platform.folder);
        let manifest = Manifest::of(named())?.to_toml().into_bytes();
        if for_wheels {
            self.packed.insert(below(Manifest::NAME), manifest.clone());
            self.packed.insert(below(TOGETHER), pack_together(&named().collect()));
        }
        self.binaries.insert(below(Manifest::NAME), manifest);
        let file = |(joint, bytes): (&str, &[u8])| (platform.library(joint), bytes.to_vec());
        self.binaries.extend(named().map(file));
        self.in_all.extend(libraries.linked.iter().cloned());
        self.in_libraries.extend(libraries.linked);
        Ok(())
    }

    /// Adds the list of the crates in the libraries beside them.
    pub fn add_third_party(&mut self) -> Result<(), Error> {
        let list = third_party(&self.in_libraries)?.into_bytes();
        for files in [&mut self.binaries, &mut self.packed] {
            files.insert(THIRD_PARTY.to_owned(), list.clone());
        }
        Ok(())
    }
}

/// The libraries of these models, and the program if it is wanted, for one platform.
///
/// One after the other: what the program wants of the crates that both use must not get into the
/// libraries, which are the same as those that `build` compiles.
pub(super) fn compile_all(
    models: &[&str],
    platform: Platform,
    programs: bool,
    progress: Progress<'_>,
) -> Result<(Compiled, Option<Compiled>), Error> {
    // The program and its crates take about as long as all libraries.
    let share = if programs { 0.5 } else { 1.0 };
    let libraries = compile(models, platform, &|_, part| progress("libraries", share * part))?;
    let program =
        || compile(&[PROGRAM], platform, &|_, part| progress("the program", share + share * part));
    Ok((libraries, programs.then(program).transpose()?))
}
