//! An FMU file, unpacked and its library opened.

use super::component::{Component, Settings};
use super::equations::Equations;
use super::instance::Instance;
use super::symbols::{Functions, Linked, Shared, Solving, Stepping};
use crate::archive::{Files, unpack};
use crate::build::DESCRIPTION;
use crate::interrupt::Temporary;
use crate::library::check_whole;
use crate::{Error, Platform};
use model_description::xml::ModelDescription;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use std::ffi::{CStr, c_char};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A loaded FMU; instances of it may outlive it.
pub struct Fmu {
    description: ModelDescription,
    opened: Arc<Opened>,
}

/// What instances need of their FMU. Fields go in this order: libraries close before their files.
pub(super) struct Opened {
    path: PathBuf,
    co_simulation: Option<Linked<Stepping>>,
    model_exchange: Option<Linked<Solving>>,
    _temporary: Temporary,
    folder: TempDir,
}

impl Opened {
    /// The library for co-simulation.
    pub fn co_simulation(&self) -> Result<&Linked<Stepping>, Error> {
        let offered = self.co_simulation.as_ref();
        offered.ok_or_else(|| Error::fmu(&self.path, "it offers no co-simulation"))
    }

    /// The library for model exchange.
    pub fn model_exchange(&self) -> Result<&Linked<Solving>, Error> {
        let offered = self.model_exchange.as_ref();
        offered.ok_or_else(|| Error::fmu(&self.path, "it offers no model exchange"))
    }

    /// The functions that both have; there is one of the two.
    fn shared(&self) -> Option<&Shared> {
        let stepping = self.co_simulation.as_ref().map(|linked| &linked.shared);
        stepping.or(self.model_exchange.as_ref().map(|linked| &linked.shared))
    }

    /// The resource folder as importers name it.
    pub fn resource_location(&self) -> String {
        address(&self.folder.path().join("resources"))
    }
}

