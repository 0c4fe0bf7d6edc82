//! Where the shared libraries of joints come from: a folder of prebuilt ones, or cargo.

mod cargo;
mod inspect;
mod manifest;

pub(crate) use cargo::{cargo, has_zig};
pub use cargo::{compile, workspace};
pub use inspect::Inspected;
pub use manifest::Manifest;
pub(crate) use manifest::sha256;

use crate::{Error, Platform, Platforms};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A source of joints' libraries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Libraries {
    /// Made earlier: a folder laid out as `binaries` inside an FMU, with what `dist` says of them.
    Prebuilt(PathBuf),
    /// Made by cargo when asked for.
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

    /// The libraries of `joint`: all that lie ready, or one compiled for this machine; at least one.
    pub fn of(&self, joint: &str) -> Result<Vec<Library>, Error> {
        self.of_platforms(joint, &Platforms::Unsaid)
    }

    /// The libraries of `joint` for the platforms that are asked for; at least one.
    pub fn of_platforms(&self, joint: &str, wanted: &Platforms) -> Result<Vec<Library>, Error> {
        match self {
            Self::Prebuilt(folder) => prebuilt(folder, joint, wanted),
            Self::Compiled => {
                let compiled = |platform| {
                    let path = compile(&[joint], platform)?.remove(0);
                    Ok((platform, std::fs::read(&path).map_err(Error::file(&path))?))
                };
                buildable(wanted).into_iter().map(compiled).collect()
            }
        }
    }
}

/// The platforms to build for. `all` is what this machine can hope to build for: macOS is left out
/// where nothing could link for it.
pub(crate) fn buildable(wanted: &Platforms) -> Vec<Platform> {
    match wanted {
        Platforms::Unsaid => vec![Platform::here()],
        Platforms::All => Platform::BUILT
            .into_iter()
            .filter(|platform| *platform != Platform::MAC || can_link_for_mac())
            .collect(),
        Platforms::These(platforms) => platforms.clone(),
    }
}

/// Which platform `all` leaves out here, and what would bring it in.
pub(crate) fn left_out(wanted: &Platforms) -> Option<String> {
    let mac = Platform::MAC;
    let toolchain = mac.toolchain.filter(|_| !buildable(wanted).contains(&mac))?;
    (*wanted == Platforms::All).then(|| {
        format!(
            "left out {}: there is no linker for it; install one with: {}",
            mac.folder, toolchain.linker_from
        )
    })
}

fn can_link_for_mac() -> bool {
    Platform::here() == Platform::MAC
        || has_zig()
        || std::env::var_os("CARGO_TARGET_X86_64_APPLE_DARWIN_LINKER").is_some()
}

fn beside_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    // The real one: a link to the program may lie in a folder of its own.
    let program = program.canonicalize().unwrap_or(program);
    Some(program.parent()?.join("binaries")).filter(|folder| folder.is_dir())
}

fn prebuilt(folder: &Path, joint: &str, wanted: &Platforms) -> Result<Vec<Library>, Error> {
    if !folder.is_dir() {
        return Err(Error::Input(format!("{}: there is no such folder", folder.display())));
    }
    let fail = |why: String| Error::Library { joint: joint.to_owned(), why };
    let among = match wanted {
        Platforms::These(platforms) => platforms.as_slice(),
        Platforms::Unsaid | Platforms::All => &Platform::ALL,
    };
    let mut found = Vec::new();
    for platform in among {
        let path = folder.join(platform.library(joint));
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if let Platforms::These(_) = wanted {
                    return Err(fail(format!("{} is not there", path.display())));
                }
                continue;
            }
            Err(error) => return Err(Error::file(&path)(error)),
        };
        Manifest::read(&folder.join(platform.folder))
            .and_then(|manifest| manifest.vouch(joint, &bytes))
            .map_err(|why| fail(format!("{}: {why}", path.display())))?;
        found.push((*platform, bytes));
    }
    // One order, whatever the order of the wishes.
    found.sort_by_key(|(platform, _)| platform.folder);
    if found.is_empty() {
        let looked_for = Platform::ALL.map(|platform| platform.library(joint)).join(", ");
        return Err(fail(format!("{} has none of {looked_for}", folder.display())));
    }
    Ok(found)
}
