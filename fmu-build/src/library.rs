//! The shared library of a joint, compiled by cargo.

use crate::Error;
use spiel::joints::Listed;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A platform in FMI's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Platform {
    /// Its folder below `binaries/`.
    pub folder: &'static str,
    /// What its libraries end with.
    pub suffix: &'static str,
}

impl Platform {
    /// The platform this program runs on.
    pub const fn here() -> Self {
        if cfg!(windows) {
            Self { folder: "win64", suffix: ".dll" }
        } else if cfg!(target_os = "macos") {
            Self { folder: "darwin64", suffix: ".dylib" }
        } else if cfg!(target_arch = "aarch64") {
            Self { folder: "aarch64-linux", suffix: ".so" }
        } else {
            Self { folder: "linux64", suffix: ".so" }
        }
    }
}

/// Compiles the library of `joint` for this machine and gives its place.
///
/// Cargo decides what is up to date; a second call costs a fraction of a second.
pub fn library(joint: &Listed) -> Result<PathBuf, Error> {
    let fail = |why: String| Error::Library { joint: joint.name.to_owned(), why };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let output = Command::new(cargo)
        .args([
            "build",
            "--profile",
            "fmu",
            "--quiet",
            "--message-format=json",
            "--package",
            joint.name,
        ])
        .current_dir(workspace)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| fail(format!("{error}; Rust and a C linker are needed")))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let first = text.lines().find(|line| line.starts_with("error"));
        return Err(fail(first.unwrap_or("no reason given").to_owned()));
    }
    built(&String::from_utf8_lossy(&output.stdout), joint.name)
        .ok_or_else(|| fail("cargo named no library among its results".to_owned()))
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
