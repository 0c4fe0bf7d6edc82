//! Where the shared libraries of joints come from: a folder of prebuilt ones, or cargo.

use crate::{Error, Platform};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A source of joints' libraries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Libraries {
    /// Made earlier: a folder laid out as `binaries` inside an FMU.
    Prebuilt(PathBuf),
    /// Made by cargo when asked for, for this machine.
    Compiled,
}

/// A library: the platform it is for, and its bytes.
pub type Library = (Platform, Vec<u8>);

impl Libraries {
    /// The folder `named`; without one, `binaries` beside this program; without that, cargo.
    pub fn find(named: Option<PathBuf>) -> Self {
        named.or_else(beside_this_program).map_or(Self::Compiled, Self::Prebuilt)
    }

    /// Whether asking for a library may run a compiler for a minute.
    pub fn takes_long(&self) -> bool {
        *self == Self::Compiled
    }

    /// The folder of prebuilt ones.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Prebuilt(folder) => Some(folder),
            Self::Compiled => None,
        }
    }

    /// The libraries of `joint`, one for each platform there is one for; at least one.
    pub fn of(&self, joint: &str) -> Result<Vec<Library>, Error> {
        match self {
            Self::Prebuilt(folder) => prebuilt(folder, joint),
            Self::Compiled => {
                let path = compile(joint)?;
                Ok(vec![(Platform::here(), std::fs::read(&path).map_err(Error::file(&path))?)])
            }
        }
    }
}

fn beside_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    // The real one: a link to the program may lie in a folder of its own.
    let program = program.canonicalize().unwrap_or(program);
    Some(program.parent()?.join("binaries")).filter(|folder| folder.is_dir())
}

fn prebuilt(folder: &Path, joint: &str) -> Result<Vec<Library>, Error> {
    if !folder.is_dir() {
        return Err(Error::Input(format!("{}: there is no such folder", folder.display())));
    }
    let mut found = Vec::new();
    for platform in Platform::ALL {
        let path = folder.join(platform.library(joint));
        match std::fs::read(&path) {
            Ok(bytes) => found.push((platform, bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Error::file(&path)(error)),
        }
    }
    if found.is_empty() {
        let looked_for = Platform::ALL.map(|platform| platform.library(joint)).join(", ");
        let why = format!("{} has none of {looked_for}", folder.display());
        return Err(Error::Library { joint: joint.to_owned(), why });
    }
    Ok(found)
}

/// Compiles the library of `joint` for this machine and gives its place.
///
/// Cargo decides what is up to date; a second call costs a fraction of a second.
fn compile(joint: &str) -> Result<PathBuf, Error> {
    let fail = |why: String| Error::Library {
        joint: joint.to_owned(),
        why: format!("{why}; prebuilt ones go in with --binaries DIR"),
    };
    // A program that went to another machine has neither sources nor, perhaps, cargo there.
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().filter(|folder| folder.is_dir());
    let workspace = workspace.ok_or_else(|| fail("the sources are not here".to_owned()))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--profile", "fmu", "--quiet", "--message-format=json"])
        .args(["--package", joint])
        .current_dir(workspace)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            fail(format!("cargo does not run ({error}): install Rust and a C linker"))
        })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let first = text.lines().find(|line| line.starts_with("error"));
        return Err(fail(format!("cargo says {}", first.unwrap_or("no reason"))));
    }
    built(&String::from_utf8_lossy(&output.stdout), joint)
        .ok_or_else(|| fail("cargo named none among its results".to_owned()))
}

/// The library among cargo's messages.
fn built(messages: &str, joint: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == joint)
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|name| name.as_str().map(PathBuf::from))
        .find(|path| path.to_string_lossy().ends_with(Platform::here().suffix))
}
