//! An FMU file, unpacked and its library opened.

use super::instance::{Instance, Settings};
use super::symbols::Symbols;
use crate::archive::unpack;
use crate::{Error, Platform};
use model_description::xml::ModelDescription;
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A loaded FMU; instances of it may outlive it.
pub struct Fmu {
    path: PathBuf,
    description: ModelDescription,
    opened: Arc<Opened>,
}

/// What instances need of their FMU. Fields go in this order: the library closes before its file.
pub(super) struct Opened {
    pub symbols: Symbols,
    folder: TempDir,
}

impl Opened {
    /// The resource folder as importers name it.
    pub fn resource_location(&self) -> String {
        format!("file://{}/resources", self.folder.path().display()).replace(' ', "%20")
    }
}

impl Fmu {
    /// Unpacks the file and opens its library for this platform.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let files = unpack(path)?;
        let folder = TempDir::with_prefix("fmu-").map_err(Error::file(path))?;
        for (name, bytes) in &files {
            let place = folder.path().join(name);
            let inside = place.parent().unwrap_or(folder.path());
            std::fs::create_dir_all(inside).map_err(Error::file(inside))?;
            std::fs::write(&place, bytes).map_err(Error::file(&place))?;
        }
        let text = files
            .get("modelDescription.xml")
            .ok_or_else(|| Error::fmu(path, "modelDescription.xml is missing"))?;
        let description = ModelDescription::from_xml(&String::from_utf8_lossy(text))
            .map_err(|why| Error::fmu(path, format!("modelDescription.xml: {why}")))?;
        let Some(kind) = &description.co_simulation else {
            return Err(Error::fmu(path, "it offers no co-simulation"));
        };
        let Platform { folder: platform, suffix } = Platform::here();
        let name = format!("binaries/{platform}/{}{suffix}", kind.model_identifier);
        if !files.contains_key(&name) {
            return Err(Error::fmu(
                path,
                format!("{name} is missing: not built for this platform"),
            ));
        }
        let symbols = Symbols::open(&folder.path().join(name))?;
        let opened = Arc::new(Opened { symbols, folder });
        Ok(Self { path: path.to_owned(), description, opened })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its description.
    pub fn description(&self) -> &ModelDescription {
        &self.description
    }

    /// fmi2GetVersion and fmi2GetTypesPlatform.
    pub fn versions(&self) -> (String, String) {
        let symbols = &self.opened.symbols;
        // SAFETY: FMI 2.0: both return strings that the library owns and keeps.
        let text = |string| unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned();
        (text((symbols.version)()), text((symbols.types)()))
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

    /// A new instance called `name`, not yet initialized.
    pub fn instantiate(&self, name: &str) -> Result<Instance, Error> {
        Instance::new(self.opened.clone(), name, &self.description.guid)
    }

    /// A new instance with `settings` made, initialized at time 0.
    pub fn start(&self, name: &str, settings: &Settings) -> Result<Instance, Error> {
        let mut instance = self.instantiate(name)?;
        for (variable, value) in settings {
            instance.set(self.reference(variable)?, *value)?;
        }
        instance.setup(0.0)?;
        instance.enter_initialization()?;
        instance.exit_initialization()?;
        Ok(instance)
    }
}
