//! The shared libraries of joints, from a folder of prebuilt ones or from cargo.

mod bill;
mod cargo;
mod command;
mod follow;
mod inspect;
mod manifest;
mod third_party;
mod together;
mod universal;

pub(crate) use bill::{NAME as BILL, bill};
pub use cargo::{Compiled, compile, workspace};
use cargo::{compile_with_example, example};
use command::has_linkers;
pub(crate) use command::has_zig;
pub use follow::Progress;
pub use inspect::Inspected;
pub(crate) use inspect::check_whole;
pub use manifest::Manifest;
pub(crate) use manifest::{sha256, sha256_bytes};
pub(crate) use third_party::list as third_party;
pub(crate) use together::{NAME as TOGETHER, pack as pack_together};

use crate::platform::SHARE;
use crate::{Error, Platform, Platforms};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A source of joints' libraries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Libraries {
    /// Made earlier: a folder laid out as `binaries` inside an FMU, with the manifests of `dist`; in a
    /// wheel those of a platform lie together in one file.
    Prebuilt(PathBuf),
    /// These, of the one joint that is built: of a crate that this program does not know.
    Given(Vec<Library>),
    /// Made by cargo when asked for.
    Compiled,
    /// Made by cargo from what it has compiled for the example that asks: seconds in place of a minute,
    /// for this machine, not as small and fast as a library can be.
    WithExample,
}

/// A library: the platform it is for, and its bytes.
pub type Library = (Platform, Vec<u8>);

/// The libraries of one joint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// At least one.
    pub libraries: Vec<Library>,
    /// The list of third-party code in them with its licences; none if it does not lie beside prebuilt ones.
    pub third_party: Option<String>,
}

/// Beside the platforms' folders of prebuilt libraries, and in an FMU's folder of licences.
pub(crate) const THIRD_PARTY: &str = "THIRD-PARTY.txt";

impl Libraries {
    /// The folder `named`; without one, that which came with this program; without that, cargo.
    pub fn find(named: Option<PathBuf>) -> Self {
        named.or_else(beside_this_program).map_or(Self::Compiled, Self::Prebuilt)
    }

    /// The source for a program that runs as an example of this workspace.
    pub fn for_an_example() -> Self {
        if example().is_some() { Self::WithExample } else { Self::Compiled }
    }

    /// Returns true if asking for a library may run a compiler for a minute.
    pub fn takes_long(&self) -> bool {
        !matches!(self, Self::Prebuilt(_) | Self::Given(_))
    }

    /// The libraries of `joint`: all that lie ready, or one compiled for this machine; at least one.
    pub fn of(&self, joint: &str) -> Result<Vec<Library>, Error> {
        self.of_platforms(joint, &Platforms::Unsaid, &|_, _| ()).map(|found| found.libraries)
    }

    /// The libraries of `joint` for the platforms that are asked for; `progress` receives what is compiled.
    pub fn of_platforms(
        &self,
        joint: &str,
        wanted: &Platforms,
        progress: Progress<'_>,
    ) -> Result<Found, Error> {
        match self {
            Self::Prebuilt(folder) => Ok(Found {
                libraries: prebuilt(folder, joint, wanted)?,
                third_party: beside(folder)?,
            }),
            Self::Given(libraries) if libraries.is_empty() => Err(Error::Library {
                joint: joint.to_owned(),
                why: "no library is given".to_owned(),
            }),
            Self::Given(libraries) => Ok(Found { libraries: libraries.clone(), third_party: None }),
            Self::WithExample => {
                let path = compile_with_example(joint, progress)?;
                let bytes = std::fs::read(&path).map_err(Error::file(&path))?;
                Ok(Found { libraries: vec![(Platform::here(), bytes)], third_party: None })
            }
            Self::Compiled => {
                let (mut libraries, mut linked) = (Vec::new(), BTreeSet::new());
                let platforms = buildable(wanted);
                let share = 1.0 / platforms.len() as f64;
                for (index, platform) in platforms.into_iter().enumerate() {
                    let compiled = compile(&[joint], platform, &|crates, done| {
                        let what = format!(
                            "compiling the library of {joint} for {}: {crates}",
                            platform.folder
                        );
                        progress(&what, (index as f64 + done) * share);
                    })?;
                    libraries.extend(compiled.results.into_iter().map(|bytes| (platform, bytes)));
                    linked.extend(compiled.linked);
                }
                Ok(Found { libraries, third_party: Some(third_party(&linked)?) })
            }
        }
    }
}

