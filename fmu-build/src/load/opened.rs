//! An FMU's files in a folder of their own, and the libraries that were opened there.

use super::linked::{Functions, Linked, SharedApi, SolvingApi, SteppingApi};
use crate::archive::Files;
use crate::interrupt::Temporary;
use crate::library::check_whole;
use crate::{Error, Platform};
use model_description::xml::{ArrayOf, FmiVersion, ModelDescription, TypeOf};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// An FMU that instances are from. Fields are dropped in this order: libraries close before their files.
pub(super) struct Opened {
    path: PathBuf,
    co_simulation: Option<Linked<SteppingApi>>,
    model_exchange: Option<Linked<SolvingApi>>,
    /// Value references of enumerations, which FMI 3.0 exchanges in a type of their own.
    enumerations: Vec<u32>,
    /// The arrays, whose elements have value references of the description alone.
    arrays: Vec<ArrayOf>,
    folder: TempDir,
    _temporary: Temporary,
}

impl Opened {
    /// Writes the `files` of the FMU at `path` to a temporary folder and opens its libraries for this
    /// platform, one for each kind that its description offers.
    pub fn new(path: &Path, files: &Files, description: &ModelDescription) -> Result<Self, Error> {
        let (temporary, folder) =
            Temporary::make(|| TempDir::with_prefix("fmu-")).map_err(Error::file(path))?;
        for (name, bytes) in files {
            let place = folder.path().join(name);
            let inside = place.parent().unwrap_or(folder.path());
            std::fs::create_dir_all(inside).map_err(Error::file(inside))?;
            std::fs::write(&place, bytes).map_err(Error::file(&place))?;
        }
        let (cs, me) = (&description.co_simulation, &description.model_exchange);
        let fmi = description.fmi();
        let variables = description.model_variables.variables.iter();
        let is_enumeration = |kind: &TypeOf| matches!(kind, TypeOf::Enumeration { .. });
        let enumerations = variables.filter(|variable| is_enumeration(&variable.kind));
        let mut enumerations: Vec<u32> = enumerations.map(|of| of.value_reference).collect();
        enumerations.sort_unstable();
        Ok(Self {
            enumerations,
            arrays: description.arrays.clone(),
            path: path.to_owned(),
            co_simulation: cs
                .as_ref()
                .map(|kind| linked(fmi, path, files, &folder, &kind.model_identifier))
                .transpose()?,
            model_exchange: me
                .as_ref()
                .map(|kind| linked(fmi, path, files, &folder, &kind.model_identifier))
                .transpose()?,
            folder,
            _temporary: temporary,
        })
    }

    /// The FMU.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a file inside it, of at most `most` bytes.
    pub fn file(&self, name: &str, most: u64) -> std::io::Result<Vec<u8>> {
        spiel_fmi::read_file(&self.folder.path().join(name), most)
    }

    /// The library for co-simulation.
    pub fn co_simulation(&self) -> Result<&Linked<SteppingApi>, Error> {
        let offered = self.co_simulation.as_ref();
        offered.ok_or_else(|| Error::fmu(&self.path, "it offers no co-simulation"))
    }

    /// The library for model exchange.
    pub fn model_exchange(&self) -> Result<&Linked<SolvingApi>, Error> {
        let offered = self.model_exchange.as_ref();
        offered.ok_or_else(|| Error::fmu(&self.path, "it offers no model exchange"))
    }

    /// The functions that both have; there is one of the two.
    pub fn shared(&self) -> Option<&SharedApi> {
        let stepping = self.co_simulation.as_ref().map(|linked| &linked.shared);
        stepping.or(self.model_exchange.as_ref().map(|linked| &linked.shared))
    }

    /// The resource folder as importers of FMI 2.0 name it.
    pub fn resource_location(&self) -> String {
        address(&self.folder.path().join("resources"))
    }

    /// The resource folder as importers of FMI 3.0 name it: a path with a separator at its end.
    pub fn resource_path(&self) -> String {
        let folder = self.folder.path().join("resources");
        format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR)
    }

    /// The arrays of its description.
    pub fn arrays(&self) -> &[ArrayOf] {
        &self.arrays
    }

    /// Returns true if a value reference is that of an enumeration.
    pub fn is_enumeration(&self, reference: u32) -> bool {
        self.enumerations.binary_search(&reference).is_ok()
    }
}

/// The library of that name for this platform, among the FMU's files that lie in `folder`.
fn linked<Kind: Functions>(
    fmi: FmiVersion,
    path: &Path,
    files: &Files,
    folder: &TempDir,
    identifier: &str,
) -> Result<Linked<Kind>, Error> {
    let here = Platform::here().folder_of(fmi);
    let name = format!("binaries/{here}/{identifier}{}", Platform::here().suffix);
    let Some(bytes) = files.get(&name) else {
        return Err(Error::fmu(path, elsewhere(files, here, &name)));
    };
    check_whole(bytes).map_err(|why| Error::fmu(path, format!("{name}: {why}")))?;
    // The temporary folder says nothing to a reader.
    Linked::open(fmi, &folder.path().join(&name)).map_err(|error| match error {
        Error::Fmu { why, .. } => Error::fmu(path, format!("{name}: {why}")),
        other => other,
    })
}

/// Names the platforms of an FMU that has no library `missing`.
fn elsewhere(files: &Files, here: &str, missing: &str) -> String {
    let folder =
        |name: &String| Some(name.strip_prefix("binaries/")?.split_once('/')?.0.to_owned());
    let mut others: Vec<_> = files.keys().filter_map(folder).collect();
    others.dedup();
    others.retain(|other| other != here);
    if others.is_empty() {
        return format!("{missing} is missing");
    }
    format!("made for {}, not for {here} which this machine is", others.join(", "))
}

/// Characters that are percent-encoded in a file URI: all that could have another meaning there.
const NUMBERED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The URI of a file on this machine.
fn address(path: &Path) -> String {
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    // In a URI a slash stands before the letter of a drive.
    if cfg!(windows) {
        bytes.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
        bytes.insert(0, b'/');
    }
    format!("file://{}", percent_encode(&bytes, NUMBERED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spiel_fmi::folder_of;

    /// `%41` in the name of a folder was read as `A`, and the resources were not found.
    #[test]
    fn the_address_of_a_folder_leads_to_it_whatever_it_is_called() {
        for name in ["plain", "a b", "%41", "100%", "ä#?&;+", "file:x"] {
            let path = std::env::temp_dir().join(name);
            assert_eq!(folder_of(&address(&path)), path, "{name}");
        }
        assert!(address(Path::new("/t/%41")).ends_with("/t/%2541"));
    }
}