impl Fmu {
    /// Unpacks the file and opens its libraries for this platform, one for each kind it offers.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let files = unpack(path)?;
        let description = description_of(path, &files)?;
        let folder = TempDir::with_prefix("fmu-").map_err(Error::file(path))?;
        let temporary = Temporary::new(folder.path());
        for (name, bytes) in &files {
            let place = folder.path().join(name);
            let inside = place.parent().unwrap_or(folder.path());
            std::fs::create_dir_all(inside).map_err(Error::file(inside))?;
            std::fs::write(&place, bytes).map_err(Error::file(&place))?;
        }
        let (cs, me) = (&description.co_simulation, &description.model_exchange);
        let opened = Opened {
            path: path.to_owned(),
            co_simulation: cs
                .as_ref()
                .map(|kind| linked(path, &files, &folder, &kind.model_identifier))
                .transpose()?,
            model_exchange: me
                .as_ref()
                .map(|kind| linked(path, &files, &folder, &kind.model_identifier))
                .transpose()?,
            _temporary: temporary,
            folder,
        };
        Ok(Self { description, opened: Arc::new(opened) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.opened.path
    }

    /// Its description.
    pub fn description(&self) -> &ModelDescription {
        &self.description
    }

    /// fmi2GetVersion and fmi2GetTypesPlatform; `null` where there is no string.
    pub fn versions(&self) -> (String, String) {
        let Some(symbols) = self.opened.shared() else { return Default::default() };
        // SAFETY: FMI 2.0 fixes their types; they may be called without an instance.
        let strings = unsafe { [(symbols.version)(), (symbols.types)()] };
        strings.map(text).into()
    }

    /// The value reference of a variable.
    pub fn reference(&self, name: &str) -> Result<u32, Error> {
        let variables = &self.description.model_variables.variables;
        variables
            .iter()
            .find(|variable| variable.name == name)
            .map(|variable| variable.value_reference)
            .ok_or_else(|| Error::unknown("variable", name, variables.iter().map(|v| &*v.name)))
    }

    /// The value references of several variables.
    pub fn references<const N: usize>(&self, names: [&str; N]) -> Result<[u32; N], Error> {
        let mut references = [0; N];
        for (reference, name) in references.iter_mut().zip(names) {
            *reference = self.reference(name)?;
        }
        Ok(references)
    }

    /// A new instance in co-simulation called `name`, not yet initialized.
    pub fn instantiate(&self, name: &str) -> Result<Instance, Error> {
        Instance::new(&self.opened, name, &self.description.guid)
    }

    /// A new instance in co-simulation with `settings` made, initialized at time 0.
    pub fn start(&self, name: &str, settings: &Settings) -> Result<Instance, Error> {
        let mut instance = self.instantiate(name)?;
        self.initialize(&mut instance, settings)?;
        Ok(instance)
    }

    /// A new instance in model exchange called `name`, not yet initialized.
    pub fn instantiate_equations(&self, name: &str) -> Result<Equations, Error> {
        let structure = &self.description.model_structure;
        let states = structure.derivatives.as_ref().map_or(0, |listed| listed.unknowns.len());
        let counts = (states, self.description.number_of_event_indicators as usize);
        Equations::new(&self.opened, name, &self.description.guid, counts)
    }

    /// A new instance in model exchange with `settings` made, initialized at time 0 and in event mode.
    pub fn start_equations(&self, name: &str, settings: &Settings) -> Result<Equations, Error> {
        let mut equations = self.instantiate_equations(name)?;
        self.initialize(&mut equations, settings)?;
        Ok(equations)
    }

    fn initialize(&self, component: &mut Component, settings: &Settings) -> Result<(), Error> {
        for (variable, value) in settings {
            component.set(self.reference(variable)?, *value)?;
        }
        component.setup(0.0)?;
        component.enter_initialization()?;
        component.exit_initialization()
    }
}

/// A string that a library owns and keeps.
fn text(string: *const c_char) -> String {
    if string.is_null() {
        return "null".to_owned();
    }
    // SAFETY: FMI 2.0: strings end with a null byte; null was looked for above.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

/// Characters that stand in an address by their numbers: all that could mean something else there.
const NUMBERED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The address of a file on this machine.
fn address(path: &Path) -> String {
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    // A drive's letter has a slash before it.
    if cfg!(windows) {
        bytes.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
        bytes.insert(0, b'/');
    }
    format!("file://{}", percent_encode(&bytes, NUMBERED))
}

/// The description among the `files` of the FMU at `path`.
pub(crate) fn description_of(path: &Path, files: &Files) -> Result<ModelDescription, Error> {
    let text = files
        .get(DESCRIPTION)
        .ok_or_else(|| Error::fmu(path, format!("{DESCRIPTION} is missing")))?;
    let description = ModelDescription::from_xml(&String::from_utf8_lossy(text))
        .map_err(|why| Error::fmu(path, format!("{DESCRIPTION}: {why}")))?;
    let identifiers = [
        description.co_simulation.as_ref().map(|kind| &kind.model_identifier),
        description.model_exchange.as_ref().map(|kind| &kind.model_identifier),
    ];
    if identifiers.iter().all(Option::is_none) {
        return Err(Error::fmu(path, "it offers neither co-simulation nor model exchange"));
    }
    // It becomes a part of a library's path.
    let odd = |name: &&String| !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(name) = identifiers.into_iter().flatten().find(odd) {
        return Err(Error::fmu(path, format!("modelIdentifier {name:?} is no name in C")));
    }
    Ok(description)
}

/// The library of that name for this platform, among the FMU's files that lie in `folder`.
fn linked<Kind: Functions>(
    path: &Path,
    files: &Files,
    folder: &TempDir,
    identifier: &str,
) -> Result<Linked<Kind>, Error> {
    let name = format!("binaries/{}", Platform::here().library(identifier));
    let Some(bytes) = files.get(&name) else {
        return Err(Error::fmu(path, elsewhere(files, &name)));
    };
    check_whole(bytes).map_err(|why| Error::fmu(path, format!("{name}: {why}")))?;
    // Nobody knows the folder that it lies in now.
    Linked::open(&folder.path().join(&name)).map_err(|error| match error {
        Error::Fmu { why, .. } => Error::fmu(path, format!("{name}: {why}")),
        other => other,
    })
}

/// What an FMU is for that has no library `missing`.
fn elsewhere(files: &Files, missing: &str) -> String {
    let here = Platform::here().folder;
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