/// The platforms to build for. `all` are those that this machine may be able to build for: macOS is left out
/// if there is no linker for it.
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

/// Names the platform that `all` leaves out here, and the command that brings it in.
pub(crate) fn left_out(wanted: &Platforms) -> Option<String> {
    let mac = Platform::MAC;
    let toolchain = mac.toolchains.first().filter(|_| !buildable(wanted).contains(&mac))?;
    (*wanted == Platforms::All).then(|| {
        format!(
            "left out {}: there is no linker for it; install one with: {}",
            mac.folder, toolchain.linker_from
        )
    })
}

fn can_link_for_mac() -> bool {
    Platform::here() == Platform::MAC || has_zig() || has_linkers(Platform::MAC)
}

/// The libraries of a release beside the program, or those in the folder of an installed wheel's data.
fn beside_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    // The real one: a link to the program may lie in a folder of its own.
    let program = program.canonicalize().unwrap_or(program);
    near(program.parent()?)
}

/// The libraries that belong to a program in this folder.
fn near(folder: &Path) -> Option<PathBuf> {
    let installed = folder.parent().map(|prefix| prefix.join(SHARE));
    [Some(folder.join("binaries")), installed].into_iter().flatten().find(|place| place.is_dir())
}

/// The list of third-party code beside prebuilt libraries.
fn beside(folder: &Path) -> Result<Option<String>, Error> {
    let path = folder.join(THIRD_PARTY);
    if_there(std::fs::read_to_string(&path), &path)
}

/// The content read from `path`; none if there is no such file.
fn if_there<T>(read: std::io::Result<T>, path: &Path) -> Result<Option<T>, Error> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file(path)(error)),
    }
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
        match (stored(folder, *platform, joint)?, wanted) {
            (Some(bytes), _) => found.push((*platform, bytes)),
            (None, Platforms::These(_)) => {
                let path = folder.join(platform.library(joint));
                return Err(fail(format!("{} is not there", path.display())));
            }
            (None, _) => {}
        }
    }
    // The order does not depend on that of the options.
    found.sort_by_key(|(platform, _)| platform.folder);
    if found.is_empty() {
        let looked_for = Platform::ALL.map(|platform| platform.library(joint)).join(", ");
        return Err(fail(format!("{} has none of {looked_for}", folder.display())));
    }
    Ok(found)
}

/// The library of `joint` for a platform, a file of its own or together with the others, if it is there.
fn stored(folder: &Path, platform: Platform, joint: &str) -> Result<Option<Vec<u8>>, Error> {
    let beside = folder.join(platform.folder);
    let (alone, together) = (folder.join(platform.library(joint)), beside.join(TOGETHER));
    let (path, library) = if let Some(bytes) = if_there(std::fs::read(&alone), &alone)? {
        let vouched = Manifest::read(&beside).and_then(|manifest| manifest.vouch(joint, &bytes));
        (alone, vouched.map(|()| Some(bytes)))
    } else if let Some(packed) = if_there(std::fs::read(&together), &together)? {
        let manifest = Manifest::read(&beside);
        (together, manifest.and_then(|manifest| together::unpack(&packed, &manifest, joint)))
    } else {
        return Ok(None);
    };
    library.map_err(|why| Error::Library {
        joint: joint.to_owned(),
        why: format!("{}: {why}", path.display()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_lie_beside_a_program_or_where_a_wheel_has_put_them() {
        let prefix = tempfile::tempdir().unwrap();
        let folder = prefix.path().join("bin");
        assert_eq!(near(&folder), None);
        let shared = prefix.path().join(SHARE);
        std::fs::create_dir_all(&shared).unwrap();
        assert_eq!(near(&folder), Some(shared));
        let beside = folder.join("binaries");
        std::fs::create_dir_all(&beside).unwrap();
        assert_eq!(near(&folder), Some(beside), "a release needs no prefix");
    }
}
